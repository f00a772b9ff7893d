package castingshadows

import (
	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// prompts says what the game waits for, and from whom.
func (s *State) prompts() []engine.Prompt {
	if s.over {
		return nil
	}
	n := s.needs()
	if ask := asking[n.kind]; ask != nil {
		return ask(s, n)
	}
	return s.turnPrompts()
}

var asking = map[needKind]func(*State, need) []engine.Prompt{
	needsRoll:     (*State).rollPrompts,
	needsDraw:     (*State).drawPrompts,
	needsDeal:     (*State).dealPrompts,
	needsAnswers:  (*State).answerPrompts,
	needsChoice:   (*State).choicePrompts,
	needsSettling: (*State).settlePrompts,
	needsSummon:   (*State).summonPrompts,
	needsTable:    (*State).tablePrompts,
}

// ask asks one seat; the others are told that it does something.
func ask(seat engine.Seat, text, brief engine.Text) []engine.Prompt {
	p := engine.Prompt{Seat: seat, Text: text, Brief: brief}
	if seat != engine.Table {
		p.Doing = engine.Say("%s plays", seat)
	}
	return []engine.Prompt{p}
}

func (s *State) rollPrompts(n need) []engine.Prompt {
	return ask(engine.Table, engine.Say("%[2]s rolls {one die|%[1]d dice}. What do they show?", s.rolling.size(), s.seat(n.seat)), engine.Say("%s rolls", s.seat(n.seat)))
}

func (d DiceSet) size() int { return len(d.Dice()) }

func (s *State) drawPrompts(need) []engine.Prompt {
	if tile := s.lacking(); tile != 0 {
		return ask(engine.Table, engine.Say("Draw a card and lay it beside %s", tile.Term()), engine.Say("Draw a card"))
	}
	return ask(engine.Table, engine.Say("Draw a companion for the portal"), engine.Say("Draw a companion"))
}

func (s *State) dealPrompts(n need) []engine.Prompt {
	return ask(engine.Table, engine.Say("Deal a counterspell to %s", s.seat(n.seat)), engine.Text{})
}

// answerPrompts ask every seat that has not answered, by the same words: what it would
// lose differs.
func (s *State) answerPrompts(need) (all []engine.Prompt) {
	f := s.upper()
	order, n := s.inOrder()
	for _, i := range order[:n] {
		if !s.asked(i).Allowed() {
			continue
		}
		text := engine.Say("%s. Turn up a counterspell?", s.about(f))
		if harm := f.harm[i]; f.kind == blow && harm > 0 {
			text = engine.Say("%s: %d damage to you. Turn up a counterspell?", s.about(f), int(harm))
		}
		all = append(all, engine.Prompt{Seat: s.seat(i), Text: text, Brief: engine.Say("Turn up a card?"), Doing: engine.Say("%s is asked", s.seat(i))})
	}
	if all == nil {
		return ask(engine.Table, engine.Say("Everybody has answered"), engine.Text{})
	}
	return all
}

func (s *State) choicePrompts(n need) []engine.Prompt {
	f := s.upper()
	part, _ := s.lines(f)
	return ask(s.seat(n.seat), engine.Say("%s. %s", f.of.Term(), s.partText(f.of, part)), engine.Say("Choose: %s", f.of.Term()))
}

// settlePrompts ask for what people carry out themselves.
func (s *State) settlePrompts(need) []engine.Prompt {
	of := s.upper().of
	if s.upper().isPrice() {
		return ask(engine.Table, engine.Say("Nobody has told what %s costs: pay what is printed, and tell what is left", of.Term()), engine.Say("Pay for %s", of.Term()))
	}
	if text := s.printedText(of); !text.IsZero() {
		return ask(engine.Table, engine.Say("%s: %s. Do that, and tell what is different then", of.Term(), text), engine.Say("Do what %s says", of.Term()))
	}
	return ask(engine.Table, engine.Say("Do what %s says, and tell what is different then", of.Term()), engine.Say("Do what %s says", of.Term()))
}

func (s *State) summonPrompts(n need) []engine.Prompt {
	return ask(s.seat(n.seat), engine.Say("You change into your shadow form. Take a companion from the portal"), engine.Say("Take a companion"))
}

func (s *State) tablePrompts(need) []engine.Prompt {
	return ask(engine.Table, engine.Say("Nobody has harmed anybody for a long time. Play on, or end the game as a draw?"), engine.Say("Play on?"))
}

// turnPrompts ask whose turn it is.
func (s *State) turnPrompts() []engine.Prompt {
	seat := s.seat(s.turn)
	switch {
	case s.stage == Acting && s.points > 0:
		return ask(seat, engine.Say("Use {your last action|one of %d actions}: travel, cast, reroll, protect, refresh or collect", int(s.points)), engine.Say("{%d action|%d actions} left", int(s.points)))
	case s.stage == Acting:
		return ask(seat, engine.Say("No action is left. Go on to absorbing"), engine.Say("Go on"))
	case s.stage == Absorbing:
		return ask(seat, engine.Say("Absorb shadow fragments, or end your turn"), engine.Say("Absorb, or end"))
	}
	return nil
}

// reminders lists what people forget: curses, a ready ability, and texts that are read
// out.
func (s *State) reminders() (all []engine.Prompt) {
	if s.over || s.stage == 0 || s.active().out {
		return nil
	}
	seat, p := s.seat(s.turn), s.active()
	remind := func(text, brief engine.Text) {
		all = append(all, engine.Prompt{Seat: seat, Text: text, Brief: brief})
	}
	if n := int(s.pool(s.turn)[printed.CursedCrystal]); n > 0 && s.stage == Acting {
		remind(engine.Say("{One cursed crystal|%d cursed crystals} in your pool: as much damage at the end of the turn.", n), engine.Say("{%d curse|%d curses}", n))
	}
	if p.shadow && s.stage == Acting && p.energy >= p.limit() {
		remind(engine.Say("Your shadow ability is charged: it costs no action."), engine.Say("Ability charged"))
	}
	for _, text := range s.readOut() {
		remind(text, engine.Text{})
	}
	return all
}

// readOut are the texts that always hold for whose turn it is: people keep to them.
func (s *State) readOut() (all []engine.Text) {
	things := s.things(s.turn)
	of := things[:]
	if s.active().shadow {
		of = append(of, s.character(s.turn).Shadow())
	}
	for _, n := range of {
		for _, t := range s.facts.Texts(n) {
			if t.When == printed.Always {
				all = append(all, engine.Say("%s: %s", n.Term(), engine.Term(spaced(t.Text))))
			}
		}
	}
	return all
}
