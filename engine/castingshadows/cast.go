package castingshadows

import (
	"cmp"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
	"arbiter/engine/rule"
)

// CAST: play a spell from one's book for its effect; each card once a turn.

// castable allows a spell in the seat's book that was not cast in this turn.
func (s *State) castable(i int8, c printed.Card) refusal {
	switch {
	case !s.Players[i].has(c) || !c.Name().IsSpell():
		return refuse("%s is no spell in the book of %s", cardWord(c), seatWord(i))
	case s.Cast.contains(c):
		return refuse("%s was cast in this turn already", cardWord(c))
	}
	return allowed
}

// firstLine allows a line of the spell's first part whose condition is met.
func (s *State) firstLine(i int8, c printed.Card, line uint8) refusal {
	all := s.Facts.Effects(c.Name())
	if len(all) == 0 && line == 0 {
		return allowed // the spell is read out
	}
	if len(all) == 0 {
		return refuse("nobody has entered what %s does, so there is nothing to choose: read it out", cardWord(c))
	}
	if line == 0 || int(line) > len(all) || all[line-1].Part != all[0].Part {
		return refuse("choose one of the ways in which %s begins", cardWord(c))
	}
	if !s.holds(all[line-1].If, i, -1, c.Name()) {
		return refuse("the condition of %s is not met", cardWord(c))
	}
	return allowed
}

// Cast casts a spell: one of its lines, Step being the number of times it is paid (from 1), at an
// enemy or a tile, for the resources in Gets if there is a choice.
type Cast struct {
	Seat  engine.Seat
	Card  printed.Card
	Line  uint8
	Step  uint8
	Paid  printed.Pool
	Enemy engine.Seat  `word:"optional"`
	Tile  printed.Name `word:"optional"`
	Gets  printed.Pool `word:"optional"`
}

func (c Cast) By() engine.Seat { return c.Seat }

// Aims returns the card, and whom or what it is cast at.
func (c Cast) Aims() []string { return append(cardAims(c.Card), aimsAt(c.Enemy, c.Tile)...) }

// Unpaid returns the command without how it is paid.
func (c Cast) Unpaid() engine.Command {
	c.Paid = zeroPool
	return c
}

func (c Cast) option(s *State) option {
	return option{Line: c.Line, Step: c.Step, Enemy: s.enemyAt(c.Enemy), Tile: c.Tile, Gets: c.Gets}
}

func (c Cast) Check(s *State) refusal {
	i := s.Find(c.Seat)
	if no := cmp.Or(s.keepsAll(), s.mayAct(i)); !no.Allowed() {
		return no
	}
	if no := cmp.Or(s.castable(i, c.Card), s.firstLine(i, c.Card, c.Line)); !no.Allowed() {
		return no
	}
	o := c.option(s)
	if o.Enemy == noSeat {
		return refuse("name another character that is in the game")
	}
	if c.Line == 0 {
		return cmp.Or(plain(o), s.settles(i, printed.Cost{}, c.Paid))
	}
	e := &s.Facts.Effects(c.Card.Name())[c.Line-1]
	if no := s.casts(i, e, o); !no.Allowed() {
		return no
	}
	return s.settles(i, costs(e, c.Step), c.Paid)
}

// plain allows an option that makes no choices.
func plain(o option) refusal {
	if o.Step != 0 || o.Enemy != 0 || o.Tile != 0 || o.Gets != zeroPool || o.Dice != 0 {
		return refuse("there is nothing to choose")
	}
	return allowed
}

func (c Cast) Play(r *resolution) {
	emit(r, Acts{Seat: c.Seat, N: -1})
	r.pay(c.Seat, c.Paid)
	emit(r, Spell{c.Seat, c.Card, c.Line, c.Step, c.Enemy, c.Tile, c.Gets})
	r.happens(r.Turn, printed.OnSpell)
}

func (c Cast) Tell() engine.Text {
	t := spellText(c.Card, c.Enemy, c.Tile, c.Gets)
	if c.Paid != zeroPool {
		return engine.Say("%s for %s", t, poolText(c.Paid))
	}
	return t
}

func (Cast) Verb() engine.Text { return engine.Say("Cast") }

func spellText(card printed.Card, enemy engine.Seat, tile printed.Name, gets printed.Pool) engine.Text {
	t := engine.Say("Cast %s", card.Term())
	if enemy != "" {
		t = engine.Say("%s at %s", t, enemy)
	}
	if tile != 0 {
		t = engine.Say("%s at %s", t, tile.Term())
	}
	if gets != zeroPool {
		t = engine.Say("%s: get %s", t, poolText(gets))
	}
	return t
}

// castsListed lists the spells that the acting seat may cast.
func (s *State) castsListed(all []engine.Command) []engine.Command {
	i := s.Turn
	for _, card := range s.Players[i].Opened() {
		if !s.castable(i, card).Allowed() {
			continue
		}
		effects := s.Facts.Effects(card.Name())
		if len(effects) == 0 {
			all = append(all, Cast{Seat: s.seat(i), Card: card})
		}
		for n := range effects {
			if s.firstLine(i, card, uint8(n+1)).Allowed() {
				all = s.castsOf(all, card, uint8(n+1), &effects[n])
			}
		}
	}
	return all
}

func (s *State) castsOf(all []engine.Command, card printed.Card, line uint8, e *printed.Effect) []engine.Command {
	i := s.Turn
	var room [usualOptions]option // on the stack
	var ways [usualPayments]printed.Pool
	for _, o := range s.castings(room[:0], i, line, e) {
		for _, paid := range costs(e, o.Step).AppendPayments(ways[:0], s.pool(i)) {
			all = append(all, rule.Listed(Cast{s.seat(i), card, line, o.Step, paid, s.enemySeat(o), o.Tile, o.Gets}, uint64(card)<<8^o.key()^paid.Key()))
		}
	}
	return all
}

// Spell is a spell that is cast and carried out: its line, and how many times that is paid, both
// from 1.
type Spell struct {
	Seat  engine.Seat
	Card  printed.Card
	Line  uint8
	Step  uint8
	Enemy engine.Seat  `word:"optional"`
	Tile  printed.Name `word:"optional"`
	Gets  printed.Pool `word:"optional"`
}

func (e Spell) Apply(s *State) {
	i := s.Find(e.Seat)
	if i < 0 {
		return
	}
	s.Cast.add(e.Card)
	o := option{Line: e.Line, Step: e.Step, Enemy: s.enemyAt(e.Enemy), Tile: e.Tile, Gets: e.Gets}
	s.push(frame{Kind: doing, Seat: i, Of: e.Card.Name(), When: printed.OnCast, Against: -1, Chosen: o})
}

func (e Spell) Tell() engine.Text {
	t := engine.Say("%s casts %s", e.Seat, e.Card.Term())
	if e.Enemy != "" {
		t = engine.Say("%s at %s", t, e.Enemy)
	}
	if e.Tile != 0 {
		t = engine.Say("%s at %s", t, e.Tile.Term())
	}
	return t
}

func (e Spell) Why(s *State) engine.Reason {
	if e.Card.Kind() == printed.Attack && e.Enemy == "" && e.Tile == 0 {
		return engine.Reason{Rule: rulingNoTarget, Source: sourceRuling}
	}
	return engine.Reason{Rule: engine.Say("Each spell card may be cast once in a turn, for an action point and what it says; it stays in the book."), Source: sourceActions}
}
