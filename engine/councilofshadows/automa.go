package councilofshadows

import (
	"cmp"

	"arbiter/engine"
	"arbiter/engine/notation"
	"arbiter/engine/rule"
)

// The Automa plays the second seat of a solo game (rulebook, "Automa mode"). Its deck is split into
// three piles, one for each Dark Tech level. Each round the top card of its pile is opened, and its
// actions are carried out from top to bottom: the left side if it is possible, otherwise the right
// side, otherwise nothing.

// awaitsAutoma reports whether the Automa's card for this round has still to be opened.
func (s *State) awaitsAutoma() bool { return s.automa.at >= 0 && s.automa.open == None }

// pileLevel returns the level of the pile from which the Automa draws.
func (s *State) pileLevel() uint8 { return min(s.players[s.automa.at].level, 2) }

// current returns the next action of the open card and its number.
func (s *State) current() (acts [2]Acts, number uint8) {
	number = s.automa.did + 1
	if c := s.facts.card(s.automa.open); c != nil && number <= mostSteps {
		acts = c.acts[number-1]
	}
	return acts, number
}

// automaTurn refuses a command unless the Automa is carrying out its card.
func (s *State) automaTurn() refusal {
	if s.automa.at < 0 {
		return refuse("the Automa does not play")
	}
	r := s.mustAct(automaSeat, PhaseAct)
	if r.Allowed() && s.step != stepMain {
		r = refuse("the Automa has finished its card")
	}
	return r
}

// automaChoice refuses a command unless an action of the open card is known and due.
func (s *State) automaChoice(seat engine.Seat) refusal {
	if seat != automaSeat {
		return refuse("only the Automa acts from its card")
	}
	r := cmp.Or(s.keepsTracks(), s.automaTurn())
	if _, _, ask := s.asked(); r.Allowed() && ask {
		r = refuse("first tell what is printed on %s", s.automa.open.word())
	}
	return r
}

// opens refuses a seat that may not open a card of the Automa, and any moment when none is opened.
func (s *State) opens(seat engine.Seat) refusal {
	switch {
	case seat != engine.Table:
		return refuse("the table opens the Automa's card, not %s", wordBy)
	case s.phase != PhaseReveal || !s.awaitsAutoma():
		return refuse("no card of the Automa is to be opened now")
	}
	return allowed
}

// onTop refuses a card that cannot be the next one of the Automa's pile.
func (s *State) onTop(card Item) refusal {
	p, bit := s.automaPile(), uint32(0)
	next := p.next()
	if s.mayBeUsedUp(p) {
		next |= p.aside
	}
	if card.isAutoma() {
		bit = 1 << (card - firstAutoma)
	}
	switch {
	case (p.above|p.aside)&bit == 0:
		return refuse("%s does not belong to the Automa's pile %s", card.word(), wordPile)
	case next&bit == 0:
		return refuse("%s was opened before and lies aside", card.word())
	}
	return allowed
}

// mayBeUsedUp reports whether people who turn over the cards may have reshuffled the pile: as far
// as is known, all cards that have not come yet may be in other piles.
func (s *State) mayBeUsedUp(p pile) bool {
	for card := firstAutoma; card < afterAutoma; card++ {
		if p.above&(1<<(card-firstAutoma)) != 0 && s.facts.card(card).pile != 0 {
			return false
		}
	}
	return !s.Dealt()
}

// takesSide refuses the right side of an action that has none.
func (s *State) takesSide(side Side) refusal {
	acts, _ := s.current()
	if side != Left && (side != Right || !acts[0].branches() || acts[1].Does == DoesNothing) {
		return refuse("this action has no alternative")
	}
	return allowed
}

// mayLeaveOut refuses to leave out an action that is always possible.
func (s *State) mayLeaveOut() refusal {
	if acts, _ := s.current(); !acts[0].branches() {
		return refuse("this action is always possible")
	}
	return allowed
}

func (r *resolution) did(side Side) {
	_, number := r.current()
	emit(r, Did{automaSeat, number, side})
	if side == Skipped {
		r.endAutomaActions()
	}
}

// endAutomaActions begins the Automa's scoring when its card has no more actions.
func (r *resolution) endAutomaActions() {
	acts, _ := r.current()
	if c := r.facts.card(r.automa.open); c != nil && acts[0].Number == 0 && c.mode != "" {
		emit(r, Scored{automaSeat})
	}
}

// Open turns up the top card of the Automa's pile.
type Open struct {
	Seat engine.Seat
	Card Item
}

func (c Open) By() engine.Seat { return c.Seat }

// Aims returns the card.
func (c Open) Aims() []string { return []string{c.Card.thingAim()} }

func (c Open) Check(s *State) refusal {
	if r := s.opens(c.Seat); !r.Allowed() {
		return r
	}
	return s.onTop(c.Card)
}

