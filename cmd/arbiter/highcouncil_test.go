package main

import (
	"bytes"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"arbiter/companion"
	"arbiter/engine"
	"arbiter/engine/enginetest/tier"
	"arbiter/engine/highcouncil"
	"arbiter/engine/notation"
)

// position is a game of The High Council with dealt hands after facts and commands.
func position(t *testing.T, seats string, facts, commands []string) *engine.Session {
	t.Helper()
	var told []engine.Event
	for _, line := range append([]string{"hands dealt"}, facts...) {
		e, err := highcouncil.Game.Words.Parse(line)
		if err != nil {
			t.Fatal(err)
		}
		told = append(told, e)
	}
	var all []engine.Seat
	for _, s := range strings.Fields(seats) {
		all = append(all, engine.Seat(s))
	}
	start, err := highcouncil.Game.New(all, told)
	if err != nil {
		t.Fatal(err)
	}
	session, err := engine.Resume(start, silent{})
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range commands {
		c, err := highcouncil.Game.Words.Parse(line)
		if err == nil {
			_, err = session.Do(c.(engine.Command))
		}
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
	}
	return session
}

// seen is what the bot at seat is given, as the table gives it.
func seen(s *engine.Session, seat engine.Seat) companion.Snapshot {
	state := s.Seen(seat)
	shot := companion.Snapshot{Seat: seat, View: state.View(), State: state, Version: s.Version()}
	for _, c := range engine.Of(seat, state.Legal()) {
		shot.Legal = append(shot.Legal, companion.Choice{By: seat, Line: notation.Format(c), Command: c})
	}
	return shot
}

// Each habit of the greedy bot in a position of its own.
func TestGreedy(t *testing.T) {
	hand := func(cards ...string) []string {
		var lines []string
		for _, c := range cards {
			lines = append(lines, "white dealt "+c)
		}
		for _, c := range []string{"night-01", "night-02", "night-03"} {
			lines = append(lines, "red dealt "+c)
		}
		return lines
	}
	seated := func(color string, fields ...int) (lines []string) {
		for _, n := range fields {
			lines = append(lines, fmt.Sprintf("seated %d %s follower", n, color))
		}
		return lines
	}
	for name, c := range map[string]struct {
		facts, played []string
		want          string // a regular expression of the command
	}{
		"completes a set of a color":      {hand("day-01", "day-07", "day-13"), []string{"white play day-01", "white play day-07"}, "white play day-13"},
		"uses a set":                      {hand("day-01", "day-07", "day-13"), []string{"white play day-01", "white play day-07", "white play day-13"}, "white discuss white"},
		"extends its largest block":       {append(hand("day-10", "day-20", "day-27"), seated("white", 6, 7, 8, 9, 26)...), nil, "white play day-10"},
		"blocks the largest enemy block":  {append(hand("day-10", "day-20", "day-27"), append(seated("red", 14, 15, 16, 17, 18, 19), seated("white", 26)...)...), nil, "white play day-20"},
		"takes the seat":                  {append(hand("day-10", "day-20", "day-27"), seated("white", 6, 7, 8, 9)...), []string{"white play day-10"}, "white take-seat 10 (white|yellow) (follower|speaker)"},
		"convinces when it is cheap":      {append(append(hand("day-02", "day-15", "day-28"), seated("white", 6, 7, 8)...), "seated 9 red follower", "white argued +2 blue"), nil, "white convince 8 9 blue (white|yellow)"},
		"does not convince for its hoard": {append(hand("day-02", "day-15", "day-28"), "seated 1 white follower", "white argued +1 white"), nil, "white play day-.*"},
		"ponders with useless cards": {append(append(hand("day-01", "day-07", "day-13"), seated("red", 1, 7, 13)...),
			"white argued +6 white"), nil, "white ponder"},
	} {
		t.Run(name, func(t *testing.T) {
			s := position(t, "white red", c.facts, c.played)
			shot := seen(s, "white")
			for dice := range uint64(20) {
				got := greedy{}.choose(rand.New(rand.NewPCG(dice, 0)), shot, shot.Legal).Line
				if !regexp.MustCompile("^(" + c.want + ")$").MatchString(got) {
					t.Fatalf("it does %q, want %s", got, c.want)
				}
			}
		})
	}
}

