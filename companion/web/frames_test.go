package web_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"arbiter/companion/companiontest/chromium"
	"arbiter/engine"
	"arbiter/engine/enginetest/tier"

	"github.com/chromedp/chromedp"
)

// frames counts what the browser draws from the first to the last moment in which
// something moves, in frames per second. It asks nothing of the page that the browser would
// have to style or lay out for it, and its clock is that of the moment: the time of a frame
// may be from before whatever came has been taken in.
const frames = `window.rates = [], window.moving = new Set(), (() => {
	const animate = Element.prototype.animate;
	Element.prototype.animate = function (...how) {
		const a = animate.apply(this, how);
		moving.add(a);
		a.finished.catch(() => {}).finally(() => moving.delete(a));
		return a;
	};
	let first = 0, n = 0, last = 0;
	const tick = () => {
		const now = performance.now();
		if (moving.size > 0) { first ||= now; n++; last = now; }
		else if (first) { if (last - first > 200) rates.push(1000 * (n - 1) / (last - first)); first = n = 0; }
		requestAnimationFrame(tick);
	};
	requestAnimationFrame(tick);
})(), true`

// A phone that is slower than this machine by 1, 4 and 6 shows the moments of a game of
// the full book: frames per second while something moves, the median of its motions.
func BenchmarkFrames(b *testing.B) {
	for _, slower := range []int{1, 4, 6} {
		b.Run(fmt.Sprint(slower), func(b *testing.B) {
			h := newHouse(b)
			p := chromium.Start(b, true).Page(b, h.url, "de", 390, 844)
			crowd(p)
			p.Prefer("reduced-motion", "no-preference")
			p.Hasten(1)
			p.Open("/seat/purple")
			p.Do("a slower phone", chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
				return t.Call(ctx, "Emulation.setCPUThrottlingRate", map[string]int{"rate": slower}, nil)
			}))
			chromium.Ask[bool](p, frames)
			r := rand.New(rand.NewPCG(uint64(tier.Seed(b)), 5))
			for b.Loop() {
				h.random(r, []engine.Seat{"purple", "red", "green", "blue"}, 1)
				p.Until(fmt.Sprintf(`document.body.dataset.version === %q && document.getAnimations().every((a) => a.playState !== "running")`, h.version("")))
			}
			rates := chromium.Ask[[]float64](p, "rates")
			if slices.Sort(rates); len(rates) > 0 {
				b.ReportMetric(rates[len(rates)/2], "frames/s")
			}
			b.ReportMetric(float64(len(rates)), "motions")
		})
	}
}
