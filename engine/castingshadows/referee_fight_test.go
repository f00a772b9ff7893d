package castingshadows_test

import (
	"slices"

	"arbiter/engine/castingshadows/printed"
)

// A damage is about to be dealt, and has been dealt.
type damage struct {
	by    *sheet
	harm  map[*sheet]int
	spell bool
	span  [2]int // of the spell: the least and the most steps
	tile  string // at which it was cast; "" if it was cast at no tile

	landed bool
	back   []func() // what goes back to who deals it, afterwards
}

// deal is a line that does damage to its targets.
func (r *referee) deal(p *sheet, e printed.Effect, n int, c said, b *damage) {
	aim, reach := e.Aim()
	at := &damage{by: p, harm: r.targets(p, e, n, c, b), spell: e.When == printed.OnCast, span: reaches[reach.String()]}
	for q := range at.harm {
		if aim == printed.EachOnTile {
			at.tile = q.place
		}
	}
	r.strike(at)
}

// strike deals damage: what answers before it, then from the seat that has the next turn
// on, then what answers after it.
//
// What goes back to who deals it comes last, from those who survive it.
func (r *referee) strike(b *damage) {
	r.lands(b)
	for _, back := range b.back {
		if !r.over {
			back()
		}
	}
}

func (r *referee) lands(b *damage) {
	if b.spell {
		r.works(b.by, "attack", b)
	}
	r.answered("attacked", "hurt", b)
	if b.by.out || r.over { // nothing of who is out is carried out
		return
	}
	r.escape(b)
	b.landed = true
	hit := map[*sheet]int{}
	for _, p := range r.inOrder() {
		if n := b.harm[p]; n > 0 && !p.out {
			if hit[p] = n; p != b.by {
				r.quiet = 0
			}
			if r.hurt(p, n); r.over {
				return
			}
		}
	}
	if b.harm = hit; len(hit) == 0 {
		return
	}
	if b.spell && !b.by.out {
		r.works(b.by, "hit", b)
	}
	r.answered("harmed", "suffered", b)
}

// escape: who has left the reach of a spell, or the tile at which it was cast, is not hit.
func (r *referee) escape(b *damage) {
	for p := range b.harm {
		d := walk(r.laid, b.by.place, p.place)
		if b.spell && !p.out && (d < b.span[0] || d > b.span[1] || b.tile != "" && p.place != b.tile) {
			delete(b.harm, p)
		}
	}
}

// answered is a moment to which companions, tiles and counterspells of those who are hit
// may react; it has a name if a spell hits, and one for all damage. A spell is one event:
// it has one window for both.
func (r *referee) answered(spell, always string, b *damage) {
	whens := []string{spell, always}
	lapses := func() bool { return r.over || b.by.out && !b.landed }
	if !b.spell {
		whens = whens[1:]
	}
	for _, p := range r.inOrder() {
		for _, when := range whens {
			if b.harm[p] > 0 && !p.out && !lapses() {
				r.works(p, when, b)
			}
		}
	}
	if !lapses() {
		r.window(whens, b)
	}
}

// hurt takes health points. At 0 a character is out at once.
func (r *referee) hurt(p *sheet, n int) {
	if p.health = max(0, p.health-n); p.health > 0 {
		return
	}
	p.out = true
	r.discard = append(r.discard, p.book...)
	r.counterspells += p.counterspells - len(p.traps)
	r.under(p.traps...)
	p.book, p.counterspells, p.traps, p.companion, p.tokens, p.energy = nil, 0, nil, "", nil, 0
	if p == r.me() {
		clear(r.dice)
	}
	if left := slices.DeleteFunc(slices.Clone(r.seats), func(q *sheet) bool { return q.out }); len(left) == 1 {
		r.over, r.winner = true, left[0].seat
	}
}

// window is open if anybody holds a face-down counterspell that, for all that everybody
// knows, may answer this. All of them are asked. What they turned up is carried out from
// the seat that has the next turn on.
func (r *referee) window(whens []string, b *damage) {
	var holders []*sheet
	for _, p := range r.inOrder() {
		if p.counterspells > 0 && r.mayAnswer(whens, b.harm[p] > 0) {
			holders = append(holders, p)
		}
	}
	if len(holders) == 0 {
		return
	}
	w := r.record[r.at].window
	if !w.Open() || w.Number == r.windows {
		r.fault("%v: nobody is asked, but %d seats hold counterspells", whens, len(holders))
	}
	r.windows = w.Number
	if !slices.EqualFunc(holders, w.Seats, func(p *sheet, s seatName) bool { return p.seat == string(s) }) {
		r.fault("%v: %v are asked", whens, w.Seats)
	}
	turned := r.answers(holders)
	for p, card := range turned {
		p.counterspells--
		if i := slices.Index(p.traps, card); i >= 0 {
			p.traps = slices.Delete(p.traps, i, i+1)
		} else if p.traps != nil {
			r.fault("%s turns up %s, and holds %v", p.seat, card, p.traps)
		}
	}
	for _, p := range holders {
		card := turned[p]
		if card == "" {
			continue
		}
		if !p.out && !r.over {
			r.counter(p, card, whens, b)
		}
		if r.over {
			p.book = append(p.book, card) // it still lies there
		} else {
			r.under(card)
		}
	}
}

