package assembly

import (
	"errors"
	"slices"

	"arbiter/engine"
	"arbiter/hw"
	"arbiter/setups"
)

// A Tried is a reader or a button and how it did.
type Tried struct {
	Verdict  Verdict
	Seen, Of int         // scans that saw the card, and scans in all
	Other    int         // index of the one that reacted instead, if they are swapped
	Obstacle hw.Obstacle // why it does not answer
}

// How much a reader has to show.
const (
	Scans     = 20 // with a card on it
	enough    = 18 // of these, how many must see it
	goneAfter = 8  // scans in a row without a card that lay there
	downAfter = 10 // scans in a row without an answer
)

// readerTrials are the trials of a rig's readers.
type readerTrials struct {
	all     []Tried
	asked   int
	already string
	places  []place
}

// A place is what a reader has shown.
type place struct {
	lying  map[hw.UID]int // how many scans have missed each card
	errors int            // in a row
	why    hw.Obstacle    // reason for the last one
	card   *sighting      // that arrived since the reader was asked for
}

type sighting struct {
	uid      hw.UID
	seen, of int
}

func (t *readerTrials) begin(rig setups.Rig) {
	t.places = make([]place, len(rig.Readers))
	for i, r := range rig.Readers {
		t.places[i].lying = map[hw.UID]int{}
		if !wired(r) {
			t.all[i].Verdict = Right
		}
	}
	t.next()
}

// next asks for the first reader that has not been tried.
func (t *readerTrials) next() {
	t.asked = slices.IndexFunc(t.all, func(r Tried) bool { return r.Verdict == Untried })
	t.already = ""
	for i := range t.places {
		t.places[i].card = nil
	}
}

// settle sets the verdict on the reader that is asked for.
func (t *readerTrials) settle(v Tried) {
	t.all[t.asked] = v
	t.next()
}

// Scan records the result of a scan by the reader that was opened under a name.
func (a *Assembly) Scan(opened string, uids []hw.UID, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	i := slices.IndexFunc(a.opened.Readers, func(r setups.Reader) bool { return r.Name == opened })
	if a.step != StepReaders || i < 0 {
		return
	}
	lay := len(a.readers.places[i].lying) > 0
	a.readers.places[i].scan(uids, err)
	if a.readers.answers(i) || a.judge() || lay != (len(a.readers.places[i].lying) > 0) && i == a.readers.asked {
		a.changed()
	}
}

// judge reports whether anything is new. For readers that were found it learns which is
// whose: the reader that sees the card is the one that was asked for.
func (a *Assembly) judge() bool {
	fresh := a.readers.judge(a.opened)
	if fresh && a.readers.swapped() && a.parts.Readers == Here {
		a.exchange()
	}
	return fresh
}

func (p *place) scan(uids []hw.UID, err error) {
	if err != nil && !errors.Is(err, hw.ErrCollision) && !errors.Is(err, hw.ErrUnreadable) {
		p.errors++
		p.why = hw.ObstacleOf(err)
		return
	}
	p.errors = 0
	for _, u := range uids {
		if _, lies := p.lying[u]; !lies && p.card == nil {
			p.card = &sighting{uid: u}
		}
		p.lying[u] = 0
	}
	if c := p.card; c != nil {
		c.of++
		if slices.Contains(uids, c.uid) {
			c.seen++
		}
	}
	for u := range p.lying {
		if p.lying[u]++; p.lying[u] <= goneAfter {
			continue
		}
		delete(p.lying, u)
		if p.card != nil && p.card.uid == u {
			p.card = nil // it was taken away too soon
		}
	}
}

// answers notices whether a reader has gone silent or answers again, and reports whether that is
// new.
func (t *readerTrials) answers(i int) bool {
	r := &t.all[i]
	switch {
	case r.Verdict == Untried && t.places[i].errors >= downAfter:
		r.Verdict, r.Obstacle = Silent, t.places[i].why
		if t.asked == i {
			t.next()
		}
	case r.Verdict == Silent && t.places[i].errors > 0 && r.Obstacle != t.places[i].why:
		r.Obstacle = t.places[i].why
	case r.Verdict == Silent && t.places[i].errors == 0:
		r.Verdict, r.Obstacle = Untried, hw.NoObstacle
		if t.asked < 0 {
			t.next()
		}
	default:
		return false
	}
	return true
}

