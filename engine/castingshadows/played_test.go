package castingshadows_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"arbiter/engine"
	"arbiter/engine/castingshadows"
	"arbiter/engine/castingshadows/printed"
	"arbiter/engine/castingshadows/printed/printedtest"
	"arbiter/engine/enginetest"
	"arbiter/engine/enginetest/tier"
	"arbiter/engine/notation"
	"arbiter/setups"
)

// Whatever a box may tell is carried out in some position: random effects from the whole
// vocabulary of the game, each in games that begin where it is likely. A table at which nobody
// may name dice to reroll (control) never carries out what rerolls them.
func TestEachEffectCanBePlayed(t *testing.T) {
	tier.Unraced(t, "no goroutines meet in a game")
	effects, first := tier.Of(t, tier.Laws, "effects", 100, 400, 20000), tier.Seed(t)
	trials := newTrials(t)
	for shard := range enginetest.Shards {
		t.Run(fmt.Sprint(shard), func(t *testing.T) {
			t.Parallel()
			games, idle := 0, 0
			for n := shard; n < effects; n += enginetest.Shards {
				r := rand.New(rand.NewPCG(first+uint64(n), 42))
				e := affordable(r, printedtest.Effect(r, trials.things[r.IntN(len(trials.things))]))
				if e.Idle() != nil {
					idle++
					continue
				}
				needed, err := trials.plays(r, e, mostTrials, nil)
				if games += needed; err != nil {
					t.Errorf("effect %d: %v", n, err)
				}
			}
			t.Logf("%d games, and %d effects that are refused", games, idle)
		})
	}
	t.Run("control", func(t *testing.T) {
		for _, line := range strings.Split(rerolling, ",") {
			e := enginetest.Facts(t, castingshadows.Game, strings.TrimSpace(line))[0].(printed.Effect)
			r := rand.New(rand.NewPCG(first, 43))
			needed, err := trials.plays(r, e, mostTrials, nil)
			if err != nil {
				t.Error(err)
			}
			if _, err := trials.plays(r, e, needed+10, namesDice); err == nil {
				t.Errorf("%q is carried out though nobody names a die", notation.Format(e))
			}
		}
	})
}

// namesDice reports whether a command chooses which dice are rerolled.
func namesDice(c engine.Command) bool {
	choose, ok := c.(castingshadows.Choose)
	return ok && choose.Dice != 0
}

// mostTrials is in how many games an effect has to be carried out once.
const mostTrials = 400

// trials are games in which an effect is looked for.
type trials struct {
	box    []engine.Event
	things []printed.Name
}

func newTrials(t *testing.T) trials {
	t.Helper()
	lines, err := setups.Box("casting-shadows", "stand-in")
	if err != nil {
		t.Fatal(err)
	}
	all := trials{things: printed.Names()}
	for _, l := range lines {
		all.box = append(all.box, enginetest.Facts(t, castingshadows.Game, l.Text)...)
	}
	return all
}

// affordable lowers what is paid for an effect to what a pool can hold, and what limits damage
// to what damage there is; it comes first of what its thing says.
func affordable(r *rand.Rand, e printed.Effect) printed.Effect {
	for i, n := range e.Pays {
		e.Pays[i] = min(n, uint8(1+r.IntN(2)))
	}
	for i, n := range e.Times {
		e.Times[i] = min(n, uint8(1+r.IntN(2)))
	}
	if e.Does == printed.Limit {
		e.Amounts = printed.Steps{1}
	}
	if e.Amounts.Number() != e.Times.Number() {
		e.Amounts = e.Amounts.Only(0)
	}
	e.Part = 1
	return e
}

