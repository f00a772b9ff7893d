package councilofshadows

import (
	"slices"

	"arbiter/engine"
)

// What a seat may wish.

// Pick chooses a leader (module 2).
type Pick struct {
	Seat   engine.Seat
	Leader Item
}

func (c Pick) By() engine.Seat { return c.Seat }

func (c Pick) check(s *State) error {
	if err := s.mustAct(c.Seat, PhaseLeaders); err != nil {
		return err
	}
	if !c.Leader.isLeader() {
		return engine.Refuse("%s is no leader", c.Leader.term())
	}
	if q := s.led(c.Leader); q != nil {
		return engine.Refuse("%s leads %s already", c.Leader.term(), q.seat)
	}
	return nil
}

func (c Pick) play(t *turn) {
	p := t.active()
	emit(t, Led(c))
	emit(t, Consumption{c.Seat, Delta(t.value(c.Leader) - p.consumption)})
	if e := t.facts.bonus[c.Leader-Buteo]; e != 0 {
		emit(t, Energy{c.Seat, Delta(e), c.Leader})
	}
	if c.Leader == Ava {
		emit(t, Ranged{c.Seat, p.fields + 1, 1})
	}
	if next := t.nextPicker(); next >= 0 {
		emit(t, Turn{t.players[next].seat})
		return
	}
	emit(t, Phase{PhaseBuy})
	emit(t, Turn{t.players[t.firstToAct(PhaseBuy)].seat})
}

func (c Pick) tell() engine.Text {
	return engine.Say("Choose %s", c.Leader.term())
}

// Buy is one of up to three purchases in phase 1: an AI card, an upgrade
// of the player board, a station. In the full book it says what is paid.
type Buy struct {
	Seat engine.Seat
	What Item
	Pay  Gemset `word:"optional"`
}

func (c Buy) By() engine.Seat { return c.Seat }

func (c Buy) check(s *State) error {
	if err := s.mustAct(c.Seat, PhaseBuy); err != nil {
		return err
	}
	if err := s.checkPurchase(s.active(), c.What); err != nil {
		return err
	}
	return s.checkPay(s.active(), c.What, c.Pay)
}

func (c Buy) play(t *turn) {
	emit(t, Bought(c))
	switch {
	case c.What.isRange():
		field := uint8(c.What-firstRange) + 1
		emit(t, Ranged{c.Seat, field, t.active().reach[field-1] + 1})
		emit(t, Energy{c.Seat, 1, c.What})
	case c.What.isProject() && t.told(c.What):
		emit(t, Energy{c.Seat, Delta(t.value(c.What)), c.What})
	case c.What.isProject():
		emit(t, Due{t.active().seat, c.What})
	}
}

func (c Buy) tell() engine.Text {
	if c.Pay != (Gemset{}) {
		return engine.Say("Buy %s for %s", c.What.term(), c.Pay.sum())
	}
	return engine.Say("Buy %s", c.What.term())
}

// Plan lays a card from the hand on an action field, numbered from the left.
type Plan struct {
	Seat  engine.Seat
	Field uint8
	Card  Item
}

func (c Plan) By() engine.Seat { return c.Seat }

func (c Plan) check(s *State) error {
	p, err := s.planner(c.Seat)
	if err != nil {
		return err
	}
	switch {
	case !p.owns(c.Card):
		return engine.Refuse("%s has no card %s", c.Seat, c.Card.term())
	case !p.hand.has(c.Card):
		return engine.Refuse("%s lies on a field already", c.Card.term())
	case c.Field < 1 || c.Field > p.fields:
		return engine.Refuse("%s has no field %d", c.Seat, c.Field)
	case s.round == 1 && p.top(c.Field) != None:
		return engine.Refuse("in the first round each field takes one card; field %d has one", c.Field)
	case s.round > 1 && c.Field > 1 && p.top(1) == None:
		return engine.Refuse("first a card goes on the empty left field")
	}
	return nil
}

func (c Plan) play(t *turn) {
	emit(t, Planned(c))
}

func (c Plan) tell() engine.Text {
	return engine.Say("Lay %s on field %d", c.Card.term(), int(c.Field))
}

// TakeBack takes a card back that was laid this round.
type TakeBack struct {
	Seat  engine.Seat
	Field uint8
	Card  Item
}

func (c TakeBack) By() engine.Seat { return c.Seat }

