package web_test

import (
	"errors"
	"fmt"
	"html"
	"math/rand/v2"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"arbiter/companion"
	"arbiter/companion/companiontest/chromium"
	"arbiter/engine"
	"arbiter/engine/enginetest/tier"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

var (
	asked   = regexp.MustCompile(`<a class="ask" id="sum-[a-z0-9-]+" href="([^"]+)"[^>]*><b>([^<]+)</b></a>`)
	lane    = regexp.MustCompile(`(?s)<a class="runner ask[^>]* href="([^"]+)"[^>]*>(.*?)</a>`)
	numeral = regexp.MustCompile(`<b[^>]*>(?:<span class="unseen">[^<]*</span>)?([−0-9IV]+)<`)
	answers = regexp.MustCompile(`<h2>([^<]+): ([^<:]+)</h2>`)
	posted  = regexp.MustCompile(`<b class="n">([^<]+)</b>`)
)

// follow asks each number of a page how it came about. The answer tells the same
// number, and its postings add up to it. It returns how many were asked.
func (b *browser) follow(path string) int {
	b.t.Helper()
	_, text := b.get(path)
	all := asked.FindAllStringSubmatch(text, -1)
	for _, m := range all {
		href, shown := html.UnescapeString(m[1]), m[2]
		status, answer := b.get(href)
		told := answers.FindAllStringSubmatch(answer, -1)
		if status != http.StatusOK || len(told) != 1 || told[0][2] != shown {
			b.t.Errorf("%s shows %s, and %s answers %d %v", path, shown, href, status, told)
		}
		sum := 0
		for _, p := range posted.FindAllStringSubmatch(answer, -1) {
			var n int
			fmt.Sscan(strings.NewReplacer("&#43;", "", "−", "-").Replace(p[1]), &n)
			sum += n
		}
		if got := []string{fmt.Sprint(sum), string(engine.Roman(sum))}; got[0] != shown && got[1] != shown {
			b.t.Errorf("%s shows %s, and %s adds up to %d", path, shown, href, sum)
		}
	}
	return len(all)
}

// followLanes asks each lane of a seat's page how its numbers came about: the answer
// tells those that the lane shows.
func (b *browser) followLanes(path string, lanes int) {
	b.t.Helper()
	_, text := b.get(path)
	all := lane.FindAllStringSubmatch(text, -1)
	if len(all) != lanes {
		b.t.Errorf("%d lanes on %s can be asked, want %d", len(all), path, lanes)
	}
	for _, m := range all {
		status, answer := b.get(html.UnescapeString(m[1]))
		told := map[string]bool{}
		for _, a := range answers.FindAllStringSubmatch(answer, -1) {
			told[a[2]] = true
		}
		shown := numeral.FindAllStringSubmatch(m[2], -1)
		if status != http.StatusOK || len(shown) < 3 {
			b.t.Errorf("%s shows %d numbers and answers %d", m[1], len(shown), status)
		}
		for _, n := range shown {
			if !told[n[1]] {
				b.t.Errorf("%s shows %s and tells %v", m[1], n[1], told)
			}
		}
	}
}

// random plays so many random commands, but nothing is taken back. What goes only
// by what nobody knows may be refused.
func (h *house) random(r *rand.Rand, seats []engine.Seat, commands int) {
	h.t.Helper()
	for range commands {
		var all []turn
		for _, seat := range seats {
			snap, err := h.table.Snapshot(h.t.Context(), seat)
			check(h.t, err)
			for _, c := range snap.Legal {
				if verb(c.Line) != "take-back" {
					all = append(all, turn{seat, c.Line})
				}
			}
		}
		if len(all) == 0 {
			return
		}
		t := all[r.IntN(len(all))]
		snap, err := h.table.Snapshot(h.t.Context(), t.seat)
		check(h.t, err)
		if _, err := h.table.Do(h.t.Context(), companion.Request{Seat: t.seat, Line: t.line, Version: snap.Version}); err != nil && !errors.As(err, &engine.Refusal{}) {
			h.t.Fatalf("%s: %v", t.line, err)
		}
	}
}

// Each number on the tracks tells how it came about, and the truth: at the table, on
// the page of a seat, in the replay, and in a copy that is played on; of both books
// and of the other game.
func TestEveryNumberTellsItsSum(t *testing.T) {
	tier.Unraced(t, "pages that one goroutine draws")
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 3))
	for name, start := range map[string]func(*testing.T) (*house, []engine.Seat){
		"tracks": func(t *testing.T) (*house, []engine.Seat) {
			h := newHouse(t)
			h.begin("Ana", "Ben")
			return h, []engine.Seat{"purple", "red"}
		},
		"full": func(t *testing.T) (*house, []engine.Seat) {
			h := newHouse(t)
			h.browser().startFull()
			return h, []engine.Seat{"purple", "red"}
		},
		"council": func(t *testing.T) (*house, []engine.Seat) {
			h := council(t, short)
			_, err := h.table.Start(t.Context(), companion.NewGame{Game: "high-council", Seats: []companion.Seating{{Seat: "white"}, {Seat: "red"}}})
			check(t, err)
			return h, []engine.Seat{"white", "red"}
		},
	} {
		t.Run(name, func(t *testing.T) {
			h, seats := start(t)
			b := h.browser()
			id := h.store.Games()[0].ID
			for range 4 {
				h.random(r, seats, 40)
				least := 8
				if snap, err := h.table.Snapshot(t.Context(), ""); err != nil || snap.View.Over {
					least = 4 // level and energy of each seat, in the table of the score
				}
				if n := b.follow("/table"); n < least {
					t.Errorf("only %d numbers at the table can be asked, want %d", n, least)
				}
			}
			check(t, h.release(seats[0]))
			b.sit(string(seats[0])).followLanes("/seat/"+string(seats[0]), len(seats))
			conclude(t, h.table)
			paths := []string{"/games/" + id, "/games/" + id + "/replay?at=70", "/games/" + id + "/replay?at=130&all=1"}
			kept := fmt.Sprintf("%+v", h.store.Games())
			copied := "/games/" + id + "/whatif?at=130"
			for range 3 {
				_, text := b.get(copied)
				if line := regexp.MustCompile(`name="line" value="([^"{]+)"`).FindStringSubmatch(text); line != nil {
					copied += "&do=" + strings.ReplaceAll(line[1], " ", "+")
				}
			}
			for i, path := range append(paths, copied) {
				least := 8
				if i == 0 {
					least = 4 // the result has the tracks alone that tell it
				}
				if n := b.follow(path); n < least {
					t.Errorf("only %d numbers of %s can be asked", n, path)
				}
			}
			if fmt.Sprintf("%+v", h.store.Games()) != kept {
				t.Error("who looked back has changed what is kept")
			}
		})
	}
}

