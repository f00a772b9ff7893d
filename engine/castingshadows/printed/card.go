package printed

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"arbiter/engine"
	"arbiter/engine/notation"
)

// A Card is one piece of cardboard; the zero Card is one without a name. Cards of the same name are
// told apart, because each may be cast once a turn.
type Card uint8

// How many cards the decks of the base game have (rulebook, components), how many may join them, and
// which is the first card of the second and the third deck.
const (
	MainCards         = 52
	CounterspellCards = 10
	CompanionCards    = 10

	MoreMainCards     = 15
	MoreCounterspells = 4
	MoreCompanions    = 4

	FirstCounterspell = Card(MainCards + 3*MoreMainCards + 1) // the kinds of the 15 are not known: places for 15 of each
	FirstCompanion    = FirstCounterspell + CounterspellCards + MoreCounterspells
	Cards             = FirstCompanion + CompanionCards + MoreCompanions // one more than there are
)

// A listed is what the owner's list of cards says about the cards of one name.
type listed struct {
	copies uint8
	level  uint8 // of a spell
	target Target
	reach  Reach
}

var list = [math.MaxUint8 + 1]listed{
	FatalFronds:       {4, 1, EachOnTile, Here},
	FeedingFrenzy:     {3, 1, OneEnemy, HereAndNext},
	BubbleTrouble:     {3, 1, OneEnemy, Next},
	HeatWave:          {3, 1, OneEnemy, Next},
	SpectralSlap:      {3, 1, EachOnTile, Next},
	HeavyHand:         {3, 1, OneEnemy, HereAndNext},
	LightningBug:      {3, 1, OneEnemy, Next},
	SinisterScreech:   {3, 1, OneEnemy, Next},
	MagmaHand:         {1, 2, OneEnemy, UpToTwo},
	UnicornRush:       {1, 2, OneEnemy, HereAndNext},
	DeadlyShroud:      {1, 2, EachOnTile, Next},
	PersonalSpace:     {1, 2, OneEnemy, Here}, // an older version of the list says each enemy on a tile
	PsychicSpikes:     {1, 2, EachOnTile, Next},
	PhoenixFlash:      {1, 2, OneEnemy, HereAndNext},
	KineticWave:       {1, 2, EachOnTile, NextAndTwo},
	InfernalAssault:   {1, 3, OneEnemy, UpToTwo},
	SuddenDoom:        {1, 3, EachOnTile, HereAndNext},
	CurseVoid:         {2, 1, 0, 0},
	Metamorphosis:     {1, 1, 0, 0},
	Crystallization:   {1, 1, 0, 0},
	EnergyBloom:       {1, 1, 0, 0},
	SapphireSynthesis: {1, 1, 0, 0},
	RubySynthesis:     {1, 1, 0, 0},
	LuminousGlow:      {1, 1, 0, 0},
	OrbDuplication:    {1, 2, 0, 0},
	GemDuplication:    {1, 2, 0, 0},
	RedGemCard:        {3, 0, 0, 0},
	BlueGemCard:       {3, 0, 0, 0},
	RedOrbCard:        {1, 0, 0, 0},
	BlueOrbCard:       {1, 0, 0, 0},
	PointedShield:     {4, 0, 0, 0},
	RunAway:           {3, 0, 0, 0},
	BeesEverywhere:    {2, 0, 0, 0},
	SafetyDome:        {1, 0, 0, 0},
}

// The name of each card and its word in the log, by the card's number.
var (
	cardNames = namesOfCards()
	cardWords = wordsOfCards()
)

func namesOfCards() (all [Cards]Name) {
	c := 1
	for _, kinds := range [][]Kind{{Attack, Conversion, ResourceCard}, {Counterspell}, {Companion}} {
		for _, more := range []bool{false, true} {
			for n := Name(1); n < names; n++ {
				if n.IsMore() == more && slices.Contains(kinds, n.Kind()) {
					for range n.Copies() {
						all[c] = n
						c++
					}
				}
			}
		}
	}
	return all
}

func wordsOfCards() (all []string) {
	all = make([]string, Cards)
	copies := map[Name]int{}
	for c := Card(1); c < Cards; c++ {
		n := cardNames[c]
		copies[n]++
		if all[c] = n.String(); n.Copies() > 1 {
			all[c] += "-" + strconv.Itoa(copies[n])
		}
	}
	return all
}

// String returns the card's word, such as "heat-wave-2"; "" for the zero Card. A card that is the
// only one of its name has no number.
func (c Card) String() string { return notation.Word(cardWords, c) }

// MarshalText writes the card's word.
func (c Card) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads a card's word; "" is the zero Card.
func (c *Card) UnmarshalText(b []byte) error {
	if i := slices.Index(cardWords, string(b)); i >= 0 {
		*c = Card(i)
		return nil
	}
	return fmt.Errorf("there is no card %q", b)
}

// Name returns the name of the card; 0 for the zero Card.
func (c Card) Name() Name {
	if c >= Cards {
		return 0
	}
	return cardNames[c]
}

// Kind returns the kind of the card.
func (c Card) Kind() Kind { return c.Name().Kind() }

// Term returns the card as a word for screens: its name, since copies look the same.
func (c Card) Term() engine.Term { return c.Name().Term() }

// MainDeck lists the cards of the main deck of the base game.
func MainDeck() []Card { return between(1, MainCards+1) }

// Counterspells lists the counterspells of the base game.
func Counterspells() []Card {
	return between(FirstCounterspell, FirstCounterspell+CounterspellCards)
}

// Companions lists the companions of the base game.
func Companions() []Card { return between(FirstCompanion, FirstCompanion+CompanionCards) }

// AllCards lists the cards of the base game and all that may join them.
func AllCards() []Card { return between(1, Cards) }

func between(first, after Card) []Card {
	all := make([]Card, 0, after-first)
	for c := first; c < after; c++ {
		all = append(all, c)
	}
	return all
}

// Copies returns how many cards have the name; 0 if it is not the name of a card.
func (n Name) Copies() uint8 {
	switch k := n.Kind(); {
	case k == Companion, n.IsMore() && k != Tile && k != Shadow:
		return 1
	}
	return list[n].copies
}

// level returns the level of a spell of the base game, 1 to 3; 0 for everything else.
func (n Name) level() uint8 { return list[n].level }

// Target returns whom an attack spell hits unless a fact says otherwise.
func (n Name) Target() Target { return list[n].target }

// Reach returns how far an attack spell reaches unless a fact says otherwise.
func (n Name) Reach() Reach { return list[n].reach }
