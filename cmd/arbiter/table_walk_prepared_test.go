package main

import (
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"arbiter/cmd/arbiter/internal/build"
	"arbiter/companion/companiontest/chromium"
	"arbiter/companion/history"
	"arbiter/engine"
	"arbiter/engine/councilofshadows"
	"arbiter/engine/enginetest"
	"arbiter/engine/enginetest/tier"
	"arbiter/engine/notation"
	"arbiter/setups"
)

// A walk from the beginning of a game seldom comes by these questions, so each begins in a
// game that came to it by chance. People answer it by what their phones show, and go on.
func TestWalksFromRareQuestions(t *testing.T) {
	tier.Test(t, tier.Pages, "two phones")
	t.Parallel()
	for _, c := range []struct {
		name  string
		asks  string
		seed  uint64
		boxes []string
		facts []string
		likes []string // words of commands that are given where they can be
	}{
		{"fifth", "^You may keep four bonus cards", 5, []string{"rulebook", "stand-in"}, []string{"book full", "module leaders", "module stations"}, nil},
		{"causes", "^Score a galaxy, or end your turn", 3, []string{"rulebook"}, []string{"module leaders", "module stations"}, []string{"pick buteo", "buy station-harvest", "choose empire", "choose feudalism"}}, // with energy from both, and from galaxies
		{"project", "^How much energy does Project", 1, []string{"rulebook"}, nil, nil},
		{"missing", "^Look through the .* which two cards are missing", 24, []string{"rulebook", "stand-in"}, []string{"book full", "module leaders", "module stations"}, nil},
	}[:tier.Of(t, tier.Pages, "questions", 1, 2, 4)] {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var lines []string
			for _, box := range c.boxes {
				more, err := setups.BoxLines(councilofshadows.Game.Name, box)
				must(t, err)
				lines = append(lines, more...)
			}
			setup := engine.Setup{Game: councilofshadows.Game.Name, Seats: enginetest.Seats("purple red"),
				Facts: enginetest.Facts(t, councilofshadows.Game, slices.Concat(lines, c.facts, []string{"purple order 1", "red order 2"})...)}
			asks := regexp.MustCompile(c.asks)
			w := furnishWalk(t)
			w.keep(setup, comesTo(t, w, setup, asks, c.seed, c.likes))
			w.begins(w.rig("solo-one-reader"))
			w.one = "table"
			chrome := chromium.Start(t, true)
			for _, seat := range []string{"purple", "red"} {
				w.claim(chrome, seat)
			}
			asked := func(g *guest) bool { return asks.MatchString(g.now.Said) }
			w.look()
			if !slices.ContainsFunc(w.guests, asked) {
				w.stuck("nobody is asked")
			}
			if c.likes != nil {
				w.tellsCauses(w.guests[slices.IndexFunc(w.guests, asked)])
			}
			for version := w.guests[0].now.Version; slices.ContainsFunc(w.guests, asked) || w.guests[0].now.Version < version+3; {
				w.step()
			}
		})
	}
}

// tellsCauses enters what each cause of energy brings that the guest sees beside the galaxies.
func (w *walk) tellsCauses(g *guest) {
	w.Helper()
	told := 0
	for ; ; told++ {
		i := slices.IndexFunc(g.now.Controls, func(c handle) bool {
			return c.Kind == "choice" && strings.Contains(c.Text, "…") && !slices.Contains(w.opened, c.Text)
		})
		if i < 0 {
			break
		}
		cause := g.now.Controls[i]
		w.opened = append(w.opened, cause.Text)
		w.tap(g, cause)
		if !w.enter(g, 1) {
			w.stuck("nothing can be entered for " + cause.Text)
		}
		w.look()
	}
	if told < 2 {
		w.stuck("energy of several causes is told together")
	}
}

// comesTo plays by chance until a question is asked, with energy to be told of two causes
// where it is told.
func comesTo(t *testing.T, w *walk, setup engine.Setup, asks *regexp.Regexp, seed uint64, likes []string) []engine.Entry {
	t.Helper()
	for ; seed < 100; seed++ {
		session, err := engine.Resume(opening(t, setup), engine.NoLog{})
		must(t, err)
		for r := rand.New(rand.NewPCG(seed, 1)); ; {
			legal := slices.DeleteFunc(session.State().Legal(), councilofshadows.Game.Everybodys)
			if len(legal) == 0 {
				break
			}
			c, causes := legal[r.IntN(len(legal))], map[string]bool{}
			if strings.Contains(notation.Format(c), " gain ") { // by chance nobody gains as little as people do
				c = legal[len(legal)-1]
			}
			for _, x := range legal {
				line := notation.Format(x)
				if words := strings.Fields(line); words[1] == "gain" && len(words) > 3 {
					causes[words[3]] = true
				}
				if slices.ContainsFunc(likes, func(like string) bool { return strings.Contains(line, like) }) {
					c = x
				}
			}
			for _, p := range session.State().View().Prompts {
				if asks.MatchString(w.words.Say("en", p.Text)) && (likes == nil || len(causes) > 1) {
					t.Logf("chance %d, after %d entries", seed, session.Version())
					return session.Entries()
				}
			}
			_, err := session.Do(c)
			must(t, err)
		}
	}
	t.Fatalf("nobody is ever asked %q", asks)
	return nil
}

// keep keeps a game that goes on.
func (w *walk) keep(setup engine.Setup, played []engine.Entry) {
	w.Helper()
	must(w.T, os.MkdirAll(w.games, 0o700))
	db := openLog(w.T, w.games)
	game, err := db.Create(history.Header{ID: "prepared", Setup: setup, Program: build.Name()})
	must(w.T, err)
	for _, e := range played {
		must(w.T, game.Append(e))
	}
	must(w.T, db.Close())
}

// claim lets a guest take a seat of the game that goes on.
func (w *walk) claim(chrome *chromium.Browser, seat string) {
	w.Helper()
	g := w.guest(chrome, seat)
	code := regexp.MustCompile(`until it is changed: (\d+)`).FindStringSubmatch(w.said.String())
	g.phone.Open("/join")
	g.phone.Fill("#code", code[1])
	g.phone.Click("#join")
	g.phone.Click("#claim-" + seat)
	g.phone.Wait("#ask")
}
