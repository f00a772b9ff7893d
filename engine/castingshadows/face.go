package castingshadows

import (
	"fmt"
	"strings"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
	"arbiter/engine/notation"
)

// face returns what is printed on a card, a tile or a side of a board, as far as it is known; or
// the face of a resource, a die or a character.
func face(state engine.State, t engine.Term) (engine.Face, bool) {
	s, _ := state.(*State)
	if s == nil {
		return engine.Face{}, false
	}
	if n := thingNamed(t); n != 0 {
		return s.thingFace(n), true
	}
	f, ok := plainFaces[t]
	return f, ok
}

// thingNamed returns the name for the term of a thing or of a copy of a card; 0 if it is neither.
func thingNamed(t engine.Term) printed.Name { return named[t] }

var named = allNamed()

func allNamed() map[engine.Term]printed.Name {
	all := map[engine.Term]printed.Name{}
	for _, n := range printed.Names() {
		all[n.Term()] = n
	}
	for _, c := range printed.AllCards() {
		all[cardTerm(c)] = c.Name()
	}
	return all
}

var kindWords = [...]string{printed.Attack: "attack", printed.Conversion: "conversion", printed.ResourceCard: "resource-card",
	printed.Counterspell: "counterspell", printed.Companion: "companion", printed.Shadow: "shadow", printed.Tile: "tile"}

// thingFace returns the face of a thing: what it does and, for spells, their damage and price.
func (s *State) thingFace(n printed.Name) engine.Face {
	f := engine.Face{Kind: kindWords[n.Kind()], Name: s.called(n), Words: s.printedText(n), Art: n.String(), Steps: s.faceSteps(n)}
	if level := s.Facts.Level(n); level > 0 {
		f.Mark = engine.Say("level %s", engine.Roman(int(level)))
	}
	f.Read = s.sources(n)
	if most := s.mostDamage(n); most > 0 {
		f.Ring = engine.Amount{Of: "damage", N: most}
	}
	if cost, spell, told := s.Facts.Price(n); told && n.Kind() != printed.Tile {
		f.Price = amounts(cost)
		if spell > 0 {
			f.Price = append(f.Price, engine.Amount{Of: levelWords[spell], N: 1})
		}
	}
	if energy, told := s.Facts.Energy(n); told {
		f.Price = []engine.Amount{{Of: "energy", N: int(energy)}}
	}
	return f
}

// sources returns where the values of a thing were read: its effects first, then its price.
func (s *State) sources(n printed.Name) (all []engine.Reading) {
	add := func(what engine.Text, o notation.Origin) {
		if o != "" {
			all = append(all, engine.Reading{What: what, Origin: o})
		}
	}
	does, costs, energy := s.Facts.Sources(n)
	add(engine.Say("effect"), does)
	add(engine.Say("price"), costs)
	add(engine.Say("shadow energy"), energy)
	return all
}

// levelWords has the word in a price for a spell of each level.
var levelWords = [...]string{"", "spell-1", "spell-2", "spell-3"}

// called returns the name at the table, or else the term.
func (s *State) called(n printed.Name) engine.Text {
	if name := s.Facts.Called(n); name != "" {
		return engine.Say("%s", engine.Term(name))
	}
	return engine.Say("%s", n.Term())
}

// callings returns the names that things, and all copies of cards, have been given at the table.
func (s *State) callings() map[engine.Term]engine.Text {
	var all map[engine.Term]engine.Text
	for term, n := range named {
		if name := s.Facts.Called(n); name != "" {
			if all == nil {
				all = map[engine.Term]engine.Text{}
			}
			all[term] = engine.Say("%s", engine.Term(name))
		}
	}
	return all
}

// printedText says what a thing does: its effects, and the texts that fit none; no text if it is
// unknown.
func (s *State) printedText(n printed.Name) (all engine.Text) {
	for _, part := range s.parts(n) {
		all = all.Then(s.partText(n, part))
	}
	for _, t := range s.Facts.Texts(n) {
		all = all.Then(engine.Say("%s", engine.Term(spaced(t.Text))))
	}
	return all
}

// spaced replaces the underscores of a word of the log with spaces.
func spaced(text string) string { return strings.ReplaceAll(text, "_", " ") }

// faceSteps returns the parts of what a thing does; the lines of a part are its options.
func (s *State) faceSteps(n printed.Name) (all []engine.FaceStep) {
	for _, part := range s.parts(n) {
		var step engine.FaceStep
		for _, e := range s.Facts.Effects(n) {
			if e.Part == part {
				step = append(step, lineSymbols(e))
			}
		}
		all = append(all, step)
	}
	return all
}

// lineSymbols returns what a line costs and what it does.
func lineSymbols(e printed.Effect) (all engine.FaceOption) {
	for _, a := range amounts(e.Pays) {
		all = append(all, engine.Symbol{Icon: a.Of, Times: a.N, Label: often(e.Times)})
	}
	does := engine.Symbol{Icon: e.Does.String(), Label: label(e.Amounts)}
	to, reach := e.Aim()
	if e.Does == printed.Deal || to != printed.Oneself {
		does.Signs = []string{to.String(), "reach-" + reach.String()}
	}
	all = append(all, does)
	for _, a := range amounts(e.What) {
		all = append(all, engine.Symbol{Icon: a.Of, Times: a.N})
	}
	return all
}

// label writes numbers as 1/2/3; "" if there are none.
func label(n printed.Steps) string {
	b, _ := n.MarshalText()
	return string(b)
}

// often writes how many times something may be paid: 1-3 for each number from 1 to 3.
func often(n printed.Steps) string {
	last := n.Number() - 1
	for i := range n.Number() {
		if n.At(i) != n.At(0)+uint8(i) || last == 0 {
			return label(n)
		}
	}
	if last < 0 {
		return ""
	}
	return fmt.Sprintf("%d-%d", n.At(0), n.At(last))
}

// plainFaces are the faces of things without effects.
var plainFaces = allPlainFaces()

func allPlainFaces() map[engine.Term]engine.Face {
	all := map[engine.Term]engine.Face{}
	add := func(kind string, t engine.Term, color string) {
		all[t] = engine.Face{Kind: kind, Name: engine.Say("%s", t), Art: string(t), Color: color}
	}
	for _, r := range printed.Resources() {
		add("resource", r.Term(), "")
	}
	for _, d := range printed.AllDice() {
		add("die", d.Term(), "")
	}
	for _, c := range printed.Characters() {
		add("character", c.Term(), colors[c])
	}
	return all
}
