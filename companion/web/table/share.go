package table

import (
	"html/template"
	"net/http"

	"arbiter/companion/web/content"
	"arbiter/companion/web/session"
	"arbiter/companion/web/site"
	"arbiter/engine"
)

// A sharing is the page that shares a seat.
type sharing struct {
	Key string // for the phone that follows the link; "" on the page of the holder
	QR  template.HTML
	At  string // the address to type

	Secure string // address where this browser takes the seat over HTTPS; "" if it cannot
}

// sharePage gives the holder of a seat a link for one more phone.
func (s *Pages) sharePage(w http.ResponseWriter, r *http.Request) {
	seat := engine.Seat(r.PathValue("seat"))
	key := s.Links.Make(seat, session.Mark(session.Token(r)))
	at := s.Shown(r)
	p := site.Document{Viewer: s.Viewer(r, seat), Kind: "share", Look: true, Path: "/seat/" + string(seat)}
	p.Sharing = sharing{QR: site.Code(at + "/s/" + key), At: content.Plain(at) + "/s/" + key, Secure: s.Opts.Network.Trust.Address(r, "/s/"+key)}
	s.show(w, r, http.StatusOK, p)
}

// sharedPage asks the phone that follows a link whether it wants the seat, so that link previews do
// not spend the link.
func (s *Pages) sharedPage(w http.ResponseWriter, r *http.Request) {
	p := site.Document{Viewer: s.Viewer(r, ""), Kind: "shared", Look: true, Path: "/join"}
	status := http.StatusOK
	if seat, _, ok := s.Links.Seat(r.PathValue("key"), false); ok {
		p.Sharing = sharing{Key: r.PathValue("key"), At: string(seat)}
	} else {
		status, p.Kind = http.StatusNotFound, "refused"
		p.Refusal = s.Speaker(p.Lang, nil)(session.ErrLink.Text)
	}
	s.show(w, r, status, p)
}

// second lets one more phone hold a seat. Fields of the form: key.
func (s *Pages) second(w http.ResponseWriter, r *http.Request) (site.Outcome, error) {
	seat, by, ok := s.Links.Seat(r.PostFormValue("key"), true)
	if !ok {
		return site.Outcome{}, session.ErrLink
	}
	t, err := s.NewToken(w, r)
	if err != nil {
		return site.Outcome{}, err
	}
	return site.Outcome{Go: "/seat/" + string(seat)}, s.Seats.Share(t, seat, by)
}
