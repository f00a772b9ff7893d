package demo

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"arbiter/cmd/arbiter/internal/build"
	"arbiter/cmd/arbiter/internal/games"
	"arbiter/companion/history"
	"arbiter/engine"
	"arbiter/setups"
)

// A Cast is which game a demo plays, who plays it, and with which seed.
type Cast struct {
	game games.Entry
	games.DemoSetting
	with   string // options as in --with; "" leaves them to chance
	seats  int
	seed   uint64
	goesOn bool
	damage *history.Damage // of the demo that would be resumed; usually nil
}

// String returns how the Cast is asked for.
func (c Cast) String() string {
	flags := fmt.Sprintf("--seats %d --seed %d", c.seats, c.seed)
	if c.with != "" {
		flags = fmt.Sprintf("--with %s %s", c.with, flags)
	}
	if c.Book != c.game.Demos[0].Book {
		flags = fmt.Sprintf("--book %s %s", c.Book, flags)
	}
	if c.game.Name != games.All()[0].Name {
		flags = fmt.Sprintf("--game %s %s", c.game.Name, flags)
	}
	return flags
}

// chosen returns the options that were asked for.
func (c Cast) chosen() []string {
	if c.with == "none" {
		return nil
	}
	return strings.Split(c.with, ",")
}

// setting returns the options of the game.
func (c Cast) setting(r *rand.Rand) []string {
	if c.with == "" {
		return append(slices.Clone(c.Always), c.Options(r)...)
	}
	return append(slices.Clone(c.Always), c.chosen()...)
}

// box returns the box with stand-in values, if the game has printed values.
func (c Cast) box() string {
	if slices.Contains(setups.Boxes(c.game.Name), StandIn) {
		return StandIn
	}
	return ""
}

// StandIn is the box of stand-in printed values.
const StandIn = "stand-in"

// invented warns of stand-in values.
func (c Cast) invented() string {
	if c.box() == StandIn {
		return "; printed values are stand-ins"
	}
	return ""
}

var demoProgram = regexp.MustCompile(`; demo(?: of the book (\w+))?(?: with options ([\w,-]+))? with seed (\d+)$`)

// program is the name that a demo writes to its log.
func (c Cast) program() string {
	text := build.Name() + "; demo"
	if c.Book != c.game.Demos[0].Book {
		text += " of the book " + c.Book
	}
	if c.with != "" {
		text += " with options " + c.with
	}
	return fmt.Sprintf("%s with seed %d", text, c.seed)
}

// CastOf returns the cast of a game that a demo began, to resume it; false if no demo did.
func CastOf(g history.Header) (Cast, bool) {
	match := demoProgram.FindStringSubmatch(g.Program)
	game, ok := games.Find(g.Setup.Game)
	table, err := setups.TableOf(g.Setup.Game)
	if match == nil || !ok || err != nil {
		return Cast{}, false
	}
	stage, ok := game.Demo(match[1])
	seed, err := strconv.ParseUint(match[3], 10, 64)
	people := slices.DeleteFunc(slices.Clone(g.Setup.Seats), func(s engine.Seat) bool { return string(s) == table.Solo })
	return Cast{game: game, DemoSetting: stage, with: match[2], seats: len(people), seed: seed, goesOn: true}, ok && err == nil
}
