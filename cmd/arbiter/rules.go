package main

import (
	"math/rand/v2"
	"slices"

	"arbiter/companion"
	"arbiter/engine"
	"arbiter/engine/bot"
	"arbiter/engine/councilofshadows"
	shadowsbot "arbiter/engine/councilofshadows/bot"
	"arbiter/engine/highcouncil"
	councilbot "arbiter/engine/highcouncil/bot"
)

// A playable is a game with what this program needs besides its rules.
type playable struct {
	engine.Game

	deals     func(engine.State, engine.Command) bool // chance that Arbiter supplies; nil if people supply all of it
	bots      []named                                 // the best first
	botsAsk   []string                                // options of a game in which bots play
	cardboard bool                                    // bots do not see what lies on the board: they play at virtual tables only
	rig       string                                  // of the demo
	hand      func(engine.Command) (move, bool)       // what a card on a reader of that rig asks for
	demos     []staging                               // the usual one first
}

// A staging is how a demo of a book is played.
type staging struct {
	book    string // as in --book; "" if the game has one book only
	bot     bot.Bot
	always  []string                  // options that it needs
	options func(*rand.Rand) []string // that chance adds, if nobody chooses
}

// A named bot is one that people can choose.
type named struct {
	name string
	bot.Bot
}

// playables lists the games that this program can referee.
func playables() []playable {
	return []playable{
		{
			Game: councilofshadows.Game, deals: councilOfShadowsDeal, cardboard: true,
			bots: []named{{"greedy", shadowsbot.Greedy{}}, {"casual", shadowsbot.Casual{}}, {"random", shadowsbot.Random()}}, botsAsk: []string{"dealt"},
			rig: "virtual", hand: councilMove,
			demos: []staging{
				{"tracks", shadowsbot.Casual{}, nil, maybe("leaders")},
				{"full", shadowsbot.Greedy{}, []string{"full-book", "dealt"}, maybe("leaders", "stations")},
			},
		},
		{
			Game: highcouncil.Game, deals: councilDeal, bots: []named{{"greedy", councilbot.Greedy{}}, {"random", bot.Random{Game: highcouncil.Game}}}, botsAsk: []string{"dealt"},
			rig: "virtual-council", hand: councilCard,
			demos: []staging{{"", councilbot.Greedy{}, []string{"dealt"}, maybe()}},
		},
	}
}

// maybe lets chance decide about each of some options.
func maybe(options ...string) func(*rand.Rand) []string {
	return func(r *rand.Rand) []string {
		return slices.DeleteFunc(slices.Clone(options), func(string) bool { return r.IntN(2) != 0 })
	}
}

// staging returns how a demo of a book is played; "" is the usual book.
func (p playable) staging(book string) (staging, bool) {
	for _, s := range p.demos {
		if book == "" || s.book == book {
			return s, true
		}
	}
	return staging{}, false
}

// played lists the rules of these games.
func played() []engine.Game {
	var games []engine.Game
	for _, p := range playables() {
		games = append(games, p.Game)
	}
	return games
}

// find finds a game by its name.
func find(name string) (playable, bool) {
	list := playables()
	i := slices.IndexFunc(list, func(p playable) bool { return p.Name == name })
	if i < 0 {
		return playable{}, false
	}
	return list[i], true
}

// rules finds the rules of a game by its name.
func rules(name string) (engine.Game, bool) {
	p, ok := find(name)
	return p.Game, ok
}

// bot returns the bot with the name; any bot plays in place of one that this
// program does not have any more.
func (p playable) bot(name string) bot.Bot {
	for _, b := range p.bots {
		if b.name == name {
			return b.Bot
		}
	}
	return bot.Random{Game: p.Game}
}

// names lists the bots that people can choose.
func (p playable) names() []string {
	var names []string
	for _, b := range p.bots {
		names = append(names, b.name)
	}
	return names
}

// choose lets a bot choose among what the seat of a snapshot may do.
func choose(b bot.Bot, r bot.Dice, s companion.Snapshot, choices []companion.Choice) companion.Choice {
	commands := make([]engine.Command, len(choices))
	for i, c := range choices {
		commands[i] = c.Command
	}
	chosen := b.Choose(r, bot.Seen{Seat: s.Seat, State: s.State}, commands)
	return choices[slices.Index(commands, chosen)]
}
