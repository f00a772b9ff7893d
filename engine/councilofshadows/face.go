package councilofshadows

import (
	"strconv"

	"arbiter/engine"
	"arbiter/engine/notation"
)

// The faces of the things in the box: what is printed on them, as data. They show what the facts of
// the box say and, of the table, only what is open to everybody.

// face returns what is printed on a thing, and what a gem that is raised becomes; false unless it
// is a card, tile, upgrade, station or such a gem.
func face(state engine.State, t engine.Term) (engine.Face, bool) {
	s, ok := state.(*State)
	if !ok {
		return engine.Face{}, false
	}
	i := itemNamed(string(t))
	f := engine.Face{Name: s.called(i)}
	switch {
	case i.isCard():
		s.cardFace(&f, i)
	case i.isAutoma():
		s.automaFace(&f, i)
	case i.isTile():
		s.facts.board.tile[i-firstTile].face(&f)
	case i.isBonus():
		s.bonusFace(&f, i)
	case i.isLeader():
		s.leaderFace(&f, i)
	case i.pile() != None:
		s.techFace(&f, i)
	case i >= Desert && i < Buteo:
		s.upgradeFace(&f, i)
	case i == Anthracite || i == Gold:
		f.Kind, f.Art, f.Words = "gem", i.String(), engine.Say("becomes %s.", (i+1).term())
		f.Steps = []engine.FaceStep{faceStep(symbol(i.String(), "")), faceStep(symbol((i + 1).String(), ""))}
	}
	if f.Steps == nil && f.Art == "" { // it is unknown what it does
		f.Art = "why"
	}
	return f, f.Kind != ""
}

// called returns what people call a thing: the name its owner gave it, what it does, or its word.
func (s *State) called(i Item) engine.Text {
	b := &s.facts.board
	switch {
	case s.facts.named[i] != "":
		return engine.Say("%s", engine.Term(s.facts.named[i]))
	case i.isAI() && b.card[i].known:
		return b.card[i].name(s.value(i))
	case i.isAutoma():
		return engine.Say("Automa %d", int(i-firstAutoma)+1)
	case i.isBonus() && b.bonus[i-firstLight].Kind != "":
		return bonusName(b.bonus[i-firstLight])
	case i.isTile() && b.tile[i-firstTile].parsec != 0:
		return engine.Say("solar system")
	}
	return engine.Say("%s", i.term())
}

// callings returns the names of things that are called by more than their word. Cards that do the
// same are told apart by their word.
func (s *State) callings() map[engine.Term]engine.Text {
	all, times := map[engine.Term]engine.Text{}, map[string]int{}
	for i := range Item(items) {
		name := s.called(i)
		if (s.facts.named[i] != "" || i.isAI() || i.isBonus()) && !name.Equal(engine.Say("%s", i.term())) {
			all[i.term()] = name
			times[name.String()]++
		}
	}
	for word, name := range all {
		if times[name.String()] > 1 {
			all[word] = engine.Say("%s (%s)", name, word)
		}
	}
	return all
}

// consumption returns the number in the ring; zero if it is unknown.
func (s *State) consumption(i Item) engine.Amount {
	if !s.told(i) {
		return engine.Amount{}
	}
	return engine.Amount{Of: string(TrackConsumption), N: int(s.value(i))}
}

func (s *State) cardFace(f *engine.Face, i Item) {
	card := &s.facts.board.card[i]
	f.Kind, f.Ring = "start", s.consumption(i)
	f.Read = s.readOn(i)
	if i.isAI() {
		f.Kind, f.Mark = "ai", engine.Say("AI %d", int(i-firstAI)+1)
		if s.full && s.onDisplay(i) {
			f.Price = s.facts.board.price[i][0].amounts()
			f.Read = read(f.Read, engine.Say("price"), s.facts.board.priced[i][0])
		}
	}
	if card.known {
		f.Steps, f.Words = card.symbols, card.words
		f.Read = read(f.Read, engine.Say("action"), card.from)
		f.Read = read(f.Read, engine.Say("gems"), card.given)
	}
}

