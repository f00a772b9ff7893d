package bot

import (
	"slices"

	"arbiter/engine/castingshadows"
	"arbiter/engine/castingshadows/printed"
)

// What things are worth, in hit points of one's own.
const (
	winWorth          = 1e6
	outWorth          = 20.0
	enemyHealth       = 0.9  // an opponent's hit point
	energyWorth       = 1.1  // in base form
	chargeWorth       = 0.8  // in shadow form
	shadowWorth       = 6.0  // the form itself
	threatWorth       = 0.85 // damage that could still be done
	spareWorth        = 0.15 // a gem or an orb that pays for nothing
	fragmentWorth     = 0.8  // a fragment that could be absorbed
	curseWorth        = -1.0
	rerollWorth       = 0.5 // a die that may show something better, while an action is left
	refreshWorth      = 0.7 // another card beside the tile
	pointWorth        = 0.05
	reachWorth        = 0.3 // a spell of one's own that reaches somebody
	stepWorth         = 0.2 // a step nearer to somebody out of reach
	yieldWorth        = 0.4 // a tile that does something at the start of a turn
	besideWorth       = 0.6 // share of the worth of an affordable card beside the tile
	attackWorth       = 0.6 // a point of damage of a spell in the book
	convertWorth      = 0.8
	resourceWorth     = 0.7
	counterspellWorth = 1.2
	blockWorth        = 1.0 // a place in the book that it takes up
	otherWorth        = 0.5
	companionWorth    = 1.0
	sureReachWorth    = 0.3 // of a spell that goes two steps
)

// Of several spells the best counts in full, the others less and less.
var orderWorth = [...]float64{1, 0.75, 0.5, 0.35, 0.25}

// judge returns how good a position is.
func judge(o *castingshadows.Observation) float64 {
	me := &o.Seats[o.Me]
	if o.Over && o.Winner == o.Me {
		return winWorth
	}
	v := lives(o)
	if me.Out {
		return v - winWorth/2
	}
	if v += float64(me.Energy) * energyWorth; me.Shadow {
		v += shadowWorth + float64(me.Energy)*(chargeWorth-energyWorth)
	}
	if me.Companion != 0 {
		v += companionWorth
	}
	v += bookWorth(o, me.Book) + counterspells(me.Down) + place(o)
	if o.Turn == o.Me {
		v += pool(o)
	}
	return v
}

// lives returns the worth of everybody's hit points.
func lives(o *castingshadows.Observation) (v float64) {
	for i, p := range o.Seats {
		left := float64(p.Health - p.Harm)
		switch {
		case i == o.Me && left <= 0:
			v -= outWorth
		case i == o.Me:
			v += left
		case p.Out || left <= 0:
			v += outWorth / 2
		default:
			v -= left * enemyHealth
		}
	}
	return v
}

// pool returns what the pool is still good for: damage, energy, or harm to its owner.
func pool(o *castingshadows.Observation) float64 {
	me := &o.Seats[o.Me]
	damage, rest := threat(o)
	fragments := min(int(rest[printed.Fragment]), max(0, me.Limit-me.Energy))
	v := threatWorth*damage + fragmentWorth*float64(fragments) + curseWorth*float64(rest[printed.CursedCrystal])
	v += pointWorth * float64(o.Points)
	if o.Points > 0 {
		for _, r := range printed.Resources() {
			if r.IsGem() || r.IsOrb() {
				v += spareWorth * float64(rest[r])
			}
		}
	}
	return v
}

// threat returns the damage that could be done at once, one spell after another, and what is left
// of the pool after that.
func threat(o *castingshadows.Observation) (damage float64, rest printed.Pool) {
	rest = o.Pool
	spells := slices.Clone(o.Spells)
	for points := o.Points; points > 0 && len(spells) > 0; points-- {
		best, at, paid := 0.0, -1, printed.Pool{}
		for i, c := range spells {
			if n, p := strongest(o, c.Name(), rest); n > best {
				best, at, paid = n, i, p
			}
		}
		if at < 0 {
			break
		}
		damage += best
		rest = rest.Minus(paid)
		spells = slices.Delete(spells, at, at+1)
	}
	return damage, rest
}

// strongest returns the most damage that a spell does with what is in a pool, and what it costs.
func strongest(o *castingshadows.Observation, n printed.Name, pool printed.Pool) (damage float64, paid printed.Pool) {
	for _, e := range o.Facts().Effects(n) {
		if e.Does != printed.Deal || e.When != printed.OnCast {
			continue
		}
		hits := float64(hit(o, e))
		for step := range e.Times.Number() {
			cost := e.Pays.Times(e.Times.At(step))
			ways := cost.Payments(pool)
			if d := hits*float64(e.Amounts.At(step)) - spareWorth*float64(cost.Number()); len(ways) > 0 && d > damage {
				damage, paid = d, ways[0]
			}
		}
	}
	return damage, paid
}

