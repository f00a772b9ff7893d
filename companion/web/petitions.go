package web

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"

	"arbiter/engine"
)

// How long the phones of a seat may be away until it is given to who asks for it, how
// long somebody who was told no waits, and how long everybody is told what came of it.
const (
	patience   = time.Minute
	refusedFor = time.Minute
	toldFor    = time.Minute
)

// How often the time that is left is looked at, and in what steps it is shown.
const (
	looks   = time.Second
	showing = 5 * time.Second
)

// A petition is somebody who asks for a seat that others hold, or for the host's place.
type petition struct {
	seat engine.Seat
	by   string    // the mark of who asks
	ends time.Time // it is given then; zero while a phone that holds it looks on
}

// Petitions are those that are open, one for each seat, and what came of the last ones.
type petitions struct {
	now   func() time.Time
	turns sync.Mutex // of consider: what is told comes in its order

	mu   sync.Mutex
	open []petition
	kept map[engine.Seat]time.Time // when somebody was told no
	came []outcome
	told string // what everybody has been shown last
	tick *time.Timer
}

// An outcome is told to everybody for a while.
type outcome struct {
	text  engine.Text
	until time.Time
}

// asked is the seat that a form names; the host's place is "host".
func asked(r *http.Request) engine.Seat {
	if seat := r.PostFormValue("seat"); seat != "host" {
		return engine.Seat(seat)
	}
	return host
}

// petition asks for a seat that others hold, or for the host's place: seat. What nobody
// holds is given at once.
func (s *Server) petition(_ http.ResponseWriter, r *http.Request) (done, error) {
	seat, t := asked(r), token(r)
	snap, err := s.table.Snapshot(r.Context(), "")
	switch {
	case err != nil:
		return done{}, err
	case t == "" || seat == host && r.PostFormValue("seat") == "":
		return done{}, errMalformed
	case seat != host && !sits(snap, seat):
		return done{}, engine.Refuse("nobody sits there in this game")
	case s.seats.holds(seat, t):
		return done{}, engine.Refuse("that is yours already")
	}
	if err := s.petitions.add(petition{seat: seat, by: mark(t)}); err != nil {
		return done{}, err
	}
	s.logger.Info("a seat is asked for", "seat", cmp.Or(string(seat), "host"))
	s.consider()
	return done{Go: "/table"}, nil
}

func (p *petitions) add(x petition) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case slices.ContainsFunc(p.open, func(o petition) bool { return o.seat == x.seat }):
		return engine.Refuse("somebody asks for that already")
	case slices.ContainsFunc(p.open, func(o petition) bool { return o.by == x.by }):
		return engine.Refuse("one after the other: you ask for something already")
	case p.now().Sub(p.kept[x.seat]) < refusedFor:
		return engine.Refuse("that was asked for a moment ago; ask again in a minute")
	}
	p.open = append(p.open, x)
	return nil
}

// answer is what a phone says that holds what somebody asks for: seat, give or keep.
func (s *Server) answer(_ http.ResponseWriter, r *http.Request) (done, error) {
	seat := asked(r)
	x, ok := s.petitions.take(seat)
	if !ok {
		return done{}, engine.Refuse("nobody asks for that any more")
	}
	if r.PostFormValue("give") != "" {
		err := s.handOver(x, true)
		s.consider()
		return done{Go: "/table"}, err
	}
	s.petitions.keep(seat)
	s.tell(x, keptText(seat))
	s.consider()
	return done{}, nil
}

// take ends a petition.
func (p *petitions) take(seat engine.Seat) (x petition, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	i := slices.IndexFunc(p.open, func(o petition) bool { return o.seat == seat })
	if i < 0 {
		return petition{}, false
	}
	x = p.open[i]
	p.open = slices.Delete(p.open, i, i+1)
	return x, true
}

func (p *petitions) keep(seat engine.Seat) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.kept[seat] = p.now()
}

// handOver gives what was asked for, with the consent of who held it or without.
func (s *Server) handOver(x petition, consent bool) error {
	s.links.end(x.seat)
	if !consent && x.seat != host { // before the new holder can look
		if err := s.table.Veil(context.Background(), x.seat); err != nil {
			return err
		}
	}
	err := s.seats.handOver(x.seat, x.by)
	s.tell(x, givenText(x.seat, consent))
	return err
}

// tell lets everybody know what came of a petition.
func (s *Server) tell(x petition, text engine.Text) {
	s.logger.Info("what came of it", "seat", cmp.Or(string(x.seat), "host"), "outcome", text.Format)
	s.petitions.say(outcome{text, s.opts.Now().Add(toldFor)})
}

// say tells everybody something with the next look.
func (p *petitions) say(o outcome) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.came = append(p.came, o)
}

