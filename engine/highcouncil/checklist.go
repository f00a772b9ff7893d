package highcouncil

import "arbiter/engine"

// The setup of the cardboard as a list (rules, material and setup).

// checklist lists what people do before the first turn; it is empty if these seats cannot play with
// these facts.
func checklist(seats []engine.Seat, told []engine.Event) []engine.Text {
	begun, err := start(seats, told)
	if err != nil {
		return nil
	}
	s := begun.(*State)
	all := []engine.Text{engine.Say("Lay the board in the middle of the table. The outer ring is the council.")}
	all = append(all, s.sitting()...)
	all = append(all, s.supplies()...)
	all = append(all, s.cards()...)
	return append(all, engine.Say("%s begins.", s.seat(s.turn)))
}

// sitting says who plays what.
func (s *State) sitting() []engine.Text {
	var all []engine.Text
	if !s.pair() {
		all = append(all, engine.Say("Sit around the table so that Pro and Contra alternate."))
	}
	for i := range int8(s.seating.count) {
		own := s.seating.own[i]
		if len(own) > 1 {
			all = append(all, engine.Say("%s plays %s and takes %d followers and the speaker in each of two colors: %s, %s.",
				s.seat(i), s.side(i).term(), followers, own[0].term(), own[1].term()))
			continue
		}
		all = append(all, engine.Say("%s plays %s and takes %d followers and the speaker in one color: %s.",
			s.seat(i), s.side(i).term(), followers, own[0].term()))
	}
	return append(all, engine.Say("Everybody lays the own pieces out as a supply; the ring starts empty."))
}

// supplies says what is put in the middle of the board and beside it.
func (s *State) supplies() []engine.Text {
	return []engine.Text{
		engine.Say("Sort the %d arguments by color onto the five trilithon fields of the board, also the green ones.", arguments*int(argumentColors)),
		engine.Say("Put one trilithon beside the board. It goes to the middle when the vote begins."),
	}
}

// cards says how the decks are prepared and dealt, unless the device deals.
func (s *State) cards() []engine.Text {
	if s.seating.dealt {
		return []engine.Text{engine.Say("The device deals the cards: all of them stay in the box.")}
	}
	var all []engine.Text
	for f := Pro; f <= Contra; f++ {
		trilithons := trilithons.of(f)
		text := engine.Say("%s takes the %d cards of the day and shuffles two trilithon cards into them: %s, %s.", f.term(), Fields, trilithons[0].term(), trilithons[1].term())
		if f == Contra {
			text = engine.Say("%s takes the %d cards of the night and shuffles two trilithon cards into them: %s, %s.", f.term(), Fields, trilithons[0].term(), trilithons[1].term())
		}
		all = append(all, text)
	}
	return append(all,
		engine.Say("The fifth trilithon card stays in the box."),
		engine.Say("Deal %d cards to each seat, face down, from the deck of its side; lay the other %d of each side down as its deck.", handCards, int(s.deck(Pro).left)),
	)
}
