package printed

import "arbiter/engine/notation"

// A Trigger is the moment in which an effect can happen; the zero Trigger is none.
type Trigger uint8

// The triggers. OnAttacked and those after it may come in other seats' turns. An effect that is
// Always in force needs no moment.
const (
	OnCast     Trigger = iota + 1 // as an action in one's own turn
	OnUse                         // in one's own phase 2, without an action
	Always                        // while it lies there; of a tile: while one stands on it
	OnStart                       // one's own turn starts; of a tile: on it
	OnEnd                         // one's own turn ends; of a tile: on it
	OnRoll                        // one has rolled
	OnTravel                      // one has traveled; of a tile: onto it
	OnCollect                     // one has collected a card
	OnAbsorb                      // one has absorbed
	OnAttack                      // one is about to deal damage with a spell
	OnHit                         // one has dealt damage with a spell
	OnAttacked                    // somebody else's spell is about to damage one
	OnHarmed                      // somebody else's spell has damaged one
	OnHurt                        // one is about to take any damage
	OnSuffered                    // one has taken any damage
	OnEntered                     // somebody else comes onto one's tile
	OnSpell                       // somebody else casts a spell
)

var triggerWords = []string{"", "cast", "use", "always", "start", "end", "roll", "travel", "collect", "absorb", "attack", "hit",
	"attacked", "harmed", "hurt", "suffered", "entered", "spell"}

// String returns the trigger's word, "" for none.
func (t Trigger) String() string { return notation.Word(triggerWords, t) }

// MarshalText writes the trigger's word.
func (t Trigger) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText reads a trigger's word; "" is none.
func (t *Trigger) UnmarshalText(b []byte) error { return notation.ReadWord(t, b, triggerWords, 0) }

// A Condition has to hold for an effect to happen; the zero Condition always holds.
type Condition uint8

// The conditions.
const (
	InBaseForm Condition = iota + 1
	InShadowForm
	OnSameTile  // the same as the character it is about
	OnOtherTile // another than the character it is about
	AtHome
	AtOthersHome
	OnRune
	WhenLow    // at most a third of the health at the start
	WithEnergy // the shadow energy is full
	WithoutCurse
	FirstInTurn // the first time in the active seat's turn
)

var conditionWords = []string{"", "base-form", "shadow-form", "same-tile", "other-tile", "at-home", "at-others-home", "on-rune",
	"low-health", "full-energy", "no-curse", "first"}

// String returns the condition's word, "" for none.
func (c Condition) String() string { return notation.Word(conditionWords, c) }

// MarshalText writes the condition's word.
func (c Condition) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads a condition's word; "" is none.
func (c *Condition) UnmarshalText(b []byte) error { return notation.ReadWord(c, b, conditionWords, 0) }

// A Deed is what an effect does; the zero Deed is nothing.
type Deed uint8

// The deeds. Amounts are damage, health, resources, energy, steps, actions, dice or
// cards.
const (
	Deal     Deed = iota + 1 // damage to the target
	Heal                     // hit points
	Gain                     // tokens: Amounts times What
	Energize                 // shadow energy
	Move                     // steps of one's own figure
	Push                     // steps of the target's figure
	Reduce                   // the damage by so much
	Limit                    // the damage to so much
	Negate                   // the damage
	Reflect                  // so much of the damage also goes to the attacker
	Raise                    // the damage by so much
	Act                      // action points
	Reroll                   // dice in the pool
	Cleanse                  // cursed crystals
	Peek                     // at face-down cards of the target
	Draw                     // counterspells from their pile
	Discount                 // the symbols in What are taken off costs
	Farther                  // spells reach so many steps farther
	Secure                   // damage to the target cannot be changed
	NoLess                   // damage to the target cannot be reduced; it can be raised
	Freeze                   // the target does not travel in its next turn
	Stun                     // so many fewer dice are rolled in the target's next turn

	Deeds = iota + 1 // one more than there are
)

var deedWords = []string{"", "deal", "heal", "gain", "energize", "move", "push", "reduce", "limit", "negate", "reflect", "raise",
	"act", "reroll", "cleanse", "peek", "draw", "discount", "farther", "secure", "no-less", "freeze", "stun"}

// String returns the deed's word, "" for none.
func (d Deed) String() string { return notation.Word(deedWords, d) }

// MarshalText writes the deed's word.
func (d Deed) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads a deed's word; "" is none.
func (d *Deed) UnmarshalText(b []byte) error { return notation.ReadWord(d, b, deedWords, 0) }

// A Target is whom an effect is for; the zero Target is what the list of cards says, or else the
// owner of the thing.
type Target uint8

// The targets. Enemies have to be in reach and in the game.
const (
	Oneself Target = iota + 1
	OneEnemy
	EachOnTile // every enemy on one tile
	EachEnemy  // every enemy in reach
	Attacker   // the seat whose spell or move it reacts to
)

var targetWords = []string{"", "self", "one", "tile", "each", "attacker"}

// String returns the target's word, "" for none.
func (t Target) String() string { return notation.Word(targetWords, t) }

// MarshalText writes the target's word.
func (t Target) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText reads a target's word; "" is none.
func (t *Target) UnmarshalText(b []byte) error { return notation.ReadWord(t, b, targetWords, 0) }

// A Span is how long an effect is in force; the zero Span is none: it happens once.
type Span uint8

// The spans. An effect that is Always in force has none.
const (
	ThisTurn   Span = iota + 1 // until the active seat's turn ends
	ToNextTurn                 // until one's own next turn starts
	ToTheEnd                   // until the game ends
)

var spanWords = []string{"", "turn", "round", "game"}

// String returns the span's word, "" for none.
func (s Span) String() string { return notation.Word(spanWords, s) }

// MarshalText writes the span's word.
func (s Span) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads a span's word; "" is none.
func (s *Span) UnmarshalText(b []byte) error { return notation.ReadWord(s, b, spanWords, 0) }
