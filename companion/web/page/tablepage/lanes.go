package tablepage

import (
	"fmt"
	"slices"

	"arbiter/companion/web/page"
	"arbiter/engine"
)

// Lanes are the seats in turn order: who each is, where it stands, what it has laid.
type Lanes struct {
	Rows   []Row
	Fields int  // the most fields that a seat has
	Race   bool // one track chases another, such as energy and consumption
	Sides  bool // lanes are to the left and right of a board
}

// A Row is the lane of a seat.
type Row struct {
	page.Seat
	Place    string // in the turn order; "" if the game has none
	PlaceWhy page.Why
	Who      string // whom it plays, such as a civilization
	Turn     bool
	Ready    bool
	Winner   bool
	Out      bool   // it has left the game
	Learns   bool   // it may ask for advice
	Free     bool   // nobody has sat down there yet
	Asked    string // what the game waits for, in a few words
	Moved    string // what it had in the comparison just made, such as its cards' consumption; may be ""
	Progress Marker
	Goal     Marker
	Stats    []page.Stat
	Fields   []Slot
	Kept     []page.Stat // how many cards it holds and keeps aside
	Side     int         // 0 or 1, in a game with sides
	Time     *page.Time  // nil if no clock limits the seat
	Dial     *page.Dial  // nil if none of its numbers has one
	Program  *page.Program
}

// A Marker is where a seat stands on a track that is drawn as a race.
type Marker struct {
	N     string
	Count int
	At    string // distance from the left, such as "40.0%"
	Title string
	Why   page.Why
}

// A Slot is a field of a seat, with its top card.
type Slot struct {
	Key   string
	Title string
	Card  *page.Card
	Under int // cards below it
}

// NewLanes returns the lanes of all seats.
func NewLanes(c page.Context) Lanes {
	v := c.Snap.View
	progress, goal := v.Track(engine.RoleProgress), v.Track(engine.RoleGoal)
	out := Lanes{Race: progress >= 0 && goal >= 0}
	out.Sides = !out.Race && !page.Hexagonal(v)
	far := 20
	if out.Race {
		far = farthest(v.Tracks[progress].At, v.Tracks[goal].At)
	}
	sides, moved := []string{}, c.Compared()
	for i, p := range v.Seats {
		l := row(c, p)
		if !slices.Contains(sides, l.Who) {
			sides = append(sides, l.Who)
		}
		l.Side = slices.Index(sides, l.Who) % 2
		for n, t := range v.Tracks {
			switch {
			case t.Role == engine.RoleRank:
				l.Place, l.PlaceWhy = c.Value(t, i), c.Why(p.Seat, t.Name)
			case out.Race && n == progress:
				l.Progress = marker(c, t, i, far, p.Seat)
			case out.Race && n == goal:
				l.Goal = marker(c, t, i, far, p.Seat)
			case t.Derived && (out.Race || page.Hexagonal(v)): // the race or the prompts show it
			default:
				l.Stats = append(l.Stats, c.Stat(t, i))
			}
		}
		l.Moved, l.Dial, l.Time, l.Program = moved[p.Seat], page.NewDial(c, i), c.Time(p.Seat), c.Program(p.Seat)
		out.Fields = max(out.Fields, len(l.Fields))
		out.Rows = append(out.Rows, l)
	}
	return out
}

func row(c page.Context, p engine.Place) Row {
	l := Row{Seat: c.Badge(p.Seat), Turn: p.Turn, Ready: p.Ready, Winner: p.Winner, Out: p.Out, Free: slices.Contains(c.Room.Free, p.Seat)}
	if !p.Who.IsZero() {
		l.Who = c.Say(p.Who)
	}
	l.Learns = slices.Contains(c.Snap.Learners, p.Seat)
	for _, ask := range c.Snap.View.Prompts {
		if ask.Seat == p.Seat && !c.Snap.View.Over {
			l.Asked = c.Say(ask.Text)
			if !ask.Brief.IsZero() {
				l.Asked = c.Say(ask.Brief)
			}
		}
	}
	for _, z := range c.Snap.View.Zones {
		switch {
		case z.Seat != p.Seat || len(z.Cards) == 0 && (z.Aside || z.Name == engine.Hand):
		case z.Name == engine.Hand && c.Snap.View.Track(engine.RoleGoal) >= 0: // the state of the race matters more
		case z.Aside || z.Name == engine.Hand:
			l.Kept = append(l.Kept, page.Stat{Name: z.Name, Title: c.Say(z.Title), Value: page.Numeral(len(z.Cards)), Key: z.Name + "-" + string(p.Seat), N: len(z.Cards)})
		default:
			l.Fields = append(l.Fields, slots(c, z)...)
		}
	}
	return l
}

// slots returns a slot for each card if there is room for them side by side, else one.
func slots(c page.Context, z engine.Zone) (all []Slot) {
	if z.Room == 0 {
		return []Slot{slot(c, z)}
	}
	cards := z.Cards
	for i := range max(z.Room, len(cards)) {
		if z.Cards = nil; i < len(cards) {
			z.Cards = cards[i : i+1]
		}
		s := slot(c, z)
		s.Key = fmt.Sprintf("%s-%d", s.Key, i+1)
		all = append(all, s)
	}
	return all
}

func slot(c page.Context, z engine.Zone) Slot {
	s := Slot{Key: "slot-" + string(z.Seat) + "-" + z.Name, Title: c.Say(z.Title)}
	if top, ok := z.Top(); ok {
		card := c.Card(top, z.Seat)
		s.Card, s.Under = &card, len(z.Cards)-1
	}
	return s
}

func marker(c page.Context, t engine.Track, i, far int, seat engine.Seat) Marker {
	n := min(max(t.At[i], 0), far)
	return Marker{N: page.Numeral(t.At[i]), Count: t.At[i], At: fmt.Sprintf("%.1f%%", 100*float64(n)/float64(far)), Title: c.Say(t.Title), Why: c.Why(seat, t.Name)}
}

// farthest returns the end of the race: a tenth beyond the last marker.
func farthest(tracks ...[]int) int {
	most := 10
	for _, at := range tracks {
		for _, n := range at {
			most = max(most, n)
		}
	}
	return most + most/10
}
