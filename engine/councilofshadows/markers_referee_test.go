package councilofshadows_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"arbiter/engine"
	council "arbiter/engine/councilofshadows"
	"arbiter/engine/enginetest"
	"arbiter/engine/enginetest/tier"
	"arbiter/engine/notation"
)

// A scribe moves the markers of a game beside it: energy, consumption, levels, order tiles. It
// hears what energy seats gain and which cards lie on their fields, and works out all else as
// the rulebook and the rulings have it: how far consumption goes, who is first, when a level
// rises and what it costs, which card it brings and what the others get, and who wins. It
// judges both books, and a game that goes on in the other one.
type scribe struct {
	wrong string // the rule that a control breaks

	seats   []engine.Seat
	reading string // of phase-end
	stops   bool   // saver-late
	values  map[council.Item]int
	at      map[engine.Seat]*markers
	clock   int
	round   int
	phase   council.PhaseName
	turn    engine.Seat
	open    council.Item // the Automa's card
	leader  council.Item // that was chosen last
	throne  engine.Seat
	due     council.Due
	settled engine.Seat // who rises at the end of the whole phase
	gained  engine.Seat // whose marker has just gone on
	taken   int         // the level whose card was taken, until the others have their gems
	ranked  []engine.Seat
	won     []engine.Seat
}

// Markers are those of a seat.
type markers struct {
	energy, consumption, level, place, applied, arrived int
	owes                                                []council.Item // piles of which it takes a card
	fields                                              [][]council.Item
	perpetual                                           int // the round of Perpetual motion
}

func newScribe(seats []engine.Seat, facts []engine.Event) *scribe {
	s := &scribe{seats: seats, reading: "part", values: map[council.Item]int{}, at: map[engine.Seat]*markers{}, round: 1, phase: council.PhaseBuy}
	for i, seat := range seats {
		s.at[seat] = &markers{consumption: 20, place: i + 1, fields: make([][]council.Item, 3)}
	}
	for _, e := range facts {
		switch e := e.(type) {
		case council.Printed:
			s.values[e.Item] = int(e.Value)
		case council.Order:
			s.at[e.Seat].place = int(e.Place)
		case council.Book:
			s.phase = council.PhaseSetup // the full book begins with it
		case council.Module:
			if e.Name == council.ModuleLeaders && s.phase != council.PhaseSetup {
				s.phase = council.PhaseLeaders
			}
		case council.Ruling:
			switch e.Name {
			case "phase-end":
				s.reading = e.Choice
			case "saver-late":
				s.stops = e.Choice == "stop"
			}
		}
	}
	for _, m := range s.at {
		m.arrived = -m.place // under the highest number lies the first
	}
	if s.phase == council.PhaseBuy {
		s.turn = slices.DeleteFunc(s.ordered(), robot)[0]
	}
	return s
}

// Which rules a control breaks.
const (
	moreThanConsumption = "energy has to pass consumption"
	surplusLost         = "what is left over is lost"
	goldForAll          = "everybody gets gold for a level"
	cardsOfOnePile      = "level II brings a card of the first pile"
	pastHundred         = "consumption goes on past 100"
	meetsEnergy         = "falling consumption stops at energy"
	printedCounts       = "the printed consumption counts for the order"
	lastCameFirst       = "with equal energy who came last is first"
	leastEnergyFirst    = "with equal consumption less energy is first"
	laterLevels         = "levels rise at the end of the round"
	anyWinner           = "energy wins before levels"
	covered             = "covered cards count"
)

var wrongMarkers = []string{moreThanConsumption, surplusLost, goldForAll, cardsOfOnePile, pastHundred, meetsEnergy, printedCounts, lastCameFirst, leastEnergyFirst, laterLevels, anyWinner, covered}

func robot(seat engine.Seat) bool { return seat == "automa" }

// reached: energy that equals consumption is enough.
func (s *scribe) reached(m *markers) bool {
	if s.wrong == moreThanConsumption {
		return m.energy > m.consumption
	}
	return m.energy >= m.consumption
}

func (s *scribe) move(m *markers, by int) {
	if by != 0 {
		s.clock++
		m.energy, m.arrived = m.energy+by, s.clock
	}
}

