package web_test

import (
	"context"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"arbiter/companion/companiontest"
	"arbiter/companion/history"
	"arbiter/companion/record"
	"arbiter/companion/web"
	"arbiter/engine/enginetest/tier"
)

// history lists what the store keeps.
type pastGames struct{ store *companiontest.Store }

// Find knows names of players, results and pages.
func (h pastGames) Find(s history.Search) ([]history.Summary, int, error) {
	var all []history.Summary
	for _, k := range slices.Backward(h.store.Games()) {
		named := s.Player == "" || slices.ContainsFunc(slices.Collect(maps.Values(k.Labels)), func(l string) bool { return strings.Contains(l, s.Player) })
		if named && (len(s.Is) == 0 || slices.Contains(s.Is, k.Result)) && !slices.Contains(s.Not, k.Result) {
			all = append(all, pastOf(k))
		}
	}
	found := len(all)
	all = all[min(s.Skip, found):]
	if s.Most > 0 {
		all = all[:min(s.Most, len(all))]
	}
	return all, found, nil
}

func pastOf(k companiontest.Stored) history.Summary {
	return history.Summary{
		ID: k.ID, Game: k.Setup.Game, Created: k.Created, Seats: k.Setup.Seats, Labels: k.Labels, Bots: k.Bots,
		Entries: len(k.Entries), Result: k.Result, Program: "arbiter test",
	}
}

func (h pastGames) Summary(id string) (history.Summary, error) {
	for _, k := range h.store.Games() {
		if k.ID == id {
			return pastOf(k), nil
		}
	}
	return history.Summary{}, fs.ErrNotExist
}

// Times are a minute apart, with a pause of an hour before the last entry.
func (h pastGames) Times(id string) ([]time.Time, error) {
	k, err := h.Saved(id)
	var all []time.Time
	for n := range len(k.Entries) + 1 {
		all = append(all, k.Created.Add(time.Duration(n)*time.Minute))
	}
	if n := len(all); n > 1 {
		all[n-1] = all[n-1].Add(time.Hour)
	}
	return all, err
}

func (h pastGames) Saved(id string) (history.Saved, error) {
	for _, k := range h.store.Games() {
		if k.ID == id {
			return history.Saved{Header: k.Header, Entries: k.Entries}, nil
		}
	}
	return history.Saved{}, fs.ErrNotExist
}

// A notebook counts the same games for everybody and forgets what it is told:
// cmd/arbiter has a real one.
type notebook struct{}

func (notebook) SetNote(string, string, int) error     { return nil }
func (notebook) RenamePlayer(_, _ string) (int, error) { return 1, nil }
func (notebook) Players(string) ([]history.Tally, error) {
	return counts("Ana", "Wilhelmine-Theodora von und zu Waldburg"), nil
}
func (notebook) Tallies(_, kind string) ([]history.Tally, int, error) {
	return counts(map[string]string{"civilization": "treton", "leader": "zoe", "dark-tech": "energy-saver"}[kind]), 12345, nil
}

func counts(names ...string) []history.Tally {
	all := []history.Tally{{Name: "nobody", Played: 0}}
	for i, n := range names {
		all = append(all, history.Tally{Name: n, Played: 12345 + i, Won: 8230})
	}
	return all
}

type records struct{}

func (records) Script(_ context.Context, w io.Writer, _ string) error {
	_, err := io.WriteString(w, "game hush\n")
	return err
}
func (records) Import(record.Game) error { return nil }

// Counts and shares are written as the language does, and a player without a game
// to its end is in no statistic.
func TestStatistics(t *testing.T) {
	b := newHouse(t).browser()
	for lang, wants := range map[string][]string{
		"en": {"12,345", "67%", "Energy saver", "Games still to be counted: 12,345"},
		"de": {"12.345", "67\u00a0%", "Energiesparer"},
		"es": {"12\u00a0345", "8230", "67\u00a0%"},
	} {
		b.post("/lang", "lang", lang)
		_, text := b.get("/games/statistics")
		for _, want := range wants {
			if !strings.Contains(text, want) {
				t.Errorf("%s: the statistics lack %q\n%s", lang, want, text)
			}
		}
		if strings.Contains(text, "nobody") {
			t.Errorf("%s: a player without a game is counted", lang)
		}
	}
}

// Who is not in the game reads, and writes nothing.
func TestStrangersWriteNothing(t *testing.T) {
	h := newHouse(t, func(o *web.Opts) { o.Network.Open = false })
	b := h.browser()
	for _, path := range []string{"/games/x/remark", "/games/players", "/games/import"} {
		if status, text := b.post(path, "note", "x", "rating", "1", "from", "Ana", "to", "Eve"); status != http.StatusForbidden {
			t.Errorf("POST %s by a stranger: %d %s, want 403", path, status, text)
		}
	}
	if status, text := b.get("/games/players"); status != http.StatusForbidden || strings.Contains(text, "rename-0") {
		t.Errorf("a stranger is offered to rename: %d\n%s", status, text)
	}
	// The control: for the owner the same request is carried out.
	if status, text := newHouse(t).owner().post("/games/players", "from", "Ana", "to", "Eve"); status != http.StatusOK {
		t.Errorf("POST by the owner: %d %s", status, text)
	}
}

// Of a game that goes on there is no record, no script, no play and no copy.
func TestRunningGameIsNotHandedOut(t *testing.T) {
	tier.Unraced(t, "one request after the other; many meet in TestOneHostilePhone")
	h := newHouse(t)
	h.begin("Ana", "Ben")
	h.play("purple pass", "red pass", "purple plan 1 discover")
	game := "/games/" + h.store.Games()[0].ID
	b := h.browser()
	paths := []string{game + "/record.jsonl", game + "/script.txt", game + "/whatif?at=1"}
	play := "/b" + strings.TrimPrefix(game, "/games")
	for _, path := range append(paths, play) {
		status, text := b.get(path)
		_, told, _ := strings.Cut(text, "<header") // before it are drawings of all there is
		if status != http.StatusConflict || told == "" || strings.Contains(told, "discover") || strings.Contains(told, "Discover") {
			t.Errorf("%s of a running game: %d\n%s", path, status, text)
		}
	}
	if status, text := b.post(game+"/whatif?at=2", "line", "purple plan 1 gems"); status != http.StatusConflict {
		t.Errorf("a copy of a running game is played: %d %s", status, text)
	}
	check(t, h.table.Finish(t.Context()))
	for _, path := range append(paths, game+"?all=1", game+"/replay?all=1") { // it may go on
		if _, text := b.get(path); strings.Contains(unsigned(text), "iscover") {
			t.Errorf("%s of a game that may go on tells a hidden card:\n%s", path, text)
		}
	}
	h.begin("Ana", "Ben")
	for _, path := range paths { // the control
		if status, _ := b.get(path); status != http.StatusOK {
			t.Errorf("%s of a game that is over: %d", path, status)
		}
	}
	if status, _ := b.get(play); status != http.StatusConflict {
		t.Errorf("a play that was given up can be logged: %d", status)
	}
}
