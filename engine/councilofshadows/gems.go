package councilofshadows

import (
	"fmt"

	"arbiter/engine"
	"arbiter/engine/rule"
)

// A Gemset is numbers of gems: anthracite, gold and transparent ones, in order of worth. It is
// written with slashes, as 1/0/2.
type Gemset struct{ Anthracite, Gold, Crystal uint8 }

// MarshalText writes the three numbers; no gems are the empty word.
func (g Gemset) MarshalText() ([]byte, error) {
	if g == (Gemset{}) {
		return nil, nil
	}
	return fmt.Appendf(nil, "%d/%d/%d", g.Anthracite, g.Gold, g.Crystal), nil
}

// UnmarshalText reads the three numbers.
func (g *Gemset) UnmarshalText(b []byte) error {
	*g = Gemset{}
	if len(b) == 0 {
		return nil
	}
	var rest string
	if n, _ := fmt.Sscanf(string(b)+" .", "%d/%d/%d %s", &g.Anthracite, &g.Gold, &g.Crystal, &rest); n != 4 || rest != "." {
		return fmt.Errorf("%q are no gems; write anthracite, gold and transparent ones as 1/0/2", b)
	}
	return nil
}

func (g Gemset) number() int { return int(g.Anthracite) + int(g.Gold) + int(g.Crystal) }

func (g Gemset) plus(h Gemset) Gemset {
	return Gemset{g.Anthracite + h.Anthracite, g.Gold + h.Gold, g.Crystal + h.Crystal}
}

func (g Gemset) minus(h Gemset) Gemset {
	return Gemset{g.Anthracite - h.Anthracite, g.Gold - h.Gold, g.Crystal - h.Crystal}
}

func (g Gemset) times(n uint8) Gemset { return Gemset{n * g.Anthracite, n * g.Gold, n * g.Crystal} }

// covers reports whether g holds at least h of each color.
func (g Gemset) covers(h Gemset) bool {
	return g.Anthracite >= h.Anthracite && g.Gold >= h.Gold && g.Crystal >= h.Crystal
}

// refined returns the gems one step higher; transparent ones stay (Gem refinement).
func (g Gemset) refined() Gemset { return Gemset{0, g.Anthracite, g.Gold + g.Crystal} }

// of returns the number of gems of the color that the item names.
func (g Gemset) of(gem Item) uint8 {
	switch gem {
	case Anthracite:
		return g.Anthracite
	case Gold:
		return g.Gold
	case Crystal:
		return g.Crystal
	}
	return 0
}

func gemsOf(gem Item, n uint8) Gemset {
	switch gem {
	case Anthracite:
		return Gemset{Anthracite: n}
	case Gold:
		return Gemset{Gold: n}
	case Crystal:
		return Gemset{Crystal: n}
	}
	return Gemset{}
}

// pays reports whether paid settles a price: as many gems as it asks for, each worth at least the
// one that it stands for. There is no change, so an additional gem is not accepted (rulebook, phase
// 1).
func (price Gemset) pays(paid Gemset) bool {
	return paid.number() == price.number() && paid.Crystal >= price.Crystal &&
		int(paid.Gold)+int(paid.Crystal) >= int(price.Gold)+int(price.Crystal)
}

// shortfall returns the gems that are missing for a price, for which higher ones may be used: the
// fewest that would do, in the printed colors.
func (price Gemset) shortfall(has Gemset) (lack Gemset) {
	spare := uint8(0)
	for _, n := range []struct {
		costs, has uint8
		lacks      *uint8
	}{{price.Crystal, has.Crystal, &lack.Crystal}, {price.Gold, has.Gold, &lack.Gold}, {price.Anthracite, has.Anthracite, &lack.Anthracite}} {
		*n.lacks = max(n.costs, n.has+spare) - n.has - spare
		spare += n.has + *n.lacks - n.costs
	}
	return lack
}

// payments lists every way to pay a price, the cheapest gems first.
func (price Gemset) payments() (ways []Gemset) {
	if !price.payable() {
		return nil
	}
	n := uint8(price.number())
	for c := price.Crystal; c <= n; c++ {
		for d := uint8(0); c+d <= n; d++ {
			if paid := (Gemset{n - c - d, d, c}); price.pays(paid) {
				ways = append(ways, paid)
			}
		}
	}
	return ways
}

// mostPrice is the most gems that anything can cost; far more than is printed.
const mostPrice = 20

func (price Gemset) payable() bool {
	return price.number() <= mostPrice
}

