package printed

// A Trigger is the moment in which an effect can happen; the zero Trigger is none.
type Trigger uint8

// The triggers. OnAttacked and those after it may come in the turns of others. What is
// Always in force needs no moment.
const (
	OnCast     Trigger = iota + 1 // as the action, in the own turn
	OnUse                         // in the own phase 2, without an action
	Always                        // as long as it lies there; of a tile: as long as one stands on it
	OnStart                       // the own turn starts; of a tile: on it
	OnEnd                         // the own turn ends; of a tile: on it
	OnRoll                        // one has rolled
	OnTravel                      // one has traveled; of a tile: onto it
	OnCollect                     // one has collected a card
	OnAbsorb                      // one has absorbed
	OnAttack                      // one is about to deal damage with a spell
	OnHit                         // one has dealt damage with a spell
	OnAttacked                    // a spell of somebody else is about to deal damage to one
	OnHarmed                      // a spell of somebody else has dealt damage to one
	OnHurt                        // any damage is about to be taken
	OnSuffered                    // any damage has been taken
	OnEntered                     // somebody else comes onto one's tile
	OnSpell                       // somebody else casts a spell
)

var triggerWords = []string{"", "cast", "use", "always", "start", "end", "roll", "travel", "collect", "absorb", "attack", "hit",
	"attacked", "harmed", "hurt", "suffered", "entered", "spell"}

// String returns the trigger's word, "" for none.
func (t Trigger) String() string { return wordAt(triggerWords, uint8(t)) }

// MarshalText writes the trigger's word.
func (t Trigger) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText reads a trigger's word; "" is none.
func (t *Trigger) UnmarshalText(b []byte) error { return read(t, b, triggerWords) }

// A Condition is what must be so; the zero Condition is none.
type Condition uint8

// The conditions.
const (
	InBaseForm Condition = iota + 1
	InShadowForm
	OnSameTile  // as the one it is about
	OnOtherTile // than the one it is about
	AtHome
	AtOthersHome
	OnRune
	WhenLow    // a third of the health at the start, or less
	WithEnergy // the shadow energy is full
	WithoutCurse
	FirstInTurn // the first time in the turn of the seat whose turn it is
)

var conditionWords = []string{"", "base-form", "shadow-form", "same-tile", "other-tile", "at-home", "at-others-home", "on-rune",
	"low-health", "full-energy", "no-curse", "first"}

// String returns the condition's word, "" for none.
func (c Condition) String() string { return wordAt(conditionWords, uint8(c)) }

// MarshalText writes the condition's word.
func (c Condition) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads a condition's word; "" is none.
func (c *Condition) UnmarshalText(b []byte) error { return read(c, b, conditionWords) }

// A Deed is what an effect does; the zero Deed is nothing.
type Deed uint8

// The deeds. Amounts are damage, health, resources, energy, steps, actions, dice or
// cards.
const (
	Deal     Deed = iota + 1 // damage to the target
	Heal                     // health points
	Gain                     // tokens: Amounts times What
	Energize                 // shadow energy
	Move                     // steps of the own figure
	Push                     // steps of the target's figure
	Reduce                   // the damage by so much
	Limit                    // the damage to so much
	Negate                   // the damage
	Reflect                  // so much of the damage goes to the attacker, too
	Raise                    // the damage by so much
	Act                      // action points
	Reroll                   // dice in the pool
	Cleanse                  // cursed crystals
	Peek                     // at face-down cards of the target
	Draw                     // counterspells from their pile
	Discount                 // What costs so much less
	Farther                  // spells go so many steps farther
	Secure                   // damage to the target cannot be changed
	NoLess                   // damage to the target cannot be lessened; it can be raised
	Freeze                   // the target does not travel in its next turn
	Stun                     // so many dice fewer are rolled in the target's next turn
)

var deedWords = []string{"", "deal", "heal", "gain", "energize", "move", "push", "reduce", "limit", "negate", "reflect", "raise",
	"act", "reroll", "cleanse", "peek", "draw", "discount", "farther", "secure", "no-less", "freeze", "stun"}

// String returns the deed's word, "" for none.
func (d Deed) String() string { return wordAt(deedWords, uint8(d)) }

// MarshalText writes the deed's word.
func (d Deed) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads a deed's word; "" is none.
func (d *Deed) UnmarshalText(b []byte) error { return read(d, b, deedWords) }

// A Target is whom an effect is for; the zero Target is what is printed in the list, or
// whom the thing belongs to.
type Target uint8

// The targets. Enemies are in reach and not out.
const (
	Oneself Target = iota + 1
	OneEnemy
	EachOnTile // every enemy on one tile
	EachEnemy  // every enemy in reach
	Attacker   // whose spell or move it is about
)

var targetWords = []string{"", "self", "one", "tile", "each", "attacker"}

// String returns the target's word, "" for none.
func (t Target) String() string { return wordAt(targetWords, uint8(t)) }

// MarshalText writes the target's word.
func (t Target) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText reads a target's word; "" is none.
func (t *Target) UnmarshalText(b []byte) error { return read(t, b, targetWords) }

// A Span is how long an effect is in force; the zero Span is none: it is done at once.
type Span uint8

// The spans. What is Always in force has none.
const (
	ThisTurn   Span = iota + 1 // until the turn of the seat whose turn it is ends
	ToNextTurn                 // until the own next turn starts
	ToTheEnd                   // until the game ends
)

var spanWords = []string{"", "turn", "round", "game"}

// String returns the span's word, "" for none.
func (s Span) String() string { return wordAt(spanWords, uint8(s)) }

// MarshalText writes the span's word.
func (s Span) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads a span's word; "" is none.
func (s *Span) UnmarshalText(b []byte) error { return read(s, b, spanWords) }
