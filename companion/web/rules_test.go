package web_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"arbiter/companion/companiontest/chromium"
	"arbiter/companion/web/page"
	"arbiter/engine"
	"arbiter/engine/castingshadows"
	"arbiter/engine/councilofshadows"
	"arbiter/engine/enginetest/tier"
	"arbiter/engine/highcouncil"
)

// Each game has rules to look up in each language, and whatever a reason cites leads to a chapter of
// them. Sources that are no rule lead nowhere.
func TestRulesOfEveryGame(t *testing.T) {
	words, err := catalogue()
	check(t, err)
	elsewhere := []string{"Printed on it", "Told at the table"}
	for i, g := range meantTables {
		w, cited := gather(t, g, uint64(i)+tier.Seed(t)), 0
		var game engine.Game
		for _, x := range []engine.Game{councilofshadows.Game, highcouncil.Game, castingshadows.Game} {
			if x.Name == g.Game {
				game = x
			}
		}
		passage := page.Passages(game)
		for range tier.Of(t, tier.Pages, "steps", 60, 150, 1500) {
			if !w.step() {
				break
			}
		}
		snap, err := w.table.Snapshot(t.Context(), "")
		check(t, err)
		for _, l := range snap.Log {
			for _, e := range l.Events {
				if source := e.Reason.Source; !source.IsZero() && !slices.Contains(elsewhere, source.Format) {
					if cited++; passage(source) == "" {
						t.Errorf("%s: %q leads to no rule", game.Name, source.Format)
					}
				}
			}
		}
		if cited == 0 {
			t.Errorf("%s: control: nothing was cited", game.Name)
		}
		for _, lang := range tongues {
			r := page.NewRules(game, words.In(lang), "", "")
			if len(r.Chapters) < 8 {
				t.Errorf("%s: %d chapters in %s", game.Name, len(r.Chapters), lang)
			}
		}
	}
	if page.Passages(highcouncil.Game)(engine.Say("Rulebook, hit points")) != "" {
		t.Error("control: a source of another game leads to a rule")
	}
}

// Rules are searched in the reader's language, whatever is typed about accents; what nobody wrote is
// said not to be found.
func TestRulesAreSearched(t *testing.T) {
	b := gather(t, meantTables[0], 1).browser()
	for _, x := range []struct{ path, lang, want, not string }{
		{"/rules/high-council?q=wins", "en", "A block of 16 wins at once.", "Two can play"},
		{"/rules/council-of-shadows?q=energia+consumo", "es", "La energía que alcanza o supera el consumo da el nivel siguiente.", "31 sistemas"},
		{"/rules/council-of-shadows?q=schluss", "de", "Nach der Runde kommt die Schlusswertung.", "31 Sonnensysteme"},
		{"/rules/council-of-shadows?at=scoring", "en", "The majority is judged before the cube leaves.", "31 solar systems"},
		{"/rules/council-of-shadows?q=%3Cscript%3E", "en", "&lt;script&gt;", "<script>"},
		{"/rules/council-of-shadows?q=xyzzy", "en", `id="rules-none" role="status">`, "<li>"},
		{"/rules", "en", "Idea of the game", `id="rules-none" role="status">`},
	} {
		b.post("/lang", "lang", x.lang)
		if status, text := b.get(x.path); status != http.StatusOK || !strings.Contains(text, x.want) || strings.Contains(text, x.not) {
			t.Errorf("%s in %s: %d, without %q or with %q\n%s", x.path, x.lang, status, x.want, x.not, text)
		}
	}
	if status, _ := b.get("/rules/no-such-game"); status != http.StatusNotFound {
		t.Errorf("rules of no game: %d", status)
	}
}

// Rules are looked up over the game, which goes on meanwhile; each why leads to its passage, and the
// dialog leads back.
func TestRulesOverTheGame(t *testing.T) {
	tier.Test(t, tier.Pages, "a browser")
	t.Parallel()
	chrome := browse(t, true)
	p := learner(t, chrome, "de", 390, 844)
	p.Click("#drawer-menu summary")
	p.Click("#to-rules")
	p.Wait("#sums[open] #rules-words")
	p.Shots("rules")
	p.Fill("#rules-words", "levels aufstieg")
	p.Until(`document.querySelector("#rules-none").hidden === false || [...document.querySelectorAll(".rules-chapter li")].some((e) => e.checkVisibility())`)
	p.Fill("#rules-words", "thron")
	p.Until(`(([first, ...rest]) => first && [first, ...rest].every((e) => /thron/i.test(e.textContent + e.closest("details").firstElementChild.textContent)))([...document.querySelectorAll(".rules-chapter li")].filter((e) => e.checkVisibility()))`)
	p.Shots("rules found")
	p.Click("#sum-close")
	p.Until(`document.activeElement.id === "to-rules"`)
	p.Open("/seat/purple")
	p.Click("#hint")
	p.Click("#hint-sheet a.passage")
	p.Wait("#sums[open] #rules-phase-1-buying[open]")
	if chromium.Ask[int](p, `document.querySelectorAll("#sums .rules-chapter").length`) != 1 || !chromium.Ask[bool](p, `document.querySelector("#sums").matches(":modal") && location.pathname === "/seat/purple"`) {
		t.Error("a why does not lead to its passage alone, or leaves the game")
	}
	p.Shots("rules passage")
	p.Click("#rules-all")
	p.Until(`document.querySelectorAll("#sums .rules-chapter").length > 10`)
}
