package councilofshadows

import (
	"fmt"
	"math/bits"
	"slices"
)

// Sound tells what is wrong with the position of a playout: what can never lie on
// a real table. It is for tests, which see only what is exported.
func (p *Playout) Sound() error {
	s := &p.t.State
	for _, check := range []func(*State) error{
		soundTracks, soundLevels, soundCards, soundDisplay, soundTiles, soundCubes, soundStations, soundBonus,
	} {
		if err := check(s); err != nil {
			return fmt.Errorf("round %d, phase %s: %w", s.round, s.phase, err)
		}
	}
	return nil
}

func soundTracks(s *State) error {
	var orders uint8
	for i := range s.seats() {
		p := &s.players[i]
		orders |= 1 << p.order
		switch {
		case p.consumption < leastConsumption || p.consumption > mostConsumption:
			return fmt.Errorf("the consumption of %s is %d", p.seat, p.consumption)
		case p.energy < 0 || p.energy > mostEnergy:
			return fmt.Errorf("the energy of %s is %d", p.seat, p.energy)
		case s.phase == PhasePlan && p.reached():
			return fmt.Errorf("%s plans with %d energy and %d consumption", p.seat, p.energy, p.consumption)
		case max(p.gems.Anthracite, p.gems.Gold, p.gems.Crystal) > mostSoundGems:
			return fmt.Errorf("%s has the gems %v", p.seat, p.gems)
		case p.bought > mostPurchases:
			return fmt.Errorf("%s has made %d purchases", p.seat, p.bought)
		case p.fields < boardFields || p.fields > mostFields:
			return fmt.Errorf("%s has %d fields", p.seat, p.fields)
		}
		for f, reach := range p.reach[:p.fields] {
			if reach < 1 || reach > farthest {
				return fmt.Errorf("field %d of %s reaches parsec %d", f+1, p.seat, reach)
			}
		}
	}
	if orders != 1<<(s.count+1)-2 {
		return fmt.Errorf("the order tiles are %b", orders)
	}
	return nil
}

// More gems of a color than any game brings: a number below zero wraps to one
// above it.
const mostSoundGems = 200

func soundLevels(s *State) error {
	var techs set
	throne := false
	for i := range s.seats() {
		p := &s.players[i]
		throne = throne || p.level >= topLevel
		for n, tech := range p.tech {
			if tech == None {
				if s.phase == PhasePlan && int(p.level) > n && !p.robot() {
					return fmt.Errorf("%s is on level %d with the Dark Tech cards %v", p.seat, p.level, p.tech)
				}
				continue
			}
			if techs.contains(tech) || s.inBox(tech) || int(p.level) <= n || p.robot() {
				return fmt.Errorf("%s has the Dark Tech card %s", p.seat, tech)
			}
			techs = techs.with(tech)
		}
	}
	if s.phase != PhaseFinal && s.phase != PhaseOver && throne != (s.throne >= 0) {
		return fmt.Errorf("somebody is on level %d: %t; somebody has the throne: %t", topLevel, throne, s.throne >= 0)
	}
	return nil
}

// soundCards: each card of a seat is in its hand or in one stack.
func soundCards(s *State) error {
	for i := range s.seats() {
		p := &s.players[i]
		if p.robot() {
			continue
		}
		if start := p.owned() &^ allAI; bits.OnesCount32(uint32(start)) != startCards {
			return fmt.Errorf("%s has %d start cards", p.seat, bits.OnesCount32(uint32(start)))
		}
		var lie cards
		for f := uint8(1); f <= p.fields; f++ {
			for card := p.tops[f]; card != None; card = p.under[card] {
				if lie.has(card) {
					return fmt.Errorf("%s of %s lies twice", card, p.seat)
				}
				lie = lie.with(card)
			}
		}
		if lie != p.laid || p.laid&p.hand != 0 || p.fresh&^p.laid != 0 {
			return fmt.Errorf("the cards of %s: hand %b, laid %b, fresh %b, in stacks %b", p.seat, p.hand, p.laid, p.fresh, lie)
		}
	}
	return nil
}

// soundDisplay: each of the 25 AI cards is with one seat, on display, laid aside,
// or in the deck, which is all that is left.
func soundDisplay(s *State) error {
	var seen uint32
	take := func(set uint32, where string) error {
		if seen&set != 0 {
			return fmt.Errorf("the AI cards %b %s are somewhere else, too", seen&set, where)
		}
		seen |= set
		return nil
	}
	for i := range s.seats() {
		if err := take(uint32(s.players[i].owned()>>firstAI), "of "+string(s.players[i].seat)); err != nil {
			return err
		}
	}
	for _, card := range s.table.market {
		if card == None {
			continue
		}
		if err := take(1<<(card-firstAI), "on display"); err != nil {
			return err
		}
	}
	if err := take(s.table.cards.aside, "aside"); err != nil {
		return err
	}
	if err := take(s.table.cards.above, "in the pile"); err != nil {
		return err
	}
	if seen != 1<<aiCards-1 || s.table.cards.beneath != 0 || s.table.cards.nameless != 0 {
		return fmt.Errorf("of the AI cards %b are somewhere, and the pile is %v", seen, s.table.cards)
	}
	return nil
}

