package councilofshadows

import "arbiter/engine"

// In the full book the referee carries out the cards: field by field from the left, step by step,
// asking the seat wherever it has a choice. A step is left out only if nothing of it is possible
// (ruling skip).

// A cardInPlay is the card that is being carried out.
type cardInPlay struct {
	card   Item // None if there is none
	field  uint8
	step   uint8 // from 1
	done   uint8 // how many times the step's task has been carried out
	kind   task  // the alternative that was carried out
	over   bool  // the step has ended or been left out
	fresh  uint8 // the site discovered by this card, from 1; 0 if there is none
	same   uint8 // the site colonized last by this card
	reaped [4]uint8
	scored uint16 // galaxies scored by this card, one bit each
}

// begin starts a step. With another card, or with the first step, it starts afresh.
func (j *cardInPlay) begin(field uint8, card Item, step uint8) {
	if step == 1 || j.card != card || j.field != field {
		*j = cardInPlay{card: card, field: field}
	}
	j.step, j.done, j.kind, j.over = step, 0, noTask, false
}

// did records that the task of the step was carried out once.
func (j *cardInPlay) did(kind task) { j.done, j.kind = j.done+1, kind }

// actor returns the seat that is carrying out a card.
func (s *State) actor() int8 {
	if s.due.who >= 0 {
		return s.due.who
	}
	return max(s.turn, 0)
}

// carryingOut reports whether a step of a card waits for the seat.
func (s *State) carryingOut() bool {
	return s.inPlay.card != None && s.inPlay.step > 0 && !s.inPlay.over
}

// mostEvents is many more events than any command causes.
const mostEvents = 1000

// carryOut continues with the seat's cards until it has to choose something, or somebody else has
// to act first. In a position that no game reaches, such as one from a log of other rules, it could
// go round in circles, so mostEvents stops it.
func (r *resolution) carryOut() {
	for r.pending() == needsNothing && len(r.Events) < mostEvents {
		if r.carryingOut() && r.more() && !r.byItself() {
			return
		}
		if !r.nextStep() {
			return
		}
	}
}

// byItself carries out the step if it leaves no choice: gems that a card gives, or the yield of the
// one system that it means.
func (r *resolution) byItself() bool {
	p := &r.players[r.actor()]
	o := r.alternatives()
	switch {
	case o[1].task != noTask:
		return false
	case o[0].task == takingGems:
		r.receive(p.seat, r.facts.board.card[r.inPlay.card].gems)
		return true
	case o[0].task == yielding:
		r.takeYield(r.target(o[0])-1, o[0].count, None)
		return true
	}
	return false
}

func (r *resolution) receive(seat engine.Seat, g Gemset) {
	for _, gem := range gemColors {
		if n := g.of(gem); n > 0 {
			emit(r, Receives{seat, gem, n})
		}
	}
}

// nextStep begins the next step of the card, the next card, or what comes after the cards. It
// returns false if the game continues elsewhere.
func (r *resolution) nextStep() bool {
	i := r.actor()
	p := &r.players[i]
	if step := r.following(); step > 0 {
		r.beginStep(p, r.inPlay.field, r.inPlay.card, step)
		return true
	}
	if r.due.who >= 0 {
		if r.inPlay.card == None {
			r.beginStep(p, 0, r.due.what, 1)
			return true
		}
		r.endDue()
		return false
	}
	if p.robot() {
		return r.automaNext()
	}
	for f := r.inPlay.field + 1; f <= p.fields; f++ {
		if top := p.top(f); top != None {
			r.beginStep(p, f, top, 1)
			return true
		}
	}
	emit(r, Slid{p.seat})
	r.beginScoring()
	return false
}

// following returns the next step of the card, 0 if there is none. A step that refers to the new
// tile or the planet colonized is skipped if there is no such thing, because another alternative
// was chosen or nothing was possible.
func (s *State) following() uint8 {
	if s.inPlay.card == None {
		return 0
	}
	steps := &s.facts.board.card[s.inPlay.card].steps
	for n := s.inPlay.step; n < mostCardSteps && steps[n][0].task != noTask; n++ {
		for _, o := range steps[n] {
			if o.task != noTask && (o.where != inNew && o.where != inSame || s.target(o) != 0) {
				return n + 1
			}
		}
	}
	return 0
}

