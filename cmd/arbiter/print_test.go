package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"arbiter/engine/enginetest/tier"
)

// Everything that is printed is a PDF file that another program reads, in the language that
// was asked for; the state of a game that goes on tells no card that lies face down.
func TestPrint(t *testing.T) {
	tier.Test(t, tier.Program, "a table and five commands")
	t.Parallel()
	if _, err := exec.LookPath("pdftotext"); err != nil {
		t.Skip("pdftotext (poppler-utils) is not installed")
	}
	read := func(name string, args ...string) string {
		t.Helper()
		file := filepath.Join(t.TempDir(), name)
		holds(t, "what it says", output(t, append(args, "--out", file)...), file)
		text, err := exec.Command("pdftotext", "-layout", file, "-").Output()
		must(t, err)
		return string(text)
	}
	var states []string
	for _, hidden := range []string{"discover", "harvest"} { // the state of a game in which one card or another lies face down
		dir := filepath.Join(t.TempDir(), hidden)
		r := virtualRoom(t, dir)
		r.sit()
		r.say("purple plan 1 " + hidden)
		r.leave()
		state := read("s.pdf", "print", "state", "--data", dir, "--lang", "en")
		id := idsIn(t, dir)[0]
		holds(t, "the state", state, "Council of Shadows", id, "Purple", "In hand, or face down on a field: Discover, ")
		states = append(states, strings.ReplaceAll(state, id, ""))
	}
	if states[0] != states[1] {
		t.Errorf("the state of a game that goes on tells what lies face down:\n%s\n%s", states[0], states[1])
	}
	dir := filepath.Join(t.TempDir(), "control")
	r := virtualRoom(t, dir)
	r.sit()
	r.say("purple plan 1 discover", "purple plan 2 tower", "purple plan 3 gems", "purple ready", "green plan 1 tower", "green plan 2 colonize", "green plan 3 gems", "green ready")
	r.leave()
	if state := read("s.pdf", "print", "state", "--data", dir, "--lang", "en"); !strings.Contains(state, "(P1): Discover") || strings.Contains(states[0], "(P1): Discover") {
		t.Errorf("the control: a card that was turned up is not on the sheet, or was before:\n%s\n%s", state, states[0])
	}
	holds(t, "labels", read("l.pdf", "print", "labels", "--lang", "de"), "Entdecken", "/ 147")
	holds(t, "mats", read("m.pdf", "print", "mats", "--rig", "two-seats-pn532", "--lang", "es"), "Imprime al 100 %")
	holds(t, "the guide", read("g.pdf", "print", "guide", "--address", "http://attic.local:8080/", "--lang", "de"), "Kurzanleitung", "http://attic.local:8080/")
	for args, want := range map[string]string{
		"print labels --size 45":        "--size 45: write width and height in millimeters, such as 63x88",
		"print labels --game chess":     "--game chess: there is",
		"print mats --rig screen":       "rig screen: it has no reader that takes cards; choose the rig of your table",
		"print guide --out /nowhere/g":  "choose another file with --out FILE",
		"print state --data /nowhere/d": "there are no games in /nowhere/d",
	} {
		file := filepath.Join(t.TempDir(), "x.pdf")
		words := strings.Fields(args)
		if !strings.Contains(args, "--out") {
			words = append(words, "--out", file)
		}
		out, err := arbiter(t, words...).CombinedOutput()
		if _, made := os.Stat(file); err == nil || made == nil {
			t.Errorf("%s: %v, and a file: %v", args, err, made)
		}
		holds(t, args, string(out), want)
	}
}
