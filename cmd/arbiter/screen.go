package main

import (
	"context"
	"image"
	"log/slog"
	"sync"

	"arbiter/cmd/arbiter/internal/device"
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
	trouble   func(panel string, what engine.Text)
	join      func(engine.View) invite
	play      func() string // the URL where the play of this game is logged; "" if it cannot

	mu   sync.Mutex
	mine engine.Text // what is wrong with the panel; it need not show that itself
	last bool        // the last picture was drawn
}

// newScreen returns a screen whose panel troubles go to the log, and to its field
// trouble.
func newScreen(name string, p display.Panel, pace display.Pace, c *words.Catalogue, lang string, logger *slog.Logger) *screen {
	s := &screen{
		painter: display.New(), catalogue: c, lang: lang,
		labels:  func() map[engine.Seat]string { return nil },
		trouble: func(string, engine.Text) {},
		join:    func(engine.View) invite { return invite{} },
		play:    func() string { return "" },
	}
	s.scheduler = display.NewScheduler(p, pace, func(err error) {
		if err != nil {
			logger.Warn("panel does not work; the game goes on", "panel", name, "err", err)
		} else {
			logger.Info("panel works again", "panel", name)
		}
		s.note(device.PanelTrouble(name, err))
		s.trouble(name, device.PanelTrouble(name, err))
	})
	return s
}

func (s *screen) note(what engine.Text) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.mine = what
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
	size := s.scheduler.Bounds().Size()
	b := display.NewBitmap(image.Pt(size.X, size.Y))
	s.painter.Draw(b, v, s.opts(v, notices))
	s.scheduler.Submit(b)
}

// opts says a view and notices in the language of the screen. When the panel works
// again, the first picture on it does not say that it does not.
func (s *screen) opts(v engine.View, notices []engine.Text) display.Opts {
	o := captions(s.catalogue, s.lang, s.labels())
	i := s.join(v)
	if len(v.Seats) == 0 || i.playing {
		o.Join, o.Typed, o.ShowJoin = i.url, i.typed, i.playing
		if i.playing {
			o.Notices = append(o.Notices, i.typed)
		}
	}
	if i.proof != "" {
		o.Notices = append(o.Notices, o.Say(engine.Say("For the owner: %s", engine.Term(i.proof))))
	}
	if v.Over { // the last picture lets phones log the play
		o.Join = s.play()
		o.ShowJoin = o.Join != ""
	}
	for _, n := range notices {
		if s.mine.IsZero() || !n.Equal(s.mine) {
			o.Notices = append(o.Notices, o.Say(n))
		}
	}
	return o
}

// run serves the panel until ctx ends.
func (s *screen) run(ctx context.Context) error { return s.scheduler.Run(ctx) }
