package councilofshadows

import "arbiter/engine"

// Facts: what is printed, how the game is set up, which rulings are in force.

// Printed is the number printed on an item: the consumption of a card or
// a leader, the energy of a project, a gem or a Dark Tech card.
type Printed struct {
	Item   Item
	Value  int8
	Origin Origin
}

func (e Printed) apply(s *State) { s.learn(e) }

func (e Printed) tell() engine.Text {
	return engine.Say("%s: %d is printed on it (%s)", e.Item.term(), int(e.Value), engine.Term(e.Origin))
}

func (Printed) why(s *State) engine.Reason {
	return engine.Reason{Rule: engine.Say("Printed values are told once and remembered with the box."), Source: sourceTable}
}

// Bonused is a leader's energy at the start.
type Bonused struct {
	Leader Item
	Energy int8
	Origin Origin
}

func (e Bonused) apply(s *State) { s.learn(e) }

func (e Bonused) tell() engine.Text {
	return engine.Say("%s starts with %d energy (%s)", e.Leader.term(), int(e.Energy), engine.Term(e.Origin))
}

// Barred is an AI card that a leader may not buy.
type Barred struct {
	Leader, Card Item
	Origin       Origin
}

func (e Barred) apply(s *State) { s.learn(e) }

func (e Barred) tell() engine.Text {
	return engine.Say("%s may not buy %s (%s)", e.Leader.term(), e.Card.term(), engine.Term(e.Origin))
}

// Pile is the level of the pile an Automa card belongs to: 0, 1 or 2.
type Pile struct {
	Card   Item
	Level  uint8
	Origin Origin
}

func (e Pile) apply(s *State) { s.learn(e) }

func (e Pile) tell() engine.Text {
	return engine.Say("%s belongs to pile %s (%s)", e.Card.term(), engine.Roman(int(e.Level)), engine.Term(e.Origin))
}

// Advanced marks an Automa card with a silver action background.
type Advanced struct {
	Card   Item
	Origin Origin
}

func (e Advanced) apply(s *State) { s.learn(e) }

func (e Advanced) tell() engine.Text {
	return engine.Say("%s is an advanced card (%s)", e.Card.term(), engine.Term(e.Origin))
}

// Acts is one printed action of an Automa card.
type Acts struct {
	Card   Item
	Number uint8
	Side   Side
	Does   Deed
	Count  uint8
	Planet Planet
	Parsec uint8
	Galaxy GalaxyName
	Origin Origin
}

func (e Acts) apply(s *State) { s.learn(e) }

func (e Acts) tell() engine.Text {
	return engine.Say("%s, action %d, %s: %s (%s)", e.Card.term(), int(e.Number), engine.Term(e.Side), e.text(), engine.Term(e.Origin))
}

// Scores is how an Automa card scores. It ends the list of its actions.
type Scores struct {
	Card   Item
	Mode   Mode
	Origin Origin
}

func (e Scores) apply(s *State) { s.learn(e) }

func (e Scores) tell() engine.Text {
	return engine.Say("%s scores: %s (%s)", e.Card.term(), e.Mode.text(), engine.Term(e.Origin))
}

// Module puts a module of the box into play.
type Module struct{ Name ModuleName }

func (e Module) apply(s *State) {
	s.modules.put(e.Name)
}

func (e Module) tell() engine.Text {
	return engine.Say("With the module: %s", engine.Term(e.Name))
}

// Ruling picks one of the readings of a ruling that leaves a choice.
type Ruling struct{ Name, Choice string }

func (e Ruling) apply(s *State) {
	s.atEnd = s.atEnd || e.Choice == phaseEndTable
	s.ninth = s.ninth || e.Choice == galaxyBonusNine
	s.stops = s.stops || e.Choice == saverLateStop
}

func (e Ruling) tell() engine.Text {
	return engine.Say("Ruling %s: %s", engine.Term(e.Name), engine.Term(e.Choice))
}

