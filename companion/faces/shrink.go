// Package faces makes small pictures of cards from photos, and keeps nothing but their pixels.
package faces

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"runtime/debug"
	"sync"

	"golang.org/x/image/draw"
)

// Limits.
const (
	MostBytes  = 24 << 20 // of a photo
	MostKept   = 40 << 10 // of a picture that is stored
	mostMemory = 40 << 20 // of a photo and its decoded pixels: 27 million of them, as phones have
	mostWide   = 1 << 15
)

// Reasons why a photo is refused.
var (
	ErrKind  = errors.New("it is no JPEG and no PNG")
	ErrLarge = errors.New("it is too large")
)

// one is held while a photo is decoded: there is memory for only one.
var one sync.Mutex

// Shrink makes a JPEG of at most MostKept bytes from a photo, upright as the camera held it,
// without any metadata. What is not a photo, or would take too much memory, is refused before it is
// decoded.
func Shrink(photo io.Reader) ([]byte, error) {
	one.Lock()
	defer one.Unlock()
	text, err := io.ReadAll(io.LimitReader(photo, MostBytes+1))
	if err != nil {
		return nil, err
	}
	if len(text) > MostBytes {
		return nil, ErrLarge
	}
	decode, turned, err := decoderOf(text)
	if err != nil {
		return nil, err
	}
	debug.FreeOSMemory() // garbage would take memory beside the photo
	picture, err := decode(bytes.NewReader(text))
	if err != nil {
		return nil, ErrKind
	}
	return small(picture, turned)
}

// decoderOf returns the decoder for a photo that can be decoded, and its orientation.
func decoderOf(text []byte) (decode func(io.Reader) (image.Image, error), turned int, err error) {
	configOf, perPixel := png.DecodeConfig, 4*4
	decode, turned = png.Decode, 1
	switch {
	case bytes.HasPrefix(text, []byte("\x89PNG\r\n\x1a\n")):
	case bytes.HasPrefix(text, []byte("\xff\xd8")):
		h := headOf(text)
		configOf, decode, turned, perPixel = jpeg.DecodeConfig, jpeg.Decode, h.orientation, h.perPixel
	default:
		return nil, 0, ErrKind
	}
	c, err := configOf(bytes.NewReader(text))
	if err != nil {
		return nil, 0, ErrKind
	}
	if c.ColorModel == color.NRGBA64Model || c.ColorModel == color.RGBA64Model {
		perPixel *= 2
	}
	if c.Width <= 0 || c.Height <= 0 || c.Width > mostWide || c.Height > mostWide || c.Width*c.Height > 4*(mostMemory-len(text))/max(1, perPixel) {
		return nil, 0, ErrLarge
	}
	return decode, turned, nil
}

// The sides and qualities to try in turn, until the result is small enough.
var (
	sides     = []int{480, 360, 240, 160}
	qualities = []int{82, 68, 54}
)

func small(picture image.Image, turned int) ([]byte, error) {
	picture = within(picture, 4*sides[0], draw.ApproxBiLinear) // a fast first step, so that the rest is fast
	for _, side := range sides {
		upright := turn(within(picture, side, draw.BiLinear), turned)
		for _, q := range qualities {
			var b bytes.Buffer
			if err := jpeg.Encode(&b, upright, &jpeg.Options{Quality: q}); err != nil {
				return nil, err
			}
			if b.Len() <= MostKept {
				return b.Bytes(), nil
			}
		}
	}
	return nil, ErrLarge
}

// within scales a picture to sides of at most side, on white.
func within(picture image.Image, side int, scale draw.Scaler) *image.RGBA {
	size := picture.Bounds().Size()
	if longest := max(size.X, size.Y); longest > side {
		size = image.Pt(max(1, size.X*side/longest), max(1, size.Y*side/longest))
	}
	to := image.NewRGBA(image.Rectangle{Max: size})
	draw.Draw(to, to.Bounds(), image.White, image.Point{}, draw.Src)
	scale.Scale(to, to.Bounds(), picture, picture.Bounds(), draw.Over, nil)
	return to
}

// turn rotates and mirrors a picture according to its orientation: Exif 2.32, tag 274.
func turn(p *image.RGBA, orientation int) *image.RGBA {
	if orientation < 2 || orientation > 8 {
		return p
	}
	w, h := p.Bounds().Dx(), p.Bounds().Dy()
	size := image.Pt(w, h)
	if orientation >= 5 {
		size = image.Pt(h, w)
	}
	to := image.NewRGBA(image.Rectangle{Max: size})
	for y := range h {
		for x := range w {
			at := [...]image.Point{
				2: {w - 1 - x, y}, 3: {w - 1 - x, h - 1 - y}, 4: {x, h - 1 - y},
				5: {y, x}, 6: {h - 1 - y, x}, 7: {h - 1 - y, w - 1 - x}, 8: {y, w - 1 - x},
			}[orientation]
			to.SetRGBA(at.X, at.Y, p.RGBAAt(x, y))
		}
	}
	return to
}
