package web_test

import (
	"math"
	"slices"
	"strconv"

	"arbiter/companion"
	"arbiter/engine"
	"arbiter/engine/notation"
)

// The pond is a made-up game with a board: frogs sit on twelve stones in a ring
// and leap one or two stones on, in turn. The table deals each seat two cards,
// which it alone knows; they are laid on its one field and may be taken back.
type (
	Leap struct {
		Seat     engine.Seat
		From, To int
	}
	Lay struct {
		Seat engine.Seat
		Card string
	}
	Lift struct {
		Seat engine.Seat
		From string
		Card string
	}
	Deal struct {
		Seat, To engine.Seat
		Card     string
	}
	Leapt struct {
		Seat     engine.Seat
		From, To int
	}
	Laid struct {
		Seat engine.Seat
		Card string
	}
	Lifted struct {
		Seat engine.Seat
		Card string
	}
	Drawn struct {
		Seat engine.Seat
		Card string `word:"optional"`
	}
)

func (c Leap) By() engine.Seat { return c.Seat }
func (c Lay) By() engine.Seat  { return c.Seat }
func (c Lift) By() engine.Seat { return c.Seat }
func (c Deal) By() engine.Seat { return c.Seat }

// Cover hides which card was drawn.
func (e Drawn) Cover(seat engine.Seat) engine.Event {
	if seat != e.Seat {
		e.Card = ""
	}
	return e
}

const (
	stones   = 12
	pondHand = 2
)

var pondCards = []string{"heron", "lily", "newt", "reed", "snail"}

func pondGame() engine.Game {
	return engine.Game{
		Name: "pond", Title: "The Pond",
		Words: notation.Of(Leap{}, Lay{}, Lift{}, Deal{}, Leapt{}, Laid{}, Lifted{}, Drawn{}),
		Tell:  tellPond,
		New: func(seats []engine.Seat, _ []engine.Event) (engine.State, error) {
			p := pond{seats: seats}
			for i := range seats {
				p.frogs[i], p.frogs[stones/2+i] = i+1, i+1
			}
			return p, nil
		},
	}
}

func pondOffer() companion.GameOffer {
	return companion.GameOffer{Game: pondGame(), Seats: []engine.Seat{"purple", "red"}, Counts: []int{2}, Box: "pond", Boxes: []companion.BoxChoice{{Name: "pond"}}}
}

func tellPond(x any) engine.Text {
	switch c := x.(type) {
	case Leap:
		return engine.Say("Leap from stone %d to stone %d", c.From, c.To)
	case Lay:
		return engine.Say("Lay %s", engine.Term(c.Card))
	case Lift:
		return engine.Say("Take %s back", engine.Term(c.Card))
	case Deal:
		return engine.Say("Deal %s to %s", engine.Term(c.Card), c.To)
	}
	return engine.Say("%s", engine.Term(notation.Format(x)))
}

// A pond is a position: frogs by stone (0 for none, else the seat's place and
// 1), and the cards that somebody knows.
type pond struct {
	seats []engine.Seat
	frogs [stones]int
	hands [2][]string // "" for a card that nobody names
	open  [2][]string
	turn  int
}

func (p pond) short() int {
	return slices.IndexFunc([]int{0, 1}, func(i int) bool { return len(p.hands[i])+len(p.open[i]) < pondHand })
}

func (p pond) Legal() (all []engine.Command) {
	if i := p.short(); i >= 0 {
		for _, c := range pondCards {
			if !slices.Contains(slices.Concat(p.hands[0], p.hands[1], p.open[0], p.open[1]), c) {
				all = append(all, Deal{engine.Table, p.seats[i], c})
			}
		}
		return all
	}
	for from, who := range p.frogs {
		for far := 1; who == p.turn+1 && far <= 2; far++ {
			if to := (from + far) % stones; p.frogs[to] == 0 {
				all = append(all, Leap{p.seats[p.turn], from + 1, to + 1})
			}
		}
	}
	for i, seat := range p.seats {
		for _, c := range p.hands[i] {
			if c != "" {
				all = append(all, Lay{seat, c})
			}
		}
		for _, c := range p.open[i] {
			all = append(all, Lift{seat, "lay", c})
		}
	}
	return all
}

func (p pond) Decide(c engine.Command) ([]engine.Event, error) {
	if !slices.Contains(p.Legal(), c) {
		return nil, engine.Refuse("the pond says no")
	}
	switch c := c.(type) {
	case Leap:
		return []engine.Event{Leapt(c)}, nil
	case Lay:
		return []engine.Event{Laid(c)}, nil
	case Lift:
		return []engine.Event{Lifted{c.Seat, c.Card}}, nil
	case Deal:
		return []engine.Event{Drawn{c.To, c.Card}}, nil
	}
	return nil, engine.Refuse("the pond does not know that")
}

func (p pond) Apply(e engine.Event) engine.State {
	moved := func(from, to *[2][]string, i int, card string) {
		n := max(slices.Index(from[i], card), slices.Index(from[i], ""))
		from[i] = slices.Delete(slices.Clone(from[i]), n, n+1)
		to[i] = append(slices.Clone(to[i]), card)
	}
	switch e := e.(type) {
	case Leapt:
		p.frogs[e.To-1], p.frogs[e.From-1] = p.frogs[e.From-1], 0
		p.turn = 1 - p.turn
	case Drawn:
		i := slices.Index(p.seats, e.Seat)
		p.hands[i] = append(slices.Clone(p.hands[i]), e.Card)
	case Laid:
		moved(&p.hands, &p.open, slices.Index(p.seats, e.Seat), e.Card)
	case Lifted:
		moved(&p.open, &p.hands, slices.Index(p.seats, e.Seat), e.Card)
	}
	return p
}

func (p pond) Why(engine.Event) engine.Reason { return engine.Reason{} }

func (p pond) View() engine.View {
	v := engine.View{Stage: []engine.Text{engine.Say("At the pond")}}
	colors := []string{"green", "black", "blue"}
	for i, seat := range p.seats {
		v.Seats = append(v.Seats, engine.Place{Seat: seat, Color: string(seat), Shape: engine.Shape(i), Turn: i == p.turn})
		hand, open := engine.Zone{Seat: seat, Name: engine.Hand}, engine.Zone{Seat: seat, Name: "lay", Title: engine.Say("Open cards")}
		for _, c := range p.hands[i] {
			hand.Cards = append(hand.Cards, engine.Card{Name: engine.Term(c)})
		}
		for _, c := range p.open[i] {
			open.Cards = append(open.Cards, engine.Card{Name: engine.Term(c), Fresh: true})
		}
		v.Zones = append(v.Zones, open, hand)
	}
	for i, who := range p.frogs {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / stones)
		f := engine.Field{Name: strconv.Itoa(i + 1), Title: engine.Say("Stone %d (%s)", i+1, engine.Term(colors[i%3])), X: float32(0.5 + 0.4*sin), Y: float32(0.5 - 0.4*cos), Size: 0.12, Color: colors[i%3]}
		if who > 0 {
			f.Piece = engine.Piece{Color: string(p.seats[who-1]), Shape: engine.Shape(who - 1), Tall: i < 2, Name: engine.Say("frog of %s", p.seats[who-1])}
		}
		v.Board = append(v.Board, f)
	}
	return v
}
