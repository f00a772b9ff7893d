package highcouncil

import "arbiter/engine"

// prompts says what the game waits for, and from whom.
func (s *State) prompts() []engine.Prompt {
	ask := func(seat engine.Seat, text, brief engine.Text) []engine.Prompt {
		return []engine.Prompt{{Seat: seat, Text: text, Brief: brief}}
	}
	seat := s.seat(s.turn)
	switch waits := s.short(); {
	case s.over:
		return nil
	case waits >= 0:
		return ask(engine.Table, engine.Say("Deal a card to %s", s.seat(waits)), engine.Text{})
	case s.asked >= 0:
		return ask(s.seat(s.asked), engine.Say("%s confers: take the card and give one back, face down", seat), engine.Say("Give a card back"))
	case s.owed > 0:
		return ask(seat, engine.Say("Take one more argument"), engine.Text{})
	case s.open[0] != 0:
		return ask(seat, engine.Say("Use the open cards: discuss or take a seat"), engine.Say("Use the open cards"))
	case s.acted:
		return ask(seat, engine.Say("Convince somebody, or finish the turn"), engine.Say("Convince or finish"))
	case s.pair():
		return ask(seat, engine.Say("Play a card to discuss or to take a seat, or ponder; you may convince before and after"), engine.Say("Play a card"))
	}
	return ask(seat, engine.Say("Play a card to discuss or to take a seat, ponder or confer; you may convince before and after"), engine.Say("Play a card"))
}

// reminders lists what people forget: the cheaper vote, and moving followers.
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
		all = append(all, engine.Prompt{Seat: seat, Text: engine.Say("No follower is left: one on the ring moves instead."), Brief: engine.Say("A follower moves")})
	}
	return all
}