// plays plays games until an effect was carried out, at most so many, and returns how many it
// took. Nobody does what is kept out.
func (t trials) plays(r *rand.Rand, e printed.Effect, most int, out func(engine.Command) bool) (games int, err error) {
	for games < most {
		games++
		done, err := t.play(r, e, out)
		if err != nil {
			return games, fmt.Errorf("%q: %w", notation.Format(e), err)
		}
		if done {
			return games, nil
		}
	}
	return games, fmt.Errorf("%q is carried out in none of %d games", notation.Format(e), games)
}

func (t trials) play(r *rand.Rand, e printed.Effect, out func(engine.Command) bool) (done bool, err error) {
	seats := enginetest.Seats("red blue green")
	facts := append(slices.Clone(t.box), e)
	facts = append(facts, t.near(r, e, seats)...)
	s, err := castingshadows.Game.New(seats, facts)
	if err != nil {
		return false, err
	}
	for range 120 {
		if e.When == printed.Always && inForce(s, e) {
			return true, nil
		}
		legal := slices.DeleteFunc(slices.Clone(s.Legal()), func(c engine.Command) bool { return out != nil && out(c) })
		if len(legal) == 0 {
			return false, nil
		}
		next, events, err := engine.Step(s, tempted(r, e, legal))
		if err != nil {
			return false, err
		}
		if carriedOut(e, events) {
			return true, nil
		}
		s = next
	}
	return false, nil
}

// tempted is mostly a command that has to do with the thing, or that answers.
func tempted(r *rand.Rand, e printed.Effect, legal []engine.Command) engine.Command {
	if r.IntN(3) > 0 {
		about := slices.DeleteFunc(slices.Clone(legal), func(c engine.Command) bool {
			switch c.(type) {
			case castingshadows.Choose, castingshadows.UseAbility:
				return false
			}
			return !strings.Contains(notation.Format(c), e.Of.String())
		})
		if len(about) > 0 {
			return choose(r, about)
		}
	}
	return choose(r, legal)
}

