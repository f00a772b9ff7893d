package printed

import (
	"strings"

	"arbiter/engine"
)

// Tell explains the effect, without naming the thing or the source.
func (e Effect) Tell() engine.Text { return e.Text() }

// Tell says what collecting costs.
func (e Costs) Tell() engine.Text {
	price := e.Price().each(Steps{1})
	if e.Spell > 0 {
		spell := engine.Say("%s", engine.Term("spell-"+string('0'+rune(e.Spell))))
		if price.IsZero() {
			price = spell
		} else {
			price = engine.Say("%s and %s", price, spell)
		}
	}
	if price.IsZero() {
		price = engine.Say("nothing")
	}
	return engine.Say("%s costs %s (%s)", e.Of.Term(), price, engine.From(e.Origin))
}

// Tell returns the printed text.
func (e Says) Tell() engine.Text {
	return engine.Say("%s says: %s (%s)", e.Of.Term(), spaced(e.Text), engine.From(e.Origin))
}

// Tell says what the ability costs.
func (e Charges) Tell() engine.Text {
	return engine.Say("%s takes %d shadow energy (%s)", e.Of.Term(), int(e.Energy), engine.From(e.Origin))
}

// Tell says how many there are.
func (e Holds) Tell() engine.Text {
	return engine.Say("In the box there are %s (%s)", e.Token.each(Steps{e.Number}), engine.From(e.Origin))
}

// Tell says where a person lives.
func (e Seats) Tell() engine.Text {
	return engine.Say("The home of person %d of %d lies at %s (%s)", int(e.Person), int(e.Players), e.Place.Term(), engine.From(e.Origin))
}

// Tell says where the tile lies.
func (e Lies) Tell() engine.Text {
	return engine.Say("With %d players %s lies at %s (%s)", int(e.Players), e.Tile.Term(), e.Place.Term(), engine.From(e.Origin))
}

// Tell says where the character starts.
func (e Lives) Tell() engine.Text {
	return engine.Say("The home of %s is %s (%s)", e.Character.Term(), e.Tile.Term(), engine.From(e.Origin))
}

// Tell says which level the spell has.
func (e Level) Tell() engine.Text {
	return engine.Say("%s has level %d (%s)", e.Of.Term(), int(e.Number), engine.From(e.Origin))
}

// Tell says how far the dial goes.
func (e Dial) Tell() engine.Text {
	return engine.Say("The dial of hit points goes up to %d (%s)", int(e.Most), engine.From(e.Origin))
}

// Tell says what the thing is called.
func (e Named) Tell() engine.Text {
	return engine.Say("%s is called %s (%s)", e.Of.Term(), spaced(e.Name), engine.From(e.Origin))
}

// spaced turns a word of the log into a text by replacing underscores with spaces.
func spaced(text string) engine.Term { return engine.Term(strings.ReplaceAll(text, "_", " ")) }
