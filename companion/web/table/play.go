package table

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"arbiter/companion"
	"arbiter/companion/web/content"
	"arbiter/companion/web/session"
	"arbiter/companion/web/site"
	"arbiter/engine"
)

// notices is how long a request that moved a card waits for the game to notice it.
const notices = 1500 * time.Millisecond

func (s *Pages) undo(_ http.ResponseWriter, r *http.Request) (site.Outcome, error) {
	seat, version, err := s.asked(r)
	if err != nil {
		return site.Outcome{}, err
	}
	return s.agreed(r, seat, func(seat engine.Seat) (companion.Answer, error) { return s.Table.Undo(r.Context(), seat, version) })
}

// agreed does what a seat asks for. If all must agree, the other seats of the same browser agree,
// too.
func (s *Pages) agreed(r *http.Request, seat engine.Seat, wish func(engine.Seat) (companion.Answer, error)) (site.Outcome, error) {
	for {
		a, err := wish(seat)
		i := slices.IndexFunc(a.Waiting, func(seat engine.Seat) bool { return s.Seats.Holds(seat, session.Token(r)) })
		if err != nil || i < 0 {
			if a.Step == a.Version {
				a.Step = 0 // the entry is the last one
			}
			return site.Outcome{Version: a.Version, Step: a.Step}, err
		}
		seat = a.Waiting[i]
	}
}

// accept makes the game follow the seat's cards as they lie. Fields of the form: seat, version.
func (s *Pages) accept(_ http.ResponseWriter, r *http.Request) (site.Outcome, error) {
	seat, version, err := s.asked(r)
	if err != nil {
		return site.Outcome{}, err
	}
	a, err := s.Table.Accept(r.Context(), seat, version)
	return site.Outcome{Version: a.Version}, err
}

// which tells the seat about the next card that it lays. Fields of the form: seat.
func (s *Pages) which(_ http.ResponseWriter, r *http.Request) (site.Outcome, error) {
	seat, err := s.SeatOf(r)
	if err != nil {
		return site.Outcome{}, err
	}
	return site.Outcome{}, s.Table.Inquire(r.Context(), seat)
}

// name says what a card is whose tag has no name yet. Fields of the form: seat, uid, card.
func (s *Pages) name(_ http.ResponseWriter, r *http.Request) (site.Outcome, error) {
	if _, err := s.SeatOf(r); err != nil {
		return site.Outcome{}, err
	}
	return site.Outcome{}, s.Table.Name(r.Context(), r.PostFormValue("uid"), strings.Fields(r.PostFormValue("card")))
}

// place lays one of the seat's cards on a field: on its virtual reader if it has one, else in the
// game. Fields of the form: seat, card, field, version.
func (s *Pages) place(_ http.ResponseWriter, r *http.Request) (site.Outcome, error) {
	seat, version, err := s.asked(r)
	if err != nil {
		return site.Outcome{}, err
	}
	snap, err := s.unconcealed(r.Context(), seat)
	if err != nil {
		return site.Outcome{}, err
	}
	name, zone := r.PostFormValue("card"), r.PostFormValue("field")
	if name == "" {
		return site.Outcome{}, engine.Refuse("choose a card from the hand first")
	}
	if _, field := snap.View.Zone(seat, zone); !field || !has(snap.View, seat, name) {
		return site.Outcome{}, fmt.Errorf("%w: no such card or field", site.ErrMalformed)
	}
	reader := s.Opts.Virtual(seat, zone)
	if reader == "" {
		return s.direct(r.Context(), snap, zone, name, version)
	}
	if err := s.plugged(); err != nil {
		return site.Outcome{}, err
	}
	return s.noticed(r.Context(), snap, func() error { return s.laid(seat, reader, content.CardOf(seat, name)) })
}

// plugged returns an error if the virtual readers are gone, so that cards laid on them have no
// effect.
func (s *Pages) plugged() error {
	if n, ok := s.Opts.Rig.Cards.(site.Noisy); ok && n.Disturbed() >= 100 {
		return engine.Refuse("the virtual readers are unplugged, so no card moves; plug them in again first")
	}
	return nil
}

// has reports whether a card lies in a zone of the seat.
func has(v engine.View, seat engine.Seat, name string) bool {
	return slices.ContainsFunc(v.Zones, func(z engine.Zone) bool {
		return z.Seat == seat && slices.ContainsFunc(z.Cards, func(k engine.Card) bool { return string(k.Name) == name })
	})
}

// laid moves a card to a reader; a card is in one place only.
func (s *Pages) laid(seat engine.Seat, reader string, words []string) error {
	for _, other := range s.Opts.Rig.Readers {
		if !other.Virtual || other.Name == reader || other.Seat != seat {
			continue
		}
		if err := s.Opts.Rig.Cards.Lift(other.Name, words); err != nil {
			return err
		}
	}
	return s.Opts.Rig.Cards.Place(reader, words)
}

// lift takes a card off a field, or off another virtual reader that the seat may use. Fields of the
// form: seat, card, field or reader, version.
func (s *Pages) lift(_ http.ResponseWriter, r *http.Request) (site.Outcome, error) {
	seat, version, err := s.asked(r)
	if err != nil {
		return site.Outcome{}, err
	}
	snap, err := s.unconcealed(r.Context(), seat)
	if err != nil {
		return site.Outcome{}, err
	}
	words := strings.Fields(r.PostFormValue("card"))
	if len(words) == 0 {
		return site.Outcome{}, fmt.Errorf("%w: no card", site.ErrMalformed)
	}
	reader, zone := r.PostFormValue("reader"), r.PostFormValue("field")
	if zone != "" {
		reader = s.Opts.Virtual(seat, zone)
		if reader == "" {
			return s.direct(r.Context(), snap, zone, words[0], version)
		}
		if len(words) == 1 {
			words = content.CardOf(seat, words[0])
		}
	}
	if _, err := s.Opts.Reader(reader, seat); err != nil {
		return site.Outcome{}, err
	}
	if err := s.plugged(); err != nil {
		return site.Outcome{}, err
	}
	return s.noticed(r.Context(), snap, func() error { return s.Opts.Rig.Cards.Lift(reader, words) })
}

