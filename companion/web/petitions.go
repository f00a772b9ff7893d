package web

import (
	"cmp"
	"context"
	"net/http"
	"slices"

	"arbiter/companion"
	"arbiter/companion/web/page"
	"arbiter/companion/web/session"
	"arbiter/engine"
)

// asked is the seat that a form names; the host's place is "host".
func asked(r *http.Request) engine.Seat {
	if seat := r.PostFormValue("seat"); seat != "host" {
		return engine.Seat(seat)
	}
	return session.Host
}

// petition asks for a seat that others hold, or for the host's place: seat. What nobody
// holds is given at once.
func (s *Server) petition(_ http.ResponseWriter, r *http.Request) (outcome, error) {
	seat, t := asked(r), session.Token(r)
	snap, err := s.table.Snapshot(r.Context(), "")
	switch {
	case err != nil:
		return outcome{}, err
	case t == "" || seat == session.Host && r.PostFormValue("seat") == "":
		return outcome{}, errMalformed
	case seat != session.Host && !sits(snap, seat):
		return outcome{}, engine.Refuse("nobody sits there in this game")
	case s.seats.Holds(seat, t):
		return outcome{}, engine.Refuse("that is yours already")
	}
	if err := s.petitions.Add(session.Petition{Seat: seat, By: session.Mark(t)}); err != nil {
		return outcome{}, err
	}
	s.logger.Info("a seat is asked for", "seat", cmp.Or(string(seat), "host"))
	s.consider()
	return outcome{Go: "/table"}, nil
}

// answer is what a phone says that holds what somebody asks for: seat, give or keep.
func (s *Server) answer(_ http.ResponseWriter, r *http.Request) (outcome, error) {
	seat := asked(r)
	x, ok := s.petitions.Take(seat)
	if !ok {
		return outcome{}, engine.Refuse("nobody asks for that any more")
	}
	if r.PostFormValue("give") != "" {
		err := s.handOver(x, true)
		s.consider()
		return outcome{Go: "/table"}, err
	}
	s.keep(x)
	s.consider()
	return outcome{}, nil
}

// keep leaves a seat to who holds it.
func (s *Server) keep(x session.Petition) {
	s.petitions.Keep(x.Seat)
	s.tell(x, session.KeptText(x.Seat))
}

// handOver gives what was asked for, with the consent of who held it or without.
func (s *Server) handOver(x session.Petition, consent bool) error {
	s.links.End(x.Seat)
	if !consent && x.Seat != session.Host { // before the new holder can look
		if err := s.table.Conceal(context.Background(), x.Seat); err != nil {
			return err
		}
	}
	err := s.seats.HandOver(x.Seat, x.By)
	s.tell(x, session.GivenText(x.Seat, consent))
	return err
}

// tell lets everybody know what came of a petition.
func (s *Server) tell(x session.Petition, text engine.Text) {
	s.logger.Info("what came of it", "seat", cmp.Or(string(x.Seat), "host"), "outcome", text.Format)
	s.petitions.Say(text, session.ToldFor)
}

// consider looks how long each petition has, gives what is due, and tells everybody. It
// comes back by itself while there is anything to tell.
func (s *Server) consider() {
	select {
	case <-s.closing:
		return
	default:
	}
	s.considering.Lock()
	defer s.considering.Unlock()
	given, kept := s.petitions.Due(s.seats, s.browsers)
	for _, x := range kept {
		s.keep(x)
	}
	for _, x := range given {
		free := !s.seats.Taken(x.Seat)
		if err := s.handOver(x, free); err != nil {
			s.logger.Error("web", "err", err)
		}
	}
	s.petitions.Wait(s.consider)
	texts, changed := s.petitions.News()
	if !changed {
		return
	}
	if err := s.table.Notify(context.Background(), texts...); err != nil {
		s.logger.Debug("web", "err", err)
	}
	s.changes.send()
}

// notices are what is told besides: who asks for a seat is told by the petitions.
func (s *Server) notices(snap companion.Snapshot) []companion.Notice {
	open := s.petitions.Open()
	return slices.DeleteFunc(slices.Clone(snap.Notices), func(n companion.Notice) bool {
		return slices.ContainsFunc(open, func(x session.Petition) bool { return n.Text.Equal(session.AskedText(x.Seat)) })
	})
}

// requests are the open petitions as a viewer may answer them.
func (s *Server) requests(v viewer) (all []page.Request) {
	for _, x := range s.petitions.Open() {
		r := page.Request{Seat: cmp.Or(string(x.Seat), "host"), What: session.AskedText(x.Seat), Mine: v.seat != session.Host && x.Seat == v.seat || v.seat == session.Host && x.Seat != session.Host && v.holds(x.Seat) || x.Seat == session.Host && v.host}
		r.Seconds = s.petitions.Left(x)
		r.Left = engine.Say("Without an answer the place is given in %d seconds.", r.Seconds)
		all = append(all, r)
	}
	return all
}

// appeals are the open petitions in the words of a viewer.
func (s *Server) appeals(v viewer, say func(engine.Text) string) (all []page.Appeal) {
	for _, r := range s.requests(v) {
		all = append(all, page.Appeal{Seat: r.Seat, What: say(r.What), Mine: r.Mine, Left: say(r.Left), Seconds: r.Seconds})
	}
	return all
}
