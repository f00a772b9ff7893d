package castingshadows

import (
	"cmp"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// CAST: a spell of one's book, for what it says; each card once in a turn.

// castable: an own spell that was not cast in this turn.
func (s *State) castable(i int8, c printed.Card) refusal {
	switch {
	case !s.players[i].has(c) || !c.Name().IsSpell():
		return refuse("%s is no spell in the book of %s", cardWord(c), seatWord(i))
	case s.cast.contains(c):
		return refuse("%s was cast in this turn already", cardWord(c))
	}
	return allowed
}

// firstLine: a line of the spell's first part whose condition is met.
func (s *State) firstLine(i int8, c printed.Card, line uint8) refusal {
	all := s.facts.Effects(c.Name())
	if len(all) == 0 && line == 0 {
		return allowed // it is read out
	}
	if len(all) == 0 {
		return refuse("nobody has told what %s does: there is nothing to choose, it is read out", cardWord(c))
	}
	if line == 0 || int(line) > len(all) || all[line-1].Part != all[0].Part {
		return refuse("choose one of the ways in which %s begins", cardWord(c))
	}
	if !s.holds(all[line-1].If, i, -1, c.Name()) {
		return refuse("the condition of %s is not met", cardWord(c))
	}
	return allowed
}

// Cast casts a spell: a line of it, so often as it is paid (from 1), at an enemy or a
// tile, for what it brings where that is chosen.
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

// By is the seat.
func (c Cast) By() engine.Seat { return c.Seat }

// Aims are the card, and whom or what it is cast at.
func (c Cast) Aims() []string { return append(cardAims(c.Card), aimsAt(c.Enemy, c.Tile)...) }

func aimsAt(enemy engine.Seat, tile printed.Name) (all []string) {
	if enemy != "" {
		all = append(all, engine.SeatAim(enemy))
	}
	if tile != 0 {
		all = append(all, engine.SiteAim(tile.String()))
	}
	return all
}

// Unpaid is the command without how it is paid.
func (c Cast) Unpaid() engine.Command {
	c.Paid = zeroPool
	return c
}

func (c Cast) option(s *State) option {
	return option{line: c.Line, step: c.Step, enemy: s.enemyAt(c.Enemy), tile: c.Tile, gets: c.Gets}
}

// noSeat is the place of a seat that does not play, as an option has it.
const noSeat = 0xff

// enemyAt is the place of a seat as an option has it.
func (s *State) enemyAt(seat engine.Seat) uint8 {
	if seat == "" {
		return 0
	}
	if i := s.find(seat); i >= 0 {
		return uint8(i + 1)
	}
	return noSeat
}

func (c Cast) check(s *State) refusal {
	i := s.find(c.Seat)
	if no := cmp.Or(s.keepsAll(), s.mayAct(i)); !no.Allowed() {
		return no
	}
	if no := cmp.Or(s.castable(i, c.Card), s.firstLine(i, c.Card, c.Line)); !no.Allowed() {
		return no
	}
	o := c.option(s)
	if o.enemy == noSeat {
		return refuse("name another character that is in the game")
	}
	if c.Line == 0 {
		return cmp.Or(plain(o), s.settles(i, printed.Cost{}, c.Paid))
	}
	e := s.facts.Effects(c.Card.Name())[c.Line-1]
	if no := s.fits(i, e, o, -1, 0); !no.Allowed() {
		return no
	}
	return s.settles(i, costs(e, c.Step), c.Paid)
}

// plain: an option that chooses nothing.
func plain(o option) refusal {
	if o.step != 0 || o.enemy != 0 || o.tile != 0 || o.gets != zeroPool || o.dice != 0 {
		return refuse("there is nothing to choose")
	}
	return allowed
}

func (c Cast) play(r *resolution) {
	emit(r, Acts{c.Seat, -1})
	r.pay(c.Seat, c.Paid)
	emit(r, Spell{c.Seat, c.Card, c.Line, c.Step, c.Enemy, c.Tile, c.Gets})
	r.happens(r.turn, printed.OnSpell)
}

func (c Cast) tell() engine.Text {
	t := spellText(c.Card, c.Enemy, c.Tile, c.Gets)
	if c.Paid != zeroPool {
		return engine.Say("%s for %s", t, poolText(c.Paid))
	}
	return t
}

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

// casts lists the spells that the acting seat may cast.
func (s *State) casts(all []engine.Command) []engine.Command {
	i := s.turn
	for _, card := range s.players[i].opened() {
		if !s.castable(i, card).Allowed() {
			continue
		}
		effects := s.facts.Effects(card.Name())
		if len(effects) == 0 {
			all = append(all, Cast{Seat: s.seat(i), Card: card})
		}
		for n, e := range effects {
			if s.firstLine(i, card, uint8(n+1)).Allowed() {
				all = s.castings(all, card, uint8(n+1), e)
			}
		}
	}
	return all
}

func (s *State) castings(all []engine.Command, card printed.Card, line uint8, e printed.Effect) []engine.Command {
	i := s.turn
	for _, o := range s.optionsOf(i, line, e, -1, 0) {
		for _, paid := range costs(e, o.step).Payments(s.pool(i)) {
			all = append(all, Cast{s.seat(i), card, line, o.step, paid, s.enemySeat(o), o.tile, o.gets})
		}
	}
	return all
}

// enemySeat is the seat that an option names, "" for none.
func (s *State) enemySeat(o option) engine.Seat {
	if o.enemy == 0 || o.enemy == noSeat {
		return ""
	}
	return s.seat(int8(o.enemy) - 1)
}

// Spell is a spell that is cast and carried out.
type Spell struct {
	Seat  engine.Seat
	Card  printed.Card
	Line  uint8
	Step  uint8
	Enemy engine.Seat  `word:"optional"`
	Tile  printed.Name `word:"optional"`
	Gets  printed.Pool `word:"optional"`
}

func (e Spell) apply(s *State) {
	i := s.find(e.Seat)
	if i < 0 {
		return
	}
	s.cast |= only(e.Card)
	o := option{line: e.Line, step: e.Step, enemy: s.enemyAt(e.Enemy), tile: e.Tile, gets: e.Gets}
	s.push(frame{kind: doing, seat: i, of: e.Card.Name(), when: printed.OnCast, against: -1, chosen: o})
}

func (e Spell) tell() engine.Text {
	t := engine.Say("%s casts %s", e.Seat, e.Card.Term())
	if e.Enemy != "" {
		t = engine.Say("%s at %s", t, e.Enemy)
	}
	if e.Tile != 0 {
		t = engine.Say("%s at %s", t, e.Tile.Term())
	}
	return t
}

func (e Spell) why(s *State) engine.Reason {
	if e.Card.Kind() == printed.Attack && e.Enemy == "" && e.Tile == 0 {
		return engine.Reason{Rule: rulingNoTarget, Source: sourceRuling}
	}
	return engine.Reason{Rule: engine.Say("Each spell card may be cast once in a turn, for an action point and what it says; it stays in the book."), Source: sourceActions}
}
