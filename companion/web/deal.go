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

// Chance: where the game lets the Table draw cards or give them to a seat, the
// program draws them, if there is no cardboard that they lie on. Nobody chooses
// them, and nobody but the seat that is dealt them reads them here.

// Draws reports whether a command is chance: the Table names things that it
// draws, and no number that it would have to read off the cardboard.
func Draws(c companion.LegalCommand) bool {
	named := false
	for _, x := range c.Text.Args {
		switch x.(type) {
		case engine.Term:
			named = true
		case engine.Seat:
		default:
			return false
		}
	}
	return named && c.By == engine.Table
}

// dealt returns the seat that a command of the Table gives something to, "" if
// it gives nothing.
func dealt(v engine.View, c companion.LegalCommand) engine.Seat {
	if !Draws(c) {
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

// without reports whether a command is the one that draws without telling what, in
// place of those of the same kind that name it.
func without(c companion.LegalCommand, legal []companion.LegalCommand) bool {
	if c.By != engine.Table || Draws(c) {
		return false
	}
	words := strings.Fields(c.Line)
	return slices.ContainsFunc(legal, func(d companion.LegalCommand) bool {
		other := strings.Fields(d.Line)
		return Draws(d) && len(other) == len(words) && slices.Equal(other[:len(other)-1], words[:len(words)-1])
	})
}

// supplies reports whether the program may draw what the Table names: on virtual
// readers lies no cardboard, and a game that cannot say that somebody drew
// without telling what has none to draw from.
func (o Opts) supplies(legal []companion.LegalCommand) bool {
	return o.virtually() || !slices.ContainsFunc(legal, func(c companion.LegalCommand) bool { return without(c, legal) })
}

// virtually reports whether cards are laid in the browser only: there is no reader, or
// all are virtual.
func (o Opts) virtually() bool {
	return (o.Readers != nil || len(o.Rig.Readers) == 0) && !slices.ContainsFunc(o.Rig.Readers, func(r Reader) bool { return !r.Virtual })
}

// chances offers what the Table may draw. What people would tell of cardboard
// stands apart where the program can draw.
func (s *Server) chances(sc scene, v viewer, view engine.View, by []companion.LegalCommand) (acts []action, rest []companion.LegalCommand) {
	draws, virtual := s.opts.supplies(by), s.opts.virtually()
	if draws {
		acts = sc.deals(view, by)
	}
	told := slices.ContainsFunc(by, func(c companion.LegalCommand) bool { return without(c, by) })
	var named []companion.LegalCommand
	for _, c := range by {
		switch to := dealt(view, c); {
		case to != "" && told && to == v.seat, to == "" && Draws(c), without(c, by):
			named = append(named, c)
		case to == "":
			rest = append(rest, c)
		}
	}
	for _, g := range groups(named) {
		if virtual && Draws(g[0]) && dealt(view, g[0]) == "" && len(g) > 1 {
			acts = append(acts, sc.deck(g))
		}
		for _, a := range sc.acts(g) {
			a.Cardboard = virtual && (len(g) > 1 || without(g[0], by))
			acts = append(acts, a)
		}
	}
	return acts, rest
}

// deck offers to draw one of a group.
func (sc *scene) deck(g []companion.LegalCommand) action {
	numbers, words := varying(g)
	deck := pattern(g[0].Line, differing(g))
	return action{Kind: "deal", To: "/deal", Deck: deck, ID: id(deck) + "-draw", Before: sc.caption(g[0], append(words, numbers...))}
}

// deals offers to draw for the seats that are dealt something.
func (sc *scene) deals(v engine.View, legal []companion.LegalCommand) []action {
	var all []action
	for _, c := range legal {
		to := dealt(v, c)
		if to == "" || slices.ContainsFunc(all, func(a action) bool { return a.Line == string(to) }) {
			continue
		}
		a := action{Kind: "deal", To: "/deal", Line: string(to), ID: id("deal " + string(to))}
		at := slices.IndexFunc(c.Text.Args, func(x any) bool { _, term := x.(engine.Term); return term })
		before, after := sc.around(c.Text, at)
		a.Before = strings.TrimSpace(before + " … " + after)
		all = append(all, a)
	}
	return all
}

// The most cards that one request deals.
const mostDealt = 200

// deal draws what the Table owes, one or with all everything, until the game
// waits for nothing of the kind: seat, version, all, and what is drawn: deck (a
// line with {}) or line (the seat that gets it).
func (s *Server) deal(_ http.ResponseWriter, r *http.Request) (outcome, error) {
	_, version, err := s.asked(r)
	if err != nil {
		return outcome{}, err
	}
	to, line, all := engine.Seat(r.PostFormValue("line")), r.PostFormValue("deck"), r.PostFormValue("all") != ""
	d := outcome{Version: version}
	for range mostDealt {
		snap, err := s.table.Snapshot(r.Context(), engine.Table)
		if err != nil {
			return d, err
		}
		deck := slices.DeleteFunc(slices.Clone(snap.Legal), func(c companion.LegalCommand) bool {
			meant := all || among(c, line) || to != "" && dealt(snap.View, c) == to
			return !Draws(c) || !meant
		})
		if len(deck) == 0 && d.Version != version {
			return d, nil
		}
		if d, err = s.draws(r.Context(), deck, d.Version); err != nil || !all {
			return d, err
		}
	}
	return d, nil
}

// among reports whether a line with {} stands for a command.
func among(c companion.LegalCommand, line string) bool {
	words, holes := strings.Fields(c.Line), strings.Fields(line)
	if len(words) != len(holes) {
		return false
	}
	for i, w := range holes {
		if w != hole && w != words[i] {
			return false
		}
	}
	return true
}

// byTable lets the table draw one of the commands.
func (s *Server) byTable(ctx context.Context, deck []companion.LegalCommand, version int) (outcome, error) {
	var lines []string
	for _, c := range deck {
		lines = append(lines, c.Line)
	}
	a, err := s.table.Draw(ctx, lines, version)
	if err != nil {
		return outcome{Version: version}, err
	}
	return outcome{Version: a.Version}, nil
}

// draw plays one of the commands by Opts.Chance. The viewer who finds them does not
// know the hands: what the true state refuses is in one of them, so the next is
// drawn, and every card that is left in the deck is equally likely.
func (s *Server) draw(ctx context.Context, deck []companion.LegalCommand, version int) (outcome, error) {
	var err error = engine.Refuse("the game has moved on meanwhile; look again")
	for len(deck) > 0 {
		n := s.opts.Chance(len(deck))
		var a companion.Answer
		a, err = s.table.Do(ctx, companion.Request{Seat: engine.Table, Line: deck[n].Line, Version: version})
		if err == nil {
			return outcome{Version: a.Version}, nil
		}
		if refusal := (engine.Refusal{}); !errors.As(err, &refusal) {
			break
		}
		deck = slices.Delete(deck, n, n+1)
	}
	return outcome{Version: version}, err
}
