package councilofshadows

import (
	"math/bits"
	"slices"

	"arbiter/engine"
)

// An Observation is what lies on the table in the full book, in plain values: for programs that
// play and for lists, not for the rules. It contains what its state knows, so the state of a seat
// gives that seat's knowledge.
type Observation struct {
	Round    int
	Phase    PhaseName
	Last     bool // the throne is taken: the round is the last one
	Carried  Item // the card being carried out, None if there is none
	Seats    []ObservedSeat
	Galaxies []ObservedGalaxy
	Sites    []ObservedSite // in use, in the order of their numbers

	room observedRoom
}

// An ObservedSeat is what belongs to a seat.
type ObservedSeat struct {
	Seat                engine.Seat
	Robot               bool
	Order, Level        int
	Energy, Consumption int
	Gems                Gemset
	Reach               []int    // the parsecs of the action fields
	Fields              [][]Item // their cards from bottom to top
	Hand                []Item
	Upgrades            []Item // of the player board, without the range steps
	Leader              Item
	Tech                [2]Item
	Bonus               []Item // the bonus cards that are known
	Unknown             int    // how many bonus cards are unknown
	Winner              bool
}

// An ObservedGalaxy is a galaxy in use.
type ObservedGalaxy struct {
	Name               GalaxyName
	Majority, Minority int
	Light              When
	Station            Item  // None if there is none
	Owner              int   // of the station, an index of Observation.Seats
	Strength           []int // what counts for the majority, by seat
	Colonies           []int // cubes on planets, by seat
}

// An ObservedSite is a field for a tile.
type ObservedSite struct {
	Number  uint8
	Galaxy  int // an index of Observation.Galaxies
	Parsec  int
	Tile    Item // None while it is free
	Planets []ObservedPlanet
	Gems    Gemset // the yield
	Energy  int
}

// An ObservedPlanet is a planet with the cubes of each seat.
type ObservedPlanet struct {
	Kind  Planet
	Cubes []int
}

// Full reports whether the state is one of the full book.
func (s *State) Full() bool { return s.full }

// Round counts from 1.
func (s *State) Round() int { return int(s.round) }

// Highest returns the highest level of any seat.
func (s *State) Highest() (level int) {
	for i := range s.seats() {
		level = max(level, int(s.players[i].level))
	}
	return level
}

// Place returns the index of a seat in the order in which the game was set up; 0 if it does not
// play.
func (s *State) Place(seat engine.Seat) int { return int(max(s.find(seat), 0)) }

// Human returns the seat that chooses for a seat: the seat itself, or the human opponent of the
// Automa.
func (s *State) Human(seat engine.Seat) engine.Seat {
	for i := range s.seats() {
		if p := &s.players[i]; seat == automaSeat && !p.robot() {
			return p.seat
		}
	}
	return seat
}

// Dealt reports whether it is up to the device to do what the Table may do now: the device has the
// stacks, and people are not stating what lies on the cardboard.
func (s *State) Dealt() bool { return s.device && !s.statesCardboard() }

// Observe shows what lies on the table.
func (s *State) Observe() (l Observation) {
	s.ObserveIn(&l)
	return l
}

// ObserveIn is Observe into the memory of an older observation, which becomes invalid. Bots ask for
// an observation before each command.
func (s *State) ObserveIn(l *Observation) {
	l.Round, l.Phase, l.Last, l.Carried = int(s.round), s.phase, s.throne >= 0, s.inPlay.card
	l.Seats = slices.Grow(l.Seats[:0], int(s.count))[:s.count]
	for i := range s.seats() {
		s.players[i].observeIn(&l.Seats[i])
	}
	l.Galaxies, l.Sites = l.Galaxies[:0], l.Sites[:0]
	room := l.room.of(mostPlanets*s.laidTiles(), int(s.count))
	for g := range uint8(galaxyCount) {
		if on := s.sitesOf(g); on != 0 {
			l.Galaxies = append(l.Galaxies, s.observeGalaxy(g, &room))
			for ; on != 0; on &= on - 1 {
				l.Sites = append(l.Sites, s.observeSite(uint8(bits.TrailingZeros32(on)), len(l.Galaxies)-1, &room))
			}
		}
	}
}

// observedRoom is the memory that an observation takes its lists from.
type observedRoom struct {
	planets []ObservedPlanet
	cubes   []int
	seats   int
}

// of returns room for the given numbers of planets and seats, growing lists that are too short.
func (r *observedRoom) of(planets, seats int) observedRoom {
	cubes := seats * (planets + 2*int(galaxyCount))
	r.planets = slices.Grow(r.planets[:0], planets)[:planets]
	r.cubes = slices.Grow(r.cubes[:0], cubes)[:cubes]
	return observedRoom{r.planets, r.cubes, seats}
}

// perSeat returns a list with an entry for each seat.
func (r *observedRoom) perSeat() []int {
	list := r.cubes[:r.seats:r.seats]
	r.cubes = r.cubes[r.seats:]
	return list
}

