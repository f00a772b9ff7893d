package councilofshadows

import (
	"fmt"

	"arbiter/engine"
)

// A turn collects what happens while one command is played. Later rules see
// what earlier ones did.
type turn struct {
	State
	events []engine.Event
}

func (t *turn) emit(events ...engine.Event) {
	for _, e := range events {
		t.apply(e)
		t.events = append(t.events, e)
	}
}

// Decide plays c by the rules.
func (s *State) Decide(c engine.Command) ([]engine.Event, error) {
	if err := s.check(c); err != nil {
		return nil, err
	}
	t := turn{State: *s}
	t.play(c)
	return t.events, nil
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
		t.emit(Planned(c))
	case TakeBack:
		t.emit(TookBack(c))
	case Ready:
		t.ready(c)
	case Gain:
		t.gainEnergy(c)
	case Slide:
		t.emit(Slid(c), Scored(c))
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
		t.emit(Acts{c.Card, c.Number, c.Side, c.Does, c.Count, c.Planet, c.Parsec, c.Galaxy, Owner})
	case Scoring:
		t.emit(Scores{c.Card, c.Mode, Owner})
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
		t.emit(Built(c))
	case Found:
		t.doFound(c)
	case Explore:
		t.emit(Explored(c))
	case Place:
		t.doPlace(c)
	case Gather:
		t.doGather(c)
	case Raise:
		t.emit(Raised(c))
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
		t.emit(Removed{c.First, c.Second})
	case Switch:
		t.doSwitch()
	}
}

// Legal lists what Decide accepts. Most lists hold only what is allowed; of the
// others check picks it.
func (s *State) Legal() []engine.Command {
	return s.list(nil)
}

// list appends what is legal to all.
func (s *State) list(all []engine.Command) []engine.Command {
	n := len(all)
	all, sure := s.candidates(all)
	if sure {
		return all
	}
	legal := all[:n]
	for _, c := range all[n:] {
		if s.check(c) == nil {
			legal = append(legal, c)
		}
	}
	return legal
}

// candidates lists the commands that the phase and what is due may allow, in
// the order of the seats, and tells whether all of them are allowed.
func (s *State) candidates(all []engine.Command) (_ []engine.Command, sure bool) {
	if d := s.debt(); d != owesNothing {
		return s.debtCommands(all, d), true
	}
	if s.due.who >= 0 {
		return s.dueCommands(all), s.full && s.working()
	}
	switch s.phase {
	case PhaseStock:
		return s.stated(all), true
	case PhaseLeaders:
		return s.picks(all), false
	case PhaseBuy:
		return s.purchases(all), true
	case PhasePlan:
		return s.plans(all), true
	case PhaseReveal:
		return s.statements(all), false
	case PhaseAct:
		return s.actions(all), s.full
	case PhaseFinal, PhaseCubes:
		return s.finals(all), s.full
	}
	return all, true
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

// pass ends a part: of the purchases, of the scoring, of the final scoring, or
// of a Dark Tech card that is carried out.
func (t *turn) pass(c Pass) {
	switch {
	case t.working():
		t.emit(Stopped(c))
		t.work()
	case t.full && t.due.who >= 0: // Information edge without any card on display
		t.emit(Stopped(c))
		t.edgeBonus(c.Seat)
	case t.due.who >= 0:
		t.endDue()
	case t.phase == PhaseFinal:
		t.endFinal()
	default:
		t.endPart()
	}
}

func (s *State) checkPass(c Pass) error {
	if s.working() && !s.automaActs() {
		return s.checkStop(c)
	}
	if s.full && s.due.who >= 0 && s.due.what == InformationEdge && s.displayed() {
		return engine.Refuse("first %s takes an AI card", s.players[s.due.who].seat)
	}
	if s.due.who >= 0 {
		if !carriedOut(s.due.what) || s.players[s.due.who].seat != c.Seat {
			return s.refuseDue()
		}
		return nil
	}
	switch s.phase {
	case PhaseBuy:
		return s.mustAct(c.Seat, PhaseBuy)
	case PhaseFinal:
		return s.checkEndFinal(c.Seat)
	}
	if err := s.mustAct(c.Seat, PhaseAct); err != nil {
		return err
	}
	if s.step != stepScoring {
		return engine.Refuse("%s has not finished its actions", c.Seat)
	}
	if s.full && s.active().robot() {
		return engine.Refuse("the Automa scores first what its card says")
	}
	return nil
}

// checkStop: yields and galaxies may be fewer than a card allows.
func (s *State) checkStop(c Pass) error {
	switch {
	case s.players[s.worker()].seat != c.Seat:
		return engine.Refuse("%s carries out no card now", c.Seat)
	case !s.mayStop():
		return engine.Refuse("what the card asks for is possible, so it is carried out")
	}
	return nil
}

// endPart ends the acting seat's part of phase 1 or 3. Levels rise now, or, if
// the table plays that reading of the ruling, when everybody has finished.
func (t *turn) endPart() {
	if !t.atEnd {
		t.resume()
		return
	}
	if next := t.nextToAct(); next >= 0 {
		t.give(next)
		return
	}
	t.settleFrom(t.first())
}

// give begins a seat's part of the phase. In the full book its cards are carried
// out at once, as far as they leave no choice.
func (t *turn) give(i int8) {
	t.emit(Turn{t.players[i].seat})
	if t.full && t.phase == PhaseAct {
		t.work()
	}
}

// resume goes on with the level-ups of the acting seat, and then with the game.
func (t *turn) resume() {
	if t.levelUps(t.turn) {
		return
	}
	if t.atEnd {
		t.settleFrom(t.after(t.turn))
		return
	}
	if next := t.nextToAct(); next >= 0 {
		t.give(next)
		return
	}
	t.nextPhase()
}

// settleFrom raises the levels of the seats from i on, in turn order.
func (t *turn) settleFrom(i int8) {
	for ; i >= 0; i = t.after(i) {
		if !t.players[i].reached() {
			continue
		}
		t.emit(Settled{t.players[i].seat})
		if t.levelUps(i) {
			return
		}
	}
	t.nextPhase()
}

func (t *turn) nextPhase() {
	switch {
	case t.phase == PhaseBuy:
		t.emit(Phase{PhasePlan})
	case t.throne >= 0:
		t.beginFinal()
	default:
		t.emit(Round{t.round + 1}, Phase{PhaseBuy}, Turn{t.players[t.firstToAct(PhaseBuy)].seat})
	}
}