// read adds where something was read, if it is known at all.
func read(all []engine.Reading, what engine.Text, from notation.Origin) []engine.Reading {
	if from == "" {
		return all
	}
	return append(all, engine.Reading{What: what, Origin: from})
}

// readOn returns where the number in the ring was read.
func (s *State) readOn(i Item) []engine.Reading {
	if i.isProject() || i == EnergyBoost {
		return read(nil, engine.Say("energy"), s.facts.origin[i])
	}
	return read(nil, engine.Say("consumption"), s.facts.origin[i])
}

func (s *State) onDisplay(i Item) bool {
	for _, card := range s.table.market {
		if card == i {
			return true
		}
	}
	return false
}

// amounts returns the gems, without colors of which there are none.
func (g Gemset) amounts() (all []engine.Amount) {
	for _, gem := range gemColors {
		if n := g.of(gem); n > 0 {
			all = append(all, engine.Amount{Of: gem.String(), N: int(n)})
		}
	}
	return all
}

// bringing returns gems and energy as amounts.
func bringing(g Gemset, energy int) []engine.Amount {
	all := g.amounts()
	if energy > 0 {
		all = append(all, engine.Amount{Of: string(TrackEnergy), N: energy})
	}
	return all
}

// faceStep returns a step of a face without a choice.
func faceStep(symbols ...engine.Symbol) engine.FaceStep {
	return engine.FaceStep{engine.FaceOption(symbols)}
}

// face fills in what is printed on a solar system.
func (t *tile) face(f *engine.Face) {
	if t.parsec == 0 {
		return
	}
	f.Kind, f.Art, f.Mark = "tile", "tile", engine.Say("P%d", int(t.parsec))
	f.Words = t.text()
	for _, kind := range t.planets {
		if kind != noPlanet {
			f.Steps = append(f.Steps, faceStep(engine.Symbol{Icon: kind.symbol()}))
		}
	}
	f.Gives = bringing(t.gems, int(t.energy))
	f.Read = read(nil, engine.Say("what it brings"), t.from)
}

// symbol returns the name of the symbol of a planet.
func (p planet) symbol() string { return "p-" + string(p.name()) }

// The faces of what a seat keeps: leaders, Dark Tech, upgrades and stations. Cards that are carried
// out show their steps; for the others a picture shows what they do.

func symbol(icon, label string, signs ...string) engine.Symbol {
	return engine.Symbol{Icon: icon, Label: label, Signs: signs}
}

// pictures are the steps on the faces of things that are not carried out step by step.
var pictures = map[Item][]engine.FaceStep{
	Buteo:   {faceStep(symbol("harvest", "", "any-range"))},
	Zoe:     {faceStep(symbol("cube", "", "any-range"))},
	Ava:     {faceStep(symbol("plus", ""), symbol("range", "P1"))},
	Casares: {faceStep(symbol("colony", "3+")), faceStep(symbol("score", ""), symbol("lock", ""))},
	S3E3:    {faceStep(symbol("energy", "+1"), symbol("colony", ""))},
	Breish:  {faceStep(symbol("majority", "="), symbol("score", ""))},

	NewStargate:          {faceStep(symbol("plus", ""), symbol("range", "P3"))},
	GemRefinement:        {faceStep(symbol("harvest", ""), symbol("upgrade", ""))},
	Discoverers:          {faceStep(symbol("discover", ""), symbol("cube", "+1"))},
	Empire:               {faceStep(symbol("energy", "+3"), symbol("majority", ""))},
	FlexibleColonization: {faceStep(symbol("range", "P3"))},
	ExperiencedTraveler:  {faceStep(symbol("harvest", ""), symbol("people", ""))},
	PerpetualMotion:      {faceStep(symbol("consumption", "0"))},
	Feudalism:            {faceStep(symbol("energy", "+3"), symbol("tile", ""))},
	InformationEdge:      {faceStep(symbol("market", "+1")), faceStep(symbol("bonus", "+1"))},

	Desert:          {faceStep(symbol(desert.symbol(), ""))},
	Volcanic:        {faceStep(symbol(volcanic.symbol(), ""))},
	Expansion:       {faceStep(symbol("tower3", ""))},
	StationHarvest:  {faceStep(symbol("harvest", ""))},
	StationScore:    {faceStep(symbol("score", ""), symbol("lock", ""))},
	StationColonize: {faceStep(symbol("tower3", ""), symbol("majority", ""))},
}

