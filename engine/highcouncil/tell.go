package highcouncil

import (
	"arbiter/engine"
	"arbiter/engine/notation"
)

// tell puts a command or an event into words.
func tell(x any) engine.Text {
	for _, words := range []func(any) engine.Text{tellCommand, tellPieces, tellCards, tellCourse} {
		if t := words(x); !t.IsZero() {
			return t
		}
	}
	return engine.Say("%s", engine.Term(notation.Format(x)))
}

func tellCommand(x any) engine.Text {
	switch c := x.(type) {
	case Play:
		return engine.Say("Play %s", c.Card.term())
	case TakeBack:
		return engine.Say("Take %s back", c.Card.term())
	case Discuss:
		return engine.Say("Discuss: take arguments (%s)", c.Color.term())
	case TakeSeat:
		return c.text()
	case Ponder:
		return engine.Say("Ponder: put the hand away and draw a new one")
	case Confer:
		if c.Card != 0 {
			return engine.Say("Confer: give %s", c.Card.term())
		}
		return engine.Say("Confer: give a card face down")
	case Return:
		if c.Card != 0 {
			return engine.Say("Give %s back", c.Card.term())
		}
		return engine.Say("A card was given back face down")
	case Convince:
		if c.Moved != 0 {
			return engine.Say("Convince field %d from field %d with arguments (%s); the follower of field %d moves there", int(c.To), int(c.From), c.With.term(), int(c.Moved))
		}
		return engine.Say("Convince field %d from field %d with arguments (%s): %s", int(c.To), int(c.From), c.With.term(), piece{c.Color, Follower}.term())
	case Finish:
		return engine.Say("Finish the turn")
	case Deal:
		return engine.Say("Deal %s to %s", c.Card.term(), c.To)
	}
	return engine.Text{}
}

func (c TakeSeat) text() engine.Text {
	who := piece{c.Color, c.Rank}.term()
	switch {
	case c.Paid != 0 && c.From != 0:
		return engine.Say("For 3 arguments (%s) the follower of field %d moves to field %d", c.Paid.term(), int(c.From), int(c.Field))
	case c.Paid != 0:
		return engine.Say("For 3 arguments (%s) take field %d: %s", c.Paid.term(), int(c.Field), who)
	case c.From != 0:
		return engine.Say("The follower of field %d moves to field %d", int(c.From), int(c.Field))
	}
	return engine.Say("Take field %d: %s", int(c.Field), who)
}

func tellPieces(x any) engine.Text {
	switch e := x.(type) {
	case Seated:
		return engine.Say("Field %d: %s sits down", int(e.Field), piece{e.Color, e.Rank}.term())
	case Moved:
		return engine.Say("The follower of field %d moves to field %d", int(e.From), int(e.To))
	case Replaced:
		return engine.Say("Field %d: %s goes back to the supply", int(e.Field), piece{e.Color, e.Rank}.term())
	case Convinced:
		return engine.Say("%s convinces field %d from field %d", e.Seat, int(e.To), int(e.From))
	case Argued:
		return engine.Say("%s: arguments %+d (%s)", e.Seat, int(e.By), e.Color.term())
	case Owed:
		return engine.Say("%s may take one more argument", e.Seat)
	}
	return engine.Text{}
}

func tellCards(x any) engine.Text {
	switch e := x.(type) {
	case Dealt:
		if e.Card != 0 {
			return engine.Say("%s draws %s", e.Seat, e.Card.term())
		}
		return engine.Say("%s draws a card", e.Seat)
	case Played:
		return engine.Say("%s plays %s", e.Seat, e.Card.term())
	case TookBack:
		return engine.Say("%s takes %s back", e.Seat, e.Card.term())
	case Gave:
		if e.Card != 0 {
			return engine.Say("%s gives %s to %s", e.Seat, e.Card.term(), e.To)
		}
		return engine.Say("%s gives a card to %s", e.Seat, e.To)
	case Reshuffled:
		return engine.Say("The played cards are shuffled (%s)", e.Faction.term())
	case Hands:
		if e.Mode == Named {
			return engine.Say("The table deals the cards")
		}
		return engine.Say("People hold their cards")
	}
	return engine.Text{}
}

func tellCourse(x any) engine.Text {
	switch e := x.(type) {
	case Discussed:
		return engine.Say("%s has discussed", e.Seat)
	case TookSeat:
		return engine.Say("%s has taken a seat", e.Seat)
	case Pondered:
		return engine.Say("%s has pondered", e.Seat)
	case Conferred:
		return engine.Say("%s has conferred", e.Seat)
	case Turn:
		return engine.Say("It is %s's turn", e.Seat)
	case Vote:
		return engine.Say("The vote begins: the trilithon goes to the middle")
	case Won:
		return engine.Say("%s wins", e.Seat)
	case Adjourned:
		return engine.Say("The council adjourns without a decision")
	}
	return engine.Text{}
}
