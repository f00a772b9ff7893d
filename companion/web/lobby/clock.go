package lobby

import (
	"net/http"
	"strconv"

	"arbiter/companion/clock"
	"arbiter/companion/web/page"
	"arbiter/companion/web/session"
	"arbiter/companion/web/site"
	"arbiter/engine"
)

// pause stops the clock of the game, or lets it go on. Fields of the form: seat, pause (on or off).
func (s *Pages) pause(_ http.ResponseWriter, r *http.Request) (site.Outcome, error) {
	seat, err := s.SeatOf(r)
	if err != nil {
		return site.Outcome{}, err
	}
	return s.pauses(r, seat)
}

func (s *Pages) pauses(r *http.Request, by engine.Seat) (site.Outcome, error) {
	on := r.PostFormValue("pause")
	if on != "on" && on != "off" {
		return site.Outcome{}, site.ErrMalformed
	}
	return site.Outcome{}, s.Table.Pause(r.Context(), by, on == "on")
}

// setClock chooses the clock of the game on the table or, in a lobby, of the next one. Fields of the
// form: one of kind, minutes, or pause for a host without a seat.
func (s *Pages) setClock(_ http.ResponseWriter, r *http.Request) (site.Outcome, error) {
	if r.PostFormValue("pause") != "" {
		return s.pauses(r, session.Host)
	}
	snap, err := s.Table.Snapshot(r.Context(), "")
	if err != nil {
		return site.Outcome{}, err
	}
	now := snap.Clock.Settings
	if snap.GameID == "" {
		next, _, open := s.lobby.now()
		if !open {
			return site.Outcome{}, engine.Refuse("nobody waits for a game here")
		}
		now = next.Clock
	}
	set, ok := chosenClock(now, r.PostFormValue("kind"), r.PostFormValue("minutes"))
	if !ok {
		return site.Outcome{}, site.ErrMalformed
	}
	if snap.GameID != "" {
		return site.Outcome{}, s.Table.SetClock(r.Context(), set)
	}
	s.lobby.change(func(l *lobby) { l.clock = set })
	return site.Outcome{}, nil
}

// chosenClock returns the settings that a form asks for: a kind with the minutes that it begins with, or
// other minutes; false if there are none like that.
func chosenClock(now clock.Settings, kind, minutes string) (clock.Settings, bool) {
	if kind != "" {
		if kind == page.NoClock {
			return clock.Settings{}, true
		}
		s := clock.Usual(clock.Kind(kind))
		return s, s.Kind != clock.None && s.Minutes > 0
	}
	n, err := strconv.Atoi(minutes)
	now.Minutes = n
	return now, err == nil && now.Valid()
}
