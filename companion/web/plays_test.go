package web_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/xml"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"arbiter/companion"
	"arbiter/companion/companiontest/chromium"
	"arbiter/companion/gamelog"
	"arbiter/companion/history"
	"arbiter/companion/web"
	"arbiter/engine/enginetest/tier"
)

// logless are games without a log in a file of games.
type logless struct {
	notebook
	db *gamelog.DB
}

func (l logless) Find(s history.Search) ([]history.Play, error) { return l.db.FindPlays(s) }
func (l logless) Take(list []history.Play) error                { return l.db.TakePlays(list) }
func (l logless) Forget(ids []string) error                     { return l.db.ForgetPlays(ids) }
func (l logless) Players(game string) ([]history.Tally, error) {
	return l.db.Players(game, companion.Abandoned)
}
func (l logless) RenamePlayer(from, to string) (int, error) { return l.db.RenamePlayer(from, to) }

func keeping(t testing.TB) logless {
	t.Helper()
	db, err := gamelog.Open(filepath.Join(t.TempDir(), "games.db"))
	check(t, err)
	t.Cleanup(func() { check(t, db.Close()) })
	return logless{db: db}
}

// shelved has a play.
func shelved(t testing.TB) logless {
	t.Helper()
	kept := keeping(t)
	check(t, kept.db.TakePlays([]history.Play{{
		ID: "bgg:1", Game: "council-of-shadows", At: time.Date(2026, 2, 1, 0, 0, 0, 0, time.Local), Minutes: 75, Source: "BoardGameGeek", Place: "Alte Feuerwache", Note: "A long evening.",
		Players: []history.Player{{Name: "ana b", Score: "41"}, {Name: "Wilhelmine-Theodora von und zu Waldburg", Score: "55", Won: true}, {}},
	}}))
	return kept
}

// exported is what BG Stats exports: two of our games and one that is none.
const exported = `{"games": [{"id": 1, "name": "Council of Shadows"}, {"id": 2, "name": "Chess"}],
"players": [{"id": 1, "name": "Ana <b>"}, {"id": 2, "name": "Ben"}, {"id": 3, "name": "Wilhelmine-Theodora von und zu Waldburg"}],
"locations": [{"id": 1, "name": "Alte Feuerwache"}],
"plays": [
{"uuid": "A", "gameRefId": 1, "playDate": "2026-03-01 20:00:00", "durationMin": 90, "locationRefId": 1, "comments": "Ben was late", "playerScores": [{"playerRefId": 1, "winner": true, "score": "55"}, {"playerRefId": 2, "winner": false}, {"playerRefId": 3, "score": "41"}]},
{"uuid": "B", "gameRefId": 1, "playDate": "2026-03-02 20:00:00", "playerScores": [{"playerRefId": 2, "winner": true}]},
{"uuid": "C", "gameRefId": 2, "playDate": "2026-03-02 20:00:00", "playerScores": []}]}`

// looked is where the page leads that takes that file, or one like it.
func looked(text string) string {
	sum := sha256.Sum256([]byte(text))
	return fmt.Sprintf("/games/plays?looked=%x", sum[:8])
}

