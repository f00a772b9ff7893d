package bot

import (
	"strings"

	"arbiter/engine"
	"arbiter/engine/bot"
	"arbiter/engine/highcouncil"
)

// Greedy is a bot for The High Council. It is our own invention and not the
// author's: it looks at what each command does to the ring at once, and at no
// answer. It collects sets of a color, makes the largest block of its side larger,
// cuts into those of the other side and closes their ends, and convinces where
// that is worth its arguments. Ties are decided by dice.
//
// Each turn comes to its action: it plays a card only if the rules have a use for
// what lies open then, and takes cards back only if they have none. It never
// confers, which brings one card where pondering brings three.
type Greedy struct{}

// What arguments and actions are worth beside blocks, where a piece beside a block
// of four counts about nine.
const (
	argumentWorth = 3.0 // the first of its color
	argumentPrice = 1.5 // for one that convinces
	seatPrice     = 30  // for the three that a seat elsewhere takes
	ponderWorth   = 1.0
	speakerWorth  = 0.5
	winWorth      = 1e6
	useless       = -winWorth
	backWorth     = useless / 2 // worse than any use of the open cards
)

func (Greedy) Choose(r bot.Dice, s bot.Seen, choices []engine.Command) engine.Command {
	d := positionOf(s, choices)
	var best []engine.Command
	most := 0.0
	for _, c := range choices {
		switch worth := d.worth(c); {
		case len(best) == 0 || worth > most:
			best, most = []engine.Command{c}, worth
		case worth == most:
			best = append(best, c)
		}
	}
	return best[r.IntN(len(best))]
}

// A position is what the bot sees: the ring, its arguments, its cards.
type position struct {
	ring
	state engine.State // what the bot knows
	side  highcouncil.Faction
	holds map[string]int // its arguments by color
	free  map[string]int // arguments by color that its side may still take
	cards []string       // that it may play, by their words
	open  []string       // that lie open
}

func positionOf(s bot.Seen, choices []engine.Command) position {
	v := s.State.View()
	d := position{ring: ringOf(v), state: s.State, holds: map[string]int{}, free: map[string]int{}}
	d.count(v, s.Seat)
	for _, c := range choices {
		if p, ok := c.(highcouncil.Play); ok {
			d.cards = append(d.cards, p.Card.String())
		}
	}
	z, _ := v.Zone(s.Seat, string(highcouncil.OnTable))
	for _, c := range z.Cards {
		d.open = append(d.open, string(c.Name))
	}
	return d
}

// count counts the arguments. A side may have six of a color, both sides ten.
func (d *position) count(v engine.View, seat engine.Seat) {
	sides := make([]highcouncil.Faction, len(v.Seats))
	for i, p := range v.Seats {
		var color highcouncil.Color
		if color.UnmarshalText([]byte(p.Color)) == nil {
			sides[i] = color.Faction()
		}
		if p.Seat == seat {
			d.side = sides[i]
		}
	}
	for _, t := range v.Tracks {
		if t.Derived {
			continue
		}
		d.holds[t.Name], _ = v.At(t.Name, seat)
		all, own := 0, 0
		for i, n := range t.At {
			if all += n; sides[i] == d.side {
				own += n
			}
		}
		d.free[t.Name] = min(10-all, 6-own)
	}
}

// worth is how good it is to do c. What costs nothing and brings nothing is 0.
func (d *position) worth(c engine.Command) float64 {
	switch c := c.(type) {
	case highcouncil.Convince:
		return d.after(int(c.To), int(c.Moved)) - argumentPrice*float64(d.cost(c))
	case highcouncil.TakeSeat:
		return d.seat(c)
	case highcouncil.Discuss:
		return d.discussion(c.Color.String(), d.bring())
	case highcouncil.Play:
		return d.play(c)
	case highcouncil.Ponder:
		return ponderWorth
	case highcouncil.Return:
		return -d.alone(c.Card.String())
	case highcouncil.TakeBack:
		return backWorth
	}
	return 0
}

// cost is how many arguments it takes to convince somebody, as the rules say.
func (d *position) cost(c highcouncil.Convince) (cost int) {
	events, _ := d.state.Decide(c)
	for _, e := range events {
		if e, ok := e.(highcouncil.Argued); ok {
			cost -= int(e.By)
		}
	}
	return cost
}

// bring is how many arguments the open cards bring at once.
func (d *position) bring() int { return max(1, len(d.open)) }

// seat is the worth of a seat that is taken.
func (d *position) seat(c highcouncil.TakeSeat) float64 {
	worth := 0.0
	if d.ring[c.Field] == 0 {
		worth = d.after(int(c.Field), int(c.From))
	}
	if c.Paid != 0 {
		worth -= seatPrice
	}
	if c.Rank == highcouncil.Speaker {
		worth += speakerWorth
	}
	return worth
}

// discussion is the worth of n more arguments of a color: of each one less than of
// the one before.
func (d *position) discussion(color string, n int) (worth float64) {
	for i := range max(0, min(n, d.free[color])) {
		worth += argumentWorth / (1 + float64(d.holds[color]+i)/4)
	}
	return worth
}

// play is the worth of what the open cards can be used for with one more: a seat, or
// a discussion with all that goes with it.
func (d *position) play(c highcouncil.Play) float64 {
	next, _, err := engine.Step(d.state, c)
	if err != nil {
		return useless
	}
	worth := float64(useless)
	for _, use := range engine.Of(c.Seat, next.Legal()) {
		switch use := use.(type) {
		case highcouncil.TakeSeat:
			worth = max(worth, d.seat(use))
		case highcouncil.Discuss:
			color := use.Color.String()
			worth = max(worth, d.discussion(color, d.set(c.Card.String(), color)))
		}
	}
	return worth - 0.01*float64(len(d.open)) // no more cards than are needed
}

// set is how many arguments of the color the card brings with all that goes with it.
func (d *position) set(card, color string) int {
	if c, _ := cardColor(card); c == "" {
		return 2 // a trilithon card
	}
	set := 1 + len(d.open)
	for _, other := range d.cards {
		if c, _ := cardColor(other); other != card && (c == color || c == "black") {
			set++
		}
	}
	return min(set, 3)
}

// alone is the worth of a card in hand by itself.
func (d *position) alone(card string) (worth float64) {
	color, n := cardColor(card)
	for argument := range d.free {
		if color == "" || color == "black" || color == argument {
			worth = max(worth, d.discussion(argument, 1))
		}
	}
	if n != 0 && d.ring[n] == 0 {
		worth = max(worth, d.after(n, 0))
	}
	return worth
}

// after is what a piece of one's own on the field, gone from another one unless
// that is 0, changes.
func (d *position) after(field, from int) float64 {
	was := d.judge(d.side)
	next := d.ring
	if from != 0 {
		next[from] = 0
	}
	next[field] = d.side
	return next.judge(d.side) - was
}

// cardColor reads a card's word: the color of its field and the field's number, 0
// if it is none.
func cardColor(card string) (color string, n int) {
	_, number, _ := strings.Cut(card, "-")
	for _, r := range number {
		if r < '0' || r > '9' {
			return "", 0
		}
		n = 10*n + int(r-'0')
	}
	return [...]string{"black", "white", "blue", "green", "yellow", "red"}[n%6], n
}
