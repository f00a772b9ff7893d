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

// A Cast is which game a demo is, who plays it, and with what chance.
type Cast struct {
	game games.Entry
	games.DemoSetting
	with   string // options as in --with; "" leaves them to chance
	seats  int
	seed   uint64
	goesOn bool
	damage *history.Damage // of the demo that would have gone on; nil is the usual case
}

// String is how the Cast is asked for.
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

// chosen are the options that were asked for.
func (c Cast) chosen() []string {
	if c.with == "none" {
		return nil
	}
	return strings.Split(c.with, ",")
}

// setting are the options of the game.
func (c Cast) setting(r *rand.Rand) []string {
	if c.with == "" {
		return append(slices.Clone(c.Always), c.Options(r)...)
	}
	return append(slices.Clone(c.Always), c.chosen()...)
}

// box is the one with invented values, if the game has printed ones.
func (c Cast) box() string {
	if slices.Contains(setups.Boxes(c.game.Name), StandIn) {
		return StandIn
	}
	return ""
}

// StandIn is the box of printed values that are invented.
const StandIn = "stand-in"

// invented warns of values that are.
func (c Cast) invented() string {
	if c.box() == StandIn {
		return "; printed values are stand-ins"
	}
	return ""
}

var demoProgram = regexp.MustCompile(`; demo(?: of the book (\w+))?(?: with options ([\w,-]+))? with seed (\d+)$`)

// program is written into the log of a demo.
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

// CastOf is the cast of a game that a demo began, to go on with it; false if none did.
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
