package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"arbiter/cmd/arbiter/internal/archive"
	"arbiter/companion/companiontest/chromium"
	"arbiter/companion/companiontest/seatpage"
	"arbiter/engine/enginetest/tier"
)

const anaAlone = "Ana Ñ 🎲"

// An evening alone: a game against the Automa at the virtual table is played to its
// end in German, and looked back at in three languages, with the program as people
// start it. What the pages tell is what the lines of the log add up to.
func TestSoloGameAndReview(t *testing.T) {
	tier.Long(t, tier.Program, "a whole game in a browser, and each of its steps; parts of it are those of TestSoloInTheBrowser, TestChartsAgreeWithTheTable, TestReplayPlays, TestWhatIfTouchesNothing")
	t.Parallel()
	dir := t.TempDir()
	s := start(t, "--data", dir)
	chrome := chromium.Start(t, true)
	e := &solo{T: t, page: chrome.Page(t, strings.TrimSuffix(s.url, "/"), "de", 390, 844), dir: dir, gained: map[string]bool{}}
	e.play()
	e.read()
	e.lookBack()
	e.replay()
	e.whatIf()
	e.statistics()
	e.languages(s.key(), map[string]*chromium.Page{"de": e.page, "en": e.beside(chrome, "en", 1024), "es": e.beside(chrome, "es", 1920)})
}

// A game alone that was a demo is looked back at in three languages.
func TestReviewSpeaksThreeLanguages(t *testing.T) {
	tier.Test(t, tier.Program, "three pages in a browser")
	t.Parallel()
	dir, g := library(t, "--seats", "1")
	s := start(t, "--data", dir)
	chrome := chromium.Start(t, true)
	e := &solo{T: t, page: chrome.Page(t, strings.TrimSuffix(s.url, "/"), "de", 390, 844), game: g}
	e.languages(s.key(), map[string]*chromium.Page{"de": e.page, "en": e.beside(chrome, "en", 390), "es": e.beside(chrome, "es", 390)})
}

// beside is another page of the same table.
func (e *solo) beside(chrome *chromium.Browser, lang string, width int64) *chromium.Page {
	return chrome.Page(e.T, e.page.Home(), lang, width, 900)
}

type solo struct {
	*testing.T
	page   *chromium.Page
	dir    string
	gained map[string]bool // by round
	undone bool

	game archive.Game
	ledger
}

// has tells whether an element is on the page.
func (e *solo) has(selector string) bool {
	e.Helper()
	return chromium.Ask[bool](e.page, fmt.Sprintf("!!document.querySelector(%q)", selector))
}

// play plays from the start page to the winner.
func (e *solo) play() {
	p := e.page
	p.Open("/new")
	p.Click("#seat-red") // leaves purple alone
	p.Fill("#name-purple", anaAlone)
	p.Click("input[name=order][value=listed]")
	p.Click("#start-game")
	seatpage.Offers(p, "purple pass")
	for n := 0; !e.has("#part-ask .over"); n++ {
		if n == 300 {
			e.Fatal("the game does not end")
		}
		e.step()
	}
	p.Reads("#part-ask .over", "hat gewonnen")
	p.Open("/")
	p.Wait("#way-alone")
}

// step does what comes next.
func (e *solo) step() {
	p := e.page
	seatpage.Ready(p)
	version, round := chromium.Ask[string](p, "document.body.dataset.version"), p.Text(".rounds")
	switch card := seatpage.First(p, "purple plan"); {
	case e.has("#part-ask .over"):
		return
	case seatpage.Can(p, "purple ready"): // fields that may stay empty do
		seatpage.Do(p, "purple ready")
	case card != "":
		seatpage.Do(p, card)
	case e.has("#undo") && !e.undone && e.gained[""]:
		e.undone, e.gained[""] = true, false
		p.Click("#undo")
	case e.has("#count") && !e.gained[round]:
		seatpage.Enter(p, 30)
		e.gained[round], e.gained[""] = e.undone, !e.undone // the first is taken back
	case e.has("#tidy"):
		p.Tidy()
		return
	default:
		seatpage.Next(p, "purple slide", "automa do left", "automa skip", "purple pass", "automa pass")
	}
	p.Until(fmt.Sprintf(`document.body.dataset.version !== %q || !document.querySelector("#refusal").hidden`, version))
	if text := p.Text("#refusal"); text != "" {
		e.Fatalf("in %s: %s\n%s", round, text, p.Text("main"))
	}
}

