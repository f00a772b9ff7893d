package session

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"arbiter/engine"
)

// How long the holder of a seat has to answer before it is given away, how long somebody who was
// refused must wait, and for how long everybody is told the outcome.
const (
	patience   = time.Minute
	refusedFor = time.Minute
	ToldFor    = time.Minute
)

// How often the remaining time is checked, and in what steps it is shown.
const (
	looks   = time.Second
	showing = 5 * time.Second
)

// A Petition asks for a seat that others hold, or for the host's place.
type Petition struct {
	Seat engine.Seat
	By   string    // the mark of who asks
	ends time.Time // the holder may answer until then
	here bool      // a phone of the holder was looking on at the last check
}

// Petitions are the open petitions, one for each seat, and the outcomes of recent ones.
type Petitions struct {
	now func() time.Time

	mu   sync.Mutex
	open []Petition
	kept map[engine.Seat]time.Time // when the last petition was refused
	came []outcome
	told string // what everybody was shown last
	tick *time.Timer
}

// NewPetitions returns empty Petitions.
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

// Pass moves the petition of an old token to the new one that replaces it.
func (p *Petitions) Pass(old, token string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := range p.open {
		if p.open[i].By == Mark(old) {
			p.open[i].By = Mark(token)
		}
	}
}

// Take removes a petition and returns it.
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

// Keep records that a petition for a seat was refused.
func (p *Petitions) Keep(seat engine.Seat) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.kept[seat] = p.now()
}

// Say tells everybody something for a while, starting with the next check.
func (p *Petitions) Say(text engine.Text, lasts time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.came = append(p.came, outcome{text, p.now().Add(lasts)})
}

// Due removes and returns the petitions that have come to an end. given are those whose seat nobody
// holds, or whose holder's phones did nothing in all that time; kept those whose phones did. A
// phone that comes back gets the whole time again.
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

// Wait schedules the next call of again while there is anything to tell.
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

// News returns what everybody is told, without the remaining time, since panels draw it; changed
// reports whether that or the remaining time has changed.
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

// Left returns how many seconds a petition has left, rounded as they are shown.
func (p *Petitions) Left(x Petition) int {
	left := (x.ends.Sub(p.now()) + showing - 1) / showing * showing
	return max(0, int(left/time.Second))
}

// Open returns the open petitions.
func (p *Petitions) Open() []Petition {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.open)
}

// Clear drops all of them, because another game begins.
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

// KeptText says that the holder of a seat keeps it.
func KeptText(seat engine.Seat) engine.Text {
	if seat == Host {
		return engine.Say("The host stays the host.")
	}
	return engine.Say("%s keeps the seat.", seat)
}

// GivenText says that a seat was given away, with or without the consent of its holder.
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
