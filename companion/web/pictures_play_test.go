package web_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"arbiter/companion"
	timing "arbiter/companion/clock"
	"arbiter/companion/companiontest/chromium"
	"arbiter/companion/web"
	"arbiter/engine"
	"arbiter/engine/bot"
	"arbiter/engine/castingshadows"
	castingbot "arbiter/engine/castingshadows/bot"
	"arbiter/engine/councilofshadows"
	shadowsbot "arbiter/engine/councilofshadows/bot"
	"arbiter/engine/highcouncil"
	councilbot "arbiter/engine/highcouncil/bot"
	"arbiter/engine/notation"
	"arbiter/setups"
)

// An ensemble plays a game as well as bots can, one command after the other, so that
// the pictures show a game that somebody could have played.
type ensemble struct {
	*house
	page  *chromium.Page // that holds all seats
	bot   bot.Bot
	dice  *rand.Rand
	seats []engine.Seat
}

var (
	fourSeats = []engine.Seat{"purple", "red", "green", "blue"}
	names     = []string{"Ana", "Ben", "Cleo", "Dan"}
)

// bothGames is a house for both games, whose chance is always the same: they lie on the
// screen.
func bothGames(t *testing.T, change ...func(*web.Opts)) *house {
	t.Helper()
	return screenOf(t, []engine.Game{councilofshadows.Game, highcouncil.Game}, change...)
}

// castings is such a house for the third game.
func castings(t *testing.T, change ...func(*web.Opts)) *house {
	t.Helper()
	return screenOf(t, []engine.Game{castingshadows.Game}, change...)
}

// screenOf is a house for games that lie on the screen.
func screenOf(t *testing.T, games []engine.Game, change ...func(*web.Opts)) *house {
	t.Helper()
	r, err := setups.LoadRig("screen")
	check(t, err)
	offers, err := companion.Offers(games...)
	check(t, err)
	offers[0].Bots = []string{"casual"}
	chance := rand.New(rand.NewPCG(5, 6))
	return build(t, r, offers, append([]func(*web.Opts){func(o *web.Opts) {
		o.Dealing.Chance, o.Network.Address = chance.IntN, func() string { return "http://192.168.1.20:8080" }
	}}, change...)...)
}

// perform begins a game on the screen with these seats, which all play on one page.
func perform(g *gallery, game string, seats []engine.Seat, options ...string) (*ensemble, *chromium.Page) {
	player := map[string]bot.Bot{"high-council": councilbot.Greedy{}, "casting-shadows": castingbot.Greedy{}, "council-of-shadows": shadowsbot.Greedy{}}[game]
	h := bothGames
	if game == "casting-shadows" {
		h = castings
	}
	e := &ensemble{house: h(g.T), bot: player, dice: rand.New(rand.NewPCG(7, 8)), seats: seats}
	p := g.device(e.house)
	e.page = p
	if len(seats) == 1 {
		post(p, "/start", "game", game, "way", "alone")
		return e, p
	}
	post(p, "/start", "game", game, "way", "friends")
	for i, seat := range seats {
		post(p, "/claim", "seat", string(seat), "name", names[i])
	}
	for _, option := range options {
		post(p, "/lobby", "option", option)
	}
	post(p, "/lobby", "begin", "1")
	return e, p
}

// step carries out one command, that of a seat by its bot; false if there is none.
func (e *ensemble) step() bool {
	e.t.Helper()
	for _, seat := range e.seats {
		snap, err := e.table.Snapshot(e.t.Context(), seat)
		check(e.t, err)
		var own, others []engine.Command
		for _, c := range snap.Legal {
			switch {
			case verb(c.Line) == "take-back":
			case c.By == seat:
				own = append(own, c.Command)
			default:
				others = append(others, c.Command)
			}
		}
		if e.tells(seat, snap) || e.passes(seat, snap) {
			return true
		}
		if len(own)+len(others) == 0 {
			continue
		}
		line := ""
		if len(others) > 0 {
			line = notation.Format(others[e.dice.IntN(len(others))])
		} else {
			line = notation.Format(e.bot.Choose(e.dice, bot.Seen{Seat: seat, State: snap.State}, own))
		}
		if _, err := e.table.Do(e.t.Context(), companion.Request{Seat: seat, Line: line, Version: snap.Version}); err != nil && !errors.As(err, &engine.Refusal{}) {
			e.t.Fatalf("%s: %v", line, err)
		}
		return true
	}
	return false
}

// tells says what the dice show that are rolled, if any are.
func (e *ensemble) tells(seat engine.Seat, snap companion.Snapshot) bool {
	e.t.Helper()
	if !snap.Roll.Open() {
		return false
	}
	var sides []string
	for _, d := range snap.Roll.Dice {
		sides = append(sides, string(d.Sides[e.dice.IntN(len(d.Sides))]))
	}
	_, err := e.table.TellRoll(e.t.Context(), seat, sides, snap.Version)
	check(e.t, err)
	return true
}

// passes lets a window pass, if the seat is asked and has not answered.
func (e *ensemble) passes(seat engine.Seat, snap companion.Snapshot) bool {
	e.t.Helper()
	if snap.Window == nil || snap.Window.Said || !snap.Window.Asks(seat) {
		return false
	}
	_, err := e.table.Pass(e.t.Context(), seat, snap.Window.Number)
	check(e.t, err)
	return true
}

// until plays on to a phase, from a round on, in which a seat may do something; false if
// the game is over before.
func (e *ensemble) until(seat engine.Seat, round int, phases ...string) bool {
	e.t.Helper()
	for range 6000 {
		snap, err := e.table.Snapshot(e.t.Context(), seat)
		check(e.t, err)
		may := seat == "" || slices.ContainsFunc(snap.Legal, func(c companion.LegalCommand) bool { return c.By == seat && verb(c.Line) != "take-back" })
		if may && slices.Contains(phases, snap.View.Phase) && (snap.Game == "high-council" || e.round() >= round) {
			return true
		}
		if snap.View.Over || !e.step() {
			return false
		}
	}
	return false
}

// phase plays on to a phase and takes pictures of the page of a seat.
func (g *gallery) phase(e *ensemble, p *chromium.Page, name string, seat engine.Seat, round int, phase string, prepare ...func()) {
	g.Helper()
	if !e.until(seat, round, phase) {
		g.Errorf("%s never comes to %s", name, phase)
		return
	}
	g.take(p, name+"-"+phase, "/seat/"+string(seat), seated, prepare...)
}

// clocks are a game with a time for each player that somebody has paused.
func (g *gallery) clocks() {
	h := newHouse(g.T)
	h.begin("Ana", "Ben")
	p := g.device(h)
	p.Open("/")
	post(p, "/claim", "seat", "purple")
	check(g.T, h.table.SetClock(g.Context(), timing.Usual(timing.BySeat)))
	check(g.T, h.table.Pause(g.Context(), "purple", true))
	g.take(p, "paused", "/seat/purple", seated)
	g.take(p, "paused-table", "/table", watched)
}
