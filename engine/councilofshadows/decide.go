package councilofshadows

import (
	"fmt"

	"arbiter/engine"
)

// A turn is what happens while one command is played. Later rules see what earlier
// ones did.
type turn struct {
	State
	events []engine.Event
	quiet  bool // nobody asks for the events
}

// emit lets one thing happen. It is generic so that an event nobody asks for stays
// off the heap: playouts have a thousand of them in each game.
func emit[E engine.Event](t *turn, e E) {
	t.apply(e)
	if !t.quiet {
		t.events = append(t.events, e)
	}
}

// Most commands bring about no more than that.
const usualEvents = 4

// Decide plays c by the rules.
func (s *State) Decide(c engine.Command) ([]engine.Event, error) {
	if err := s.check(c); err != nil {
		return nil, err
	}
	t := turn{State: *s, events: make([]engine.Event, 0, usualEvents)}
	t.play(c)
	return t.events, nil
}

// Step plays c by the rules.
func (s *State) Step(c engine.Command) (engine.State, []engine.Event, error) {
	if err := s.check(c); err != nil {
		return nil, nil, err
	}
	t := &turn{State: *s, events: make([]engine.Event, 0, usualEvents)}
	t.play(c)
	return &t.State, t.events, nil
}

// check returns why c may not be played, nil if it may.
func (s *State) check(c engine.Command) error {
	if c.By() != engine.Table && s.find(c.By()) < 0 {
		return engine.Refuse("%s does not play", c.By())
	}
	if s.phase == PhaseOver {
		return engine.Refuse("the game is over")
	}
	if d := s.debt(); d != owesNothing && d != settles(c) {
		return s.refuseDebt()
	}
	if s.takesStock() && s.debt() == owesNothing {
		return s.state(c)
	}
	switch c := c.(type) {
	case Pick:
		return s.checkPick(c)
	case Buy:
		return s.checkBuy(c)
	case Plan:
		return s.checkPlan(c)
	case TakeBack:
		return s.checkTakeBack(c)
	case Ready:
		return s.checkReady(c)
	case Gain:
		return s.checkGain(c)
	case Slide:
		return s.checkSlide(c)
	case Pass:
		return s.checkPass(c)
	case Choose:
		return s.checkChoose(c)
	case Take:
		return s.checkTake(c)
	case Count:
		return s.checkCount(c)
	case Bonus:
		return s.checkBonus(c)
	}
	return s.checkTable(c)
}

// checkTable is check for what the Table states and what the Automa does.
func (s *State) checkTable(c engine.Command) error {
	switch c := c.(type) {
	case Card:
		return s.checkCard(c)
	case Open:
		return s.checkOpen(c)
	case Step:
		return s.checkStep(c)
	case Scoring:
		return s.checkScoring(c)
	case Do:
		return s.checkDo(c)
	case Skip:
		return s.checkSkip(c)
	}
	return s.checkFull(c)
}

// settles tells which debt a command settles.
func settles(c engine.Command) debt {
	switch c.(type) {
	case Draw:
		return owesDraw
	case Place:
		return owesPlace
	case Refill:
		return owesRefill
	case Deal:
		return owesDeal
	case Return:
		return owesReturn
	case Remove:
		return owesRemoval
	}
	return owesNothing
}

// checkFull is check for what only the full book knows.
func (s *State) checkFull(c engine.Command) error {
	switch c := c.(type) {
	case Build:
		return s.checkBuild(c)
	case Found:
		return s.checkFound(c)
	case Explore:
		return s.checkExplore(c)
	case Place:
		return s.checkPlace(c)
	case Gather:
		return s.checkGather(c)
	case Raise:
		return s.checkRaise(c)
	case Score:
		return s.checkScore(c)
	case Return:
		return s.checkReturn(c)
	case Show:
		return s.checkShow(c)
	case Draw:
		return s.checkDraw(c)
	case Refill:
		return s.checkRefill(c)
	case Deal:
		return s.checkDeal(c)
	case Remove:
		return s.checkRemove(c)
	case Switch:
		return s.checkSwitch(c)
	}
	panic(fmt.Sprintf("councilofshadows: no such command: %T", c))
}

// play carries out a command that check has passed.
func (t *turn) play(c engine.Command) {
	if t.takesStock() && t.debt() == owesNothing {
		t.note(c)
		return
	}
	switch c := c.(type) {
	case Pick:
		t.pick(c)
	case Buy:
		t.buy(c)
	case Plan:
		emit(t, Planned(c))
	case TakeBack:
		emit(t, TookBack(c))
	case Ready:
		t.ready(c)
	case Gain:
		t.gainEnergy(c)
	case Slide:
		emit(t, Slid(c))
		emit(t, Scored(c))
	case Pass:
		t.pass(c)
	case Choose:
		t.chooseTech(c)
	case Take:
		t.take(c)
	case Count:
		t.countLeft(c)
	case Bonus:
		t.bonusCard(c)
	default:
		t.playTable(c)
	}
}

func (t *turn) playTable(c engine.Command) {
	switch c := c.(type) {
	case Card:
		t.tell(c)
	case Open:
		t.open(c)
	case Step:
		emit(t, Acts{c.Card, c.Number, c.Side, c.Does, c.Count, c.Planet, c.Parsec, c.Galaxy, Owner})
	case Scoring:
		emit(t, Scores{c.Card, c.Mode, Owner})
		t.endAutomaActions()
	case Do:
		t.do(c)
	case Skip:
		t.did(Skipped)
	default:
		t.playFull(c)
	}
}

func (t *turn) playFull(c engine.Command) {
	switch c := c.(type) {
	case Build:
		emit(t, Built(c))
	case Found:
		t.doFound(c)
	case Explore:
		emit(t, Explored(c))
	case Place:
		t.doPlace(c)
	case Gather:
		t.doGather(c)
	case Raise:
		emit(t, Raised(c))
		t.work()
	case Score:
		t.doScore(c)
	case Return:
		t.doReturn(c)
	case Show:
		t.doShow(c)
	case Draw:
		t.doDraw(c)
	case Refill:
		t.doRefill(c)
	case Deal:
		t.doDeal(c)
	case Remove:
		emit(t, Removed{c.First, c.Second})
	case Switch:
		t.doSwitch()
	}
}

// mustAct refuses a seat whose part of the phase it is not, or that has
// something else to do first.
func (s *State) mustAct(seat engine.Seat, phase PhaseName) error {
	switch {
	case s.due.who >= 0:
		return s.refuseDue()
	case s.phase != phase:
		return engine.Refuse("that belongs to another phase; now it is: %s", s.phase.title())
	case s.turn < 0 || s.active().seat != seat:
		return engine.Refuse("it is not %s's turn but %s's", seat, s.active().seat)
	}
	return nil
}

func (s *State) refuseDue() error {
	p := s.players[s.due.who]
	if s.due.what == DarkTech1 || s.due.what == DarkTech2 {
		return engine.Refuse("first %s chooses a Dark Tech card", p.seat)
	}
	if s.due.what.isProject() {
		return engine.Refuse("first tell how much energy %s gives", s.due.what.term())
	}
	return engine.Refuse("first %s carries out %s", p.seat, s.due.what.term())
}
