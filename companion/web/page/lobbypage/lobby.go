package lobbypage

import (
	"slices"

	"arbiter/companion"
	"arbiter/companion/web/page"
	"arbiter/engine"
)

// A Seating is where people take seats: before a game, which its host starts with those who sit,
// and during one.
type Seating struct {
	Title, Words string
	Running      bool
	Go           string // where a browser that waited for the game goes on
	Seats        []LobbySeat
	Invite       *page.Invite // nil for viewers who were not let in
	Inside, Host bool
	Own          string       // the seat of this browser, which may change its name
	Sit          bool         // a seat is free for this browser
	Missing      string       // what is being waited for
	Start        string       // label of the start button, with how many; "" while nobody may start
	Options      []Choice     // options that the host may choose
	Boxes        []Choice     // where printed values come from; empty if there is no choice
	Teach        string       // address where cards are taught beforehand; "" if that would be of no use
	Lacks        bool         // values of the box must be entered before the game can begin
	Checklist    []Setting    // what is done with the cardboard first
	Renew        *Confirm     // replaces the digits
	Timing       *page.Timing // the clock of the game; nil for viewers who do not choose it
	Notes        []string     // what is wrong
	Appeals      []Appeal     // who asks for a seat
}

// A LobbySeat is a seat and who has it.
type LobbySeat struct {
	page.Seat
	How   string // who sits there, in words
	Bare  string // says that no reader is theirs; "" if one is, or nobody has the seat
	Mine  bool
	Taken bool
	Bot   bool     // a bot will play it
	Bots  []Choice // how strong it may be, for the host
	May   bool     // the host may give it to a bot
	Learn bool     // it may ask for advice
	Let   bool     // the host may allow or forbid that
	Lost  bool     // anybody let in may ask for it
}

// A Setting is a step of the setup with its picture.
type Setting struct{ Picture, Text string }

// A Choice is an option of the game.
type Choice struct {
	Name, Title string
	On          bool
}

// Waits is the lobby of a game that may be started, and what a browser may do there.
type Waits struct {
	Offer     companion.GameOffer
	Mine      func(engine.Seat) bool
	Taken     func(engine.Seat) bool
	Names     map[engine.Seat]string
	Bots      map[engine.Seat]string
	Box       string
	Options   []string
	Learners  []engine.Seat
	Cardboard bool // it is played with cardboard
	Checklist []engine.Text
	Without   func(engine.Seat) bool // no reader is theirs; nil: nobody lays cards on readers
	Lacks     int                    // how many values of the box must be entered first
}

// NewSeating returns the lobby before a game.
func NewSeating(c page.Context, w Waits, invite *page.Invite) *Seating {
	counts, usual := w.Offer.Counts, w.Offer.BaseCounts()
	if !w.Cardboard {
		counts, usual = several(counts), several(usual)
	}
	l := &Seating{
		Title: c.Say(engine.Say("Take your seats")), Inside: c.Inside, Host: c.Host, Invite: invite,
		Words: c.Say(engine.Say("%s, for %s", w.Offer.Game.Called(), companion.HowMany(usual))),
	}
	n := 0
	for i, seat := range w.Offer.Seats {
		k := w.seat(c, seat, i)
		if k.Taken || k.Bot {
			n++
		} else if i >= len(w.Offer.BaseSeats()) && n < len(w.Offer.BaseSeats()) {
			continue // there is room without an expansion
		}
		if k.Mine && l.Own == "" {
			l.Own = k.Key
		}
		l.Sit = l.Sit || c.Inside && !k.Taken && !k.Bot
		l.Seats = append(l.Seats, k)
	}
	for _, o := range w.Offer.Options {
		if c.Host && (w.Cardboard && !o.Bots || !w.Cardboard && !o.Screen) && !o.Ruling() {
			l.Options = append(l.Options, Choice{o.Name, c.Say(o.Title), slices.Contains(w.Options, o.Name)})
		}
	}
	if c.Host && w.Cardboard && len(w.Offer.Boxes) > 1 {
		for _, b := range w.Offer.Boxes {
			title, on := engine.Say("invented values: nothing is asked"), b.Name == w.Box
			if b.Own {
				title = engine.Say("my box: what is printed is asked for once")
			}
			if b.Own && on {
				l.Teach = "/learn?game=" + w.Offer.Game.Name
			}
			l.Boxes = append(l.Boxes, Choice{b.Name, c.Say(title), on})
		}
	}
	l.Missing, l.Start = missing(c, n, counts)
	if w.Lacks > 0 && slices.Contains(counts, n) {
		l.Missing, l.Start = c.Say(engine.Say("{One thing that is printed in your box has|%d things that are printed in your box have} to be told first", w.Lacks)), ""
		l.Lacks = c.Host
	}
	for _, t := range w.Checklist {
		l.Checklist = append(l.Checklist, Setting{page.SettingPicture(t), c.Say(t)})
	}
	return l
}

