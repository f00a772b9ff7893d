package highcouncil

import "arbiter/engine"

// The rulings for what the rules leave open. Each has a script of the same name.
var (
	rulingCap       = engine.Say("A faction has at most 6 arguments of a color, both partners together, and there are 10: a seat takes as many as are allowed.")
	rulingOwn       = engine.Say("A seat spends its own arguments, not its partner's.")
	rulingVoting    = engine.Say("While voting, a group that is larger than the one it convinces pays 1 argument; an equal or smaller one pays as before.")
	rulingStays     = engine.Say("When all fields are taken the vote begins; it goes on even if a field becomes free again.")
	rulingStart     = engine.Say("Seats take turns, Pro's first seat starts.")
	rulingColor     = engine.Say("With two players, each new piece has the color that its player chooses.")
	rulingMoved     = engine.Say("If no follower is in supply, one of one's own on the ring moves instead, whichever one likes.")
	rulingAction    = engine.Say("A turn has exactly one action; who can do nothing else ponders.")
	rulingNoAction  = engine.Say("A turn has one action at most; it may end without one.")
	rulingHidden    = engine.Say("Cards that are pondered away lie face down; nobody else knows them.")
	rulingShuffle   = engine.Say("When a card is to be drawn and the deck is used up, the played cards are shuffled, those of this action too.")
	rulingEndless   = engine.Say("When the ring stays as it is for 30 turns of each seat, or after 2,000 turns, the council adjourns without a decision.")
	rulingTrilithon = engine.Say("A trilithon card is played alone and brings 2 arguments, one after the other.")
)

func rulingBlock(goal int) engine.Text {
	return engine.Say("A block of %d pieces wins at once; followers and speakers count.", goal)
}

// When the council adjourns (ruling endless).
const (
	quietTurns = 30 // of each seat
	mostTurns  = 2000
)

// Where the rules are written.
var (
	sourceSetup    = engine.Say("Rules, setup")
	sourceTurn     = engine.Say("Rules, course of the game")
	sourceDiscuss  = engine.Say("Rules, discussing")
	sourceSeat     = engine.Say("Rules, taking a seat")
	sourcePonder   = engine.Say("Rules, pondering")
	sourceConfer   = engine.Say("Rules, conferring")
	sourceConvince = engine.Say("Rules, convincing")
	sourceVote     = engine.Say("Rules, voting")
	sourceEnd      = engine.Say("Rules, end of the game")
	sourceSupply   = engine.Say("Rules, no followers left")
	sourceDeck     = engine.Say("Rules, used-up deck")
	sourceRuling   = engine.Say("Our ruling; the rules do not say")
)
