// Package games lists the games that this program offers, with their bots and dealers and what they
// need of cards on readers.
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
	BotsAsk   []string                                // options for games with bots, such as the book in which they see the board
	Cardboard bool                                    // bots do not see what is on the board, so they play at virtual tables only
	Rig       string                                  // of the demo
	Hand      func(engine.Command) (CardMove, bool)   // the card move on that rig that asks for a command
	Demos     []DemoSetting                           // the default one first
}

// A DemoSetting is how a demo of a book is played.
type DemoSetting struct {
	Book    string // as in --book; "" if the game has only one book
	Bot     bot.Bot
	Blind   bool                      // bots see no cardboard and invent what it brings, so their strength means nothing
	Always  []string                  // options that it needs
	Options func(*rand.Rand) []string // chosen at random if nobody chooses
}

// A NamedBot is a bot that people can choose.
type NamedBot struct {
	Name string
	bot.Bot
}

// All returns the games that this program can referee.
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

// shadowsBots returns the bots of Council of Shadows, as councilBots.
func shadowsBots() []NamedBot {
	return []NamedBot{
		{"master", shadowsbot.Master}, {"strong", shadowsbot.Strong}, {"club", shadowsbot.Club},
		{"greedy", shadowsbot.Greedy{}}, {"casual", shadowsbot.Casual{}}, {"random", shadowsbot.Random()},
	}
}

// councilBots returns five strengths, and a bot that plays at random. How much stronger each is
// than the next one is in the README of the game.
func councilBots() []NamedBot {
	return []NamedBot{
		{"master", councilbot.Master}, {"strong", councilbot.Strong}, {"club", councilbot.Club},
		{"greedy", councilbot.Greedy{}}, {"casual", councilbot.Casual{}}, {"random", bot.Random{Game: highcouncil.Game}},
	}
}

// castingBots returns the bots of Casting Shadows, as councilBots.
func castingBots() []NamedBot {
	return []NamedBot{
		{"master", castingbot.Master}, {"strong", castingbot.Strong}, {"club", castingbot.Club},
		{"greedy", castingbot.Greedy{}}, {"casual", castingbot.Casual{}}, {"random", bot.Random{Game: castingshadows.Game}},
	}
}

// Judge returns the judge of decisions in games of these rules; false if there is none.
func Judge(name string) (bot.Judge, bool) {
	p, _ := Find(name)
	for _, b := range p.Bots {
		if j, ok := b.Bot.(bot.Judge); ok && b.Name == "strong" {
			return j, true
		}
	}
	return nil, false
}

// maybe chooses each of some options at random.
func maybe(options ...string) func(*rand.Rand) []string {
	return func(r *rand.Rand) []string {
		return slices.DeleteFunc(slices.Clone(options), func(string) bool { return r.IntN(2) != 0 })
	}
}

// Demo returns how a demo of a book is played; "" is the default book.
func (p Entry) Demo(book string) (DemoSetting, bool) {
	for _, s := range p.Demos {
		if book == "" || s.Book == book {
			return s, true
		}
	}
	return DemoSetting{}, false
}

// List returns the rules of these games.
func List() []engine.Game {
	var games []engine.Game
	for _, p := range All() {
		games = append(games, p.Game)
	}
	return games
}

// Find returns a game by its name.
func Find(name string) (Entry, bool) {
	list := All()
	i := slices.IndexFunc(list, func(p Entry) bool { return p.Name == name })
	if i < 0 {
		return Entry{}, false
	}
	return list[i], true
}

// Rules returns the rules of a game by its name.
func Rules(name string) (engine.Game, bool) {
	p, ok := Find(name)
	return p.Game, ok
}

// Bot returns the bot with the name, or one that plays at random if this program does not have it
// any more.
func (p Entry) Bot(name string) bot.Bot {
	for _, b := range p.Bots {
		if b.Name == name {
			return b.Bot
		}
	}
	return bot.Random{Game: p.Game}
}

// Names returns the bots that people can choose.
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