// seat returns one of the seats as it is now.
func (w Waits) seat(c page.Context, seat engine.Seat, i int) LobbySeat {
	k := LobbySeat{Seat: page.Seat{Key: string(seat), Name: c.Term(engine.Term(seat)), Color: page.SeatColor(string(seat)), Shape: engine.Shape(i % 4)}}
	if name := w.Names[seat]; name != "" {
		k.Name = name
	}
	k.Taken, k.Mine, k.Bot = w.Taken(seat), w.Mine(seat), w.Bots[seat] != ""
	filled := slices.ContainsFunc(w.Offer.Options, func(o companion.Option) bool { return o.Bots && slices.Contains(w.Options, o.Name) })
	k.May = c.Host && !k.Taken && len(w.Offer.Bots) > 0 && !w.Cardboard && (!filled || i >= len(w.Offer.BaseSeats()))
	k.Learn = slices.Contains(w.Learners, seat) && !k.Bot
	k.Let = c.Host && k.Taken && len(w.Offer.Bots) > 0
	switch {
	case k.Mine && c.Host:
		k.How = c.Say(engine.Say("You, the host"))
	case k.Mine:
		k.How = c.Say(engine.Say("You"))
	case k.Taken:
		k.How = c.Say(engine.Say("sits here"))
	case k.Bot:
		k.How = c.Say(engine.Say("A bot plays: %s", engine.Term(w.Bots[seat])))
		if k.May && len(w.Offer.Bots) > 1 {
			k.Bots = bots(c, w.Offer, w.Bots[seat])
		}
	}
	if w.Without != nil && w.Without(seat) {
		k.Bare = c.Say(engine.Say("No reader here: cards are laid on the phone"))
	}
	return k
}

// bots returns the strengths of bots that a game has, the best first.
func bots(c page.Context, o companion.GameOffer, on string) (all []Choice) {
	for _, b := range o.Bots {
		all = append(all, Choice{b, c.Term(engine.Term(b)), b == on})
	}
	return all
}

// missing returns what is being waited for, and if nothing, the label of the button.
func missing(c page.Context, n int, counts []int) (what, start string) {
	switch {
	case n+1 == counts[0]:
		what = c.Say(engine.Say("Waiting for one more"))
	case n < counts[0]:
		what = c.Say(engine.Say("Waiting for %d more", counts[0]-n))
	case !slices.Contains(counts, n):
		what = c.Say(engine.Say("This game takes %s.", companion.HowMany(counts)))
	case c.Host && n == 1:
		return c.Say(engine.Say("All who sit can begin")), c.Say(engine.Say("Start alone"))
	case c.Host:
		return c.Say(engine.Say("All who sit can begin")), c.Say(engine.Say("Start with %d", n))
	default:
		what = c.Say(engine.Say("The host starts the game"))
	}
	return what, ""
}

// Seated returns the lobby of a running game: who sits, and which seats are free.
func Seated(c page.Context, mine, taken func(engine.Seat) bool, invite *page.Invite) *Seating {
	l := &Seating{Title: c.Say(engine.Say("Join the game")), Words: c.Term(engine.Term(c.Snap.Title)), Running: true, Inside: c.Inside, Host: c.Host, Invite: invite, Go: "/table"}
	for _, p := range c.Snap.View.Seats {
		k := LobbySeat{Seat: c.Badge(p.Seat), Mine: mine(p.Seat), Taken: taken(p.Seat)}
		switch {
		case k.Robot:
			continue
		case k.Mine:
			k.How = c.Say(engine.Say("You"))
			if l.Go == "/table" {
				l.Go = "/seat/" + string(p.Seat)
			}
		case k.Taken:
			k.How, k.Lost = c.Say(engine.Say("sits here")), c.Inside
		default:
			k.How = c.Say(engine.Say("Nobody sits here"))
			l.Sit = l.Sit || c.Inside
		}
		l.Seats = append(l.Seats, k)
	}
	slices.SortStableFunc(l.Seats, func(a, b LobbySeat) int { return int(a.Shape) - int(b.Shape) })
	return l
}