// hit returns how many opponents an effect would hit at best.
func hit(o *castingshadows.Observation, e printed.Effect) (most int) {
	to, reach := e.Aim()
	on := map[printed.Name]int{}
	for i, p := range o.Seats {
		if i == o.Me || p.Out || !covers(reach, o.Distance(o.Seats[o.Me].Tile, p.Tile)) {
			continue
		}
		on[p.Tile]++
		switch to {
		case printed.OneEnemy:
			most = 1
		case printed.EachOnTile:
			most = max(most, on[p.Tile])
		case printed.EachEnemy:
			most++
		}
	}
	return most
}

func covers(r printed.Reach, steps int) bool {
	return r == printed.Anywhere || r.Covers(uint8(steps))
}

// place returns what the tile is good for: spells that reach somebody, what it brings, and
// the card beside it.
func place(o *castingshadows.Observation) (v float64) {
	me := &o.Seats[o.Me]
	for _, c := range me.Book {
		for _, e := range o.Facts().Effects(c.Name()) {
			switch {
			case e.Does != printed.Deal:
			case hit(o, e) > 0:
				v += reachWorth
			default:
				v -= stepWorth * float64(nearest(o))
			}
		}
	}
	for _, e := range o.Facts().Effects(me.Tile) {
		if e.When == printed.OnStart {
			v += yieldWorth
		}
	}
	if c := o.Beside(me.Tile); c != 0 && o.Points > 0 && o.Turn == o.Me {
		cost, spell, told := o.Facts().Price(c.Name())
		if told && cost.Payable(o.Pool) && (spell == 0 || slices.ContainsFunc(me.Book, func(b printed.Card) bool { return o.Facts().Level(b.Name()) == spell })) {
			v += besideWorth * max(0, bookWorth(o, append(slices.Clone(me.Book), c))-bookWorth(o, me.Book))
		}
	}
	if me.Tile == printed.DustyDesert && canCollect(o) {
		v += counterspells(me.Down+1) - counterspells(me.Down)
	}
	return v
}

// canCollect reports whether the seat can pay for a counterspell and has room for it.
func canCollect(o *castingshadows.Observation) bool {
	me := &o.Seats[o.Me]
	room := len(me.Book)+me.Down < printed.BookSlots
	return room && o.Points > 0 && o.Turn == o.Me && printed.CostOf(printed.AnyGem, printed.AnyOrb).Payable(o.Pool)
}

// nearest returns how many steps away the nearest other character is.
func nearest(o *castingshadows.Observation) int {
	least := 2
	for i, p := range o.Seats {
		if i != o.Me && !p.Out {
			least = min(least, o.Distance(o.Seats[o.Me].Tile, p.Tile))
		}
	}
	return least
}

// bookWorth returns what the open cards of a book are worth.
func bookWorth(o *castingshadows.Observation, book []printed.Card) (v float64) {
	var attacks []float64
	for _, c := range book {
		switch c.Kind() {
		case printed.Attack:
			attacks = append(attacks, attack(o, c.Name()))
		case printed.Conversion:
			v += convertWorth
		case printed.ResourceCard:
			v += resourceWorth
		}
	}
	slices.SortFunc(attacks, func(a, b float64) int { return int(1000 * (b - a)) })
	for i, a := range attacks[:min(len(attacks), len(orderWorth))] {
		v += a * orderWorth[i]
	}
	return v
}

// attack returns what a spell is worth in the book: its damage on average, and how far it
// goes.
func attack(o *castingshadows.Observation, n printed.Name) (v float64) {
	for _, e := range o.Facts().Effects(n) {
		if e.Does != printed.Deal {
			continue
		}
		sum := 0
		for _, k := range e.Amounts {
			sum += int(k)
		}
		mean := float64(sum) / float64(max(1, e.Amounts.Number()))
		_, reach := e.Aim()
		_, most := reach.Steps()
		v = max(v, mean*attackWorth+sureReachWorth*float64(most))
	}
	return v
}

// counterspells returns what n face-down cards are worth: two are enough, since they cannot be
// discarded, and five would leave no room for spells.
func counterspells(n int) float64 {
	return counterspellWorth*float64(min(n, 2)) - blockWorth*float64(max(0, n-2))
}