// ordered are the seats by their order tiles.
func (s *scribe) ordered() []engine.Seat {
	all := slices.Clone(s.seats)
	slices.SortFunc(all, func(a, b engine.Seat) int { return s.at[a].place - s.at[b].place })
	return all
}

// moved is how far consumption goes that is sent so far: at most to 100, and back at most to 20
// and to one field above energy.
func (s *scribe) moved(m *markers, by int) int {
	to := m.consumption + by
	switch above := m.energy + 1; {
	case by >= 0 && s.wrong != pastHundred:
		to = min(to, 100)
	case by >= 0:
	case s.wrong == meetsEnergy:
		to = max(to, 20, m.energy)
	case m.energy >= m.consumption && !s.stops:
		to = max(to, 20) // it has been passed already
	default:
		to = min(max(to, 20, above), m.consumption)
	}
	return to - m.consumption
}

// played adds up the visible cards.
func (s *scribe) played(seat engine.Seat) (sum int) {
	m := s.at[seat]
	switch {
	case robot(seat):
		return s.values[s.open]
	case m.perpetual > 0 && s.round > m.perpetual:
		return 0
	}
	for _, stack := range m.fields {
		for i, card := range stack {
			if i == len(stack)-1 || s.wrong == covered {
				sum += s.values[card]
			}
		}
	}
	return sum
}

// ranks: the steps that were really moved, then energy, then who came there first.
func (s *scribe) ranks() []engine.Seat {
	all := s.ordered()
	slices.SortStableFunc(all, func(a, b engine.Seat) int {
		p, q := s.at[a], s.at[b]
		energy, arrived := q.energy-p.energy, p.arrived-q.arrived
		switch s.wrong {
		case leastEnergyFirst:
			energy = -energy
		case lastCameFirst:
			arrived = -arrived
		}
		return cmp.Or(q.applied-p.applied, energy, arrived)
	})
	return all
}

// hear follows the events of a command.
func (s *scribe) hear(c engine.Command, events []engine.Event) error {
	s.gained = ""
	_, passes := c.(council.Pass)
	begins := s.due.Seat == "" // a Dark Tech card was not being carried out
	for i, e := range events {
		if err := s.expect(e, events[i+1:], passes || !begins || s.at["automa"] != nil); err != nil {
			return fmt.Errorf("%q: %w", notation.Format(e), err)
		}
	}
	return s.rest()
}

// rest: what has to be done at once has been done.
func (s *scribe) rest() error {
	for _, seat := range s.seats {
		m := s.at[seat]
		if s.reached(m) && s.reading == "at-once" {
			return fmt.Errorf("%s has %d energy of %d, and has not risen", seat, m.energy, m.consumption)
		}
		if s.due.Seat == "" && s.taken > 0 {
			return fmt.Errorf("nobody got anything for level %d of %s", s.taken, seat)
		}
	}
	return nil
}

// over: at the end of a part, or of the whole phase, everybody has risen and taken the cards.
func (s *scribe) over() error {
	for _, seat := range s.seats {
		m := s.at[seat]
		if s.reached(m) || len(m.owes) > 0 {
			return fmt.Errorf("%s has %d energy of %d, and takes %v", seat, m.energy, m.consumption, m.owes)
		}
	}
	return nil
}

func (s *scribe) expect(e engine.Event, next []engine.Event, ends bool) error {
	switch e := e.(type) {
	case council.Printed:
		s.values[e.Item] = int(e.Value)
	case council.Opened:
		s.open = e.Card
	case council.Round:
		s.round = int(e.Number)
	case council.Energy:
		return s.energy(e)
	case council.Level:
		return s.level(e, next, ends)
	case council.Throne:
		if s.throne != "" || s.at[e.Seat].level < 3 {
			return fmt.Errorf("the throne is %q's", s.throne)
		}
		s.throne = e.Seat
	case council.Consumption:
		return s.consumes(e)
	case council.Order:
		return s.orders(e)
	case council.Due:
		return s.dues(e)
	case council.Chose:
		return s.chooses(e)
	case council.Done:
		return s.done(next)
	case council.Phase, council.Turn, council.Settled:
		return s.goesOn(e)
	case council.Planned:
		f := s.at[e.Seat].fields
		f[e.Field-1] = append(slices.Clone(f[e.Field-1]), e.Card)
	case council.TookBack:
		f := s.at[e.Seat].fields
		f[e.Field-1] = f[e.Field-1][:len(f[e.Field-1])-1]
	case council.Slid:
		f := s.at[e.Seat].fields
		copy(f[1:], f)
		f[0] = nil
	case council.Ranged:
		for m := s.at[e.Seat]; len(m.fields) < int(e.Field); {
			m.fields = append(m.fields, nil)
		}
	case council.Led:
		s.leader = e.Leader
	case council.Won:
		s.won = append(s.won, e.Seat)
	}
	return nil
}

