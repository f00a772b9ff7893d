package councilofshadows

import "arbiter/engine"

// Paying (rulebook, phase 1).

// price is what an item costs a seat now.
func (s *State) price(p *player, what Item) Gemset {
	return s.facts.board.price[what][p.nextStep(what)-1]
}

// paid: gems settle the price.
func (s *State) paid(p *player, what Item, gems Gemset) refusal {
	switch {
	case !s.full && gems != Gemset{}:
		return refuse("the cardboard keeps the gems in this game; say only what is bought")
	case s.full && !p.gems.covers(gems):
		return refuse("%s does not have these gems", p.word())
	case s.full && !s.price(p, what).pays(gems):
		return refuse("%s costs %s; a higher gem may stand for a lower one, and there is no change", what.word(), what.priced())
	}
	return allowed
}

// nextStep is the step of a field that would be bought next: 1 to parsec 2, 2 to
// parsec 3. Everything else has one step.
func (p *player) nextStep(what Item) uint8 {
	if what.isRange() {
		return p.reach[what-firstRange]
	}
	return 1
}

// payWays lists the ways to pay for what the acting seat may buy.
func (s *State) payWays(all []engine.Command, p *player, what Item) []engine.Command {
	switch {
	case !s.offered(p, what).allowed():
		return all
	case !s.full:
		return append(all, s.commands(s.turn).bought[what])
	case s.price(p, what).number() > p.gems.number():
		return all
	}
	return payable(all, s.commands(s.turn).buy[what][p.nextStep(what)-1], p.gems)
}

// A payment is a purchase with the gems that it takes.
type payment struct {
	gems    Gemset
	command engine.Command
}

// payable appends the ways to pay that gems suffice for.
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
