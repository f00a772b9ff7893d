package castingshadows

import (
	"strings"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// Reads is something printed that is read out and that people carry out.
type Reads struct {
	Seat engine.Seat
	Of   printed.Name
}

func (Reads) Apply(s *State) {
	if f := s.upper(); f != nil {
		f.Reads, f.Told = true, f.Told || s.nextPart(f) == 0
	}
}

func (e Reads) Tell() engine.Text {
	return engine.Say("%s: do what %s says", e.Seat, e.Of.Term())
}

func (e Reads) Why(s *State) engine.Reason {
	for _, t := range s.Facts.Texts(e.Of) {
		if f := s.upper(); f != nil && f.When == t.When {
			return engine.Reason{Rule: engine.Say("%s", engine.Term(strings.ReplaceAll(t.Text, "_", " "))), Source: sourcePrinted}
		}
	}
	switch {
	case s.Facts.Told(e.Of):
	case e.Of.Kind() == printed.Counterspell:
		return engine.Reason{Rule: rulingUnknown, Source: sourceRuling}
	default:
		return engine.Reason{Rule: rulingPrinted, Source: sourceRuling}
	}
	return engine.Reason{Source: sourcePrinted}
}