func (s *scribe) energy(e council.Energy) error {
	m := s.at[e.Seat]
	if e.Cause != council.LevelUp {
		s.move(m, int(e.By))
		s.gained = e.Seat
		return nil
	}
	want := -m.consumption
	if s.wrong == surplusLost {
		want = -m.energy
	}
	if int(e.By) != want {
		return fmt.Errorf("a level costs %d", want)
	}
	s.move(m, int(e.By))
	return nil
}

// level: energy has reached consumption, and it is time: in final scoring and where levels rise
// at once with the energy, else at the end of the part, or when the whole phase is over.
func (s *scribe) level(e council.Level, next []engine.Event, ends bool) error {
	m := s.at[e.Seat]
	if !s.reached(m) || int(e.To) != m.level+1 {
		return fmt.Errorf("%d energy of %d at level %d", m.energy, m.consumption, m.level)
	}
	timely := ends && e.Seat == s.turn
	switch {
	case s.phase == council.PhaseFinal, s.reading == "at-once":
		timely = e.Seat == s.gained
	case s.reading == "table" || s.wrong == laterLevels:
		timely = e.Seat == s.settled
	}
	if !timely {
		return fmt.Errorf("it is not time for that (%s)", s.reading)
	}
	m.level++
	if len(next) == 0 || next[0] != engine.Event(council.Energy{Seat: e.Seat, By: council.Delta(-m.consumption), Cause: council.LevelUp}) {
		return fmt.Errorf("the marker does not go back")
	}
	throne := len(next) > 1 && next[1] == engine.Event(council.Throne{Seat: e.Seat})
	if first := m.level == 3 && s.throne == "" && s.phase != council.PhaseFinal; first != throne {
		return fmt.Errorf("takes the throne: %t", throne)
	}
	if m.level <= 2 && !robot(e.Seat) && s.phase != council.PhaseFinal {
		pile := council.DarkTech1
		if m.level == 2 && s.wrong != cardsOfOnePile {
			pile = council.DarkTech2
		}
		m.owes = append(m.owes, pile)
	}
	return nil
}

func (s *scribe) consumes(e council.Consumption) error {
	m := s.at[e.Seat]
	want := -s.values[council.EnergySaver]
	switch s.phase {
	case council.PhaseLeaders:
		if m.consumption += int(e.By); m.consumption != s.values[s.leader] {
			return fmt.Errorf("%s begins with %d", s.leader, s.values[s.leader])
		}
		return nil
	case council.PhaseReveal, council.PhasePlan:
		want = s.played(e.Seat)
		if m.applied = s.moved(m, want); s.wrong == printedCounts {
			m.applied = want
		}
	}
	if want = s.moved(m, want); int(e.By) != want {
		return fmt.Errorf("it moves by %d", want)
	}
	m.consumption += want
	s.ranked = nil
	return nil
}

func (s *scribe) orders(e council.Order) error {
	if s.ranked == nil {
		s.ranked = s.ranks()
	}
	if s.ranked[e.Place-1] != e.Seat {
		return fmt.Errorf("the order is %v", s.ranked)
	}
	s.at[e.Seat].place = int(e.Place)
	return nil
}

func (s *scribe) dues(e council.Due) error {
	if s.due = e; e.What != council.DarkTech1 && e.What != council.DarkTech2 {
		return nil
	}
	if m := s.at[e.Seat]; len(m.owes) == 0 || m.owes[0] != e.What || e.Seat != s.turn {
		return fmt.Errorf("%s takes cards of %v", e.Seat, m.owes)
	}
	return nil
}

