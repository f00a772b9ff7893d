package site

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"arbiter/companion"
	"arbiter/companion/history"
	"arbiter/companion/web/session"
	"arbiter/engine"
	"arbiter/engine/contain"
)

// A Handler carries out a request. The error is an engine.Refusal when the rules say no.
type Handler func(w http.ResponseWriter, r *http.Request) (Outcome, error)

// An Outcome is the result of a request.
type Outcome struct {
	Version int    `json:"version"`
	Step    int    `json:"step,omitempty"` // the entry of the command itself, if more followed
	Go      string `json:"go,omitempty"`   // the page to go to

	Renewed bool `json:"renewed,omitempty"` // the browser has a new token, which its open streams lack
}

var (
	ErrMalformed = errors.New("the request is not what a page of ours sends")
	ErrDenied    = errors.New("this browser does not hold that seat")
)

// seen wraps a request that changes what pages show besides the game, such as who sits where or
// what lies on virtual readers, and tells the streams.
func (s *Server) seen(act Handler) Handler {
	return func(w http.ResponseWriter, r *http.Request) (Outcome, error) {
		defer s.Changes.Send()
		return act(w, r)
	}
}

// post answers a script with JSON and a plain form with a page.
func (s *Server) post(act Handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var d Outcome
		err := Unread(r.ParseForm())
		if err == nil {
			x := requestKeyOf(r)
			if x.name != "" { // a client that does not wait for the answer asks for it again
				r = r.WithContext(context.WithoutCancel(r.Context()))
			}
			d, err = s.replies.once(x, w, func() (d Outcome, err error) {
				err = contain.Run(func() (err error) {
					d, err = act(w, r)
					return err
				})
				return d, err
			})
		}
		if err != nil {
			if !s.inside(session.Token(r)) {
				s.replies.forget(requestKeyOf(r)) // so that strangers do not fill the memory
			}
			s.Refuse(w, r, err)
			return
		}
		if scripted(r) {
			d.Renewed = session.Given(w.Header().Values("Set-Cookie")) != ""
			reply(w, http.StatusOK, d)
			return
		}
		to := d.Go
		if to == "" {
			to = Inside(r.PostFormValue("back"))
		}
		http.Redirect(w, r, to, http.StatusSeeOther)
	}
}

// Unread wraps an error of reading a request: it is the client's fault and not logged, or strangers
// could fill the log.
func Unread(err error) error {
	if err == nil || errors.As(err, new(*http.MaxBytesError)) {
		return err
	}
	return fmt.Errorf("%w: %v", ErrMalformed, err)
}

func scripted(r *http.Request) bool {
	return strings.HasPrefix(r.Header.Get("Accept"), "application/json")
}

func reply(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.Encode(body)
}

// Refuse tells people, in their language, why a request failed. Errors of the program go to the
// log.
func (s *Server) Refuse(w http.ResponseWriter, r *http.Request, err error) {
	status, text := Verdict(err)
	drain(r)
	switch {
	case contain.Of(err) != nil:
		contain.Report(s.Logger, err, "a page", "path", r.Pattern)
	case status == http.StatusInternalServerError:
		s.Logger.Error("web", "path", r.Pattern, "err", err)
	}
	lang := s.LanguageOf(r)
	words := s.Speaker(lang, nil)(text)
	if texts, ok := companion.Explain(err); ok {
		words = sentences(s.Speaker(lang, nil), texts)
	} else if snap, err := s.Table.Snapshot(r.Context(), ""); err == nil {
		words = s.SpeakerAt(lang, snap)(text)
	}
	if scripted(r) {
		reply(w, status, map[string]string{"refusal": words})
		return
	}
	s.Write(w, status, Document{Viewer: session.Viewer{Lang: lang}, Kind: "refused", Path: Inside(r.PostFormValue("back")), Refusal: words})
}

// sentences joins texts with blanks.
func sentences(say func(engine.Text) string, texts []engine.Text) string {
	var all engine.Text
	for i, t := range texts {
		if all = engine.Say("%s. %s", all, t); i == 0 {
			all = t
		}
	}
	return say(all)
}

// Verdict returns the status and the words with which a page answers an error.
func Verdict(err error) (status int, text engine.Text) {
	var refusal engine.Refusal
	var large *http.MaxBytesError
	var damage *history.Damage
	switch {
	case errors.As(err, &refusal):
		return http.StatusConflict, refusal.Text
	case errors.As(err, &damage):
		return http.StatusConflict, engine.Say("that cannot be done, for a game is damaged; it is kept as it is; arbiter games check tells more, arbiter restore puts a backup in its place")
	case errors.As(err, &large):
		return http.StatusRequestEntityTooLarge, engine.Say("that is too much at once")
	case errors.Is(err, ErrDenied):
		return http.StatusForbidden, engine.Say("this seat is held by another phone or browser")
	case errors.Is(err, session.ErrWrong):
		return http.StatusForbidden, engine.Say("that is not the code that is shown now")
	case errors.Is(err, errScan):
		return http.StatusTooManyRequests, engine.Say("too many wrong codes; scan the QR code instead, or wait a while")
	case errors.Is(err, ErrOwnersCode):
		return http.StatusForbidden, engine.Say("that is not the owner's code")
	case errors.Is(err, session.ErrGuesses):
		return http.StatusTooManyRequests, engine.Say("too many wrong codes; try again in ten minutes")
	case errors.Is(err, errStranger):
		return http.StatusForbidden, engine.Say("come in first: scan the QR code, or type the digits shown with it")
	case errors.Is(err, errHost):
		return http.StatusForbidden, engine.Say("only the host may do that: whoever started the game")
	case errors.Is(err, errOwner):
		return http.StatusForbidden, engine.Say("only the owner of this device may do that; the page /own asks for the owner's code")
	case errors.Is(err, errPlayer):
		return http.StatusForbidden, engine.Say("only who plays in that game, as long as no other begins, and the owner of this device may do that")
	case errors.Is(err, ErrMalformed):
		return http.StatusBadRequest, engine.Say("that request cannot be understood; load the page again")
	case contain.Of(err) != nil:
		return http.StatusInternalServerError, engine.Say("a fault in the program: that page cannot be shown, or that was not done; the table goes on, and the device's log says more")
	case errors.Is(err, context.DeadlineExceeded):
		return http.StatusServiceUnavailable, engine.Say("the table does not answer; try again")
	}
	return http.StatusInternalServerError, engine.Say("that did not work; the notices or the device's log say why")
}

// SeatOf returns the seat named in a form or a path, if the browser holds it.
func (s *Server) SeatOf(r *http.Request) (engine.Seat, error) {
	seat := engine.Seat(r.PathValue("seat"))
	if seat == "" {
		seat = engine.Seat(r.PostFormValue("seat"))
	}
	if seat == session.Host || !s.Seats.Holds(seat, session.Token(r)) {
		return "", ErrDenied
	}
	return seat, nil
}
