package castingshadows_test

import (
	"slices"
	"strings"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

type seatName = engine.Seat

// works has the companion and the tile of a seat do what they do at a moment.
func (r *referee) works(p *sheet, when string, b *damage) {
	for _, thing := range []string{p.companion, r.tile(p.place)} {
		if thing != "" && !p.out && !r.over {
			r.carryOut(p, thing, when, b)
		}
	}
}

// reactions are answers to what somebody does: each tile gives one to a spell and all that
// follows from it, and by the older reading each companion.
var reactions = []string{"attack", "hit", "attacked", "harmed", "hurt", "suffered", "entered", "spell"}

// carryOut does what is printed on a thing for a moment, part by part. Of lines of one
// part the owner chooses.
func (r *referee) carryOut(p *sheet, thing, when string, b *damage) {
	lines := r.box.Effects(named(thing))
	for part := uint8(1); part < 9; part++ {
		var can []int
		for i, e := range lines {
			if e.Part == part && e.When.String() == when && r.holds(p, thing, e, b) && r.useful(p, e, b) {
				can = append(can, i+1)
			}
		}
		if len(can) == 0 || p.out || r.over {
			continue
		}
		if slices.Contains(reactions, when) && r.limited(thing) {
			if key := p.seat + " " + thing; r.reacted[key] {
				continue
			} else {
				r.reacted[key] = true
			}
		}
		for _, n := range can {
			if lines[n-1].If == printed.FirstInTurn {
				r.first[p.seat+" "+thing+" "+when] = true
			}
		}
		open := len(can) > 1 || choosing(lines[can[0]-1])
		switch {
		case open && r.is(p.seat, "choose"):
			c := r.next(p.seat, "choose")
			if r.at--; !slices.Contains(can, c.number("Line")) {
				r.fault("line %d of %s cannot be chosen", c.number("Line"), thing)
			}
			r.at++
			r.does(p, lines[c.number("Line")-1], c, b)
		case open && r.is(p.seat, "skip"):
			r.next(p.seat, "skip")
		default:
			r.does(p, lines[can[0]-1], said{}, b)
		}
	}
}

// limited reports whether a thing does not work as often as is printed on it: a tile, and by
// the older reading a companion.
func (r *referee) limited(thing string) bool {
	kind := named(thing).Kind()
	return kind == printed.Tile || kind == printed.Companion && r.rulings["companion-print"] != "print"
}

// choosing reports whether something has to be chosen for a line.
func choosing(e printed.Effect) bool {
	aim, _ := e.Aim()
	return e.Times.Number() > 0 || e.Does == printed.Move || e.Does == printed.Reroll || e.What[printed.AnyGem]+e.What[printed.AnyOrb] > 0 ||
		e.Does == printed.Deal && (aim == printed.OneEnemy || aim == printed.EachOnTile)
}

// holds reports whether the condition of a line is met.
func (r *referee) holds(p *sheet, thing string, e printed.Effect, b *damage) bool {
	switch e.If {
	case printed.InBaseForm:
		return !p.shadow
	case printed.InShadowForm:
		return p.shadow
	case printed.WhenLow:
		return p.health <= 6
	case printed.WithEnergy:
		return p.energy == p.limit()
	case printed.WithoutCurse:
		return r.count("cursed-crystal") == 0
	case printed.FirstInTurn:
		return !r.first[p.seat+" "+thing+" "+e.When.String()]
	case printed.OnRune:
		return p.place == "middle"
	case printed.AtHome:
		return p.place == p.home
	case printed.OnSameTile:
		return b != nil && b.by.place == p.place
	case printed.OnOtherTile:
		return b != nil && b.by.place != p.place
	}
	return true
}

// useful reports whether a line can do anything now.
func (r *referee) useful(p *sheet, e printed.Effect, b *damage) bool {
	switch e.Does {
	case printed.Reroll:
		return p == r.me() && len(r.again()) > 0
	case printed.Heal:
		return p.health < int(r.box.MostHealth()) || r.rulings["hp-cap"] == "none"
	case printed.Cleanse:
		return r.count("cursed-crystal") > 0
	case printed.Deal:
		return e.To != printed.Attacker || b != nil && b.by != p && !b.by.out
	case printed.Reflect:
		return b != nil && b.by != p && !b.by.out && b.harm[p] > 0
	case printed.Reduce, printed.Limit, printed.Negate:
		return b != nil && b.harm[p] > 0
	}
	return true
}

// does carries a line out, by what was chosen if anything had to be.
func (r *referee) does(p *sheet, e printed.Effect, c said, b *damage) {
	step, n := 0, 0
	if e.Times.Number() > 0 {
		if step = c.number("Step") - 1; step < 0 || step >= e.Times.Number() {
			r.fault("%d is not one of %d ways to pay", step+1, e.Times.Number())
		}
		text, _ := e.Pays.MarshalText()
		r.pay(counted(c.word("Paid")), repeated(counted(string(text)), int(e.Times.At(step))))
	}
	if e.Amounts.Number() > 0 {
		n = int(e.Amounts.At(step))
	}
	switch e.Does {
	case printed.Deal:
		if e.To == printed.Attacker {
			r.returned(p, n, b, false)
			return
		}
		r.deal(p, e, n, c, b)
	case printed.Reflect:
		r.returned(p, n, b, true)
	case printed.Heal:
		p.health += n
		if r.rulings["hp-cap"] != "none" {
			p.health = min(p.health, int(r.box.MostHealth()))
		}
	case printed.Gain:
		p.tokens = append(p.tokens, r.gains(e, n, c)...)
	case printed.Act:
		r.points += n
	case printed.Cleanse:
		for range min(n, r.count("cursed-crystal")) {
			r.lose("cursed-crystal")
		}
	case printed.Move:
		r.moves(p, n, c)
	case printed.Reroll:
		r.rerolls(p, n, c)
	case printed.Energize:
		p.energy = min(p.energy+n, p.limit())
	default:
		r.alters(p, e.Does, n, b)
	}
}

// alters changes damage that is about to be dealt.
func (r *referee) alters(p *sheet, d printed.Deed, n int, b *damage) {
	switch d {
	case printed.Reduce:
		b.harm[p] = max(0, b.harm[p]-n)
	case printed.Limit:
		b.harm[p] = min(b.harm[p], n)
	case printed.Negate:
		b.harm[p] = 0
	case printed.Raise:
		for q := range b.harm {
			b.harm[q] += n
		}
	default:
		r.fault("this referee has not learned %s", d)
	}
}

// gains are the tokens that a line brings: of grey ones the owner chooses the color, red
// or blue, as tokens have two sides.
func (r *referee) gains(e printed.Effect, n int, c said) []string {
	text, _ := e.What.MarshalText()
	what := repeated(counted(string(text)), n)
	if c.x == nil || c.word("Gets") == "" {
		if slices.ContainsFunc(what, func(w string) bool { return w == "gem" || w == "orb" }) {
			r.fault("nobody chose the colors of %v", what)
		}
		return what
	}
	gets := counted(c.word("Gets"))
	if !settles(gets, what) || slices.ContainsFunc(gets, func(w string) bool { return strings.HasPrefix(w, "purple") }) {
		r.fault("%v is not %v", gets, what)
	}
	return gets
}

// again are the dice that may be rolled again.
func (r *referee) again() (all []string) {
	for die, face := range r.dice {
		if face != "cursed-crystal" {
			all = append(all, die)
		}
	}
	return all
}

// rerolls: up to so many dice in the pool, no cursed crystals. Those of a spell are chosen once
// it is paid, if any are left then; they may be left as they are.
func (r *referee) rerolls(p *sheet, n int, c said) {
	if c.verb() == "cast" {
		if len(r.again()) == 0 {
			return
		}
		if c = r.next(p.seat, "choose", "skip"); c.verb() == "skip" {
			return
		}
	}
	rolled := strings.Split(c.word("Dice"), "+")
	for _, die := range rolled {
		if !slices.Contains(r.again(), die) {
			r.fault("%s shows %q and may not be rolled again", die, r.dice[die])
		}
	}
	if len(rolled) > n {
		r.fault("%d dice, of %d", len(rolled), n)
	}
	r.roll(rolled)
}

func (r *referee) moves(p *sheet, n int, c said) {
	if c.x == nil {
		r.fault("nobody chose where %s goes", p.seat)
	}
	to := r.placeOf(c.word("Tile"))
	if d := walk(r.laid, p.place, to); d < 0 || d > n {
		r.fault("%s is %d steps away, not up to %d", to, d, n)
	}
	p.place = to
}

// Reaches, as the rulebook draws them: the least and the most steps.
var reaches = map[string][2]int{"0": {0, 0}, "0-1": {0, 1}, "1": {1, 1}, "0-2": {0, 2}, "1-2": {1, 2}, "any": {0, 9}}

// targets are those who are hit, each with the full damage. Where there is one choice only,
// nobody is asked.
func (r *referee) targets(p *sheet, e printed.Effect, n int, c said, b *damage) map[*sheet]int {
	aim, reach := e.Aim()
	span, harm := reaches[reach.String()], map[*sheet]int{}
	var enemies []*sheet
	places := map[string]bool{}
	for _, q := range r.inOrder() {
		if d := walk(r.laid, p.place, q.place); q != p && d >= span[0] && d <= span[1] {
			enemies = append(enemies, q)
			places[q.place] = true
		}
	}
	hit := func(*sheet) bool { return true }
	switch aim {
	case printed.OneEnemy:
		if c.x != nil || len(enemies) > 1 {
			who := r.chosen(c, "Enemy")
			hit = func(q *sheet) bool { return q.seat == who }
		}
	case printed.EachOnTile:
		if c.x != nil || len(places) > 1 {
			where := r.placeOf(r.chosen(c, "Tile"))
			hit = func(q *sheet) bool { return q.place == where }
		}
	}
	for _, q := range enemies {
		if hit(q) {
			harm[q] = n
		}
	}
	if len(harm) == 0 && r.rulings["no-target"] != "allowed" {
		r.fault("nobody is hit in reach %s of %s", reach, p.seat)
	}
	return harm
}

func (r *referee) chosen(c said, field string) string {
	if c.x == nil {
		r.fault("nobody chose: %s", field)
	}
	return c.word(field)
}

// casts: an action, the resources, once for each card in a turn.
func (r *referee) casts(p *sheet, c said) {
	card := c.word("Card")
	lines := r.box.Effects(named(card))
	switch n := c.number("Line"); {
	case !slices.Contains(p.book, card):
		r.fault("%s does not have %s", p.seat, card)
	case r.cast[card]:
		r.fault("%s was cast in this turn", card)
	case n < 1 || n > len(lines) || lines[n-1].Part != 1:
		r.fault("%s has no line %d", card, n)
	}
	if lines[c.number("Line")-1].Does == printed.Reroll && len(r.again()) == 0 {
		r.fault("there is no die to reroll")
	}
	r.act()
	r.cast[card] = true
	r.does(p, lines[c.number("Line")-1], c, nil)
}

// useCard: a resource card is discarded for what it brings, for no action.
func (r *referee) useCard(p *sheet, c said) {
	card := c.word("Card")
	if named(card).Kind() != printed.ResourceCard {
		r.fault("%s is no resource card", card)
	}
	r.layDown(p, card)
	r.at++
	r.carryOut(p, card, "use", nil)
}

// useAbility: for no action, in shadow form, with full energy.
func (r *referee) useAbility(p *sheet, c said) {
	side := map[string]string{"kit": "kit-the-turbulent", "frill": "frill-the-regenerator", "nuzzle": "nuzzle-the-savage", "haze": "haze-the-devastator",
		"frost": "frost-shadow", "talon": "talon-shadow", "lucky": "lucky-shadow"}[p.character]
	takes, _ := r.box.Energy(named(side))
	if !p.shadow || p.energy != 5 {
		r.fault("%s has %d energy", p.seat, p.energy)
	}
	r.at++
	p.energy -= int(takes)
	r.carryOut(p, side, "use", nil)
}