var firstPile = []council.Item{council.NewStargate, council.GemRefinement, council.Discoverers, council.ScienceSettlement,
	council.Empire, council.FlexibleColonization, council.EnergySaver, council.ExperiencedTraveler}

func (s *scribe) chooses(e council.Chose) error {
	m := s.at[e.Seat]
	if len(m.owes) == 0 || (m.owes[0] == council.DarkTech1) != slices.Contains(firstPile, e.Tech) {
		return fmt.Errorf("%s takes cards of %v", e.Seat, m.owes)
	}
	s.taken = 2
	if m.owes[0] == council.DarkTech1 {
		s.taken = 1
	}
	if m.owes = m.owes[1:]; e.Tech == council.PerpetualMotion {
		m.perpetual = s.round
	}
	return nil
}

// done: for level I each seat on level 0 gets gold; for level II level I gets gold, and level 0
// gold and a transparent gem.
func (s *scribe) done(next []engine.Event) error {
	who := s.due.Seat
	s.due = council.Due{}
	if s.taken == 0 {
		return nil
	}
	var want []engine.Event
	for _, seat := range s.ordered() {
		if m := s.at[seat]; seat != who && !robot(seat) && (m.level < s.taken || s.wrong == goldForAll) {
			want = append(want, council.Receives{Seat: seat, Gem: council.Gold, Number: 1})
			if s.taken == 2 && m.level == 0 {
				want = append(want, council.Receives{Seat: seat, Gem: council.Crystal, Number: 1})
			}
		}
	}
	n := 0
	for ; n < len(next); n++ {
		if _, gems := next[n].(council.Receives); !gems {
			break
		}
	}
	if s.taken = 0; !slices.Equal(next[:n], want) {
		return fmt.Errorf("brings %v, not %v", next[:n], want)
	}
	return nil
}

// goesOn: turns go by the order tiles; the Automa buys nothing; the holder of the throne scores
// first in the end.
func (s *scribe) goesOn(e engine.Event) error {
	switch e := e.(type) {
	case council.Settled:
		s.turn, s.settled = e.Seat, e.Seat
		return nil
	case council.Phase:
		was := s.phase
		s.phase, s.turn, s.settled = e.Name, "", ""
		if was == council.PhaseBuy && e.Name != council.PhaseStock || was == council.PhaseAct {
			return s.over()
		}
		return nil
	}
	seat := e.(council.Turn).Seat
	order := s.ordered()
	switch s.phase {
	case council.PhaseLeaders:
		s.turn = seat
		return nil
	case council.PhaseBuy:
		order = slices.DeleteFunc(order, robot)
	case council.PhaseFinal:
		order = append([]engine.Seat{s.throne}, slices.DeleteFunc(order, func(x engine.Seat) bool { return x == s.throne })...)
	}
	if at := slices.Index(order, s.turn); at+1 >= len(order) || order[at+1] != seat {
		return fmt.Errorf("after %q the order is %v", s.turn, order)
	}
	if s.turn = seat; s.reading != "table" && s.phase != council.PhaseFinal {
		return s.over()
	}
	return nil
}

// disagree is what screens show otherwise.
func (s *scribe) disagree(v engine.View) error {
	for _, seat := range s.seats {
		m := s.at[seat]
		for track, want := range map[string]int{"energy": m.energy, "consumption": m.consumption, "level": m.level, "order": m.place} {
			if got, _ := v.At(track, seat); got != want {
				return fmt.Errorf("%s of %s: shown is %d, it is %d", track, seat, got, want)
			}
		}
	}
	return nil
}

// wins: the highest level, then energy; equal ones are told apart by cubes, or share it.
func (s *scribe) wins() error {
	best := func(a, b engine.Seat) int {
		p, q := s.at[a], s.at[b]
		if s.wrong == anyWinner {
			return cmp.Or(p.energy-q.energy, p.level-q.level)
		}
		return cmp.Or(p.level-q.level, p.energy-q.energy)
	}
	first := slices.MaxFunc(s.seats, best)
	for _, seat := range s.won {
		if best(seat, first) != 0 {
			return fmt.Errorf("%s has won, and %s has more", seat, first)
		}
	}
	if len(s.won) == 0 {
		return fmt.Errorf("nobody has won")
	}
	return nil
}

