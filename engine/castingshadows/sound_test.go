package castingshadows

import (
	"fmt"
	"math/bits"

	"arbiter/engine/castingshadows/printed"
)

// Unsound is State.Unsound of where a playout is.
func (p *Playout) Unsound() string { return p.r.Unsound() }

// Unsound is what is wrong with a position of the full book, "" if nothing is: each thing
// lies in one place, numbers are in their bounds, who is out has nothing.
func (s *State) Unsound() string {
	for _, wrong := range []func(*State) string{(*State).unsoundDeck, (*State).unsoundTraps, (*State).unsoundMates, (*State).unsoundTurn, (*State).unsoundEnd} {
		if w := wrong(s); w != "" {
			return w
		}
	}
	for i := range s.count() {
		if w := s.unsoundSeat(i); w != "" {
			return fmt.Sprintf("%s: %s", s.seat(i), w)
		}
	}
	return ""
}

func (s *State) unsoundDeck() string {
	all, n := s.deck|s.discard, bits.OnesCount64(uint64(s.deck))+bits.OnesCount64(uint64(s.discard))
	add := func(c printed.Card) {
		if c != 0 {
			all |= only(c)
			n++
		}
	}
	for _, c := range s.market {
		add(c)
	}
	for i := range s.count() {
		for _, c := range s.players[i].opened() {
			add(c)
		}
	}
	if all != wholeDeck || n != printed.MainCards {
		return fmt.Sprintf("%d cards of the main deck, %d of them different", n, bits.OnesCount64(uint64(all)))
	}
	return ""
}

func (s *State) unsoundTraps() string {
	n, all := int(s.traps.number())+s.turnedUp().size(), s.turnedUp()
	for i := range s.count() {
		p := &s.players[i]
		if n += int(p.down); int(p.down) != p.traps.size() || all&p.traps != 0 {
			return "a counterspell lies in two places, or nobody knows which it is"
		}
		if all |= p.traps; s.answers[i] != 0 && !p.traps.has(s.answers[i]) {
			return "a counterspell is turned up that does not lie there"
		}
	}
	for _, c := range s.traps.under[:s.traps.put] {
		if all&trap(c) != 0 {
			return "a counterspell under the pile lies elsewhere, too"
		}
		all |= trap(c)
	}
	if n != printed.CounterspellCards || all&s.traps.buried != 0 {
		return fmt.Sprintf("%d counterspells", n)
	}
	return ""
}

func (s *State) unsoundMates() string {
	all := s.companions
	for _, c := range s.portal {
		if c != 0 && all&mate(c) != 0 {
			return "a companion lies in the portal and elsewhere"
		}
		all |= mate(c)
	}
	for i := range s.count() {
		if c := s.players[i].mate; c != 0 && (all&mate(c) != 0 || !s.players[i].shadow) {
			return "a companion lies in two places, or before a base form"
		}
		all |= mate(s.players[i].mate)
	}
	return ""
}

func (s *State) unsoundSeat(i int8) string {
	p := &s.players[i]
	switch {
	case p.out != (p.health == 0):
		return "out with hit points, or in the game without"
	case p.out:
		if rest := (player{out: true, fell: p.fell, shadow: p.shadow}); *p != rest || s.owed[i] != 0 || p.fell == 0 {
			return "out, and something is left"
		}
		return ""
	case p.health > s.mostHealth() || p.energy > p.limit():
		return "more hit points or energy than the dials have"
	case p.cards()+int(s.owed[i]) > printed.BookSlots:
		return "more cards than places"
	case s.place(p.at) == 0:
		return "on no tile"
	}
	return ""
}

func (s *State) unsoundTurn() string {
	for n, r := range s.dice {
		if r != 0 && (!printed.Die(n+1).Shows(r) || s.rolling>>n&1 != 0 && s.stage == Rolling) {
			return "a die shows what it has not"
		}
	}
	switch f := s.upper(); {
	case s.depth == deepest:
		return "moments nest without an end"
	case s.window && (f == nil || !s.anyAsked(f)):
		return "a window asks nobody"
	case !s.over && s.depth == 0 && s.stage != 0 && s.players[s.turn].out && s.needs().kind == nothing:
		return "the turn is that of a seat that is out"
	}
	return ""
}

func (s *State) unsoundEnd() string {
	switch {
	case !s.over && s.left() < 2:
		return "one is left, and the game goes on"
	case s.over && s.winner >= 0 && (s.left() != 1 || s.players[s.winner].out):
		return "somebody wins who is not the last one standing"
	case s.over && s.winner < 0 && int(s.quiet) < stallTurns*s.left():
		return "a draw too early"
	}
	return ""
}

// Drawn reports whether the game has ended without a winner.
func (s *State) Drawn() bool { return s.over && s.winner < 0 }

// Spoilt are positions like this one, each with something that is wrong, by what Unsound
// says of it.
func (s *State) Spoilt() map[string]*State {
	all := map[string]*State{}
	spoil := func(name string, how func(x *State)) {
		x := *s
		how(&x)
		all[name] = &x
	}
	p := func(x *State) *player { return &x.players[0] }
	spoil("a lost card", func(x *State) { x.deck &^= only(x.deck.first()) })
	spoil("a card twice", func(x *State) { p(x).add(x.deck.first()) })
	spoil("a lost counterspell", func(x *State) { x.traps.left-- })
	spoil("an unknown counterspell", func(x *State) { p(x).down++ })
	spoil("a companion twice", func(x *State) { x.companions |= mate(x.portal[0]) })
	spoil("a companion of a base form", func(x *State) { p(x).mate, x.portal[0] = x.portal[0], 0 })
	spoil("no hit points", func(x *State) { p(x).health = 0 })
	spoil("too many hit points", func(x *State) { p(x).health = 19 })
	spoil("too much energy", func(x *State) { p(x).energy = p(x).limit() + 1 })
	spoil("six cards owed", func(x *State) { x.owed[0] = 6 })
	spoil("no tile", func(x *State) { p(x).at = 0 })
	spoil("a blue gem on a red die", func(x *State) { x.dice[0] = printed.BlueGem })
	spoil("a window of nobody", func(x *State) { x.window = true })
	spoil("one that is left", func(x *State) { *p(x) = player{out: true, fell: 1} })
	spoil("an early draw", func(x *State) { x.over = true })
	spoil("a winner of several", func(x *State) { x.over, x.winner = true, 0 })
	return all
}
