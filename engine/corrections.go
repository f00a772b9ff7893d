package engine

import "slices"

// A Move is one thing that people do with the cardboard when a step is undone.
type Move struct {
	Kind     MoveKind
	Seat     Seat // whose marker or heap it is
	Track    Track
	Was, Is  int // where the marker stands, or how many pieces lie there
	Card     Term
	Number   int  // of cards; more than one only if Card is ""
	From, To Spot // equal if a card is turned over; zero: where others like it are kept
	Down     bool // it ends up face down
	Alike    bool // the seat has others like it, so From says which one is meant
}

// A MoveKind says what is moved.
type MoveKind uint8

// The kinds of moves. A card without a name is one that the reader may not know.
const (
	Marker MoveKind = iota // along a track
	Heap                   // identical pieces: how many there are
	Carry                  // a card or a piece from one spot to another
	Turn                   // a card that stays where it is and is turned face down
)

// A Spot is a zone or a pile, as a Move names it.
type Spot struct {
	Seat  Seat
	Name  string
	Title Text
	Cubes bool   // as in Zone
	Suit  string // as in Zone
}

func (s Spot) is(o Spot) bool { return s.Seat == o.Seat && s.Name == o.Name }
func (s Spot) zero() bool     { return s.Name == "" }

// Text returns the move as an instruction to people.
func (m Move) Text() Text {
	switch {
	case m.Kind == Marker && m.Track.Roman:
		return Say("%s: %s from %s to %s", m.Seat, m.Track.Title, Roman(m.Was), Roman(m.Is))
	case m.Kind == Marker, m.Kind == Heap:
		return Say("%s: %s from %d to %d", m.Seat, m.Track.Title, m.Was, m.Is)
	case m.Kind == Turn:
		return Say("%s: %s: turn %s face down", m.From.Seat, m.From.Title, m.cards())
	case m.To.zero() && m.Card == "":
		return Say("%s: %s leaves: %s", m.From.Seat, m.cards(), m.From.Title)
	case m.To.zero() && (m.Alike || m.From.Cubes):
		return Say("%s: %s leaves: %s", m.From.Seat, m.Card, m.From.Title)
	case m.To.zero():
		return Say("%s: put %s back where it came from", m.From.Seat, m.Card)
	case m.Card == "" && !m.From.zero() && !m.Down:
		return Say("%s: %s from %s to %s", m.who(), m.cards(), m.From.Title, m.To.Title)
	case m.Down:
		return Say("%s: put %s face down on: %s", m.who(), m.cards(), m.To.Title)
	}
	return Say("%s: %s goes to: %s", m.To.Seat, m.cards(), m.To.Title)
}

// who returns the seat whose cards are moved.
func (m Move) who() Seat {
	if m.To.Seat == Table && !m.From.zero() {
		return m.From.Seat
	}
	return m.To.Seat
}

// cards returns the name of the card, or the number of cards.
func (m Move) cards() any {
	switch {
	case m.Card != "":
		return m.Card
	case m.Number == 1:
		return Say("one card")
	}
	return Say("%d cards", m.Number)
}

// Corrections lists for seat what people do with the cardboard to get from one state to another, as
// an undo requires. It is worked out from what each seat knows of the two states; cards that seat
// may not know are only counted.
func Corrections(seat Seat, from, to Known) []Move {
	if from[seat] == nil {
		seat = "" // the table itself knows what everybody does
	}
	was, is := Plain(from[seat]), Plain(to[seat])
	if was.Stating || is.Stating {
		return nil
	}
	d := differ(seat, was, is)
	for _, other := range d.covert {
		if from[other] == nil {
			continue // nobody asked what this seat knows
		}
		d.hide(differ(other, Plain(from[other]), Plain(to[other])))
	}
	var moves, pieces []Move
	for _, p := range is.Seats {
		moves, pieces = append(moves, markers(p.Seat, was, is)...), append(pieces, heaps(p.Seat, was, is)...)
	}
	return slices.Concat(moves, d.moves(), pieces)
}

// MoveTexts returns the texts of moves.
func MoveTexts(moves []Move) (all []Text) {
	for _, m := range moves {
		all = append(all, m.Text())
	}
	return all
}

func markers(seat Seat, from, to View) []Move {
	var moves []Move
	for _, t := range to.Tracks {
		was, _ := from.At(t.Name, seat)
		is, _ := to.At(t.Name, seat)
		if was != is && !t.Derived {
			moves = append(moves, Move{Kind: Marker, Seat: seat, Track: t, Was: was, Is: is})
		}
	}
	return moves
}

// heaps lists the heaps whose number of pieces changes. A heap that a view leaves out is empty.
func heaps(seat Seat, from, to View) []Move {
	var moves []Move
	for _, t := range to.Pieces {
		is, _ := to.on(to.Pieces, t.Name, seat)
		if was, _ := from.on(from.Pieces, t.Name, seat); was != is {
			moves = append(moves, Move{Kind: Heap, Seat: seat, Track: t, Was: was, Is: is})
		}
	}
	for _, t := range from.Pieces {
		was, _ := from.on(from.Pieces, t.Name, seat)
		if _, stays := to.on(to.Pieces, t.Name, seat); !stays && was != 0 {
			moves = append(moves, Move{Kind: Heap, Seat: seat, Track: t, Was: was})
		}
	}
	return moves
}

// Roman writes a level as a Roman numeral: 0, I, II, III, IV.
func Roman(n int) Term {
	numerals := []Term{"0", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"}
	if n < 0 || n >= len(numerals) {
		return "?"
	}
	return numerals[n]
}
