package councilofshadows_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"arbiter/engine"
	"arbiter/engine/councilofshadows"
	"arbiter/engine/enginetest"
	"arbiter/engine/enginetest/tier"
	"arbiter/engine/notation"
)

// Words that can stand in a field of a line, by the field's name; numbers stand
// where none are named. Some are wrong on purpose.
var fieldWords = map[string]string{
	"CARD": itemWords, "ITEM": itemWords, "WHAT": itemWords, "TECH": itemWords, "TILE": itemWords, "CAUSE": itemWords, "LEADER": itemWords,
	"GEM": itemWords, "FIRST": itemWords, "SECOND": itemWords,
	"GALAXY": "- grey blue green red orange turquoise yellow brown beige other shown",
	"GEMS":   gemWords, "PAY": gemWords,
	"SIDE": "left right skip", "DOES": "colonize discover energy flush nothing harvest yield gems upgrade score",
	"PLANET": "0 1 2 3 4 5 255 - terrestrial desert volcanic", "ORIGIN": "rulebook owner stand-in",
	"BOARD": "front back", "LIGHT": "never majority always", "WHERE": "- in-range anywhere new same table device", "FIT": "- adapted any-planet",
	"MODE": "majorities all none", "TRACK": "energy consumption", "BY": "+1 -1 +5 -30 +0", "CHOICE": "table part nine sum", "OF": "- gold desert 2 grey",
	"KIND": "gems planets consumption upgrades parsec ai-cards light-cards stations galaxy flat",
	"NAME": "full tracks stations leaders advanced phase-end galaxy-bonus setup stock leaders buy plan reveal act final cubes over treton avry takrill automatos",
	"ONE":  mixedWords, "TWO": mixedWords, "THREE": mixedWords, "FOUR": mixedWords,
	"FIVE": itemWords, "SIX": itemWords, "SEVEN": itemWords, "EIGHT": itemWords,
}

const (
	itemWords = "- discover tower harvest gems ai-01 ai-07 ai-20 ai-25 automa-01 automa-18 desert expansion range-1 range-3 range-5 project-2" +
		" station-harvest station-score station-colonize buteo zoe ava breish new-stargate empire information-edge dominant-people extra-settlement" +
		" dark-tech-1 dark-tech-2 anthracite gold crystal ai-card bonus-card cubes treton yield galaxy level-up tile-01 tile-12 tile-31 light-01 light-18 dark-1 dark-9"
	gemWords    = "- 1/0/0 0/1/0 0/0/1 1/1/0 0/2/1 255/255/255"
	mixedWords  = itemWords + " terrestrial desert volcanic 0 1 4 8 9"
	numberWords = "0 1 2 3 4 5 7 11 20 31 32 33 64 200 255"
)

// A typist writes lines that follow the notation but hardly ever the rules.
type typist struct {
	*rand.Rand
	verbs []string
	seats []engine.Seat
}

func (y typist) word(words string) string {
	all := strings.Fields(words)
	return all[y.IntN(len(all))]
}

func (y typist) seat() string {
	if y.IntN(6) == 0 {
		return string(engine.Table)
	}
	return string(y.seats[y.IntN(len(y.seats))])
}

func (y typist) field(name string) string {
	switch words, ok := fieldWords[strings.Trim(name, "[]")]; {
	case name == "SEAT" || name == "TO" && y.IntN(2) == 0:
		return y.seat()
	case ok:
		return y.word(words)
	}
	return y.word(numberWords)
}

// line writes a line of any verb.
func (y typist) line() string {
	var words []string
	for i, w := range strings.Fields(y.verbs[y.IntN(len(y.verbs))]) {
		switch {
		case w != strings.ToUpper(w) || i == 0 && w != "SEAT":
			words = append(words, w)
		case strings.HasPrefix(w, "[") && y.IntN(2) == 0:
			return strings.Join(words, " ")
		default:
			words = append(words, y.field(w))
		}
	}
	return strings.Join(words, " ")
}

// near changes one word of a line.
func (y typist) near(line string) string {
	words := strings.Fields(line)
	i := y.IntN(len(words))
	switch {
	case i == 0:
		words[i] = y.seat()
	case i > 1 && strings.Contains(words[i], "/"):
		words[i] = y.word(gemWords)
	case i > 1 && strings.Trim(words[i], "0123456789") == "":
		words[i] = y.word(numberWords)
	case i > 1:
		words[i] = y.word(itemWords)
	}
	return strings.Join(words, " ")
}

// TestSentences types lines that follow the notation at tables of both books: a
// command is accepted exactly if it is offered, and nothing that can be written
// down makes the engine panic. A fuzzer, which changes letters, rarely gets so far.
func TestSentences(t *testing.T) {
	lines := tier.Of(t, tier.Screens, "lines", 2000, 20000, 400000)
	tables := append(enginetest.Positions(t, fullSettings(t), mostCommands, 37), enginetest.Positions(t, settings(t), 300, 20)...)
	y := typist{Rand: rand.New(rand.NewPCG(tier.Seed(t), 4)), verbs: councilofshadows.Game.Words.Verbs()}
	read, panics := 0, map[string]string{}
	for _, s := range tables {
		legal := s.Legal()
		offered := map[string]bool{}
		for _, c := range legal {
			offered[notation.Format(c)] = true
		}
		y.seats = nil
		for _, place := range s.View().Seats {
			y.seats = append(y.seats, place.Seat)
		}
		for range lines / len(tables) {
			line := y.line()
			if len(legal) > 0 && y.IntN(4) == 0 {
				line = y.near(notation.Format(legal[y.IntN(len(legal))]))
			}
			x, err := councilofshadows.Game.Words.Parse(line)
			if err != nil {
				continue
			}
			read++
			if trouble := answer(s, x, offered); trouble != "" {
				panics[strings.Fields(line)[0]+" "+trouble] = line
			}
		}
	}
	for trouble, line := range panics {
		t.Errorf("%q: %s", line, trouble)
	}
	if least := lines / 4; read < least {
		t.Errorf("only %d of %d lines follow the notation; at least %d should", read, lines, least)
	}
	t.Logf("%d positions, %d lines read", len(tables), read)
}

// answer plays what was typed, and tells what is wrong with the answer.
func answer(s engine.State, x any, offered map[string]bool) (trouble string) {
	defer func() {
		if p := recover(); p != nil {
			trouble = fmt.Sprintf("panic: %v", p)
		}
	}()
	c, ok := x.(engine.Command)
	if !ok {
		s.Why(x)
		s.Apply(x).View()
		return ""
	}
	events, err := s.Decide(c)
	if accepted := err == nil; accepted != offered[notation.Format(c)] {
		return fmt.Sprintf("accepted %t, offered %t (%v)", accepted, !accepted, err)
	}
	engine.Fold(s, events...).View()
	return ""
}