// duel plays a game between two bots and returns who has won, "" if nobody.
func duel(t *testing.T, seed uint64, bots map[engine.Seat]bot) (winner engine.Seat, turns int) {
	t.Helper()
	s := position(t, "white red", nil, nil)
	playCouncil(t, s, seed, bots)
	v := s.State().View()
	for _, p := range v.Seats {
		if p.Winner {
			winner = p.Seat
		}
	}
	return winner, roundOf(v)
}

// playCouncil plays a game between bots to its end, or until a turn goes round in
// circles. It returns how often a turn came back to a position that it had left.
func playCouncil(t *testing.T, s *engine.Session, seed uint64, bots map[engine.Seat]bot) (returns int) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 9))
	had := map[engine.State]int{s.State(): 1} // in this turn
	for had[s.State()] < circles {
		legal := s.State().Legal()
		if len(legal) == 0 {
			break
		}
		var c engine.Command
		if by := legal[0].By(); by == engine.Table {
			c = legal[r.IntN(len(legal))]
		} else {
			shot := seen(s, by)
			c = bots[by].choose(r, shot, shot.Legal).Command
		}
		e, err := s.Do(c)
		if err != nil {
			t.Fatalf("seed %d: %s: %v", seed, notation.Format(c), err)
		}
		if slices.ContainsFunc(e.Events, func(x engine.Event) bool { _, ok := x.(highcouncil.Turn); return ok }) {
			clear(had)
		}
		if had[s.State()]++; had[s.State()] > 1 {
			returns++
		}
	}
	return returns
}

// A turn that is in the same position so often goes round in circles.
const circles = 100

// Greedy beats random from either seat.
func TestGreedyAndRandom(t *testing.T) {
	t.Parallel()
	g, r := bot(greedy{}), bot(random{highcouncil.Game})
	for seed := range uint64(6) {
		seat := []engine.Seat{"white", "red"}[seed%2]
		bots := map[engine.Seat]bot{"white": r, "red": r}
		bots[seat] = g
		if got, turns := duel(t, seed, bots); got != seat {
			t.Errorf("seed %d: %q wins against greedy %s in %d turns", seed, got, seat, turns)
		}
	}
}

func TestDemoOfHighCouncil(t *testing.T) {
	tier.Test(t, tier.Program, "demos with their replays and exports")
	t.Parallel()
	for people := 2; people <= tier.Of(t, tier.Program, "seats", 0, 2, 4); people += 2 {
		t.Run(fmt.Sprintf("%d seats", people), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			args := []string{"demo", "--game", "high-council", "--seats", fmt.Sprint(people), "--seed", "2", "--data"}
			checkDemo(t, args, dir)
			checkExport(t, dir, " play night-")
		})
	}
}

// One person plays against the greedy bot at a virtual table. The device deals, and
// neither the pages nor the operator's log tell what the bot holds.
func TestHighCouncilAgainstABot(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	r := virtualRoomWith(t, t.TempDir(), slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})))
	r.attended()
	_, err := r.table.Start(t.Context(), companion.NewGame{Game: "high-council", Seats: []companion.Sitting{{Seat: "white"}, {Seat: "red", Bot: "greedy"}}})
	if err != nil {
		t.Fatal(err)
	}
	for range 5 {
		s := r.myTurn("white")
		mine, _ := s.View.Zone("white", engine.Hand)
		theirs, _ := s.View.Zone("red", engine.Hand)
		if len(mine.Cards) != 3 || mine.Cards[0].Name == "" {
			t.Errorf("white holds %v", mine.Cards)
		}
		for _, c := range theirs.Cards {
			if c.Name != "" {
				t.Errorf("white sees %s in the hand of the bot", c.Name)
			}
		}
		for _, c := range s.Legal {
			if c.By != "white" {
				t.Errorf("white may do %q", c.Line)
			}
		}
		r.say("white ponder")
	}
	s := r.myTurn("white")
	if got := fmt.Sprint(s.Log); !strings.Contains(got, "red") || strings.Contains(got, "Deal %s to %s [night") {
		t.Errorf("white reads %s", got)
	}
	r.leave()
	if text := log.String(); strings.Contains(text, "table deal") || !strings.Contains(text, "by=table command=hidden") {
		t.Errorf("the operator reads %s", text)
	}
}

// myTurn waits until the seat may do something.
func (r *room) myTurn(seat engine.Seat) companion.Snapshot {
	r.Helper()
	r.until("turn of "+string(seat), func(companion.Snapshot) bool { return len(r.see(seat).Legal) > 0 })
	return r.see(seat)
}
