package notation_test

import (
	"errors"
	"strings"
	"testing"

	"arbiter/engine/notation"
)

type (
	Plan struct {
		Seat  string
		Field uint8
		Card  string
	}
	Gain struct {
		Seat   string
		Amount int8
		Cause  string `word:"optional"`
	}
	TakeBack struct{ Seat string }
	Shuffled struct{}
	Removed  struct {
		What  string
		Low   uint8
		High  uint8 `word:"unordered"`
		Third uint8
	}
	Shape   string
	Printed struct {
		What  string
		Shape Shape
	}
)

func (s *Shape) UnmarshalText(b []byte) error {
	if string(b) == "square" {
		return errors.New("no such shape")
	}
	*s = Shape(b)
	return nil
}

// MarshalText cannot write every shape, as a bug may have it.
func (s Shape) MarshalText() ([]byte, error) {
	if s == "square" {
		return nil, errors.New("no such shape")
	}
	return []byte(s), nil
}

var words = notation.Of(Plan{}, Gain{}, TakeBack{}, Shuffled{}, Printed{}, Removed{})

func TestLines(t *testing.T) {
	for line, x := range map[string]any{
		"ana plan 1 discover": Plan{"ana", 1, "discover"},
		"ana plan 1 -":        Plan{"ana", 1, ""},
		"ana gain 8":          Gain{"ana", 8, ""},
		"ana gain -3 empire":  Gain{"ana", -3, "empire"},
		"ana take-back":       TakeBack{"ana"},
		"shuffled":            Shuffled{},
		"printed tile round":  Printed{"tile", "round"},
		"printed tile -":      Printed{"tile", ""},
	} {
		if got := notation.Format(x); got != line {
			t.Errorf("Format(%#v) = %q, want %q", x, got, line)
		}
		got, err := words.Parse(line)
		if err != nil || got != x {
			t.Errorf("Parse(%q) = %#v, %v; want %#v", line, got, err, x)
		}
	}
}

func TestMistakes(t *testing.T) {
	for line, want := range map[string]string{
		"":                      "no verb",
		"ana dances":            "no verb",
		"ana plan 1":            "takes 3 words, not 2",
		"ana plan one discover": "not a number",
		"ana plan 256 discover": "not a number",
		"ana gain much":         "not a number",
		"ana gain 200":          "not a number",
		"printed tile square":   "no such shape",
		"ana plan 01 discover":  `write it "ana plan 1 discover"`,
		"plan ana 1 discover":   `write it "ana plan 1 discover"`,
		"ana gain 8 empire now": "takes 2 to 3 words, not 4",
	} {
		_, err := words.Parse(line)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Parse(%q): %v, want %q", line, err, want)
		}
	}
}

func TestVerbs(t *testing.T) {
	want := []string{"SEAT gain AMOUNT [CAUSE]", "SEAT plan FIELD CARD", "printed WHAT SHAPE", "removed WHAT LOW HIGH THIRD", "shuffled", "SEAT take-back"}
	if got := words.Verbs(); strings.Join(got, "; ") != strings.Join(want, "; ") {
		t.Errorf("verbs %q, want %q", got, want)
	}
	if !words.Knows("take-back") || words.Knows("ana") {
		t.Error("the vocabulary does not know its verbs")
	}
}

// Two fields without an order are read alike in both; others are not.
func TestUnordered(t *testing.T) {
	for line, want := range map[string]Removed{"removed a 1 2 0": {"a", 1, 2, 0}, "removed a 2 1 0": {"a", 1, 2, 0}, "removed a 1 1 1": {"a", 1, 1, 1}} {
		if got, err := words.Parse(line); err != nil || got != want {
			t.Errorf("Parse(%q) = %v, %v; want %v", line, got, err, want)
		}
	}
	if _, err := words.Parse("removed a 2 01 0"); err == nil {
		t.Error("a zero too many was read")
	}
}

func TestPlain(t *testing.T) {
	for word, want := range map[string]bool{"ana": true, "müller": true, "": false, "-": false, "a b": false, "a#": false, "a\u200b": false} {
		if got := notation.Plain(word); got != want {
			t.Errorf("Plain(%q) = %t", word, got)
		}
	}
}

func TestTwoStructsOneVerb(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a vocabulary took one verb twice")
		}
	}()
	notation.Of(Plan{}, Plan{})
}

// What cannot be written is a bug, not a line of the log.
func TestFormatPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a value without a word was written")
		}
	}()
	t.Log(notation.Format(Printed{"tile", "square"}))
}

// Odd has a field that no word can stand for.
type Odd struct{ Parts []string }

func TestFieldsWithoutAWord(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a list was read from one word")
		}
	}()
	x, err := notation.Of(Odd{}).Parse("odd one")
	t.Log(x, err)
}
