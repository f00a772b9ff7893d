package castingshadows

import (
	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// What is printed in the box, for people who do not have it at hand, and what a command is about.
// Nobody learns what lies face down.

// describe tells what is printed on a thing or what a command is about.
func (s *State) describe(x any) engine.Text {
	if t, is := x.(engine.Term); is {
		return s.describeThing(thingNamed(t))
	}
	return s.describeCommand(x)
}

// describeThing tells what a thing costs and does, or that it is unknown.
func (s *State) describeThing(n printed.Name) engine.Text {
	if n == 0 {
		return engine.Text{}
	}
	text := s.printedText(n)
	if text.IsZero() {
		text = engine.Say("nobody has told what it does")
	}
	if price := s.priceText(n); !price.IsZero() {
		text = engine.Say("costs %s; %s", price, text)
	}
	if level := s.Facts.Level(n); level > 0 {
		text = engine.Say("level %d; %s", int(level), text)
	}
	return text
}

// priceText returns what a thing costs; no text if it costs nothing or the price is unknown.
func (s *State) priceText(n printed.Name) (all engine.Text) {
	cost, spell, told := s.Facts.Price(n)
	if energy, able := s.Facts.Energy(n); able {
		return engine.Say("%d shadow energy", int(energy))
	}
	if !told || n.Kind() == printed.Tile {
		return engine.Text{}
	}
	for _, a := range amounts(cost) {
		all = all.With(engine.Say("%d × %s", a.N, engine.Term(a.Of)))
	}
	if spell > 0 {
		all = all.With(engine.Say("a spell of level %d", int(spell)))
	}
	return all
}

// describeCommand describes the card, the tile or the line that a command is about; no text if
// there is none.
func (s *State) describeCommand(x any) engine.Text {
	switch c := x.(type) {
	case Travel:
		text := s.printedText(c.To)
		if card := s.beside(c.To); card != 0 {
			return text.Then(engine.Say("beside it: %s", card.Term()))
		}
		return text
	case Collect:
		return s.describeThing(c.Card.Name())
	case Take:
		return s.describeThing(c.Card.Name())
	case Refresh:
		if i := s.Find(c.Seat); i >= 0 {
			return s.describeThing(s.beside(s.Players[i].At).Name())
		}
	case UseAbility:
		if i := s.Find(c.Seat); i >= 0 {
			return s.describeThing(s.character(i).Shadow())
		}
	case Cast:
		return s.lineText(c.Card.Name(), c.Line)
	case Choose:
		if f := s.upper(); f != nil {
			return s.lineText(f.Of, c.Line)
		}
	case UseCard:
		return s.printedText(c.Card.Name())
	case Summon:
		return s.printedText(c.Card.Name())
	case Answer:
		return s.printedText(c.Card.Name())
	}
	return engine.Text{}
}

// lineText says what line number line of a thing does, from 1; no text if there is none.
func (s *State) lineText(of printed.Name, line uint8) engine.Text {
	if all := s.Facts.Effects(of); line > 0 && int(line) <= len(all) {
		return all[line-1].Text()
	}
	return engine.Text{}
}
