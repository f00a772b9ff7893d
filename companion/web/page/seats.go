package page

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"arbiter/engine"
)

// Seats has a row for each seat, in turn order: its place in the race, and what it has openly.
type Seats struct {
	Racers []Racer
	Racing bool
}

// A Racer is the row of a seat.
type Racer struct {
	Seat
	Who                 string // whom it plays
	Rank                string // in the turn order; "" if the game has none
	Turn, Ready, Winner bool
	Out                 bool // it has left the game
	Run, Goal           Figured
	Far, To             string // position of its run and of the goal, from the left
	Stats               []Figured
	Dial                *Dial // nil if none of its numbers has one
	Purse, Cards        []Amount
	Notes               []string
	Sums                string // address that explains its numbers; "" if there is none
	Moved               string // what its cards come to, while they are turned up
	Time                *Time  // nil if no clock limits the seat
	Shown               []Card // the top card of each of its fields at that moment
}

// A Figured is a number of a seat.
type Figured struct {
	Name, Title, Value string
	N                  int
	Signed             bool // a symbol says what it is
}

// An Amount is how many a seat has of something with a symbol.
type Amount struct {
	Of, Title string
	N         int
}

// NewSeats returns the rows of all seats.
func NewSeats(c Context) Seats {
	v := c.Snap.View
	run, goal := v.Track(engine.RoleProgress), v.Track(engine.RoleGoal)
	s := Seats{Racing: run >= 0 && goal >= 0}
	far := 20
	if s.Racing {
		far = max(far, slices.Max(v.Tracks[goal].At)*11/10, slices.Max(v.Tracks[run].At)*21/20)
	}
	moved := c.Compared()
	for i, p := range v.Seats {
		l := Racer{Seat: c.Badge(p.Seat), Who: c.Say(p.Who), Turn: p.Turn, Ready: p.Ready, Winner: p.Winner, Out: p.Out, Notes: c.notes(p)}
		l.Dial, l.Time = NewDial(c, i), c.Time(p.Seat)
		l.Purse, l.Cards = c.amounts(p.Purse), c.amounts(p.Cards)
		for _, t := range v.Tracks {
			l.put(t.Role, Figured{t.Name, c.Say(t.Title), c.Value(t, i), t.At[i], Hexagonal(v) && !t.Derived && hasSymbol(ref(t.Name))})
		}
		if slices.Contains(c.Snap.Learners, p.Seat) {
			l.Notes = append(l.Notes, c.Say(engine.Say("gets hints")))
		}
		if s.Racing {
			l.Far, l.To = percent(v.Tracks[run].At[i], far), percent(v.Tracks[goal].At[i], far)
		}
		if l.Moved = moved[p.Seat]; s.Racing && l.Moved != "" {
			l.Shown = c.shown(p.Seat)
		}
		if c.Game.Accounts != nil {
			l.Sums = "/sums?seat=" + string(c.Seat()) + "&who=" + string(p.Seat)
		}
		s.Racers = append(s.Racers, l)
	}
	return s
}

func (l *Racer) put(role engine.Role, x Figured) {
	switch role {
	case engine.RoleRank:
		l.Rank = x.Value
	case engine.RoleProgress:
		l.Run = x
	case engine.RoleGoal:
		l.Goal = x
	default:
		l.Stats = append(l.Stats, x)
	}
}

// shown returns the cards that a seat has turned up, as pictures; the text says the rest.
func (c Context) shown(seat engine.Seat) (all []Card) {
	for _, k := range c.Laid(seat) {
		all = append(all, k.Inside())
	}
	return all
}

// Laid returns the top card of each field of a seat.
func (c Context) Laid(seat engine.Seat) []Card {
	var all []Card
	for _, z := range c.Snap.View.Zones {
		if z.Seat == seat && z.Name != engine.Hand && !z.Aside && len(z.Cards) > 0 {
			all = append(all, c.Card(z.Cards[len(z.Cards)-1], seat))
		}
	}
	return all
}

func percent(n, of int) string {
	return fmt.Sprintf("%.1f%%", 100*float64(min(max(n, 0), of))/float64(of))
}

// notes returns what is said of a seat in words, without what its purse shows.
func (c Context) notes(p engine.Place) []string {
	rest := slices.Clone(p.Notes)
	if len(p.Purse) > 0 {
		for _, n := range slices.Backward(p.Counts) {
			rest = slices.Delete(rest, n.Note, n.Note+1)
		}
	}
	return c.texts(rest)
}

// amounts leaves out zeros if there are too many kinds to read at a glance.
func (c Context) amounts(list []engine.Amount) (all []Amount) {
	const glance = 5
	for _, a := range list {
		if a.N == 0 && len(list) > glance {
			continue
		}
		all = append(all, Amount{a.Of, c.Term(engine.Term(a.Of)), a.N})
	}
	return all
}

// A Why links to how a number came about.
type Why struct{ ID, Href string }

// A Stat is a number of a seat, with the word for it.
type Stat struct {
	Name, Title, Value string
	Color              string // if the number belongs to one of the game's colors
	Why                Why
	Signed             bool   // a symbol says what it is
	Key                string // identifies it, so that changes can be shown; "" if they are not
	N                  int
}

// Compared returns what seats had in the comparison by which the newest line of the log decides
// their order.
func (c Context) Compared() map[engine.Seat]string {
	all := map[engine.Seat]string{}
	if len(c.Snap.Log) == 0 {
		return all
	}
	for _, e := range c.Snap.Log[len(c.Snap.Log)-1].Events {
		for _, a := range e.Reason.Compares {
			if !e.Reason.Orders || len(a.Name.Args) == 0 {
				continue
			}
			if seat, ok := a.Name.Args[0].(engine.Seat); ok {
				all[seat] = Numeral(a.N)
				if a.N >= 0 {
					all[seat] = "+" + all[seat]
				}
			}
		}
	}
	return all
}

// Stat returns where a seat is on a track, with the word for it.
func (c Context) Stat(t engine.Track, i int) Stat {
	s := Stat{Name: t.Name, Title: c.Say(t.Title), Value: c.Value(t, i), Why: c.Why(c.Snap.View.Seats[i].Seat, t.Name), Key: t.Name + "-" + string(c.Snap.View.Seats[i].Seat), N: t.At[i]}
	if colorShapes[t.Name] != "" {
		s.Color = t.Name
	}
	s.Signed = Hexagonal(c.Snap.View) && hasSymbol(ref(t.Name))
	return s
}

// Value returns where a seat is on a track.
func (c Context) Value(t engine.Track, i int) string {
	if t.Roman {
		return c.Term(engine.Roman(t.At[i]))
	}
	return Numeral(t.At[i])
}

// Why returns the link to how a number of a seat came about.
func (c Context) Why(seat engine.Seat, of string) Why {
	if c.Room.Sums == "" {
		return Why{}
	}
	return Why{"sum-" + string(seat) + "-" + of, c.Room.Sums + "who=" + string(seat) + "&of=" + of}
}

// Numeral formats n with a true minus sign.
func Numeral(n int) string { return strings.Replace(strconv.Itoa(n), "-", "−", 1) }