// beginStep begins a step, or leaves it out if nothing of it is possible.
func (r *resolution) beginStep(p *player, field uint8, card Item, step uint8) {
	seat, was := p.seat, r.inPlay
	r.inPlay.begin(field, card, step)
	possible := r.more()
	r.inPlay = was
	if possible {
		emit(r, Does{seat, field, card, step})
		return
	}
	emit(r, Omits{seat, field, card, step})
}

func stepFits(field uint8, card Item, step uint8) bool {
	if card.isAutoma() {
		return field >= leftSide && field <= rightSide && step >= 1 && step <= mostSteps
	}
	return field <= mostFields && int(card) < effects && step >= 1 && step <= mostCardSteps
}

// Does begins a step of a card on an action field; a Dark Tech card lies
// on field 0, and for the Automa the field is the side: 1 left, 2 right.
type Does struct {
	Seat  engine.Seat
	Field uint8
	Card  Item
	Step  uint8
}

func (e Does) Apply(s *State) {
	s.inPlay.begin(e.Field, e.Card, e.Step)
}

func (e Does) fits(s *State) bool {
	return stepFits(e.Field, e.Card, e.Step)
}

// Minor implements engine.Minor: what the step does is told next.
func (Does) Minor() bool { return true }

func (e Does) Tell() engine.Text {
	return engine.Say("%s plays %s, step %d", e.Seat, e.Card.term(), int(e.Step))
}

// Omits leaves out a step of which nothing is possible.
type Omits struct {
	Seat  engine.Seat
	Field uint8
	Card  Item
	Step  uint8
}

func (e Omits) Apply(s *State) {
	s.inPlay.begin(e.Field, e.Card, e.Step)
	s.inPlay.over = true
}

func (e Omits) fits(s *State) bool {
	return !e.Card.isAutoma() && stepFits(e.Field, e.Card, e.Step)
}

// Omission implements engine.Omission.
func (Omits) Omission() {}

func (e Omits) Tell() engine.Text {
	return engine.Say("%s: nothing of %s, step %d, is possible", e.Seat, e.Card.term(), int(e.Step))
}

// tellIn says why nothing can be discovered, as that cannot be seen from the cards.
func (e Omits) tellIn(s *State) engine.Text {
	t := *s
	t.inPlay.begin(e.Field, e.Card, e.Step)
	o, why := t.alternatives(), engine.Text{}
	if o[0].task != discovering || o[1].task != noTask {
		return e.Tell()
	}
	for parsec := uint8(1); parsec <= farthest; parsec++ {
		switch {
		case o[0].where != anywhere && parsec > t.span(t.find(e.Seat)):
		case !t.tilesLeft(parsec):
			why = why.With(engine.Say("the stack of parsec %d is empty", int(parsec)))
		case t.free(parsec) == 0:
			why = why.With(engine.Say("no field of parsec %d is free", int(parsec)))
		}
	}
	if why.IsZero() {
		return e.Tell()
	}
	return engine.Say("%s: nothing can be discovered: %s", e.Seat, why)
}

func (e Omits) Why(s *State) engine.Reason {
	if s.facts.board.card[e.Card].steps[e.Step-1][0].task == noTask {
		return engine.Reason{Rule: engine.Say("This card has no action."), Source: sourceAct}
	}
	for _, o := range s.facts.board.card[e.Card].steps[e.Step-1] {
		if o.task == discovering {
			return engine.Reason{Rule: rulingPileEmpty, Source: sourceAct}
		}
	}
	return engine.Reason{Rule: rulingSkip, Source: sourceAct}
}

// Stopped ends a step before all of it is done.
type Stopped struct{ Seat engine.Seat }

func (Stopped) Apply(s *State) {
	s.inPlay.over = true
}

func (e Stopped) Tell() engine.Text {
	return engine.Say("%s leaves the rest of the step", e.Seat)
}

func (Stopped) Why(s *State) engine.Reason {
	if s.asksFor(upgrading) {
		return engine.Reason{Rule: rulingUpgrade, Source: sourceAct}
	}
	return engine.Reason{}
}
