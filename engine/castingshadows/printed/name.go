package printed

import (
	"fmt"
	"slices"

	"arbiter/engine"
	"arbiter/engine/notation"
)

// A Name is a thing with something printed on it: the cards of one name, a companion, a side of a
// character's board, a tile. The zero Name is none.
type Name uint8

// The attack spells. Names, levels, reaches and targets of all cards of the main deck come from an
// owner's list; the rulebook shows none of them.
const (
	FatalFronds Name = iota + 1
	FeedingFrenzy
	BubbleTrouble
	HeatWave
	SpectralSlap
	HeavyHand
	LightningBug
	SinisterScreech
	MagmaHand
	UnicornRush
	DeadlyShroud
	PersonalSpace
	PsychicSpikes
	PhoenixFlash
	KineticWave
	InfernalAssault
	SuddenDoom
)

// The conversion spells.
const (
	CurseVoid Name = SuddenDoom + 1 + iota
	Metamorphosis
	Crystallization
	EnergyBloom
	SapphireSynthesis
	RubySynthesis
	LuminousGlow
	OrbDuplication
	GemDuplication
)

// The resource cards.
const (
	RedGemCard Name = GemDuplication + 1 + iota
	BlueGemCard
	RedOrbCard
	BlueOrbCard
)

// The counterspells.
const (
	PointedShield Name = BlueOrbCard + 1 + iota
	RunAway
	BeesEverywhere
	SafetyDome
)

// The companions. No source gives their names.
const (
	Companion1 Name = SafetyDome + 1 + iota
	_
	_
	_
	_
	_
	_
	_
	_
	Companion10
)

// The shadow sides of the boards, in the order of the characters.
const (
	KitTheTurbulent Name = Companion10 + 1 + iota
	FrillTheRegenerator
	NuzzleTheSavage
	HazeTheDevastator
)

// The tiles: three that are always used, and the home of each character.
const (
	AncientRune Name = HazeTheDevastator + 1 + iota
	DustyDesert
	UndergroundVolcano
	HomeKit
	HomeFrill
	HomeNuzzle
	HomeHaze
)

// What a box may hold beyond the base game, in the numbers that are publicly known of Ice Storm. Of
// hardly anything of it is known what it is, so its owner says that: a card or tile is in the box
// once anything is told of it. Of the cards of the main deck not even the kinds are known.
const (
	Tile8         = HomeHaze + 1
	FrostShadow   = Tile8 + moreTiles
	Attack1       = FrostShadow + Name(characters-Frost)
	Conversion1   = Attack1 + MoreMainCards
	Resource1     = Conversion1 + MoreMainCards
	Counterspell1 = Resource1 + MoreMainCards
	Companion11   = Counterspell1 + MoreCounterspells

	LastTile = Tile8 + moreTiles - 1

	names     = Companion11 + MoreCompanions
	moreTiles = 3
)

var nameWords = append([]string{"",
	"fatal-fronds", "feeding-frenzy", "bubble-trouble", "heat-wave", "spectral-slap", "heavy-hand", "lightning-bug",
	"sinister-screech", "magma-hand", "unicorn-rush", "deadly-shroud", "personal-space", "psychic-spikes",
	"phoenix-flash", "kinetic-wave", "infernal-assault", "sudden-doom",
	"curse-void", "metamorphosis", "crystallization", "energy-bloom", "sapphire-synthesis", "ruby-synthesis",
	"luminous-glow", "orb-duplication", "gem-duplication",
	"red-gem-card", "blue-gem-card", "red-orb-card", "blue-orb-card",
	"pointed-shield", "run-away", "bees-everywhere", "safety-dome",
	"companion-01", "companion-02", "companion-03", "companion-04", "companion-05",
	"companion-06", "companion-07", "companion-08", "companion-09", "companion-10",
	"kit-the-turbulent", "frill-the-regenerator", "nuzzle-the-savage", "haze-the-devastator",
	"ancient-rune", "dusty-desert", "underground-volcano", "home-kit", "home-frill", "home-nuzzle", "home-haze",
	"map-tile-08", "map-tile-09", "map-tile-10", "frost-shadow", "talon-shadow", "lucky-shadow",
}, slices.Concat(numbered("attack", 1, MoreMainCards), numbered("conversion", 1, MoreMainCards), numbered("resource", 1, MoreMainCards),
	numbered("counterspell", 1, MoreCounterspells), numbered("companion", CompanionCards+1, MoreCompanions))...)

// numbered returns n words, such as "attack-01".
func numbered(word string, from, n int) (all []string) {
	for i := range n {
		all = append(all, fmt.Sprintf("%s-%02d", word, from+i))
	}
	return all
}

// IsMore reports whether the thing is none of the base game.
func (n Name) IsMore() bool { return n >= Tile8 && n < names }

// String returns the name's word, "" for none.
func (n Name) String() string { return notation.Word(nameWords, n) }

// MarshalText writes the name's word.
func (n Name) MarshalText() ([]byte, error) { return []byte(n.String()), nil }

// UnmarshalText reads a name's word; "" is none.
func (n *Name) UnmarshalText(b []byte) error {
	if i := slices.Index(nameWords, string(b)); i >= 0 {
		*n = Name(i)
		return nil
	}
	return fmt.Errorf("nothing in the box is called %q", b)
}

// Term returns the name for screens.
func (n Name) Term() engine.Term { return engine.Term(n.String()) }

// Names lists all names.
func Names() []Name {
	all := make([]Name, 0, names)
	for n := Name(1); n < names; n++ {
		all = append(all, n)
	}
	return all
}

// A Kind is the kind of thing that has a name; the zero Kind is none.
type Kind uint8

// The kinds.
const (
	Attack Kind = iota + 1
	Conversion
	ResourceCard
	Counterspell
	Companion
	Shadow // a side of a board
	Tile
)

// Kind returns the kind of thing that has the name.
func (n Name) Kind() Kind {
	switch {
	case n == 0 || n >= names:
		return 0
	case n <= SuddenDoom:
		return Attack
	case n <= GemDuplication:
		return Conversion
	case n <= BlueOrbCard:
		return ResourceCard
	case n <= SafetyDome:
		return Counterspell
	case n <= Companion10:
		return Companion
	case n <= HazeTheDevastator, n >= FrostShadow && n < Attack1:
		return Shadow
	case n < FrostShadow:
		return Tile
	case n < Conversion1:
		return Attack
	case n < Resource1:
		return Conversion
	case n < Counterspell1:
		return ResourceCard
	case n < Companion11:
		return Counterspell
	}
	return Companion
}

// IsSpell reports whether the thing is cast: an attack or a conversion.
func (n Name) IsSpell() bool { return n.Kind() == Attack || n.Kind() == Conversion }
