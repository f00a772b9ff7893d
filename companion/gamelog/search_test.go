package gamelog

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"arbiter/companion/history"
	"arbiter/engine"

	"github.com/google/go-cmp/cmp"
)

// shelf is a file of four games: José has won a and lost b, Ñíguez goes on in c, d was given up.
func shelf(t testing.TB) *DB {
	t.Helper()
	db := opened(t, file(t))
	for i, g := range []struct {
		id, result string
		red, blue  string
	}{{"a", "red", "José", "Ana"}, {"b", "blue", "José", "ANA Sofía"}, {"c", "", "Ñíguez", ""}, {"d", "abandoned", "ana", "Bo"}} {
		h := header(g.id)
		h.Created = noon().AddDate(0, 0, i)
		h.Labels = map[engine.Seat]string{"red": g.red}
		if g.blue != "" {
			h.Labels["blue"] = g.blue
		}
		if _, err := db.Create(h); err != nil {
			t.Fatal(err)
		}
		if g.result != "" {
			finish(t, db, g.id, g.result)
		}
	}
	return db
}

func finish(t testing.TB, db *DB, id, result string) {
	t.Helper()
	if err := db.Finish(id, result); err != nil {
		t.Fatal(err)
	}
}

func TestFind(t *testing.T) {
	db := shelf(t)
	for _, c := range []struct {
		name   string
		search history.Search
		want   []string
		found  int
	}{
		{"everything", history.Search{}, []string{"d", "c", "b", "a"}, 4},
		{"a page", history.Search{Skip: 1, Most: 2}, []string{"c", "b"}, 4},
		{"behind the last page", history.Search{Skip: 9, Most: 2}, nil, 4},
		{"no such rules", history.Search{Game: "chess"}, nil, 0},
		{"a player, whatever the case", history.Search{Player: "ana"}, []string{"d", "b", "a"}, 3},
		{"accents do not matter", history.Search{Player: " niguez "}, []string{"c"}, 1},
		{"typed with an accent", history.Search{Player: "JOSÉ"}, []string{"b", "a"}, 2},
		{"a player who has won", history.Search{Player: "jose", Won: true}, []string{"a"}, 1},
		{"nobody of that name", history.Search{Player: "Zoe"}, nil, 0},
		{"going on", history.Search{Is: []string{""}}, []string{"c"}, 1},
		{"played to the end", history.Search{Not: []string{"", "abandoned"}}, []string{"b", "a"}, 2},
		{"from a day on", history.Search{From: noon().AddDate(0, 0, 2)}, []string{"d", "c"}, 2},
		{"before a day", history.Search{Before: noon().AddDate(0, 0, 2)}, []string{"b", "a"}, 2},
		{"all at once", history.Search{Game: "stones", Player: "an", From: noon(), Before: noon().AddDate(0, 0, 1), Is: []string{"red"}}, []string{"a"}, 1},
		{"percent signs are letters", history.Search{Player: "%"}, nil, 0},
	} {
		list, found, err := db.Find(c.search)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		var got []string
		for _, s := range list {
			got = append(got, s.ID)
		}
		if !slices.Equal(got, c.want) || found != c.found {
			t.Errorf("%s: %v of %d, want %v of %d", c.name, got, found, c.want, c.found)
		}
	}
}