// near are a position in which the effect may soon be carried out.
func (t trials) near(r *rand.Rand, e printed.Effect, seats []engine.Seat) (facts []engine.Event) {
	facts = append(facts, castingshadows.Dealt{By: "device"}, castingshadows.Book{Name: "full"})
	for _, line := range []string{"return-after landed", "ability-once full", "companion-print print"} {
		name, choice, _ := strings.Cut(line, " ")
		facts = append(facts, castingshadows.Ruling{Name: name, Choice: choice})
	}
	chosen := printed.Characters()[:4]
	for _, c := range printed.Characters() {
		if e.Of == c.Shadow() && e.Of.IsMore() {
			chosen[0] = c
			facts = append(facts, printed.Lives{Character: c, Tile: printed.Tile8, Origin: notation.Owner})
		}
	}
	r.Shuffle(len(chosen), func(i, j int) { chosen[i], chosen[j] = chosen[j], chosen[i] })
	holder := 0
	for i, c := range chosen {
		if e.Of == c.Shadow() || e.Of == homeOf(c) {
			chosen[0], chosen[i] = chosen[i], chosen[0]
		}
	}
	tiles := []printed.Name{printed.AncientRune, printed.DustyDesert, printed.UndergroundVolcano}
	for i, seat := range seats {
		facts = append(facts, castingshadows.Character{Seat: seat, Name: chosen[i]})
		tiles = append(tiles, homeOf(chosen[i]))
	}
	if e.Of.IsMore() && e.Of.Kind() == printed.Tile {
		facts = append(facts, printed.Lies{Tile: e.Of, Players: uint8(len(seats)), Place: printed.UpperRight, Origin: notation.Owner})
		tiles = append(tiles, e.Of)
	}
	if e.Of.Kind() == printed.Counterspell || e.Of.Kind() == printed.Companion || e.Of.IsSpell() {
		holder = r.IntN(len(seats))
	}
	cards := attackers(e.Of)
	r.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
	traps := withMore(printed.Counterspells(), e.Of)
	r.Shuffle(len(traps), func(i, j int) { traps[i], traps[j] = traps[j], traps[i] })
	friends := withMore(printed.Companions(), e.Of)
	r.Shuffle(len(friends), func(i, j int) { friends[i], friends[j] = friends[j], friends[i] })
	take := func(from []printed.Card, is bool) (printed.Card, []printed.Card) {
		i := slices.IndexFunc(from, func(c printed.Card) bool { return (c.Name() == e.Of) == is })
		if i < 0 {
			i = 0
		}
		return from[i], slices.Delete(slices.Clone(from), i, i+1)
	}
	for i, seat := range seats {
		mine := i == holder
		at := tiles[r.IntN(len(tiles))]
		if mine && e.Of.Kind() == printed.Tile && r.IntN(4) > 0 {
			at = e.Of
		}
		facts = append(facts, castingshadows.Moved{Seat: seat, To: at})
		shadow := r.IntN(2) == 0 || mine && (e.Of.Kind() == printed.Shadow || e.Of.Kind() == printed.Companion)
		if shadow {
			var friend printed.Card
			friend, friends = take(friends, mine)
			facts = append(facts, castingshadows.Transformed{Seat: seat}, castingshadows.Summoned{Seat: seat, Card: friend})
		}
		energy := int8(r.IntN(3))
		if shadow && r.IntN(2) == 0 {
			energy = printed.ShadowLimit
		}
		facts = append(facts, castingshadows.Energized{Seat: seat, N: energy})
		if hurt := r.IntN(2) * r.IntN(printed.Health); hurt > 0 {
			facts = append(facts, castingshadows.Harmed{Seat: seat, N: uint8(hurt)})
		}
		if e.Of.IsSpell() || e.Of.Kind() == printed.ResourceCard {
			own := printed.AllCards()[slices.IndexFunc(printed.AllCards(), func(c printed.Card) bool { return c.Name() == e.Of })]
			if mine {
				facts = append(facts, castingshadows.Collected{Seat: seat, Card: own})
			}
		}
		facts = append(facts, castingshadows.Collected{Seat: seat, Card: cards[0]}, castingshadows.Collected{Seat: seat, Card: cards[1]})
		cards = cards[2:]
		var trap printed.Card
		trap, traps = take(traps, mine)
		facts = append(facts, castingshadows.Trapped{Seat: seat, Card: trap})
		facts = append(facts, castingshadows.Gained{Seat: seat, Gets: tokens(r, e)})
	}
	return facts
}

// homeOf is the tile on which a character starts.
func homeOf(c printed.Character) printed.Name {
	return (&printed.Facts{}).With(printed.Lives{Character: c, Tile: printed.Tile8, Origin: notation.Owner}).OwnTile(c)
}

// withMore are the cards, and that of the thing if it is of their kind.
func withMore(cards []printed.Card, of printed.Name) []printed.Card {
	for _, c := range printed.AllCards() {
		if c.Name() == of && of.IsMore() && of.Kind() == cards[0].Kind() {
			cards = append(cards, c)
		}
	}
	return cards
}

// attackers are spells that do damage, without copies of one.
func attackers(not printed.Name) (all []printed.Card) {
	names := map[printed.Name]printed.Card{}
	for _, c := range printed.MainDeck() {
		if c.Kind() == printed.Attack && c.Name() != not {
			names[c.Name()] = c
		}
	}
	for _, n := range slices.Sorted(maps.Keys(names)) {
		all = append(all, names[n])
	}
	return all
}

// tokens pay for whatever is told, without more cursed crystals than that takes.
func tokens(r *rand.Rand, e printed.Effect) (p printed.Pool) {
	for _, n := range printed.Resources() {
		switch {
		case n != printed.CursedCrystal:
			p[n] = 3
			if e.Pays != (printed.Cost{}) {
				p[n] = 40
			}
		case e.Pays[n] > 0 || e.Does == printed.Cleanse && r.IntN(2) == 0:
			p[n] = 16
		}
	}
	return p
}