func (c Open) Play(r *resolution) {
	seat := r.players[r.automa.at].seat
	if r.wasOpened(c.Card) {
		emit(r, Reshuffled{seat, r.pileLevel()})
	}
	emit(r, Opened{seat, c.Card})
	if r.facts.card(c.Card).pile == 0 {
		emit(r, Pile{c.Card, r.pileLevel(), notation.Owner})
	}
	r.reveal()
}

func (c Open) Tell() engine.Text {
	return engine.Say("Open %s", c.Card.term())
}

// Opened is the Automa's card for this round.
type Opened struct {
	Seat engine.Seat
	Card Item
}

// Reveals implements engine.Reveal: everybody has seen the Automa's card.
func (Opened) Reveals() {}

func (e Opened) Apply(s *State) {
	s.automa.open, s.automa.did, s.automa.sides = e.Card, 0, [mostSteps]uint8{}
	s.automa.cards.lay(uint8(e.Card - firstAutoma))
}

func (e Opened) fits(s *State) bool { return e.Card.isAutoma() && s.automa.at >= 0 }

func (e Opened) Tell() engine.Text {
	return engine.Say("%s opens %s", e.Seat, e.Card.term())
}

func (Opened) Why(s *State) engine.Reason {
	return engine.Reason{Rule: engine.Say("When everybody has planned, the top card of the Automa's pile is opened."), Source: sourceAutoma}
}

// Reshuffled makes a used-up pile of the Automa whole again.
type Reshuffled struct {
	Seat  engine.Seat
	Level uint8
}

func (e Reshuffled) Apply(s *State) {
	s.automa.cards.shuffle(s.pileBits(e.Level))
}

func (e Reshuffled) Tell() engine.Text {
	return engine.Say("%s shuffles its pile %s again", e.Seat, engine.Roman(int(e.Level)))
}

// Do carries out the left or the right action of the Automa's open card.
type Do struct {
	Seat engine.Seat
	Side Side
}

func (c Do) By() engine.Seat { return c.Seat }

func (c Do) Check(s *State) refusal {
	return cmp.Or(s.automaChoice(c.Seat), s.takesSide(c.Side))
}

func (c Do) Play(r *resolution) {
	acts, _ := r.current()
	r.did(c.Side)
	if a := acts[c.Side.index()]; a.Does == DoesEnergy {
		r.energize(Energy{c.Seat, Delta(a.Count), r.automa.open})
	}
	r.endAutomaActions()
}

func (c Do) Tell() engine.Text {
	if c.Side == Right {
		return engine.Say("Done: the alternative")
	}
	return engine.Say("Done: the left action")
}

func (c Do) Effect(*State) engine.Effect {
	return rule.Asks(engine.Say("Done"), "%s?", c.Tell())
}

// Skip leaves out an action of the Automa because neither side is possible.
type Skip struct{ Seat engine.Seat }

func (c Skip) By() engine.Seat { return c.Seat }

func (c Skip) Check(s *State) refusal {
	return cmp.Or(s.automaChoice(c.Seat), s.mayLeaveOut())
}

func (Skip) Play(r *resolution) {
	r.did(Skipped)
}

func (Skip) Tell() engine.Text {
	return engine.Say("Skip: neither is possible")
}

func (c Skip) Effect(*State) engine.Effect {
	return rule.Asks(engine.Say("Leave out"), "%s?", c.Tell())
}

// Did is an action of the Automa's card, carried out or skipped.
type Did struct {
	Seat   engine.Seat
	Number uint8
	Side   Side
}

func (e Did) Apply(s *State) {
	s.automa.did, s.inPlay = e.Number, cardInPlay{}
	if e.Number > 0 {
		s.automa.sides[e.Number-1] = e.Side.field()
	}
}

func (e Did) fits(s *State) bool {
	return e.Number <= mostSteps
}

// Minor implements engine.Minor: what the action does is told next.
func (e Did) Minor() bool { return e.Side != Skipped }

func (e Did) Tell() engine.Text {
	if e.Side == Skipped {
		return engine.Say("%s leaves action %d out", e.Seat, int(e.Number))
	}
	return engine.Say("%s takes action %d: %s", e.Seat, int(e.Number), engine.Term(e.Side))
}

// Why explains an action of the Automa's card.
func (e Did) Why(s *State) engine.Reason {
	acts, _ := s.current()
	switch {
	case e.Side == Skipped:
		return engine.Reason{Rule: engine.Say("Neither side of the action is possible."), Source: sourceAutoma}
	case !acts[e.Side.index()].branches():
		return engine.Reason{Rule: ruleAutoma, Source: sourceAutoma}
	}
	return engine.Reason{Rule: rulingAutomaChoice, Source: sourceAutoma}
}