// consider looks how long each petition has, gives what is due, and tells everybody. It
// comes back by itself while there is anything to tell.
func (s *Server) consider() {
	select {
	case <-s.closing:
		return
	default:
	}
	s.petitions.turns.Lock()
	defer s.petitions.turns.Unlock()
	for _, x := range s.petitions.due(s.seats, s.onlookers.holds) {
		free := !s.seats.taken(x.seat)
		if err := s.handOver(x, free); err != nil {
			s.logger.Error("web", "err", err)
		}
	}
	s.petitions.wait(s.consider)
	texts, changed := s.petitions.news()
	if !changed {
		return
	}
	if err := s.table.Notify(context.Background(), texts...); err != nil {
		s.logger.Debug("web", "err", err)
	}
	s.bell.ring()
}

// due takes the petitions out that nobody has to answer any more: nobody holds the seat,
// or its phones were away too long. Present tells whether a browser looks on.
func (p *petitions) due(seats *seating, present func(marks []string) bool) (all []petition) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.now()
	p.open = slices.DeleteFunc(p.open, func(x petition) bool {
		if !seats.taken(x.seat) || !x.ends.IsZero() && !now.Before(x.ends) {
			all = append(all, x)
			return true
		}
		return false
	})
	for i := range p.open {
		switch x := &p.open[i]; {
		case present(seats.marksOf(x.seat)):
			x.ends = time.Time{}
		case x.ends.IsZero():
			x.ends = now.Add(patience)
		}
	}
	p.came = slices.DeleteFunc(p.came, func(o outcome) bool { return !now.Before(o.until) })
	return all
}

// wait has again called in a moment, while there is anything to tell.
func (p *petitions) wait(again func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.tick != nil {
		p.tick.Stop()
	}
	if len(p.open)+len(p.came) > 0 {
		p.tick = time.AfterFunc(looks, again)
	}
}

// news are what everybody is told, without the time that is left, for panels draw it;
// and whether that or the time has changed.
func (p *petitions) news() (all []engine.Text, changed bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := ""
	for _, x := range p.open {
		all = append(all, askedText(x.seat))
		now += fmt.Sprint(x.seat, p.left(x), ";")
	}
	for _, o := range p.came {
		all = append(all, o.text)
		now += fmt.Sprint(o.text, o.until, ";")
	}
	changed, p.told = now != p.told, now
	return all, changed
}

// left is how many seconds a petition has, as they are shown; -1 while it is to be
// answered.
func (p *petitions) left(x petition) int {
	if x.ends.IsZero() {
		return -1
	}
	left := (x.ends.Sub(p.now()) + showing - 1) / showing * showing
	return max(0, int(left/time.Second))
}

// clear ends all of them: another game begins.
func (p *petitions) clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.open, p.came = nil, nil
	clear(p.kept)
}

func askedText(seat engine.Seat) engine.Text {
	if seat == host {
		return engine.Say("Somebody asks to be the host.")
	}
	return engine.Say("Somebody asks for the seat of %s.", seat)
}

func keptText(seat engine.Seat) engine.Text {
	if seat == host {
		return engine.Say("The host stays the host.")
	}
	return engine.Say("%s keeps the seat.", seat)
}

func givenText(seat engine.Seat, consent bool) engine.Text {
	switch {
	case seat == host && consent:
		return engine.Say("The host's place was given to another phone.")
	case seat == host:
		return engine.Say("Another phone is the host now; that of the host was away.")
	case consent:
		return engine.Say("The seat of %s was given to another phone.", seat)
	}
	return engine.Say("Another phone has the seat of %s now; its own was away.", seat)
}

// An appeal is a petition on a page.
type appeal struct {
	Seat string // as the form says it
	What string
	Left string // how long it has, in words; "" while it is to be answered
	Mine bool   // the viewer may answer
}

// appeals are the open petitions as a viewer sees them.
func (s *Server) appeals(v viewer, sc *scene) (all []appeal) {
	p := &s.petitions
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, x := range p.open {
		a := appeal{Seat: cmp.Or(string(x.seat), "host"), What: sc.say(askedText(x.seat)), Mine: v.seat != host && x.seat == v.seat || v.seat == host && x.seat != host && v.holds(x.seat) || x.seat == host && v.host}
		if n := p.left(x); n >= 0 {
			a.Left = sc.say(engine.Say("Its phone is away; in %d seconds the place is given.", n))
		}
		all = append(all, a)
	}
	return all
}

// Onlookers are which browsers look at pages now, by their marks.
type onlookers struct {
	mu  sync.Mutex
	all map[string]int
}

// enter notes a stream of the browser with a token; leave is called at its end.
func (p *onlookers) enter(token string) (leave func()) {
	m := mark(token)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.all[m]++
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.all[m]--; p.all[m] == 0 {
			delete(p.all, m)
		}
	}
}

// holds tells whether one of these browsers looks on.
func (p *onlookers) holds(marks []string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.ContainsFunc(marks, func(m string) bool { return p.all[m] > 0 })
}
