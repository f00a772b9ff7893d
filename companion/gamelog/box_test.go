package gamelog

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLearnedFacts(t *testing.T) {
	db := opened(t, file(t))
	for _, line := range []string{"printed a 1 owner", "printed  b 2 owner", "printed a 3 owner", "printed a 1 owner"} {
		if err := db.Learn("stones", line); err != nil {
			t.Fatal(err)
		}
	}
	for _, line := range []string{" ", "printed a 1 stand-in"} {
		if db.Learn("stones", line) == nil || db.Teach("stones", nil, []string{line}) == nil {
			t.Errorf("%q was learned", line)
		}
	}
	if err := db.Learn("other", "printed a 9 owner"); err != nil {
		t.Fatal(err)
	}
	if err := db.Forget("stones", "printed b 2 owner"); err != nil {
		t.Fatal(err)
	}
	got, err := db.Learned("stones")
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]string{"printed a 3 owner", "printed a 1 owner"}, got); d != "" {
		t.Errorf("-want +got\n%s", d)
	}
}

// Invented values that an older program accepted are not facts of the box, and removing them
// removes nothing else.
func TestInventedFacts(t *testing.T) {
	db := opened(t, file(t))
	for _, line := range []string{"printed a 1 owner", "printed b 2 stand-in", "printed c 3 owner"} {
		if err := db.learned("stones", line, true); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Forget("stones", "printed c 3 owner"); err != nil {
		t.Fatal(err)
	}
	got, err := db.Learned("stones")
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]string{"printed a 1 owner"}, got); d != "" {
		t.Errorf("-want +got\n%s", d)
	}
}

func TestTagNames(t *testing.T) {
	db := opened(t, file(t))
	name := func(uid string, words ...string) {
		t.Helper()
		if err := db.Name(uid, words); err != nil {
			t.Fatal(err)
		}
	}
	name("04A2", "purple", "discover")
	name("04A3", "ai-07")
	name("04A2", "red", "discover")
	name("04A3")
	got, err := db.Tags()
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(map[string][]string{"04A2": {"red", "discover"}}, got); d != "" {
		t.Errorf("-want +got\n%s", d)
	}
	if db.Name("", []string{"x"}) == nil || db.Name("04A4", []string{"two words"}) == nil {
		t.Error("a tag without UID or with a broken word got a name")
	}
}
