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
)

var update = flag.Bool("update", false, "rewrite the golden pictures")

// sizes are those of the panels: 2.13", 4.2" and 7.5".
var sizes = []image.Point{{X: 250, Y: 122}, {X: 400, Y: 300}, {X: 800, Y: 480}}

func TestGoldenPictures(t *testing.T) {
	painter := display.New()
	for _, size := range sizes {
		for _, lang := range languages {
			for _, scene := range append(scenes(), council()...) {
				name := fmt.Sprintf("%s-%dx%d-%s.png", scene.name, size.X, size.Y, lang)
				t.Run(name, func(t *testing.T) {
					b := display.NewBitmap(size)
					painter.Draw(b, scene.view, scene.opts(lang))
					compare(t, filepath.Join("testdata", name), b)
				})
			}
		}
	}
}

// compare compares pixels, not files: the encoder may change.
func compare(t *testing.T, file string, got *display.Bitmap) {
	t.Helper()
	if *update {
		write(t, file, got)
		return
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := got.Bounds(), want.Bounds(); got != want {
		t.Fatalf("size %v, want %v", got, want)
	}
	for y := range got.Bounds().Dy() {
		for x := range got.Bounds().Dx() {
			r, _, _, _ := want.At(x, y).RGBA()
			if got, want := got.Black(x, y), r == 0; got != want {
				t.Fatalf("pixel (%d, %d) is black: %v, want %v; look at the picture, then run with -update", x, y, got, want)
			}
		}
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