// direct plays the one command that moves the card, if no reader does.
func (s *Pages) direct(ctx context.Context, snap companion.Snapshot, zone, name string, version int) (site.Outcome, error) {
	m := moves(snap, snap.Seat, zone, name)
	if len(m) != 1 {
		return site.Outcome{}, engine.Refuse("that card cannot be moved there now")
	}
	a, err := s.Table.Do(ctx, companion.Request{Seat: snap.Seat, Line: m[0].Line, Version: version})
	return site.Outcome{Version: a.Version}, err
}

// tap shows a card to a shared virtual reader and takes it off again. If the game did not want it,
// it stays there, together with the notice about it. Fields of the form: seat, reader, with,
// version.
func (s *Pages) tap(_ http.ResponseWriter, r *http.Request) (site.Outcome, error) {
	seat, _, err := s.asked(r)
	if err != nil {
		return site.Outcome{}, err
	}
	reader, err := s.Opts.Reader(r.PostFormValue("reader"), seat)
	if err != nil {
		return site.Outcome{}, err
	}
	snap, err := s.unconcealed(r.Context(), seat)
	if err != nil {
		return site.Outcome{}, err
	}
	words := strings.Fields(r.PostFormValue("with"))
	if len(reader.Fields) == 1 || len(words) != 1 {
		return site.Outcome{}, fmt.Errorf("%w: no card", site.ErrMalformed)
	}
	if err := s.plugged(); err != nil {
		return site.Outcome{}, err
	}
	d, err := s.noticed(r.Context(), snap, func() error { return s.Opts.Rig.Cards.Place(reader.Name, words) })
	if err == nil && d.Version != snap.Version {
		err = s.Opts.Rig.Cards.Lift(reader.Name, words)
	}
	return d, err
}

// tidy lays the seat's cards on its virtual readers as the game has them.
func (s *Pages) tidy(_ http.ResponseWriter, r *http.Request) (site.Outcome, error) {
	seat, _, err := s.asked(r)
	if err != nil {
		return site.Outcome{}, err
	}
	snap, err := s.unconcealed(r.Context(), seat)
	if err != nil || s.Opts.Rig.Cards == nil {
		return site.Outcome{}, err
	}
	if err := s.plugged(); err != nil {
		return site.Outcome{}, err
	}
	return site.Outcome{Version: snap.Version}, s.straighten(seat, snap.View)
}

// unconcealed returns the snapshot of a seat that may move cards. It refuses while some lie face down
// that the seat does not know: the outcome of a move would tell which.
func (s *Pages) unconcealed(ctx context.Context, seat engine.Seat) (companion.Snapshot, error) {
	snap, err := s.Table.Snapshot(ctx, seat)
	if err == nil && snap.Conceals {
		err = engine.Refuse("cards lie face down here from before; take them back first, without looking")
	}
	return snap, err
}

// anew takes back what lies face down in front of a seat that does not know it. Virtual cards are
// lifted first. Fields of the form: seat, version.
func (s *Pages) anew(_ http.ResponseWriter, r *http.Request) (site.Outcome, error) {
	seat, _, err := s.asked(r)
	if err != nil {
		return site.Outcome{}, err
	}
	ctx, cancel := context.WithTimeout(r.Context(), notices)
	defer cancel()
	shots, err := s.Table.Watch(ctx, seat)
	if err != nil {
		return site.Outcome{}, err
	}
	for _, reader := range s.Opts.Rig.Readers {
		if !reader.Virtual || reader.Seat != seat {
			continue
		}
		for _, card := range s.Opts.Rig.Cards.Lying(reader.Name) {
			if err := s.Opts.Rig.Cards.Lift(reader.Name, card); err != nil {
				return site.Outcome{}, fmt.Errorf("virtual reader: %w", err)
			}
		}
	}
	for snap := range shots {
		a, err := s.Table.Anew(r.Context(), seat)
		if err == nil || !snap.Conceals {
			return site.Outcome{Version: a.Version}, err
		}
	}
	a, err := s.Table.Anew(r.Context(), seat)
	return site.Outcome{Version: a.Version}, err
}

// noticed moves a card on a virtual reader and waits until the game has noticed it or has something
// to say about it.
func (s *Pages) noticed(ctx context.Context, before companion.Snapshot, move func() error) (site.Outcome, error) {
	ctx, cancel := context.WithTimeout(ctx, notices)
	defer cancel()
	shots, err := s.Table.Watch(ctx, before.Seat)
	if err != nil {
		return site.Outcome{}, err
	}
	if err := move(); err != nil {
		return site.Outcome{}, fmt.Errorf("virtual reader: %w", err)
	}
	d := site.Outcome{Version: before.Version}
	for snap := range shots {
		d.Version = snap.Version
		if snap.Version != before.Version || !slices.EqualFunc(snap.Notices, before.Notices, sameNotice) {
			break
		}
	}
	return d, nil
}

func sameNotice(a, b companion.Notice) bool { return a.Reader == b.Reader && a.Text.Equal(b.Text) }
