package display_test

import (
	"fmt"
	"image"
	"testing"

	"arbiter/display"
	"arbiter/engine"
)

// BenchmarkDraw draws into a picture that exists. The words are prepared:
// translating them is the caller's time.
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
	p := display.New()
	for name, v := range map[string]engine.View{"tracks": levelUp(), "board": vote()} {
		o := prepared(v)
		for _, size := range sizes {
			dst := display.NewBitmap(size)
			p.Draw(dst, v, o)
			if got, want := testing.AllocsPerRun(10, func() { p.Draw(dst, v, o) }), 0.0; got != want {
				t.Errorf("%s, %v: %v allocations, want %v", name, size, got, want)
			}
		}
	}
}