// Plays come in after their owner has seen what they would add and said whose name is kept; they are
// in the list, in searches and in statistics, marked as games without a log, and a name that is
// deleted is gone from them. A file with a mistake is refused with its line, and nobody else may do
// any of this.
func TestPlaysAreTakenIn(t *testing.T) {
	tier.Unraced(t, "one request after the other")
	t.Parallel()
	kept := keeping(t)
	h := newHouse(t, func(o *web.Opts) { o.Past.Plays, o.Past.Statistics = kept, kept })
	owner := h.owner()
	send := func(text string) (int, string) { return owner.uploaded("/games/import", "record", text) }
	if status, said := send(strings.Replace(exported, "2026-03-02 20:00:00", "soon", 1)); status != http.StatusConflict || !strings.Contains(said, "file, line 6: “soon” is no date of a play") {
		t.Errorf("a file with a mistake: %d %s", status, said)
	}
	if status, said := send("hello"); status != http.StatusConflict || !strings.Contains(said, "taken are an export of BG Stats") {
		t.Errorf("something else: %d %s", status, said)
	}
	bring := func(text string) (page string) {
		t.Helper()
		if status, said := send(text); status != http.StatusOK || !strings.Contains(said, looked(text)) {
			t.Fatalf("%d %s", status, said)
		}
		if list, err := kept.Find(history.Search{}); err != nil || len(list) > 2 {
			t.Errorf("taken in unasked: %v %v", list, err)
		}
		_, page = owner.get(looked(text))
		return page
	}
	page := bring(exported)
	for _, words := range []string{"Ana &lt;b&gt;", "new: 2", "of other games, and left out: 1"} {
		if !strings.Contains(page, words) {
			t.Errorf("what would be added lacks %q", words)
		}
	}
	if strings.Contains(page, " selected") || strings.Contains(page, " checked") {
		t.Error("something is chosen beforehand")
	}
	if status, page := h.browser().get(looked(exported)); status != http.StatusForbidden || strings.Contains(page, "Ana") {
		t.Errorf("somebody else reads it: %d", status)
	}
	id := strings.TrimPrefix(looked(exported), "/games/plays?looked=")
	take := func(pairs ...string) {
		t.Helper()
		if status := owner.filled("/games/plays", append(pairs, "do", "take", "padding", strings.Repeat("x", 100<<10))...); status != http.StatusOK {
			t.Fatalf("%q: %d", pairs, status)
		}
	}
	h.browser().no(http.StatusForbidden, "/games/plays", "do", "take", "list", id)
	take("list", id, "name-0", "", "name-1", "as", "name-2", "is:Nobody")
	_, page = h.browser().get("/games")
	for _, words := range []string{"Games without a log: 2", "no log; from BG Stats", "Ben", "Player 1", "Player 3", "2026-03-01"} {
		if !strings.Contains(page, words) {
			t.Errorf("the list lacks %q", words)
		}
	}
	for _, words := range []string{"Ana", "Wilhelmine", "was late", "Feuerwache"} {
		if strings.Contains(page, words) {
			t.Errorf("the list has %q, to which nobody agreed", words)
		}
	}
	for path, words := range map[string]string{
		"/games?player=ben&result=won": "Games without a log: 1", "/games.csv": "bgstats:A,2026-03-01,council-of-shadows,player-2,Ben",
		"/games/statistics?game=council-of-shadows":            "Among them games without a log: 2",
		"/games/statistics?game=council-of-shadows&player=Ben": "1 of 2",
	} {
		if _, page := h.browser().get(path); !strings.Contains(page, words) {
			t.Errorf("%s lacks %q:\n%s", path, words, page)
		}
	}
	if page := bring(exported); !strings.Contains(page, "known already: 2") || strings.Contains(page, "plays-take") {
		t.Errorf("the second time:\n%s", page)
	}
	// The same evening as another program tells it, with somebody who is called alike.
	again := `<plays><play id="7" date="2026-03-02" quantity="1"><item name="Council of Shadows"/><players><player name="ben"/></players></play></plays>`
	if page := bring(again); !strings.Contains(page, "new: 0") || !strings.Contains(page, `name="alike" value="bgg:7"`) || !strings.Contains(page, "Somebody here is called Ben. Is that the same person?") || strings.Contains(page, " selected") {
		t.Errorf("from another program:\n%s", page)
	}
	take("list", strings.TrimPrefix(looked(again), "/games/plays?looked="))
	if list, err := kept.Find(history.Search{}); err != nil || len(list) != 2 {
		t.Errorf("what was not ticked is taken in: %v %v", list, err)
	}
	bring(again)
	take("list", strings.TrimPrefix(looked(again), "/games/plays?looked="), "alike", "bgg:7", "name-0", "is:Ben")
	if list, err := kept.Find(history.Search{}); err != nil || len(list) != 3 || list[0].Players[0].Name != "Ben" {
		t.Errorf("what was ticked is not taken in: %v %v", list, err)
	}
	owner.ok("/games/players", "from", "Ben", "delete", "1")
	if _, page := h.browser().get("/games"); strings.Contains(page, "Ben") || !strings.Contains(page, "Player 2") {
		t.Error("a deleted name is still there")
	}
	owner.no(http.StatusConflict, "/games/plays", "do", "forget")
	owner.ok("/games/plays", "do", "forget", "id", "bgstats:A", "id", "bgg:7")
	if list, err := kept.Find(history.Search{}); err != nil || len(list) != 1 {
		t.Errorf("after two were removed: %v %v", list, err)
	}
}

