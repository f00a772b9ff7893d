package engine

// An Effect is what a legal command would do, shown to players who are asked to confirm it. It is
// worked out from what a seat knows and gives away nothing else.
type Effect struct {
	Verb    Text     // for the button: one word or two
	Ask     Text     // the question, including what was chosen
	Then    []Text   // what would follow, most important first; its numbers are those of Changes and Plan
	Changes []Change // the numbers that would change
	Plan    Forecast // what the seat's plan would come to; zero if it plans nothing
	Lapses  Text     // the command and what the seat gives up by it, so that nobody gives it up by accident; empty if nothing is given up
	AtOnce  bool     // touching what it is about says it all: screens ask for no confirmation where the seat could take it back alone
	OnCard  bool     // the answer stands on the card that it is about: one tap there gives it, and the card itself is only read
	Row     Row      // zero if it is in no list
}

// A Row is a command in the list of all that a seat may do one after the other, in any order, such
// as scoring galaxies. Of commands with the same title only one can be given.
type Row struct {
	Title Text
	Notes []Text // what it costs and brings beside the numbers of Changes
	Usual bool   // of those with the same title, the one that stands for them until people choose another
}

// A Change is a number before and after a command.
type Change struct {
	Seat     Seat   // whose it is; "" if it belongs to all seats together
	Of       string // a track, something in a purse, or "region" and the region's name, for the seat's share of it
	From, To int
}

// Changes lists what differs between two lists of the same amounts of a seat.
func Changes(seat Seat, before, after []Amount) (all []Change) {
	for n := range min(len(before), len(after)) {
		if a, b := before[n], after[n]; a.N != b.N {
			all = append(all, Change{seat, a.Of, a.N, b.N})
		}
	}
	return all
}

// A Wisher lists the commands that a seat may wish for at the moment, legal or not, so that a
// screen can say why something is not possible: Decide gives the reason.
type Wisher interface{ Wishes(seat Seat) []Command }

// A Forecaster tells a seat what its plan would come to as things stand.
type Forecaster interface {
	Forecast(seat Seat) (f Forecast, ok bool)
}

// A Forecast is what a plan costs and where it would put the seat, as far as the seat can know.
type Forecast struct {
	Costs    int // how far the goal really moves
	From, To int // the goal track before and after, clamped to its ends
	Rank     int // the place in the order as things stand; 0 if it cannot be told
}

// Texts says what the plan comes to; it is empty for the zero forecast.
func (f Forecast) Texts() []Text {
	if f == (Forecast{}) {
		return nil
	}
	all := []Text{Say("Costs %d: %d → %d", f.Costs, f.From, f.To)}
	switch {
	case f.From == f.To:
		all[0] = Say("It stays at %d", f.From)
	case f.Costs < 0:
		all[0] = Say("Saves %d: %d → %d", -f.Costs, f.From, f.To)
	}
	switch f.Rank {
	case 1:
		all = append(all, Say("You would act 1st if nobody else moved"))
	case 2:
		all = append(all, Say("You would act 2nd if nobody else moved"))
	case 3:
		all = append(all, Say("You would act 3rd if nobody else moved"))
	case 4:
		all = append(all, Say("You would act 4th if nobody else moved"))
	}
	return all
}
