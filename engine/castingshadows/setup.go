package castingshadows

import (
	"fmt"
	"slices"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// start sets up the table (rulebook, setup). The youngest, who is named first, begins (ruling
// person-one). The error is a Refusal if these seats cannot play.
func start(seats []engine.Seat, told []engine.Event) (engine.State, error) {
	if len(seats) < 2 || len(seats) > mostSeats {
		return nil, engine.Refuse("two to six can play, not %d", len(seats))
	}
	if err := engine.CheckSeats(words, seats); err != nil {
		return nil, err
	}
	facts, err := factsOf(told)
	if err != nil {
		return nil, err
	}
	at, err := sit(seats, told)
	if err != nil {
		return nil, err
	}
	if at.Tracks && at.Dealt {
		return nil, engine.Refuse("the device rolls and draws in the full book alone")
	}
	at.holds(facts)
	s := &State{
		Seating: at, Facts: facts, Winner: -1, Deck: at.Deck, Companions: at.Companions,
		Counterspells: counterspellPile{Left: uint8(at.Counterspells.size())},
	}
	for i := range s.Count() {
		s.Homes[i] = facts.OwnTile(s.character(i))
		s.Players[i] = player{Health: printed.Health, At: s.Homes[i]}
	}
	if !at.Tracks {
		if err := s.layOut(); err != nil {
			return nil, err
		}
	}
	if err := s.applySetup(told); err != nil {
		return nil, err
	}
	r := resolution{State: *s}
	r.proceed()
	return &r.State, nil
}

// holds sorts the cards of a box into the decks.
func (at *seating) holds(facts *printed.Facts) {
	for _, c := range printed.AllCards() {
		switch {
		case !facts.Has(c.Name()):
		case c < printed.FirstCounterspell:
			at.Deck.add(c)
		default:
			at.Counterspells |= oneCounterspell(c)
			if n := c.Name(); n.Kind() == printed.Counterspell && !slices.Contains(at.Answers, n) {
				at.Answers = append(at.Answers, n)
			}
			at.Companions |= companionBit(c)
		}
	}
}

// factsOf collects the printed facts.
func factsOf(told []engine.Event) (*printed.Facts, error) {
	var all []printed.Fact
	for _, e := range told {
		if f, ok := e.(printed.Fact); ok {
			if err := f.Misfit(); err != nil {
				return nil, err
			}
			all = append(all, f)
		}
	}
	return (&printed.Facts{}).With(all...), nil
}

// applySetup applies the facts of the setup.
func (s *State) applySetup(told []engine.Event) error {
	for _, e := range told {
		if _, ok := e.(printed.Fact); ok {
			continue
		}
		x, ok := e.(stated)
		if !ok {
			return fmt.Errorf("fact %v: it is none of a setup", e)
		}
		if err := x.Misfit(s); err != nil {
			if _, no := err.(engine.Refusal); no {
				return err
			}
			return fmt.Errorf("fact %v: %w", e, err)
		}
		s.accept(e)
	}
	return nil
}

// sit gives each seat its character: the one that was chosen, or the one that the seat is named
// after, or else the next free one.
func sit(seats []engine.Seat, told []engine.Event) (*seating, error) {
	at := &seating{Count: uint8(len(seats))}
	copy(at.Seats[:], seats)
	for i, seat := range seats {
		at.Commands[i] = prepared(seat)
	}
	taken := map[printed.Character]bool{}
	take := func(i int, c printed.Character) error {
		if taken[c] {
			return engine.Refuse("%s is played by two seats", c.Term())
		}
		taken[c], at.Characters[i] = true, c
		return nil
	}
	for i, seat := range seats {
		c, err := chosen(seat, told)
		if err != nil {
			return nil, err
		}
		if c == 0 {
			continue
		}
		if err := take(i, c); err != nil {
			return nil, err
		}
	}
	for i := range seats {
		for _, c := range printed.Characters() {
			if at.Characters[i] == 0 && !taken[c] {
				taken[c], at.Characters[i] = true, c
			}
		}
	}
	for _, e := range told {
		if x, ok := e.(interface{ seats(*seating) }); ok {
			x.seats(at)
		}
	}
	return at, nil
}

// chosen returns the character that a seat was told to play or is named after; 0 for none.
func chosen(seat engine.Seat, told []engine.Event) (c printed.Character, err error) {
	if c.UnmarshalText([]byte(seat)) != nil {
		c = 0
	}
	for _, e := range told {
		if x, ok := e.(Character); ok && x.Seat == seat {
			c = x.Name
		}
	}
	return c, nil
}

// doubts compares the facts of a box with what the rulebook says of every box.
func doubts(told []engine.Event) (wrong, open []engine.Text) {
	facts, err := factsOf(told)
	if err != nil {
		return []engine.Text{engine.Say("%s", engine.Term(err.Error()))}, nil
	}
	return facts.Doubts()
}

// lacking lists the homes of which nobody has told where they lie; the full book needs them.
func lacking(seats []engine.Seat, told []engine.Event) (all []engine.Lack) {
	facts, err := factsOf(told)
	if err != nil || len(seats) > mostSeats || slices.Contains(told, engine.Event(Book{"tracks"})) {
		return nil
	}
	for i := range seats {
		if facts.Home(len(seats), i+1) == 0 {
			all = append(all, engine.Lack{
				Line: fmt.Sprintf("seats %d %d", len(seats), i+1),
				What: engine.Say("where the home of person %d of %d lies", i+1, len(seats)),
			})
		}
	}
	return all
}