// judge checks whether the card has been seen often enough, on the reader that was asked for or on
// another one, and reports whether anything is new.
func (t *readerTrials) judge(rig setups.Rig) bool {
	if t.asked < 0 || t.all[t.asked].Verdict != Untried {
		return false
	}
	if mine := t.places[t.asked].card; mine != nil {
		if mine.of >= Scans {
			t.settle(mine.verdict())
		}
		return mine.of >= Scans
	}
	for i, p := range t.places {
		if p.card == nil || p.card.of < Scans {
			continue
		}
		if t.all[i].Verdict == Untried {
			t.all[t.asked] = Tried{Verdict: Swapped, Other: i}
			return true
		}
		if name := rig.Readers[i].Name; t.already != name {
			t.already = name
			return true
		}
	}
	return false
}

func (s sighting) verdict() Tried {
	if s.seen < enough {
		return Tried{Verdict: Weak, Seen: s.seen, Of: s.of}
	}
	return Tried{Verdict: Right, Seen: s.seen, Of: s.of}
}

// Swap corrects two readers that are swapped, in the rig and not on the table. The reader that is
// asked for is then tried again as it is wired now, because it has other neighbors.
func (a *Assembly) Swap() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case a.step == StepReaders && a.readers.swapped():
		a.exchange()
	case a.step == StepButtons && a.buttons.swapped():
		i, j := a.buttons.asked, a.buttons.all[a.buttons.asked].Other
		a.rig.Buttons[i].Pin, a.rig.Buttons[j].Pin = a.rig.Buttons[j].Pin, a.rig.Buttons[i].Pin
		a.buttons.all[i].Verdict = Right
		a.enter(StepButtons)
	default:
		return engine.Refuse("nothing is swapped now; look again")
	}
	return nil
}

// exchange swaps the reader that is asked for with the one that reacted. The caller holds the lock.
func (a *Assembly) exchange() {
	i, j := a.readers.asked, a.readers.all[a.readers.asked].Other
	swapWires(&a.rig.Readers[i], &a.rig.Readers[j])
	a.readers.all[i] = Tried{}
	a.enter(StepReaders)
}

func (t *readerTrials) swapped() bool { return t.asked >= 0 && t.all[t.asked].Verdict == Swapped }

// swapWires exchanges how two readers are wired, but not what they mean.
func swapWires(a, b *setups.Reader) {
	was := *a
	rewire(a, *b)
	rewire(b, was)
}

// rewire wires a reader as another one.
func rewire(r *setups.Reader, as setups.Reader) {
	r.Driver, r.Bus, r.Port, r.Reset, r.Gain, r.KHz, r.Baud, r.Address = as.Driver, as.Bus, as.Port, as.Reset, as.Gain, as.KHz, as.Baud, as.Address
}

// Nothing records that nothing happens although somebody lays a card or presses the button.
func (a *Assembly) Nothing() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case a.step == StepReaders && a.readers.asked >= 0:
		a.readers.settle(Tried{Verdict: Deaf})
	case a.step == StepButtons && a.buttons.asked >= 0:
		a.buttons.settle(Deaf)
	default:
		return engine.Refuse("nothing is tried now; look again")
	}
	a.changed()
	return nil
}

// Again tries the reader or button with a number once more; a negative number means all.
func (a *Assembly) Again(number int) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	all, next := a.readers.all, a.readers.next
	if a.step == StepButtons {
		all, next = a.buttons.all, a.buttons.next
	}
	if number >= len(all) || a.step != StepButtons && a.step != StepReaders {
		return engine.Refuse("nothing is tried now; look again")
	}
	for i := range all {
		if i == number || number < 0 {
			all[i] = Tried{}
		}
	}
	next()
	a.changed()
	return nil
}