// check: only what was laid this round may be changed (ruling moved).
func (c TakeBack) check(s *State) error {
	p, err := s.planner(c.Seat)
	if err != nil {
		return err
	}
	switch {
	case c.Field < 1 || c.Field > p.fields || p.top(c.Field) != c.Card || c.Card == None:
		return engine.Refuse("%s does not lie on top of field %d", c.Card.term(), c.Field)
	case !p.fresh.has(c.Card):
		return engine.Refuse("%s lies there from an earlier round; it stays", c.Card.term())
	}
	return nil
}

func (c TakeBack) play(t *turn) {
	emit(t, TookBack(c))
}

func (c TakeBack) tell() engine.Text {
	return engine.Say("Take %s back from field %d", c.Card.term(), int(c.Field))
}

// Ready ends planning for a seat.
type Ready struct{ Seat engine.Seat }

func (c Ready) By() engine.Seat { return c.Seat }

// check: in round 1 every field takes a card, filled from the left (ruling
// slots); later the left field must have one (ruling first-field). Who has no
// card left in hand is ready all the same.
func (c Ready) check(s *State) error {
	p, err := s.planner(c.Seat)
	if err != nil {
		return err
	}
	if field := s.lacks(p); field > 0 {
		return engine.Refuse("field %d needs a card", field)
	}
	return nil
}

// play ends planning once every seat is: the cards are shown.
func (c Ready) play(t *turn) {
	emit(t, Readied(c))
	for i := range t.seats() {
		if p := &t.players[i]; !p.ready && !p.robot() {
			return
		}
	}
	for _, i := range t.ordered() {
		p := t.players[i]
		for f := uint8(1); f <= p.fields; f++ {
			if top := p.top(f); top != None && p.fresh.has(top) {
				emit(t, Shown{p.seat, f, top})
			}
		}
	}
	emit(t, Phase{PhaseReveal})
	t.reveal()
}

func (Ready) tell() engine.Text {
	return engine.Say("Ready")
}

// Gain reports energy won on the cardboard. Without a cause it comes from
// what the seat is doing: yields while it acts, galaxies while it scores.
type Gain struct {
	Seat   engine.Seat
	Amount uint8
	Cause  Item `word:"optional"`
}

func (c Gain) By() engine.Seat { return c.Seat }

func (c Gain) check(s *State) error {
	if s.full {
		return errCounted()
	}
	if c.Amount < 1 || c.Amount > mostGain {
		return engine.Refuse("energy is reported from 1 to %d; larger sums in parts", mostGain)
	}
	if p := s.player(c.Seat); p.energy+int16(c.Amount) > mostEnergy {
		return engine.Refuse("%s cannot have more than %d energy", c.Seat, mostEnergy)
	}
	if s.due.who >= 0 {
		if !gains(s.due.what) || s.players[s.due.who].seat != c.Seat || c.Cause != None {
			return s.refuseDue()
		}
		return nil
	}
	if err := s.mustAct(c.Seat, PhaseAct); err != nil {
		return err
	}
	if s.active().robot() && s.step != stepScoring {
		return engine.Refuse("the Automa carries out its card first")
	}
	if c.Cause != None && (s.step != stepScoring || !s.active().feeds(c.Cause, s.modules)) {
		return engine.Refuse("%s gains no energy from %s now", c.Seat, c.Cause.term())
	}
	return nil
}

func (c Gain) play(t *turn) {
	switch {
	case t.due.who >= 0:
		c.Cause = t.due.what
	case c.Cause == None && t.step == stepScoring:
		c.Cause = Galaxy
	case c.Cause == None:
		c.Cause = Yield
	}
	emit(t, Energy{c.Seat, Delta(c.Amount), c.Cause})
}

func (c Gain) tell() engine.Text {
	if c.Cause == None {
		return engine.Say("Gain %d energy", int(c.Amount))
	}
	return engine.Say("Gain %d energy from %s", int(c.Amount), c.Cause.term())
}

// Slide ends the actions: all cards move one field to the right.
type Slide struct{ Seat engine.Seat }

func (c Slide) By() engine.Seat { return c.Seat }

func (c Slide) check(s *State) error {
	if s.full {
		return errCounted()
	}
	if err := s.mustAct(c.Seat, PhaseAct); err != nil {
		return err
	}
	if s.active().robot() {
		return engine.Refuse("the Automa has no cards to slide")
	}
	if s.step != stepMain {
		return engine.Refuse("%s has slid its cards", c.Seat)
	}
	return nil
}

