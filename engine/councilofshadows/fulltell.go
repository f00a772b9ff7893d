package councilofshadows

import (
	"slices"

	"arbiter/engine"
)

// tellFullCommand puts a command of the full book into words.
func tellFullCommand(x any) engine.Text {
	switch c := x.(type) {
	case Build:
		return engine.Say("Build %s in the galaxy %s, paying %s", c.What.term(), engine.Term(c.Galaxy), c.Pay.sum())
	case Found:
		if c.Cubes == 1 {
			return engine.Say("Put a cube on planet %d of field %d", int(c.Planet), int(c.Site))
		}
		return engine.Say("Put a tower of %d on planet %d of field %d", int(c.Cubes), int(c.Planet), int(c.Site))
	case Explore:
		return engine.Say("Discover in parsec %d", int(c.Parsec))
	case Place:
		return engine.Say("Lay %s on field %d", c.Tile.term(), int(c.Site))
	case Gather:
		if c.Cause != None {
			return engine.Say("Take the yield of field %d with %s", int(c.Site), c.Cause.term())
		}
		return engine.Say("Take the yield of field %d", int(c.Site))
	case Raise:
		return engine.Say("Raise a gem: %s", c.Gem.term())
	case Score:
		if c.Site == 0 {
			return engine.Say("Score the galaxy %s; no cube leaves", engine.Term(c.Galaxy))
		}
		return engine.Say("Score the galaxy %s; a cube leaves planet %d of field %d", engine.Term(c.Galaxy), int(c.Planet), int(c.Site))
	case Return:
		if c.Card == None {
			return engine.Say("Put a bonus card under the pile")
		}
		return engine.Say("Put %s under the pile", c.Card.term())
	case Show:
		return engine.Say("Show %s", c.Card.term())
	}
	return tellStatement(x)
}

// tellStatement puts what the table brings into words.
func tellStatement(x any) engine.Text {
	switch c := x.(type) {
	case Draw:
		return engine.Say("Draw %s", c.Tile.term())
	case Refill:
		return engine.Say("Lay %s on the display", c.Card.term())
	case Deal:
		if c.Card == None {
			return engine.Say("%s draws a bonus card", c.To)
		}
		return engine.Say("Deal %s to %s", c.Card.term(), c.To)
	case Switch:
		return engine.Say("Go on in the full book")
	case Remove:
		return engine.Say("In the box: %s and %s", c.First.term(), c.Second.term())
	}
	return engine.Text{}
}

// tellBoard puts what happens on the board into words.
func tellBoard(x any) engine.Text {
	switch e := x.(type) {
	case Built:
		return engine.Say("%s builds %s in the galaxy %s for %s", e.Seat, e.What.term(), engine.Term(e.Galaxy), e.Pay.sum())
	case Located:
		return engine.Say("%s: %s stands in the galaxy %s", e.Seat, e.What.term(), engine.Term(e.Galaxy))
	case Does:
		return engine.Say("%s carries out %s, step %d", e.Seat, e.Card.term(), int(e.Step))
	case Omits:
		return engine.Say("%s: nothing of %s, step %d, is possible", e.Seat, e.Card.term(), int(e.Step))
	case Stopped:
		return engine.Say("%s leaves the rest of the step", e.Seat)
	case Founded:
		return engine.Say("%s: cubes on planet %d of field %d: %+d", e.Seat, int(e.Planet), int(e.Site), int(e.Cubes))
	case Explored:
		return engine.Say("%s discovers in parsec %d", e.Seat, int(e.Parsec))
	case Drew:
		return engine.Say("%s is drawn", e.Tile.term())
	case Placed:
		return engine.Say("%s lies on field %d", e.Tile.term(), int(e.Site))
	case Gathered:
		if e.Gems == (Gemset{}) {
			return engine.Say("%s takes the yield of field %d, %d times", e.Seat, int(e.Site), int(e.Times))
		}
		return engine.Say("%s takes the yield of field %d, %d times: %s", e.Seat, int(e.Site), int(e.Times), e.Gems.sum())
	case Raised:
		return engine.Say("%s raises a gem: %s", e.Seat, e.Gem.term())
	case Claimed:
		if e.Site == 0 {
			return engine.Say("%s scores the galaxy %s and keeps all cubes", e.Seat, engine.Term(e.Galaxy))
		}
		return engine.Say("%s scores the galaxy %s; a cube leaves planet %d of field %d", e.Seat, engine.Term(e.Galaxy), int(e.Planet), int(e.Site))
	}
	return tellStacks(x)
}

