package gamelog

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"arbiter/companion/history"
	"arbiter/engine"

	"github.com/google/go-cmp/cmp"
)

func sealedHeader(id string) history.Header {
	h := header(id)
	h.Setup.Learners = []engine.Seat{"blue", "red"}
	h.Setup.Sealed = engine.Sealed{Hash: strings.Repeat("0a", 32), Words: []engine.Word{{Seat: "red", Text: "sealed  by me"}, {Seat: "blue", Text: "word"}}}
	return h
}

// How chance was fixed and who may ask for advice are read back as stored, and are part of the
// chain of hashes.
func TestSealedComesBack(t *testing.T) {
	db := opened(t, file(t))
	h := sealedHeader("g1")
	g, err := db.Create(h)
	if err != nil {
		t.Fatal(err)
	}
	appendAll(t, g, played(3))
	if err := db.Import(sealedHeader("g2"), played(3), nil, "red"); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"g1", "g2"} {
		setup, _ := entries(t, db, id)
		if d := cmp.Diff(h.Setup, setup); d != "" {
			t.Errorf("%s: -want +got\n%s", id, d)
		}
	}
	rows, err := db.Rows("g1")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := rows[0].Events[2:], []string{"learner blue", "learner red", "sealed " + h.Setup.Sealed.Hash, "word red sealed  by me", "word blue word"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	alter(t, db, "DROP TRIGGER entries_stay_as_they_are", "UPDATE entries SET events = replace(events, 'by me', 'by you') WHERE game = 1 AND seq = 0")
	if _, err := db.Rows("g1"); !errors.As(err, new(*Damage)) {
		t.Errorf("a word was exchanged: %v, want damage", err)
	}
}

// Lines that cannot say how chance was fixed make the start unreadable.
func TestSealedIsRead(t *testing.T) {
	for _, lines := range [][]string{{"sealed x", "printed bag 4 rulebook"}, {"sealed x", "word"}, {"sealed x", "word red"}, {"sealed x", "sealed y"}} {
		if _, s, err := sealedIn(lines); err == nil {
			t.Errorf("%q is %v", lines, s)
		}
	}
	facts, s, err := sealedIn([]string{"printed bag 4 rulebook"})
	if len(facts) != 1 || s.Hash != "" || err != nil {
		t.Errorf("of an older program: %q, %v, %v", facts, s, err)
	}
}
