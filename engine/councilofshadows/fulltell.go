package councilofshadows

import (
	"arbiter/engine"
)

// tellFullCommand puts a command of the full book into words.
func tellFullCommand(x any) engine.Text {
	switch c := x.(type) {
	case Build:
		return engine.Say("Build %s in the galaxy %s, paying %s", c.What.term(), engine.Term(c.Galaxy), c.Pay.sum())
	case Found:
		if c.Cubes == 1 {
			return engine.Say("Put a cube on planet %d of field %d", int(c.Planet), int(c.Site))
		}
		return engine.Say("Put a tower of %d on planet %d of field %d", int(c.Cubes), int(c.Planet), int(c.Site))
	case Explore:
		return engine.Say("Discover in parsec %d", int(c.Parsec))
	case Place:
		return engine.Say("Lay %s on field %d", c.Tile.term(), int(c.Site))
	case Gather:
		if c.Cause != None {
			return engine.Say("Take the yield of field %d with %s", int(c.Site), c.Cause.term())
		}
		return engine.Say("Take the yield of field %d", int(c.Site))
	case Raise:
		return engine.Say("Raise a gem: %s", c.Gem.term())
	case Score:
		if c.Site == 0 {
			return engine.Say("Score the galaxy %s; no cube leaves", engine.Term(c.Galaxy))
		}
		return engine.Say("Score the galaxy %s; a cube leaves planet %d of field %d", engine.Term(c.Galaxy), int(c.Planet), int(c.Site))
	case Return:
		if c.Card == None {
			return engine.Say("Put a bonus card under the pile")
		}
		return engine.Say("Put %s under the pile", c.Card.term())
	case Show:
		return engine.Say("Show %s", c.Card.term())
	}
	return tellStatement(x)
}

// tellStatement puts what the table brings into words.
func tellStatement(x any) engine.Text {
	switch c := x.(type) {
	case Draw:
		return engine.Say("Draw %s", c.Tile.term())
	case Refill:
		return engine.Say("Lay %s on the display", c.Card.term())
	case Deal:
		if c.Card == None {
			return engine.Say("%s draws a bonus card", c.To)
		}
		return engine.Say("Deal %s to %s", c.Card.term(), c.To)
	case Switch:
		return engine.Say("Go on in the full book")
	case Remove:
		return engine.Say("In the box: %s and %s", c.First.term(), c.Second.term())
	}
	return engine.Text{}
}

// tellBoard puts what happens on the board into words.
func tellBoard(x any) engine.Text {
	switch e := x.(type) {
	case Built:
		return engine.Say("%s builds %s in the galaxy %s for %s", e.Seat, e.What.term(), engine.Term(e.Galaxy), e.Pay.sum())
	case Located:
		return engine.Say("%s: %s stands in the galaxy %s", e.Seat, e.What.term(), engine.Term(e.Galaxy))
	case Does:
		return engine.Say("%s carries out %s, step %d", e.Seat, e.Card.term(), int(e.Step))
	case Omits:
		return engine.Say("%s: nothing of %s, step %d, is possible", e.Seat, e.Card.term(), int(e.Step))
	case Stopped:
		return engine.Say("%s leaves the rest of the step", e.Seat)
	case Founded:
		return engine.Say("%s: cubes on planet %d of field %d: %+d", e.Seat, int(e.Planet), int(e.Site), int(e.Cubes))
	case Explored:
		return engine.Say("%s discovers in parsec %d", e.Seat, int(e.Parsec))
	case Drew:
		return engine.Say("%s is drawn", e.Tile.term())
	case Placed:
		return engine.Say("%s lies on field %d", e.Tile.term(), int(e.Site))
	case Gathered:
		if e.Gems == (Gemset{}) {
			return engine.Say("%s takes the yield of field %d, %d times", e.Seat, int(e.Site), int(e.Times))
		}
		return engine.Say("%s takes the yield of field %d, %d times: %s", e.Seat, int(e.Site), int(e.Times), e.Gems.sum())
	case Raised:
		return engine.Say("%s raises a gem: %s", e.Seat, e.Gem.term())
	case Claimed:
		if e.Site == 0 {
			return engine.Say("%s scores the galaxy %s and keeps all cubes", e.Seat, engine.Term(e.Galaxy))
		}
		return engine.Say("%s scores the galaxy %s; a cube leaves planet %d of field %d", e.Seat, engine.Term(e.Galaxy), int(e.Planet), int(e.Site))
	}
	return tellStacks(x)
}

