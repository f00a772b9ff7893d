package display

import (
	"image"
	"strings"
	"testing"

	"rsc.io/qr"

	"arbiter/engine"
	"arbiter/engine/enginetest/tier"
)

const joinAt = "http://192.168.178.45:8080/"

// shown draws a picture and finds the code in it. It returns the pixels of a module, 0 if no code
// is recorded; flip spoils a pixel of the code.
func shown(v engine.View, size image.Point, o Opts, want *qr.Code, flip bool) int {
	b, at := NewBitmap(size), image.Rectangle{}
	New().draw(canvas{b: b, trace: func(r image.Rectangle, what string) {
		if what == "code" {
			at = r
		}
	}}, v, o)
	if at.Empty() {
		return 0
	}
	if middle := at.Min.Add(at.Size().Div(2)); flip {
		b.Set(middle.X, middle.Y, !b.Black(middle.X, middle.Y))
	}
	px := at.Dx() / (want.Size + 2*quiet)
	if !holds(b, want, at.Min.Add(image.Pt(quiet*px, quiet*px)), px, size.Y == 64) {
		return -1
	}
	return px
}

// holds reports whether the code is there, with its border.
func holds(b *Bitmap, want *qr.Code, at image.Point, px int, inverted bool) bool {
	for y := -quiet * px; y < (want.Size+quiet)*px; y++ {
		for x := -quiet * px; x < (want.Size+quiet)*px; x++ {
			dark := x >= 0 && y >= 0 && want.Black(x/px, y/px)
			if b.Black(at.X+x, at.Y+y) != (dark != inverted) {
				return false
			}
		}
	}
	return true
}

// While no game is running, the whole code with its border is on every panel on which a phone can
// read it.
func TestTheCodeIsOnThePanel(t *testing.T) {
	tier.Unraced(t, "one goroutine draws")
	want, err := qr.Encode(joinAt, qr.L)
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct{ w, h, px int }{{128, 64, 2}, {128, 32, 0}, {200, 200, 5}, {250, 122, 4}, {296, 128, 4}, {400, 300, 8}, {800, 480, 16}} {
		size, o := image.Pt(tc.w, tc.h), Opts{Join: joinAt}
		if got, want := shown(engine.View{}, size, o, want, false), tc.px; got != want {
			t.Errorf("%v: modules of %d pixels, want %d", size, got, want)
		}
		if got, control := shown(engine.View{}, size, o, want, true), -1; tc.px > 0 && got != control {
			t.Errorf("%v: a wrong pixel in the code is not seen", size)
		}
	}
}

// During a game the code is there on request, in place of the board.
func TestTheCodeDuringAGame(t *testing.T) {
	want, err := qr.Encode(joinAt, qr.L)
	if err != nil {
		t.Fatal(err)
	}
	for _, board := range []bool{false, true} {
		v := engine.View{Seats: []engine.Place{{Seat: "red", Color: "red"}}, Tracks: []engine.Track{{Name: "energy", Role: engine.RoleProgress, Title: engine.Say("Energy"), At: []int{3}}}}
		if board {
			v.Board = []engine.Field{{Name: "1", X: 0.5, Y: 0.5, Size: 0.1}}
		}
		for _, asked := range []bool{false, true} {
			px := shown(v, image.Pt(400, 300), Opts{Join: joinAt, ShowJoin: asked}, want, false)
			if got, want := px > 0, asked; got != want {
				t.Errorf("board %v, asked %v: the code is there: %v, want %v", board, asked, got, want)
			}
		}
	}
}

// An address that is too long for a code is still shown in letters.
func TestNoCode(t *testing.T) {
	b := Render(engine.View{}, image.Pt(400, 300), Opts{Join: "http://" + strings.Repeat("x", 3000)})
	if b.Equal(NewBitmap(image.Pt(400, 300))) {
		t.Error("nothing is drawn")
	}
	if got := (&canvas{b: b}).code(nil, b.Bounds(), true); !got.Empty() {
		t.Errorf("no code fills %v", got)
	}
}
