package castingshadows_test

import (
	"slices"
	"strings"

	"arbiter/engine/castingshadows/printed"
)

// takeTurn: three phases, and what ends them. Who is out on the way stops at once.
func (r *referee) takeTurn() {
	p := r.me()
	r.points, r.quiet = 4, r.quiet+1
	r.dice, r.cast, r.first = map[string]string{}, map[string]bool{}, map[string]bool{}
	for _, phase := range []func(*sheet){r.rolling, r.acting, r.absorbing, r.ending} {
		if phase(p); p.out || r.over {
			break
		}
	}
	clear(r.dice)
	p.tokens = nil
	r.stall()
}

var dice = []string{"die-red-1", "die-red-2", "die-blue-1", "die-blue-2", "die-purple"}

func (r *referee) rolling(p *sheet) {
	r.roll(dice)
	r.works(p, "roll", nil)
	r.works(p, "start", nil)
}

// roll: the table tells what these dice show, and nothing of the others.
func (r *referee) roll(rolled []string) {
	faces := strings.Split(r.next("table", "roll").word("Faces"), ",")
	for i, die := range dice {
		if (faces[i] != ".") != slices.Contains(rolled, die) {
			r.fault("%s shows %s, but %v were to be rolled", die, faces[i], rolled)
		}
		if faces[i] == "." {
			continue
		}
		color := strings.Split(die, "-")[1]
		if !slices.Contains([]string{color + "-gem", color + "-orb", "shadow-fragment", "cursed-crystal"}, faces[i]) {
			r.fault("%s shows %s", die, faces[i])
		}
		r.dice[die] = faces[i]
	}
}

func (r *referee) acting(p *sheet) {
	for !p.out && !r.over {
		c := r.next(p.seat, "travel", "cast", "reroll", "protect", "refresh", "collect", "collect-counterspell", "use-card", "use-ability", "finish")
		r.at-- // faults are told before it
		do := map[string]func(*sheet, said){
			"travel": r.travel, "cast": r.casts, "reroll": r.reroll, "protect": r.protect, "refresh": r.refresh,
			"collect": r.collect, "collect-counterspell": r.collectCounterspell, "use-card": r.useCard, "use-ability": r.useAbility,
			"finish": func(*sheet, said) { r.at++ },
		}[c.verb()]
		r.compare()
		do(p, c)
		clear(r.reacted)
		if c.verb() == "finish" {
			return
		}
	}
}

// act takes an action point, and the command.
func (r *referee) act() {
	if r.points == 0 {
		r.fault("no action point is left")
	}
	r.points--
	r.at++
}

func (r *referee) travel(p *sheet, c said) {
	to := r.placeOf(c.word("To"))
	if walk(r.laid, p.place, to) != 1 {
		r.fault("%s is not beside %s", to, p.place)
	}
	r.act()
	p.place = to
	r.works(p, "travel", nil)
	for _, q := range r.inOrder() {
		if q != p && q.place == to {
			r.works(q, "entered", &damage{by: p})
		}
	}
}

func (r *referee) reroll(_ *sheet, c said) {
	again := strings.Split(c.word("Dice"), "+")
	for _, die := range again {
		if face := r.dice[die]; face == "" || face == "cursed-crystal" {
			r.fault("%s shows %q and may not be rolled again", die, face)
		}
	}
	r.act()
	r.roll(again)
}

func (r *referee) protect(_ *sheet, _ said) {
	if r.count("cursed-crystal") == 0 {
		r.fault("there is no cursed crystal")
	}
	r.act()
	r.lose("cursed-crystal")
}

func (r *referee) count(face string) (n int) {
	for _, f := range r.dice {
		if f == face {
			n++
		}
	}
	return n
}

// lose takes a resource out of the pool: a token, or else the last die that shows it.
func (r *referee) lose(resource string) {
	p := r.me()
	if i := slices.Index(p.tokens, resource); i >= 0 {
		p.tokens = slices.Delete(p.tokens, i, i+1)
		return
	}
	for _, die := range slices.Backward(dice) {
		if r.dice[die] == resource {
			delete(r.dice, die)
			return
		}
	}
	r.fault("there is no %s in the pool", resource)
}

// pay takes what is spent for a cost out of the pool.
func (r *referee) pay(spent, cost []string) {
	if !settles(spent, cost) {
		r.fault("%v does not pay for %v", spent, cost)
	}
	for _, resource := range spent {
		r.lose(resource)
	}
}

