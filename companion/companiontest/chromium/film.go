package chromium

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"image"
	"image/png"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// A Film is an animated WebP of a window, whose frames hold only what has changed. The container is
// that of Google's "WebP Container Specification".
type Film struct {
	page    *Page
	quality int64
	last    image.Image
	frames  []byte
	flags   int // offset of the last frame's duration
}

// Film starts a film of the page; quality is from 0 to 100.
func (p *Page) Film(quality int64) *Film { return &Film{page: p, quality: quality} }

// Show adds what the window shows now, for some time. If nothing has changed it prolongs the last
// frame.
func (f *Film) Show(during time.Duration) error {
	now, err := f.look()
	if err != nil {
		return err
	}
	area := now.Bounds()
	if f.last != nil {
		area = changed(f.last, now)
	}
	f.last = now
	if area.Empty() {
		f.prolong(during)
		return nil
	}
	still, err := f.page.clip(area, f.quality)
	if err != nil {
		return err
	}
	data, err := imageData(still)
	if err != nil {
		return err
	}
	head := uint24(nil, area.Min.X/2, area.Min.Y/2, area.Dx()-1, area.Dy()-1)
	f.flags = len(f.frames) + 8 + len(head)
	head = append(uint24(head, int(during.Milliseconds())), 0b10) // no blending with the frame before
	f.frames = chunk(f.frames, "ANMF", append(head, data...))
	return nil
}

// prolong adds to the duration of the last frame.
func (f *Film) prolong(during time.Duration) {
	at := f.frames[f.flags : f.flags+3]
	copy(at, uint24(nil, int(at[0])|int(at[1])<<8|int(at[2])<<16+int(during.Milliseconds())))
}

// WebP returns the film, which plays in a loop.
func (f *Film) WebP() []byte {
	size := f.last.Bounds()
	body := chunk([]byte("WEBP"), "VP8X", uint24([]byte{0b10, 0, 0, 0}, size.Dx()-1, size.Dy()-1))
	body = chunk(body, "ANIM", make([]byte, 6)) // no background color, endless loop
	return chunk(nil, "RIFF", append(body, f.frames...))
}

func (f *Film) look() (image.Image, error) {
	picture, err := run(f.page, chromedp.CaptureScreenshot())
	if err != nil {
		return nil, err
	}
	return png.Decode(bytes.NewReader(picture))
}

// clip returns a part of the window as a still WebP.
func (p *Page) clip(r image.Rectangle, quality int64) ([]byte, error) {
	return run(p, func(ctx context.Context, t *chromedp.Target) ([]byte, error) {
		shot, err := cdp.Call(ctx, t, page.CaptureScreenshot, page.CaptureScreenshotParams{Format: page.CaptureScreenshotFormatWebp, Quality: &quality,
			Clip: &page.Viewport{X: float64(r.Min.X), Y: float64(r.Min.Y), Width: float64(r.Dx()), Height: float64(r.Dy()), Scale: 1}})
		return shot.Data, err
	})
}

// changed returns the smallest rectangle around all differences, with even coordinates as frames
// require.
func changed(a, b image.Image) (r image.Rectangle) {
	size := b.Bounds()
	for y := size.Min.Y; y < size.Max.Y; y++ {
		for x := size.Min.X; x < size.Max.X; x++ {
			if a.At(x, y) != b.At(x, y) {
				r = r.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	r.Min.X, r.Min.Y = r.Min.X&^1, r.Min.Y&^1
	return r
}

// imageData returns the chunks of a still WebP that hold the picture.
func imageData(still []byte) (data []byte, err error) {
	if len(still) < 12 || string(still[8:12]) != "WEBP" {
		return nil, fmt.Errorf("%.12q begins no WebP", still)
	}
	for rest := still[12:]; len(rest) >= 8; {
		size := int(binary.LittleEndian.Uint32(rest[4:8]))
		end := 8 + size + size&1
		if end > len(rest) {
			return nil, fmt.Errorf("a chunk of %d bytes is cut", size)
		}
		if name := string(rest[:4]); name == "VP8 " || name == "VP8L" || name == "ALPH" {
			data = append(data, rest[:end]...)
		}
		rest = rest[end:]
	}
	return data, nil
}

// chunk appends a chunk, padded to an even size.
func chunk(to []byte, name string, body []byte) []byte {
	to = binary.LittleEndian.AppendUint32(append(to, name...), uint32(len(body)))
	to = append(to, body...)
	return append(to, make([]byte, len(body)&1)...)
}

func uint24(to []byte, all ...int) []byte {
	for _, n := range all {
		to = append(to, byte(n), byte(n>>8), byte(n>>16))
	}
	return to
}
