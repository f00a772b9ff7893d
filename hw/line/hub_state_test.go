package line

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"arbiter/hw"
)

func TestParse(t *testing.T) {
	const card = "04A2241B5C6D80"
	for text, want := range map[string]string{
		"hello 1 green-board":             `1 "" "" "green-board" 0 false`,
		"hello 1":                         `1 "" "" "" 0 false`,
		"hello 1 a board of mine":         `1 "" "" "a board of mine" 0 false`,
		"all":                             `2 "" "" "" 0 false`,
		"beat 12":                         `3 "" "" "" 12 false`,
		"red-2 ready":                     `4 "red-2" "" "" 0 false`,
		"1 " + card + " in":               `5 "1" "04A2241B5C6D80" "" 0 false`,
		"  1   04a2241b5c6d80 out ":       `6 "1" "04A2241B5C6D80" "" 0 false`,
		"1 DEADBEEF in":                   `5 "1" "DEADBEEF" "" 0 false`,
		"1 collision":                     `7 "1" "" "" 0 false`,
		"1 error antenna broken":          `8 "1" "" "antenna broken" 0 false`,
		"1 error":                         `8 "1" "" "" 0 false`,
		"3 " + card + " in *3A":           `5 "3" "04A2241B5C6D80" "" 0 true`,
		"3 " + card + " in *3B":           "the checksum of",
		"3 " + card + " in *XX":           "the checksum of",
		"1 error five *stars":             `8 "1" "" "five *stars" 0 false`,
		"hello 2 green-board":             "line",
		"hello":                           "line",
		"all of it":                       "line",
		"beat":                            "line",
		"beat -1":                         "line",
		"beat 1 2":                        "line",
		"beat 99999":                      "line",
		"":                                "line",
		"1":                               "line",
		"1 " + card:                       "line",
		"1 " + card + " up":               "line",
		"1 " + card + " in now":           "line",
		"1 04A2241B5C6D in":               "line",
		"1 04:A2:24:1B in":                "line",
		"1 ready now":                     "line",
		"1 collision 2":                   "line",
		"ü ready":                         "a byte",
		"1.5 ready":                       "line",
		"a-reader-with-a-long-name ready": "line",
		"1\tready":                        "a byte 09h",
		"1 error " + strings.Repeat("x", maxLine):   "a line of 108 bytes",
		"1 error " + strings.Repeat("x", maxLine/2): fmt.Sprintf(`8 "1" "" %q 0 false`, strings.Repeat("x", maxLine/2)),
	} {
		m, err := parse(text)
		got := fmt.Sprintf("%d %q %q %q %d %v", m.kind, m.reader, m.uid, m.words, m.cards, m.summed)
		if err != nil {
			got = err.Error()
		}
		if got != want && (err == nil || !strings.HasPrefix(got, want)) {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// show is what a state says about readers 1 and 2.
func show(b *hubState) string {
	s := ""
	for _, reader := range []string{"1", "2"} {
		uids, err := b.scan(reader)
		s += fmt.Sprint(uids)
		switch {
		case errors.Is(err, hw.ErrCollision):
			s += "?"
		case errors.Is(err, hw.ErrNoReader):
			s += "!"
		}
	}
	return s
}

func TestBook(t *testing.T) {
	names := map[transition]string{fits: ".", doubtful: "?", complete: "+"}
	for name, c := range map[string]struct {
		lines         string // separated by commas
		effects, want string
	}{
		"nothing said":           {"", "", "[]![]!"},
		"empty readers":          {"hello 1,1 ready,2 ready,all", "...+", "[][]"},
		"one reader":             {"hello 1,1 ready,all", "..+", "[][]!"},
		"before all":             {"hello 1,1 ready,2 ready", "...", "[]![]!"},
		"cards":                  {"hello 1,1 DEADBEEF in,2 ready,all,2 01020304 in,beat 2", "...+..", "[DEADBEEF][01020304]"},
		"moved":                  {"hello 1,1 DEADBEEF in,2 ready,all,1 DEADBEEF out,2 DEADBEEF in", "...+..", "[][DEADBEEF]"},
		"events before a hello":  {"1 DEADBEEF in,all,beat 0", "???", "[]![]!"},
		"a second hello":         {"hello 1,1 DEADBEEF in,2 ready,all,hello 1,1 ready", "...+..", "[DEADBEEF][]"},
		"and its end":            {"hello 1,1 DEADBEEF in,2 ready,all,hello 1,1 ready,2 ready,all", "...+...+", "[][]"},
		"out of nothing":         {"hello 1,1 ready,2 ready,all,1 DEADBEEF out", "...+?", "[][]"},
		"in twice":               {"hello 1,1 DEADBEEF in,2 ready,all,1 DEADBEEF in", "...+?", "[DEADBEEF][]"},
		"beat does not fit":      {"hello 1,1 ready,2 ready,all,beat 1", "...+?", "[][]"},
		"beat inside a list":     {"hello 1,1 ready,beat 3,2 ready,all", "....+", "[][]"},
		"all without a hello":    {"hello 1,1 ready,2 ready,all,all", "...+.", "[][]"},
		"a list with a mistake":  {"hello 1,1 DEADBEEF in,1 DEADBEEF in,2 ready,all", "..???", "[]![]!"},
		"collision":              {"hello 1,1 DEADBEEF in,2 ready,all,1 collision", "...+.", "[DEADBEEF]?[]"},
		"and its end by ready":   {"hello 1,1 DEADBEEF in,2 ready,all,1 collision,1 ready", "...+..", "[DEADBEEF][]"},
		"a broken reader":        {"hello 1,1 DEADBEEF in,2 ready,all,1 error no antenna", "...+.", "[]![]"},
		"repaired":               {"hello 1,1 DEADBEEF in,2 ready,all,1 error x,1 ready", "...+..", "[DEADBEEF][]"},
		"sums are kept":          {"hello 1 x *2B,1 ready *7A,2 ready *79,all *61,1 DEADBEEF in *36", "...+.", "[DEADBEEF][]"},
		"a line without its sum": {"hello 1 x *2B,1 ready *7A,2 ready *79,all *61,1 DEADBEEF in", "...+?", "[][]"},
	} {
		var b hubState
		effects := ""
		for text := range strings.SplitSeq(c.lines, ",") {
			m, err := parse(text)
			switch {
			case text == "":
			case err != nil:
				t.Errorf("%s: %q: %v", name, text, err)
			default:
				effects += names[b.hear(m)]
			}
		}
		if got := show(&b); effects != c.effects || got != c.want {
			t.Errorf("%s: %s %s, want %s %s", name, effects, got, c.effects, c.want)
		}
	}
}

// A number that the hub cut short is not a card, and hides no other.
func TestCutShort(t *testing.T) {
	var b hubState
	for _, text := range []string{"hello 1", "1 8804A224 in", "1 04A2241B5C6D80 in", "all"} {
		m, err := parse(text)
		if err != nil {
			t.Fatal(err)
		}
		b.hear(m)
	}
	uids, err := b.scan("1")
	if fmt.Sprint(uids) != "[04A2241B5C6D80]" || !errors.Is(err, hw.ErrCut) || !errors.Is(err, hw.ErrUnreadable) {
		t.Errorf("%v, %v", uids, err)
	}
	m, err := parse("1 8804A224 out")
	if err != nil {
		t.Fatal(err)
	}
	b.hear(m)
	if uids, err := b.scan("1"); len(uids) != 1 || err != nil {
		t.Errorf("afterwards: %v, %v", uids, err)
	}
}

func TestWhatTheHubSays(t *testing.T) {
	var b hubState
	for _, text := range []string{"hello 1", "1 error no antenna", "2 ready", "all"} {
		m, err := parse(text)
		if err != nil {
			t.Fatal(err)
		}
		b.hear(m)
	}
	_, broken := b.scan("1")
	_, unknown := b.scan("3")
	for got, want := range map[string]string{
		broken.Error():  "the reader does not answer: the hub says: no antenna",
		unknown.Error(): "the reader does not answer: the hub knows no reader 3, but 1, 2",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestSplit(t *testing.T) {
	long := strings.Repeat("y", 3*maxLine)
	for in, want := range map[string]string{
		"a\nb\n":             "[a b]",
		"a\r\n\r\n\nb\nrest": "[a b]",
		"rest":               "[]",
		long + "\nb\n":       "[" + long + " b]",
		long:                 "[" + long + "]",
	} {
		var s splitter
		if got := fmt.Sprint(s.feed([]byte(in))); got != want {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
	var s splitter
	for range 1000 {
		s.feed([]byte("endless"))
	}
	if got, most := len(s.rest), 2*maxLine+7; got > most {
		t.Errorf("%d bytes kept, want at most %d", got, most)
	}
}

// FuzzLines: whatever a hub sends, nothing breaks, and no line with a checksum is accepted with a
// flipped bit.
func FuzzLines(f *testing.F) {
	f.Add("hello 1 x\n1 ready\n1 DEADBEEF in\nall\nbeat 1\n")
	f.Add("hello 1 x *2B\n1 ready *7A\nall *61\n1 DEADBEEF in *36\r\n")
	f.Add("1 error x\n1 collision\n\x00\xff\n2 04A2241B5C6D80 out\n")
	f.Fuzz(func(t *testing.T, text string) {
		var s splitter
		var b hubState
		for _, line := range s.feed([]byte(text + "\n")) {
			m, err := parse(line)
			if err != nil {
				b.doubt()
				continue
			}
			if (m.kind == in || m.kind == out) == m.uid.IsZero() {
				t.Errorf("%q has the UID %v", line, m.uid)
			}
			if m.summed {
				spoiled := []byte(line)
				spoiled[0] ^= 1
				if x, err := parse(string(spoiled)); err == nil && x.summed {
					t.Errorf("%q passes as %q", spoiled, line)
				}
			}
			b.hear(m)
			if b.known == nil {
				continue
			}
			for _, reader := range b.known.order {
				uids, err := b.scan(reader)
				if err != nil && !errors.Is(err, hw.ErrNoReader) && !errors.Is(err, hw.ErrCollision) {
					t.Error(err)
				}
				if len(uids) > len(text) {
					t.Errorf("%d cards from %q", len(uids), text)
				}
			}
		}
	})
}
