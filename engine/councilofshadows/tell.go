package councilofshadows

import (
	"arbiter/engine"
	"arbiter/engine/notation"
)

// tell puts a command or an event into words.
func tell(x any) engine.Text {
	for _, words := range []func(any) engine.Text{tellCommand, tellTable, tellPlan, tellTrack, tellTurn, tellFact, tellFullCommand, tellBoard} {
		if t := words(x); !t.IsZero() {
			return t
		}
	}
	return engine.Say("%s", engine.Term(notation.Format(x)))
}

func tellCommand(x any) engine.Text {
	switch c := x.(type) {
	case Pick:
		return engine.Say("Choose %s", c.Leader.term())
	case Buy:
		if c.Pay != (Gemset{}) {
			return engine.Say("Buy %s for %s", c.What.term(), c.Pay.sum())
		}
		return engine.Say("Buy %s", c.What.term())
	case Plan:
		return engine.Say("Lay %s on field %d", c.Card.term(), int(c.Field))
	case TakeBack:
		return engine.Say("Take %s back from field %d", c.Card.term(), int(c.Field))
	case Ready:
		return engine.Say("Ready")
	case Gain:
		if c.Cause == None {
			return engine.Say("Gain %d energy", int(c.Amount))
		}
		return engine.Say("Gain %d energy from %s", int(c.Amount), c.Cause.term())
	case Slide:
		return engine.Say("Slide the cards")
	case Pass:
		return engine.Say("Done")
	case Choose:
		return engine.Say("Choose %s", c.Tech.term())
	case Take:
		return engine.Say("Take %s", c.Card.term())
	case Count:
		return engine.Say("%d left: %s", int(c.Number), c.What.term())
	case Bonus:
		return engine.Say("A bonus card brings %d energy", int(c.Energy))
	}
	return engine.Text{}
}

func tellTable(x any) engine.Text {
	switch c := x.(type) {
	case Card:
		return engine.Say("Printed on %s: %d", c.Item.term(), int(c.Value))
	case Open:
		return engine.Say("Open %s", c.Card.term())
	case Step:
		return engine.Say("Action %d, %s: %s", int(c.Number), engine.Term(c.Side), c.acts().text())
	case Scoring:
		return engine.Say("It scores: %s", c.Mode.text())
	case Do:
		if c.Side == Right {
			return engine.Say("Done: the alternative")
		}
		return engine.Say("Done: the left action")
	case Skip:
		return engine.Say("Skip: neither is possible")
	}
	return engine.Text{}
}

func (c Step) acts() Acts {
	return Acts{c.Card, c.Number, c.Side, c.Does, c.Count, c.Planet, c.Parsec, c.Galaxy, Owner}
}

func tellPlan(x any) engine.Text {
	switch e := x.(type) {
	case Planned:
		return engine.Say("%s lays %s on field %d", e.Seat, e.Card.term(), int(e.Field))
	case TookBack:
		return engine.Say("%s takes %s back", e.Seat, e.Card.term())
	case Readied:
		return engine.Say("%s is ready", e.Seat)
	case Shown:
		return engine.Say("%s shows %s on field %d", e.Seat, e.Card.term(), int(e.Field))
	case Opened:
		return engine.Say("%s opens %s", e.Seat, e.Card.term())
	case Reshuffled:
		return engine.Say("%s shuffles its pile %s again", e.Seat, engine.Roman(int(e.Level)))
	case Slid:
		return engine.Say("%s slides its cards one field to the right", e.Seat)
	case Bought:
		if e.Pay != (Gemset{}) {
			return engine.Say("%s buys %s for %s", e.Seat, e.What.term(), e.Pay.sum())
		}
		return engine.Say("%s buys %s", e.Seat, e.What.term())
	case Took:
		return engine.Say("%s takes %s", e.Seat, e.Card.term())
	case Ranged:
		return engine.Say("%s: field %d reaches parsec %d", e.Seat, int(e.Field), int(e.Parsec))
	case Led:
		return engine.Say("%s is led by %s", e.Seat, e.Leader.term())
	}
	return engine.Text{}
}

func tellTrack(x any) engine.Text {
	switch e := x.(type) {
	case Consumption:
		return engine.Say("%s: consumption %+d", e.Seat, int(e.By))
	case Energy:
		return engine.Say("%s: energy %+d (%s)", e.Seat, int(e.By), e.Cause.term())
	case Order:
		return engine.Say("%s takes order tile %d", e.Seat, int(e.Place))
	case Level:
		return engine.Say("%s reaches Dark Tech level %s", e.Seat, engine.Roman(int(e.To)))
	case Chose:
		return engine.Say("%s chooses %s", e.Seat, e.Tech.term())
	case Receives:
		return engine.Say("%s takes from the supply: %d %s", e.Seat, int(e.Number), e.Gem.term())
	case Throne:
		return engine.Say("%s takes the throne: this is the last round", e.Seat)
	case Counted:
		return engine.Say("%s has %d left: %s", e.Seat, int(e.Number), e.What.term())
	case Won:
		return engine.Say("%s wins", e.Seat)
	case At:
		return engine.Say("%s: %s is %d", e.Seat, engine.Term(e.Track), int(e.Value))
	}
	return engine.Text{}
}

func tellTurn(x any) engine.Text {
	switch e := x.(type) {
	case Round:
		return engine.Say("Round %d", int(e.Number))
	case Phase:
		return e.Name.title()
	case Turn:
		return engine.Say("It is %s's turn", e.Seat)
	case Scored:
		return engine.Say("%s may score", e.Seat)
	case Settled:
		return engine.Say("%s rises", e.Seat)
	case Due:
		return engine.Say("%s has to do: %s", e.Seat, e.What.term())
	case Done:
		return engine.Say("%s has done it", e.Seat)
	case Did:
		if e.Side == Skipped {
			return engine.Say("%s leaves action %d out", e.Seat, int(e.Number))
		}
		return engine.Say("%s carries out action %d: %s", e.Seat, int(e.Number), engine.Term(e.Side))
	case Module:
		return engine.Say("With the module: %s", engine.Term(e.Name))
	case Ruling:
		return engine.Say("Ruling %s: %s", engine.Term(e.Name), engine.Term(e.Choice))
	case Civilization:
		return engine.Say("%s plays %s", e.Seat, e.Name.term())
	}
	return engine.Text{}
}

func tellFact(x any) engine.Text {
	switch e := x.(type) {
	case Printed:
		return engine.Say("%s: %d is printed on it (%s)", e.Item.term(), int(e.Value), engine.Term(e.Origin))
	case Bonused:
		return engine.Say("%s starts with %d energy (%s)", e.Leader.term(), int(e.Energy), engine.Term(e.Origin))
	case Barred:
		return engine.Say("%s may not buy %s (%s)", e.Leader.term(), e.Card.term(), engine.Term(e.Origin))
	case Pile:
		return engine.Say("%s belongs to pile %s (%s)", e.Card.term(), engine.Roman(int(e.Level)), engine.Term(e.Origin))
	case Advanced:
		return engine.Say("%s is an advanced card (%s)", e.Card.term(), engine.Term(e.Origin))
	case Acts:
		return engine.Say("%s, action %d, %s: %s (%s)", e.Card.term(), int(e.Number), engine.Term(e.Side), e.text(), engine.Term(e.Origin))
	case Scores:
		return engine.Say("%s scores: %s (%s)", e.Card.term(), e.Mode.text(), engine.Term(e.Origin))
	}
	return engine.Text{}
}
