package councilofshadows

import "arbiter/engine"

// What an argument of a refusal is: a kind in the upper bits, and a number from -32768 to 32767 in the
// lower 16 bits.
const (
	wordNumber  word = iota << 16
	wordItem         // an item
	wordPrice        // what an item costs the acting seat
	wordShort        // what the acting seat is short of for its price
	wordSeat         // a place among the players; the table is -1
	wordGalaxy       // an index of galaxies
	wordSite         // a field of the board, from 1
	wordBy           // the seat of the command
	wordNamed        // the thing that the command names
	wordPhase        // the present phase
	wordPile         // the Automa's pile
	wordAction       // the Automa's action that is due
	wordMissing      // the fact that is missing from the box
)

const lower = 1<<16 - 1

func number[N ~int | ~int8 | ~int16 | ~uint8](n N) word { return wordNumber | word(n)&lower }

func (i Item) word() word    { return wordItem | word(i) }
func (i Item) priced() word  { return wordPrice | word(i) }
func (i Item) short() word   { return wordShort | word(i) }
func (p *player) word() word { return wordSeat | word(p.at)&lower }

func galaxyWord(g uint8) word { return wordGalaxy | word(g) }
func siteWord(n uint8) word   { return wordSite | word(n) }

// spoken returns what a word of a refusal of c stands for.
func (s *State) spoken(w word, c engine.Command) any {
	n := int(int16(w))
	switch w &^ lower {
	case wordItem:
		return Item(n).term()
	case wordPrice:
		return s.price(s.active(), Item(n)).text()
	case wordShort:
		return s.price(s.active(), Item(n)).shortfall(s.active().gems).sum()
	case wordSeat:
		return s.name(int8(n))
	case wordGalaxy:
		return galaxyTerm(galaxies[n])
	case wordSite:
		return s.siteName(uint8(n))
	case wordBy:
		return c.By()
	case wordNamed:
		return c.(interface{ named() any }).named()
	case wordPhase:
		return s.phase.title()
	case wordPile:
		return engine.Roman(int(s.pileLevel()))
	case wordAction:
		return s.automaAction().text()
	case wordMissing:
		return s.missingFromBox()
	}
	return n
}

// name returns the seat of a player, or Table if nobody sits there.
func (s *State) name(i int8) engine.Seat {
	if i < 0 {
		return engine.Table
	}
	return s.players[i].seat
}

// mustAct refuses a seat whose part of the phase it is not, or that has something else to do first.
func (s *State) mustAct(seat engine.Seat, phase PhaseName) refusal {
	switch {
	case s.due.who >= 0:
		return s.refuseDue()
	case s.phase != phase:
		return refuse("that belongs to another phase; now it is: %s", wordPhase)
	case s.turn < 0 || s.active().seat != seat:
		return refuse("it is not %s's turn but %s's", wordBy, s.active().word())
	}
	return allowed
}

func (s *State) refuseDue() refusal {
	p := &s.players[s.due.who]
	if s.due.what == DarkTech1 || s.due.what == DarkTech2 {
		return refuse("first %s chooses a Dark Tech card", p.word())
	}
	if s.due.what.isProject() {
		return refuse("first tell how much energy %s gives", s.due.what.word())
	}
	return refuse("first %s plays %s", p.word(), s.due.what.word())
}

// keepsBoard refuses outside the full book what belongs to it.
func (s *State) keepsBoard() refusal {
	if !s.full {
		return refuse("the cardboard keeps that in this game; it belongs to the full book")
	}
	return allowed
}

// keepsTracks refuses reports in the full book.
func (s *State) keepsTracks() refusal {
	if s.full {
		return refuse("in this game the device counts that itself")
	}
	return allowed
}