// tellStacks puts what happens to piles and hidden cards into words.
func tellStacks(x any) engine.Text {
	switch e := x.(type) {
	case Owed:
		return engine.Say("%s gets a light bonus card", e.Seat)
	case Dealt:
		if e.Card == None {
			return engine.Say("%s has drawn a bonus card", e.Seat)
		}
		return engine.Say("%s has drawn a bonus card: %s", e.Seat, e.Card.term())
	case GaveBack:
		if e.Card == None {
			return engine.Say("%s puts a bonus card under the pile", e.Seat)
		}
		return engine.Say("%s puts a bonus card under the pile: %s", e.Seat, e.Card.term())
	case Exposed:
		return engine.Say("%s shows %s", e.Seat, e.Card.term())
	case Refilled:
		return engine.Say("%s lies on place %d of the display", e.Card.term(), int(e.Place))
	case Cleared:
		return engine.Say("%s leaves place %d of the display", e.Card.term(), int(e.Place))
	case Removed:
		return engine.Say("%s and %s were put into the box", e.First.term(), e.Second.term())
	case Holds:
		return engine.Say("%s has %s", e.Seat, e.Gems.sum())
	case Displays:
		return engine.Say("The display: %s, %s, %s, %s, %s, %s, %s, %s", e.One.term(), e.Two.term(), e.Three.term(), e.Four.term(),
			e.Five.term(), e.Six.term(), e.Seven.term(), e.Eight.term())
	case Stands:
		return engine.Say("%s has cubes on planet %d of field %d: %d", e.Seat, int(e.Planet), int(e.Site), int(e.Cubes))
	case Book:
		return engine.Say("Played by the book: %s", engine.Term(e.Name))
	case Stacks:
		if e.Where == InDevice {
			return engine.Say("The device draws tiles and cards")
		}
		return engine.Say("People draw tiles and cards")
	}
	return tellBox(x)
}

// tellBox puts what is printed into words.
func tellBox(x any) engine.Text {
	switch e := x.(type) {
	case Price:
		return engine.Say("%s costs %s (%s)", e.Item.term(), e.Gems.sum(), engine.Term(e.Origin))
	case Effect:
		return engine.Say("%s, step %d: %s (%s)", e.Card.term(), int(e.Step), engine.Term(e.Does), engine.Term(e.Origin))
	case Idle:
		return engine.Say("%s has no action (%s)", e.Card.term(), engine.Term(e.Origin))
	case Gives:
		return engine.Say("%s gives %s (%s)", e.Card.term(), e.Gems.sum(), engine.Term(e.Origin))
	case System:
		return engine.Say("%s: parsec %d, %s and energy %d (%s)", e.Tile.term(), int(e.Parsec), e.Gems.sum(), int(e.Energy), engine.Term(e.Origin))
	case Site:
		return engine.Say("Field %d belongs to the galaxy %s, parsec %d (%s)", int(e.Number), engine.Term(e.Galaxy), int(e.Parsec), engine.Term(e.Origin))
	case Reward:
		return engine.Say("The galaxy %s brings %d or %d energy (%s)", engine.Term(e.Galaxy), int(e.Majority), int(e.Minority), engine.Term(e.Origin))
	case Covered:
		return engine.Say("With three players the galaxy %s is covered (%s)", engine.Term(e.Galaxy), engine.Term(e.Origin))
	case Pays:
		return engine.Say("%s brings %d and %d for each (%s)", e.Card.term(), int(e.Base), int(e.Each), engine.Term(e.Origin))
	case Marked:
		return engine.Say("%s is used with %d players (%s)", e.Card.term(), int(e.Players), engine.Term(e.Origin))
	case Crosses:
		return engine.Say("%s crosses out the places %d, %d, %d and %d (%s)", e.Card.term(), int(e.One), int(e.Two), int(e.Three), int(e.Four), engine.Term(e.Origin))
	}
	return engine.Text{}
}

