package display_test

import (
	"fmt"
	"testing"

	"arbiter/display"
	"arbiter/engine"
)

// BenchmarkDraw draws into a picture that exists. The words are prepared:
// translating them is the caller's time.
func BenchmarkDraw(b *testing.B) {
	p := display.New()
	for _, size := range sizes {
		b.Run(fmt.Sprintf("%dx%d", size.X, size.Y), func(b *testing.B) {
			v, o := levelUp(), prepared()
			dst := display.NewBitmap(size)
			p.Draw(dst, v, o)
			b.ReportAllocs()
			for b.Loop() {
				p.Draw(dst, v, o)
			}
		})
	}
}

// BenchmarkRender draws a single picture, and the glyphs for it.
func BenchmarkRender(b *testing.B) {
	v, o := levelUp(), prepared()
	for b.Loop() {
		display.Render(v, sizes[2], o)
	}
}

func prepared() display.Opts {
	o := scenes()[2].opts("de")
	said := map[string]string{}
	v := levelUp()
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
	p, v, o := display.New(), levelUp(), prepared()
	for _, size := range sizes {
		dst := display.NewBitmap(size)
		p.Draw(dst, v, o)
		if got, want := testing.AllocsPerRun(10, func() { p.Draw(dst, v, o) }), 0.0; got != want {
			t.Errorf("%v: %v allocations, want %v", size, got, want)
		}
	}
}
