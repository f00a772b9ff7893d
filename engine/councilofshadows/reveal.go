package councilofshadows

import (
	"cmp"
	"slices"

	"arbiter/engine"
	"arbiter/engine/notation"
	"arbiter/engine/rule"
)

// When the cards are shown, consumption is added up and the order follows (rulebook, phase 2).
// Values that are unknown are asked for first.

// reveal continues once nothing is missing: the Automa's card is open and every value that counts
// is known.
func (r *resolution) reveal() {
	if r.awaitsAutoma() || len(r.untold()) > 0 {
		return
	}
	for _, i := range r.ordered() {
		p := &r.players[i]
		emit(r, Consumption{p.seat, Delta(r.steps(p))})
	}
	for place, i := range r.byConsumption() {
		emit(r, Order{r.players[i].seat, uint8(place + 1)})
	}
	emit(r, Phase{PhaseAct})
	r.give(r.first())
}

// untold lists the cards whose consumption counts now and is unknown.
func (s *State) untold() []Item {
	var missing []Item
	for _, i := range s.ordered() {
		p := &s.players[i]
		if s.perpetual(p) {
			continue
		}
		for _, card := range s.visible(p) {
			if !s.told(card) && !slices.Contains(missing, card) {
				missing = append(missing, card)
			}
		}
	}
	return missing
}

// tellable lists the values that may be told now: those that are asked for and, along with them,
// those of the rest of the decks, including the Automa's if it plays.
func (s *State) tellable() []Item {
	all := s.untold()
	for i := Discover; len(all) > 0 && i < afterAutoma; i++ {
		if (i.isCard() || i.isAutoma() && s.automa.at >= 0) && !s.told(i) && !slices.Contains(all, i) {
			all = append(all, i)
		}
	}
	return all
}

// shower returns the seat that reads what is printed on a visible card: the one it lies before, or
// the table if it is the Automa's.
func (s *State) shower(card Item) engine.Seat {
	for _, i := range s.ordered() {
		if p := &s.players[i]; !p.robot() && slices.Contains(s.visible(p), card) {
			return p.seat
		}
	}
	return engine.Table
}

// visible lists the cards whose consumption counts: the top card of each field, or the Automa's
// open card. Like ordered it is short enough to be inlined.
func (s *State) visible(p *player) []Item {
	var cards [mostFields]Item
	return s.open(p, cards[:0])
}

func (s *State) open(p *player, cards []Item) []Item {
	if p.robot() {
		if s.automa.open != None {
			cards = append(cards, s.automa.open)
		}
		return cards
	}
	for f := uint8(1); f <= p.fields; f++ {
		if top := p.top(f); top != None {
			cards = append(cards, top)
		}
	}
	return cards
}

// perpetual reports whether consumption counts 0 whatever is played: from the round after Perpetual
// motion was taken (ruling perpetual-motion).
func (s *State) perpetual(p *player) bool {
	return p.knows(PerpetualMotion) && s.round > p.perpetual
}

// played adds up the consumption of a seat's visible cards.
func (s *State) played(p *player) int16 {
	if s.perpetual(p) {
		return 0
	}
	sum := int16(0)
	for _, card := range s.visible(p) {
		sum += s.value(card)
	}
	return sum
}

// steps returns how far the consumption marker really moves (ruling applied).
func (s *State) steps(p *player) int16 { return s.bounded(p, s.played(p)) }

// bounded returns how far a marker really moves if it is to move by a number of steps: never above
// 100, never below 20, and when falling not closer than one field above energy, unless energy has
// already passed it (ruling saver-late).
func (s *State) bounded(p *player, by int16) int16 {
	to := p.consumption + by
	switch {
	case by >= 0:
		to = min(to, mostConsumption)
	case p.reached() && !s.stops:
		to = max(to, leastConsumption)
	default:
		to = min(max(to, leastConsumption, p.energy+1), p.consumption)
	}
	return to - p.consumption
}

// byConsumption ranks the players: by the steps really moved, then by energy, then by who reached
// that energy first (ruling tie).
func (s *State) byConsumption() []int8 {
	places := s.ordered()
	slices.SortStableFunc(places, func(a, b int8) int {
		p, q := &s.players[a], &s.players[b]
		return cmp.Or(cmp.Compare(q.applied, p.applied), cmp.Compare(q.energy, p.energy), cmp.Compare(p.arrived, q.arrived))
	})
	return places
}

// The Table tells values that are not known from the box.

// The range of a value printed on an item.
const (
	leastValue = -10
	mostValue  = 30
)