// fullPrompts says what the full book waits for; none if the other prompts hold.
func (s *State) fullPrompts() []engine.Prompt {
	switch s.debt() {
	case owesDraw:
		return ask(engine.Table, engine.Say("Draw a tile from the stack of parsec %d", int(s.table.pile)), engine.Say("Draw: parsec %d", int(s.table.pile)))
	case owesPlace:
		if s.automaActs() {
			return ask(engine.Table, engine.Say("Lay one of the tiles for the Automa where its card says; the other goes under its stack"), engine.Say("Lay a tile"))
		}
		return ask(s.players[s.worker()].seat, engine.Say("Lay one of the tiles on a free field of parsec %d; the other goes under its stack", int(s.table.pile)), engine.Say("Lay a tile"))
	case owesRefill:
		return ask(engine.Table, engine.Say("Lay the next AI card on place %d of the display", s.gap()+1), engine.Say("Fill the display"))
	case owesDeal:
		return s.dealPrompts()
	case owesReturn:
		return ask(s.players[s.overfull()].seat, engine.Say("Five bonus cards are one too many: put one under the pile"), engine.Say("Return a bonus card"))
	case owesRemoval:
		return ask(engine.Table, engine.Say("Look through %s: which two cards are missing?", s.due.what.term()), engine.Say("Missing in %s?", s.due.what.term()))
	}
	switch {
	case s.takesStock():
		return ask(engine.Table, engine.Say("State what lies on the board and before the seats: tiles, cubes, stations, gems, bonus cards; then say done"), engine.Say("State the cardboard"))
	case s.automaActs():
		return ask(engine.Table, engine.Say("Choose for the Automa: %s", s.deed().text()), engine.Say("Choose for the Automa"))
	case s.working():
		return s.workPrompts()
	case s.phase == PhaseAct && s.step == stepScoring && s.active().robot():
		return ask(engine.Table, engine.Say("Choose which cube of the Automa leaves"), engine.Say("Choose for the Automa"))
	case s.phase == PhaseAct && s.step == stepScoring && s.due.who < 0:
		return ask(s.active().seat, engine.Say("Score galaxies if you like, then say done"), engine.Say("Score, then done"))
	case s.phase == PhaseFinal && s.active().robot():
		return ask(engine.Table, engine.Say("Show the Automa's bonus cards one after the other"), engine.Say("Show bonus cards"))
	case s.phase == PhaseFinal:
		return ask(s.active().seat, engine.Say("Show your bonus cards one after the other"), engine.Say("Show bonus cards"))
	}
	return nil
}

func (s *State) dealPrompts() []engine.Prompt {
	var all []engine.Prompt
	for _, i := range s.ordered() {
		if s.players[i].owed == 0 {
			continue
		}
		text := engine.Say("%s takes the top light bonus card, looks at it and lays it face down", s.players[i].seat)
		switch {
		case s.players[i].robot():
			text = engine.Say("The Automa gets the top light bonus card, face down")
		case s.phase == PhaseSetup:
			text = engine.Say("%s gets a dark bonus card face down", s.players[i].seat)
		}
		all = append(all, engine.Prompt{Seat: engine.Table, Text: text, Brief: engine.Say("Bonus card: %s", s.players[i].seat)})
	}
	return all
}

// workPrompts asks for the step that waits; with alternatives it names each.
func (s *State) workPrompts() []engine.Prompt {
	var text engine.Text
	for _, o := range s.options() {
		if o.task == noTask || !s.goesOn(o) {
			continue
		}
		if text.IsZero() {
			text = o.text()
			continue
		}
		text = engine.Say("%s; or: %s", text, o.text())
	}
	return ask(s.players[s.worker()].seat, engine.Say("%s: %s", s.job.card.term(), text), engine.Say("Carry out: %s", s.job.card.term()))
}