// Civilization is whom a seat plays.
type Civilization struct {
	Seat engine.Seat
	Name Item
}

func (e Civilization) apply(s *State) {
	s.player(e.Seat).civilization = e.Name
}

func (e Civilization) tell() engine.Text {
	return engine.Say("%s plays %s", e.Seat, e.Name.term())
}

// At puts a marker on a field of its track: consumption or energy.
type At struct {
	Seat  engine.Seat
	Track TrackName
	Value int16
}

func (e At) apply(s *State) {
	s.put(s.player(e.Seat), e)
}

func (e At) tell() engine.Text {
	return engine.Say("%s: %s is %d", e.Seat, engine.Term(e.Track), int(e.Value))
}

// What can happen.

// Round starts.
type Round struct{ Number uint8 }

func (e Round) apply(s *State) {
	s.round = e.Number
}

func (e Round) tell() engine.Text {
	return engine.Say("Round %d", int(e.Number))
}

// Phase starts.
type Phase struct{ Name PhaseName }

func (e Phase) apply(s *State) {
	s.enter(e.Name)
}

func (e Phase) tell() engine.Text {
	return e.Name.title()
}

// Turn gives a seat its part of the phase.
type Turn struct{ Seat engine.Seat }

func (e Turn) apply(s *State) {
	s.turn, s.step, s.job = s.find(e.Seat), stepMain, job{}
}

func (e Turn) tell() engine.Text {
	return engine.Say("It is %s's turn", e.Seat)
}

func (Turn) why(s *State) engine.Reason {
	return engine.Reason{Rule: engine.Say("Seats act in the order of their tiles."), Source: sourceSetup}
}

// Scored begins a seat's scoring.
type Scored struct{ Seat engine.Seat }

func (e Scored) apply(s *State) {
	s.turn, s.step, s.job = s.find(e.Seat), stepScoring, job{}
	p := s.active()
	p.scored, p.reaped, p.sent = 0, false, false
}

func (e Scored) tell() engine.Text {
	return engine.Say("%s may score", e.Seat)
}

func (e Scored) why(s *State) engine.Reason {
	if e.Seat == automaSeat {
		return engine.Reason{Rule: ruleAutoma, Source: sourceAutoma}
	}
	return engine.Reason{Rule: rulingScoringOrder, Source: sourceScoring}
}

// Settled begins the level-ups of a seat at the end of a whole phase.
type Settled struct{ Seat engine.Seat }

func (e Settled) apply(s *State) {
	s.turn, s.step = s.find(e.Seat), stepSettling
}

func (e Settled) tell() engine.Text {
	return engine.Say("%s rises", e.Seat)
}

// Led gives a leader to a seat.
type Led struct {
	Seat   engine.Seat
	Leader Item
}

func (e Led) apply(s *State) {
	s.player(e.Seat).leader = e.Leader
}

func (e Led) tell() engine.Text {
	return engine.Say("%s is led by %s", e.Seat, e.Leader.term())
}

// Bought is a purchase; in the full book, with what was paid.
type Bought struct {
	Seat engine.Seat
	What Item
	Pay  Gemset `word:"optional"`
}

func (e Bought) apply(s *State) {
	s.player(e.Seat).bought++
	s.player(e.Seat).add(e.What)
	s.pay(s.player(e.Seat), e.Pay)
	s.unshelve(e.What)
}

func (e Bought) tell() engine.Text {
	if e.Pay != (Gemset{}) {
		return engine.Say("%s buys %s for %s", e.Seat, e.What.term(), e.Pay.sum())
	}
	return engine.Say("%s buys %s", e.Seat, e.What.term())
}

// Took is an AI card that cost nothing.
type Took struct {
	Seat engine.Seat
	Card Item
}

func (e Took) apply(s *State) {
	s.player(e.Seat).add(e.Card)
	s.unshelve(e.Card)
	s.job.over = true
}

