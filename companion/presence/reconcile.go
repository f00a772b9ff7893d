package presence

import (
	"slices"

	"arbiter/engine"
)

// An Input is what Reconcile needs to know of the game.
type Input struct {
	State      engine.State     // the true one; nil: nothing can be accepted
	View       engine.View      // of State
	Legal      []engine.Command // of State; none of a bot
	Bots       map[engine.Seat]string
	Pressing   map[engine.Seat]bool // whose buttons can choose; "" is everybody's
	Laying     []engine.Seat        // who lays cards on readers
	StartingUp bool                 // the readers have not reported everything yet
}

// A Result is at most one command to play now, and what to tell people about the rest.
type Result struct {
	Do      engine.Command
	By      string // the reader that asks for Do
	marks   []mark
	asked   map[int]*laidCard  // by reader: the question that stays open, or nil
	gone    map[int][]laidCard // by reader: what the game still has there
	Notices []Notice
}

type mark struct {
	reader  int
	uid     string
	outcome outcome
}

// Reconcile compares what lies on the readers with what the game has there, and records what has
// become of each card. A card acts when it is fresh, the game does not have it there, and exactly
// one legal command mentions the reader and the card; the top card of a field acts when it has
// left. Everything else becomes a notice.
func (r *Readers) Reconcile(s Input) Result {
	a := reconcile(r.states, s)
	r.keep(a)
	return a
}

// reconcile is Reconcile as a pure function.
func reconcile(places []readerState, s Input) Result {
	d := reconciler{Input: s, readers: places, Result: Result{asked: map[int]*laidCard{}, gone: map[int][]laidCard{}}}
	for i := range places {
		d.health(i)
	}
	if len(s.View.Seats) == 0 {
		return d.Result
	}
	for i := range places {
		if s.Bots[places[i].Seat] != "" || d.out(places[i].Seat) {
			continue // a bot lays no cards, and what lies there must not reveal its hand; a player who is out is left alone
		}
		if _, ok := places[i].field(); ok {
			d.field(i)
		} else {
			d.shared(i)
		}
	}
	for _, p := range s.View.Seats {
		n := len(d.Notices)
		if p.Out {
			continue
		}
		if d.correctSeat(p.Seat); n < len(d.Notices) {
			d.Notices[n].Accept = d.following(p.Seat)
		}
	}
	return d.Result
}

// out reports whether a seat has left the game.
func (d *reconciler) out(seat engine.Seat) bool {
	return slices.ContainsFunc(d.View.Seats, func(p engine.Place) bool { return p.Seat == seat && p.Out })
}

// A reconciler is the state of one reconcile.
type reconciler struct {
	Input
	readers []readerState
	Result
	misplaced []misplacedCard
	missing   []missingCard
}

// A misplacedCard lies on a field where the game does not have it.
type misplacedCard struct {
	reader int
	laidCard
	home string // the zone of the same seat that has it; "" if none does
}

// A missingCard does not lie on its field: the top card, or each card if none does.
type missingCard struct {
	reader int
	name   engine.Term
}

// play asks for c, unless something else is to be played first.
func (d *reconciler) play(i int, c engine.Command) {
	if d.Do == nil {
		d.Do, d.By = c, d.readers[i].Name
	}
}

func (d *reconciler) marked(i int, k laidCard, m outcome) {
	if k.outcome != m {
		d.marks = append(d.marks, mark{i, k.uid, m})
	}
}

// field compares one field with its zone.
func (d *reconciler) field(i int) {
	p := &d.readers[i]
	name, _ := p.field()
	z, ok := d.View.Zone(p.Seat, name)
	if !ok {
		d.nowhere(i)
		return
	}
	d.departed(i, z)
	for _, k := range p.lying {
		switch {
		case d.holds(z, k):
			d.marked(i, k, spent)
		case k.outcome == fresh && len(k.words) > 0:
			d.arrived(i, z, k)
		default:
			d.misplaced = append(d.misplaced, misplacedCard{i, k, d.home(p.Seat, k)})
		}
	}
}

