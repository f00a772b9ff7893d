package gamelog

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTokens(t *testing.T) {
	path := file(t)
	db := opened(t, path)
	for _, c := range []struct{ token, uid, owner string }{
		{"A1", "04A2", ""}, {"A1", "04A2", ""}, // told twice
		{"A1", "04A3", "04A2"}, // a copy: the first one keeps it
		{"B1", "04A3", ""},
		{"B2", "04A3", ""}, // written anew
		{"B1", "04A4", ""}, // free again
	} {
		owner, err := db.KeepToken(c.token, c.uid)
		if owner != c.owner || err != nil {
			t.Errorf("%s of %s: owner %q, %v; want %q", c.token, c.uid, owner, err, c.owner)
		}
	}
	if _, err := db.KeepToken("", "04A2"); err == nil {
		t.Error("a tag got a token without a number")
	}
	got, err := db.Tokens()
	if d := cmp.Diff(map[string]string{"A1": "04A2", "B2": "04A3", "B1": "04A4"}, got); d != "" || err != nil {
		t.Errorf("%v -want +got\n%s", err, d)
	}
}

// Teach does all of it or nothing.
func TestTeach(t *testing.T) {
	db := opened(t, file(t))
	for _, line := range []string{"printed a 1 owner", "printed b 2 owner", "printed c 3 owner"} {
		if err := db.Learn("stones", line); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Teach("stones", []string{"printed a 1 owner", "printed x 1 owner"}, []string{"printed a 4 owner", "printed b 2 owner"}); err != nil {
		t.Fatal(err)
	}
	if _, err := db.sql.Exec(`CREATE TRIGGER stop BEFORE INSERT ON learned WHEN NEW.line = 'printed e 6 owner' BEGIN SELECT RAISE(ABORT, 'no'); END`); err != nil {
		t.Fatal(err)
	}
	if err := db.Teach("stones", []string{"printed a 4 owner"}, []string{"printed d 5 owner", "printed e 6 owner"}); err == nil {
		t.Error("a fact that cannot be written was taught")
	}
	got, err := db.Learned("stones")
	if want := "printed c 3 owner, printed a 4 owner, printed b 2 owner"; strings.Join(got, ", ") != want || err != nil {
		t.Errorf("%v, %v; want %s", got, err, want)
	}
}

// Files from before there were tokens accept them.
func TestTokensOfEveryFormat(t *testing.T) {
	for format, want := range []int{1: 0, 2: 0, 3: 1} {
		if format == 0 {
			continue
		}
		db := opened(t, fixture(t, format))
		before, err := db.Tokens()
		if len(before) != want || err != nil {
			t.Errorf("format %d: %v, %v; want %d", format, before, err, want)
		}
		if owner, err := db.KeepToken("C1", "04C1"); owner != "" || err != nil {
			t.Errorf("format %d: owner %q, %v", format, owner, err)
		}
	}
}
