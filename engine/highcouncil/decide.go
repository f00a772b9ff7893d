package highcouncil

import (
	"fmt"

	"arbiter/engine"
)

// A round of decisions collects what happens while one command is played. Later
// rules see what earlier ones did.
type round struct {
	State
	events []engine.Event
}

func (t *round) emit(events ...engine.Event) {
	for _, e := range events {
		t.apply(e)
	}
	t.events = append(t.events, events...)
}

// Decide plays c by the rules.
func (s *State) Decide(c engine.Command) ([]engine.Event, error) {
	if err := s.check(c); err != nil {
		return nil, err
	}
	t := round{State: *s, events: make([]engine.Event, 0, 8)}
	t.play(c)
	return t.events, nil
}

// check returns why c may not be played, nil if it may.
func (s *State) check(c engine.Command) error {
	if c.By() != engine.Table && s.find(c.By()) < 0 {
		return engine.Refuse("%s does not play", c.By())
	}
	if s.over {
		return engine.Refuse("the game is over")
	}
	switch c := c.(type) {
	case Play:
		return s.checkPlay(c)
	case TakeBack:
		return s.checkTakeBack(c)
	case Discuss:
		return s.checkDiscuss(c)
	case TakeSeat:
		return s.checkTakeSeat(c)
	case Ponder:
		return s.checkPonder(c)
	case Confer:
		return s.checkConfer(c)
	case Return:
		return s.checkReturn(c)
	case Convince:
		return s.checkConvince(c)
	case Finish:
		return s.checkFinish(c)
	case Deal:
		return s.checkDeal(c)
	}
	panic(fmt.Sprintf("highcouncil: no such command: %T", c))
}

// play carries out a command that check has passed.
func (t *round) play(c engine.Command) {
	switch c := c.(type) {
	case Play:
		t.emit(Played(c))
	case TakeBack:
		t.emit(TookBack{c.Seat, c.Card})
	case Discuss:
		t.discuss(c)
	case TakeSeat:
		t.takeSeat(c)
	case Ponder:
		t.emit(Pondered(c))
		t.draw()
	case Confer:
		t.confer(c)
	case Return:
		t.giveBack(c)
	case Convince:
		t.convince(c)
	case Finish:
		t.endTurn()
	case Deal:
		t.emit(Dealt{c.To, c.Card})
		t.draw()
	}
}

// mustAct refuses a seat whose turn it is not, or that waits for somebody.
func (s *State) mustAct(seat engine.Seat) error {
	switch waits := s.short(); {
	case waits >= 0:
		return engine.Refuse("first a card is dealt to %s", s.seat(waits))
	case s.asked >= 0:
		return engine.Refuse("first %s gives a card back", s.seat(s.asked))
	case s.seat(s.turn) != seat:
		return engine.Refuse("it is not %s's turn but %s's", seat, s.seat(s.turn))
	}
	return nil
}

// mustHaveAction refuses a seat that cannot begin or go on with its action.
func (s *State) mustHaveAction(seat engine.Seat) error {
	if err := s.mustAct(seat); err != nil {
		return err
	}
	if s.acted {
		return engine.Refuse("%s has had its action this turn", seat)
	}
	return nil
}

// mustBeClear refuses while cards lie open that are not used yet.
func (s *State) mustBeClear() error {
	if s.open[0] != 0 {
		return engine.Refuse("first use the cards that lie open, or take them back")
	}
	return nil
}

// checkPlay: cards of one color, black ones among them, are played together; a
// trilithon card is played alone.
func (s *State) checkPlay(c Play) error {
	if err := s.mustHaveAction(c.Seat); err != nil {
		return err
	}
	side := s.side(s.turn)
	switch {
	case c.Card == 0 || c.Card.Faction() != side:
		return engine.Refuse("%s plays with the cards of %s", c.Seat, side.term())
	case !s.maybe(s.turn).contains(c.Card):
		return engine.Refuse("%s cannot have %s in hand", c.Seat, c.Card.term())
	case !s.fitting().contains(c.Card):
		return engine.Refuse("%s does not go with the cards that lie open", c.Card.term())
	}
	return nil
}

// fitting returns the cards that may lie beside the open ones.
func (s *State) fitting() deckSet {
	color := Black
	for _, c := range s.opened() {
		if c.color() == 0 {
			return 0
		}
		if c.color() != Black {
			color = c.color()
		}
	}
	switch {
	case s.open[0] == 0:
		return ^deckSet(0)
	case color == Black:
		return ^trilithons
	}
	return ofColor[color] | ofColor[Black]
}

func (s *State) checkTakeBack(c TakeBack) error {
	if err := s.mustHaveAction(c.Seat); err != nil {
		return err
	}
	switch {
	case c.Card == 0 || c.Card.Faction() != s.side(s.turn) || !s.openSet().contains(c.Card):
		return engine.Refuse("%s does not lie open", c.Card.term())
	case s.owed > 0:
		return engine.Refuse("%s has brought an argument already; take the other one", c.Card.term())
	}
	return nil
}

// checkFinish: a turn has exactly one action (ruling one-action).
func (s *State) checkFinish(c Finish) error {
	if err := s.mustAct(c.Seat); err != nil {
		return err
	}
	if !s.acted {
		return engine.Refuse("%s has not had its action yet", c.Seat)
	}
	return nil
}
