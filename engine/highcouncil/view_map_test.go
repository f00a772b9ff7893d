package highcouncil_test

import (
	"math"
	"testing"

	"arbiter/engine"
	"arbiter/engine/highcouncil"
)

// TestBoardIsARing: neighbors on the ring are neighbors in the picture, discs do
// not overlap, and a piece is drawn where its zone says that it stands.
func TestBoardIsARing(t *testing.T) {
	s, err := highcouncil.Game.New([]engine.Seat{"white", "red"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	s = s.Apply(highcouncil.Seated{Field: 7, Color: highcouncil.Yellow, Rank: highcouncil.Speaker})
	v := s.View()
	if got, want := len(v.Board), 30; got != want {
		t.Fatalf("%d fields, want %d", got, want)
	}
	apart := func(a, b engine.Field) float64 { return math.Hypot(float64(a.X-b.X), float64(a.Y-b.Y)) }
	for i, f := range v.Board {
		next, over := v.Board[(i+1)%30], v.Board[(i+2)%30]
		if d := apart(f, next); d < float64(f.Size) || d > apart(f, over) {
			t.Errorf("field %s and %s are %.3f apart, discs are %.3f wide", f.Name, next.Name, d, f.Size)
		}
		if r := float64(f.Size) / 2; float64(f.X) < r || float64(f.X) > 1-r || float64(f.Y) < r || float64(f.Y) > 1-r {
			t.Errorf("field %s leaves the picture", f.Name)
		}
		z, _ := v.Zone(engine.Table, f.Name)
		if got, want := !f.Piece.Name.IsZero(), len(z.Cards) == 1; got != want {
			t.Errorf("field %s: a piece is drawn: %t, want %t", f.Name, got, want)
		}
	}
	if p := v.Board[6].Piece; p.Color != "yellow" || !p.Tall {
		t.Errorf("the speaker on field 7 is drawn as %+v", p)
	}
}
