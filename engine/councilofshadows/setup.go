package councilofshadows

import (
	"fmt"
	"math/bits"
	"slices"

	"arbiter/engine"
)

// start sets up the table (rulebook, setup).
func start(seats []engine.Seat, told []engine.Event) (engine.State, error) {
	s := State{count: uint8(len(seats)), turn: -1, throne: -1, due: due{who: -1}, automa: automa{at: -1, cards: newPile(1<<automaCards - 1)}}
	s.table.cards = newPile(1<<aiCards - 1)
	if err := s.seat(seats); err != nil {
		return nil, err
	}
	if err := s.takeIn(told); err != nil {
		return nil, err
	}
	if missing := s.missing(); missing != None {
		return nil, fmt.Errorf("the facts do not tell %s: read the rulebook box first", missing)
	}
	if s.full {
		if missing := s.missingFromBox(); !missing.IsZero() {
			return nil, engine.Refusal{Text: engine.Say("the full book needs the whole box; nobody has told: %s", missing)}
		}
	}
	s.complete = s.missingFromBox().IsZero()
	if err := s.checkOrder(); err != nil {
		return nil, err
	}
	s.begin()
	return &s, nil
}

// takeIn applies the facts about the box, the table and the position.
func (s *State) takeIn(told []engine.Event) error {
	f := &facts{}
	for _, e := range told {
		f.add(e)
		if b, ok := e.(Book); ok {
			s.full = b.Name == FullBook
		}
	}
	s.facts = f
	if s.full {
		s.layOut()
		s.startGems()
	}
	f.commands, f.names = s.newCommandTable(), s.callings()
	for _, e := range told {
		if err := s.factError(e); err != nil {
			return err
		}
		if !printedFact(e) {
			s.accept(e)
		}
	}
	return nil
}

func (s *State) seat(seats []engine.Seat) error {
	if len(seats) < 1 || len(seats) > len(s.players) {
		return fmt.Errorf("%d seats; Council of Shadows has 1 to 4", len(seats))
	}
	if err := engine.CheckSeats(words, seats); err != nil {
		return err
	}
	solo := slices.Contains(seats, automaSeat)
	if solo != (len(seats) == 2 && solo) || len(seats) == 1 {
		return fmt.Errorf("one player plays against the Automa: name two seats, one of them %q", automaSeat)
	}
	for i, seat := range seats {
		p := player{seat: seat, at: int8(i), order: uint8(i + 1), consumption: startConsumption, fields: boardFields, cubes: -1}
		for f := range boardFields {
			p.reach[f] = 1
		}
		if seat == automaSeat {
			s.automa.at = int8(i)
		} else {
			for c := Discover; c < firstAI; c++ {
				p.toHand(c)
			}
		}
		s.players[i] = p
	}
	return s.paint()
}

// paint gives each seat its color: the one it is named after, or else the next free one. The Automa
// is blue.
func (s *State) paint() error {
	var taken [len(colors)]bool
	named := make([]bool, s.count)
	for i := range s.seats() {
		c := slices.Index(colors[:], string(s.players[i].seat))
		if s.players[i].robot() {
			c = automaColor
		}
		if c < 0 {
			continue
		}
		if taken[c] {
			return engine.Refuse("the Automa plays blue; choose another seat")
		}
		taken[c], named[i], s.players[i].color = true, true, uint8(c)
	}
	for i := range s.seats() {
		if c := slices.Index(taken[:], false); !named[i] {
			taken[c], s.players[i].color = true, uint8(c)
		}
	}
	return nil
}

// missing returns a value that the rules need and never ask for, because the rulebook gives it.
func (s *State) missing() Item {
	needed := []Item{EnergySaver, EnergyBoost, Anthracite, Gold, Crystal, AICard}
	if s.modules.leaders {
		needed = append(needed, Buteo, Zoe, Ava, Casares, S3E3, Breish)
	}
	for _, i := range needed {
		if !s.told(i) {
			return i
		}
	}
	return None
}

