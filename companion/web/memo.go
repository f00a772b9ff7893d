package web

import (
	"fmt"
	"html/template"
	"strings"
	"sync"

	"arbiter/companion"
)

// A memo keeps the parts of pages as they were drawn last, so that a hundred
// people who look at the same table cost one drawing.
type memo struct {
	mu       sync.Mutex
	drawings map[string]*drawing // by who looks: language, seat, held seats
}

// A drawing is the parts for one kind of onlooker at one moment.
type drawing struct {
	mu     sync.Mutex
	moment string
	parts  map[string]template.HTML
}

// of returns the drawing for a kind of onlooker. There are few kinds: languages
// times seats times sets of held seats.
func (m *memo) of(who string) *drawing {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.drawings == nil {
		m.drawings = map[string]*drawing{}
	}
	if m.drawings[who] == nil {
		m.drawings[who] = &drawing{}
	}
	return m.drawings[who]
}

// live returns the parts for a stream, without the version in their forms: the
// script puts it in, so that forms do not change with every entry.
func (s *Server) live(v viewer, snap companion.Snapshot) (map[string]template.HTML, error) {
	if v.field != "" {
		return s.unkept(v, snap) // one person at one moment: not worth keeping
	}
	d := s.memo.of(v.lang + " " + string(v.seat) + " " + s.held(v, snap))
	d.mu.Lock()
	defer d.mu.Unlock()
	now := s.moment(snap)
	if d.moment == now {
		return d.parts, nil
	}
	parts, err := s.unkept(v, snap)
	if err == nil {
		d.moment, d.parts = now, parts
	}
	return parts, err
}

func (s *Server) unkept(v viewer, snap companion.Snapshot) (map[string]template.HTML, error) {
	sc := s.scene(v, snap)
	sc.Version = 0
	return s.parts(v, sc)
}

// held lists the seats of the browser, as far as its page shows them.
func (s *Server) held(v viewer, snap companion.Snapshot) string {
	if v.seat != "" {
		return ""
	}
	held := []string{fmt.Sprint(s.inside(v.token))}
	if v.token != "" && s.seats.holds(host, v.token) {
		held = append(held, "host")
	}
	for _, p := range snap.View.Seats {
		if s.seats.holds(p.Seat, v.token) {
			held = append(held, string(p.Seat))
		}
	}
	return strings.Join(held, " ")
}

// moment is the same for two snapshots of one onlooker only if they show the
// same: all else in them follows from the log up to the version.
func (s *Server) moment(snap companion.Snapshot) string {
	_, drawn := s.lastPicture()
	return fmt.Sprintln(s.bell.count(), drawn > 0, snap.GameID, snap.Version, snap.Consent, snap.Waiting, snap.Notices)
}