// text says what an alternative of a step does.
func (o option) text() engine.Text {
	switch o.task {
	case colonizing:
		return engine.Say("cubes on a planet: %d (%s, %s)", int(o.count), o.where.text(), o.fits())
	case discovering:
		return engine.Say("discover (%s)", o.where.text())
	case harvesting:
		return engine.Say("harvest, at most: %d (%s)", int(o.count), o.where.text())
	case yielding:
		return engine.Say("take the yield, so many times: %d (%s)", int(o.count), o.where.text())
	case upgrading:
		return engine.Say("raise a gem by one step")
	case scoring:
		return engine.Say("score different galaxies, at most: %d", int(o.count))
	}
	return engine.Say("take the gems shown")
}

func (o option) fits() engine.Text {
	if o.any {
		return engine.Say("any planet")
	}
	return engine.Say("by adaptability")
}

func (w where) text() engine.Text {
	switch w {
	case anywhere:
		return engine.Say("anywhere")
	case inNew:
		return engine.Say("on the new tile")
	case inSame:
		return engine.Say("in the same system")
	}
	return engine.Say("in range")
}

// whyFull explains an event of the full book.
func (s *State) whyFull(e engine.Event) engine.Reason {
	switch e := e.(type) {
	case Omits:
		if s.facts.full.card[e.Card].steps[e.Step-1][0].task == noTask {
			return engine.Reason{Rule: engine.Say("This card has no action."), Source: sourceAct}
		}
		for _, o := range s.facts.full.card[e.Card].steps[e.Step-1] {
			if o.task == discovering {
				return engine.Reason{Rule: rulingPileEmpty, Source: sourceAct}
			}
		}
		return engine.Reason{Rule: rulingSkip, Source: sourceAct}
	case Gathered:
		if e.Cause == Buteo {
			return engine.Reason{Rule: techText(Buteo), Source: sourceLeaders}
		}
		if e.Cause == StationHarvest {
			return engine.Reason{Rule: techText(StationHarvest), Source: sourceStations}
		}
		if s.working() && !s.asksFor(harvesting) {
			return engine.Reason{Rule: engine.Say("The card brings the yield of this system; it takes no colony."), Source: sourceAct}
		}
		return engine.Reason{Rule: engine.Say("Each colony brings the yield of its system once for each card; no cube is removed."), Source: sourceAct}
	case Founded:
		return s.whyFounded(e)
	case Scored:
		if e.Seat == automaSeat {
			return engine.Reason{Rule: ruleAutoma, Source: sourceAutoma}
		}
		return engine.Reason{Rule: rulingScoringOrder, Source: sourceScoring}
	case Built:
		if e.What == StationColonize {
			return engine.Reason{Rule: rulingStationCubes, Source: sourceStations}
		}
		return engine.Reason{Rule: engine.Say("A station goes into a galaxy without one in which the seat has a colony, and stays there."), Source: sourceStations}
	case Did:
		return s.whyDid(e)
	case GaveBack:
		return engine.Reason{Rule: rulingReturned, Source: sourceScoring}
	case Placed:
		return s.whyPlaced()
	case Claimed:
		return s.whyClaimed(e)
	case Owed:
		if s.due.who >= 0 && s.due.what == InformationEdge {
			return engine.Reason{Rule: ruleTech, Source: sourceTech}
		}
		return engine.Reason{Rule: engine.Say("Some galaxies bring a light bonus card; a seat keeps at most four bonus cards."), Source: sourceScoring}
	case Refilled:
		return engine.Reason{Rule: rulingPileEmpty, Source: sourceBuy}
	case Cleared:
		return engine.Reason{Rule: ruleAutoma, Source: sourceAutoma}
	case Removed:
		return engine.Reason{Rule: engine.Say("Two cards of each Dark Tech pile go into the box unseen."), Source: sourceSetup}
	}
	return engine.Reason{}
}

// asksFor tells whether the step that waits has an alternative of a kind.
func (s *State) asksFor(kind task) bool {
	return slices.ContainsFunc(s.waiting(), func(o option) bool { return o.task == kind })
}

// waiting are the alternatives of the step that waits, none if no step does.
func (s *State) waiting() []option {
	if !s.working() {
		return nil
	}
	return s.options()[:]
}

