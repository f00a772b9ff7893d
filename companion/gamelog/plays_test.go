package gamelog

import (
	"testing"
	"time"

	"arbiter/companion/history"
)

// Games without a log are kept beside the others, and counted and renamed with them; alterations
// behind our back are reported.
func TestPlaysAreKept(t *testing.T) {
	path := file(t)
	db := opened(t, path)
	at := time.Date(2026, 3, 1, 20, 0, 0, 0, time.UTC)
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	tallies := func() (all string) {
		t.Helper()
		list, err := db.Players("stones", "abandoned")
		must(err)
		for _, x := range list {
			all += x.Name + string(rune('0'+x.Played)) + string(rune('0'+x.Won)) + " "
		}
		return all
	}
	if list, err := db.Plays(); err != nil || len(list) > 0 || tallies() != "" {
		t.Fatalf("a file of an older program: %v %v", list, err)
	}
	must(db.TakePlays([]history.Play{
		{ID: "a", Game: "stones", At: at, Players: []history.Player{{Name: "Ana", Won: true}, {Name: "Ben"}, {}}},
		{ID: "b", Game: "stones", At: at.AddDate(0, 0, 1), Players: []history.Player{{Name: "Ana"}}, Result: "abandoned"},
		{ID: "c", Game: "other", At: at, Players: []history.Player{{Name: "Ana"}}},
	}))
	if got := tallies(); got != "Ana11 Ben10 " {
		t.Errorf("counted: %s", got)
	}
	if list, err := db.FindPlays(history.Search{Player: "ána", Won: true, Before: at.Add(time.Hour)}); err != nil || len(list) != 1 || list[0].ID != "a" {
		t.Errorf("%v %v", list, err)
	}
	if n, err := db.RenamePlayer("Ana", "Zoë"); err != nil || n != 3 {
		t.Errorf("renamed: %d %v", n, err)
	}
	must(db.ForgetPlays([]string{"c", "none"}))
	if got := tallies(); got != "Ben10 Zoë11 " {
		t.Errorf("renamed: %s", got)
	}
	must(db.Check())
	must(db.Close())
	change(t, path, `UPDATE plays SET play = replace(play, 'Ben', 'Bad')`)
	db = opened(t, path)
	if _, err := db.Plays(); err == nil || db.TakePlays(nil) == nil || db.Check() == nil {
		t.Error("the alteration is not reported")
	}
}
