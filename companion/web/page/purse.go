package page

import "arbiter/engine"

// A Purse is what the seat has, its place in the race, its gems and kept cards, and the button that
// takes back.
type Purse struct {
	Form
	Run, Goal Figured
	Gap       int // distance to the goal; 0 if it is reached or there is none
	Purse     []Amount
	Notes     []string
	Kept      []Card
	Sums      string
	Dial      *Dial
	Stats     []Figured // for a board of hexagons: the numbers that have a symbol
	Undo      bool
	What      string // what would be taken back; "" if the seat may not know it
}

// NewPurse returns the purse of the viewer's seat.
func NewPurse(c Context) Purse {
	p := Purse{Form: c.Form(), Undo: c.Snap.Back > 0 && c.Snap.Proposal == nil}
	for _, l := range NewSeats(c).Racers {
		if l.Me {
			p.Run, p.Goal, p.Purse, p.Sums, p.Dial = l.Run, l.Goal, l.Purse, l.Sums, l.Dial
			for _, s := range l.Stats {
				if s.Signed {
					p.Stats = append(p.Stats, s)
				}
			}
			if len(l.Purse) == 0 {
				p.Notes = l.Notes
			}
		}
	}
	run, goal := c.Snap.View.Track(engine.RoleProgress), c.Snap.View.Track(engine.RoleGoal)
	for i, s := range c.Snap.View.Seats {
		if s.Seat == c.Seat() && run >= 0 && goal >= 0 {
			p.Gap = max(0, c.Snap.View.Tracks[goal].At[i]-c.Snap.View.Tracks[run].At[i])
		}
	}
	for _, z := range c.Snap.View.Zones {
		if z.Seat == c.Seat() && z.Aside {
			for _, k := range z.Cards {
				p.Kept = append(p.Kept, c.Card(k, z.Seat))
			}
		}
	}
	return p
}