// switching are tables of the tracks book at which everybody likes to go on in the full one.
func switching(tb testing.TB) []enginetest.Setting {
	liking := func(r *rand.Rand, s engine.State, legal []engine.Command) engine.Command {
		if i := slices.IndexFunc(legal, council.Game.Everybodys); i >= 0 && r.IntN(3) > 0 {
			return legal[i]
		}
		if s.View().Stating && r.IntN(8) > 0 {
			return legal[r.IntN(len(legal))]
		}
		return weighFull(r, s, legal)
	}
	return setTables(tb, liking, []table{
		{"purple automa", "stand-in", nil},
		{"purple red", "stand-in", []string{"module leaders", "ruling phase-end at-once"}},
		{"purple red green", "stand-in", []string{"module stations", "ruling phase-end table"}},
		{"purple red green blue", "stand-in", []string{"module leaders", "module stations", "ruling saver-late stop"}},
	})
}

func scribed(t *testing.T, set enginetest.Setting, seed uint64, wrong string) (switched bool, err error) {
	t.Helper()
	s, r := set.Begin(t), rand.New(rand.NewPCG(seed, 31))
	w := newScribe(set.Seats, set.Facts)
	w.wrong = wrong
	for n := 0; ; n++ {
		if err := w.disagree(engine.Plain(s)); err != nil {
			return switched, fmt.Errorf("after %d commands: %w", n, err)
		}
		legal := s.Legal()
		if len(legal) == 0 {
			return switched, w.wins()
		}
		c := set.Weigh(r, s, legal)
		next, events, err := engine.Step(s, c)
		if err != nil {
			return switched, err
		}
		if council.Game.Everybodys(c) {
			switched = true
		}
		if err := w.hear(c, events); err != nil {
			return switched, fmt.Errorf("after %d commands, %q: %w", n, notation.Format(c), err)
		}
		s = next
	}
}

// TestMarkersReferee: in random games of both books, 5,000 of each with each number of seats in the
// longest tier, and of the tracks book that goes on in the full one, markers move, levels rise and
// seats win as a second reading of the rulebook says.
func TestMarkersReferee(t *testing.T) {
	tier.Unraced(t, "no goroutines meet in a game")
	games, first := tier.Of(t, tier.Referees, "games with markers", 1, 1, 5000), tier.Seed(t)
	tracks, full := onceSettings(t)
	books := map[string][]enginetest.Setting{"tracks": append(settings(t), tracks...), "full": append(fullSettings(t), full...), "switching": switching(t)}
	for book, all := range books {
		for i, set := range all {
			t.Run(fmt.Sprint(book, i), func(t *testing.T) {
				t.Parallel()
				switched, tables := 0, 0
				for _, other := range all {
					if len(other.Seats) == len(set.Seats) && slices.Contains(other.Seats, "automa") == slices.Contains(set.Seats, "automa") {
						tables++
					}
				}
				if book == "switching" {
					tables *= 5
				}
				games := (games + tables - 1) / tables
				for n := range games {
					changes, err := scribed(t, set, first+uint64(n), "")
					if err != nil {
						t.Fatalf("seed %d: %v", first+uint64(n), err)
					}
					if changes {
						switched++
					}
				}
				if book == "switching" && switched == 0 || book == "full" && switched > 0 {
					t.Errorf("%d of %d games changed the book", switched, games)
				}
				t.Logf("%d games, %d changed the book", games, switched)
			})
		}
	}
}

// TestMarkersRefereeControl: a scribe that has a rule wrong is found out.
func TestMarkersRefereeControl(t *testing.T) {
	tracks, full := onceSettings(t)
	all := slices.Concat(settings(t), switching(t), tracks, full)
	for _, rule := range wrongMarkers {
		t.Run(rule, func(t *testing.T) {
			t.Parallel()
			for n := range uint64(60) {
				if _, err := scribed(t, all[n%uint64(len(all))], n, rule); err != nil {
					return
				}
			}
			t.Error("nobody minds")
		})
	}
}