// given are the gems that a Dark Tech card brings at once (applyTech).
var given = map[Item]Gemset{
	NewStargate: {Gold: 1}, GemRefinement: {Crystal: 1}, ExperiencedTraveler: {Crystal: 1}, InformationEdge: {Crystal: 1},
}

func (s *State) techFace(f *engine.Face, i Item) {
	f.Kind, f.Mark = "tech-1", engine.Say("%s", engine.Roman(1))
	if i.pile() == DarkTech2 {
		f.Kind, f.Mark = "tech-2", engine.Say("%s", engine.Roman(2))
	}
	f.Steps, f.Words, f.Gives = pictures[i], s.techWords(i), given[i].amounts()
	value := int(s.value(i))
	switch {
	case i == EnergySaver:
		f.Steps, f.Read = []engine.FaceStep{faceStep(symbol(string(TrackConsumption), "−"+strconv.Itoa(value)))}, s.readOn(i)
	case i == EnergyBoost:
		f.Steps, f.Read = []engine.FaceStep{faceStep(symbol(string(TrackEnergy), "+"+strconv.Itoa(value)))}, s.readOn(i)
	case f.Steps == nil && s.facts.board.card[i].known:
		f.Steps = s.facts.board.card[i].symbols
		f.Read = read(nil, engine.Say("action"), s.facts.board.card[i].from)
	}
}

// techWords returns what a Dark Tech card brings, in words.
func (s *State) techWords(i Item) engine.Text {
	switch i {
	case NewStargate:
		return engine.Say("A further action field that reaches parsec 3; and a gold gem now.")
	case GemRefinement, ExperiencedTraveler:
		return engine.Say("%s And a transparent gem now.", techText(i))
	case FlexibleColonization:
		return engine.Say("Every action field reaches parsec 3; each step brings one energy.")
	case EnergySaver:
		return engine.Say("Consumption falls by %d, once.", int(s.value(i)))
	case PerpetualMotion:
		return engine.Say("Your cards cost no consumption in all rounds to come.")
	case InformationEdge:
		return engine.Say("An AI card from the display, the top light bonus card and a transparent gem, free of charge.")
	case EnergyBoost:
		return engine.Say("Gain %d energy.", int(s.value(i)))
	}
	return techText(i)
}

// upgradeFace fills in an upgrade. For the range of a field it shows the step that the active seat
// would buy next.
func (s *State) upgradeFace(f *engine.Face, i Item) {
	next, energy := uint8(1), 0
	f.Kind, f.Steps = "upgrade", pictures[i]
	switch {
	case i.isRange():
		next, energy = s.nextStepOf(i), 1
		f.Steps = []engine.FaceStep{faceStep(symbol("range", "P"+strconv.Itoa(int(min(next+1, farthest)))))}
		f.Words = engine.Say("reaches parsec %d and brings 1 energy.", int(next)+1)
	case i.isProject():
		f.Art, f.Words = "colony", engine.Say("brings the energy printed on it.")
		if s.told(i) {
			energy = int(s.value(i))
			f.Words, f.Read = engine.Say("brings %d energy.", energy), s.readOn(i)
		}
	case i.isStation():
		f.Kind, f.Art, f.Words = "station", "station", techText(i)
	case i == Expansion:
		f.Words = engine.Say("cubes may stand on cubes, three at most.")
	default:
		f.Words = engine.Say("you may settle on planets of this type.")
	}
	if next >= farthest {
		f.Words = engine.Say("reaches parsec %d.", farthest)
		return
	}
	f.Gives = bringing(Gemset{}, energy)
	if s.full {
		f.Price = s.facts.board.price[i][next-1].amounts()
		f.Read = read(f.Read, engine.Say("price"), s.facts.board.priced[i][next-1])
	}
}

// nextStepOf returns the step of a range upgrade that the active seat would buy next.
func (s *State) nextStepOf(i Item) uint8 {
	if s.turn < 0 {
		return 1
	}
	return max(1, s.active().nextStep(i))
}
