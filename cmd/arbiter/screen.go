package main

import (
	"context"
	"image"
	"log/slog"
	"sync"

	"arbiter/companion/words"
	"arbiter/display"
	"arbiter/engine"
)

// A screen draws what everybody may see, for one panel. It is a
// companion.Panel.
type screen struct {
	painter   *display.Painter
	scheduler *display.Scheduler
	catalogue *words.Catalogue
	lang      string
	labels    func() map[engine.Seat]string // what the players are called

	mu   sync.Mutex
	last bool // the last picture was drawn
}

// newScreen returns a screen whose panel troubles go to the log.
func newScreen(name string, p display.Panel, pace display.Pace, c *words.Catalogue, lang string, logger *slog.Logger) *screen {
	notice := func(err error) {
		if err != nil {
			logger.Warn("panel does not work; the game goes on", "panel", name, "err", err)
			return
		}
		logger.Info("panel works again", "panel", name)
	}
	return &screen{
		painter: display.New(), scheduler: display.NewScheduler(p, pace, notice), catalogue: c, lang: lang,
		labels: func() map[engine.Seat]string { return nil },
	}
}

// Show draws the view and hands the picture over; it does not wait for the
// panel.
func (s *screen) Show(v engine.View, notices []engine.Text) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.last {
		s.draw(v, notices)
	}
}

// end draws the last picture: nothing is drawn over it.
func (s *screen) end(v engine.View) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.draw(v, nil)
	s.last = true
}

func (s *screen) draw(v engine.View, notices []engine.Text) {
	o := captions(s.catalogue, s.lang, s.labels())
	for _, n := range notices {
		o.Notices = append(o.Notices, o.Say(n))
	}
	size := s.scheduler.Bounds().Size()
	b := display.NewBitmap(image.Pt(size.X, size.Y))
	s.painter.Draw(b, v, o)
	s.scheduler.Submit(b)
}

// run serves the panel until ctx ends.
func (s *screen) run(ctx context.Context) error { return s.scheduler.Run(ctx) }
