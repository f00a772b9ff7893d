package setups

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

// edited returns a text as saved by an editor that writes a byte order mark and ends lines with a
// carriage return.
func edited(text string) []byte {
	return []byte("\ufeff" + strings.ReplaceAll(text, "\n", "\r\n"))
}

// Whatever people write for the program is read as they meant it, and a mistake is reported where
// their editor shows it.
func TestFilesAfterAnEditor(t *testing.T) {
	rig := filepath.Join(t.TempDir(), "own.toml")
	ten, err := files.ReadFile("rigs/hat-2.13-four-pn532.toml")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(rig, edited(string(ten)), 0o600); err != nil {
		t.Fatal(err)
	}
	if r, err := LoadRig(rig); err != nil || len(r.Readers) != 4 {
		t.Errorf("a rig: %d readers, %v", len(r.Readers), err)
	}
	if _, err := ReadRig("x", edited("[[reader]]\nname = \"a\"\n")); err == nil || !strings.Contains(err.Error(), "x.toml:1:1: ") {
		t.Errorf("a rig with a mistake in its first line: %v", err)
	}
	if s, err := ReadSettings("x.toml", edited("rig = \"own\"\nopen = true\n")); err != nil || s.Rig != "own" || !s.Open {
		t.Errorf("settings: %+v, %v", s, err)
	}
	if text, err := Changed("x.toml", edited("rig = \"own\"\n# mine\n"), Setting{"rig", "other"}); err != nil || string(text) != "rig = 'other'\n# mine\n" {
		t.Errorf("changed settings: %q, %v", text, err)
	}
	box := fstest.MapFS{"boxes/stones/own.box": {Data: edited("printed bag 4 owner\n# a note\nprinted cup 2 owner\n")}}
	if lines, err := BoxIn(box, "stones", "own"); err != nil || len(lines) != 2 || lines[0].Text != "printed bag 4 owner" || Check(lines, words()) != nil {
		t.Errorf("a box: %v, %v, %v", lines, err, Check(lines, words()))
	}
	shared := string(edited(Share("stones", []string{"printed bag 4 owner"})))
	game, err := Shared("x.box", shared)
	if err != nil || game != "stones" {
		t.Errorf("a box to share: of %q, %v", game, err)
	}
	d := CardList{Facts: []Fact{{"printed", 1, nil}}}
	if lines, err := d.SharedFacts("x.box", shared, words(), nil); err != nil || len(lines) != 1 {
		t.Errorf("a box to share: %v, %v", lines, err)
	}
	deck := fstest.MapFS{"decks/x.toml": {Data: edited("[[pile]]\nname = \"ai\"\ntitle = \"AI cards\"\ncards = [\"ai-01..ai-03\"]\n")}}
	if d, err := CardListIn(deck, "x"); err != nil || len(d.Piles) != 1 {
		t.Errorf("a deck: %+v, %v", d, err)
	}
}
