// Package bot plays The High Council on a seat. It chooses among legal commands and knows
// what its seat knows.
package bot

import (
	"slices"

	"arbiter/engine"
	"arbiter/engine/bot"
	"arbiter/engine/highcouncil"
)

// Greedy is a bot for The High Council. It is our own invention, not the author's: it looks at what
// each command does to the ring at once, and at no replies. It collects sets of a color, enlarges
// its side's largest block, cuts into those of the other side and closes their ends, and convinces
// when that is worth its arguments. Ties are broken at random.
//
// Each turn comes to its action: it plays a card only if the rules have a use for what then lies
// open, and takes cards back only if they have none. It never confers, which brings one card where
// pondering brings three.
type Greedy struct{}

// What arguments and actions are worth compared with blocks: a piece beside a block of four counts
// about nine.
const (
	argumentWorth = 3.0 // the first of its color
	argumentPrice = 1.5 // for each that is spent on convincing
	seatPrice     = 30  // for the three that a seat on another field costs
	ponderWorth   = 1.0
	speakerWorth  = 0.5
	winWorth      = 1e6
	useless       = -winWorth
	backWorth     = useless / 2 // worse than any use of the open cards
)

func (Greedy) Choose(r bot.Dice, s bot.Seen, choices []engine.Command) engine.Command {
	return nearly(r, s, choices, 0)
}

// nearly picks one of the choices that are worth no more than margin less than the best.
func nearly(r bot.Dice, s bot.Seen, choices []engine.Command, margin float64) engine.Command {
	choices = bot.Without(choices, s.State.(*highcouncil.State).Idles)
	d := positionOf(s, choices)
	worths := make([]float64, len(choices))
	for i, c := range choices {
		worths[i] = d.worth(c)
	}
	least := slices.Max(worths) - margin
	var best []engine.Command
	for i, c := range choices {
		if worths[i] >= least {
			best = append(best, c)
		}
	}
	return best[r.IntN(len(best))]
}

// A position is what the bot sees: the ring, its arguments, its cards.
type position struct {
	highcouncil.Observation
	state *highcouncil.State // what the bot knows
	was   float64            // what the ring is worth
	cards []highcouncil.Card // the cards that it may play
}

func positionOf(s bot.Seen, choices []engine.Command) position {
	state := s.State.(*highcouncil.State)
	d := position{Observation: state.Observe(s.Seat), state: state}
	d.was = d.judge(&d.Ring)
	for _, c := range choices {
		if p, ok := c.(highcouncil.Play); ok {
			d.cards = append(d.cards, p.Card)
		}
	}
	return d
}

// worth returns how good it is to play c; a command that costs and brings nothing is worth 0.
func (d *position) worth(c engine.Command) float64 {
	switch c := c.(type) {
	case highcouncil.Convince:
		return d.after(c.To, c.Moved) - argumentPrice*float64(d.Cost(c.From, c.To))
	case highcouncil.TakeSeat:
		return d.seat(c)
	case highcouncil.Discuss:
		return d.discussion(c.Color, d.bring())
	case highcouncil.Play:
		return d.play(c)
	case highcouncil.Ponder:
		return ponderWorth
	case highcouncil.Return:
		return -d.alone(c.Card)
	case highcouncil.TakeBack:
		return backWorth
	}
	return 0
}

// bring returns how many arguments the open cards bring at once.
func (d *position) bring() int { return max(1, len(d.Open)) }

// seat returns the worth of taking a seat.
func (d *position) seat(c highcouncil.TakeSeat) float64 {
	worth := 0.0
	if d.Ring.On(c.Field) == (highcouncil.Piece{}) {
		worth = d.after(c.Field, c.From)
	}
	if c.Paid != 0 {
		worth -= seatPrice
	}
	if c.Rank == highcouncil.Speaker {
		worth += speakerWorth
	}
	return worth
}

// discussion returns the worth of n more arguments of a color, each of which is worth less than the
// one before.
func (d *position) discussion(color highcouncil.Color, n int) (worth float64) {
	for i := range max(0, min(n, int(d.Free[color]))) {
		worth += argumentWorth / (1 + float64(int(d.Holds[color])+i)/4)
	}
	return worth
}

// play returns the worth of the best use of the open cards and one more: a seat, or a discussion
// with everything that goes with it.
func (d *position) play(c highcouncil.Play) float64 {
	next, _, err := engine.Step(d.state, c)
	if err != nil {
		return useless
	}
	worth := float64(useless)
	for _, use := range next.Legal() {
		switch use := use.(type) {
		case highcouncil.TakeSeat:
			if use.Seat == c.Seat {
				worth = max(worth, d.seat(use))
			}
		case highcouncil.Discuss:
			if use.Seat == c.Seat {
				worth = max(worth, d.discussion(use.Color, d.set(c.Card, use.Color)))
			}
		}
	}
	return worth - 0.01*float64(len(d.Open)) // no more cards than are needed
}

// set returns how many arguments of the color the card brings together with everything that goes
// with it.
func (d *position) set(card highcouncil.Card, color highcouncil.Color) int {
	if card.Number() == 0 {
		return 2 // a trilithon card
	}
	set := 1 + len(d.Open)
	for _, other := range d.cards {
		if c := other.Color(); other != card && (c == color || c == highcouncil.Black) {
			set++
		}
	}
	return min(set, 3)
}

// alone returns the worth of a card in hand by itself.
func (d *position) alone(card highcouncil.Card) (worth float64) {
	for argument := highcouncil.White; argument.IsArgument(); argument++ {
		if c := card.Color(); c == 0 || c == highcouncil.Black || c == argument {
			worth = max(worth, d.discussion(argument, 1))
		}
	}
	if n := card.Number(); n != 0 && d.Ring.On(n) == (highcouncil.Piece{}) {
		worth = max(worth, d.after(n, 0))
	}
	return worth
}

// after returns what changes if a piece of one's own comes to the field, from another field unless
// from is 0.
func (d *position) after(field, from uint8) float64 {
	next := d.Ring
	if from != 0 {
		next[from-1] = highcouncil.Piece{}
	}
	next[field-1] = highcouncil.Piece{Color: d.Color, Rank: highcouncil.Follower}
	return d.judge(&next) - d.was
}
