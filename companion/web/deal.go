package web

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"

	"arbiter/companion"
	"arbiter/engine"
)

// Dealing: where the game lets the Table give cards to a seat, the program draws
// them by chance. Nobody chooses them, and nobody but the seat reads them here.

// dealt returns the seat that a command of the Table gives something to, "" if
// it gives nothing.
func dealt(v engine.View, c companion.Choice) engine.Seat {
	if c.By != engine.Table {
		return ""
	}
	words := strings.Fields(c.Line)
	for _, p := range v.Seats {
		if slices.Contains(words[1:], string(p.Seat)) && !p.Robot {
			return p.Seat
		}
	}
	return ""
}

// deals offers to draw for the seats that are dealt something.
func (sc *scene) deals(v engine.View, legal []companion.Choice) []act {
	var all []act
	for _, c := range legal {
		to := dealt(v, c)
		if to == "" || slices.ContainsFunc(all, func(a act) bool { return a.Line == string(to) }) {
			continue
		}
		a := act{Kind: "deal", To: "/deal", Line: string(to), ID: id("deal " + string(to))}
		at := slices.IndexFunc(c.Text.Args, func(x any) bool { _, term := x.(engine.Term); return term })
		if at < 0 {
			a.Before = sc.say(c.Text)
		} else {
			before, after := sc.around(c.Text, at)
			a.Before = strings.TrimSpace(before + " … " + after)
		}
		all = append(all, a)
	}
	return all
}

// The most cards that one request deals.
const mostDealt = 200

// deal draws what the Table gives to a seat, or with all to every seat, until
// the game waits for nothing of the kind: seat, version, line (the seat that
// gets it), all.
func (s *Server) deal(_ http.ResponseWriter, r *http.Request) (done, error) {
	_, version, err := s.asked(r)
	if err != nil {
		return done{}, err
	}
	to, all := engine.Seat(r.PostFormValue("line")), r.PostFormValue("all") != ""
	d := done{Version: version}
	for range mostDealt {
		snap, err := s.table.Snapshot(r.Context(), engine.Table)
		if err != nil {
			return d, err
		}
		deck := slices.DeleteFunc(slices.Clone(snap.Legal), func(c companion.Choice) bool {
			who := dealt(snap.View, c)
			return who == "" || !all && who != to
		})
		if len(deck) == 0 && d.Version != version {
			return d, nil
		}
		if d, err = s.draw(r.Context(), deck, d.Version); err != nil || !all {
			return d, err
		}
	}
	return d, nil
}

// draw plays one of the commands by chance. The onlooker who finds them does not
// know the hands: what the true state refuses is in one of them, so the next is
// drawn, and every card that is left in the deck is equally likely.
func (s *Server) draw(ctx context.Context, deck []companion.Choice, version int) (done, error) {
	var err error = engine.Refuse("the game has moved on meanwhile; look again")
	for len(deck) > 0 {
		n := s.opts.Chance(len(deck))
		var a companion.Answer
		a, err = s.table.Do(ctx, companion.Wish{Seat: engine.Table, Line: deck[n].Line, Version: version})
		if err == nil {
			return done{Version: a.Version}, nil
		}
		if refusal := (engine.Refusal{}); !errors.As(err, &refusal) {
			break
		}
		deck = slices.Delete(deck, n, n+1)
	}
	return done{Version: version}, err
}
