package companion

import (
	"slices"

	"arbiter/engine"
)

// A scene is all that reconcile looks at.
type scene struct {
	places   []place
	state    engine.State     // the true one; nil: nothing can be accepted
	view     engine.View      // of it
	legal    []engine.Command // of it; none of a bot
	bots     map[engine.Seat]string
	pressing map[engine.Seat]bool // who can choose with buttons; "" is everybody
	laying   []engine.Seat        // who lays cards on readers
	settling bool                 // the program has just started: the readers have not told everything
}

// An advice is what follows from a scene: at most one command to play now, and
// what to tell people about the rest.
type advice struct {
	do      engine.Command
	by      string // the reader that asks for do
	marks   []marking
	asked   map[int]*card  // by place: the question that stays open, or nil
	gone    map[int][]card // by place: what the game still has there
	notices []notice
}

type marking struct {
	place int
	uid   string
	mark  mark
}

// reconcile compares what lies on the readers with what the game has there. It
// is pure. A card acts when it is fresh, the game does not have it there and
// exactly one legal command mentions the reader and the card; the top card of
// a field acts when it has left. Everything else is a notice.
func reconcile(s scene) advice {
	d := desk{scene: s, advice: advice{asked: map[int]*card{}, gone: map[int][]card{}}}
	for i := range s.places {
		d.health(i)
	}
	if len(s.view.Seats) == 0 {
		return d.advice
	}
	for i := range s.places {
		if s.bots[s.places[i].Seat] != "" {
			continue // a bot lays no cards; what lies there must not tell of its hand
		}
		if _, ok := s.places[i].field(); ok {
			d.field(i)
		} else {
			d.shared(i)
		}
	}
	for _, p := range s.view.Seats {
		n := len(d.notices)
		if d.fix(p.Seat); n < len(d.notices) {
			d.notices[n].amends = d.amends(p.Seat)
		}
	}
	return d.advice
}

// A desk is reconcile at work.
type desk struct {
	scene
	advice
	strays  []stray
	missing []gap
}

// A stray lies on a field where the game does not have it.
type stray struct {
	place int
	card
	home string // the zone of the same seat that has it; "" if none does
}

// A gap is a card that does not lie on its field: the top card, or each if none does.
type gap struct {
	place int
	name  engine.Term
}

// play wishes c, unless something else is to be played first.
func (d *desk) play(i int, c engine.Command) {
	if d.do == nil {
		d.do, d.by = c, d.places[i].Name
	}
}

func (d *desk) marked(i int, k card, m mark) {
	if k.mark != m {
		d.marks = append(d.marks, marking{i, k.uid, m})
	}
}

// field compares one field with its zone.
func (d *desk) field(i int) {
	p := &d.places[i]
	name, _ := p.field()
	z, ok := d.view.Zone(p.Seat, name)
	if !ok {
		d.nowhere(i)
		return
	}
	d.departed(i, z)
	for _, k := range p.lying {
		switch {
		case d.holds(z, k):
			d.marked(i, k, spent)
		case k.mark == fresh && len(k.words) > 0:
			d.arrived(i, z, k)
		default:
			d.strays = append(d.strays, stray{i, k, d.home(p.Seat, k)})
		}
	}
}

// departed plays that the top card was taken away, or notes that it is missing.
// Cards beneath it may fall silent.
func (d *desk) departed(i int, z engine.Zone) {
	p := &d.places[i]
	kept := slices.DeleteFunc(slices.Clone(p.gone), func(k card) bool { return !d.holds(z, k) })
	if len(kept) != len(p.gone) {
		d.gone[i] = kept
	}
	top, ok := z.Top()
	is := func(k card) bool { return d.is(z.Seat, top, k) }
	if !ok || slices.ContainsFunc(p.lying, is) {
		return
	}
	if slices.ContainsFunc(kept, is) {
		if m := engine.Match(engine.Of(p.Seat, d.legal), string(p.Seat), z.Name, string(top.Name)); len(m) == 1 {
			d.play(i, m[0])
			return
		}
	}
	if !p.down && !p.unreadable && !d.settling && slices.Contains(d.laying, p.Seat) {
		for n, c := range z.Cards {
			if n == len(z.Cards)-1 || len(p.lying) == 0 {
				d.missing = append(d.missing, gap{i, c.Name})
			}
		}
	}
}

// arrived plays a fresh card on a field, or notes that it cannot be played.
func (d *desk) arrived(i int, z engine.Zone, k card) {
	p := &d.places[i]
	m := d.match(engine.Of(p.Seat, d.legal), k, string(p.Seat), z.Name)
	switch len(m) {
	case 0:
		d.strays = append(d.strays, stray{i, k, d.home(p.Seat, k)})
	case 1:
		d.play(i, m[0])
	default:
		d.tell(i, engine.Say("%s: %s on %s can mean several things; choose one on a phone", p.Seat, k.term(), z.Title),
			engine.Say("%s: the card on %s can mean several things; choose one on a phone", p.Seat, z.Title))
	}
}

func (d *desk) match(legal []engine.Command, k card, words ...string) []engine.Command {
	return engine.Match(legal, append(words, k.words...)...)
}

// home is the zone of seat that has the card.
func (d *desk) home(seat engine.Seat, k card) string {
	for _, z := range d.view.Zones {
		if z.Seat == seat && d.holds(z, k) {
			return z.Name
		}
	}
	return ""
}

func (d *desk) holds(z engine.Zone, k card) bool {
	return slices.ContainsFunc(z.Cards, func(c engine.Card) bool { return d.is(z.Seat, c, k) })
}

// is tells whether the tag k is on the card c of seat: like a command that the
// tag means, the card must go by every word of it.
func (d *desk) is(seat engine.Seat, c engine.Card, k card) bool {
	stranger := func(w string) bool { return w != string(c.Name) && w != string(seat) }
	return c.Name != "" && slices.Contains(k.words, string(c.Name)) && !slices.ContainsFunc(k.words, stranger)
}

// owner is the seat that the tag names.
func (d *desk) owner(k card) engine.Seat {
	for _, p := range d.view.Seats {
		if slices.Contains(k.words, string(p.Seat)) {
			return p.Seat
		}
	}
	return ""
}

// term is the card's own word: the last one of the tag.
func (k card) term() engine.Term {
	if len(k.words) == 0 {
		return ""
	}
	return engine.Term(k.words[len(k.words)-1])
}
