package councilofshadows

import (
	"slices"

	"arbiter/engine"
)

// What cards do, as symbols and as a sentence.

// print draws what a card does and puts it into words, once for everybody who looks at it.
func (c *cardSteps) print() { c.symbols, c.words = slices.Clip(c.drawn()), c.inWords() }

// drawn returns the steps of a card as symbols; a card without steps shows that it sleeps.
func (c *cardSteps) drawn() (all []engine.FaceStep) {
	for _, alternatives := range c.steps {
		var s engine.FaceStep
		for _, o := range alternatives {
			if o.task != noTask {
				s = append(s, c.option(o))
			}
		}
		if s != nil {
			all = append(all, s)
		}
	}
	if all == nil {
		return []engine.FaceStep{faceStep(engine.Symbol{Icon: "sleep"})}
	}
	return all
}

var taskIcons = [...]string{discovering: "discover", harvesting: "harvest", yielding: "harvest", upgrading: "upgrade", scoring: "score"}

// cubeIcons are the drawings of cubes, by their number.
var cubeIcons = [...]string{"cube", "cube", "tower", "tower3"}

// option returns an alternative as symbols: one for each gem, one for anything else.
func (c *cardSteps) option(o alternative) (all engine.FaceOption) {
	var signs []string
	if o.where == anywhere {
		signs = append(signs, "any-range")
	}
	if o.any {
		signs = append(signs, "any-planet")
	}
	switch o.task {
	case takingGems:
		for _, a := range c.gems.amounts() {
			all = append(all, engine.Symbol{Icon: a.Of, Times: a.N})
		}
		if all == nil { // it is unknown which
			all = engine.FaceOption{{Icon: "gems"}}
		}
		return all
	case colonizing:
		return engine.FaceOption{{Icon: cubeIcons[min(int(o.count), mostHeight)], Signs: signs}}
	}
	return engine.FaceOption{{Icon: taskIcons[o.task], Times: int(o.count), Signs: signs}}
}

// inWords says what a card does, step by step, in one sentence.
func (c *cardSteps) inWords() engine.Text {
	text := c.clause(0)
	if text.IsZero() {
		return engine.Say("no action.")
	}
	for n := 1; n < mostCardSteps; n++ {
		if next := c.clause(n); !next.IsZero() {
			text = engine.Say("%s, then %s", text, next)
		}
	}
	return engine.Say("%s.", text)
}

// clause puts the alternatives of a step into words.
func (c *cardSteps) clause(n int) (text engine.Text) {
	for _, o := range c.steps[n] {
		switch one := c.does(o); {
		case o.task == noTask:
		case text.IsZero():
			text = one
		default:
			text = engine.Say("%s or %s", text, one)
		}
	}
	return text
}

// does puts an alternative into words.
func (c *cardSteps) does(o alternative) engine.Text {
	switch o.task {
	case colonizing:
		return o.settles()
	case discovering:
		return engine.Say("discover %s", o.where.reach())
	case harvesting:
		if o.count == 1 {
			return engine.Say("harvest once %s", o.where.reach())
		}
		return engine.Say("harvest up to %d times %s", int(o.count), o.where.reach())
	case yielding:
		switch o.count {
		case 1:
			return engine.Say("take its yield")
		case 2:
			return engine.Say("take its yield twice")
		}
		return engine.Say("take its yield %d times", int(o.count))
	case upgrading:
		return engine.Say("raise a gem by one step")
	case scoring:
		if o.count == 1 {
			return engine.Say("score a galaxy")
		}
		return engine.Say("score up to %d galaxies", int(o.count))
	}
	if c.gems == (Gemset{}) {
		return engine.Say("take the gems shown")
	}
	return engine.Say("take %s", c.gems.sum())
}

func (o alternative) settles() engine.Text {
	if o.any {
		return engine.Say("settle %s %s on any planet", cubesInWords(o.count), o.where.reach())
	}
	return engine.Say("settle %s %s", cubesInWords(o.count), o.where.reach())
}

