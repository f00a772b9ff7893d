package companion_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"arbiter/companion"
	"arbiter/companion/companiontest"
	"arbiter/engine"
	"arbiter/engine/bot"
	"arbiter/engine/councilofshadows"
	"arbiter/engine/highcouncil"
	"arbiter/engine/notation"
)

// An evening is a game on screens played at random. It notes which entries somebody asked for.
type evening struct {
	*stage
	store  *companiontest.Store
	rules  engine.Game
	dice   *rand.Rand
	wanted map[int]bool
}

// screens starts a game that needs no cardboard, with all options of that kind.
func screens(t *testing.T, rules engine.Game, virtual bool, seats ...engine.Seat) *evening {
	t.Helper()
	offers, err := companion.Offers(rules)
	if err != nil {
		t.Fatal(err)
	}
	e := &evening{store: memory(), rules: rules, dice: rand.New(rand.NewPCG(7, uint64(len(seats)))), wanted: map[int]bool{}}
	e.stage = open(t, e.store, func(o *companion.Opts) { o.Offers, o.Readers, o.Virtual = offers, nil, virtual })
	n := companion.NewGame{Game: rules.Name, Seats: sit(seats...)}
	for _, p := range offers[0].Options {
		if p.Screen {
			n.Options = append(n.Options, p.Name)
		}
	}
	if offers[0].Order != "" {
		n.Order = slices.Clone(seats)
		if len(seats) == 1 {
			n.Order = append(n.Order, offers[0].Robot)
		}
	}
	if err := start(e.stage, n); err != nil {
		t.Fatal(err)
	}
	return e
}

// move makes the table deal, or else a seat or its robot act; it returns false at the end of the
// game.
func (e *evening) move(people []engine.Seat) bool {
	e.Helper()
	if e.dealt() {
		return true
	}
	for _, seat := range people {
		snap := e.see(seat)
		mine := slices.DeleteFunc(slices.Clone(snap.Legal), func(c companion.LegalCommand) bool { return c.By == engine.Table })
		if len(mine) == 0 || snap.View.Over {
			continue
		}
		e.choosable(seat, mine)
		var all []engine.Command
		for _, c := range mine {
			all = append(all, c.Command)
		}
		chosen := notation.Format(bot.Random{Game: e.rules}.Choose(e.dice, bot.Seen{}, all))
		if _, err := e.Do(e.Context(), companion.Request{Seat: seat, Line: chosen, Version: snap.Version}); err == nil {
			e.wanted[snap.Version+1] = true
			return true
		}
	}
	return false
}

// dealt makes the table draw what is pending, as the program's dealer does.
func (e *evening) dealt() bool {
	snap := e.see(engine.Table)
	var lines []string
	for _, c := range snap.Legal {
		if c.By == engine.Table {
			lines = append(lines, c.Line)
		}
	}
	if len(lines) == 0 {
		return false
	}
	_, err := e.Draw(e.Context(), lines, snap.Version)
	if err == nil {
		e.wanted[snap.Version+1] = true
	}
	return err == nil
}

// choosable complains if people are asked where they have no choice and a spectator could have told
// so.
func (e *evening) choosable(seat engine.Seat, mine []companion.LegalCommand) {
	for _, by := range append([]engine.Seat{seat}, "automa") {
		var lines []string
		for _, c := range mine {
			if c.By == by {
				lines = append(lines, c.Line)
			}
		}
		if len(lines) == 1 && e.see(seat).Virtual && len(engine.BySeat(by, e.see("").State.Legal())) == 1 {
			e.Errorf("entry %d: %s is asked although there is one choice: %s", e.see(seat).Version, by, lines[0])
		}
	}
}

