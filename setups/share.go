package setups

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"arbiter/engine/notation"
)

// shareFormat is the version of shared box files. Such a file is a box whose first line says what
// it is; it holds facts, and nothing about tags.
const shareFormat = 1

// The largest shared box file that is read: a complete box has 500 lines of 40 bytes.
const (
	MostShared     = 256 << 10 // bytes
	mostSharedLine = 200
)

// Share writes facts as a file to share.
func Share(game string, facts []string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# arbiter box %d %s\n", shareFormat, game)
	b.WriteString("# Read from somebody's own cards. arbiter box import takes it in.\n\n")
	for _, f := range facts {
		b.WriteString(f + "\n")
	}
	return b.String()
}

// Shared reads the first line of a file to share: the game that it is for.
func Shared(file, text string) (game string, err error) {
	switch {
	case len(text) > MostShared:
		return "", &Fault{File: file, Text: fmt.Sprintf("it is larger than %d KiB; a box is not that large", MostShared>>10)}
	case !utf8.ValidString(text):
		return "", &Fault{File: file, Text: "it is no text in UTF-8"}
	}
	first, _, _ := strings.Cut(notation.Edited(text), "\n")
	var format int
	if n, _ := fmt.Sscanf(strings.TrimSpace(first), "# arbiter box %d %s", &format, &game); n != 2 {
		return "", &Fault{File: file, Line: 1, Text: fmt.Sprintf(`the first line of a box to share is "# arbiter box %d GAME"`, shareFormat)}
	}
	if format != shareFormat {
		return "", &Fault{File: file, Line: 1, Text: fmt.Sprintf("format %d; this program knows %d: update the program", format, shareFormat)}
	}
	return game, nil
}

// SharedFacts reads the facts of a shared box file and returns everything that is wrong with it:
// what Check finds, lines that are not facts of a box, invented values, and values that falsely
// claim to come from the rulebook.
func (d CardList) SharedFacts(file, text string, words notation.Vocabulary, rulebook []Line) ([]Line, error) {
	var all []error
	n := 0
	for raw := range strings.Lines(notation.Edited(text)) {
		if n++; len(raw) > mostSharedLine || strings.ContainsFunc(strings.TrimRight(raw, "\n"), odd) {
			all = append(all, &Fault{File: file, Line: n, Text: fmt.Sprintf("a line has %d bytes at most and no control characters", mostSharedLine)})
		}
	}
	if len(all) > 0 {
		return nil, errors.Join(all...)
	}
	lines := Lines(file, text)
	if err := Check(lines, words); err != nil {
		return nil, err
	}
	for i, l := range lines {
		if fault := d.unshared(l, lines[:i], rulebook); fault != "" {
			all = append(all, &Fault{File: file, Line: l.N, Text: fault})
		}
	}
	return lines, errors.Join(all...)
}

func odd(r rune) bool { return unicode.IsControl(r) && r != '\t' || unicode.Is(unicode.Cf, r) }

// unshared returns why a line may not be in a shared box.
func (d CardList) unshared(l Line, before, rulebook []Line) string {
	if _, ok := d.fact(l.Text); !ok {
		return fmt.Sprintf("%q is no fact of a box", l.Text)
	}
	origin := notation.OriginIn(l.Text)
	if origin.Invented() {
		return fmt.Sprintf("%q is invented, and a box to share holds what is printed: leave the line out", l.Text)
	}
	if slices.Contains(origin.Parts(), notation.Rulebook) && !slices.ContainsFunc(rulebook, func(r Line) bool { return r.Text == l.Text }) {
		return fmt.Sprintf("%q does not stand in the rulebook as this program knows it: end it with owner", l.Text)
	}
	for _, b := range before {
		if d.Clash(b.Text, l.Text) {
			return fmt.Sprintf("%q contradicts line %d: %q", l.Text, b.N, b.Text)
		}
	}
	return ""
}

func (d CardList) fact(line string) (Fact, bool) {
	verb, _, _ := strings.Cut(line, " ")
	i := slices.IndexFunc(d.Facts, func(f Fact) bool { return f.Verb == verb })
	if i < 0 {
		return Fact{}, false
	}
	return d.Facts[i], true
}

// Clash reports whether two facts cannot both be true: they are about the same thing and say
// something different, whatever their origins. If the values of a fact have several origins, the
// invented ones are ignored.
func (d CardList) Clash(a, b string) bool {
	f, ok := d.fact(a)
	g, ok2 := d.fact(b)
	if !ok || !ok2 {
		return false
	}
	x, y := strings.Fields(a), strings.Fields(b)
	if f.Verb != g.Verb {
		return (slices.Contains(f.Never, g.Verb) || slices.Contains(g.Never, f.Verb)) && x[1] == y[1]
	}
	n := 1 + f.Names
	if len(x) <= n || len(y) <= n || !slices.Equal(x[:n], y[:n]) {
		return false
	}
	told := func(line string, value int) bool {
		o := notation.OriginIn(line)
		return len(o.Parts()) == 1 || o.Of(value) != notation.StandIn
	}
	for i := n; i < len(x)-1 && i < len(y)-1; i++ {
		if x[i] != y[i] && told(a, i-n) && told(b, i-n) {
			return true
		}
	}
	return len(x) != len(y)
}

// Same reports whether two facts say the same, whatever their origins.
func Same(a, b string) bool {
	i, j := strings.LastIndex(a, " "), strings.LastIndex(b, " ")
	return i > 0 && j > 0 && a[:i] == b[:j]
}

// A Change is what a shared box would change.
type Change struct {
	Line
	Against []string // facts that are known and contradict it
}

// Compare returns what new facts would change: facts that are not known yet. Invented facts do not
// contradict known ones.
func (d CardList) Compare(known []string, facts []Line) []Change {
	var all []Change
	for _, l := range facts {
		if slices.ContainsFunc(known, func(k string) bool { return Same(k, l.Text) }) {
			continue
		}
		c := Change{Line: l}
		for _, k := range known {
			if d.Clash(k, l.Text) {
				c.Against = append(c.Against, k)
			}
		}
		all = append(all, c)
	}
	return all
}