// departed plays that the top card was taken away, or records that it is missing. Cards beneath it
// may fall silent.
func (d *reconciler) departed(i int, z engine.Zone) {
	p := &d.readers[i]
	kept := slices.DeleteFunc(slices.Clone(p.gone), func(k laidCard) bool { return !d.holds(z, k) })
	if len(kept) != len(p.gone) {
		d.gone[i] = kept
	}
	top, ok := named(z)
	is := func(k laidCard) bool { return d.is(z.Seat, top, k) }
	if !ok || slices.ContainsFunc(p.lying, is) {
		return
	}
	if slices.ContainsFunc(kept, is) {
		if m := engine.Mentioning(engine.BySeat(p.Seat, d.Legal), string(p.Seat), z.Name, string(top.Name)); len(m) == 1 {
			d.play(i, m[0])
			return
		}
	}
	if !p.down && !p.unreadable && !d.StartingUp && slices.Contains(d.Laying, p.Seat) {
		for _, c := range z.Cards {
			if c.Name != "" && (c.Name == top.Name || len(p.lying) == 0) {
				d.missing = append(d.missing, missingCard{i, c.Name})
			}
		}
	}
}

// named returns the top card of a zone that has a name. Readers do not look for cards that nobody
// can name, such as those that only a seat has seen.
func named(z engine.Zone) (top engine.Card, ok bool) {
	for _, c := range z.Cards {
		if c.Name != "" {
			top, ok = c, true
		}
	}
	return top, ok
}

// arrived plays a fresh card on a field, or records that it cannot be played.
func (d *reconciler) arrived(i int, z engine.Zone, k laidCard) {
	p := &d.readers[i]
	m := d.match(engine.BySeat(p.Seat, d.Legal), k, string(p.Seat), z.Name)
	if len(m) == 0 {
		m = d.bringing(z, k)
	}
	switch len(m) {
	case 0:
		d.misplaced = append(d.misplaced, misplacedCard{i, k, d.home(p.Seat, k)})
	case 1:
		d.play(i, m[0])
	default:
		d.tell(i, engine.Say("%s: %s on %s can mean several things; choose one on a phone", p.Seat, k.term(), z.Title),
			engine.Say("%s: the card on %s can mean several things; choose one on a phone", p.Seat, z.Title))
	}
}

// bringing returns the commands of the seat of a field after which the card lies there although
// they do not name the field.
func (d *reconciler) bringing(z engine.Zone, k laidCard) []engine.Command {
	if d.State == nil {
		return nil
	}
	return slices.DeleteFunc(d.match(engine.BySeat(z.Seat, d.Legal), k, string(z.Seat)), func(c engine.Command) bool {
		next, _, err := engine.Step(d.State, c)
		if err != nil {
			return true
		}
		after, _ := next.View().Zone(z.Seat, z.Name)
		return !d.holds(after, k)
	})
}

// match leaves out commands that state a number about a card, since no card says that.
func (d *reconciler) match(legal []engine.Command, k laidCard, words ...string) []engine.Command {
	return slices.DeleteFunc(engine.Mentioning(legal, append(words, k.words...)...), func(c engine.Command) bool {
		aimed, is := c.(engine.Aimed)
		return is && len(aimed.Aims()) == 0
	})
}

// home returns the zone of seat that has the card.
func (d *reconciler) home(seat engine.Seat, k laidCard) string {
	for _, z := range d.View.Zones {
		if z.Seat == seat && d.holds(z, k) {
			return z.Name
		}
	}
	return ""
}

func (d *reconciler) holds(z engine.Zone, k laidCard) bool {
	return slices.ContainsFunc(z.Cards, func(c engine.Card) bool { return d.is(z.Seat, c, k) })
}

// is reports whether the tag k is on the card c of seat: as in a command that the tag means, every
// word of it must apply to the card.
func (d *reconciler) is(seat engine.Seat, c engine.Card, k laidCard) bool {
	stranger := func(w string) bool { return w != string(c.Name) && w != string(seat) }
	return c.Name != "" && slices.Contains(k.words, string(c.Name)) && !slices.ContainsFunc(k.words, stranger)
}

// owner returns the seat that the tag names.
func (d *reconciler) owner(k laidCard) engine.Seat {
	for _, p := range d.View.Seats {
		if slices.Contains(k.words, string(p.Seat)) {
			return p.Seat
		}
	}
	return ""
}

// term returns the card's own word: the last one of the tag.
func (k laidCard) term() engine.Term {
	if len(k.words) == 0 {
		return ""
	}
	return engine.Term(k.words[len(k.words)-1])
}