func (e Took) tell() engine.Text {
	return engine.Say("%s takes %s", e.Seat, e.Card.term())
}

// Ranged sets how many parsecs a field reaches.
type Ranged struct {
	Seat          engine.Seat
	Field, Parsec uint8
}

func (e Ranged) apply(s *State) {
	s.player(e.Seat).extend(e.Field, e.Parsec)
}

func (e Ranged) tell() engine.Text {
	return engine.Say("%s: field %d reaches parsec %d", e.Seat, int(e.Field), int(e.Parsec))
}

func (e Ranged) why(s *State) engine.Reason {
	if e.Field > s.player(e.Seat).fields {
		return s.whyPanel()
	}
	return engine.Reason{Rule: engine.Say("A field reaches parsec 2 before parsec 3; each step gives one energy."), Source: sourceBuy}
}

// Planned is a card laid face down. Other seats see nothing of it.
type Planned struct {
	Seat  engine.Seat
	Field uint8
	Card  Item
}

// Cover hides a planned card, and that there is one, from the other seats.
func (e Planned) Cover(seat engine.Seat) engine.Event { return onlyFor(e.Seat, seat, e) }

// MarshalJSON is an error: the card may be hidden.
func (Planned) MarshalJSON() ([]byte, error) { return nil, engine.ErrSecret }

func (e Planned) apply(s *State) {
	p := s.player(e.Seat)
	p.lay(e.Field, e.Card)
	p.fresh, p.down = p.fresh.with(e.Card), p.down.with(e.Card)
}

func (e Planned) fits(s *State) bool {
	return e.Field <= mostFields
}

func (e Planned) tell() engine.Text {
	return engine.Say("%s lays %s on field %d", e.Seat, e.Card.term(), int(e.Field))
}

// TookBack is a planned card that went back to the hand.
type TookBack struct {
	Seat  engine.Seat
	Field uint8
	Card  Item
}

// Cover hides a card taken back from the other seats.
func (e TookBack) Cover(seat engine.Seat) engine.Event { return onlyFor(e.Seat, seat, e) }

// MarshalJSON is an error: the card may be hidden.
func (TookBack) MarshalJSON() ([]byte, error) { return nil, engine.ErrSecret }

func (e TookBack) apply(s *State) {
	s.player(e.Seat).lift(e.Field, e.Card)
}

func (e TookBack) fits(s *State) bool {
	return e.Field <= mostFields
}

func (e TookBack) tell() engine.Text {
	return engine.Say("%s takes %s back", e.Seat, e.Card.term())
}

// Readied is a seat that has planned.
type Readied struct{ Seat engine.Seat }

func (e Readied) apply(s *State) {
	s.player(e.Seat).ready = true
}

func (e Readied) tell() engine.Text {
	return engine.Say("%s is ready", e.Seat)
}

// Shown is a card that everybody sees now.
type Shown struct {
	Seat  engine.Seat
	Field uint8
	Card  Item
}

// Reveals tells that everybody has seen the card.
func (Shown) Reveals() {}

func (e Shown) apply(s *State) {
	s.player(e.Seat).show(e.Field, e.Card)
}

func (e Shown) fits(s *State) bool {
	return e.Field <= mostFields
}

func (e Shown) tell() engine.Text {
	return engine.Say("%s shows %s on field %d", e.Seat, e.Card.term(), int(e.Field))
}

func (Shown) why(s *State) engine.Reason {
	return engine.Reason{Rule: engine.Say("When everybody is ready, the planned cards are shown; only the top card of a field counts."), Source: sourcePlan}
}

// Opened is the Automa's card for this round.
type Opened struct {
	Seat engine.Seat
	Card Item
}

// Reveals tells that everybody has seen the Automa's card.
func (Opened) Reveals() {}

func (e Opened) apply(s *State) {
	s.automa.open, s.automa.did = e.Card, 0
	if e.Card.isAutoma() {
		s.automa.cards.lay(uint8(e.Card - firstAutoma))
	}
}

