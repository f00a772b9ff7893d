package councilofshadows_test

import (
	"testing"

	"arbiter/engine/councilofshadows"
)

// TestFactsInWords: what is printed, and how the cardboard stands at the start, is
// told in sentences, too.
func TestFactsInWords(t *testing.T) {
	for line, want := range map[string]string{
		"printed ai-01 4 owner":                                    "ai-01: 4 is printed on it (owner)",
		"bonused breish 8 rulebook":                                "breish starts with 8 energy (rulebook)",
		"barred casares ai-05 rulebook":                            "casares may not buy ai-05 (rulebook)",
		"pile automa-07 1 owner":                                   "automa-07 belongs to pile I (owner)",
		"advanced automa-18 rulebook":                              "automa-18 is an advanced card (rulebook)",
		"acts automa-01 1 left energy 4 - 0 - owner":               "automa-01, action 1, left: The Automa gains 4 energy (owner)",
		"scores automa-01 all owner":                               "automa-01 scores: all galaxies where it has a colony (owner)",
		"module leaders":                                           "With the module: leaders",
		"ruling phase-end table":                                   "Ruling phase-end: table",
		"purple civilization avry":                                 "purple plays avry",
		"purple at energy 12":                                      "purple: energy is 12",
		"price desert 1 1/1/0 stand-in":                            "desert costs 1 anthracite, 1 gold (stand-in)",
		"price desert 1 - stand-in":                                "desert costs nothing (stand-in)",
		"effect tower 1 1 colonize 2 in-range - rulebook":          "tower, step 1: settle a tower of two in range (rulebook)",
		"idle ai-10 owner":                                         "ai-10 has no action (owner)",
		"gives gems 2/1/0 owner":                                   "gems gives 2 anthracite, 1 gold (owner)",
		"system tile-01 1 terrestrial - - - 1/0/0 2 owner":         "tile-01: parsec 1, 1 anthracite and energy 2 (owner)",
		"site front 3 green 1 40 50 owner":                         "Field 3 belongs to green, parsec 1 (owner)",
		"reward back red 9 5 always owner":                         "red brings 9 or 5 energy (owner)",
		"covered brown owner":                                      "With three players brown is covered (owner)",
		"pays light-01 gems gold 3 1 owner":                        "light-01 brings 3 and 1 for each (owner)",
		"named ai-07 Deep_blue owner":                              "ai-07 is called Deep blue (owner)",
		"marked dark-2 4 owner":                                    "dark-2 is used with 4 players (owner)",
		"crosses automa-06 1 3 6 8 owner":                          "automa-06 crosses out the places 1, 3, 6 and 8 (owner)",
		"purple holds 1/0/2":                                       "purple has 1 anthracite, 2 crystal",
		"displays ai-01 ai-02 ai-03 ai-04 ai-05 ai-06 ai-07 ai-08": "The display: ai-01, ai-02, ai-03, ai-04, ai-05, ai-06, ai-07, ai-08",
		"purple stands 3 1 2":                                      "purple has 2 cubes on planet 1 of field 3",
		"purple located station-score grey":                        "purple has station-score in parvus-corta",
		"book full":                                                "Played by the book: full",
		"stacks device":                                            "The device draws tiles and cards",
		"stacks table":                                             "People draw tiles and cards",
		"removed empire discoverers":                               "discoverers and empire were put into the box",
		"purple gave-back -":                                       "purple puts a bonus card under the pile",
		"purple gave-back light-04":                                "purple puts a bonus card under the pile: light-04",
		"purple dealt -":                                           "purple has drawn a bonus card",
		"automa did 2 skip":                                        "automa leaves action 2 out",
		"refilled 3 ai-04":                                         "ai-04 lies on place 3 of the display",
	} {
		x, err := councilofshadows.Game.Words.Parse(line)
		if err != nil {
			t.Fatal(err)
		}
		if got := councilofshadows.Game.Tell(x).String(); got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}

// What the rules do not know is told as the log writes it.
func TestUnknownThingsInWords(t *testing.T) {
	type Riddle struct{ What string }
	if got, want := councilofshadows.Game.Tell(Riddle{"moon"}).String(), "riddle moon"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
