package web_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"arbiter/companion/companiontest/chromium"
	"arbiter/engine"
	"arbiter/engine/enginetest/tier"

	"github.com/chromedp/cdproto/tracing"
	"github.com/chromedp/chromedp"
)

// A recording is what the browser tells of its work: when animations run, and when it draws
// a frame. A script on the page would count its own turns, of which motions that the
// compositor carries out need none.
type recording struct {
	mu    sync.Mutex
	moves map[string][2]float64 // by animation: from when to when, in microseconds; until 0 while it runs
	drawn []float64
	done  chan struct{}
}

// traceMotions begins a recording of the page.
func traceMotions(p *chromium.Page) *recording {
	p.Helper()
	r := &recording{moves: map[string][2]float64{}, done: make(chan struct{})}
	p.Do("begin a recording", chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		if err := chromedp.ListenBrowser(context.WithoutCancel(ctx), r.hear); err != nil {
			return err
		}
		if err := chromedp.Listen(context.WithoutCancel(ctx), r.hear); err != nil {
			return err
		}
		config := map[string]any{"includedCategories": []string{"blink.animations", "disabled-by-default-devtools.timeline.frame", "devtools.timeline.frame"}}
		return t.Call(ctx, "Tracing.start", map[string]any{"traceConfig": config}, nil)
	}))
	return r
}

func (r *recording) hear(event any) {
	switch e := event.(type) {
	case *tracing.EventDataCollected:
		r.mu.Lock()
		defer r.mu.Unlock()
		for _, v := range e.Value {
			var told traced
			if json.Unmarshal(v, &told) == nil {
				r.take(told)
			}
		}
	case *tracing.EventTracingComplete:
		close(r.done)
	}
}

// traced is an event of the Trace Event Format.
type traced struct {
	Name  string            `json:"name"`
	Phase string            `json:"ph"` // b, n and e: something begins, goes on, ends
	At    float64           `json:"ts"`
	ID    map[string]string `json:"id2"`
}

func (r *recording) take(e traced) {
	id := e.ID["local"]
	switch {
	case e.Name == "DrawFrame":
		r.drawn = append(r.drawn, e.At)
	case e.Name == "Animation" && e.Phase == "n": // it waited for its first frame until now
		r.moves[id] = [2]float64{e.At}
	case e.Name == "Animation" && e.Phase == "e" && r.moves[id][0] > 0:
		r.moves[id+fmt.Sprint(e.At)] = [2]float64{r.moves[id][0], e.At} // names are given again
		delete(r.moves, id)
	}
}

// rates ends the recording: frames per second of each motion, from its first animation to its last,
// and for how many milliseconds each of its frames was seen.
func (r *recording) rates(p *chromium.Page) (all, long []float64) {
	p.Helper()
	p.Do("end the recording", chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		if err := t.Call(ctx, "Tracing.end", nil, nil); err != nil {
			return err
		}
		select {
		case <-r.done:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}))
	r.mu.Lock()
	defer r.mu.Unlock()
	var motions [][2]float64
	for _, m := range r.moves {
		if m[1] > 0 {
			motions = append(motions, m)
		}
	}
	slices.SortFunc(motions, func(a, b [2]float64) int { return int(a[0] - b[0]) })
	for len(motions) > 0 {
		from, to := motions[0][0], motions[0][1]
		for motions = motions[1:]; len(motions) > 0 && motions[0][0] <= to; motions = motions[1:] {
			to = max(to, motions[0][1])
		}
		drawn := slices.DeleteFunc(slices.Clone(r.drawn), func(at float64) bool { return at < from || at > to })
		if to-from <= 200_000 {
			continue
		}
		all = append(all, float64(len(drawn))/(to-from)*1e6)
		slices.Sort(drawn)
		for i := 1; i < len(drawn); i++ {
			long = append(long, (drawn[i]-drawn[i-1])/1000)
		}
	}
	return all, long
}

// A phone that is slower than this machine by 1, 4 and 6 shows the moments of a game of
// the full book: frames per second while something moves, the median and the least of its
// motions, and for how long 95 of 100 frames are seen at most.
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
			tape := traceMotions(p)
			r := rand.New(rand.NewPCG(uint64(tier.Seed(b)), 5))
			for b.Loop() {
				h.random(r, []engine.Seat{"purple", "red", "green", "blue"}, 1)
				p.Until(fmt.Sprintf(`document.body.dataset.version === %q && document.getAnimations().every((a) => a.playState !== "running")`, h.version("")))
			}
			rates, long := tape.rates(p)
			if slices.Sort(long); len(long) > 0 {
				b.ReportMetric(long[len(long)*95/100], "p95-ms")
			}
			if slices.Sort(rates); len(rates) > 0 {
				b.ReportMetric(rates[len(rates)/2], "frames/s")
				b.ReportMetric(rates[0], "least-frames/s")
			}
			b.ReportMetric(float64(len(rates)), "motions")
		})
	}
}