func (e Opened) tell() engine.Text {
	return engine.Say("%s opens %s", e.Seat, e.Card.term())
}

func (Opened) why(s *State) engine.Reason {
	return engine.Reason{Rule: engine.Say("When everybody has planned, the top card of the Automa's pile is opened."), Source: sourceAutoma}
}

// Reshuffled makes a used-up pile of the Automa whole again.
type Reshuffled struct {
	Seat  engine.Seat
	Level uint8
}

func (e Reshuffled) apply(s *State) {
	s.automa.cards.shuffle(s.pileBits(e.Level))
}

func (e Reshuffled) tell() engine.Text {
	return engine.Say("%s shuffles its pile %s again", e.Seat, engine.Roman(int(e.Level)))
}

// Consumption moves the consumption marker.
type Consumption struct {
	Seat engine.Seat
	By   Delta
}

func (e Consumption) apply(s *State) {
	s.player(e.Seat).consume(int16(e.By))
}

func (e Consumption) tell() engine.Text {
	return engine.Say("%s: consumption %+d", e.Seat, int(e.By))
}

// why adds up the visible cards, and says where the marker stopped.
func (e Consumption) why(s *State) engine.Reason {
	p := s.player(e.Seat)
	switch {
	case s.phase == PhaseLeaders:
		return engine.Reason{Rule: ruleLeader, Source: sourceLeaders}
	case s.phase != PhaseReveal:
		n := -int(s.value(EnergySaver))
		r := engine.Reason{Addends: []engine.Addend{{Name: engine.Say("%s", EnergySaver.term()), N: n}}, Source: sourceTech}
		if r.Rule = ruleTech; n == int(e.By) {
			if p.reached() {
				r.Rule = rulingSaver
			}
			return r
		}
		return s.stopped(r, n, int(e.By))
	case s.perpetual(p):
		return engine.Reason{Rule: rulingPerpetual, Source: sourceTech}
	}
	r := engine.Reason{Source: sourcePlan}
	for _, card := range s.visible(p) {
		r.Addends = append(r.Addends, engine.Addend{Name: s.named(card), N: int(s.value(card))})
	}
	return s.stopped(r, int(s.played(p)), int(e.By))
}

// Energy moves the energy marker.
type Energy struct {
	Seat  engine.Seat
	By    Delta
	Cause Item
}

func (e Energy) apply(s *State) {
	s.gain(s.player(e.Seat), e)
}

func (e Energy) tell() engine.Text {
	return engine.Say("%s: energy %+d (%s)", e.Seat, int(e.By), e.Cause.term())
}

func (e Energy) why(s *State) engine.Reason {
	p := s.player(e.Seat)
	r := engine.Reason{Addends: []engine.Addend{{Name: engine.Say("%s", e.Cause.term()), N: int(e.By)}}}
	switch {
	case e.Cause == LevelUp:
		r.Addends = []engine.Addend{{Name: engine.Say("Energy"), N: int(p.energy)}, {Name: engine.Say("Consumption"), N: int(e.By)}}
		r.Rule, r.Source = rulingTwoLevels, sourceTech
	case e.Cause.isRange() || e.Cause.isProject():
		r.Rule, r.Source = engine.Say("Each range step gives one energy; a project gives what is printed there, once."), sourceBuy
	case e.Cause.isBonus() && s.find(e.Seat) >= 0:
		return s.whyBonus(s.find(e.Seat), e.Cause)
	case e.Cause == Galaxy && s.full:
		r.Rule, r.Source = engine.Say("The reward printed beside the galaxy."), sourceScoring
	case e.Cause == Yield && s.full:
		r.Rule, r.Source = engine.Say("The yield printed on the tile."), sourceAct
	case e.Cause == Anthracite || e.Cause == Gold || e.Cause == Crystal || e.Cause == AICard || e.Cause == BonusCard:
		r.Rule, r.Source = rulingFinalOrder, sourceEnd
	case e.Cause.isLeader() && s.phase == PhaseLeaders:
		r.Rule, r.Source = ruleLeader, sourceLeaders
	case e.Cause.isLeader():
		r.Rule, r.Source = techText(e.Cause), sourceLeaders
	case e.Cause == Empire || e.Cause == Feudalism:
		r.Rule, r.Source = techText(e.Cause), sourceTech
	case e.Cause.pile() != None:
		r.Rule, r.Source = engine.Say("%s: a Dark Tech card.", e.Cause.term()), sourceTech
	case e.Cause.isAutoma():
		r.Rule, r.Source = ruleAutoma, sourceAutoma
	default:
		r.Rule, r.Source = engine.Say("Reported at the table."), sourceTable
	}
	return r
}

