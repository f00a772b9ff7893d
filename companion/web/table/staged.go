package table

import (
	"arbiter/companion"
	"arbiter/companion/web/content"
	"arbiter/companion/web/page"
	"arbiter/companion/web/session"
)

// newest is how many lines of the log a page shows.
const newest = 40

func (s *Pages) whole(v session.Viewer, snap companion.Snapshot) content.Content {
	return s.stamped(v, snap, &logCache{}, snap.Version)
}

// stamped returns the content for a viewer, of whose log known has some lines drawn already; stamp
// is the version in its forms.
func (s *Pages) stamped(v session.Viewer, snap companion.Snapshot, known *logCache, stamp int) content.Content {
	sc := s.staged(v, snap, known)
	sc.Version = stamp
	if v.Page == session.PageTable {
		sc.AddTable(s.Context(v, snap), s.room(v, snap, &sc))
	}
	if v.Seat != session.Host {
		sc.Look = s.Play(v, snap, stamp, page.Room{Kept: sc.Kept, Again: sc.Again, Took: s.took(v, snap)})
	}
	return sc
}

// pathOf returns the address of a viewer's page.
func pathOf(v session.Viewer) string {
	if v.Seat == session.Host {
		return "/table"
	}
	return "/seat/" + string(v.Seat)
}

// staged returns what the page shows of the table: the game, who sits there, and what lies on
// readers.
func (s *Pages) staged(v session.Viewer, snap companion.Snapshot, known *logCache) content.Content {
	sc := s.Content(v, snap)
	sc.Inside, sc.Host, sc.Coded, sc.Open = v.Inside, v.Host, s.Opts.Coded(), s.Opts.Network.Open
	for _, n := range s.Notices(snap) {
		sc.Notices = append(sc.Notices, sc.Note(v, snap, n))
	}
	sc.Appeals, sc.Lobby = s.Appeals(v, sc.Say), s.Seating(v, snap)
	if !sc.Running {
		sc.Found = s.Found()
		if snap.Ended.Open() {
			sc.Ended = snap.Ended.ID
		}
		return sc
	}
	if snap.Start != nil {
		sc.Sums = s.Inquire(snap.Game, "/sums", fromSeat(v.Seat))
	}
	if s.Opts.Past.History != nil {
		sc.Kept = snap.GameID
	}
	sc.Again = s.Repeats(v, snap)
	sc.Entries, sc.Older = s.entries(v, &sc, snap, known)
	sc.Noise = s.noise(v, &sc)
	sc.Timing = page.NewTiming(s.Context(v, snap), snap.Clock.Settings, pathOf(v))
	sc.Chairs, sc.Invite = s.Chairs(v, sc, snap.View), s.Invite(sc.Inside, sc.Seat)
	sc.News = sc.Spoken(s.Context(v, snap))
	if v.Seat != "" {
		if !snap.View.Over { // after that it does not matter how cards lie
			sc.Readers = s.onReaders(&sc, v.Seat, snap)
		}
		sc.Undo = sc.Undoing(v, snap)
	}
	return sc
}
