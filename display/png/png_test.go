package pngpanel_test

import (
	"bytes"
	"context"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"arbiter/display"
	pngpanel "arbiter/display/png"
)

var size = image.Pt(250, 122)

func picture(x int) *display.Bitmap {
	b := display.NewBitmap(size)
	b.Fill(image.Rect(x, 10, x+30, 40), true)
	return b
}

func same(t *testing.T, data []byte, want *display.Bitmap) {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	for y := range size.Y {
		for x := range size.X {
			r, _, _, _ := img.At(x, y).RGBA()
			if got, want := r == 0, want.Black(x, y); got != want {
				t.Fatalf("pixel (%d, %d) is black: %v, want %v", x, y, got, want)
			}
		}
	}
}

func TestShow(t *testing.T) {
	file := filepath.Join(t.TempDir(), "panel.png")
	p := pngpanel.New(size, file)
	if got := p.Latest(); got != nil {
		t.Errorf("before the first picture Latest is %d bytes, want nil", len(got))
	}
	for x := range 3 {
		if err := p.Show(context.Background(), picture(x*40), display.Partial); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		same(t, data, picture(x*40))
		same(t, p.Latest(), picture(x*40))
	}
	entries, err := os.ReadDir(filepath.Dir(file))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := len(entries), 1; got != want {
		t.Errorf("%d files are left, want %d", got, want)
	}
}

// A reader of the file never finds half a picture.
func TestTheFileIsAlwaysWhole(t *testing.T) {
	file := filepath.Join(t.TempDir(), "panel.png")
	p := pngpanel.New(size, file)
	if err := p.Show(context.Background(), picture(0), display.Full); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	wg.Go(func() {
		for i := range 200 {
			if err := p.Show(context.Background(), picture(i), display.Full); err != nil {
				t.Error(err)
			}
		}
	})
	for range 200 {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := png.Decode(bytes.NewReader(data)); err != nil {
			t.Fatalf("half a picture: %v", err)
		}
	}
	wg.Wait()
}

func TestTrouble(t *testing.T) {
	p := pngpanel.New(size, filepath.Join(t.TempDir(), "missing", "panel.png"))
	if err := p.Show(context.Background(), picture(7), display.Full); err == nil || !strings.Contains(err.Error(), "write picture") {
		t.Errorf("a missing folder gives %v", err)
	}
	same(t, p.Latest(), picture(7))
	small := display.NewBitmap(image.Pt(10, 10))
	if err := pngpanel.New(size, "").Show(context.Background(), small, display.Full); err == nil {
		t.Error("a picture of the wrong size is shown")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := pngpanel.New(size, "").Show(ctx, picture(0), display.Full); err != context.Canceled {
		t.Errorf("after the end of its context Show gives %v", err)
	}
}
