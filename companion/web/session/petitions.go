package session

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"arbiter/engine"
)

// How long the phones of a seat have to answer until it is given to who asks for it, how
// long somebody who was told no waits, and how long everybody is told what came of it.
const (
	patience   = time.Minute
	refusedFor = time.Minute
	ToldFor    = time.Minute
)

// How often the time that is left is looked at, and in what steps it is shown.
const (
	looks   = time.Second
	showing = 5 * time.Second
)

// A Petition is somebody who asks for a seat that others hold, or for the host's place.
type Petition struct {
	Seat engine.Seat
	By   string    // the mark of who asks
	ends time.Time // until then who holds it may answer
	here bool      // a phone that holds it looked on at the last look
}

// Petitions are those that are open, one for each seat, and what came of the last ones.
type Petitions struct {
	now func() time.Time

	mu   sync.Mutex
	open []Petition
	kept map[engine.Seat]time.Time // when somebody was told no
	came []outcome
	told string // what everybody has been shown last
	tick *time.Timer
}

// NewPetitions returns none.
func NewPetitions(now func() time.Time) *Petitions {
	return &Petitions{now: now, kept: map[engine.Seat]time.Time{}}
}

// An outcome is told to everybody for a while.
type outcome struct {
	text  engine.Text
	until time.Time
}

// Add opens a petition.
func (p *Petitions) Add(x Petition) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case slices.ContainsFunc(p.open, func(o Petition) bool { return o.Seat == x.Seat }):
		return engine.Refuse("somebody asks for that already")
	case slices.ContainsFunc(p.open, func(o Petition) bool { return o.By == x.By }):
		return engine.Refuse("one after the other: you ask for something already")
	case p.now().Sub(p.kept[x.Seat]) < refusedFor:
		return engine.Refuse("that was asked for a moment ago; ask again in a minute")
	}
	p.open = append(p.open, x)
	return nil
}

// Pass lets a new token ask for what an old one asks for, in whose place it comes.
func (p *Petitions) Pass(old, token string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := range p.open {
		if p.open[i].By == Mark(old) {
			p.open[i].By = Mark(token)
		}
	}
}

// Take ends a petition.
func (p *Petitions) Take(seat engine.Seat) (x Petition, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	i := slices.IndexFunc(p.open, func(o Petition) bool { return o.Seat == seat })
	if i < 0 {
		return Petition{}, false
	}
	x = p.open[i]
	p.open = slices.Delete(p.open, i, i+1)
	return x, true
}

// Keep notes that somebody was told no.
func (p *Petitions) Keep(seat engine.Seat) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.kept[seat] = p.now()
}

// Say tells everybody something for a while, beginning with the next look.
func (p *Petitions) Say(text engine.Text, lasts time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.came = append(p.came, outcome{text, p.now().Add(lasts)})
}

// Due takes the petitions out that nobody has to answer any more. Given are those whose
// seat nobody holds, or whose phones were silent for all of their time; kept those whose
// phones did something in it. A phone that comes back has the whole time again.
func (p *Petitions) Due(seats *Seats, browsers *Browsers) (given, kept []Petition) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.now()
	p.open = slices.DeleteFunc(p.open, func(x Petition) bool {
		switch over := !x.ends.IsZero() && !now.Before(x.ends); {
		case over && browsers.Touched(seats.Marks(x.Seat)).After(x.ends.Add(-patience)):
			kept = append(kept, x)
		case over || !seats.Taken(x.Seat):
			given = append(given, x)
		default:
			return false
		}
		return true
	})
	for i := range p.open {
		x := &p.open[i]
		here := browsers.Looking(seats.Marks(x.Seat))
		if x.ends.IsZero() || here && !x.here {
			x.ends = now.Add(patience)
		}
		x.here = here
	}
	p.came = slices.DeleteFunc(p.came, func(o outcome) bool { return !now.Before(o.until) })
	return given, kept
}

// Wait has again called in a moment, while there is anything to tell.
func (p *Petitions) Wait(again func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.tick != nil {
		p.tick.Stop()
	}
	if len(p.open)+len(p.came) > 0 {
		p.tick = time.AfterFunc(looks, again)
	}
}

// News are what everybody is told, without the time that is left, for panels draw it;
// and whether that or the time has changed.
func (p *Petitions) News() (all []engine.Text, changed bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := ""
	for _, x := range p.open {
		all = append(all, AskedText(x.Seat))
		now += fmt.Sprint(x.Seat, p.Left(x), ";")
	}
	for _, o := range p.came {
		all = append(all, o.text)
		now += fmt.Sprint(o.text, o.until, ";")
	}
	changed, p.told = now != p.told, now
	return all, changed
}

// Left is how many seconds a petition has, as they are shown.
func (p *Petitions) Left(x Petition) int {
	left := (x.ends.Sub(p.now()) + showing - 1) / showing * showing
	return max(0, int(left/time.Second))
}

// Open lists those that are open.
func (p *Petitions) Open() []Petition {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.open)
}

// Clear ends all of them: another game begins.
func (p *Petitions) Clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.open, p.came = nil, nil
	clear(p.kept)
}

// AskedText says that somebody asks for a seat.
func AskedText(seat engine.Seat) engine.Text {
	if seat == Host {
		return engine.Say("Somebody asks to be the host.")
	}
	return engine.Say("Somebody asks for the seat of %s.", seat)
}

// KeptText says that who holds a seat keeps it.
func KeptText(seat engine.Seat) engine.Text {
	if seat == Host {
		return engine.Say("The host stays the host.")
	}
	return engine.Say("%s keeps the seat.", seat)
}

// GivenText says that a seat was given, with the consent of who held it or without.
func GivenText(seat engine.Seat, consent bool) engine.Text {
	switch {
	case seat == Host && consent:
		return engine.Say("The host's place was given to another phone.")
	case seat == Host:
		return engine.Say("Another phone is the host now; that of the host did not answer.")
	case consent:
		return engine.Say("The seat of %s was given to another phone.", seat)
	}
	return engine.Say("Another phone has the seat of %s now; its own did not answer.", seat)
}
