package testgame

import (
	"cmp"
	"slices"

	"arbiter/engine"
)

// Answering, in a game with guards: while it plans, a seat may hide walls and spears;
// everybody sees how many. Before a gain counts, the others may turn one up each, at the
// same time: a wall takes the gain away, a spear puts out who wanted it.

const (
	mostGuards = 2
	wall       = "wall"
	spear      = "spear"
	unknown    = "guard" // to everybody but the seat that hid it
)

// A window is a gain that waits for answers.
type window struct {
	open   bool
	gainer engine.Seat
	n      int
}

// Window returns the open window, if any.
func (s state) Window() engine.Window {
	if !s.window.open {
		return engine.Window{}
	}
	w := engine.Window{Number: s.windows, Wait: s.wait, Close: Close{engine.Table, s.windows}, About: engine.Say("%s wants %d", s.window.gainer, s.window.n)}
	for _, x := range s.guarding(s.window.gainer) {
		w.Seats = append(w.Seats, x.seat)
		w.Stakes = append(w.Stakes, engine.Stake{Seat: x.seat, N: s.window.n, Out: s.window.n == mostGained})
	}
	return w
}

// guarding returns the sides that hold guards against a seat, from the next one on.
func (s *state) guarding(against engine.Seat) (all []side) {
	for i := range s.sides {
		x := s.sides[(s.at(against)+1+i)%len(s.sides)]
		if x.seat != against && len(x.guards) > 0 && !x.out {
			all = append(all, x)
		}
	}
	return all
}

// opened: a window is open, and the seat has not answered.
func (s *state) opened(seat engine.Seat) refusal {
	if !s.Window().Asks(seat) || s.side(seat).answer > 0 {
		return refuse("nobody has asked")
	}
	return allowed
}

func (s *state) hides(seat engine.Seat, guard string) refusal {
	if !s.guards || len(s.side(seat).guards) == mostGuards {
		return refuse("not now")
	}
	return oneOf(guard, wall, spear)
}

// Guards is a fact: the game is played with guards, and there are so many seconds to turn one up; 0
// is no limit.
type Guards struct{ Seconds int }

func (e Guards) Apply(s *state) {
	if s.guards, s.wait = true, e.Seconds; s.wait == 0 {
		s.wait = engine.Unlimited
	}
}

// Hide lays a guard face down.
type Hide struct {
	Seat  engine.Seat
	Guard string
}

func (c Hide) By() engine.Seat { return c.Seat }

// Private marks a command whose words not everybody may know.
func (Hide) Private() {}

func (c Hide) Check(s *state) refusal {
	if !s.planning() {
		return refuse("not now")
	}
	return cmp.Or(s.plans(c.Seat), s.hides(c.Seat, c.Guard))
}

func (c Hide) Play(r *resolution) { emit(r, Hid(c)) }

// Hid is a guard that lies face down; only its seat knows which.
type Hid struct {
	Seat  engine.Seat
	Guard string
}

// Cover hides from everybody else which guard it is.
func (e Hid) Cover(seat engine.Seat) engine.Event {
	if seat != e.Seat {
		e.Guard = unknown
	}
	return e
}

func (e Hid) Apply(s *state) {
	s.with(e.Seat, func(x *side) { x.guards = append(slices.Clone(x.guards), e.Guard) })
}

// Announced is a gain that others may answer.
type Announced struct {
	Seat engine.Seat
	N    int
}

func (e Announced) Apply(s *state) {
	s.window, s.windows = window{true, e.Seat, e.N}, s.windows+1
}

// Answer turns a guard up.
type Answer struct {
	Seat engine.Seat
	Slot int
}

func (c Answer) By() engine.Seat { return c.Seat }

// Private marks a command whose words not everybody may know.
func (Answer) Private() {}

func (c Answer) Check(s *state) refusal {
	if c.Slot < 1 || c.Slot > len(s.side(c.Seat).guards) {
		return refuse("nobody has asked")
	}
	return s.opened(c.Seat)
}

func (c Answer) Play(r *resolution) { emit(r, Answered(c)) }

// Answered is a guard that will be turned up; only its seat knows.
type Answered struct {
	Seat engine.Seat
	Slot int
}

// Cover hides it from everybody else.
func (e Answered) Cover(seat engine.Seat) engine.Event {
	if seat != e.Seat {
		return nil
	}
	return e
}

func (e Answered) Apply(s *state) {
	s.with(e.Seat, func(x *side) { x.answer = e.Slot })
}

// Close ends the window with a number: guards that answer are turned up.
type Close struct {
	Seat   engine.Seat
	Number int
}

func (c Close) By() engine.Seat { return c.Seat }

func (c Close) Check(s *state) refusal {
	if !s.window.open || c.Number != s.windows || c.Seat != engine.Table {
		return refuse("nobody has asked")
	}
	return allowed
}

func (c Close) Play(r *resolution) {
	w, answers, gains, in := r.window, r.guarding(r.window.gainer), true, true
	emit(r, Closed{c.Number})
	for _, x := range answers {
		if x.answer == 0 {
			continue
		}
		guard := x.guards[x.answer-1]
		emit(r, Turned{x.seat, x.answer, guard})
		gains, in = gains && guard != wall, in && guard != spear
	}
	switch {
	case !in:
		emit(r, Fallen{w.gainer})
	case gains:
		emit(r, Scored{w.gainer, w.n})
	}
}

// Closed is a window that has ended.
type Closed struct{ Number int }

func (Closed) Apply(s *state) {
	s.window = window{}
}

// Turned is a guard that everybody has seen, and that is gone.
type Turned struct {
	Seat  engine.Seat
	Slot  int
	Guard string
}

// Reveals says that it cannot be unseen.
func (Turned) Reveals() {}

func (e Turned) Apply(s *state) {
	s.with(e.Seat, func(x *side) {
		x.guards, x.answer = slices.Delete(slices.Clone(x.guards), e.Slot-1, e.Slot), 0
	})
}

// Fallen is a seat that is out.
type Fallen struct{ Seat engine.Seat }

func (e Fallen) Apply(s *state) {
	s.with(e.Seat, func(x *side) { x.out, x.guards = true, nil })
	s.next()
}
