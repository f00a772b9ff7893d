package gamelog

import (
	"slices"
	"testing"
)

func sendable(t *testing.T, db *DB) (ids []string) {
	t.Helper()
	list, err := db.Sendable("abandoned")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range list {
		ids = append(ids, s.Game)
	}
	return ids
}

// A hub may be told only of games that were played to their end here since the table joined: none
// from before, none from elsewhere, none unfinished.
func TestGamesSendableToAHub(t *testing.T) {
	path := file(t)
	db := opened(t, path)
	play := func(id, result string) {
		appendAll(t, created(t, db, id), played(2))
		if err := db.Finish(id, result); err != nil {
			t.Fatal(err)
		}
	}
	play("before", "red")
	if got := sendable(t, db); len(got) != 0 {
		t.Errorf("without a hub: %q", got)
	}
	if err := db.HoldGames(); err != nil {
		t.Fatal(err)
	}
	play("left", "abandoned")
	play("over", "red")
	play("next", "red blue")
	if err := db.Import(header("elsewhere"), played(2), nil, "red"); err != nil {
		t.Fatal(err)
	}
	appendAll(t, created(t, db, "running"), played(2))
	want := []string{"over", "next"}
	if got := sendable(t, db); !slices.Equal(got, want) {
		t.Errorf("after joining: %q, want %q", got, want)
	}
	if err := db.KeepNamed("over", []string{"red", "blue"}); err != nil {
		t.Fatal(err)
	}
	if err := db.KeepSent(Sent{Game: "over", State: "sent", Fork: true, Tries: 2, Trouble: "x", Told: "{}"}); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	db = opened(t, path)
	list, err := db.Sendable("abandoned")
	if err != nil || len(list) != 2 {
		t.Fatal(list, err)
	}
	if s := list[0]; s.State != "sent" || !s.Fork || s.Tries != 2 || s.Trouble != "x" || s.Told != "{}" || !slices.Equal(s.Named, []string{"red", "blue"}) || len(s.Labels) == 0 {
		t.Errorf("it is kept as %+v", s)
	}
	if err := db.Check(); err != nil {
		t.Error(err)
	}
}