// sum names only the gems that there are.
func (g Gemset) sum() engine.Text {
	var all []engine.Text
	for _, gem := range gemColors {
		if n := g.of(gem); n > 0 {
			all = append(all, engine.Say("%d %s", int(n), gem.term()))
		}
	}
	if all == nil {
		return engine.Say("nothing")
	}
	return enumerate(all)
}

// text names all gems.
func (g Gemset) text() engine.Text {
	return engine.Say("%d anthracite, %d gold, %d transparent", int(g.Anthracite), int(g.Gold), int(g.Crystal))
}

func (s *State) raises(all []engine.Command, i int8) []engine.Command {
	p := &s.players[i]
	if p.gems.Anthracite > 0 {
		all = append(all, s.commands(i).raise[0])
	}
	if p.gems.Gold > 0 {
		all = append(all, s.commands(i).raise[1])
	}
	return all
}

// Raise turns a gem into the next higher one.
type Raise struct {
	Seat engine.Seat
	Gem  Item
}

func (c Raise) By() engine.Seat { return c.Seat }

// Aims returns the gem.
func (c Raise) Aims() []string { return []string{c.Gem.thingAim()} }

func (c Raise) Check(s *State) refusal {
	if r := s.mustWork(c.Seat, upgrading); !r.Allowed() {
		return r
	}
	switch g := s.players[s.actor()].gems; {
	case c.Gem != Anthracite && c.Gem != Gold:
		return refuse("anthracite and gold gems can be upgraded")
	case g.of(c.Gem) == 0:
		return refuse("%s has no gem of that color: %s", wordBy, c.Gem.word())
	}
	return allowed
}

func (c Raise) Play(r *resolution) {
	emit(r, Raised(c))
	r.carryOut()
}

func (c Raise) Tell() engine.Text {
	return engine.Say("Upgrade a gem: %s", c.Gem.term())
}

func (c Raise) Effect(*State) engine.Effect {
	return atOnce(rule.Asks(engine.Say("Raise"), "Raise a gem: %s to %s?", c.Gem.term(), (c.Gem + 1).term()))
}

// Raised is a gem turned into the next higher one.
type Raised struct {
	Seat engine.Seat
	Gem  Item
}

func (e Raised) Apply(s *State) {
	p := s.player(e.Seat)
	p.gems = p.gems.minus(gemsOf(e.Gem, 1)).plus(gemsOf(e.Gem, 1).refined())
	s.inPlay.did(upgrading)
}

func (e Raised) Tell() engine.Text {
	return engine.Say("%s upgrades a gem: %s", e.Seat, e.Gem.term())
}

// Paying (rulebook, phase 1).

// price returns what an item costs a seat now.
func (s *State) price(p *player, what Item) Gemset {
	return s.facts.board.price[what][p.nextStep(what)-1]
}

// paid requires gems that settle the price.
func (s *State) paid(p *player, what Item, gems Gemset) refusal {
	switch {
	case !s.full && gems != Gemset{}:
		return refuse("the cardboard keeps the gems in this game; say only what is bought")
	case s.full && s.price(p, what).shortfall(p.gems) != Gemset{}:
		return refuse("short of %s", what.short())
	case s.full && !p.gems.covers(gems):
		return refuse("%s does not have these gems", p.word())
	case s.full && !s.price(p, what).pays(gems):
		return refuse("%s costs %s; a higher gem may stand for a lower one, and there is no change", what.word(), what.priced())
	}
	return allowed
}

// nextStep returns the step that would be bought next for a field: 1 to parsec 2, 2 to parsec 3.
// Everything else has one step.
func (p *player) nextStep(what Item) uint8 {
	if what.isRange() {
		return p.reach[what-firstRange]
	}
	return 1
}

// payWays lists the ways to pay for what the active seat may buy.
func (s *State) payWays(all []engine.Command, p *player, what Item) []engine.Command {
	switch {
	case !s.offered(p, what).Allowed():
		return all
	case !s.full:
		return append(all, s.commands(s.turn).bought[what])
	case s.price(p, what).number() > p.gems.number():
		return all
	}
	return payable(all, s.commands(s.turn).buy[what][p.nextStep(what)-1], p.gems)
}

// A payment is a purchase and the gems that it costs.
type payment struct {
	gems    Gemset
	command engine.Command
}

// payable appends the ways to pay that the gems are enough for.
func payable(all []engine.Command, ways []payment, gems Gemset) []engine.Command {
	for _, way := range ways {
		if gems.covers(way.gems) {
			all = append(all, way.command)
		}
	}
	return all
}

func (s *State) pay(p *player, g Gemset) { p.gems = p.gems.minus(g) }

func (p *player) take(g Gemset) { p.gems = p.gems.plus(g) }
