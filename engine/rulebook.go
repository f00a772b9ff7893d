package engine

import "strings"

// A Chapter is a chapter of the rules of a game in our own words, which people can look up while
// they play.
type Chapter struct {
	Name      string // as in addresses, such as "phase-1-buying"
	Title     Text
	Cited     []Text // the values of Reason.Source that mean this chapter
	Sentences []Text
}

// ReadChapters reads the chapters from a RULES.md, whose tables have a rule in the first cell of each
// row. A rule that ends without a full stop goes on in the next row. Headings of a lower level and
// examples, which need their drawing, are left out. A line "Cited as: A; B" names the sources that
// mean the chapter.
func ReadChapters(rules string) (all []Chapter) {
	var begun string
	chapter := -1
	for line := range strings.Lines(rules) {
		line = strings.TrimSpace(line)
		switch cited, citing := strings.CutPrefix(line, "Cited as: "); {
		case strings.HasPrefix(line, "## "):
			all = append(all, NewChapter(Text{Format: line[3:]}))
			chapter = len(all) - 1
		case strings.HasPrefix(line, "#"):
			chapter = -1
		case chapter < 0:
		case citing:
			for source := range strings.SplitSeq(cited, "; ") {
				all[chapter].Cited = append(all[chapter].Cited, Text{Format: source})
			}
		case strings.HasPrefix(line, "| ") && !strings.HasPrefix(line, "| rule |"):
			rule, _, _ := strings.Cut(line[2:], " |")
			begun = strings.TrimSpace(begun + " " + rule)
			if !strings.HasSuffix(begun, ".") {
				continue
			}
			if !strings.HasPrefix(begun, "Example") && !strings.HasPrefix(begun, "Symbol: ") {
				all[chapter].Sentences = append(all[chapter].Sentences, Text{Format: begun})
			}
			begun = ""
		}
	}
	return all
}

// NewChapter returns a chapter with a name made from its title.
func NewChapter(title Text, sentences ...Text) Chapter {
	apart := func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') }
	return Chapter{Name: strings.Join(strings.FieldsFunc(strings.ToLower(title.Format), apart), "-"), Title: title, Sentences: sentences}
}
