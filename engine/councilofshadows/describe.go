package councilofshadows

import "arbiter/engine"

// What is printed in the box, for people who play the full book without the
// cardboard: on cards, tiles and upgrades, and where a command leads.

// describe tells it of a thing or of a command.
func describe(state engine.State, x any) engine.Text {
	s, ok := state.(*State)
	if !ok || !s.full {
		return engine.Text{}
	}
	switch x := x.(type) {
	case engine.Term:
		return s.describeItem(itemNamed(string(x)))
	case Found:
		return s.describePlanet(x.Site, x.Planet)
	case Place:
		return s.describeSite(x.Site)
	case Gather:
		return s.describeYield(x.Site)
	case Score:
		return s.describeScore(x)
	case Explore:
		return engine.Say("tiles in the stack: %d", s.stackSize(x.Parsec))
	}
	return engine.Text{}
}

func (s *State) describeItem(i Item) engine.Text {
	switch {
	case i.isCard():
		return s.describeCard(i)
	case i.isTile():
		return s.facts.board.tile[i-firstTile].text()
	case i.isBonus():
		return s.describeBonus(s.facts.board.bonus[i-firstLight])
	case i.isLeader():
		return s.describeLeader(i)
	case i.pile() != None:
		return s.describeTech(i)
	case i >= Desert && i < Buteo:
		return s.describeUpgrade(i)
	}
	return engine.Text{}
}

// describeCard tells the consumption of a card and what it does; of AI cards on
// display the price, too.
func (s *State) describeCard(i Item) engine.Text {
	text := engine.Say("consumption %d; %s", int(s.value(i)), s.facts.board.card[i].text())
	if i.isAI() && s.onDisplay(i) {
		text = engine.Say("costs %s; %s", s.facts.board.price[i][0].sum(), text)
	}
	return text
}

func (s *State) onDisplay(i Item) bool {
	for _, card := range s.table.market {
		if card == i {
			return true
		}
	}
	return false
}

// text tells what a card does, step by step.
func (c *cardSteps) text() engine.Text {
	text := c.step(0)
	if text.IsZero() {
		return engine.Say("no action")
	}
	for n := 1; n < mostCardSteps; n++ {
		if next := c.step(n); !next.IsZero() {
			text = engine.Say("%s; then: %s", text, next)
		}
	}
	return text
}

// step tells the alternatives of a step.
func (c *cardSteps) step(n int) (text engine.Text) {
	for _, o := range c.steps[n] {
		switch one := c.does(o); {
		case o.task == noTask:
		case text.IsZero():
			text = one
		default:
			text = engine.Say("%s; or: %s", text, one)
		}
	}
	return text
}

func (c *cardSteps) does(o alternative) engine.Text {
	if o.task == takingGems {
		return engine.Say("take gems: %s", c.gems.sum())
	}
	return o.text()
}

// text tells what is printed on a tile.
func (t *tile) text() engine.Text {
	text := engine.Say("parsec %d", int(t.parsec))
	for _, kind := range t.planets {
		if kind != noPlanet {
			text = engine.Say("%s; %s", text, engine.Term(kind.name()))
		}
	}
	return engine.Say("%s; yield: %s", text, t.yield())
}

// yield tells what a tile brings.
func (t *tile) yield() engine.Text {
	switch {
	case t.energy == 0:
		return t.gems.sum()
	case t.gems == Gemset{}:
		return engine.Say("energy %d", int(t.energy))
	}
	return engine.Say("%s, energy %d", t.gems.sum(), int(t.energy))
}

// describeLeader tells where a leader starts and what it brings.
func (s *State) describeLeader(i Item) engine.Text {
	what := techText(i)
	if i == Ava {
		what = engine.Say("A further action field that reaches parsec 1.")
	}
	text := engine.Say("consumption %d; %s", int(s.value(i)), what)
	if e := s.facts.bonus[i-Buteo]; e != 0 {
		text = engine.Say("energy %d; %s", int(e), text)
	}
	return text
}

// describeUpgrade tells the price of an upgrade or a station and what it brings.
func (s *State) describeUpgrade(i Item) engine.Text {
	step := uint8(1)
	if i.isRange() {
		if step = s.nextStepOf(i); step >= farthest {
			return engine.Text{}
		}
	}
	costs := engine.Say("costs %s", s.facts.board.price[i][step-1].sum())
	switch {
	case i.isRange():
		return engine.Say("%s; reaches parsec %d; energy %d", costs, int(step)+1, 1)
	case i.isProject():
		return engine.Say("%s; energy %d", costs, int(s.value(i)))
	case i.isStation():
		return engine.Say("%s; %s", costs, techText(i))
	case i == Expansion:
		return engine.Say("%s; cubes may stand on cubes, three at most", costs)
	}
	return engine.Say("%s; you may settle on planets of this type", costs)
}

// nextStepOf is the step of a range upgrade that the seat whose turn it is would
// buy next.
func (s *State) nextStepOf(i Item) uint8 {
	if s.turn < 0 {
		return 1
	}
	return max(1, s.active().nextStep(i))
}
