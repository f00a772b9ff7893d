package highcouncil

import "arbiter/engine"

// prompts says what the game waits for, and from whom.
func (s *State) prompts() []engine.Prompt {
	ask := func(seat engine.Seat, text, brief engine.Text) []engine.Prompt {
		p := engine.Prompt{Seat: seat, Text: text, Brief: brief}
		if seat != engine.Table {
			p.Doing = engine.Say("%s plays", seat)
		}
		return []engine.Prompt{p}
	}
	seat := s.seat(s.turn)
	switch waits := s.short(); {
	case s.over:
		return nil
	case waits >= 0:
		return ask(engine.Table, engine.Say("Deal a card to %s", s.seat(waits)), engine.Text{})
	case s.asked >= 0:
		return ask(s.seat(s.asked), engine.Say("%s confers with you. Which card do you give back?", seat), engine.Say("Give a card back"))
	case s.owed > 0:
		return ask(seat, engine.Say("Take one more argument"), engine.Text{})
	case s.open[0] != 0:
		return ask(seat, engine.Say("Discuss, or take a seat"), engine.Text{})
	case s.acted:
		return ask(seat, engine.Say("Convince somebody, or end your turn"), engine.Say("Convince, or end your turn"))
	case s.pair():
		return ask(seat, engine.Say("Play a card, or ponder"), engine.Say("Play a card"))
	}
	return ask(seat, engine.Say("Play a card, ponder or confer"), engine.Say("Play a card"))
}

// reminders lists what people tend to forget: the cheaper vote, and moving followers.
func (s *State) reminders() []engine.Prompt {
	if s.over {
		return nil
	}
	var all []engine.Prompt
	seat := s.seat(s.turn)
	if s.voting {
		all = append(all, engine.Prompt{Seat: seat, Text: engine.Say("Vote: a larger group convinces a smaller one for 1 argument, speakers too."), Brief: engine.Say("Larger convinces for 1")})
	}
	if s.spent(s.turn) {
		all = append(all, engine.Prompt{Seat: seat, Text: engine.Say("You have no follower left: one on the ring moves instead."), Brief: engine.Say("A follower moves")})
	}
	return all
}
