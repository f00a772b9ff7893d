package gamelog

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// An imported game is as if it had been played here.
func TestImport(t *testing.T) {
	here, there := opened(t, file(t)), opened(t, file(t))
	now := noon()
	there.Now = func() time.Time { now = now.Add(time.Minute); return now }
	appendAll(t, created(t, there, "g1"), played(6))
	finish(t, there, "g1", "red")
	_, list := entries(t, there, "g1")
	times, err := there.Times("g1")
	if err != nil {
		t.Fatal(err)
	}
	if err := here.Import(header("g1"), list, times[1:], "red"); err != nil {
		t.Fatal(err)
	}
	want, err := there.Rows("g1")
	if err != nil {
		t.Fatal(err)
	}
	got, err := here.Rows("g1") // which checks the hashes
	if d := cmp.Diff(want, got, cmp.AllowUnexported(Row{})); d != "" || err != nil {
		t.Errorf("rows: %v -want +got\n%s", err, d)
	}
	a, err := here.Summary("g1")
	if err != nil {
		t.Fatal(err)
	}
	b, err := there.Summary("g1")
	a.Finished, b.Finished = noon(), noon() // there it was a minute later
	if d := cmp.Diff(b, a); d != "" || err != nil {
		t.Errorf("in the list: %v -want +got\n%s", err, d)
	}
	if err := here.Import(header("g1"), list, times, "red"); !errors.Is(err, ErrKnown) {
		t.Errorf("taken in twice: %v, want %v", err, ErrKnown)
	}
}

// What is not a whole game is refused and leaves nothing behind.
func TestImportRefuses(t *testing.T) {
	db := opened(t, file(t))
	list := played(3)
	gap := played(3)
	gap[2].Seq = 5
	for name, err := range map[string]error{
		"a game that goes on": db.Import(header("g1"), list, nil, ""),
		"an id of two words":  db.Import(header("g 1"), list, nil, "red"),
		"a gap":               db.Import(header("g1"), gap, nil, "red"),
	} {
		if err == nil {
			t.Errorf("%s is taken in", name)
		}
	}
	if all, err := db.Games(); len(all) != 0 || err != nil {
		t.Errorf("%d games, %v, want none", len(all), err)
	}
}