// Order hands out an order tile.
type Order struct {
	Seat  engine.Seat
	Place uint8
}

func (e Order) apply(s *State) {
	s.player(e.Seat).order = e.Place
}

func (e Order) tell() engine.Text {
	return engine.Say("%s takes order tile %d", e.Seat, int(e.Place))
}

// why compares the steps of all seats.
func (e Order) why(s *State) engine.Reason {
	r := engine.Reason{Rule: engine.Say("The highest consumption of this round goes first; only the steps really moved count."), Source: sourcePlan}
	own := s.player(e.Seat)
	for _, i := range s.byConsumption() {
		p := &s.players[i]
		r.Compares = append(r.Compares, engine.Addend{Name: engine.Say("%s", p.seat), N: int(p.applied)})
		if p.seat != own.seat && p.applied == own.applied {
			r.Rule = rulingTie
		}
	}
	return r
}

// Slid moves all cards of a seat one field to the right; the stack that
// leaves the last field goes back to the hand.
type Slid struct{ Seat engine.Seat }

func (e Slid) apply(s *State) {
	s.player(e.Seat).slide()
}

func (e Slid) fits(s *State) bool {
	return s.find(e.Seat) >= 0
}

func (e Slid) tell() engine.Text {
	return engine.Say("%s slides its cards one field to the right", e.Seat)
}

func (Slid) why(s *State) engine.Reason {
	return engine.Reason{Rule: engine.Say("After the actions all cards move one field to the right; the last stack goes back to the hand."), Source: sourceAct}
}

// Level turns the energy marker to a level.
type Level struct {
	Seat engine.Seat
	To   uint8
}

func (e Level) apply(s *State) {
	s.player(e.Seat).level = e.To
}

func (e Level) tell() engine.Text {
	return engine.Say("%s reaches Dark Tech level %s", e.Seat, engine.Roman(int(e.To)))
}

func (e Level) why(s *State) engine.Reason {
	p := s.player(e.Seat)
	return engine.Reason{
		Compares: []engine.Addend{{Name: engine.Say("Energy"), N: int(p.energy)}, {Name: engine.Say("Consumption"), N: int(p.consumption)}},
		Rule:     rulingReach, Source: sourceTech,
	}
}

// Due is something a seat has to do before the game goes on: take a card
// of a Dark Tech pile, carry out a Dark Tech card, read a project's value.
type Due struct {
	Seat engine.Seat
	What Item
}

func (e Due) apply(s *State) {
	s.due, s.job = due{s.find(e.Seat), e.What}, job{}
}

func (e Due) tell() engine.Text {
	return engine.Say("%s has to do: %s", e.Seat, e.What.term())
}

func (e Due) why(s *State) engine.Reason {
	if e.What.pile() != None {
		return engine.Reason{Rule: ruleTech, Source: sourceTech}
	}
	return engine.Reason{Rule: engine.Say("Levels I and II bring a Dark Tech card of the seat's choice."), Source: sourceTech}
}

// Chose is a Dark Tech card taken.
type Chose struct {
	Seat engine.Seat
	Tech Item
}