// TestMuchIsGained: however much something brings, the ways to choose its colors are listed
// once, and each is accepted.
func TestMuchIsGained(t *testing.T) {
	trials := newTrials(t)
	facts := append(trials.box, enginetest.Facts(t, castingshadows.Game, "dealt hands", "effect home-kit 1 start - - - gain 85 red-gem+3*gem+orb - - - owner")...)
	s, err := castingshadows.Game.New(enginetest.Seats("kit frill"), facts)
	if err != nil {
		t.Fatal(err)
	}
	for !slices.ContainsFunc(s.Legal(), func(c engine.Command) bool { _, chooses := c.(castingshadows.Choose); return chooses }) {
		next, _, err := engine.Step(s, s.Legal()[0])
		if err != nil {
			t.Fatal(err)
		}
		s = next
	}
	legal := s.Legal()
	if want := 100 * 86; len(legal) != want {
		t.Errorf("%d ways to choose 99 gems and 85 orbs, not %d", len(legal), want)
	}
	for _, n := range []int{0, 1, len(legal) / 2, len(legal) - 1} {
		if _, _, err := engine.Step(s, legal[n]); err != nil {
			t.Error(err)
		}
	}
}

// inForce reports whether the effect is one of those in force for somebody.
func inForce(state engine.State, e printed.Effect) bool {
	s := state.(*castingshadows.State)
	for i := range s.Count() {
		for j := int8(-1); j < s.Count(); j++ {
			for have := range s.InForce(i, j) {
				if *have == e {
					return true
				}
			}
		}
	}
	return false
}

// carriedOut reports whether events do what the effect says.
func carriedOut(e printed.Effect, events []engine.Event) bool {
	at := slices.IndexFunc(events, func(x engine.Event) bool {
		does, ok := x.(castingshadows.Does)
		return ok && does.Of == e.Of
	})
	if at < 0 || at+1 >= len(events) {
		return false
	}
	got := reflect.TypeOf(events[at+1])
	if e.Lasts != 0 && got == reflect.TypeFor[castingshadows.Reads]() {
		return true // nothing that the program keeps lasts so: people carry it out
	}
	return slices.ContainsFunc(carried[e.Does], func(want engine.Event) bool { return reflect.TypeOf(want) == got })
}

// carried are the events by which one sees that a deed was done.
var carried = map[printed.Deed][]engine.Event{
	printed.Deal:     {castingshadows.Strikes{}, castingshadows.Returns{}},
	printed.Heal:     {castingshadows.Healed{}},
	printed.Gain:     {castingshadows.Gained{}},
	printed.Energize: {castingshadows.Energized{}},
	printed.Move:     {castingshadows.Moved{}},
	printed.Push:     {castingshadows.Moved{}},
	printed.Reduce:   {castingshadows.Adjusted{}, castingshadows.Lasts{}},
	printed.Limit:    {castingshadows.Adjusted{}, castingshadows.Lasts{}},
	printed.Negate:   {castingshadows.Adjusted{}, castingshadows.Lasts{}},
	printed.Raise:    {castingshadows.Adjusted{}, castingshadows.Lasts{}},
	printed.Reflect:  {castingshadows.Strikes{}, castingshadows.Returns{}},
	printed.Act:      {castingshadows.Acts{}},
	printed.Reroll:   {castingshadows.Rerolls{}},
	printed.Cleanse:  {castingshadows.Cleansed{}},
	printed.Peek:     {castingshadows.Peeked{}},
	printed.Draw:     {castingshadows.Owed{}},
	printed.Discount: {castingshadows.Lasts{}},
	printed.Farther:  {castingshadows.Lasts{}},
	printed.Secure:   {castingshadows.Lasts{}},
	printed.NoLess:   {castingshadows.Lasts{}},
	printed.Freeze:   {castingshadows.Frozen{}},
	printed.Stun:     {castingshadows.Stunned{}},
}
