package castingshadows

import (
	"cmp"
	"slices"

	"arbiter/engine"
)

// review shows people who look back at a game how hit points fell and who dealt the damage.
var review = engine.Review{
	Round:      engine.Of(func(s *State) int { return int(s.Turns) }),
	Lasted:     func(turns int) engine.Text { return engine.Say("{%d turn|%d turns}", turns) },
	Charts:     engine.OfTwo((*State).charts),
	Scoreboard: engine.OfTwo((*State).scoreboard),
	Ranks:      engine.Of((*State).ranks),
	Kinds:      []engine.Kind{{Name: kindCharacter, Title: engine.Say("Character")}},
	Traits:     engine.Of((*State).traits),
}

const kindCharacter = "character"

// A course is what happened in a game, turn by turn: the hit points of each seat at the end of each
// turn, the damage it had dealt and taken by then, and how many cards it has collected.
type course struct {
	turns  []int
	health [mostSeats][]int
	dealt  [mostSeats][]int
	taken  [mostSeats][]int
	out    [mostSeats]int // the turn in which it went out, as an index of turns from 1
	cards  [mostSeats]int
}

// followed replays a game from its events; end is its last position, nil if there are no events.
func (s *State) followed(events []engine.Event) (c course, end *State) {
	if len(events) == 0 {
		return c, nil
	}
	s = new(*s)
	var dealt, taken [mostSeats]int
	for _, e := range events {
		before := *s
		s.accept(e)
		if s.Turns != before.Turns && before.Turns > 0 {
			c.close(&before, dealt, taken)
		}
		c.count(&before, s, e, &dealt, &taken)
	}
	c.close(s, dealt, taken)
	return c, s
}

// close records the end of a turn.
func (c *course) close(s *State, dealt, taken [mostSeats]int) {
	c.turns = append(c.turns, int(s.Turns))
	for i := range s.Count() {
		c.health[i] = append(c.health[i], int(s.Players[i].Health))
		c.dealt[i], c.taken[i] = append(c.dealt[i], dealt[i]), append(c.taken[i], taken[i])
	}
}

// count adds the hit points lost in an event, and remembers who went out.
func (c *course) count(before, s *State, e engine.Event, dealt, taken *[mostSeats]int) {
	for i := range s.Count() {
		if s.Players[i].Out && c.out[i] == 0 {
			c.out[i] = len(c.turns) + 1
		}
	}
	switch e := e.(type) {
	case Collected:
		c.cards[s.Find(e.Seat)]++
	case Trapped:
		c.cards[s.Find(e.Seat)]++
	}
	h, hurts := e.(Harmed)
	for i := range s.Count() {
		n := int(before.Players[i].Health) - int(s.Players[i].Health)
		taken[i] += max(n, 0)
		if from := s.Find(h.From); hurts && from >= 0 && from != i {
			dealt[from] += max(n, 0)
		}
	}
}

// charts draws hit points, damage dealt and damage taken, turn by turn.
func (s *State) charts(events []engine.Event) []engine.Chart {
	c, end := s.followed(events)
	if end == nil {
		return nil
	}
	var steps []engine.Text
	for _, t := range c.turns {
		steps = append(steps, engine.Say("%d", t))
	}
	chart := func(name string, title engine.Text, of [mostSeats][]int) engine.Chart {
		k := engine.Chart{Name: name, Title: title, Across: engine.Say("Turn"), Steps: steps}
		for i := range end.Count() {
			line := engine.Series{Title: engine.Say("%s", end.seat(i)), Seat: end.seat(i), At: of[i]}
			if out := c.out[i]; out > 0 {
				line.Marks = []engine.Mark{{Step: out - 1, Text: engine.Say("%s is out", end.seat(i))}}
			}
			k.Series = append(k.Series, line)
		}
		return k
	}
	return []engine.Chart{
		chart("health", engine.Say("Hit points"), c.health),
		chart("dealt", engine.Say("Damage dealt to others"), c.dealt),
		chart("taken", engine.Say("Damage taken"), c.taken),
	}
}

// until returns the turn in which a seat went out, or else the last one.
func (c *course) until(seat int) int {
	if out := c.out[seat]; out > 0 {
		return c.turns[min(out, len(c.turns))-1]
	}
	return c.turns[len(c.turns)-1]
}

// scoreboard shows who survived longest, what each seat dealt and took, and what it collected.
func (s *State) scoreboard(events []engine.Event) engine.Scoreboard {
	c, end := s.followed(events)
	if end == nil || !end.Over {
		return engine.Scoreboard{}
	}
	b := engine.Scoreboard{
		Result: end.stageTexts()[1],
		Rule:   engine.Say("Who is left alone wins."),
		Columns: []engine.ScoreColumn{
			{Of: "health", Title: engine.Say("Hit points")}, {Of: "dealt", Title: engine.Say("Damage dealt to others")},
			{Of: "taken", Title: engine.Say("Damage taken")}, {Of: "spells", Title: engine.Say("Cards collected")}, {Of: "until", Title: engine.Say("In play until turn")},
		},
	}
	last := len(c.turns) - 1
	for n, r := range end.ranks() {
		b.Rows = append(b.Rows, engine.ScoreRow{Seat: r.Seat, Place: r.Place, At: []int{c.health[n][last], c.dealt[n][last], c.taken[n][last], c.cards[n], c.until(n)}})
	}
	slices.SortStableFunc(b.Rows, func(p, q engine.ScoreRow) int { return cmp.Compare(p.Place, q.Place) })
	return b
}

// ranks places the seats: the last one to go out is second; seats that are left when the game ends
// as a draw share first place.
func (s *State) ranks() (all []engine.Rank) {
	if !s.Over {
		return nil
	}
	for i := range s.Count() {
		r := engine.Rank{Seat: s.seat(i), Place: 1}
		if fell := s.Players[i].Fell; fell > 0 {
			r.Place = int(s.Count()) - int(fell) + 1
		}
		all = append(all, r)
	}
	return all
}

// traits returns the characters that seats played.
func (s *State) traits() (all []engine.Trait) {
	for i := range s.Count() {
		all = append(all, engine.Trait{Seat: s.seat(i), Kind: kindCharacter, Value: s.character(i).Term()})
	}
	return all
}
