package highcouncil

import (
	"fmt"

	"arbiter/engine"
)

// pieceColors lists the colors of the factions' pieces, in the order in which
// seats without a color get them.
var pieceColors = [2][2]Color{{White, Yellow}, {Red, Blue}}

// start sets up the table (rules, setup): the ring is empty, and Pro's first seat begins (ruling
// start). The error is a Refusal if these seats cannot play.
func start(seats []engine.Seat, told []engine.Event) (engine.State, error) {
	if len(seats) != 2 && len(seats) != mostPlaces {
		return nil, engine.Refuse("two or four can play, not %d", len(seats))
	}
	if err := engine.CheckSeats(words, seats); err != nil {
		return nil, err
	}
	at, err := sit(seats)
	if err != nil {
		return nil, err
	}
	for _, e := range told {
		if e, ok := e.(interface{ seats(at *seating) }); ok {
			e.seats(at)
		}
	}
	s := &State{seating: at, turn: at.first, turns: 1, asked: -1}
	for i := range s.decks {
		s.decks[i].left = deckCards
	}
	for _, e := range told {
		if e, ok := e.(stated); ok {
			if err := e.Misfit(s); err != nil {
				return nil, fmt.Errorf("fact %v: %w", e, err)
			}
		}
		s.accept(e)
	}
	s.dealHands()
	return s, nil
}

// sit gives each seat its side and its colors. A seat that is named after a color plays that color;
// Pro and Contra alternate.
func sit(seats []engine.Seat) (*seating, error) {
	at := &seating{count: uint8(len(seats)), goal: winningBlock}
	copy(at.seats[:], seats)
	first := Pro
	for i, seat := range seats {
		if f := named(seat).Faction(); f != 0 {
			first = Faction((int(f)-1+i)%2 + 1)
			break
		}
	}
	for i := range seats {
		at.sides[i] = Faction((int(first)-1+i)%2 + 1)
		if f := named(seats[i]).Faction(); f != 0 && f != at.sides[i] {
			return nil, engine.Refuse("%s sits on the wrong side: white and yellow play Pro, red and blue Contra, and the sides alternate", seats[i])
		}
	}
	if first == Contra {
		at.first = 1
	}
	at.color()
	for i, seat := range seats {
		at.commands[i] = commandsOf(seat, at.sides[i], at.own[i])
	}
	return at, nil
}

func commandsOf(seat engine.Seat, side Faction, own []Color) seatCommands {
	all := seatCommands{ponder: Ponder{seat}, finish: Finish{seat}}
	for _, c := range (^deckSet(0)).of(side) {
		all.plays[c.index()] = Play{seat, c}
		all.deals[c.index()] = Deal{engine.Table, seat, c}
		all.confers[c.index()] = Confer{seat, c}
		all.returns[c.index()] = Return{seat, c}
	}
	for c := White; c.IsArgument(); c++ {
		all.discuss[c] = Discuss{seat, c}
	}
	for field := uint8(1); field <= Fields; field++ {
		for n, color := range own {
			all.onField(seat, field, n, color)
		}
	}
	return all
}

// onField builds the commands of a seat from a field, and on it, with a piece of its nth color.
func (all *seatCommands) onField(seat engine.Seat, field uint8, n int, color Color) {
	for with := Color(0); with <= argumentColors; with++ {
		all.takeSeat[field][n][Follower][with] = TakeSeat{Seat: seat, Field: field, Color: color, Rank: Follower, Paid: with}
		for side, to := range neighbors(field) {
			all.convince[field][side][with][n] = Convince{Seat: seat, From: field, To: to, With: with, Color: color}
		}
	}
	all.takeSeat[field][n][Speaker][0] = TakeSeat{Seat: seat, Field: field, Color: color, Rank: Speaker}
}

// named returns the color a seat is named after.
func named(seat engine.Seat) Color {
	var c Color
	if c.UnmarshalText([]byte(seat)) != nil {
		return 0
	}
	return c
}

func (at *seating) color() {
	for i := range at.count {
		colors := pieceColors[at.sides[i].index()]
		mine, partner := named(at.seats[i]), Color(0)
		if at.count == mostPlaces {
			partner = named(at.seats[(i+2)%mostPlaces])
		}
		switch {
		case mine == colors[1], partner == colors[0], i > 1 && partner != colors[1] && mine != colors[0]:
			colors[0], colors[1] = colors[1], colors[0]
		}
		if at.own[i] = colors[:]; at.count == mostPlaces {
			at.own[i] = colors[:1]
		}
	}
}

// dealHands fills the hands of a cardboard table with unknown cards.
func (s *State) dealHands() {
	for i := range s.seating.count {
		for !s.seating.dealt && s.players[i].hand < handCards {
			s.accept(Dealt{Seat: s.seating.seats[i]})
		}
	}
}