func TestPlayersAndTraits(t *testing.T) {
	db := shelf(t)
	got, err := db.Players("", "abandoned")
	want := []history.Tally{{Name: "José", Played: 2, Won: 1}, {Name: "ANA Sofía", Played: 1, Won: 1}, {Name: "Ana", Played: 1, Won: 0}, {Name: "Bo", Played: 0, Won: 0}, {Name: "ana", Played: 0, Won: 0}, {Name: "Ñíguez", Played: 0, Won: 0}}
	if d := cmp.Diff(want, got); d != "" || err != nil {
		t.Errorf("players: %v -want +got\n%s", err, d)
	}
	ids, err := db.Uncounted(2)
	if want := []string{"d", "b"}; !slices.Equal(ids, want) || err != nil {
		t.Errorf("unsorted: %v, %v, want %v", ids, err, want)
	}
	for _, id := range []string{"a", "b", "d"} {
		if err := db.CountTraits(id, []engine.Trait{{Seat: "red", Kind: "leader", Value: "zoe"}, {Seat: "blue", Kind: "leader", Value: "ava"}, {Seat: "blue", Kind: "leader", Value: "ava"}}); err != nil {
			t.Fatal(err)
		}
	}
	tallies := func() []history.Tally {
		t.Helper()
		all, err := db.Tallies("stones", "leader", "abandoned")
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	if d := cmp.Diff([]history.Tally{{Name: "ava", Played: 2, Won: 1}, {Name: "zoe", Played: 2, Won: 1}}, tallies()); d != "" {
		t.Errorf("leaders: -want +got\n%s", d)
	}
	finish(t, db, "a", "") // the end is taken back: the game no longer counts, and needs its traits again
	if d := cmp.Diff([]history.Tally{{Name: "ava", Played: 1, Won: 1}, {Name: "zoe", Played: 1, Won: 0}}, tallies()); d != "" {
		t.Errorf("leaders after a game goes on: -want +got\n%s", d)
	}
	finish(t, db, "a", "red")
	if ids, _ := db.Uncounted(9); !slices.Equal(ids, []string{"a"}) {
		t.Errorf("unsorted after the end has changed: %v, want a", ids)
	}
}

func TestRenamePlayer(t *testing.T) {
	db := shelf(t)
	before, err := db.Rows("a")
	if err != nil {
		t.Fatal(err)
	}
	if n, err := db.RenamePlayer("José", "Pepe"); n != 2 || err != nil {
		t.Errorf("renamed %d seats, %v, want 2", n, err)
	}
	if n, err := db.RenamePlayer("Pepe", ""); n != 2 || err != nil {
		t.Errorf("deleted %d seats, %v, want 2", n, err)
	}
	if n, err := db.RenamePlayer("nobody", "x"); n != 0 || err != nil {
		t.Errorf("renamed %d seats of nobody, %v", n, err)
	}
	if _, err := db.RenamePlayer("", "x"); err == nil {
		t.Error("all seats without a name were named")
	}
	s, err := db.Summary("a")
	if d := cmp.Diff(map[engine.Seat]string{"blue": "Ana"}, s.Labels); d != "" || err != nil {
		t.Errorf("labels: %v -want +got\n%s", err, d)
	}
	after, err := db.Rows("a")
	if d := cmp.Diff(fmt.Sprint(before), fmt.Sprint(after)); d != "" || err != nil {
		t.Errorf("the log has changed: %v %s", err, d)
	}
}

func TestRemark(t *testing.T) {
	db := shelf(t)
	for _, r := range []struct {
		note   string
		rating int
	}{{"Zoe was strong", 4}, {"", 0}, {"ß 🎲\nsecond line", 5}} {
		if err := db.SetNote("b", r.note, r.rating); err != nil {
			t.Fatal(err)
		}
		if s, err := db.Summary("b"); s.Note != r.note || s.Rating != r.rating || err != nil {
			t.Errorf("%q %d, %v, want %q %d", s.Note, s.Rating, err, r.note, r.rating)
		}
	}
	if err := db.SetNote("b", "", 6); err == nil {
		t.Error("a rating of 6 is kept")
	}
	if err := db.SetNote("none", "", 1); err == nil {
		t.Error("a remark on no game is kept")
	}
}

func TestTimes(t *testing.T) {
	db := opened(t, file(t))
	now := noon()
	db.Now = func() time.Time { now = now.Add(time.Minute); return now }
	appendAll(t, created(t, db, "g1"), played(3))
	got, err := db.Times("g1")
	want := []time.Time{noon(), noon().Add(time.Minute), noon().Add(2 * time.Minute), noon().Add(3 * time.Minute)}
	if d := cmp.Diff(want, got); d != "" || err != nil {
		t.Errorf("times: %v -want +got\n%s", err, d)
	}
	if _, err := db.Times("g2"); err == nil {
		t.Error("no game has times")
	}
}

// Once a game has been resumed, lists show it without reading its log again.
func TestListsDoNotRereadARunningGame(t *testing.T) {
	const entries = 500
	path := file(t)
	db := opened(t, path)
	appendAll(t, created(t, db, "g"), played(entries))
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	db = opened(t, path)
	asked := func() (allocations float64) {
		t.Helper()
		return testing.AllocsPerRun(5, func() {
			list, _, err := db.Find(history.Search{Most: 2})
			if err != nil || len(list) != 1 || list[0].Entries < entries || list[0].Damaged {
				t.Fatal(list, err)
			}
		})
	}
	if n := asked(); n < entries { // the control: the log has not been checked yet
		t.Errorf("a log of %d entries is read with %.0f allocations", entries, n)
	}
	g, err := db.Game("g")
	if err != nil {
		t.Fatal(err)
	}
	cheap := func() {
		t.Helper()
		if n := asked(); n >= entries {
			t.Errorf("a list beside a log of %d entries takes %.0f allocations", entries, n)
		}
	}
	cheap()
	appendAll(t, g, played(entries + 1)[entries:])
	cheap() // now it goes on behind its seal
	if s, err := db.Summary("g"); err != nil || s.Entries != entries+1 {
		t.Errorf("%d entries, %v, want %d", s.Entries, err, entries+1)
	}
}
