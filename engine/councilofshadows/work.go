package councilofshadows

import "arbiter/engine"

// In the full book the referee carries the cards out: field by field from the
// left, step by step, asking the seat wherever it has a choice. A step is left
// out only if nothing of it is possible (ruling skip).

// A job is the card that is being carried out.
type job struct {
	card   Item // None if there is none
	field  uint8
	step   uint8 // from 1
	done   uint8 // how often the step's task was carried out
	kind   task  // which of its alternatives that was
	over   bool  // the step has ended, or was left out
	fresh  uint8 // the site discovered by this card, from 1; 0 if there is none
	same   uint8 // the site colonized last by this card
	reaped [4]uint8
	scored uint16 // galaxies scored by this card, one bit each
}

// begin starts a step. Another card, or the first step, is a new job.
func (j *job) begin(field uint8, card Item, step uint8) {
	if step == 1 || j.card != card || j.field != field {
		*j = job{card: card, field: field}
	}
	j.step, j.done, j.kind, j.over = step, 0, noTask, false
}

// did keeps that the task of the step was carried out once.
func (j *job) did(kind task) { j.done, j.kind = j.done+1, kind }

// worker is the seat that carries a card out.
func (s *State) worker() int8 {
	if s.due.who >= 0 {
		return s.due.who
	}
	return max(s.turn, 0)
}

// working tells whether a step of a card waits for the seat.
func (s *State) working() bool {
	return s.job.card != None && s.job.step > 0 && !s.job.over
}

// options are the alternatives of the step that waits; an Automa card, which may
// have more actions than other cards have steps, has none.
func (s *State) options() *[mostOptions]option {
	if s.job.card.isAutoma() {
		return &[mostOptions]option{}
	}
	return &s.facts.full.card[s.job.card].steps[s.job.step-1]
}

// No command brings about nearly as many events.
const mostEvents = 1000

// work goes on with the cards of the seat until it has to choose something, or
// somebody else has to do something first. In a position that no game leads to, as a
// log of other rules may tell one, it could go round in circles.
func (t *turn) work() {
	for t.debt() == owesNothing && len(t.events) < mostEvents {
		if t.working() && t.more() && !t.byItself() {
			return
		}
		if !t.nextStep() {
			return
		}
	}
}

// more tells whether anything of the step that waits is possible. What was begun
// goes on only if it may be done more than once.
func (s *State) more() bool {
	for _, o := range s.options() {
		if o.task != noTask && s.goesOn(o) && s.possible(o) {
			return true
		}
	}
	return false
}

// goesOn tells whether an alternative is still open: before the step has begun
// each of them is, afterwards only the one chosen, if it counts further.
func (s *State) goesOn(o option) bool {
	return s.job.done == 0 ||
		o.task == s.job.kind && (o.task == harvesting || o.task == scoring) && s.job.done < o.count
}

// byItself carries the step out if it leaves no choice: gems that a card gives,
// the yield of the one system it means.
func (t *turn) byItself() bool {
	p := &t.players[t.worker()]
	o := t.options()
	switch {
	case o[1].task != noTask:
		return false
	case o[0].task == takingGems:
		t.receive(p.seat, t.facts.full.card[t.job.card].gems)
		return true
	case o[0].task == yielding:
		t.takeYield(t.target(o[0])-1, o[0].count, None)
		return true
	}
	return false
}

func (t *turn) receive(seat engine.Seat, g Gemset) {
	for _, gem := range gemColors {
		if n := g.of(gem); n > 0 {
			emit(t, Receives{seat, gem, n})
		}
	}
}

// nextStep begins the next step of the card, the next card, or what comes after
// the cards. It returns false if the game goes on elsewhere.
func (t *turn) nextStep() bool {
	i := t.worker()
	p := &t.players[i]
	if step := t.following(); step > 0 {
		t.beginStep(p, t.job.field, t.job.card, step)
		return true
	}
	if t.due.who >= 0 {
		if t.job.card == None {
			t.beginStep(p, 0, t.due.what, 1)
			return true
		}
		t.endDue()
		return false
	}
	if p.robot() {
		return t.automaNext()
	}
	for f := t.job.field + 1; f <= p.fields; f++ {
		if top := p.top(f); top != None {
			t.beginStep(p, f, top, 1)
			return true
		}
	}
	emit(t, Slid{p.seat})
	t.beginScoring()
	return false
}

// following is the next step of the card, 0 if it has none. A step that means the
// new tile, or the planet colonized, is none if there is no such thing: another
// choice was made before, or nothing of it was possible.
func (s *State) following() uint8 {
	if s.job.card == None {
		return 0
	}
	steps := &s.facts.full.card[s.job.card].steps
	for n := s.job.step; n < cardSteps && steps[n][0].task != noTask; n++ {
		for _, o := range steps[n] {
			if o.task != noTask && (o.where != inNew && o.where != inSame || s.target(o) != 0) {
				return n + 1
			}
		}
	}
	return 0
}

// beginStep begins a step, or leaves it out if nothing of it is possible.
func (t *turn) beginStep(p *player, field uint8, card Item, step uint8) {
	seat, was := p.seat, t.job
	t.job.begin(field, card, step)
	possible := t.more()
	t.job = was
	if possible {
		emit(t, Does{seat, field, card, step})
		return
	}
	emit(t, Omits{seat, field, card, step})
}

// possible tells whether anything of an alternative can be done.
func (s *State) possible(o option) bool {
	i := s.worker()
	switch o.task {
	case colonizing:
		return s.anyFounding(i, o)
	case discovering:
		for parsec := uint8(1); parsec <= farthest; parsec++ {
			if s.mayExplore(i, o, parsec) {
				return true
			}
		}
		return false
	case harvesting:
		return s.harvests(i, o) != 0
	case yielding:
		return s.target(o) != 0
	case takingGems:
		return true
	case upgrading:
		p := &s.players[i]
		return p.gems.Anthracite > 0 || p.gems.Gold > 0
	case scoring:
		for g := range uint8(galaxyCount) {
			if s.mayScore(i, g) {
				return true
			}
		}
	}
	return false
}

// target is the one site at which an alternative is carried out, from 1; 0 if it
// names none, or if there is none.
func (s *State) target(o option) uint8 {
	switch o.where {
	case inNew:
		return s.job.fresh
	case inSame:
		return s.job.same
	}
	return 0
}

// area are the sites at which the alternative can be carried out, if they have a
// tile.
func (s *State) area(i int8, o option) uint32 {
	switch o.where {
	case anywhere:
		return 1<<sites - 1
	case inRange:
		return s.board().near[s.span(i)]
	}
	return 1 << s.target(o) >> 1
}

// within tells whether a site is where the alternative allows it.
func (s *State) within(i int8, o option, site uint8) bool { return s.area(i, o)&(1<<site) != 0 }

// span is how far the field of the card that is carried out reaches, in parsecs.
func (s *State) span(i int8) uint8 {
	if s.job.field < 1 {
		return 0
	}
	return min(s.players[i].reach[s.job.field-1], farthest)
}
