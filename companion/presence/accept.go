package presence

import (
	"slices"

	"arbiter/engine"
)

// A card may lie where the game does not have it although the rules would allow it there: it was
// undone, or lay there before the program started, or was pushed below another. Then its seat may
// have the game follow the cardboard.

// mostFollowing limits how many commands follow from one acceptance: five cards that are taken back
// and laid again, and a few more.
const mostFollowing = 12

// following returns the commands of a seat after which the game has its cards as they lie; nil if
// the rules do not allow that.
func (d *reconciler) following(seat engine.Seat) []engine.Command {
	if d.State == nil || d.StartingUp {
		return nil
	}
	e := reconciler{Input: d.Input, readers: d.readers}
	var played []engine.Command
	for range mostFollowing {
		c := e.nextFollowing(seat)
		if c == nil {
			break
		}
		next, events, err := engine.Step(e.State, c)
		if err != nil || engine.Revealing(engine.Entry{Events: events}) {
			return nil
		}
		played = append(played, c)
		e.State = next
		e.View, e.Legal = e.State.View(), e.State.Legal()
	}
	if !e.follows(seat) {
		return nil
	}
	return played
}

// nextFollowing returns the next of these commands: first what does not lie there is taken back,
// then what lies there is laid, on top of the card beneath if the rules allow it, else in its
// place.
func (d *reconciler) nextFollowing(seat engine.Seat) engine.Command {
	for _, z := range d.expected(seat) {
		if top, ok := z.Top(); ok && !z.lies(d, top) {
			if c := d.only(z, string(top.Name)); c != nil {
				return c
			}
		}
	}
	for _, z := range d.expected(seat) {
		k, ok := z.misplaced(d)
		if !ok {
			continue
		}
		if c := d.only(z, k.words...); c != nil {
			return c
		}
		top, ok := z.Top()
		if c := d.only(z, string(top.Name)); ok && c != nil {
			return c
		}
	}
	return nil
}

// follows reports whether the game has the top card that lies on each field.
func (d *reconciler) follows(seat engine.Seat) bool {
	return !slices.ContainsFunc(d.expected(seat), func(z expectation) bool {
		_, stray := z.misplaced(d)
		top, ok := z.Top()
		return stray || ok && !z.lies(d, top)
	})
}

// An expectation is a field with the reader that says what lies there.
type expectation struct {
	engine.Zone
	reader *readerState
}

// expected returns the fields of a seat whose readers can be trusted.
func (d *reconciler) expected(seat engine.Seat) (all []expectation) {
	for i := range d.readers {
		p := &d.readers[i]
		name, ok := p.field()
		if !ok || p.Seat != seat || p.down || p.unreadable {
			continue
		}
		if z, ok := d.View.Zone(seat, name); ok {
			all = append(all, expectation{z, p})
		}
	}
	return all
}

func (z expectation) lies(d *reconciler, c engine.Card) bool {
	return slices.ContainsFunc(z.reader.lying, func(k laidCard) bool { return d.is(z.Seat, c, k) })
}

// misplaced returns the card that was laid there last, if the game does not have it there.
func (z expectation) misplaced(d *reconciler) (laidCard, bool) {
	n := len(z.reader.lying)
	if n == 0 || d.holds(z.Zone, z.reader.lying[n-1]) {
		return laidCard{}, false
	}
	return z.reader.lying[n-1], true
}

// only returns the one command of the zone's seat with these words; nil if there is none or more
// than one.
func (d *reconciler) only(z expectation, words ...string) engine.Command {
	m := engine.Mentioning(engine.BySeat(z.Seat, d.Legal), append([]string{string(z.Seat), z.Name}, words...)...)
	if len(m) != 1 {
		return nil
	}
	return m[0]
}
