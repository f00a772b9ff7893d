package councilofshadows_test

import (
	"strings"
	"testing"

	"arbiter/engine"
	"arbiter/engine/councilofshadows"
	"arbiter/engine/notation"
)

// TestTheFullBookNeedsTheWholeBox leaves out of the complete box what one card, or
// one side of the board, is told by; the refusal names it.
func TestTheFullBookNeedsTheWholeBox(t *testing.T) {
	for _, c := range []struct{ without, with, want string }{
		{"nothing at all", "", ""},
		{"printed ai-11 ", "", "the consumption of ai-11"},
		{"effect ai-11 ", "", "what ai-11 does"},
		{"idle ai-17 ", "", "what ai-17 does"},
		{"price ai-25 1 ", "", "the price of ai-25"},
		{"price range-2 2 ", "", "the price of range-2"},
		{"price range-4 1 ", "", ""}, // only Ava brings a field that grows
		{"price range-4 1 ", "module leaders", "the price of range-4"},
		{"price range-5 2 ", "module leaders", ""},
		{"price station-score ", "", ""},
		{"price station-score ", "module stations", "the price of station-score"},
		{"printed project-3 ", "", "the energy of project-3"},
		{"system tile-09 ", "", "the planets and the yield of tile-09"},
		{"reward back red ", "", "what red brings"},
		{"reward front red ", "", ""},
		{"site back ", "", "the fields of the board"},
		{"pays dark-3 ", "", "what dark-3 brings"},
		{"printed automa-05 ", "", "consumption, pile, actions and scoring of automa-05"},
		{"scores automa-18 ", "", ""},
		{"scores automa-18 ", "module advanced", "consumption, pile, actions and scoring of automa-18"},
		{"acts automa-05 2 right ", "", "action 2 of automa-05"},
		{"crosses automa-06 ", "", "which places automa-06 crosses out"},
	} {
		extra := []string{"book full"}
		if c.with != "" {
			extra = append(extra, c.with)
		}
		got := lacking(t, facts(t, "example", extra...), c.without)
		if got != c.want {
			t.Errorf("without %q, with %q: lacks %q, want %q", c.without, c.with, got, c.want)
		}
	}
}

// The board with invented fields has a field for each tile in its parsec, so that each can
// be laid, and the station of a galaxy in several parsecs has one.
func TestEachTileHasAField(t *testing.T) {
	var fields, tiles [4]int
	for _, e := range facts(t, "stand-in") {
		switch e := e.(type) {
		case councilofshadows.Site:
			if e.Board == councilofshadows.FrontBoard {
				fields[e.Parsec]++
			}
		case councilofshadows.System:
			tiles[e.Parsec]++
		}
	}
	if fields != tiles || tiles != [4]int{1: 10, 2: 11, 3: 10} {
		t.Errorf("fields by parsec %v, tiles %v", fields, tiles)
	}
}

// lacking is what the full book misses in a solo game without some facts, "" if
// the game begins.
func lacking(t *testing.T, told []engine.Event, without string) string {
	var left []engine.Event
	for _, e := range told {
		if !strings.HasPrefix(notation.Format(e), without) {
			left = append(left, e)
		}
	}
	_, err := councilofshadows.Game.New([]engine.Seat{"purple", "automa"}, left)
	if err == nil {
		return ""
	}
	what, ok := strings.CutPrefix(err.Error(), "the full book needs the whole box; nobody has told: ")
	if !ok {
		t.Fatalf("without %q: %v", without, err)
	}
	return what
}

// A bonus card that would bring nothing, or the whole consumption, is refused as it is told.
func TestWhatABonusCardBringsFits(t *testing.T) {
	t.Parallel()
	for line, fits := range map[string]bool{
		"pays light-01 consumption - 0 10 owner":   true,
		"pays light-01 consumption - 0 1 owner":    false, // the whole of it
		"pays light-01 consumption - 0 0 owner":    false,
		"pays light-01 consumption - 3 10 owner":   false, // the 3 would be lost
		"pays light-01 gems gold 3 1 owner":        true,
		"pays light-01 gems - 3 1 owner":           false,
		"pays light-01 gems desert 3 1 owner":      false,
		"pays light-01 planets volcanic 3 1 owner": true,
		"pays light-01 planets 2 3 1 owner":        false,
		"pays light-01 parsec 3 4 1 owner":         true,
		"pays light-01 parsec 4 4 1 owner":         false,
		"pays light-01 parsec grey 4 1 owner":      false,
		"pays dark-1 galaxy grey 3 6 owner":        true,
		"pays dark-1 galaxy - 3 6 owner":           false,
		"pays light-01 flat - 5 0 owner":           true,
		"pays dark-1 stations - 2 4 owner":         true,
		"pays light-01 upgrades - 1 1 owner":       true,
	} {
		fact, err := councilofshadows.Game.Words.Parse(line)
		if err != nil {
			t.Fatal(err)
		}
		if err := fact.(councilofshadows.Pays).Misfit(); (err == nil) != fits {
			t.Errorf("%s: %v, fits: %v", line, err, fits)
		}
	}
}