func (e Chose) apply(s *State) {
	s.player(e.Seat).choose(e.Tech, s.round)
}

func (e Chose) tell() engine.Text {
	return engine.Say("%s chooses %s", e.Seat, e.Tech.term())
}

// Done ends what was due.
type Done struct{ Seat engine.Seat }

func (Done) apply(s *State) {
	s.due, s.job = due{who: -1}, job{}
}

func (e Done) tell() engine.Text {
	return engine.Say("%s has done it", e.Seat)
}

// Receives are gems that the seat takes from the supply.
type Receives struct {
	Seat   engine.Seat
	Gem    Item
	Number uint8
}

func (e Receives) apply(s *State) {
	s.player(e.Seat).take(gemsOf(e.Gem, e.Number))
}

func (e Receives) tell() engine.Text {
	return engine.Say("%s takes from the supply: %d %s", e.Seat, int(e.Number), e.Gem.term())
}

func (Receives) why(s *State) engine.Reason {
	switch {
	case s.due.who >= 0:
		return engine.Reason{Rule: ruleTech, Source: sourceTech}
	case s.working():
		return engine.Reason{Rule: engine.Say("The gems shown on the card."), Source: sourceAct}
	}
	return engine.Reason{Rule: rulingCompensation, Source: sourceTech}
}

// Throne goes to the first seat that reaches level III.
type Throne struct{ Seat engine.Seat }

func (e Throne) apply(s *State) {
	s.throne = s.find(e.Seat)
}

func (e Throne) tell() engine.Text {
	return engine.Say("%s takes the throne: this is the last round", e.Seat)
}

func (Throne) why(s *State) engine.Reason {
	return engine.Reason{Rule: engine.Say("The first to reach level III takes the throne; the round is played to its end."), Source: sourceEnd}
}

// Did is an action of the Automa's card, carried out or skipped.
type Did struct {
	Seat   engine.Seat
	Number uint8
	Side   Side
}

func (e Did) apply(s *State) {
	s.automa.did, s.job = e.Number, job{}
}

func (e Did) fits(s *State) bool {
	return e.Number <= mostSteps
}

func (e Did) tell() engine.Text {
	if e.Side == Skipped {
		return engine.Say("%s leaves action %d out", e.Seat, int(e.Number))
	}
	return engine.Say("%s carries out action %d: %s", e.Seat, int(e.Number), engine.Term(e.Side))
}

// why explains an action of the Automa's card.
func (e Did) why(s *State) engine.Reason {
	acts, _ := s.current()
	switch {
	case e.Side == Skipped:
		return engine.Reason{Rule: engine.Say("Neither side of the action is possible."), Source: sourceAutoma}
	case !acts[e.Side.index()].branches():
		return engine.Reason{Rule: ruleAutoma, Source: sourceAutoma}
	}
	return engine.Reason{Rule: rulingAutomaChoice, Source: sourceAutoma}
}

// Counted is what a seat has left at the end.
type Counted struct {
	Seat   engine.Seat
	What   Item
	Number uint8
}

func (e Counted) apply(s *State) {
	s.counted(s.player(e.Seat), e.What, e.Number)
}

func (e Counted) tell() engine.Text {
	return engine.Say("%s has %d left: %s", e.Seat, int(e.Number), e.What.term())
}

// Won ends the game; with a tie there are several winners.
type Won struct{ Seat engine.Seat }

func (e Won) apply(s *State) {
	s.player(e.Seat).winner, s.phase = true, PhaseOver
}

func (e Won) tell() engine.Text {
	return engine.Say("%s wins", e.Seat)
}

func (Won) why(s *State) engine.Reason {
	return engine.Reason{Rule: rulingWinner, Source: sourceEnd}
}

func onlyFor(owner, seat engine.Seat, e engine.Event) engine.Event {
	if owner != seat {
		return nil
	}
	return e
}
