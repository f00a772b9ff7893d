package castingshadows

import (
	"fmt"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// start sets the table up (rulebook, setup): the youngest, who is named first, begins
// (ruling person-one). The error is a Refusal if these seats cannot play.
func start(seats []engine.Seat, told []engine.Event) (engine.State, error) {
	if len(seats) < 2 || len(seats) > mostSeats {
		return nil, engine.Refuse("two to four can play, not %d", len(seats))
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
	switch {
	case at.tracks && at.dealt:
		return nil, engine.Refuse("the device rolls and draws in the full book alone")
	case !at.tracks:
		if err := at.layOut(facts); err != nil {
			return nil, err
		}
	}
	s := &State{
		seating: at, facts: facts, winner: -1, deck: wholeDeck, companions: 1<<printed.CompanionCards - 1,
		traps: trapPile{left: printed.CounterspellCards},
	}
	for i := range s.count() {
		s.players[i] = player{health: printed.Health, at: s.character(i).Home()}
	}
	if err := s.told(told); err != nil {
		return nil, err
	}
	r := resolution{State: *s}
	r.proceed()
	return &r.State, nil
}

// factsOf gathers what is printed.
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

// told applies the facts of the setup that are not printed.
func (s *State) told(told []engine.Event) error {
	for _, e := range told {
		if _, ok := e.(printed.Fact); ok {
			continue
		}
		x, ok := e.(stated)
		if !ok {
			return fmt.Errorf("fact %v: it is none of a setup", e)
		}
		if err := x.misfit(s); err != nil {
			if _, no := err.(engine.Refusal); no {
				return err
			}
			return fmt.Errorf("fact %v: %w", e, err)
		}
		s.apply(e)
	}
	return nil
}

// sit gives each seat its character: the one that was chosen, or that it is named after,
// else the next that is free.
func sit(seats []engine.Seat, told []engine.Event) (*seating, error) {
	at := &seating{count: uint8(len(seats))}
	copy(at.seats[:], seats)
	for i, seat := range seats {
		at.commands[i] = commandsOf(seat)
	}
	var taken [printed.Haze + 1]bool
	take := func(i int, c printed.Character) error {
		if taken[c] {
			return engine.Refuse("%s is played by two seats", c.Term())
		}
		taken[c], at.characters[i] = true, c
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
		for c := printed.Kit; at.characters[i] == 0 && c <= printed.Haze; c++ {
			if !taken[c] {
				taken[c], at.characters[i] = true, c
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

// chosen is the character that a seat was told to play, or is named after; 0 for none.
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

// layOut puts the tiles where they belong: three for everybody, and the homes of who
// plays.
func (at *seating) layOut(facts *printed.Facts) error {
	for _, p := range []printed.Place{printed.Middle, printed.Left, printed.Right} {
		at.places[printed.FixedTile(p)-printed.AncientRune] = p
	}
	for i := range int(at.count) {
		p := facts.Home(int(at.count), i+1)
		if p == 0 {
			return engine.Refuse("nobody has told where the home of person %d of %d lies: look at the picture of the setup, and read a box that tells it", i+1, int(at.count))
		}
		for n, other := range at.places {
			if other == p {
				return engine.Refuse("two tiles lie in one place: %s and that of person %d", (printed.AncientRune + printed.Name(n)).Term(), i+1)
			}
		}
		at.places[at.characters[i].Home()-printed.AncientRune] = p
	}
	return nil
}

// doubts compares the facts of a box with what the rulebook tells of every box.
func doubts(told []engine.Event) (wrong, open []engine.Text) {
	facts, err := factsOf(told)
	if err != nil {
		return []engine.Text{engine.Say("%s", engine.Term(err.Error()))}, nil
	}
	return facts.Doubts()
}

// checklist lists what people do before the first turn; nothing if no game can start with
// the facts.
func checklist(seats []engine.Seat, told []engine.Event) []engine.Text {
	begun, err := start(seats, told)
	if err != nil {
		return nil
	}
	return of(begun).checklist()
}
