package web

import (
	"slices"
	"strings"

	"arbiter/companion"
	"arbiter/companion/web/page"
	"arbiter/engine"
)

// A handPart is a seat's own fields and hand.
type handPart struct {
	Shown  bool
	Play   bool // a card may be laid now
	Fields []field
	Hand   []card
	Only   string   // the one field that takes cards, if the seat has no other: a card is laid by itself
	Untidy bool     // cards lie on virtual readers other than the game says
	Shared []shared // virtual readers that are nobody's field
	Kept   []pile   // what lies aside
	Told   []card   // the seat's cards, as far as the game tells something of them
}

type field struct {
	Name, Title string
	Count       string // the account of the number in the title; "" if there is none
	Virtual     bool
	Open        bool // a card from the hand may be laid here
	Cards       []card
	Strays      []card // on the virtual reader, but not in the game's field
}

type card struct {
	Name, Label string
	Fresh       bool
	Back        bool // may be taken back
	Lay         bool // in the hand: may be laid on a field
	About       string
}

// A shared reader is a virtual one that stands for no single field.
type shared struct {
	Reader string
	Title  string
	Lying  []laidCard
}

type laidCard struct{ Words, Label string }

// An openCards is what lies openly before a seat.
type openCards struct {
	seatBadge
	Fields []field
}

// moves returns the commands that mention a card of the seat and a field.
func moves(snap companion.Snapshot, seat engine.Seat, zone, name string) []companion.LegalCommand {
	var all []companion.LegalCommand
	for _, c := range snap.Legal {
		if !strings.Contains(c.Line, name) {
			continue // soon told: most commands are about other things
		}
		words := strings.Fields(c.Line)
		if c.By == seat && slices.Contains(words, zone) && slices.Contains(words, name) && page.Lays(snap.View, seat, c) {
			all = append(all, c)
		}
	}
	return all
}

func (s *Server) board(sc scene, v viewer, snap companion.Snapshot) handPart {
	var b handPart
	hand, _ := snap.View.Zone(v.seat, engine.Hand)
	for _, k := range hand.Cards {
		if k.Name != "" {
			b.Hand = append(b.Hand, sc.card(k))
		}
	}
	for _, z := range snap.View.Zones {
		if z.Seat != v.seat || z.Name == engine.Hand || z.Aside {
			continue
		}
		f := sc.field(z)
		f.Virtual = s.opts.virtual(v.seat, z.Name) != ""
		for i, k := range b.Hand {
			may := len(moves(snap, v.seat, z.Name, k.Name)) > 0
			f.Open, b.Hand[i].Lay = f.Open || may, k.Lay || may
		}
		for i, k := range f.Cards {
			f.Cards[i].Back = k.Fresh && len(moves(snap, v.seat, z.Name, k.Name)) > 0
		}
		b.Play = b.Play || f.Open
		if !snap.Conceals {
			f.Strays = s.strays(sc, v.seat, z)
			b.Untidy = b.Untidy || s.untidy(v.seat, z)
		}
		b.Fields = append(b.Fields, f)
	}
	if len(b.Fields) == 1 && b.Play {
		b.Only = b.Fields[0].Name
	}
	b.Shown = len(b.Fields) > 0
	b.Shared = s.shared(sc, v.seat)
	b.Kept = sc.piles(snap.View, v.seat)
	b.Told = b.told()
	return b
}

// CardsFirst reports whether people look at their cards or at the picture of the
// board before they choose what to do.
func (sc scene) CardsFirst() bool { return sc.Board.Play || sc.Ground != nil }

// told lists the cards in the hand and on the fields of which the game tells
// something.
func (b *handPart) told() []card {
	all := slices.Clone(b.Hand)
	for _, f := range b.Fields {
		all = append(all, f.Cards...)
	}
	return slices.DeleteFunc(all, func(k card) bool { return k.About == "" })
}

// field shows a zone, its uppermost card first.
func (sc *scene) field(z engine.Zone) field {
	f := field{Name: z.Name, Title: sc.say(z.Title), Count: z.Count}
	for _, k := range slices.Backward(z.Cards) {
		f.Cards = append(f.Cards, sc.card(k))
	}
	return f
}

func (sc *scene) card(k engine.Card) card {
	if k.Name == "" {
		return card{Label: sc.say(engine.Say("face down")), Fresh: k.Fresh}
	}
	return card{Name: string(k.Name), Label: sc.term(k.Name), Fresh: k.Fresh, About: sc.tells(k.Name)}
}

// tableaus shows the fields of all seats; what a hand holds is left out.
func (sc *scene) tableaus(v engine.View) []openCards {
	var all []openCards
	for _, p := range v.Seats {
		t := openCards{seatBadge: sc.badge(v, p.Seat)}
		for _, z := range v.Zones {
			if z.Seat == p.Seat && z.Name != engine.Hand && (!z.Aside || len(z.Cards) > 0) {
				t.Fields = append(t.Fields, sc.field(z))
			}
		}
		if len(t.Fields) > 0 {
			all = append(all, t)
		}
	}
	return all
}
