package engine

// An Effect is what a legal command would do, for whoever is asked whether to do it.
// It is told from what a seat knows, and tells nothing that the seat may not know.
type Effect struct {
	Verb    Text     // on the button: one word or two
	Ask     Text     // the question, with what was chosen in it
	Then    []Text   // what would follow, the weightiest first; its numbers are those of Changes and Plan
	Changes []Change // the numbers that would be others
	Plan    Forecast // what the seat's plan would come to; zero if it plans nothing
	Lapses  Text     // the command with what is given up by it, so that nobody gives it by the way; none if nothing is
}

// A Change is a number before and after.
type Change struct {
	Seat     Seat   // whose it is; "" of all seats together
	Of       string // the name of a track, of something in a purse, or "region" and the name of one, of which it is the share
	From, To int
}

// Changes lists what differs between two lists of the same numbers of a seat.
func Changes(seat Seat, before, after []Amount) (all []Change) {
	for n := range min(len(before), len(after)) {
		if a, b := before[n], after[n]; a.N != b.N {
			all = append(all, Change{seat, a.Of, a.N, b.N})
		}
	}
	return all
}

// A Wisher lists the commands that a seat may wish for at this moment, legal or not,
// so that a screen can say of a thing why it cannot be taken: Decide tells.
type Wisher interface{ Wishes(seat Seat) []Command }

// A Forecaster tells a seat what its plan comes to, as things stand.
type Forecaster interface {
	Forecast(seat Seat) (f Forecast, ok bool)
}

// A Forecast is what a plan costs and where it puts the seat, as far as the seat can
// know.
type Forecast struct {
	Costs    int // how far the goal really moves
	From, To int // the goal track before and after, clamps included
	Rank     int // the place in the order as things stand; 0 if it cannot be told
}

// Texts say what the plan comes to; none of the zero forecast.
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
		all = append(all, Say("As things stand you would act 1st"))
	case 2:
		all = append(all, Say("As things stand you would act 2nd"))
	case 3:
		all = append(all, Say("As things stand you would act 3rd"))
	case 4:
		all = append(all, Say("As things stand you would act 4th"))
	}
	return all
}