func (r *referee) refresh(p *sheet, _ said) {
	card := r.beside[p.place]
	if card == "" {
		r.fault("no card lies beside %s", p.place)
	}
	r.act()
	delete(r.beside, p.place)
	r.discard = append(r.discard, card)
	r.refill(p.place)
}

// refill lays the next card of the main deck beside a tile; a used up deck is the shuffled
// discard pile.
func (r *referee) refill(place string) {
	if len(r.deck) == 0 {
		for _, card := range r.discard {
			r.deck[card] = true
		}
		r.discard = nil
	}
	if len(r.deck) == 0 {
		return
	}
	card := r.next("table", "draw").word("Card")
	if !r.deck[card] {
		r.fault("%s is not in the main deck", card)
	}
	delete(r.deck, card)
	r.beside[place] = card
}

func (r *referee) collect(p *sheet, c said) {
	card := r.beside[p.place]
	if card == "" || card != c.word("Card") {
		r.fault("beside %s lies %q", p.place, card)
	}
	cost, level := r.price(card)
	r.makeRoom(p, c, level)
	r.act()
	r.pay(counted(c.word("Paid")), cost)
	delete(r.beside, p.place)
	p.book = append(p.book, card)
	r.refill(p.place)
	r.works(p, "collect", nil)
}

// makeRoom lays a spell of the level down that the price asks for; if no room is left
// then, exactly one spell or resource card.
func (r *referee) makeRoom(p *sheet, c said, level int) {
	gives, drops := c.word("Gives"), c.word("Drops")
	if (gives != "") != (level > 0) || gives != "" && r.level(gives) != level {
		r.fault("a spell of level %d is to be given, not %q", level, gives)
	}
	slots := len(p.book) + p.counterspells
	if gives != "" {
		slots--
	}
	if (drops != "") != (slots >= 5) {
		r.fault("%d cards lie in the book, %q is to be dropped", slots, drops)
	}
	for _, card := range []string{gives, drops} {
		if card != "" {
			r.layDown(p, card)
		}
	}
}

// layDown puts an open card of a book on the discard pile.
func (r *referee) layDown(p *sheet, card string) {
	i := slices.Index(p.book, card)
	if i < 0 {
		r.fault("%s has no %s", p.seat, card)
	}
	p.book = slices.Delete(p.book, i, i+1)
	r.discard = append(r.discard, card)
}

func (r *referee) collectCounterspell(p *sheet, c said) {
	switch {
	case p.place != "left":
		r.fault("counterspells lie beside the Dusty Desert alone")
	case r.counterspells == 0:
		r.fault("no counterspell is left")
	}
	r.makeRoom(p, c, 0)
	r.act()
	r.pay(counted(c.word("Paid")), []string{"gem", "orb"})
	r.counterspells--
	if r.is("table", "deal") {
		r.dealt(p, r.next("table", "deal").word("Card"))
	}
	p.counterspells++
	r.works(p, "collect", nil)
}

// dealt is a counterspell from the top of its pile.
func (r *referee) dealt(p *sheet, card string) {
	for len(r.pile[0]) == 0 {
		r.pile = r.pile[1:]
	}
	i := slices.Index(r.pile[0], card)
	if i < 0 {
		r.fault("%s is dealt, but on the pile lies one of %v", card, r.pile[0])
	}
	r.pile[0] = slices.Delete(slices.Clone(r.pile[0]), i, i+1)
	p.traps = append(p.traps, card)
}

// under puts counterspells under their pile, those of one seat that is out in any order.
func (r *referee) under(cards ...string) {
	r.counterspells += len(cards)
	r.pile = append(r.pile, cards)
}

func (r *referee) price(card string) (cost []string, level int) {
	c, spell, told := r.box.Price(named(card))
	if !told {
		r.fault("nobody has told what %s costs", card)
	}
	text, err := c.MarshalText()
	if err != nil {
		r.fault("%v", err)
	}
	return counted(string(text)), int(spell)
}

// named is the name of a card, which may have a number.
func named(card string) (n printed.Name) {
	if n.UnmarshalText([]byte(card)) == nil {
		return n
	}
	i := strings.LastIndex(card, "-")
	if i < 0 || n.UnmarshalText([]byte(card[:i])) != nil {
		return 0
	}
	return n
}

// level is that of a spell, attack or conversion.
func (r *referee) level(card string) int { return int(r.box.Level(named(card))) }