// read reads the log that the program has written, and adds it up.
func (e *solo) read() {
	db := openLog(e.T, e.dir)
	defer db.Close()
	list, err := db.Games()
	must(e.T, err)
	e.game, err = archive.Open(db, list[0].ID)
	must(e.T, err)
	e.ledger = add(e.T, &e.game)
	if !e.undone || len(e.rounds) < 2 || e.won["automa"] == 0 {
		e.Errorf("taken back: %t, rounds: %d, won by the Automa: %d: this game proves little", e.undone, len(e.rounds), e.won["automa"])
	}
}

// path is a page about the game.
func (e *solo) path(rest string) string { return "/games/" + e.game.ID + rest }

// What is called the same in all languages, or in two of them: names, also of leaders, and levels.
var international = regexp.MustCompile(`^(Arbiter.*|arbiter .*|Buteo|Zoe|Ava|Casares|S3E3|Breish|BG Stats|XML|CSV|Council of Shadows|The High Council|Casting Shadows|(\d+\. )?Automa( \d)?|Dark Tech|Name|Panel|` +
	`[\pL' ]+ \((Human|Shengar|Tretan|Automa)\)|Level|[IVX]+|(· )?(\d+ h )?\d+ min|(\d+ )?\(?Level [IVX]+\)?( \(Level [IVX]+\))*|` + regexp.QuoteMeta(anaAlone) + `(, Automa)?)$`)

// languages walks through the review in each language, as the owner: no text is in another one.
func (e *solo) languages(key string, pages map[string]*chromium.Page) {
	for _, p := range pages {
		p.Open("/" + key)
		p.Click("#arrive")
		p.Until(`location.pathname === "/"`)
	}
	for _, path := range []string{"/", "/table", "/games", e.path(""), e.path("/replay?at=12"), e.path("/replay"), e.path("/whatif?at=5"), "/b/" + e.game.ID, "/games/statistics", "/games/players"} {
		texts := map[string][]string{}
		for lang, p := range pages {
			p.Open(path)
			texts[lang] = chromium.Ask[[]string](p, textsOfPage)
			p.Shot("solo " + strings.ReplaceAll(path[1:], e.game.ID, "id"))
		}
		if len(texts["en"]) < 5 {
			e.Errorf("%s has only %d texts", path, len(texts["en"]))
		}
		for _, pair := range [][2]string{{"en", "de"}, {"en", "es"}, {"de", "es"}} {
			for _, text := range texts[pair[0]] {
				if slices.Contains(texts[pair[1]], text) && !international.MatchString(text) {
					e.Errorf("%s says %q in %s and in %s", path, text, pair[0], pair[1])
				}
			}
		}
	}
	for lang, p := range pages {
		said := slices.DeleteFunc(slices.Clone(p.Console()), func(s string) bool { return strings.Contains(s, "status of 503") }) // a busy device asks to try again
		if len(said) > 0 {
			e.Errorf("%s: the browser complains: %v", lang, said)
		}
	}
}

// textsOfPage are the texts of a page and those that screen readers hear.
const textsOfPage = `(() => {
	const all = new Set()
	const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
	while (walk.nextNode()) if (!walk.currentNode.parentElement.closest("script, style, .langs, time, code")) all.add(walk.currentNode.textContent.trim())
	for (const name of ["aria-label", "alt", "title", "placeholder"])
		for (const e of document.querySelectorAll("[" + name + "]:not(.langs, .langs *)")) all.add(e.getAttribute(name).trim())
	return [...all].filter((text) => /\p{L}\p{L}/u.test(text))
})()`
