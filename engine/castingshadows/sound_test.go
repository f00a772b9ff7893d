package castingshadows

import (
	"fmt"

	"arbiter/engine/castingshadows/printed"
)

// Unsound is State.Unsound of where a playout is.
func (p *Playout) Unsound() string { return unsound(&p.r.State) }

// Unsound is what is wrong with a position of the full book, "" if nothing is: each thing
// lies in one place, numbers are in their bounds, who is out has nothing.
func (s *State) Unsound() string { return unsound(s) }

func unsound(s *State) string {
	for _, wrong := range []func(*State) string{unsoundDeck, unsoundCounterspells, unsoundCompanions, unsoundTurn, unsoundEnd} {
		if w := wrong(s); w != "" {
			return w
		}
	}
	for i := range s.Count() {
		if w := unsoundSeat(s, i); w != "" {
			return fmt.Sprintf("%s: %s", s.seat(i), w)
		}
	}
	return ""
}

func unsoundDeck(s *State) string {
	all, n := s.Deck.union(s.Discard), s.Deck.size()+s.Discard.size()
	add := func(c printed.Card) {
		if c != 0 {
			all.add(c)
			n++
		}
	}
	for _, c := range s.Market {
		add(c)
	}
	for i := range s.Count() {
		for _, c := range s.Players[i].Opened() {
			add(c)
		}
	}
	if all != s.Seating.Deck || n != s.Seating.Deck.size() {
		return fmt.Sprintf("%d cards of the main deck, %d of them different", n, all.size())
	}
	return ""
}

func unsoundCounterspells(s *State) string {
	n, all := int(s.Counterspells.number())+s.turnedUp().size(), s.turnedUp()
	for i := range s.Count() {
		p := &s.Players[i]
		if n += int(p.Down); int(p.Down) != p.Counterspells.size() || all&p.Counterspells != 0 {
			return "a counterspell lies in two places, or nobody knows which it is"
		}
		if all |= p.Counterspells; s.Answers[i] != 0 && !p.Counterspells.has(s.Answers[i]) {
			return "a counterspell is turned up that does not lie there"
		}
	}
	for _, c := range s.Counterspells.Under[:s.Counterspells.Put] {
		if all&oneCounterspell(c) != 0 {
			return "a counterspell under the pile lies elsewhere, too"
		}
		all |= oneCounterspell(c)
	}
	if n != s.Seating.Counterspells.size() || all&s.Counterspells.buried() != 0 {
		return fmt.Sprintf("%d counterspells", n)
	}
	return ""
}

func unsoundCompanions(s *State) string {
	all := s.Companions
	for _, c := range s.Portal {
		if c != 0 && all&companionBit(c) != 0 {
			return "a companion lies in the portal and elsewhere"
		}
		all |= companionBit(c)
	}
	for i := range s.Count() {
		if c := s.Players[i].Companion; c != 0 && (all&companionBit(c) != 0 || !s.Players[i].Shadow) {
			return "a companion lies in two places, or before a base form"
		}
		all |= companionBit(s.Players[i].Companion)
	}
	return ""
}

func unsoundSeat(s *State, i int8) string {
	p := &s.Players[i]
	switch {
	case p.Out != (p.Health == 0):
		return "out with hit points, or in the game without"
	case p.Out:
		if rest := (player{Out: true, Fell: p.Fell, Shadow: p.Shadow}); *p != rest || s.Owed[i] != 0 || p.Fell == 0 {
			return "out, and something is left"
		}
		return ""
	case p.Health > s.mostHealth() || p.Energy > p.limit():
		return "more hit points or energy than the dials have"
	case p.cards()+int(s.Owed[i]) > printed.BookSlots:
		return "more cards than places"
	case s.Place(p.At) == 0:
		return "on no tile"
	}
	return ""
}

func unsoundTurn(s *State) string {
	for n, r := range s.Dice {
		if r != 0 && (!printed.Die(n+1).Shows(r) || s.Rolling>>n&1 != 0 && s.Stage == rolling) {
			return "a die shows what it has not"
		}
	}
	switch f := s.upper(); {
	case s.Depth == deepest:
		return "moments nest without an end"
	case s.Asking && (f == nil || !s.anyAsked(f)):
		return "a window asks nobody"
	case !s.Over && s.Depth == 0 && s.Stage != 0 && s.Players[s.Turn].Out && s.needs().Kind == nothing:
		return "the turn is that of a seat that is out"
	}
	return ""
}

func unsoundEnd(s *State) string {
	switch {
	case !s.Over && s.left() < 2:
		return "one is left, and the game goes on"
	case s.Over && s.Winner >= 0 && (s.left() != 1 || s.Players[s.Winner].Out):
		return "somebody wins who is not the last one standing"
	case s.Over && s.Winner < 0 && int(s.Quiet) < stallTurns*s.left():
		return "a draw too early"
	}
	return ""
}

// Drawn reports whether the game has ended without a winner.
func (s *State) Drawn() bool { return s.Over && s.Winner < 0 }

// Spoilt are positions like this one, each with something that is wrong, by what Unsound
// says of it.
func (s *State) Spoilt() map[string]*State {
	all := map[string]*State{}
	spoil := func(name string, how func(x *State)) {
		x := *s
		how(&x)
		all[name] = &x
	}
	p := func(x *State) *player { return &x.Players[0] }
	first := func(x *State) (c printed.Card) {
		for c = range x.Deck.cards {
			break
		}
		return c
	}
	spoil("a lost card", func(x *State) { x.Deck.remove(first(x)) })
	spoil("a card twice", func(x *State) { p(x).add(first(x)) })
	spoil("a lost counterspell", func(x *State) { x.Counterspells.Left-- })
	spoil("an unknown counterspell", func(x *State) { p(x).Down++ })
	spoil("a companion twice", func(x *State) { x.Companions |= companionBit(x.Portal[0]) })
	spoil("a companion of a base form", func(x *State) { p(x).Companion, x.Portal[0] = x.Portal[0], 0 })
	spoil("no hit points", func(x *State) { p(x).Health = 0 })
	spoil("too many hit points", func(x *State) { p(x).Health = 19 })
	spoil("too much energy", func(x *State) { p(x).Energy = p(x).limit() + 1 })
	spoil("six cards owed", func(x *State) { x.Owed[0] = 6 })
	spoil("no tile", func(x *State) { p(x).At = 0 })
	spoil("a blue gem on a red die", func(x *State) { x.Dice[0] = printed.BlueGem })
	spoil("a window of nobody", func(x *State) { x.Asking = true })
	spoil("one that is left", func(x *State) { *p(x) = player{Out: true, Fell: 1} })
	spoil("an early draw", func(x *State) { x.Over = true })
	spoil("a winner of several", func(x *State) { x.Over, x.Winner = true, 0 })
	return all
}