// soundTiles: each tile is on one site of its parsec, drawn, under its stack or
// in it.
func soundTiles(s *State) error {
	var away, on uint32
	for site, i := range s.table.tile {
		if i == None {
			continue
		}
		bit := uint32(1) << (i - firstTile)
		if away&bit != 0 {
			return fmt.Errorf("%s lies twice on the board", i)
		}
		if got, want := s.facts.board.tile[i-firstTile].parsec, s.board().site[site].parsec; got != want {
			return fmt.Errorf("%s of parsec %d lies in parsec %d", i, got, want)
		}
		away, on = away|bit, on|1<<site
	}
	if on != s.table.tiles || on&^s.table.open != 0 {
		return fmt.Errorf("tiles lie on the sites %b, and the board says %b of %b", on, s.table.tiles, s.table.open)
	}
	for _, i := range s.table.drawn {
		if i != None && away&(1<<(i-firstTile)) != 0 {
			return fmt.Errorf("%s was drawn and lies on the board", i)
		}
		if i != None {
			away |= 1 << (i - firstTile)
		}
	}
	for parsec := range s.table.stack {
		p := &s.table.stack[parsec]
		if err := soundPile(p); err != nil {
			return fmt.Errorf("the stack of parsec %d: %w", parsec+1, err)
		}
		in := p.above | p.known()
		if in&away != 0 || p.nameless != 0 || in|away&s.facts.board.stack[parsec+1] != s.facts.board.stack[parsec+1] {
			return fmt.Errorf("the stack of parsec %d has the tiles %b of %b, and %b are on the board or drawn",
				parsec+1, in, s.facts.board.stack[parsec+1], away)
		}
	}
	return nil
}

// soundPile: what lies under a pile lies there once and not above, too.
func soundPile(p *pile) error {
	known := p.above
	for _, n := range p.under[:p.beneath] {
		if n > 0 && known&(1<<(n-1)) != 0 {
			return fmt.Errorf("number %d lies twice in the pile %v", n-1, *p)
		}
		if n > 0 {
			known |= 1 << (n - 1)
		}
	}
	if known&p.aside != 0 || int(p.nameless) > bits.OnesCount32(p.above) || p.nameless < 0 {
		return fmt.Errorf("the pile %v", *p)
	}
	return nil
}

// soundCubes: at most three cubes stand on a planet, none beside one.
func soundCubes(s *State) error {
	var present [4]uint32
	for site, c := range s.table.cubes {
		for n, kind := range s.system(uint8(site)).planets {
			height := 0
			for i := range int8(4) {
				height += int(c.on(uint8(n), i))
				if c.on(uint8(n), i) > 0 {
					present[i] |= 1 << site
				}
			}
			if height > mostHeight || height > 0 && kind == noPlanet {
				return fmt.Errorf("%d cubes stand on planet %d of site %d", height, n+1, site+1)
			}
		}
	}
	if present != s.table.present {
		return fmt.Errorf("colonies are on %b, and the board says %b", present, s.table.present)
	}
	return nil
}

// soundStations: a station stands once, for the seat that bought it.
func soundStations(s *State) error {
	var stand [4]set
	for g, at := range s.table.station {
		if at.what == None {
			continue
		}
		if !at.what.isStation() || !s.modules.stations || s.sitesOf(uint8(g)) == 0 || stand[at.owner].contains(at.what) {
			return fmt.Errorf("%s stands in the galaxy %s", at.what, galaxies[g])
		}
		stand[at.owner] = stand[at.owner].with(at.what)
	}
	for i := range s.seats() {
		for what := StationHarvest; what <= StationColonize; what++ {
			if s.players[i].has.contains(what) != stand[i].contains(what) {
				return fmt.Errorf("%s of %s: bought and not built, or built and not bought", what, s.players[i].seat)
			}
		}
	}
	return nil
}

// soundBonus: each light card is in the pile or with one seat, and a seat keeps
// at most four. In final scoring people may name what another seat has.
func soundBonus(s *State) error {
	if s.phase == PhaseFinal || s.phase == PhaseOver {
		return nil
	}
	if err := soundPile(&s.table.bonus); err != nil {
		return err
	}
	known := s.table.bonus.above | s.table.bonus.known()
	for i := range s.seats() {
		p := &s.players[i]
		if known&p.bonuses != 0 {
			return fmt.Errorf("the bonus cards %b of %s are elsewhere, too", known&p.bonuses, p.seat)
		}
		known |= p.bonuses
		if n := p.bonusCount(); !p.robot() && n > mostBonus+1 || p.owed > 2 {
			return fmt.Errorf("%s has %d bonus cards and gets %d", p.seat, n, p.owed)
		}
	}
	if light := uint32(1<<lightCards - 1); known&light != light {
		return fmt.Errorf("the bonus cards are %b in all, with the pile %v", known, s.table.bonus)
	}
	return nil
}

// Winners returns the places of the winners, worked out anew from level, energy
// and cubes, and those that the position names.
func (p *Playout) Winners() (want, got []int) {
	s := &p.t.State
	best := [3]int{-1}
	for i := range s.seats() {
		q := &s.players[i]
		if q.winner {
			got = append(got, i)
		}
		cubes := 0
		for site := range s.table.cubes {
			for n := range uint8(mostPlanets) {
				cubes += int(s.table.cubes[site].on(n, int8(i)))
			}
		}
		for _, at := range s.table.station {
			if at.what == StationColonize && int(at.owner) == i {
				cubes += 3
			}
		}
		switch rank := [3]int{int(q.level), int(q.energy), cubes}; slices.Compare(rank[:], best[:]) {
		case 1:
			best, want = rank, []int{i}
		case 0:
			want = append(want, i)
		}
	}
	return want, got
}

// Over tells whether the game has come to its end, and in which round.
func (p *Playout) Over() (over bool, round int) {
	return p.t.State.phase == PhaseOver, int(p.t.State.round)
}

// Gems is the greatest number of gems of one color that a seat has.
func (p *Playout) Gems() int {
	most := uint8(0)
	for i := range p.t.State.seats() {
		g := p.t.State.players[i].gems
		most = max(most, g.Anthracite, g.Gold, g.Crystal)
	}
	return int(most)
}
