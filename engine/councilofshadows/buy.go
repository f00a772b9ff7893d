package councilofshadows

import (
	"cmp"
	"slices"

	"arbiter/engine"
	"arbiter/engine/rule"
)

// In phase 1 each seat makes up to three purchases, in turn order.
const mostPurchases = 3

// buysMore allows a seat at most three purchases.
func (p *player) buysMore() refusal {
	if p.bought >= mostPurchases {
		return refuse("%s has made %d purchases; there are no more this round", p.word(), number(mostPurchases))
	}
	return allowed
}

// offered allows what a seat may buy, apart from the payment. Stations of the full book are built
// instead.
func (s *State) offered(p *player, what Item) refusal {
	switch {
	case what.isAI() && s.bars(p, what):
		return refuse("%s may not buy %s", p.leader.word(), what.word())
	case what.isAI():
		return s.isFree(what)
	case what.isRange():
		return p.extends(what)
	case what.isStation() && !s.modules.stations:
		return refuse("this game is played without the stations of module 1")
	case what.isStation() && s.full:
		return refuse("choose a galaxy for %s", what.word())
	case !what.isUpgrade():
		return refuse("%s cannot be bought", what.word())
	}
	return p.lacks(what)
}

// bars reports whether the seat's leader forbids a card (ruling casares).
func (s *State) bars(p *player, card Item) bool {
	return p.leader.isLeader() && s.facts.barred[p.leader-Buteo] == card
}

// isFree allows an AI card that nobody owns and that, in the full book, is on display.
func (s *State) isFree(card Item) refusal {
	if s.full {
		if !slices.Contains(s.table.market[:], card) {
			return refuse("%s is not on display", card.word())
		}
		return allowed
	}
	for i := range s.seats() {
		if q := &s.players[i]; q.owns(card) {
			return refuse("%s has %s already", q.word(), card.word())
		}
	}
	return allowed
}

// extends requires that a field gets parsec 2 before parsec 3.
func (p *player) extends(step Item) refusal {
	field := uint8(step-firstRange) + 1
	switch {
	case field > p.fields:
		return refuse("%s has no field %d", p.word(), number(field))
	case p.reach[field-1] >= farthest:
		return refuse("field %d reaches parsec %d already", number(field), number(farthest))
	}
	return allowed
}

// lacks allows an upgrade or station that has not been bought yet.
func (p *player) lacks(what Item) refusal {
	if p.has.contains(what) {
		return refuse("%s has bought %s before; it can be bought once a game", p.word(), what.word())
	}
	return allowed
}

// purchases lists what the acting seat may do while it buys.
func (s *State) purchases(all []engine.Command) []engine.Command {
	all = s.buyable(all)
	if s.switches().Allowed() {
		all = append(all, Switch{s.active().seat})
	}
	return append(s.zoeColonies(all), s.commands(s.turn).pass)
}

// buyable lists what the acting seat may buy.
func (s *State) buyable(all []engine.Command) []engine.Command {
	p := s.active()
	if !p.buysMore().Allowed() {
		return all
	}
	if s.full {
		for _, card := range s.table.market {
			all = s.payWays(all, p, card)
		}
	} else {
		for i := firstAI; i < firstAutoma; i++ {
			all = s.payWays(all, p, i)
		}
	}
	for i := Desert; i < Buteo; i++ {
		all = s.payWays(all, p, i)
	}
	return s.builds(all, p)
}

func (p *player) add(what Item) {
	switch {
	case what.isAI():
		p.toHand(what)
	case what.isUpgrade():
		p.has = p.has.with(what)
	}
}

func (p *player) extend(field, parsec uint8) {
	if field < 1 || field > mostFields {
		return
	}
	p.fields = max(p.fields, field)
	p.reach[field-1] = parsec
}

// Buy is one of up to three purchases in phase 1: an AI card, an upgrade
// of the player board, a station. In the full book it says what is paid.
type Buy struct {
	Seat engine.Seat
	What Item
	Pay  Gemset `word:"optional"`
}

func (c Buy) By() engine.Seat { return c.Seat }

// Aims returns what is bought.
func (c Buy) Aims() []string {
	if c.What.isAI() {
		return []string{c.What.cardAim()}
	}
	return []string{c.What.thingAim()}
}

func (c Buy) Check(s *State) refusal {
	if r := s.mustAct(c.Seat, PhaseBuy); !r.Allowed() {
		return r
	}
	p := s.active()
	if r := cmp.Or(p.buysMore(), s.offered(p, c.What)); !r.Allowed() {
		return r
	}
	return s.paid(p, c.What, c.Pay)
}

func (c Buy) Play(r *resolution) {
	emit(r, Bought(c))
	switch {
	case c.What.isRange():
		field := uint8(c.What-firstRange) + 1
		emit(r, Ranged{c.Seat, field, r.active().reach[field-1] + 1})
		r.energize(Energy{c.Seat, 1, c.What})
	case c.What.isProject() && r.told(c.What):
		r.energize(Energy{c.Seat, Delta(r.value(c.What)), c.What})
	case c.What.isProject():
		emit(r, Due{r.active().seat, c.What})
	}
}

func (c Buy) Tell() engine.Text {
	if c.Pay != (Gemset{}) {
		return engine.Say("Buy %s for %s", c.What.term(), c.Pay.sum())
	}
	return engine.Say("Buy %s", c.What.term())
}

func (c Buy) Effect(s *State) engine.Effect {
	e := rule.Asks(engine.Say("Buy"), "Buy %s?", s.quoted(c.What))
	if c.Pay != (Gemset{}) {
		e = rule.Asks(engine.Say("Buy"), "Buy %s for %s?", s.quoted(c.What), c.Pay.sum())
	}
	ways := s.payWays(nil, s.player(c.Seat), c.What)
	e.OnCard = len(ways) > 0 && ways[0] == engine.Command(c) // the cheapest gems
	return e
}

// Bought is a purchase; in the full book, with what was paid.
type Bought struct {
	Seat engine.Seat
	What Item
	Pay  Gemset `word:"optional"`
}

func (e Bought) Apply(s *State) {
	s.player(e.Seat).bought++
	s.player(e.Seat).add(e.What)
	s.pay(s.player(e.Seat), e.Pay)
	s.unshelve(e.What)
}

func (e Bought) Tell() engine.Text {
	if e.Pay != (Gemset{}) {
		return engine.Say("%s buys %s for %s", e.Seat, e.What.term(), e.Pay.sum())
	}
	return engine.Say("%s buys %s", e.Seat, e.What.term())
}

// Ranged sets how many parsecs a field reaches.
type Ranged struct {
	Seat          engine.Seat
	Field, Parsec uint8
}

func (e Ranged) Apply(s *State) {
	s.player(e.Seat).extend(e.Field, e.Parsec)
}

func (e Ranged) Tell() engine.Text {
	return engine.Say("%s: field %d reaches parsec %d", e.Seat, int(e.Field), int(e.Parsec))
}

func (e Ranged) Why(s *State) engine.Reason {
	if e.Field > s.player(e.Seat).fields {
		return s.whyPanel()
	}
	return engine.Reason{Rule: engine.Say("A field reaches parsec 2 before parsec 3; each step gives one energy."), Source: sourceBuy}
}