func (c Slide) play(t *turn) {
	emit(t, Slid(c))
	emit(t, Scored(c))
}

func (Slide) tell() engine.Text {
	return engine.Say("Slide the cards")
}

// Pass ends the seat's part of the phase.
type Pass struct{ Seat engine.Seat }

func (c Pass) By() engine.Seat { return c.Seat }

func (c Pass) check(s *State) error {
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

// play ends a part: of the purchases, of the scoring, of the final scoring, or
// of a Dark Tech card that is carried out.
func (c Pass) play(t *turn) {
	switch {
	case t.working():
		emit(t, Stopped(c))
		t.work()
	case t.full && t.due.who >= 0: // Information edge without any card on display
		emit(t, Stopped(c))
		t.edgeBonus(c.Seat)
	case t.due.who >= 0:
		t.endDue()
	case t.phase == PhaseFinal:
		t.endFinal()
	default:
		t.endPart()
	}
}

func (Pass) tell() engine.Text {
	return engine.Say("Done")
}

// Choose takes a Dark Tech card.
type Choose struct {
	Seat engine.Seat
	Tech Item
}

func (c Choose) By() engine.Seat { return c.Seat }

func (c Choose) check(s *State) error {
	switch {
	case s.due.who < 0 || s.due.what != DarkTech1 && s.due.what != DarkTech2:
		return engine.Refuse("nobody chooses a Dark Tech card now")
	case s.players[s.due.who].seat != c.Seat:
		return s.refuseDue()
	case c.Tech.pile() == None:
		return engine.Refuse("%s is no Dark Tech card", c.Tech.term())
	case c.Tech.pile() != s.due.what:
		return engine.Refuse("%s belongs to the other pile; now choose from %s", c.Tech.term(), s.due.what.term())
	}
	if s.inBox(c.Tech) {
		return engine.Refuse("%s was put into the box", c.Tech.term())
	}
	if q := s.knower(c.Tech); q != nil {
		return engine.Refuse("%s has %s already", q.seat, c.Tech.term())
	}
	return nil
}

// play takes a card, applies it and gives the others their compensation.
func (c Choose) play(t *turn) {
	p := t.players[t.due.who]
	emit(t, Chose(c))
	t.applyTech(p, c.Tech)
	if t.due.what == c.Tech {
		if t.full && c.Tech != InformationEdge {
			t.work()
		}
		return // the card is carried out first
	}
	t.endDue()
}

func (c Choose) tell() engine.Text {
	return engine.Say("Choose %s", c.Tech.term())
}

// Take takes an AI card that costs nothing (Information edge).
type Take struct {
	Seat engine.Seat
	Card Item
}

func (c Take) By() engine.Seat { return c.Seat }

// check: Information edge gives an AI card; Casares may take any (ruling
// casares).
func (c Take) check(s *State) error {
	switch {
	case s.due.who < 0 || s.due.what != InformationEdge:
		return engine.Refuse("AI cards are bought in phase 1")
	case s.players[s.due.who].seat != c.Seat:
		return s.refuseDue()
	case !c.Card.isAI():
		return engine.Refuse("%s is no AI card", c.Card.term())
	}
	if s.isFree(c.Card) {
		return nil
	}
	return s.checkFree(c.Card)
}

func (c Take) play(t *turn) {
	emit(t, Took(c))
	if !t.full {
		t.endDue()
		return
	}
	t.edgeBonus(c.Seat)
}

func (c Take) tell() engine.Text {
	return engine.Say("Take %s", c.Card.term())
}

// Count reports how many gems of a color are left at the end, or how many
// cubes stand on the game board.
type Count struct {
	Seat   engine.Seat
	What   Item
	Number uint8
}

func (c Count) By() engine.Seat { return c.Seat }

func (c Count) check(s *State) error {
	if s.full {
		return errCounted()
	}
	if s.phase == PhaseCubes {
		return s.checkCubes(c)
	}
	if err := s.mustAct(c.Seat, PhaseFinal); err != nil {
		return err
	}
	p := s.active()
	switch {
	case p.robot():
		return engine.Refuse("the Automa has no gems")
	case int(p.counted) == len(gemColors):
		return engine.Refuse("%s has counted its gems", c.Seat)
	case c.What != gemColors[p.counted]:
		return engine.Refuse("first count the gems: %s", gemColors[p.counted].term())
	case c.Number > mostGems:
		return engine.Refuse("at most %d gems can be reported", mostGems)
	}
	return nil
}

func (c Count) play(t *turn) {
	emit(t, Counted(c))
	if t.phase == PhaseCubes {
		t.decideWinner()
		return
	}
	t.finalEnergy(Delta(c.Number)*Delta(t.value(c.What)), c.What)
	if p := t.active(); int(p.counted) == len(gemColors) {
		t.finalEnergy(Delta(p.aiCards()*t.value(AICard)), AICard)
	}
}

func (c Count) tell() engine.Text {
	return engine.Say("%d left: %s", int(c.Number), c.What.term())
}

// Bonus reports the energy of one bonus card in final scoring.
type Bonus struct {
	Seat   engine.Seat
	Energy uint8
}

func (c Bonus) By() engine.Seat { return c.Seat }

func (c Bonus) check(s *State) error {
	if s.full {
		return errCounted()
	}
	if err := s.mustAct(c.Seat, PhaseFinal); err != nil {
		return err
	}
	p := s.active()
	switch {
	case !p.robot() && int(p.counted) < len(gemColors):
		return engine.Refuse("first count the gems: %s", gemColors[p.counted].term())
	case !p.robot() && p.bonus >= mostBonus:
		return engine.Refuse("nobody has more than %d bonus cards", mostBonus)
	case p.bonus >= lightCards:
		return engine.Refuse("the box has no more bonus cards")
	case c.Energy > mostBonusEnergy:
		return engine.Refuse("a bonus card brings at most %d energy", mostBonusEnergy)
	}
	return nil
}

func (c Bonus) play(t *turn) { t.finalEnergy(Delta(c.Energy), BonusCard) }

func (c Bonus) tell() engine.Text {
	return engine.Say("A bonus card brings %d energy", int(c.Energy))
}

// What the Table states about the cardboard, and what the Automa does.

// Card tells the value printed on an item: the consumption of a card, the
// energy of a project.
type Card struct {
	Seat  engine.Seat
	Item  Item
	Value int8
}

func (c Card) By() engine.Seat { return c.Seat }

func (c Card) check(s *State) error {
	switch {
	case c.Seat != engine.Table:
		return engine.Refuse("the table tells what is printed, not %s", c.Seat)
	case s.due.who >= 0 && s.due.what.isProject() && s.due.what == c.Item:
	case s.due.who >= 0:
		return s.refuseDue()
	case s.phase != PhaseReveal || !slices.Contains(s.untold(), c.Item):
		return engine.Refuse("nobody asks for the value of %s now", c.Item.term())
	}
	if c.Value < leastValue || c.Value > mostValue {
		return engine.Refuse("values go from %d to %d", leastValue, mostValue)
	}
	return nil
}

func (c Card) play(t *turn) {
	emit(t, Printed{c.Item, c.Value, Owner})
	if p := t.due; p.who >= 0 {
		emit(t, Energy{t.players[p.who].seat, Delta(c.Value), c.Item})
		emit(t, Done{t.players[p.who].seat})
		return
	}
	t.reveal()
}

func (c Card) tell() engine.Text {
	return engine.Say("Printed on %s: %d", c.Item.term(), int(c.Value))
}

// Open turns up the top card of the Automa's pile.
type Open struct {
	Seat engine.Seat
	Card Item
}

func (c Open) By() engine.Seat { return c.Seat }

func (c Open) check(s *State) error {
	switch {
	case c.Seat != engine.Table:
		return engine.Refuse("the table opens the Automa's card, not %s", c.Seat)
	case s.phase != PhaseReveal || !s.awaitsAutoma():
		return engine.Refuse("no card of the Automa is to be opened now")
	}
	p, bit := s.automaPile(), uint32(0)
	if c.Card.isAutoma() {
		bit = 1 << (c.Card - firstAutoma)
	}
	switch {
	case (p.above|p.aside)&bit == 0:
		return engine.Refuse("%s does not belong to the Automa's pile %s", c.Card.term(), engine.Roman(int(s.pileLevel())))
	case p.next()&bit == 0:
		return engine.Refuse("%s was opened before and lies aside", c.Card.term())
	}
	return nil
}

func (c Open) play(t *turn) {
	seat := t.players[t.automa.at].seat
	if t.wasOpened(c.Card) {
		emit(t, Reshuffled{seat, t.pileLevel()})
	}
	emit(t, Opened{seat, c.Card})
	if t.facts.card(c.Card).pile == 0 {
		emit(t, Pile{c.Card, t.pileLevel(), Owner})
	}
	t.reveal()
}

func (c Open) tell() engine.Text {
	return engine.Say("Open %s", c.Card.term())
}

// Step tells one printed action of an Automa card.
type Step struct {
	Seat   engine.Seat
	Card   Item
	Number uint8
	Side   Side
	Does   Deed
	Count  uint8
	Planet Planet
	Parsec uint8
	Galaxy GalaxyName
}

func (c Step) By() engine.Seat { return c.Seat }

func (c Step) check(s *State) error {
	if s.full {
		return errCounted()
	}
	if c.Seat != engine.Table {
		return engine.Refuse("the table tells what is printed, not %s", c.Seat)
	}
	if err := s.automaTurn(); err != nil {
		return err
	}
	number, side, ask := s.asked()
	switch {
	case !ask || c.Card != s.automa.open || c.Number != number || c.Side != side || number > mostSteps:
		return engine.Refuse("nobody asks for that action of %s now", c.Card.term())
	case !c.wellFormed():
		return engine.Refuse("an Automa card has no such action")
	}
	return nil
}

func (c Step) play(t *turn) {
	emit(t, Acts{c.Card, c.Number, c.Side, c.Does, c.Count, c.Planet, c.Parsec, c.Galaxy, Owner})
}

func (c Step) tell() engine.Text {
	return engine.Say("Action %d, %s: %s", int(c.Number), engine.Term(c.Side), c.acts().text())
}

// Scoring tells how an Automa card scores.
type Scoring struct {
	Seat engine.Seat
	Card Item
	Mode Mode
}

func (c Scoring) By() engine.Seat { return c.Seat }

func (c Scoring) check(s *State) error {
	if s.full {
		return errCounted()
	}
	if c.Seat != engine.Table {
		return engine.Refuse("the table tells what is printed, not %s", c.Seat)
	}
	if err := s.automaTurn(); err != nil {
		return err
	}
	number, side, ask := s.asked()
	if !ask || side != Left || number == 1 || c.Card != s.automa.open {
		return engine.Refuse("nobody asks how %s scores now", c.Card.term())
	}
	return nil
}

func (c Scoring) play(t *turn) {
	emit(t, Scores{c.Card, c.Mode, Owner})
	t.endAutomaActions()
}

func (c Scoring) tell() engine.Text {
	return engine.Say("It scores: %s", c.Mode.text())
}

// Do carries out the left or the right action of the Automa's open card.
type Do struct {
	Seat engine.Seat
	Side Side
}

func (c Do) By() engine.Seat { return c.Seat }

func (c Do) check(s *State) error {
	if err := s.automaChoice(c.Seat); err != nil {
		return err
	}
	acts, _ := s.current()
	if c.Side != Left && (c.Side != Right || !acts[0].branches() || acts[1].Does == DoesNothing) {
		return engine.Refuse("this action has no alternative")
	}
	return nil
}

func (c Do) play(t *turn) {
	acts, _ := t.current()
	t.did(c.Side)
	if a := acts[c.Side.index()]; a.Does == DoesEnergy {
		emit(t, Energy{c.Seat, Delta(a.Count), t.automa.open})
	}
	t.endAutomaActions()
}

func (c Do) tell() engine.Text {
	if c.Side == Right {
		return engine.Say("Done: the alternative")
	}
	return engine.Say("Done: the left action")
}

// Skip leaves an action of the Automa out: neither side is possible.
type Skip struct{ Seat engine.Seat }

func (c Skip) By() engine.Seat { return c.Seat }

func (c Skip) check(s *State) error {
	if err := s.automaChoice(c.Seat); err != nil {
		return err
	}
	if acts, _ := s.current(); !acts[0].branches() {
		return engine.Refuse("this action is always possible")
	}
	return nil
}

func (Skip) play(t *turn) {
	t.did(Skipped)
}

func (Skip) tell() engine.Text {
	return engine.Say("Skip: neither is possible")
}