// filled sends a form as a browser does for which it is multipart/form-data.
func (b *browser) filled(path string, pairs ...string) (status int) {
	b.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for i := 0; i < len(pairs); i += 2 {
		check(b.t, form.WriteField(pairs[i], pairs[i+1]))
	}
	check(b.t, form.Close())
	r := b.request(http.MethodPost, path, nil)
	r.Body, r.ContentLength = io.NopCloser(&body), int64(body.Len())
	r.Header.Set("Content-Type", form.FormDataContentType())
	r.Header.Set("Accept", "application/json")
	status, _, _ = b.do(r)
	return status
}

// A game that was played to its end goes out as a play for BoardGameGeek; one that goes on does not.
func TestPlaysGoOut(t *testing.T) {
	tier.Unraced(t, "a game played to its end")
	t.Parallel()
	h := council(t, short)
	_, err := h.table.Start(t.Context(), companion.NewGame{Game: "high-council", Seats: []companion.Seating{{Seat: "white", Name: "=Ana"}, {Seat: "red"}}})
	check(t, err)
	h.play("white ponder")
	id, who := h.store.Games()[0].ID, h.browser()
	for _, kind := range []string{"xml", "csv"} {
		if status, _ := who.get("/games/" + id + "/play." + kind); status != http.StatusConflict {
			t.Errorf("control: a game that goes on, as %s: %d", kind, status)
		}
	}
	for range 30 {
		h.play("red ponder", "white ponder")
	}
	conclude(t, h.table)
	status, text := who.get("/games/" + id + "/play.xml")
	var got struct {
		Play struct {
			Item struct {
				Name string `xml:"name,attr"`
			} `xml:"item"`
			Players []struct {
				Win string `xml:"win,attr"`
			} `xml:"players>player"`
		} `xml:"play"`
	}
	if err := xml.Unmarshal([]byte(text), &got); err != nil || status != http.StatusOK || got.Play.Item.Name != "The High Council" || len(got.Play.Players) != 2 {
		t.Errorf("%d %v %s", status, err, text)
	}
	if status, text := who.get("/games/" + id + "/play.csv"); status != http.StatusOK || strings.Count(text, "\n") != 3 || !strings.Contains(text, ",'=Ana,") {
		t.Errorf("%d %s", status, text)
	}
}

// handIn gives the page of past games a file, as a browser does it.
func handIn(p *chromium.Page, text string) {
	p.Open("/games")
	chromium.Ask[bool](p, fmt.Sprintf(`(() => { document.querySelector("#import").open = true; const d = new DataTransfer(); d.items.add(new File([%q], "BGStatsExport.json")); document.querySelector("#record").files = d.files; return true })()`, text))
	press(p, "#import-ok", `document.querySelector("#brought")`)
}

// What a file of plays would add, and the list with them, as people see it.
func TestPlaysAreShown(t *testing.T) {
	t.Parallel()
	for i, lang := range spoken(t) {
		chrome := browse(t, i%2 == 1)
		kept := shelved(t)
		h := newHouse(t, func(o *web.Opts) { o.Past.Plays, o.Past.Statistics = kept, kept })
		p := chrome.Page(t, h.url, lang, 390, 844)
		prove(p)
		handIn(p, exported)
		sizes := func(name string) {
			for _, size := range [][2]int64{{390, 844}, {1024, 768}, {1920, 1080}} {
				p.Resize(size[0], size[1])
				p.Shot(fmt.Sprintf("plays-%s-%s-%d", name, lang, size[0]))
			}
			p.Resize(390, 844)
		}
		sizes("brought")
		p.Fill("#name-0", "as")
		p.Fill("#name-2", "as")
		p.Click("#plays-notes")
		press(p, "#plays-take", `document.querySelector("#plays-taken")`)
		sizes("kept")
		p.Open("/games")
		p.Wait("#logless")
		sizes("list")
	}
}
