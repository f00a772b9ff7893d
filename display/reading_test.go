package display_test

import (
	"fmt"
	"image"
	"math"
	"os"
	"strings"
	"testing"

	"arbiter/display"
	"arbiter/engine/enginetest/tier"
)

// glasses are the panels of the rigs with HATs: how large a pixel is (their makers' data sheets,
// active area by pixels), and where the design has numbers in a row.
var glasses = []struct {
	name  string
	size  image.Point
	pixel float64    // mm
	row   [2][4]int  // of three or four seats, and of two: columns from and to, rows of the first row
	least [2]float64 // fewest arc minutes of its digits at two metres
}{
	{`2.13" V4`, image.Pt(250, 122), 0.1942, [2][4]int{{91, 150, 0, 29}, {35, 112, 17, 51}}, [2]float64{7, 9}},
	{`4.2" V2`, image.Pt(400, 300), 0.2120, [2][4]int{{138, 240, 40, 82}, {61, 185, 75, 134}}, [2]float64{13, 17}},
	{`4.26"`, image.Pt(800, 480), 0.1160, [2][4]int{{312, 480, 66, 138}, {134, 372, 123, 232}}, [2]float64{12, 18}},
	{`7.5" V2`, image.Pt(800, 480), 0.2040, [2][4]int{{312, 480, 66, 138}, {134, 372, 123, 232}}, [2]float64{20, 32}},
}

// inked counts the rows from the first to the last that have a black pixel.
func inkRows(b *display.Bitmap, r image.Rectangle) int {
	first, last := -1, -1
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			if b.Black(x, y) {
				if first < 0 {
					first = y
				}
				last = y
			}
		}
	}
	if first < 0 {
		return 0
	}
	return last - first + 1
}

// minutes is the angle under which something is seen from two metres.
func minutes(mm float64) float64 { return math.Atan(mm/2000) / math.Pi * 180 * 60 }

// Digits are as high on each panel as README.md says, and high enough: 20 arc minutes can be read
// comfortably, 10 with good eyes. They are measured in the pictures.
func TestFiguresAreReadAtTwoMetres(t *testing.T) {
	tier.Unraced(t, "one goroutine draws")
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range glasses {
		row := "| " + g.name
		for few, s := range []scene{{view: act()}, {view: two()}} {
			b := display.NewBitmap(g.size)
			display.New().Draw(b, s.view, s.opts("en"))
			in := g.row[few]
			high := inkRows(b, image.Rect(in[0], in[2], in[1], in[3]))
			mm := float64(high) * g.pixel
			if got, want := minutes(mm), g.least[few]; got < want {
				t.Errorf("%s: figures of %d pixels, %.1f mm, are %.1f' high, want %.0f'", g.name, high, mm, got, want)
			}
			row += fmt.Sprintf(" | %d px, %.1f mm, %.0f' | %.1f m", high, mm, minutes(mm), mm/math.Tan(20./60/180*math.Pi)/1000)
		}
		if row += " |"; !strings.Contains(string(readme), row) {
			t.Errorf("README.md does not say: %s", row)
		}
	}
	if got, want := inkRows(display.NewBitmap(image.Pt(9, 9)), image.Rect(0, 0, 9, 9)), 0; got != want {
		t.Errorf("the control, an empty picture, has %d rows of ink", got)
	}
}
