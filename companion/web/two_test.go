package web_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"testing"

	"arbiter/companion"
	"arbiter/engine"
	"arbiter/engine/councilofshadows"
	"arbiter/engine/enginetest/tier"
	"arbiter/engine/notation"
)

// Two players act at the same moment, each on two phones, again and again. What a phone was told that
// it did is in the log once, in a state that left it the choices which it saw;
// what was refused is not in the log. A phone that gets no answer asks again, and
// nothing is done twice.
func TestTwoPhonesAtOnce(t *testing.T) {
	t.Parallel()
	rounds := tier.Of(t, tier.Pages, "rounds", 200, 1000, 20_000)
	h := newHouse(t)
	h.undrawn.Store(true)
	h.begin("Ana", "Ben")
	c := clash{house: h, phones: map[engine.Seat]*browser{"purple": h.browser().sit("purple"), "red": h.browser().sit("red")}, r: rand.New(rand.NewPCG(1, 2))}
	for round := range rounds {
		if len(c.choices("purple"))+len(c.choices("red")) == 0 {
			check(t, h.table.Finish(t.Context()))
			h.begin("Ana", "Ben")
		}
		c.round(fmt.Sprint("wish-", round))
	}
	if c.done < rounds || c.refused < rounds/20 || c.asked < rounds/2 {
		t.Errorf("%d done, %d refused, %d asked twice: this test proves little", c.done, c.refused, c.asked)
	}
	t.Logf("%d done, %d refused, %d asked twice", c.done, c.refused, c.asked)
}

// The control: without names, asking twice may do it twice.
func TestAskingTwiceWithoutANameIsTwice(t *testing.T) {
	h := newHouse(t)
	h.begin("Ana", "Ben")
	h.play("purple pass", "red pass", "purple plan 1 discover", "purple plan 2 tower", "purple plan 3 harvest", "purple ready",
		"red plan 1 gems", "red plan 2 upgrade", "red plan 3 colonize", "red ready")
	b := h.browser().sit("purple")
	energy := func() int {
		snap, err := h.table.Snapshot(t.Context(), "")
		check(t, err)
		n, _ := snap.View.At("energy", "purple")
		return n
	}
	for range 2 {
		b.ok("/do", "seat", "purple", "version", h.version("purple"), "line", "purple gain 8", "wish", "one")
	}
	if got, want := energy(), 8; got != want {
		t.Errorf("the same wish twice: %d energy, want %d", got, want)
	}
	for range 2 {
		b.ok("/do", "seat", "purple", "version", h.version("purple"), "line", "purple gain 8")
	}
	if got, want := energy(), 24; got != want {
		t.Errorf("two wishes without names: %d energy, want %d", got, want)
	}
}

// A clash lets two phones act on what they see at one moment.
type clash struct {
	*house
	phones               map[engine.Seat]*browser
	r                    *rand.Rand
	done, refused, asked int
}

// A shot is a wish that a phone fires, once or twice at the same moment.
type shot struct {
	seat    engine.Seat
	line    string
	version int
	answers []string
	ok      bool
}

func (c *clash) choices(seat engine.Seat) []companion.LegalCommand {
	c.t.Helper()
	snap, err := c.table.Snapshot(c.t.Context(), seat)
	check(c.t, err)
	return snap.Legal
}

func (c *clash) entries() []engine.Entry { return c.store.Games()[len(c.store.Games())-1].Entries }

func (c *clash) round(name string) {
	c.t.Helper()
	before := len(c.entries())
	var shots []*shot
	for _, seat := range []engine.Seat{"purple", "red"} {
		all := c.choices(seat)
		for _, i := range c.r.Perm(len(all))[:min(2, len(all))] {
			if line := all[i].Line; !slices.ContainsFunc(shots, func(s *shot) bool { return s.line == line }) {
				shots = append(shots, &shot{seat: seat, line: line, version: before, answers: make([]string, 1+c.r.IntN(2))})
			}
		}
	}
	var both sync.WaitGroup
	for _, s := range shots {
		for i := range s.answers {
			both.Go(func() {
				status, text := c.phones[s.seat].post("/do", "seat", string(s.seat), "version", fmt.Sprint(s.version), "line", s.line, "wish", name+s.line)
				s.answers[i] = fmt.Sprint(status, " ", text)
			})
		}
	}
	both.Wait()
	c.judge(name, before, shots)
}

// asksEverybody reports whether a command is played when every seat has agreed.
func asksEverybody(line string) bool {
	x, err := councilofshadows.Game.Words.Parse(line)
	c, ok := x.(engine.Command)
	return err == nil && ok && councilofshadows.Game.Everybodys(c)
}

func (c *clash) judge(name string, before int, shots []*shot) {
	c.t.Helper()
	entries := c.entries()
	done := 0
	for _, s := range shots {
		s.ok = s.answers[0][:3] == fmt.Sprint(http.StatusOK)
		if len(s.answers) == 2 {
			c.asked++
			if s.answers[0] != s.answers[1] {
				c.t.Errorf("%s: one wish, two answers: %q", name, s.answers)
			}
		}
		if !s.ok {
			c.refused++
			continue
		}
		if asksEverybody(s.line) {
			continue // the other seat has to agree
		}
		at := slices.IndexFunc(entries[before:], func(e engine.Entry) bool { return notation.Format(e.Command) == s.line })
		if at < 0 {
			c.t.Fatalf("%s: %s was done and is lost", name, s.line)
		}
		done++
		if !c.meant(s, before+at) {
			c.t.Errorf("%s: %s was chosen at version %d and done in another state", name, s.line, s.version)
		}
	}
	if got := len(entries) - before; got != done {
		c.t.Fatalf("%s: %d entries of %d wishes that were done: %+v", name, got, done, shots)
	}
	c.done += done
}

// meant reports whether the entry at a place was played in the state that its
// sender saw, or in one that leaves the same choices or hides what was done.
func (c *clash) meant(s *shot, at int) bool {
	entries := c.entries()
	if at == s.version || engine.Hidden(entries[at], "") {
		return true
	}
	by := entries[at].Command.By()
	return slices.Equal(lines(c.state(s.version), by), lines(c.state(at), by))
}

// state is the game after so many entries, folded from the log.
func (c *clash) state(entries int) engine.State {
	c.t.Helper()
	g := c.store.Games()[len(c.store.Games())-1]
	state, err := councilofshadows.Game.New(g.Setup.Seats, g.Setup.Facts)
	check(c.t, err)
	for _, e := range g.Entries[:entries] {
		for _, event := range e.Events {
			state = state.Apply(event)
		}
	}
	return state
}

func lines(s engine.State, by engine.Seat) []string {
	var all []string
	for _, c := range engine.BySeat(by, s.Legal()) {
		all = append(all, notation.Format(c))
	}
	return all
}