// civilizationError returns an error if a civilization is played twice, or the Automa's by somebody
// else.
func (s *State) civilizationError(e Civilization) error {
	switch {
	case s.find(e.Seat) < 0:
		return engine.Refuse("%s does not play", e.Seat)
	case e.Name < Treton || e.Name > Automatos:
		return engine.Refuse("%s is no civilization", e.Name.term())
	case e.Name == Automatos && s.automa.at >= 0 && e.Seat != automaSeat:
		return engine.Refuse("%s belongs to the Automa", e.Name.term())
	}
	for i := range s.seats() {
		if p := &s.players[i]; p.seat != e.Seat && p.civilization == e.Name {
			return engine.Refuse("%s plays %s already", p.seat, e.Name.term())
		}
	}
	return nil
}

func (s *State) checkOrder() error {
	for place := range s.count {
		if !slices.ContainsFunc(s.seats(), func(p player) bool { return p.order == place+1 }) {
			return fmt.Errorf("the start order must hand out the tiles 1 to %d once each; nobody has %d", s.count, place+1)
		}
	}
	return nil
}

// begin opens the first phase, unless the facts have set another one. At the start the energy
// markers lie side by side; the one under the highest number counts as the one that came first
// (rulebook, phase 2, first round).
func (s *State) begin() {
	for i := range s.seats() {
		if p := &s.players[i]; p.arrived == 0 {
			p.arrived = uint16(s.count - p.order)
		}
	}
	if s.round == 0 {
		s.round = 1
	}
	switch {
	case s.phase == "" && s.full:
		Phase{PhaseSetup}.Apply(s)
		for i := range s.seats() {
			if !s.players[i].robot() {
				s.players[i].owed = 1
			}
		}
		r := resolution{State: *s}
		r.setUp()
		*s = r.State
	case s.phase == "" && s.modules.leaders:
		Phase{PhaseLeaders}.Apply(s)
		s.turn = s.lastPicker()
	case s.phase == "":
		Phase{PhaseBuy}.Apply(s)
	}
	if s.turn < 0 && (s.phase == PhaseBuy || s.phase == PhaseAct) {
		s.turn = s.firstToAct(s.phase)
	}
	if s.full && s.phase == PhaseAct {
		r := resolution{State: *s}
		r.carryOut()
		*s = r.State
	}
}

// layOut prepares the cardboard of the full book.
func (s *State) layOut() {
	s.table.side = uint8(s.side().index())
	s.table.open, s.table.bonus = s.used(), newPile(1<<lightCards-1)
	for i := range s.table.stack {
		s.table.stack[i] = newPile(s.facts.board.stack[i+1])
	}
}

// startGems gives each seat the gems it starts with (rulebook, setup).
func (s *State) startGems() {
	for i := range s.seats() {
		if !s.players[i].robot() {
			s.players[i].gems = Gemset{Anthracite: 1, Gold: 1}
		}
	}
}

// setUp continues the setup of the full book: two tiles, the display, the dark bonus cards
// (rulebook, setup).
func (r *resolution) setUp() {
	if r.openingSite() > 0 {
		emit(r, Explored{engine.Table, r.board().site[r.openingSite()-1].parsec})
		return
	}
	if r.pending() == needsNothing {
		r.beginRounds()
	}
}

// openingSite returns the next field, from 1, of Parvus Corta, the grey galaxy, that needs an open
// tile; 0 if all have one.
func (s *State) openingSite() uint8 {
	for left := s.sitesOf(0); left != 0; left &= left - 1 {
		if i := bits.TrailingZeros32(left); s.table.tile[i] == None {
			return uint8(i) + 1
		}
	}
	return 0
}

// beginRounds ends the setup of the full book.
func (r *resolution) beginRounds() {
	if r.modules.leaders {
		emit(r, Phase{PhaseLeaders})
		emit(r, Turn{r.players[r.lastPicker()].seat})
		return
	}
	emit(r, Phase{PhaseBuy})
	emit(r, Turn{r.players[r.firstToAct(PhaseBuy)].seat})
}
