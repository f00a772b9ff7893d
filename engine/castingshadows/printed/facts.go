// Package printed is what is printed on the cardboard of Casting Shadows (Unstable Games, Asmodee):
// resources and dice, cards and tiles, costs, and a small vocabulary in which one line says what a
// card does.
//
// It is data without rules: no state, no turn. The rulebook shows hardly any card; what it does not
// show comes as facts, each with its source.
package printed

import (
	"slices"
	"strings"

	"arbiter/engine/notation"
)

// Facts is what the program has been told of the box. It is shared by states: With returns a new
// one. Later facts replace earlier ones. The zero Facts knows nothing.
type Facts struct {
	costs   [names]Costs // Origin "": not told
	effects [names][]Effect
	texts   [names][]Says
	energy  [names]Charges
	named   [names]string
	levels  [names]uint8     // of spells that are none of the base game; 0: not told
	told    [names]bool      // something is told of it
	lives   [characters]Name // own tiles of characters that are none of the base game
	seats   [maxPlayers + 1][maxPlayers + 1]Place
	lies    [maxPlayers + 1][LastTile + 1 - Tile8]Place
	tokens  map[Cost]uint8
	dial    uint8
	standIn bool
}

const maxPlayers = 6

// With returns the facts together with more of them.
func (f *Facts) With(more ...Fact) *Facts {
	next := *f
	for _, e := range more {
		next.standIn = next.standIn || e.Source().Invented()
		e.add(&next)
		next.told[e.about()] = true
	}
	return &next
}

// Has reports whether the box holds a thing: all of the base game, and what else something is told
// of.
func (f *Facts) Has(n Name) bool { return !n.IsMore() || f.told[n] }

func (e Costs) add(f *Facts) { f.costs[e.Of] = e }

// add replaces known effects that were read elsewhere: an owner's card keeps nothing of an invented
// one.
func (e Effect) add(f *Facts) {
	all := slices.Clone(f.effects[e.Of])
	all = slices.DeleteFunc(all, func(a Effect) bool { return apart(a.Origin, e.Origin) || a == e })
	f.effects[e.Of] = append(all, e)
	f.texts[e.Of] = slices.DeleteFunc(slices.Clone(f.texts[e.Of]), func(a Says) bool { return apart(a.Origin, e.Origin) })
	slices.SortStableFunc(f.effects[e.Of], func(a, b Effect) int { return int(a.Part) - int(b.Part) })
}

// apart reports whether facts of one thing exclude each other: they have different origins, and at
// least one was read on the cardboard.
func apart(a, b notation.Origin) bool { return a != b && (a.Certain() || b.Certain()) }

func (e Says) add(f *Facts) {
	all := slices.DeleteFunc(slices.Clone(f.texts[e.Of]), func(a Says) bool { return apart(a.Origin, e.Origin) || a.When == e.When })
	f.texts[e.Of] = append(all, e)
	f.effects[e.Of] = slices.DeleteFunc(slices.Clone(f.effects[e.Of]), func(a Effect) bool { return apart(a.Origin, e.Origin) })
}

func (e Charges) add(f *Facts) { f.energy[e.Of] = e }
func (e Dial) add(f *Facts)    { f.dial = e.Most }
func (e Named) add(f *Facts)   { f.named[e.Of] = strings.ReplaceAll(e.Name, "_", " ") }

func (e Seats) add(f *Facts) {
	if e.Players <= maxPlayers && e.Person <= maxPlayers {
		f.seats[e.Players][e.Person] = e.Place
	}
}

func (e Level) add(f *Facts) { f.levels[e.Of] = e.Number }
func (e Lives) add(f *Facts) { f.lives[e.Character] = e.Tile }

func (e Lies) add(f *Facts) {
	if e.Players <= maxPlayers && e.Tile >= Tile8 && e.Tile <= LastTile {
		f.lies[e.Players][e.Tile-Tile8] = e.Place
	}
}

func (e Holds) add(f *Facts) {
	tokens := map[Cost]uint8{e.Token: e.Number}
	for t, n := range f.tokens {
		if t != e.Token {
			tokens[t] = n
		}
	}
	f.tokens = tokens
}

// Price returns what it costs to collect a card, and the level of the spell to be given up, 0 for
// none; told is false if the price is unknown. Counterspells cost the same in every box.
func (f *Facts) Price(n Name) (c Cost, spell uint8, told bool) {
	switch n.Kind() {
	case Counterspell:
		return CostOf(AnyGem, AnyOrb), 0, true
	case ResourceCard:
		return Cost{}, 0, true
	}
	e := f.costs[n]
	return e.Price(), e.Spell, e.Origin != ""
}

// Effects returns what a thing does, ordered by parts; it is empty if that is unknown.
func (f *Facts) Effects(n Name) []Effect { return f.effects[n] }

// Texts returns the printed texts of a thing that fit no effect.
func (f *Facts) Texts(n Name) []Says { return f.texts[n] }

// Told reports whether anything is known of what a thing does.
func (f *Facts) Told(n Name) bool { return len(f.effects[n]) > 0 || len(f.texts[n]) > 0 }

// Energy returns what the shadow ability costs; told is false if that is unknown.
func (f *Facts) Energy(n Name) (energy uint8, told bool) {
	return f.energy[n].Energy, f.energy[n].Origin != ""
}

// Called returns what a thing is called at the table, "" if it has no such name.
func (f *Facts) Called(n Name) string { return f.named[n] }

// Home returns the place of a person's home tile, with players and person counted from 1; 0 if it
// is unknown.
func (f *Facts) Home(players, person int) Place { return f.seats[players][person] }

// OwnTile returns the tile that a character starts on; 0 if it has none of its own, or nobody has
// told which.
func (f *Facts) OwnTile(c Character) Name {
	if own := c.home(); own != 0 {
		return own
	}
	return f.lives[c]
}

// Lies returns the place of a tile beyond the base game that is nobody's home; 0 if it stays in the
// box with so many players.
func (f *Facts) Lies(players int, n Name) Place {
	if n < Tile8 || n > LastTile {
		return 0
	}
	return f.lies[players][n-Tile8]
}

// Level returns the level of a spell, 1 to 3; 0 for everything else. Of a spell beyond the base game
// it is 1 until it is told.
func (f *Facts) Level(n Name) uint8 {
	if n.IsMore() && n.IsSpell() {
		return max(f.levels[n], 1)
	}
	return n.level()
}

// MostHealth returns the last number of the dial; if it is unknown, the health at the start.
func (f *Facts) MostHealth() uint8 {
	if f.dial == 0 {
		return Health
	}
	return f.dial
}

// StandIn reports whether any fact is invented.
func (f *Facts) StandIn() bool { return f.standIn }

// Sources returns where a thing's effects, its price, and the energy of its ability were read; each
// is "" if unknown.
func (f *Facts) Sources(n Name) (does, costs, energy notation.Origin) {
	switch {
	case len(f.effects[n]) > 0:
		does = f.effects[n][0].Origin
	case len(f.texts[n]) > 0:
		does = f.texts[n][0].Origin
	}
	return does, f.costs[n].Origin, f.energy[n].Origin
}