// revealCommands lists what the table is asked for after the reveal.
func (s *State) revealCommands() (all []engine.Command) {
	for i := firstAutoma; s.awaitsAutoma() && i < afterAutoma; i++ {
		all = append(all, Open{engine.Table, i})
	}
	for _, card := range s.tellable() {
		all = append(all, values(card)...)
	}
	return all
}

func values(i Item) []engine.Command {
	var all []engine.Command
	for v := int8(leastValue); v <= mostValue; v++ {
		all = append(all, Card{engine.Table, i, v})
	}
	return all
}

// Card tells the value printed on an item: the consumption of a card, the energy of a project.
type Card struct {
	Seat  engine.Seat
	Item  Item
	Value int8
}

func (c Card) By() engine.Seat { return c.Seat }

// Aims returns none: a number is typed.
func (Card) Aims() []string { return nil }

func (c Card) Check(s *State) refusal {
	switch {
	case c.Seat != engine.Table:
		return refuse("the table tells what is printed, not %s", wordBy)
	case s.due.who >= 0 && s.due.what.isProject() && s.due.what == c.Item:
	case s.due.who >= 0:
		return s.refuseDue()
	case s.phase != PhaseReveal || !slices.Contains(s.tellable(), c.Item):
		return refuse("nobody asks for the value of %s now", c.Item.word())
	}
	if c.Value < leastValue || c.Value > mostValue {
		return refuse("values go from %d to %d", number(leastValue), number(mostValue))
	}
	return allowed
}

func (c Card) Play(r *resolution) {
	emit(r, Printed{c.Item, c.Value, notation.Owner})
	if p := r.due; p.who >= 0 {
		r.energize(Energy{r.players[p.who].seat, Delta(c.Value), c.Item})
		emit(r, Done{r.players[p.who].seat})
		return
	}
	r.reveal()
}

func (c Card) Tell() engine.Text {
	return engine.Say("Printed on %s: %d", c.Item.term(), int(c.Value))
}

// Effect shows what the plan of the seat that shows the card comes to, or what a project brings.
func (c Card) Effect(s *State) engine.Effect {
	e := rule.Asks(engine.Say("Enter"), "Is %d printed on %s?", int(c.Value), s.quoted(c.Item))
	if s.due.who >= 0 {
		s.foresee(&e, c, s.due.who)
		return e
	}
	if seat := s.shower(c.Item); seat != engine.Table {
		told := *s
		told.learn(Printed{c.Item, c.Value, notation.Owner})
		e.Plan, _ = told.Forecast(seat)
		e.Then = e.Plan.Texts()
	}
	return e
}

// Consumption moves the consumption marker.
type Consumption struct {
	Seat engine.Seat
	By   Delta
}

func (e Consumption) Apply(s *State) {
	s.player(e.Seat).consume(int16(e.By))
}

func (e Consumption) Tell() engine.Text {
	if e.By < 0 {
		return engine.Say("The consumption of %s falls by %d", e.Seat, -int(e.By))
	}
	return engine.Say("The consumption of %s rises by %d", e.Seat, int(e.By))
}

// Brief implements engine.Brief: it begins with who, as others do.
func (e Consumption) Brief() engine.Text {
	if e.By < 0 {
		return engine.Say("%s consumes %d less", e.Seat, -int(e.By))
	}
	return engine.Say("%s consumes %d more", e.Seat, int(e.By))
}

// Why adds up the visible cards, and says where the marker stopped.
func (e Consumption) Why(s *State) engine.Reason {
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

func (p *player) consume(by int16) { p.consumption, p.applied = p.consumption+by, by }

// named names an item whose value is added up, with its source unless the value was read on the
// item.
func (s *State) named(i Item) engine.Text {
	if from := s.facts.origin[i]; from != "" && !from.Certain() {
		return engine.Say("%s (%s)", i.term(), engine.From(from))
	}
	return engine.Say("%s", i.term())
}

// stopped adds the rule: either the sum, or the limit that stopped the marker.
func (s *State) stopped(r engine.Reason, sum, moved int) engine.Reason {
	r.Rule = engine.Say("The consumption of the visible cards is added up.")
	if sum != moved {
		r.Addends = append(r.Addends, engine.Addend{Name: engine.Say("stopped"), N: moved - sum})
		r.Rule = rulingApplied
	}
	return r
}

// Order hands out an order tile.
type Order struct {
	Seat  engine.Seat
	Place uint8
}

func (e Order) Apply(s *State) {
	s.player(e.Seat).order = e.Place
}

func (e Order) Tell() engine.Text {
	return engine.Say("%s takes order tile %d", e.Seat, int(e.Place))
}

// Why compares the steps of all seats.
func (e Order) Why(s *State) engine.Reason {
	r := engine.Reason{Orders: true, Rule: engine.Say("The highest consumption of this round goes first; only the steps really moved count."), Source: sourcePlan}
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