// A game on screens goes on by itself where there is only one thing to do, and nowhere else: no
// decision is taken from people, and a spectator could have foreseen each such step.
func TestForcedStepsArePlayed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		rules  engine.Game
		people []engine.Seat
		moves  int
		steps  bool // some follow by themselves
	}{
		{councilofshadows.Game, []engine.Seat{"purple"}, 150, true},
		{councilofshadows.Game, []engine.Seat{"purple", "red"}, 150, true},
		{highcouncil.Game, []engine.Seat{"white", "red"}, 60, false},
	} {
		steps, games := 0, 0
		for ; games == 0 || c.steps && steps < 3 && games < 10; games++ {
			e := screens(t, c.rules, true, c.people...)
			for range c.moves {
				if !e.move(c.people) {
					break
				}
			}
			steps += e.unasked()
		}
		if c.steps && steps < 3 {
			t.Errorf("%s for %d: %d steps by themselves in %d games; that proves little", c.rules.Name, len(c.people), steps, games)
		}
	}
}

// unasked counts the entries that nobody asked for. Each must have been the only thing its seat
// could do, as the seat and as a spectator knew.
func (e *evening) unasked() (n int) {
	e.Helper()
	g := e.store.Games()[0]
	start, err := e.rules.New(g.Setup.Seats, g.Setup.Facts)
	if err != nil {
		e.Fatal(err)
	}
	s, err := engine.Resume(start, nil)
	if err != nil {
		e.Fatal(err)
	}
	for _, x := range g.Entries {
		if !e.wanted[x.Seq] {
			n++
			for _, eye := range []engine.Seat{"", x.Command.By()} {
				var legal []string
				for _, c := range engine.BySeat(x.Command.By(), s.Seen(eye).Legal()) {
					legal = append(legal, notation.Format(c))
				}
				if got, want := fmt.Sprint(legal), fmt.Sprint([]string{notation.Format(x.Command)}); got != want {
					e.Errorf("entry %d came by itself, where %q could choose among %s, want %s", x.Seq, eye, got, want)
				}
			}
		}
		if err := s.Replay(x); err != nil {
			e.Fatal(err)
		}
	}
	return n
}

// With cards on a real table nothing happens by itself.
func TestCardboardGamesForceNothing(t *testing.T) {
	t.Parallel()
	e := screens(t, councilofshadows.Game, false, "purple")
	for range 80 {
		e.move([]engine.Seat{"purple"})
	}
	if n := e.unasked(); n != 0 || e.see("purple").Virtual {
		t.Errorf("%d steps happened by themselves, want none", n)
	}
}

// Taking back returns to before the last decision of a person, along with all that followed from
// it.
func TestUndoReachesTheLastDecision(t *testing.T) {
	t.Parallel()
	e := screens(t, councilofshadows.Game, true, "purple")
	if _, err := e.undo("purple"); e.refusal(err) != "there is nothing to take back" {
		t.Error(err)
	}
	far := 0
	for range 60 {
		before := e.see("purple")
		for e.dealt() {
			before = e.see("purple")
		}
		if !e.move([]engine.Seat{"purple"}) {
			break
		}
		for e.dealt() {
			continue
		}
		after := e.see("purple")
		far = max(far, after.Version-before.Version)
		if after.Back != before.Version+1 {
			t.Errorf("after entry %d entry %d is taken back, want %d", after.Version, after.Back, before.Version+1)
		}
		if _, err := e.undo("purple"); err != nil {
			t.Fatal(err)
		}
		now := e.see("purple")
		if got, want := lines(now.Legal), lines(before.Legal); got != want || len(now.Moves) > 0 {
			t.Fatalf("back at entry %d: %s, want %s; moves %v", before.Version, got, want, now.Moves)
		}
		e.again(before.Version)
	}
	if far < 4 {
		t.Errorf("at most %d entries were taken back at once; that proves little", far)
	}
}

func lines(legal []companion.LegalCommand) string {
	var all []string
	for _, c := range legal {
		all = append(all, c.Line)
	}
	return fmt.Sprint(all)
}

// again replays what was taken back, so that the game goes on.
func (e *evening) again(entry int) {
	e.Helper()
	line := notation.Format(e.store.Games()[0].Entries[entry].Command)
	e.play("purple", line)
	for e.dealt() {
		continue
	}
}