// laidTiles counts the tiles on the board.
func (s *State) laidTiles() (n int) {
	for on := s.table.open; on != 0; on &= on - 1 {
		if s.table.tile[bits.TrailingZeros32(on)] != None {
			n++
		}
	}
	return n
}

func (p *player) observeIn(l *ObservedSeat) {
	*l = ObservedSeat{
		Seat: p.seat, Robot: p.robot(), Order: int(p.order), Level: int(p.level),
		Energy: int(p.energy), Consumption: int(p.consumption), Gems: p.gems, Leader: p.leader, Tech: p.tech, Unknown: int(p.blank), Winner: p.winner,
		Reach: l.Reach[:0], Fields: slices.Grow(l.Fields[:0], int(p.fields))[:p.fields], Hand: l.Hand[:0], Upgrades: l.Upgrades[:0], Bonus: l.Bonus[:0],
	}
	for left := p.hand; left != 0; left &= left - 1 {
		l.Hand = append(l.Hand, Item(bits.TrailingZeros32(uint32(left))))
	}
	for f := range p.fields {
		l.Reach, l.Fields[f] = append(l.Reach, int(p.reach[f])), p.stackIn(l.Fields[f], f+1)
	}
	for i := Desert; i < Buteo; i++ {
		if p.has.contains(i) {
			l.Upgrades = append(l.Upgrades, i)
		}
	}
	for left := p.bonuses | p.revealed; left != 0; left &= left - 1 {
		l.Bonus = append(l.Bonus, firstLight+Item(bits.TrailingZeros32(left)))
	}
}

func (s *State) observeGalaxy(g uint8, room *observedRoom) ObservedGalaxy {
	there, at := s.board().galaxy[g], s.table.station[g]
	l := ObservedGalaxy{
		Name: galaxies[g], Majority: int(there.majority), Minority: int(there.minority), Light: there.light,
		Station: at.what, Owner: int(at.owner), Strength: room.perSeat(), Colonies: room.perSeat(),
	}
	for i := range int8(s.count) {
		l.Strength[i], l.Colonies[i] = int(s.strength(g, i)), int(s.colonies(g, i))
	}
	return l
}

func (s *State) observeSite(site uint8, galaxy int, room *observedRoom) ObservedSite {
	there := s.system(site)
	l := ObservedSite{
		Number: site + 1, Galaxy: galaxy, Parsec: int(s.board().site[site].parsec), Tile: s.table.tile[site],
		Gems: there.gems, Energy: int(there.energy),
	}
	if l.Tile == None {
		return l
	}
	planets := 0
	for planet := range uint8(mostPlanets) {
		kind := there.planets[planet]
		if kind == noPlanet {
			break
		}
		cubes := room.perSeat()
		for i := range cubes {
			cubes[i] = int(s.table.cubes[site].on(planet, int8(i)))
		}
		room.planets[planets] = ObservedPlanet{kind.name(), cubes}
		planets++
	}
	l.Planets = room.planets[:planets:planets]
	room.planets = room.planets[planets:]
	return l
}

// Value returns the number printed on an item.
func (s *State) Value(i Item) int { return int(s.value(i)) }

// Gives returns the gems that a card gives.
func (s *State) Gives(card Item) Gemset { return s.facts.board.card[card].gems }

// Steps returns the steps of a card, each with its alternatives. Callers must not change them.
func (s *State) Steps(card Item) [][]Effect { return s.facts.board.card[card].told }

// System returns what is printed on a tile.
func (s *State) System(i Item) System {
	t := s.facts.board.tile[i-firstTile]
	return System{
		Tile: i, Parsec: t.parsec, One: t.planets[0].name(), Two: t.planets[1].name(), Three: t.planets[2].name(), Four: t.planets[3].name(),
		Gems: t.gems, Energy: t.energy,
	}
}

// Stack appends the tiles of a parsec that are not on the board.
func (s *State) Stack(to []Item, parsec int) []Item {
	for i := range s.facts.board.tile {
		if tile := firstTile + Item(i); int(s.facts.board.tile[i].parsec) == parsec && s.stacked(tile) {
			to = append(to, tile)
		}
	}
	return to
}

// Worth returns the energy that a bonus card would bring a seat now in final scoring.
func (s *State) Worth(seat engine.Seat, card Item) int {
	if i := s.find(seat); i >= 0 && card.isBonus() {
		return int(s.worth(i, card))
	}
	return 0
}

// IsAI reports whether an item is an AI card.
func (i Item) IsAI() bool { return i.isAI() }

// IsRange reports whether an item is a range step, and of which field.
func (i Item) IsRange() (field int, ok bool) { return int(i-firstRange) + 1, i.isRange() }

// IsProject reports whether an item is an energy project.
func (i Item) IsProject() bool { return i.isProject() }
