package site

import (
	"cmp"
	"context"
	"net/http"
	"slices"

	"arbiter/companion"
	"arbiter/companion/web/page"
	"arbiter/companion/web/page/lobbypage"
	"arbiter/companion/web/session"
	"arbiter/engine"
)

// asked returns the seat that a form names; the host's place is "host".
func asked(r *http.Request) engine.Seat {
	if seat := r.PostFormValue("seat"); seat != "host" {
		return engine.Seat(seat)
	}
	return session.Host
}

// petition asks for a seat that others hold, or for the host's place. What nobody holds is given at
// once. Fields of the form: seat.
func (s *Server) petition(w http.ResponseWriter, r *http.Request) (Outcome, error) {
	seat, t := asked(r), session.Token(r)
	snap, err := s.Table.Snapshot(r.Context(), "")
	switch {
	case err != nil:
		return Outcome{}, err
	case t == "" || seat == session.Host && r.PostFormValue("seat") == "":
		return Outcome{}, ErrMalformed
	case seat != session.Host && !Sits(snap, seat):
		return Outcome{}, engine.Refuse("nobody sits there in this game")
	case s.Seats.Holds(seat, t):
		return Outcome{}, engine.Refuse("that is yours already")
	}
	if err := s.Petitions.Add(session.Petition{Seat: seat, By: session.Mark(t)}); err != nil {
		return Outcome{}, err
	}
	if _, err := s.NewToken(w, r); err != nil { // the seat will be given to this token
		return Outcome{}, err
	}
	s.Logger.Info("a seat is asked for", "seat", cmp.Or(string(seat), "host"))
	s.Consider()
	return Outcome{Go: "/table"}, nil
}

// answer lets the holder of a seat answer a petition. Fields of the form: seat; give or keep.
func (s *Server) answer(_ http.ResponseWriter, r *http.Request) (Outcome, error) {
	seat := asked(r)
	x, ok := s.Petitions.Take(seat)
	if !ok {
		return Outcome{}, engine.Refuse("nobody asks for that any more")
	}
	if r.PostFormValue("give") != "" {
		err := s.handOver(x, true)
		s.Consider()
		return Outcome{Go: "/table"}, err
	}
	s.keep(x)
	s.Consider()
	return Outcome{}, nil
}

// here is sent when somebody touches or reads a page whose seat is being asked for; the guard has
// recorded that already.
func here(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }

// keep leaves a seat to its holder.
func (s *Server) keep(x session.Petition) {
	s.Petitions.Keep(x.Seat)
	s.tell(x, session.KeptText(x.Seat))
}

// handOver gives away what was asked for, with or without the consent of its holder.
func (s *Server) handOver(x session.Petition, consent bool) error {
	s.Links.End(x.Seat)
	if !consent && x.Seat != session.Host { // before the new holder can look
		if err := s.Table.Conceal(context.Background(), x.Seat); err != nil {
			return err
		}
	}
	err := s.Seats.HandOver(x.Seat, x.By)
	s.tell(x, session.GivenText(x.Seat, consent))
	return err
}

// tell tells everybody the outcome of a petition.
func (s *Server) tell(x session.Petition, text engine.Text) {
	s.Logger.Info("what came of it", "seat", cmp.Or(string(x.Seat), "host"), "outcome", text.Format)
	s.Petitions.Say(text, session.ToldFor)
}

// Consider checks how much time each petition has left, gives away what is due, and tells
// everybody. It calls itself again while there is anything to tell.
func (s *Server) Consider() {
	select {
	case <-s.Closing:
		return
	default:
	}
	s.considering.Lock()
	defer s.considering.Unlock()
	given, kept := s.Petitions.Due(s.Seats, s.Browsers)
	for _, x := range kept {
		s.keep(x)
	}
	for _, x := range given {
		free := !s.Seats.Taken(x.Seat)
		if err := s.handOver(x, free); err != nil {
			s.Logger.Error("web", "err", err)
		}
	}
	s.Petitions.Wait(s.Consider)
	texts, changed := s.Petitions.News()
	if !changed {
		return
	}
	if err := s.Table.Notify(context.Background(), texts...); err != nil {
		s.Logger.Debug("web", "err", err)
	}
	s.Changes.Send()
}

// Notices returns the notices of a snapshot without those shown elsewhere: petitions, and what is
// to be put back after an undo.
func (s *Server) Notices(snap companion.Snapshot) []companion.Notice {
	open := s.Petitions.Open()
	return slices.DeleteFunc(slices.Clone(snap.Notices), func(n companion.Notice) bool {
		return slices.ContainsFunc(open, func(x session.Petition) bool { return n.Text.Equal(session.AskedText(x.Seat)) }) || slices.ContainsFunc(snap.Moves, n.Text.Equal)
	})
}

// Requests returns the open petitions, with the answers that a viewer may give.
func (s *Server) Requests(v session.Viewer) (all []page.Request) {
	for _, x := range s.Petitions.Open() {
		r := page.Request{Seat: cmp.Or(string(x.Seat), "host"), What: session.AskedText(x.Seat), Mine: v.Seat != session.Host && x.Seat == v.Seat || v.Seat == session.Host && x.Seat != session.Host && v.Holds(x.Seat) || x.Seat == session.Host && v.Host}
		r.Seconds = s.Petitions.Left(x)
		r.Left = engine.Say("Without an answer it is given away in %d seconds.", r.Seconds)
		all = append(all, r)
	}
	return all
}

// Appeals returns the open petitions in the words of a viewer.
func (s *Server) Appeals(v session.Viewer, say func(engine.Text) string) (all []lobbypage.Appeal) {
	for _, r := range s.Requests(v) {
		if r.Mine && r.Seat == string(v.Seat) {
			r.What = engine.Say("Somebody asks for your seat.")
		}
		all = append(all, lobbypage.Appeal{Seat: r.Seat, What: say(r.What), Mine: r.Mine, Left: say(r.Left), Seconds: r.Seconds})
	}
	return all
}
