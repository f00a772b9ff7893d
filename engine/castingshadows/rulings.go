package castingshadows

import "arbiter/engine"

// The rulings for what the rulebook leaves open. Each has a script of the same name.
var (
	rulingTransform  = engine.Say("At 3 energy the form changes at once; absorbing is one's choice.")
	rulingStays      = engine.Say("In phase 3 one may spend 3 energy to change the form, or wait.")
	rulingOut        = engine.Say("Of who is out spells and resource cards go to the discard pile, counterspells unseen under their pile, the companion out of the game; the pool goes back, no further step of its turn comes.")
	rulingRest       = engine.Say("Fragments that are left after the change may be absorbed up to the new limit of 5.")
	rulingPart       = engine.Say("Any number of fragments may be absorbed, up to the limit.")
	rulingOutside    = engine.Say("Who reaches 3 energy outside phase 3 changes at the start of its next phase 3.")
	rulingNoTarget   = engine.Say("A spell that hits nobody is not cast.")
	rulingRoom       = engine.Say("A spell that is given up makes the room; else exactly one spell or resource card is discarded, in that moment.")
	rulingUnknown    = engine.Say("A counterspell that nobody has told is turned up when its holder says that its moment has come, and told then.")
	rulingPrinted    = engine.Say("What a card costs or does, and nobody has told, is read out when it matters; people carry it out and tell what is different then.")
	rulingOneTrigger = engine.Say("A spell is one event, however many it hits: each seat may turn up one counterspell before the damage and one after.")
	rulingCommitted  = engine.Say("A counterspell that was turned up and has become pointless goes under its pile.")
	rulingMidSpell   = engine.Say("If the caster is out before its damage comes, the rest of the spell lapses; what was paid stays paid.")
	rulingLastTwo    = engine.Say("Damage to several is dealt from the seat that has the next turn; the game ends when one is left.")
	rulingTrapEmpty  = engine.Say("If no counterspell is left in the pile none is collected and nothing is paid.")
	rulingFull       = engine.Say("The shadow energy is full each time that the ability is used, and it is used once in a turn, also if something charges it again.")
	rulingOften      = engine.Say("The shadow energy is full each time that the ability is used; it may be used again as soon as it is full.")
	rulingConvert    = engine.Say("A conversion brings tokens; what was put in is spent.")
	rulingStall      = engine.Say("After 30 turns of each seat without damage from one character to another the table is asked: go on, or end the game as a draw of those who are left.")
	rulingCap        = engine.Say("Healing stops at the last number of the dial.")
	rulingDeck       = engine.Say("When the main deck is used up the discard pile is shuffled and becomes the deck.")
	rulingHome       = engine.Say("Who plays a character without a tile of its own chooses the home tile, among those of nobody in the game.")
	rulingPerson     = engine.Say("The youngest begins, is named first and has the first home.")
	rulingOnce       = engine.Say("A companion or a tile reacts once to a spell and to all that follows from it.")
	rulingReturn     = engine.Say("Damage is dealt before what it answers goes back; who is out by it returns nothing.")
	rulingPoints     = engine.Say("A companion or a tile gives action points once in a turn, whatever it says.")
	rulingTokens     = engine.Say("Tokens are spent before dice that show the same, for a die may still be rerolled; of such dice the last one is spent.")
	rulingEscape     = engine.Say("Who has left the reach of a spell, or the tile that it is cast at, before the damage is dealt is not hit.")
	rulingStun       = engine.Say("Who is stunned says which dice it leaves out of the roll of its next turn.")
	rulingDepth      = engine.Say("Answers to answers are asked for as long as fewer than 12 things nest.")
)

// open is the chapter of what the rulebook leaves open, for a game in which the table chose nothing
// else.
func open() engine.Chapter {
	c := engine.NewChapter(engine.Say("What the rulebook leaves open"), rulingTransform, rulingOut, rulingRest, rulingPart, rulingOutside, rulingNoTarget, rulingRoom, rulingUnknown, rulingOneTrigger, rulingCommitted, rulingMidSpell, rulingLastTwo,
		rulingTrapEmpty, rulingOften, rulingConvert, rulingStall, rulingCap, rulingDeck, rulingHome, rulingPerson, rulingReturn, rulingTokens, rulingEscape, rulingStun, rulingDepth)
	c.Cited = []engine.Text{sourceRuling}
	return c
}

const (
	stallTurns = 30 // of each seat that is left
	askDepth   = 12
)

// Where the rules are written.
var (
	sourceSetup         = engine.Say("Rulebook, setup")
	sourceRoll          = engine.Say("Rulebook, phase 1")
	sourceActions       = engine.Say("Rulebook, phase 2")
	sourceAbsorb        = engine.Say("Rulebook, phase 3")
	sourceEndTurn       = engine.Say("Rulebook, end of the turn")
	sourceEnd           = engine.Say("Rulebook, end of the game")
	sourceHealth        = engine.Say("Rulebook, hit points")
	sourceShadow        = engine.Say("Rulebook, shadow form")
	sourceBook          = engine.Say("Rulebook, spell book")
	sourceAttack        = engine.Say("Rulebook, attack spells")
	sourceConvert       = engine.Say("Rulebook, conversion spells")
	sourceCard          = engine.Say("Rulebook, resource cards")
	sourceCounterspells = engine.Say("Rulebook, counterspells")
	sourcePrinted       = engine.Say("Printed on it")
	sourceRuling        = engine.Say("Our ruling; the rulebook does not say")
)
