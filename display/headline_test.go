package display

import (
	"image"
	"strings"
	"testing"

	"arbiter/engine"
)

// drawn returns the texts on a sheet, and where they begin.
func drawn(size image.Point, v engine.View, o Opts) map[string]int {
	texts := map[string]int{}
	New().draw(canvas{b: NewBitmap(size), trace: func(r image.Rectangle, s string) { texts[s] = r.Min.X }}, v, o)
	return texts
}

// Questions appear on sheets that otherwise show only numbers, and with Calm; anything else does
// not.
func TestQuestionsStandOnLowSheets(t *testing.T) {
	seats := []engine.Place{{Seat: "purple", Color: "purple", Turn: true}, {Seat: "red", Color: "red", Shape: engine.Square}}
	for _, size := range []image.Point{{X: 250, Y: 122}, {X: 212, Y: 104}, {X: 296, Y: 128}} {
		picture := func(brief string, calm bool) *Bitmap {
			v := engine.View{Seats: seats, Stage: []engine.Text{engine.Say("Round 1"), engine.Say("Phase 2")}, Prompts: []engine.Prompt{{Seat: "purple", Text: engine.Say("Say what it is"), Brief: engine.Say(brief)}}}
			for _, f := range New().Faults(v, size, Opts{Calm: calm}) {
				t.Errorf("%v, %q: %s", size, brief, f)
			}
			return Render(v, size, Opts{Calm: calm})
		}
		for _, calm := range []bool{false, true} {
			if picture("Consumption of Discover?", calm).Equal(picture("Consumption of Harvest?", calm)) {
				t.Errorf("%v, calm %t: two questions look the same", size, calm)
			}
			if !picture("Act, then slide", calm).Equal(picture("Plan your cards", calm)) {
				t.Errorf("%v, calm %t: the control, what is no question stands there", size, calm)
			}
		}
	}
}

// The line of a menu is not trouble: it has no triangle.
func TestMenusAreNoTrouble(t *testing.T) {
	seats := []engine.Place{{Seat: "purple", Color: "purple"}, {Seat: "red", Color: "red", Shape: engine.Square}}
	for _, size := range []image.Point{{X: 250, Y: 122}, {X: 400, Y: 300}, {X: 800, Y: 480}} {
		for _, line := range []string{"› Pay 3 (1/7)", "Ana › Pay 3 (1/7)"} {
			trouble := strings.ReplaceAll(line, "›", "-")
			if got, control := drawn(size, engine.View{Seats: seats}, Opts{Notices: []string{line}})[line], drawn(size, engine.View{Seats: seats}, Opts{Notices: []string{trouble}})[trouble]; got >= control || got == 0 {
				t.Errorf("%v: %q begins at %d, trouble at %d", size, line, got, control)
			}
		}
	}
}
