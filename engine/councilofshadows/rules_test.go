package councilofshadows_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"arbiter/engine/enginetest/mutants"
)

func TestRules(t *testing.T) { mutants.Rules(t, 250) }

func TestMutations(t *testing.T) {
	mutants.Mutations(t, mutants.Control{Function: "State.rank", Expression: "own > best", Script: "full/tech-empire"})
}

// TestRefereesNotice: the ledger and the scribe notice what is wrong in random games.
func TestRefereesNotice(t *testing.T) { mutants.Noticed(t, "TestBrute$|TestMarkersReferee$", 100) }

// TestEachThingHasAScript looks for the events that show each card, upgrade,
// leader, station, Dark Tech card, bonus card and Automa symbol of the full book.
func TestEachThingHasAScript(t *testing.T) {
	answers := events(t)
	want := map[string][]string{}
	for i := range 25 {
		ai := fmt.Sprintf("ai-%02d", i+1)
		want[ai] = []string{"does * " + ai + " 1", "omits * " + ai + " 1"}
	}
	for _, card := range strings.Fields("discover colonize tower harvest gems upgrade") {
		want[card] = []string{"does * " + card + " 1"}
	}
	for _, upgrade := range strings.Fields("desert volcanic expansion project-1 project-2 project-3 project-4 range-1 range-2 range-3 range-4") {
		want[upgrade] = []string{"bought " + upgrade + " *"}
	}
	for _, leader := range strings.Fields("buteo zoe ava casares s3e3 breish") {
		want[leader] = []string{"led " + leader}
	}
	for _, station := range strings.Fields("station-harvest station-score station-colonize") {
		want[station] = []string{"built " + station + " * *"}
	}
	for _, tech := range strings.Fields("new-stargate gem-refinement discoverers science-settlement empire flexible-colonization energy-saver " +
		"experienced-traveler resource-people perpetual-motion feudalism exploration-trip information-edge dominant-people energy-boost extra-settlement") {
		want[tech] = []string{"chose " + tech}
	}
	for i := range 18 {
		light := fmt.Sprintf("light-%02d", i+1)
		want[light] = []string{"energy * " + light}
	}
	for i := range 9 {
		dark := fmt.Sprintf("dark-%d", i+1)
		want[dark] = []string{"energy * " + dark}
	}
	for _, side := range []string{"left", "right", "skip"} {
		want["the Automa's side "+side] = []string{"did * " + side}
	}
	want["the Automa's flush"] = []string{"cleared"}
	want["a dance"] = []string{"dances"}
	for thing, patterns := range want {
		if got := happens(answers, patterns); got == (thing == "a dance") {
			t.Errorf("%s: shown by a script: %v", thing, got)
		}
	}
}

// events are the answers of the scripts of the full book without the seat.
func events(t *testing.T) [][]string {
	files, err := filepath.Glob("testdata/full/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no scripts", err)
	}
	var all [][]string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if words := strings.Fields(line); strings.HasPrefix(line, "    ") && len(words) > 1 {
				all = append(all, words, words[1:])
			}
		}
	}
	return all
}

// happens tells whether an event begins as one of the patterns does; * stands for
// any word.
func happens(events [][]string, patterns []string) bool {
	for _, pattern := range patterns {
		words := strings.Fields(pattern)
		for _, event := range events {
			if len(event) >= len(words) && begins(event, words) {
				return true
			}
		}
	}
	return false
}

func begins(event, pattern []string) bool {
	for i, word := range pattern {
		if word != "*" && word != event[i] {
			return false
		}
	}
	return true
}