// tellStacks puts what happens to piles and hidden cards into words.
func tellStacks(x any) engine.Text {
	switch e := x.(type) {
	case Owed:
		return engine.Say("%s gets a light bonus card", e.Seat)
	case Dealt:
		if e.Card == None {
			return engine.Say("%s has drawn a bonus card", e.Seat)
		}
		return engine.Say("%s has drawn a bonus card: %s", e.Seat, e.Card.term())
	case GaveBack:
		if e.Card == None {
			return engine.Say("%s puts a bonus card under the pile", e.Seat)
		}
		return engine.Say("%s puts a bonus card under the pile: %s", e.Seat, e.Card.term())
	case Exposed:
		return engine.Say("%s shows %s", e.Seat, e.Card.term())
	case Refilled:
		return engine.Say("%s lies on place %d of the display", e.Card.term(), int(e.Place))
	case Cleared:
		return engine.Say("%s leaves place %d of the display", e.Card.term(), int(e.Place))
	case Removed:
		return engine.Say("%s and %s were put into the box", e.First.term(), e.Second.term())
	case Holds:
		return engine.Say("%s has %s", e.Seat, e.Gems.sum())
	case Displays:
		return engine.Say("The display: %s, %s, %s, %s, %s, %s, %s, %s", e.One.term(), e.Two.term(), e.Three.term(), e.Four.term(),
			e.Five.term(), e.Six.term(), e.Seven.term(), e.Eight.term())
	case Stands:
		return engine.Say("%s has cubes on planet %d of field %d: %d", e.Seat, int(e.Planet), int(e.Site), int(e.Cubes))
	case Book:
		return engine.Say("Played by the book: %s", engine.Term(e.Name))
	case Stacks:
		if e.Where == InDevice {
			return engine.Say("The device draws tiles and cards")
		}
		return engine.Say("People draw tiles and cards")
	}
	return tellBox(x)
}

// tellBox puts what is printed into words.
func tellBox(x any) engine.Text {
	switch e := x.(type) {
	case Price:
		return engine.Say("%s costs %s (%s)", e.Item.term(), e.Gems.sum(), engine.Term(e.Origin))
	case Effect:
		return engine.Say("%s, step %d: %s (%s)", e.Card.term(), int(e.Step), engine.Term(e.Does), engine.Term(e.Origin))
	case Idle:
		return engine.Say("%s has no action (%s)", e.Card.term(), engine.Term(e.Origin))
	case Gives:
		return engine.Say("%s gives %s (%s)", e.Card.term(), e.Gems.sum(), engine.Term(e.Origin))
	case System:
		return engine.Say("%s: parsec %d, %s and energy %d (%s)", e.Tile.term(), int(e.Parsec), e.Gems.sum(), int(e.Energy), engine.Term(e.Origin))
	case Site:
		return engine.Say("Field %d belongs to the galaxy %s, parsec %d (%s)", int(e.Number), engine.Term(e.Galaxy), int(e.Parsec), engine.Term(e.Origin))
	case Reward:
		return engine.Say("The galaxy %s brings %d or %d energy (%s)", engine.Term(e.Galaxy), int(e.Majority), int(e.Minority), engine.Term(e.Origin))
	case StationField:
		return engine.Say("The station field of the galaxy %s lies in parsec %d (%s)", engine.Term(e.Galaxy), int(e.Parsec), engine.Term(e.Origin))
	case Covered:
		return engine.Say("With three players the galaxy %s is covered (%s)", engine.Term(e.Galaxy), engine.Term(e.Origin))
	case Pays:
		return engine.Say("%s brings %d and %d for each (%s)", e.Card.term(), int(e.Base), int(e.Each), engine.Term(e.Origin))
	case Marked:
		return engine.Say("%s is used with %d players (%s)", e.Card.term(), int(e.Players), engine.Term(e.Origin))
	case Crosses:
		return engine.Say("%s crosses out the places %d, %d, %d and %d (%s)", e.Card.term(), int(e.One), int(e.Two), int(e.Three), int(e.Four), engine.Term(e.Origin))
	}
	return engine.Text{}
}