// whyDid explains an action of the Automa's card.
func (s *State) whyDid(e Did) engine.Reason {
	acts, _ := s.current()
	switch {
	case e.Side == Skipped:
		return engine.Reason{Rule: engine.Say("Neither side of the action is possible."), Source: sourceAutoma}
	case !acts[e.Side.index()].branches():
		return engine.Reason{Rule: ruleAutoma, Source: sourceAutoma}
	}
	return engine.Reason{Rule: rulingAutomaChoice, Source: sourceAutoma}
}

// whyFounded names the limits that the card, the leader or the Automa's card sets.
func (s *State) whyFounded(e Founded) engine.Reason {
	switch {
	case e.Cause == Zoe:
		return engine.Reason{Rule: techText(Zoe), Source: sourceLeaders}
	case e.Cause.isAutoma():
		return engine.Reason{Rule: ruleAutoma, Source: sourceAutoma}
	}
	for _, o := range s.waiting() {
		if o.task == colonizing && o.any {
			return engine.Reason{Rule: engine.Say("This card puts cubes on a planet of any type; at most three stand on one, and on cubes only with the expansion."), Source: sourceAct}
		}
	}
	return engine.Reason{Rule: engine.Say("Cubes go on a planet in range to which the seat is adapted; at most three stand on one, and on cubes only with the expansion."), Source: sourceAct}
}

// whyClaimed compares the cubes in the galaxy.
func (s *State) whyClaimed(e Claimed) engine.Reason {
	g, _ := galaxyIndex(e.Galaxy)
	r := engine.Reason{Rule: engine.Say("More cubes than each other seat bring the higher reward, a tie or fewer the lower one; then one cube leaves."), Source: sourceScoring}
	for _, i := range s.ordered() {
		if n := s.strength(g, i); n > 0 {
			r.Compares = append(r.Compares, engine.Addend{Name: engine.Say("%s", s.players[i].seat), N: int(n)})
		}
	}
	i := s.find(e.Seat)
	switch {
	case s.players[i].leader == Breish && s.rank(g, i) == 0:
		r.Rule, r.Source = techText(Breish), sourceLeaders
	case e.Site == 0 && s.players[i].leader == Casares:
		r.Rule, r.Source = techText(Casares), sourceLeaders
	case e.Site == 0:
		r.Rule, r.Source = techText(StationScore), sourceStations
	}
	return r
}

// whyBonus says what a bonus card counts.
func (s *State) whyBonus(i int8, card Item) engine.Reason {
	b := s.facts.full.bonus[card-firstLight]
	r := engine.Reason{Rule: b.Kind.text(), Source: sourceEnd}
	switch b.Kind {
	case CountsConsumption:
		r.Addends = []engine.Addend{{Name: engine.Say("Consumption"), N: int(s.players[i].consumption) / max(int(b.Each), 1)}}
		return r
	case CountsGalaxy:
		if r.Rule = rulingBonusSum; s.ninth {
			r.Rule = rulingBonusNine
		}
		r.Addends = []engine.Addend{{Name: engine.Say("%s", engine.Term(b.Of)), N: int(s.worth(i, card))}}
		return r
	}
	r.Addends = []engine.Addend{{Name: engine.Say("%s", card.term()), N: int(b.Base)}}
	if n := s.counts(i, b); b.Each > 0 {
		r.Addends = append(r.Addends, engine.Addend{Name: engine.Say("%d for each of %d", int(b.Each), int(n)), N: int(b.Each) * int(n)})
	}
	return r
}

// text says what a bonus card counts.
func (k BonusKind) text() engine.Text {
	switch k {
	case CountsGems:
		return engine.Say("It counts the gems of one color that are left.")
	case CountsPlanets:
		return engine.Say("It counts the cubes on planets of one type.")
	case CountsConsumption:
		return engine.Say("It brings a tenth of the consumption, rounded down.")
	case CountsUpgrades:
		return engine.Say("It counts the cubes on the player board and its panels; printed ones do not count.")
	case CountsParsec:
		return engine.Say("It counts the cubes in one parsec.")
	case CountsAICards:
		return engine.Say("It counts the AI cards, besides what they bring anyway.")
	case CountsLightCards:
		return engine.Say("It counts the light bonus cards, itself included.")
	case CountsStations:
		return engine.Say("It counts the stations on the board.")
	}
	return engine.Say("It brings what is printed on it.")
}
