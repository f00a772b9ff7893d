package page

import (
	"strings"

	"arbiter/engine"
)

// Words are the board as a list: all that its picture shows, for people who would
// rather read it, or hear it.
type Words struct {
	Chapters []Chapter
}

// A Chapter is a region of a map, or a side of a ring.
type Chapter struct {
	Name  string
	Title string
	Lines []string
}

// NewWords tells of the board; no chapters if the game has none.
func NewWords(c Context) Words {
	v := c.Snap.View
	var out Words
	for _, r := range v.Regions {
		ch := Chapter{Name: "region-" + r.Name, Title: c.Say(r.Title)}
		for _, t := range r.Lines {
			ch.Lines = append(ch.Lines, sentence(c.Say(t)))
		}
		for _, s := range v.Map {
			if s.Region == r.Name {
				ch.Lines = append(ch.Lines, c.Say(s.Title))
			}
		}
		out.Chapters = append(out.Chapters, ch)
	}
	for _, b := range v.Blocks {
		out.Chapters = append(out.Chapters, c.blockWords(b))
	}
	if len(v.Board) > 0 {
		ch := Chapter{Name: "board", Title: c.Say(engine.Say("Board"))}
		for _, f := range v.Board {
			ch.Lines = append(ch.Lines, c.fieldWords(f))
		}
		out.Chapters = append(out.Chapters, ch)
	}
	return out
}

// blockWords tells who plays a side and how far its largest block reaches.
func (c Context) blockWords(b engine.Block) Chapter {
	ch := Chapter{Name: "block-" + b.Name, Title: c.Say(b.Title)}
	var names []string
	for _, seat := range b.Seats {
		names = append(names, c.Badge(seat).Name)
	}
	ch.Lines = append(ch.Lines, strings.Join(names, ", "))
	switch n := len(b.Fields); n {
	case 0:
		ch.Lines = append(ch.Lines, c.Say(engine.Say("Nobody sits on the ring yet")))
	case 1:
		ch.Lines = append(ch.Lines, c.Say(engine.Say("Largest block: 1 of %d, on seat %s", b.Goal, engine.Term(b.Fields[0]))))
	default:
		ch.Lines = append(ch.Lines, c.Say(engine.Say("Largest block: %d of %d, from seat %s to seat %s", n, b.Goal, engine.Term(b.Fields[0]), engine.Term(b.Fields[n-1]))))
	}
	return ch
}

// fieldWords is a field and who sits there.
func (c Context) fieldWords(f engine.Field) string {
	names := f.Piece.Name
	for _, p := range f.Pieces {
		if names.IsZero() {
			names = p.Name
		} else {
			names = engine.Say("%s, %s", names, p.Name)
		}
	}
	if names.IsZero() {
		return c.Say(engine.Say("%s, free", f.Title))
	}
	return c.Say(engine.Say("%s: %s", f.Title, names))
}

// sentence begins with a capital letter.
func sentence(text string) string {
	for i, r := range text {
		return strings.ToUpper(string(r)) + text[i+len(string(r)):]
	}
	return text
}