// mayAnswer reports whether some counterspell answers to a moment of somebody who is hit;
// one that nobody has told may answer to anything.
func (r *referee) mayAnswer(whens []string, aimed bool) bool {
	return slices.ContainsFunc(printed.Counterspells(), func(c printed.Card) bool {
		return !r.box.Told(c.Name()) || aimed && slices.ContainsFunc(r.box.Effects(c.Name()), func(e printed.Effect) bool {
			return slices.Contains(whens, e.When.String())
		})
	})
}

// answers are the cards that seats turn up, until the table closes the window.
func (r *referee) answers(holders []*sheet) map[*sheet]string {
	turned, said := map[*sheet]string{}, map[*sheet]bool{}
	for !r.is("table", "close") {
		i := slices.IndexFunc(holders, func(p *sheet) bool { return r.is(p.seat, "answer", "pass") })
		if i < 0 || said[holders[i]] {
			r.fault("expected an answer, or the end of the window")
		}
		c := r.next(holders[i].seat, "answer", "pass")
		if said[holders[i]] = true; c.verb() == "answer" {
			turned[holders[i]] = c.word("Card")
		}
	}
	r.next("table", "close")
	return turned
}

// counter carries out a counterspell.
func (r *referee) counter(p *sheet, card string, whens []string, b *damage) {
	_, aimed := b.harm[p]
	i := slices.IndexFunc(r.box.Effects(named(card)), func(e printed.Effect) bool { return slices.Contains(whens, e.When.String()) })
	if !aimed || i < 0 {
		r.fault("%s does not answer to what happens to %s: %v", card, p.seat, whens)
	}
	r.carryOut(p, card, r.box.Effects(named(card))[i].When.String(), b)
}

// ending: what ends a turn, and a point of damage for each cursed crystal.
func (r *referee) ending(p *sheet) {
	r.works(p, "end", nil)
	if n := r.count("cursed-crystal"); n > 0 && !p.out && !r.over {
		r.strike(&damage{by: p, harm: map[*sheet]int{p: n}})
	}
}

// stall: after 30 turns of each without damage from one to another the table is asked.
func (r *referee) stall() {
	if r.over || r.quiet < 30*len(r.inOrder()) {
		return
	}
	if r.quiet = 0; r.next("table", "continue", "adjourn").verb() == "adjourn" {
		r.over = true
	}
}

// returned is damage of somebody to who deals damage. It waits until that is dealt, if it is
// not, and who is out by then returns nothing; by the older reading it waits for nothing. What
// is reflected is no more than what was taken.
func (r *referee) returned(p *sheet, n int, b *damage, reflected bool) {
	strike := func() {
		if reflected {
			n = min(n, b.harm[p])
		}
		if !p.out && !b.by.out && n > 0 {
			r.strike(&damage{by: p, harm: map[*sheet]int{b.by: n}})
		}
	}
	if r.rulings["return-after"] == "landed" && !b.landed {
		b.back = append(b.back, strike)
		return
	}
	strike()
}

// absorbing: fragments become energy, as many as one likes, up to the limit of the form.
// As long as some could, the seat is asked.
func (r *referee) absorbing(p *sheet) {
	if r.change(p) {
		return
	}
	for !p.out && p.energy < p.limit() && r.pool("shadow-fragment") > 0 {
		r.compare()
		c := r.next(p.seat, "absorb", "finish")
		if c.verb() == "finish" {
			return
		}
		r.at--
		n := c.number("N")
		if n < 1 || p.energy+n > p.limit() {
			r.fault("%d more than %d energy, of %d at most", n, p.energy, p.limit())
		}
		for range n {
			r.lose("shadow-fragment")
		}
		r.at++
		p.energy += n
		if r.works(p, "absorb", nil); r.change(p) {
			return
		}
	}
}

// limit is the most energy of a form.
func (p *sheet) limit() int {
	if p.shadow {
		return 5
	}
	return 3
}

// change: with 3 energy in base form the character changes at once, and takes a companion;
// where the table has chosen that it may, it may end its turn instead, which is reported.
func (r *referee) change(p *sheet) (ends bool) {
	if p.shadow || p.energy < 3 || p.out {
		return false
	}
	if r.rulings["transform"] == "may" {
		if r.compare(); r.next(p.seat, "transform", "finish").verb() == "finish" {
			return true
		}
	}
	p.shadow, p.energy = true, 0
	p.companion = r.next(p.seat, "summon").word("Card")
	i := slices.Index(r.portal, p.companion)
	if i < 0 {
		r.fault("%s is not in the portal: %v", p.companion, r.portal)
	}
	r.portal = slices.Delete(r.portal, i, i+1)
	r.appear()
	return false
}

// appear fills the portal.
func (r *referee) appear() {
	for len(r.portal) < 3 && len(r.companions) > 0 {
		card := r.next("table", "draw").word("Card")
		if !r.companions[card] {
			r.fault("%s is not in the pile of companions", card)
		}
		delete(r.companions, card)
		r.portal = append(r.portal, card)
	}
}
