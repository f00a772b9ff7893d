package display_test

import (
	"bytes"
	"flag"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"arbiter/display"
	"arbiter/engine/enginetest/tier"
)

var update = flag.Bool("update", false, "rewrite the golden pictures")

// sizes are those of the panels: 2.13", 4.2" and 7.5".
var sizes = []image.Point{{X: 250, Y: 122}, {X: 400, Y: 300}, {X: 800, Y: 480}}

// allSizes are those of all panels: two OLEDs, 1.54", 2.13", 2.7", 2.9", 2.66", 4.2",
// 5.83" and 7.5".
var allSizes = []image.Point{{X: 128, Y: 32}, {X: 128, Y: 64}, {X: 200, Y: 200}, {X: 250, Y: 122}, {X: 264, Y: 176}, {X: 296, Y: 128}, {X: 296, Y: 152}, {X: 400, Y: 300}, {X: 648, Y: 480}, {X: 800, Y: 480}}

// A sheet of golden pictures has all scenes, side by side with a line in between.
const sheetColumns, sheetGap = 3, 5

func sheetPlace(i int, size image.Point) image.Rectangle {
	at := image.Pt(i%sheetColumns*(size.X+sheetGap), i/sheetColumns*(size.Y+sheetGap))
	return image.Rectangle{Min: at, Max: at.Add(size)}
}

func TestGoldenPictures(t *testing.T) {
	tier.Unraced(t, "one goroutine draws")
	painter := display.New()
	for _, size := range allSizes {
		for _, lang := range languages {
			file := filepath.Join("testdata", fmt.Sprintf("%dx%d-%s.png", size.X, size.Y, lang))
			var all []*display.Bitmap
			for _, s := range everything() {
				b := display.NewBitmap(size)
				painter.Draw(b, s.view, s.opts(lang))
				all = append(all, b)
			}
			if *update {
				write(t, file, mount(all, size))
				continue
			}
			t.Run(filepath.Base(file), func(t *testing.T) { compare(t, file, all) })
		}
	}
}

func sheetSize(n int, size image.Point) image.Point {
	return image.Pt(sheetPlace(sheetColumns-1, size).Max.X, sheetPlace(n-1, size).Max.Y)
}

// mount puts pictures onto a sheet.
func mount(all []*display.Bitmap, size image.Point) *display.Bitmap {
	sheet := display.NewBitmap(sheetSize(len(all), size))
	for i, b := range all {
		at := sheetPlace(i, size)
		for y := range size.Y {
			for x := range size.X {
				sheet.Set(at.Min.X+x, at.Min.Y+y, b.Black(x, y))
			}
		}
		frame := at.Inset(-sheetGap/2 - 1)
		sheet.Fill(image.Rect(frame.Min.X, frame.Max.Y-1, frame.Max.X, frame.Max.Y), true)
		sheet.Fill(image.Rect(frame.Max.X-1, frame.Min.Y, frame.Max.X, frame.Max.Y), true)
	}
	return sheet
}

// compare compares pixels, not files: the encoder may change.
func compare(t *testing.T, file string, all []*display.Bitmap) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	size := all[0].Bounds().Max
	if got, want := sheetSize(len(all), size), want.Bounds().Max; got != want {
		t.Fatalf("a sheet of %v, want %v", got, want)
	}
	for i, s := range everything() {
		at := sheetPlace(i, size).Min
		if x, y, ok := differs(all[i], want, at); ok {
			t.Errorf("%s: pixel (%d, %d) is black: %v, want %v; look at the picture, then run with -update", s.name, x, y, all[i].Black(x, y), !all[i].Black(x, y))
		}
	}
}

// differs returns the first pixel in which a picture differs from a sheet.
func differs(b *display.Bitmap, sheet image.Image, at image.Point) (x, y int, ok bool) {
	for y := range b.Bounds().Dy() {
		for x := range b.Bounds().Dx() {
			if r, _, _, _ := sheet.At(at.X+x, at.Y+y).RGBA(); b.Black(x, y) != (r == 0) {
				return x, y, true
			}
		}
	}
	return 0, 0, false
}

// The control: one wrong pixel on a sheet is noticed.
func TestDiffersSeesAPixel(t *testing.T) {
	b := display.NewBitmap(image.Pt(30, 20))
	sheet := mount([]*display.Bitmap{b}, image.Pt(30, 20))
	if _, _, ok := differs(b, sheet, image.Point{}); ok {
		t.Error("two equal pictures differ")
	}
	b.Set(29, 19, true)
	if x, y, ok := differs(b, sheet, image.Point{}); !ok || x != 29 || y != 19 {
		t.Errorf("differ: %v at (%d, %d), want (29, 19)", ok, x, y)
	}
}

func write(t *testing.T, file string, b *display.Bitmap) {
	t.Helper()
	var buf bytes.Buffer
	if err := png.Encode(&buf, b); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, buf.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Whose turn it is, the current step and trouble are red if the panel can show that, and nothing
// else is: neither names and numbers of others, nor a menu, nor the end.
func TestWhatIsRed(t *testing.T) {
	for _, size := range []image.Point{{X: 250, Y: 122}, {X: 296, Y: 152}, {X: 400, Y: 300}} {
		painter, black, red := display.New(), &display.Bitmap{}, &display.Bitmap{}
		var reds []*display.Bitmap
		for _, s := range everything() {
			b := display.NewBitmap(size)
			painter.Draw(b, s.view, s.opts("en"))
			b.Separate(black, red)
			reds = append(reds, new(display.Bitmap).Copy(red))
		}
		file := filepath.Join("testdata", fmt.Sprintf("%dx%d-red.png", size.X, size.Y))
		if *update {
			write(t, file, mount(reds, size))
			continue
		}
		compare(t, file, reds)
	}
}
