package display_test

import (
	"fmt"
	"image"
	"testing"

	"arbiter/display"
	"arbiter/engine"
	"arbiter/engine/enginetest/tier"
)

// BenchmarkDraw draws into an existing picture. The words are prepared, since translating them is
// the caller's time.
func BenchmarkDraw(b *testing.B) {
	for _, size := range sizes {
		b.Run(fmt.Sprintf("%dx%d", size.X, size.Y), func(b *testing.B) {
			benchmarkDraw(b, levelUp(), size)
		})
		b.Run(fmt.Sprintf("%dx%d board", size.X, size.Y), func(b *testing.B) {
			benchmarkDraw(b, vote(), size)
		})
	}
}

func benchmarkDraw(b *testing.B, v engine.View, size image.Point) {
	p, o, dst := display.New(), prepared(v), display.NewBitmap(size)
	p.Draw(dst, v, o)
	b.ReportAllocs()
	for b.Loop() {
		p.Draw(dst, v, o)
	}
}

// BenchmarkFrame is the cost of each change of the game for a panel, up to the wire: a picture is
// drawn, compared with the one that is shown, and packed.
func BenchmarkFrame(b *testing.B) {
	for name, v := range map[string]engine.View{"": levelUp(), " board": vote()} {
		for _, size := range sizes {
			b.Run(fmt.Sprintf("%dx%d%s", size.X, size.Y, name), func(b *testing.B) {
				f := newFrame(v, size)
				b.ReportAllocs()
				for b.Loop() {
					f.next()
				}
			})
		}
	}
}

// A frameOf is a picture with the one before it, and with its packed form.
type frameOf struct {
	painter    *display.Painter
	view       engine.View
	opts       display.Opts
	dst, shown *display.Bitmap
	packed     []byte
	same       bool
}

func newFrame(v engine.View, size image.Point) *frameOf {
	f := &frameOf{painter: display.New(), view: v, opts: prepared(v), dst: display.NewBitmap(size), shown: display.NewBitmap(size)}
	f.next()
	return f
}

func (f *frameOf) next() {
	f.painter.Draw(f.dst, f.view, f.opts)
	f.same = f.dst.Equal(f.shown)
	f.packed = f.dst.Pack(f.packed, display.Upright)
}

// BenchmarkRender draws a single picture, and the glyphs for it.
func BenchmarkRender(b *testing.B) {
	v := levelUp()
	o := prepared(v)
	for b.Loop() {
		display.Render(v, sizes[2], o)
	}
}

func prepared(v engine.View) display.Opts {
	o := scenes()[2].opts("de")
	said := map[string]string{}
	for _, p := range append(v.Prompts, v.Remind...) {
		said[p.Text.Format] = o.Say(p.Text)
	}
	for _, t := range v.Stage {
		said[t.Format] = o.Say(t)
	}
	o.Say = func(t engine.Text) string {
		if s, ok := said[t.Format]; ok {
			return s
		}
		return t.Format
	}
	return o
}

func TestDrawingAllocatesNothing(t *testing.T) {
	tier.Unraced(t, "one goroutine draws")
	for name, v := range map[string]engine.View{"tracks": levelUp(), "board": vote()} {
		for _, size := range allSizes {
			f := newFrame(v, size)
			if got, want := testing.AllocsPerRun(10, f.next), 0.0; got != want {
				t.Errorf("%s, %v: %v allocations, want %v", name, size, got, want)
			}
		}
	}
}
