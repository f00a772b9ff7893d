package highcouncil

import (
	"strconv"

	"arbiter/engine"
)

// shapes has the colors of seats in the order of the shapes that they get.
var shapes = [4]Color{White, Red, Yellow, Blue}

// View shows the table: the ring with its largest blocks, and a zone for each field; what lies open
// and in the hands; pieces, blocks and arguments; and what the game waits for.
func (s *State) View() engine.View {
	v := engine.View{Stage: s.stage(), Phase: s.phaseWord(), Over: s.over, Prompts: s.prompts(), Remind: s.reminders(), Board: s.boardFields(), Blocks: s.blocks()}
	for i := range int8(s.seating.count) {
		v.Seats = append(v.Seats, s.place(i))
	}
	v.MarkTurns()
	v.MarkRanks(s.ranks())
	v.Tracks = s.tracks()
	for n := uint8(1); n <= Fields; n++ {
		v.Zones = append(v.Zones, s.field(n))
	}
	for i := range int8(s.seating.count) {
		v.Zones = append(v.Zones, s.table(i), s.hand(i))
	}
	v.Lying, v.Piles = []engine.Zone{s.middle()}, s.piles()
	return v
}

func (s *State) stage() []engine.Text {
	switch {
	case s.winner != 0:
		return []engine.Text{engine.Say("Turn %d", int(s.turns)), engine.Say("%s wins the council over", s.winner.term())}
	case s.over:
		return []engine.Text{engine.Say("Turn %d", int(s.turns)), engine.Say("The council adjourns without a decision")}
	case s.voting:
		return []engine.Text{engine.Say("Turn %d", int(s.turns)), engine.Say("Vote")}
	}
	return []engine.Text{engine.Say("Turn %d", int(s.turns)), engine.Say("Debate")}
}

// phaseWord returns the phase as one word.
func (s *State) phaseWord() string {
	switch {
	case s.over:
		return "over"
	case s.voting:
		return "vote"
	}
	return "debate"
}

// place shows a seat: its arguments, its cards, and how many pieces it has in supply.
func (s *State) place(i int8) engine.Place {
	color := s.seating.own[i][0]
	place := engine.Place{Seat: s.seat(i), Color: color.String(), Shape: shapeOf(color), Who: engine.Say("%s", s.side(i).term())}
	place.Winner = s.winner != 0 && s.winner == s.side(i)
	p := &s.players[i]
	place.Purse = make([]engine.Amount, 0, argumentColors)
	for c := White; c.IsArgument(); c++ {
		place.Purse = append(place.Purse, engine.Amount{Of: c.String(), N: int(p.args[c])})
	}
	place.Cards = append(place.Cards, engine.Amount{Of: engine.Hand, N: int(p.known.size() + p.unknown())})
	for _, c := range s.seating.own[i] {
		place.Cards = append(place.Cards, engine.Amount{Of: string(Piece{c, Follower}.term()), N: int(s.supply(c))})
		place.Notes = append(place.Notes, engine.Say("Supply: %d (%s)", int(s.supply(c)), c.term()))
		if !s.speaks(c) {
			place.Notes = append(place.Notes, engine.Say("Speaker waits (%s)", c.term()))
		}
	}
	return place
}

// tracks returns the pieces on the ring and the side's largest block, which both follow from the
// ring, and the arguments.
func (s *State) tracks() []engine.Track {
	track := func(name string, title engine.Text, derived bool, at func(i int8) int) engine.Track {
		t := engine.Track{Name: name, Title: title, Derived: derived}
		for i := range int8(s.seating.count) {
			t.At = append(t.At, at(i))
		}
		return t
	}
	largest := [2]uint8{s.ring.largest(Pro), s.ring.largest(Contra)}
	all := []engine.Track{
		track("pieces", engine.Say("Pieces"), true, s.pieces),
		track("block", engine.Say("Block"), true, func(i int8) int { return int(largest[s.side(i).index()]) }),
	}
	for c := White; c.IsArgument(); c++ {
		all = append(all, track(c.String(), engine.Say("%s: arguments", c.term()), false, func(i int8) int { return int(s.players[i].args[c]) }))
	}
	return all
}

// pieces counts a seat's pieces on the ring.
func (s *State) pieces(i int8) (n int) {
	for _, c := range s.seating.own[i] {
		n += int(s.ring.seated(c))
	}
	return n
}

func (s *State) field(n uint8) engine.Zone {
	z := engine.Zone{Seat: engine.Table, Name: strconv.Itoa(int(n)), Title: engine.Say("Field %d (%s)", int(n), fieldColor(n).term())}
	if p := s.ring.On(n); p != (Piece{}) {
		z.Cards = []engine.Card{{Name: p.term()}}
	}
	return z
}

// table returns the zone of a seat's played cards until they are used.
func (s *State) table(i int8) engine.Zone {
	z := engine.Zone{Seat: s.seat(i), Name: string(OnTable), Title: engine.Say("Open cards"), Suit: s.side(i).String()}
	if i == s.turn {
		for _, c := range s.opened() {
			z.Cards = append(z.Cards, engine.Card{Name: c.term(), Fresh: s.owed == 0})
		}
	}
	return z
}

// hand lists the known cards first, then the unknown ones.
func (s *State) hand(i int8) engine.Zone {
	z := engine.Zone{Seat: s.seat(i), Name: engine.Hand, Title: engine.Say("Hand"), Suit: s.side(i).String()}
	for _, c := range s.players[i].known.of(s.side(i)) {
		z.Cards = append(z.Cards, engine.Card{Name: c.term()})
	}
	for range s.players[i].unknown() {
		z.Cards = append(z.Cards, engine.Card{})
	}
	return z
}

// middle returns the zone where the trilithon lies once the vote has begun.
func (s *State) middle() engine.Zone {
	z := engine.Zone{Seat: engine.Table, Name: "middle", Title: engine.Say("Middle")}
	if s.voting {
		z.Cards = []engine.Card{{Name: trilithon}}
	}
	return z
}

// piles returns the decks of the factions and the cards they have played.
func (s *State) piles() (all []engine.Pile) {
	for f := Pro; f <= Contra; f++ {
		d := s.deck(f)
		all = append(all,
			engine.Pile{Seat: engine.Table, Name: "deck " + f.String(), Title: engine.Say("Deck (%s)", f.term()), Suit: f.String(), Number: int(d.left)},
			engine.Pile{Seat: engine.Table, Name: "played " + f.String(), Title: engine.Say("Played cards (%s)", f.term()), Suit: f.String(), Number: int(d.played)})
	}
	return all
}
