package display_test

import (
	"fmt"
	"math"

	"arbiter/engine"
)

// council shows games with a ring of 30 fields: four seats that vote, and two
// that have just begun.
func council() []scene {
	return []scene{{name: "vote", view: vote()}, {name: "debate", view: debate()}}
}

var sides = [...]struct {
	color string
	shape engine.Shape
	side  string
}{{"white", engine.Circle, "Pro"}, {"red", engine.Square, "Contra"}, {"yellow", engine.Triangle, "Pro"}, {"blue", engine.Diamond, "Contra"}}

// ring makes a board from a letter for each field: the initial of a color, a capital for a speaker;
// a dot for nothing.
func ring(on string) (board []engine.Field) {
	pieces := map[byte]engine.Piece{}
	for _, s := range sides {
		pieces[s.color[0]] = engine.Piece{Color: s.color, Shape: s.shape}
		pieces[s.color[0]-'a'+'A'] = engine.Piece{Color: s.color, Shape: s.shape, Tall: true}
	}
	for i := range len(on) {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(len(on)))
		board = append(board, engine.Field{Name: fmt.Sprint(i + 1), X: float32(0.5 + 0.45*sin), Y: float32(0.5 - 0.45*cos),
			Size: 0.092, Piece: pieces[on[i]]})
	}
	return board
}

// vote: turn 23; the winner of the vote is not found.
func vote() engine.View {
	v := engine.View{Stage: []engine.Text{engine.Say("Turn %d", 23), engine.Say("Vote")}, Board: ring("wwYwr.bbRryyw.wwy.bbbrrw.y.bwy")}
	for i, s := range sides {
		p := place(engine.Seat(s.color), s.color, s.shape)
		p.Who, p.Turn = term(s.side), i == 2
		p.Notes = []engine.Text{engine.Say("Supply: %d (%s)", 5-i%3, engine.Term(s.color))}
		if i%3 == 0 {
			p.Notes = append(p.Notes, engine.Say("Speaker waits (%s)", engine.Term(s.color)))
		}
		v.Seats = append(v.Seats, p)
	}
	v.Tracks = arguments([]int{8, 5, 5, 6}, []int{5, 5, 5, 5}, []int{3, 0, 1, 2}, []int{0, 4, 2, 1}, []int{1, 1, 0, 6}, []int{5, 0, 0, 2}, []int{2, 3, 3, 0})
	v.Blocks = blocks([]engine.Seat{"white", "yellow"}, []engine.Seat{"red", "blue"}, []string{"29", "30", "1", "2", "3", "4"}, []string{"19", "20", "21", "22", "23"})
	v.Prompts = []engine.Prompt{{Seat: "yellow", Text: engine.Say("Play a card to discuss or to take a seat, ponder or confer; you may convince before and after"),
		Brief: engine.Say("Play a card or confer; convince")}}
	v.Remind = []engine.Prompt{{Seat: "yellow", Text: engine.Say("Vote: a larger group convinces a smaller one for 1 argument, speakers too.")}}
	return v
}

// debate: two seats with two colors each.
func debate() engine.View {
	v := engine.View{Stage: []engine.Text{engine.Say("Turn %d", 7), engine.Say("Debate")}, Board: ring("w..y......B..r.....W..y.......")}
	for i, s := range sides[:2] {
		p := place(engine.Seat(s.color), s.color, s.shape)
		p.Who, p.Turn = term(s.side), i == 0
		for _, c := range []string{s.color, sides[i+2].color} {
			p.Notes = append(p.Notes, engine.Say("Supply: %d (%s)", 9-i, engine.Term(c)))
		}
		v.Seats = append(v.Seats, p)
	}
	v.Tracks = arguments([]int{4, 2}, []int{1, 1}, []int{3, 0}, []int{0, 4}, []int{1, 1}, []int{5, 0}, []int{2, 3})
	v.Blocks = blocks([]engine.Seat{"white"}, []engine.Seat{"red"}, []string{"1"}, []string{"14"})
	v.Prompts = []engine.Prompt{{Seat: "white", Text: engine.Say("Convince somebody, or finish the turn"), Brief: engine.Say("Convince or finish")}}
	return v
}

// arguments takes the pieces, the blocks and the arguments of each color.
func arguments(at ...[]int) []engine.Track {
	t := []engine.Track{
		{Name: "pieces", Title: engine.Say("Pieces"), Derived: true},
		{Name: "block", Title: engine.Say("Block"), Derived: true},
	}
	for _, c := range []string{"white", "blue", "green", "yellow", "red"} {
		t = append(t, engine.Track{Name: c, Title: engine.Say("%s: arguments", engine.Term(c))})
	}
	for i := range t {
		t[i].At = at[i]
	}
	return t
}

// blocks takes the seats of each side and the fields of its largest block.
func blocks(pro, contra []engine.Seat, ofPro, ofContra []string) []engine.Block {
	all := []engine.Block{{Name: "pro", Seats: pro, Fields: ofPro, Goal: 16}, {Name: "contra", Seats: contra, Fields: ofContra, Goal: 16}}
	for i, s := range sides {
		all[i%2].Pieces = append(all[i%2].Pieces, engine.Piece{Color: s.color, Shape: s.shape})
	}
	return all
}
