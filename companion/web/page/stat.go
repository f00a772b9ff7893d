package page

import "arbiter/engine"

// A Why leads to how a number came about.
type Why struct{ ID, Href string }

// A Stat is a number of a seat, with the word for it.
type Stat struct {
	Name, Title, Value string
	Color              string // of a number that belongs to one of the game's colors
	Why                Why
	Signed             bool   // a symbol says what it is
	Key                string // by which its changes are seen; "" where nobody follows them
	N                  int
}

// Compared is what seats had in the comparison that the newest line of the log tells, such
// as the one that decides the turn order.
func (c Context) Compared() map[engine.Seat]string {
	all := map[engine.Seat]string{}
	if len(c.Snap.Log) == 0 {
		return all
	}
	for _, e := range c.Snap.Log[len(c.Snap.Log)-1].Events {
		for _, a := range e.Reason.Compares {
			if len(a.Name.Args) == 0 {
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

// Stat is where a seat stands on a track, with the word for it.
func (c Context) Stat(t engine.Track, i int) Stat {
	s := Stat{Name: t.Name, Title: c.Say(t.Title), Value: c.Value(t, i), Why: c.Why(c.Snap.View.Seats[i].Seat, t.Name), Key: t.Name + "-" + string(c.Snap.View.Seats[i].Seat), N: t.At[i]}
	if colorShapes[t.Name] != "" {
		s.Color = t.Name
	}
	s.Signed = Hexagonal(c.Snap.View) && hasSymbol(ref(t.Name))
	return s
}

// Value is where a seat stands on a track.
func (c Context) Value(t engine.Track, i int) string {
	if t.Roman {
		return c.Term(engine.Roman(t.At[i]))
	}
	return Numeral(t.At[i])
}

// Why is where a number of a seat tells how it came about.
func (c Context) Why(seat engine.Seat, of string) Why {
	if c.Room.Sums == "" {
		return Why{}
	}
	return Why{"sum-" + string(seat) + "-" + of, c.Room.Sums + "who=" + string(seat) + "&of=" + of}
}