// cubesInWords names a number of cubes; two and three are stacked.
func cubesInWords(n uint8) engine.Text {
	switch n {
	case 2:
		return engine.Say("a tower of two")
	case 3:
		return engine.Say("a tower of three")
	}
	return engine.Say("1 cube")
}

// reach says where a step is carried out.
func (w area) reach() engine.Text {
	switch w {
	case anywhere:
		return engine.Say("at any range")
	case inNew, inSame:
		return engine.Say("there")
	}
	return engine.Say("in range")
}

// The names of AI cards are ours, since no source gives any: each is made of what the card does, so
// that the cards of any box have names.

// name returns the first two things that a card does, and whether it lowers consumption.
func (c *cardSteps) name(consumption int16) engine.Text {
	parts := c.parts()
	if parts == nil {
		return sleepName(consumption)
	}
	if len(parts) == 1 {
		if quiet := c.quietName(); consumption < 0 && !quiet.IsZero() {
			return quiet
		}
		return parts[0]
	}
	return engine.Say("%s & %s", parts[0], parts[1])
}

func sleepName(consumption int16) engine.Text {
	if consumption <= -3 {
		return engine.Say("deep sleep")
	}
	return engine.Say("standby")
}

// parts names the steps; what is done in the system just discovered is part of the discovery.
func (c *cardSteps) parts() (all []engine.Text) {
	for n, alternatives := range c.steps {
		if alternatives[0].task == noTask || n > 0 && alternatives[0].where == inNew {
			continue
		}
		text := c.noun(n, alternatives[0])
		if alternatives[1].task != noTask {
			text = engine.Say("%s or %s", text, c.noun(n, alternatives[1]))
		}
		all = append(all, text)
	}
	return all
}

func (c *cardSteps) noun(n int, o alternative) engine.Text {
	far := o.where == anywhere
	switch o.task {
	case colonizing:
		return o.colony()
	case discovering:
		return c.survey(n, far)
	case harvesting:
		switch {
		case far:
			return engine.Say("far harvest")
		case o.count > 2:
			return engine.Say("big harvest")
		}
		return engine.Say("harvest")
	case yielding:
		return engine.Say("yield")
	case upgrading:
		return engine.Say("refining")
	case scoring:
		return engine.Say("scoring")
	}
	return engine.Say("gem vein")
}

func (o alternative) colony() engine.Text {
	far := o.where == anywhere
	switch {
	case o.count > 2:
		return engine.Say("great tower")
	case o.count == 2 && far:
		return engine.Say("far tower")
	case o.count == 2:
		return engine.Say("tower")
	case far:
		return engine.Say("far colony")
	case o.any:
		return engine.Say("pioneers")
	}
	return engine.Say("colony")
}

// survey names a discovery by what may be done in the new system: settle or harvest, or both, once
// or more.
func (c *cardSteps) survey(n int, far bool) engine.Text {
	steps, most := 0, uint8(0)
	for _, alternatives := range c.steps[min(n+1, mostCardSteps):] {
		if alternatives[0].where == inNew && alternatives[0].task != noTask {
			steps, most = steps+1, max(most, alternatives[0].count)
		}
	}
	switch {
	case far && steps > 1:
		return engine.Say("far survey")
	case far:
		return engine.Say("deep survey")
	case steps > 1 && most > 1:
		return engine.Say("grand survey")
	case steps > 1:
		return engine.Say("full survey")
	case most > 1:
		return engine.Say("rich survey")
	}
	return engine.Say("survey")
}

// quietName returns the name of a card that lowers consumption.
func (c *cardSteps) quietName() engine.Text {
	switch c.steps[0][0].task {
	case discovering:
		return engine.Say("quiet survey")
	case harvesting:
		return engine.Say("quiet harvest")
	case upgrading:
		return engine.Say("quiet refining")
	}
	return engine.Text{}
}