// A sum tells its parts, where they came from and by which rule, in the language of
// the reader; of what nobody asked or what there is not, it says so.
func TestSumsInWords(t *testing.T) {
	h := newHouse(t)
	h.begin("Ana", "Ben")
	h.play("purple pass", "red pass", "purple plan 1 discover", "purple plan 2 tower", "purple plan 3 harvest", "purple ready",
		"red plan 1 gems", "red plan 2 upgrade", "red plan 3 colonize", "red ready")
	b := h.browser()
	for lang, want := range map[string][]string{
		"en": {"Ana", "Consumption: ", "At the start", "Visible cards", "Rulebook, phase 2", "Round 1", "The consumption of the visible cards is added up.", "All numbers"},
		"de": {"Verbrauch: ", "Zu Beginn", "Sichtbare Karten", "Spielregel, Phase 2", "Runde 1"},
		"es": {"Consumo: ", "Al principio", "Cartas visibles", "Reglamento, fase 2", "Ronda 1"},
	} {
		r := b.request(http.MethodGet, "/sums?who=purple&of=consumption&part=1", nil)
		r.Header.Set("Accept-Language", lang)
		_, text, _ := b.do(r)
		for _, s := range want {
			if !strings.Contains(text, s) {
				t.Errorf("the sum in %s lacks %q:\n%s", lang, s, text)
			}
		}
		if strings.Contains(text, "<html") {
			t.Errorf("a part is a whole page:\n%s", text)
		}
	}
	for path, want := range map[string]int{
		"/sums": http.StatusConflict, "/sums?who=nobody": http.StatusConflict, "/sums?who=purple&of=luck": http.StatusConflict,
		"/sums?who=purple": http.StatusOK, "/games/none/sums?who=purple": http.StatusNotFound,
	} {
		if status, _ := b.get(path); status != want {
			t.Errorf("%s: %d, want %d", path, status, want)
		}
	}
}

// In a browser a sum opens over the page by keyboard, follows the game, and gives
// the focus back.
func TestSumsInTheBrowser(t *testing.T) {
	tier.Test(t, tier.Pages, "a browser")
	t.Parallel()
	h := newHouse(t)
	h.begin("Wilhelmine-Theodora von und zu Waldburg", "Ñ")
	h.play("purple pass", "red pass", "purple plan 1 discover", "purple plan 2 tower", "purple plan 3 harvest", "purple ready",
		"red plan 1 gems", "red plan 2 upgrade", "red plan 3 colonize", "red ready", "purple gain 4")
	p := browse(t, true).Page(t, h.url, "de", 320, 640)
	p.Open("/table")
	p.Wait("#sum-purple-energy")
	p.Key("#sum-purple-energy", kb.Enter, `!!document.querySelector("#sums[open] #account-energy")`)
	p.Reads("#account-energy h2", "4")
	p.Shot("sums 320")
	h.play("purple gain 3")
	p.Until(`document.querySelector("#account-energy .sum")?.textContent === "4 + 3 = 7"`)
	if at := chromium.Ask[string](p, `document.activeElement.id`); at != "sum-close" {
		t.Errorf("the focus is on %q", at)
	}
	p.Click("#sum-all")
	p.Wait("#sums[open] #account-distance")
	p.Do("close", chromedp.KeyEvent(kb.Escape))
	p.Until(`!document.querySelector("#sums").open && document.activeElement.id === "sum-purple-energy"`)
	p.Open("/sums?who=purple")
	p.Wait("#account-level")
	p.Shot("sums page 320")
	if said := p.Console(); len(said) > 0 {
		t.Errorf("the browser complains: %v", said)
	}
}
