// Package games names the games that this program offers, with their bots and dealers and
// what they need of cards on readers.
package games

import (
	"math/rand/v2"
	"slices"
	"strings"

	"arbiter/companion"
	"arbiter/engine"
	"arbiter/engine/bot"
	"arbiter/engine/castingshadows"
	castingbot "arbiter/engine/castingshadows/bot"
	"arbiter/engine/councilofshadows"
	shadowsbot "arbiter/engine/councilofshadows/bot"
	"arbiter/engine/highcouncil"
	councilbot "arbiter/engine/highcouncil/bot"
)

// An Entry is a game with what this program needs besides its rules.
type Entry struct {
	engine.Game

	Deals     func(engine.State, engine.Command) bool // chance that Arbiter supplies; nil if people supply all of it
	Bots      []NamedBot                              // the best first
	Usual     string                                  // the bot that sits down if nobody chooses
	BotsAsk   []string                                // options of a game in which bots play, such as the book in which they see the board
	Cardboard bool                                    // bots do not see what lies on the board: they play at virtual tables only
	Rig       string                                  // of the demo
	Hand      func(engine.Command) (CardMove, bool)   // what a card on a reader of that rig asks for
	Demos     []DemoSetting                           // the usual one first
}

// A DemoSetting is how a demo of a book is played.
type DemoSetting struct {
	Book    string // as in --book; "" if the game has one book only
	Bot     bot.Bot
	Blind   bool                      // bots see no cardboard and invent what it brings: strengths mean nothing
	Always  []string                  // options that it needs
	Options func(*rand.Rand) []string // that chance adds, if nobody chooses
}

// A NamedBot bot is one that people can choose.
type NamedBot struct {
	Name string
	bot.Bot
}

// All lists the games that this program can referee.
func All() []Entry {
	return []Entry{
		{
			Game: councilofshadows.Game, Deals: councilOfShadowsDeal, Cardboard: true,
			Bots: shadowsBots(), Usual: "club", BotsAsk: []string{"full-book", "dealt"},
			Rig: "virtual", Hand: councilMove,
			Demos: []DemoSetting{
				{Book: "tracks", Bot: shadowsbot.Casual{}, Blind: true, Options: maybe("leaders")},
				{Book: "full", Bot: shadowsbot.Greedy{}, Always: []string{"full-book", "dealt"}, Options: maybe("leaders", "stations")},
			},
		},
		{
			Game: highcouncil.Game, Deals: councilDeal, Bots: councilBots(), Usual: "club", BotsAsk: []string{"dealt"},
			Rig: "virtual-council", Hand: councilCard,
			Demos: []DemoSetting{{Bot: councilbot.Greedy{}, Always: []string{"dealt"}, Options: maybe()}},
		},
		{
			Game: castingshadows.Game, Deals: castingDeal, BotsAsk: []string{"dealt"},
			Bots:  castingBots(),
			Usual: "club", Rig: "virtual-casting", Hand: bookCard,
			Demos: []DemoSetting{{Bot: sometimes{castingbot.Casual{}, bot.Random{Game: castingshadows.Game}, 3}, Always: []string{"dealt", "no-clock"}, Options: maybe("no-target", "hp-cap")}},
		},
	}
}

// shadowsBots are those of councilBots.
func shadowsBots() []NamedBot {
	return []NamedBot{
		{"master", shadowsbot.Master}, {"strong", shadowsbot.Strong}, {"club", shadowsbot.Club},
		{"greedy", shadowsbot.Greedy{}}, {"casual", shadowsbot.Casual{}}, {"random", shadowsbot.Random()},
	}
}

// councilBots are five strengths, and one that does anything. How much stronger each is than
// the next one is in the README of the game.
func councilBots() []NamedBot {
	return []NamedBot{
		{"master", councilbot.Master}, {"strong", councilbot.Strong}, {"club", councilbot.Club},
		{"greedy", councilbot.Greedy{}}, {"casual", councilbot.Casual{}}, {"random", bot.Random{Game: highcouncil.Game}},
	}
}

// castingBots are those of councilBots.
func castingBots() []NamedBot {
	return []NamedBot{
		{"master", castingbot.Master}, {"strong", castingbot.Strong}, {"club", castingbot.Club},
		{"greedy", castingbot.Greedy{}}, {"casual", castingbot.Casual{}}, {"random", bot.Random{Game: castingshadows.Game}},
	}
}

// Judge is who tells after a game of these rules how good its decisions were; false if
// nobody does.
func Judge(name string) (bot.Judge, bool) {
	p, _ := Find(name)
	for _, b := range p.Bots {
		if j, ok := b.Bot.(bot.Judge); ok && b.Name == "strong" {
			return j, true
		}
	}
	return nil, false
}

// maybe lets chance decide about each of some options.
func maybe(options ...string) func(*rand.Rand) []string {
	return func(r *rand.Rand) []string {
		return slices.DeleteFunc(slices.Clone(options), func(string) bool { return r.IntN(2) != 0 })
	}
}

// Demo returns how a demo of a book is played; "" is the usual book.
func (p Entry) Demo(book string) (DemoSetting, bool) {
	for _, s := range p.Demos {
		if book == "" || s.Book == book {
			return s, true
		}
	}
	return DemoSetting{}, false
}

// List lists the rules of these games.
func List() []engine.Game {
	var games []engine.Game
	for _, p := range All() {
		games = append(games, p.Game)
	}
	return games
}

// Find finds a game by its name.
func Find(name string) (Entry, bool) {
	list := All()
	i := slices.IndexFunc(list, func(p Entry) bool { return p.Name == name })
	if i < 0 {
		return Entry{}, false
	}
	return list[i], true
}

// Rules finds the rules of a game by its name.
func Rules(name string) (engine.Game, bool) {
	p, ok := Find(name)
	return p.Game, ok
}

// Bot returns the bot with the name; any bot plays in place of one that this
// program does not have any more.
func (p Entry) Bot(name string) bot.Bot {
	for _, b := range p.Bots {
		if b.Name == name {
			return b.Bot
		}
	}
	return bot.Random{Game: p.Game}
}

// Names lists the bots that people can choose.
func (p Entry) Names() []string {
	var names []string
	for _, b := range p.Bots {
		names = append(names, b.Name)
	}
	return names
}

// Choose lets a bot choose among what the seat of a snapshot may do.
func Choose(b bot.Bot, r bot.Dice, s companion.Snapshot, choices []companion.LegalCommand) companion.LegalCommand {
	commands := make([]engine.Command, len(choices))
	for i, c := range choices {
		commands[i] = c.Command
	}
	chosen := b.Choose(r, bot.Seen{Seat: s.Seat, State: s.State}, commands)
	return choices[slices.Index(commands, chosen)]
}

// Names lists the games for people who mistyped one.
func Names() string {
	var list []string
	for _, g := range List() {
		list = append(list, g.Name)
	}
	return strings.Join(list, ", ")
}
