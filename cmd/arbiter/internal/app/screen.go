package app

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

// A Screen draws for one panel what everybody may see. It is a companion.Panel.
type Screen struct {
	painter   *display.Painter
	scheduler *display.Scheduler
	Catalogue *words.Catalogue
	Lang      string
	Labels    func() map[engine.Seat]string   // what the players are called
	Own       func() func(engine.Term) string // the owner's names for things, as View.Called takes them
	calm      bool
	trouble   func(panel string, what engine.Text)
	Join      func(engine.View) Invitation
	Play      func() string // the URL where the play of this game can be logged; "" if there is none

	mu      sync.Mutex
	mine    engine.Text // what is wrong with the panel, which it need not show itself
	last    bool        // the last picture was drawn
	subject display.Subject
	rests   bool   // the panel is used for a trial
	missed  func() // draws what came during a trial; nil if nothing did
}

// NewScreen returns a screen. Troubles of its panel are logged and passed to its field trouble.
func NewScreen(name string, p display.Panel, pace display.Pace, c *words.Catalogue, lang string, logger *slog.Logger) *Screen {
	s := &Screen{
		painter: display.New(), Catalogue: c, Lang: lang, calm: pace.Calm,
		Labels:  func() map[engine.Seat]string { return nil },
		Own:     func() func(engine.Term) string { return nil },
		trouble: func(string, engine.Text) {},
		Join:    func(engine.View) Invitation { return Invitation{} },
		Play:    func() string { return "" },
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

func (s *Screen) note(what engine.Text) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.mine = what
}

// Show draws the view and hands the picture over without waiting for the panel.
func (s *Screen) Show(v engine.View, notices []engine.Text, clock engine.Text) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.last:
	case s.rests:
		s.missed = func() { s.Show(v, notices, clock) }
	default:
		o := s.Opts(v, notices)
		if !clock.IsZero() {
			o.Clock = o.Say(clock)
		}
		s.draw(v, o)
	}
}

// rest leaves the panel alone until wake, which draws it again with everything that came meanwhile.
func (s *Screen) rest() (wake func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.rests = true
	return func() {
		s.mu.Lock()
		missed := s.missed
		s.rests, s.missed = false, nil
		s.mu.Unlock()
		if missed != nil {
			missed()
		}
		s.scheduler.Anew()
	}
}

// End draws the last picture, which stays while the device is off: nothing is drawn after it.
func (s *Screen) End(v engine.View) {
	s.mu.Lock()
	defer s.mu.Unlock()
	o := s.Opts(v, nil)
	o.Asleep = true
	s.draw(v, o)
	s.last = true
}

func (s *Screen) draw(v engine.View, o display.Opts) {
	size := s.scheduler.Bounds().Size()
	b := display.NewBitmap(image.Pt(size.X, size.Y))
	now := s.painter.Draw(b, v, o)
	if now.Flashes(s.subject) {
		s.scheduler.SubmitFull(b)
	} else {
		s.scheduler.Submit(b)
	}
	s.subject = now
}

// Opts puts a view and notices into the language of the screen. The first picture after a panel has
// failed does not mention that failure.
func (s *Screen) Opts(v engine.View, notices []engine.Text) display.Opts {
	o := Captions(s.Catalogue, s.Lang, s.Labels(), v.Called(s.Own()))
	o.Calm = s.calm
	i := s.Join(v)
	if len(v.Seats) == 0 || i.Playing {
		o.Join, o.Typed, o.ShowJoin = i.URL, i.Typed, i.Playing
		if i.Playing {
			o.Notices = append(o.Notices, i.Typed)
		}
	}
	if i.Proof != "" {
		o.Notices = append(o.Notices, o.Say(engine.Say("For the owner: %s", engine.Term(i.Proof))))
	}
	if v.Over { // the last picture lets phones log the play
		o.Join = s.Play()
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
func (s *Screen) run(ctx context.Context) error { return s.scheduler.Run(ctx) }

// An Invitation is what a panel tells phones.
type Invitation struct {
	URL     string // "" if they cannot join
	Typed   string // for people who cannot scan the code; "" means URL
	Playing bool   // show it during a game, too
	Proof   string // the code for the owner; "" if nobody has asked for it
}

// An Inviter returns, for the driver of a panel, what to tell phones while a view is shown.
type Inviter func(driver string) func(engine.View) Invitation

// Captions returns the words for pictures in a language.
func Captions(c *words.Catalogue, lang string, labels map[engine.Seat]string, things func(engine.Term) engine.Text) display.Opts {
	say := c.At(lang, func(seat engine.Seat) string { return labels[seat] }, things)
	return display.Opts{
		Say:   say,
		Term:  func(t engine.Term) string { return say(engine.Say("%s", t)) },
		Label: func(seat engine.Seat) string { return say(engine.Say("%s", seat)) },
	}
}
