package page

import (
	"slices"
	"strconv"
	"strings"

	"arbiter/companion"
	"arbiter/companion/web/commands"
	"arbiter/engine"
)

// Dice are the dice that a seat has rolled, and the tokens that it may spend as well.
type Dice struct {
	Of     Seat
	Dice   []Die
	Tokens []Amount
}

// A Die is one of the dice.
type Die struct {
	Key, Thing, Label string
	Color             string // a class, after "d-"
	Icon              string // what it shows; "" while it is being rolled
	Spent             bool
}

// NewDice returns the dice of whoever has some; nil if nobody has.
func NewDice(c Context, aimed map[string]bool) *Dice {
	v := c.Snap.View
	i := slices.IndexFunc(v.Seats, func(p engine.Place) bool { return len(p.Dice) > 0 })
	if i < 0 {
		return nil
	}
	p := v.Seats[i]
	d := &Dice{Of: c.Badge(p.Seat)}
	left := map[string]int{}
	for _, a := range p.Purse {
		left[a.Of] = a.N
	}
	for _, x := range p.Dice {
		d.Dice = append(d.Dice, c.die(x, aimed))
		if !x.Spent {
			left[string(x.Shows)]--
		}
	}
	for _, a := range p.Purse {
		if n := left[a.Of]; n > 0 {
			d.Tokens = append(d.Tokens, Amount{a.Of, c.Term(engine.Term(a.Of)), n})
		}
	}
	return d
}

// die returns a die. If it is not aimed at itself, a tap on it means what it shows.
func (c Context) die(x engine.ShownDie, aimed map[string]bool) Die {
	d := Die{Key: string(x.Die), Thing: engine.ThingAim(x.Die), Color: ColorClass(x.Color), Icon: string(x.Shows), Spent: x.Spent}
	if shown := engine.ThingAim(x.Shows); x.Shows != "" && !aimed[d.Thing] && aimed[shown] {
		d.Thing = shown
	}
	switch {
	case x.Spent:
		d.Label = c.Say(engine.Say("%s: spent", x.Die))
	case x.Shows == "":
		d.Label = c.Say(engine.Say("%s: being rolled", x.Die))
	default:
		d.Label = c.Say(engine.Say("%s: %s", x.Die, x.Shows))
	}
	return d
}

// DieFaces are the sides of a die that people have rolled: they touch the one that is up.
type DieFaces struct {
	Name, Title string
	Color       string // a class, after "d-"
	Sides       []Amount
}

// NewDieFaces returns the sides of the dice that the seat may tell; nil if nobody rolls, or a
// program does.
func NewDieFaces(c Context) (all []DieFaces) {
	for i, d := range c.Snap.Roll.Dice {
		f := DieFaces{Name: "side-" + strconv.Itoa(i+1), Title: c.Term(d.Name), Color: ColorClass(c.dieColor(d.Name))}
		for n, shows := range d.Sides {
			if slices.Index(d.Sides, shows) == n {
				f.Sides = append(f.Sides, Amount{string(shows), c.Term(shows), 1})
			}
		}
		all = append(all, f)
	}
	return all
}

// dieColor returns the color in which a die is drawn; "" if it is not drawn.
func (c Context) dieColor(name engine.Term) string {
	for _, p := range c.Snap.View.Seats {
		for _, d := range p.Dice {
			if d.Die == name {
				return d.Color
			}
		}
	}
	return ""
}

// A Draw is what chance may bring in a copy of a game: cards, of which people touch one.
type Draw struct {
	Title string // with a gap for the card
	Cards []Drawn
}

// A Drawn card stands for the command that draws it.
type Drawn struct {
	Line, Text string
	Card
}

// draw shows chance in a copy as cards, if the commands of the Table differ in a card that has a
// face.
func (c Context) draw(g []companion.LegalCommand) (Draw, bool) {
	at := commands.Varying(g)
	if c.Copy == "" || len(at) != 1 || !commands.Draws(g[0]) {
		return Draw{}, false
	}
	d := Draw{Title: commands.Gapped(c.Say, g[0], at)}
	for _, x := range g {
		name := x.Text.Args[at[0]].(engine.Term)
		if _, ok := c.printed(name); !ok {
			return Draw{}, false
		}
		k := c.Card(engine.Card{Name: name}, engine.Table).Inside()
		if !slices.ContainsFunc(d.Cards, func(other Drawn) bool { return other.Name == k.Name && other.Words == k.Words }) { // copies of a card are the same to chance
			d.Cards = append(d.Cards, Drawn{x.Line, c.Say(x.Text), k})
		}
	}
	slices.SortStableFunc(d.Cards, func(a, b Drawn) int { return strings.Compare(a.Kind, b.Kind) })
	return d, true
}
