package faces_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"arbiter/companion/faces"
	"arbiter/engine/enginetest/tier"
)

// photo is a JPEG with noise in it, the left half dark, the upper left corner red.
func photo(t testing.TB, w, h, quality int) []byte {
	t.Helper()
	p := image.NewRGBA(image.Rect(0, 0, w, h))
	r := rand.New(rand.NewPCG(1, 1))
	for y := range h {
		for x := range w {
			n := uint8(r.UintN(60))
			c := color.RGBA{190 + n, 190 + n, 190 + n, 255}
			switch {
			case x < w/4 && y < h/4:
				c = color.RGBA{200, 20, 20, 255}
			case x < w/2:
				c = color.RGBA{n, n, n, 255}
			}
			p.SetRGBA(x, y, c)
		}
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, p, &jpeg.Options{Quality: quality}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// segment returns a segment of a JPEG.
func segment(marker byte, text []byte) []byte {
	return append(binary.BigEndian.AppendUint16([]byte{0xFF, marker}, uint16(len(text)+2)), text...)
}

// taken is a photo as a phone writes it: with place and orientation, padded with other metadata to
// the given size.
func taken(photo []byte, orientation uint16, size int) []byte {
	le := binary.LittleEndian
	tiff := le.AppendUint32(append([]byte("II*\x00"), 0, 0, 0, 0)[:4], 8)
	tiff = le.AppendUint16(tiff, 2)
	entry := func(tag, kind uint16, n, value uint32) {
		tiff = le.AppendUint32(le.AppendUint32(le.AppendUint16(le.AppendUint16(tiff, tag), kind), n), value)
	}
	entry(274, 3, 1, uint32(orientation))
	entry(0x8825, 4, 1, 38) // where GPS stands
	tiff = append(le.AppendUint32(tiff, 0), "GPSLatitude 51.4779 N secret-place"...)
	all := append([]byte{0xFF, 0xD8}, segment(0xE1, append([]byte("Exif\x00\x00"), tiff...))...)
	for len(all)+len(photo) < size {
		all = append(all, segment(0xEF, bytes.Repeat([]byte("secret-place "), 5000))...)
	}
	return append(all, photo[2:]...)
}

// A photo of 12 MB with the place where it was taken becomes a small upright picture, of which only
// the pixels are kept.
func TestPhotoIsShrunk(t *testing.T) {
	tier.Unraced(t, "one goroutine")
	t.Parallel()
	text := taken(photo(t, 2400, 1800, 95), 6, 12<<20)
	if len(text) < 12<<20 || !bytes.Contains(text, []byte("secret-place")) {
		t.Fatalf("the photo has %d bytes", len(text))
	}
	got, err := faces.Shrink(bytes.NewReader(text))
	check(t, err)
	if len(got) > 40<<10 || len(got) < 2<<10 {
		t.Errorf("the picture has %d bytes", len(got))
	}
	for _, left := range []string{"Exif", "GPS", "secret", "II*\x00", "http"} {
		if bytes.Contains(got, []byte(left)) {
			t.Errorf("%q is left in the picture", left)
		}
	}
	if extra := extras(got); len(extra) > 0 {
		t.Errorf("segments beside the pixels are left: %x", extra)
	}
	if len(extras(text)) == 0 {
		t.Error("the control: the photo has none either")
	}
	p, err := jpeg.Decode(bytes.NewReader(got))
	check(t, err)
	if size := p.Bounds().Size(); size != image.Pt(360, 480) {
		t.Errorf("it has %v pixels", size)
	}
	// Orientation 6: what the camera had at the upper left is at the upper right.
	if !red(p.At(350, 10)) || red(p.At(10, 10)) || red(p.At(350, 470)) {
		t.Errorf("it lies on its side: %v, %v, %v", p.At(350, 10), p.At(10, 10), p.At(350, 470))
	}
}

// extras returns the markers of segments that hold no pixels: APPn and comments.
func extras(text []byte) (all []byte) {
	for rest := text[2:]; len(rest) > 4 && rest[0] == 0xFF && rest[1] != 0xDA; {
		if rest[1] >= 0xE0 && rest[1] <= 0xEF || rest[1] == 0xFE {
			all = append(all, rest[1])
		}
		rest = rest[2+int(binary.BigEndian.Uint16(rest[2:])):]
	}
	return all
}

func red(c color.Color) bool {
	r, g, _, _ := c.RGBA()
	return r > 0x8000 && g < 0x6000
}

// Each orientation puts the corner where people see it: Exif 2.32, page 37.
func TestOrientations(t *testing.T) {
	tier.Unraced(t, "one goroutine reads photos")
	t.Parallel()
	small := photo(t, 80, 40, 90)
	for orientation, at := range map[uint16]image.Point{1: {2, 2}, 2: {77, 2}, 3: {77, 37}, 4: {2, 37}, 5: {2, 2}, 6: {37, 2}, 7: {37, 77}, 8: {2, 77}, 0: {2, 2}, 9: {2, 2}} {
		got, err := faces.Shrink(bytes.NewReader(taken(small, orientation, 0)))
		check(t, err)
		p, err := jpeg.Decode(bytes.NewReader(got))
		check(t, err)
		if !red(p.At(at.X, at.Y)) {
			t.Errorf("orientation %d: %v is %v of %v", orientation, at, p.At(at.X, at.Y), p.Bounds())
		}
	}
}

// Files that are not photos are refused, and so are those that would take up the device's memory,
// before they are decoded.
func TestNonPhotosAreRefused(t *testing.T) {
	tier.Unraced(t, "one goroutine reads photos")
	t.Parallel()
	var sketch bytes.Buffer
	check(t, png.Encode(&sketch, image.NewNRGBA(image.Rect(0, 0, 30, 20))))
	if got, err := faces.Shrink(bytes.NewReader(sketch.Bytes())); err != nil || len(got) == 0 {
		t.Errorf("the control: a small sketch: %v", err)
	}
	whole := photo(t, 60, 60, 90)
	for name, c := range map[string]struct {
		text []byte
		want error
	}{
		"an SVG":             {[]byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`), faces.ErrKind},
		"a PDF":              {[]byte("%PDF-1.7\n1 0 obj"), faces.ErrKind},
		"a GIF":              {[]byte("GIF89a\x01\x00\x01\x00"), faces.ErrKind},
		"nothing":            {nil, faces.ErrKind},
		"a page":             {[]byte("\xff\xd8<html>"), faces.ErrKind},
		"a PNG with a lie":   {bombPNG(60_000, 60_000, 8), faces.ErrLarge},
		"a PNG of 16 bits":   {bombPNG(3000, 3000, 16), faces.ErrLarge},
		"a long PNG":         {bombPNG(100, 100_000, 8), faces.ErrLarge},
		"a JPEG with a lie":  {resized(whole, 60_000, 60_000), faces.ErrLarge},
		"a progressive JPEG": {progressive(resized(whole, 5000, 5000)), faces.ErrLarge},
		"as many pixels as a phone has, and all of their colors": {colored(resized(whole, 8000, 6000)), faces.ErrLarge},
		"a progressive one with all colors":                      {progressive(colored(resized(whole, 2200, 2200))), faces.ErrLarge},
		"half a photo":                                           {whole[:len(whole)/2], faces.ErrKind},
		"more than a camera has":                                 {append([]byte("\xff\xd8"), make([]byte, faces.MostBytes)...), faces.ErrLarge},
	} {
		if got, err := faces.Shrink(bytes.NewReader(c.text)); !errors.Is(err, c.want) {
			t.Errorf("%s: %d bytes, %v, want %v", name, len(got), err, c.want)
		}
	}
	broken := errors.New("the phone has gone")
	if _, err := faces.Shrink(io.MultiReader(strings.NewReader("\xff\xd8"), failing{broken})); !errors.Is(err, broken) {
		t.Errorf("a photo that breaks off: %v", err)
	}
}

type failing struct{ error }

func (f failing) Read([]byte) (int, error) { return 0, f.error }

// bombPNG is the beginning of a PNG that claims a size.
func bombPNG(w, h uint32, bits byte) []byte {
	head := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32([]byte("IHDR"), w), h)
	head = append(head, bits, 6, 0, 0, 0)
	all := append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0d"), head...)
	return binary.BigEndian.AppendUint32(all, crc32.ChecksumIEEE(head))
}

// resized is a JPEG whose frame claims another size.
func resized(text []byte, w, h uint16) []byte {
	text = bytes.Clone(text)
	at := bytes.Index(text, []byte{0xFF, 0xC0})
	binary.BigEndian.PutUint16(text[at+5:], h)
	binary.BigEndian.PutUint16(text[at+7:], w)
	return text
}

// colored is a JPEG whose frame claims that each pixel has its own colors.
func colored(text []byte) []byte {
	text[bytes.Index(text, []byte{0xFF, 0xC0})+11] = 0x11
	return text
}

func progressive(text []byte) []byte {
	text[bytes.Index(text, []byte{0xFF, 0xC0})+1] = 0xC2
	return text
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func FuzzShrink(f *testing.F) {
	f.Add(taken(photo(f, 16, 16, 80), 8, 0))
	f.Add(bombPNG(4, 4, 8))
	f.Fuzz(func(t *testing.T, text []byte) {
		if got, err := faces.Shrink(bytes.NewReader(text)); err == nil && (len(got) > faces.MostKept || len(extras(got)) > 0) {
			t.Errorf("%d bytes, %x beside the pixels", len(got), extras(got))
		}
	})
}
