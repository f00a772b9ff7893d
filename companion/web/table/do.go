package table

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"arbiter/companion"
	"arbiter/companion/web/commands"
	"arbiter/companion/web/page"
	"arbiter/companion/web/site"
	"arbiter/engine"
)

// commands registers the actions by which a seat speaks to the game alone: nothing else on pages
// changes.
func (s *Pages) commands(mux *site.Routes) {
	s.Act(mux, "/do", s.do)
	s.Act(mux, "/roll", s.roll)
	s.Act(mux, "/undo", s.undo)
	s.Act(mux, "/pass", s.pass)
	s.Act(mux, "/order", s.standing)
}

// do plays a line of notation. Fields of the form: seat, line, version, and with, which fills each
// {} in turn. Lines separated by ";" are played until one is refused. If there are several, those
// without a value are skipped, and the first, if it has one, is played last.
func (s *Pages) do(_ http.ResponseWriter, r *http.Request) (site.Outcome, error) {
	seat, version, err := s.asked(r)
	if err != nil {
		return site.Outcome{}, err
	}
	lines, err := filled(r.PostFormValue("line"), r.PostForm["with"])
	if err != nil {
		return site.Outcome{}, err
	}
	return s.inTurn(r, seat, lines, version)
}

// filled returns the lines of a form, with their holes filled.
func filled(line string, with []string) (lines []string, err error) {
	all := strings.Split(line, page.Next)
	first := 0 // how many lines come from the first field
	for i, one := range all {
		n := strings.Count(one, commands.Hole)
		if i == len(all)-1 {
			n = len(with)
		}
		own := with[:min(n, len(with))]
		with = with[len(own):]
		if len(all) > 1 && len(own) > 0 && strings.Join(own, "") == "" {
			continue
		}
		one, err := site.Filled(one, own)
		if err != nil {
			return nil, err
		}
		lines = append(lines, one)
		if i == 0 && len(own) > 0 {
			first = 1
		}
	}
	lines = slices.Concat(lines[first:], lines[:first]) // the line that was asked for comes last: after it the game goes on
	if len(lines) == 0 {
		return nil, engine.Refuse("enter a number first")
	}
	return lines, nil
}

// roll says what dice that people rolled show. Fields of the form: seat, version, and a side for
// each die, in order.
func (s *Pages) roll(_ http.ResponseWriter, r *http.Request) (site.Outcome, error) {
	seat, version, err := s.asked(r)
	if err != nil {
		return site.Outcome{}, err
	}
	sides := site.Sides(r.PostForm)
	return s.agreed(r, seat, func(seat engine.Seat) (companion.Answer, error) {
		return s.Table.TellRoll(r.Context(), seat, sides, version)
	})
}

// inTurn gives commands one after the other, until one is refused.
func (s *Pages) inTurn(r *http.Request, seat engine.Seat, lines []string, version int) (site.Outcome, error) {
	var out site.Outcome
	for i, line := range lines {
		if i > 0 {
			version = s.afterChance(r.Context(), seat, line, version)
		}
		did, err := s.agreed(r, seat, func(seat engine.Seat) (companion.Answer, error) {
			return s.Table.Do(r.Context(), companion.Request{Seat: seat, Line: line, Version: version})
		})
		if refusal := (engine.Refusal{}); i > 0 && errors.As(err, &refusal) {
			return out, nil
		}
		if err != nil || did.Version == version {
			return did, err
		}
		out, version = did, did.Version
	}
	return out, nil
}

// afterChance waits until the Table has drawn what it owes before the seat may give a line, and
// returns the version then. It returns the version that it is given if anything else happens, so
// that the line is refused.
func (s *Pages) afterChance(ctx context.Context, seat engine.Seat, line string, version int) int {
	ctx, cancel := context.WithTimeout(ctx, notices)
	defer cancel()
	shots, err := s.Table.Watch(ctx, seat)
	if err != nil {
		return version
	}
	for snap := range shots {
		others := func(l companion.LogLine) bool { return l.Seq > version && (l.By != engine.Table || l.Undoes != 0) }
		is := func(c companion.LegalCommand) bool { return c.Line == line }
		owed := func(c companion.LegalCommand) bool { return c.By == engine.Table && Draws(c) }
		switch {
		case snap.Version < version:
		case slices.ContainsFunc(snap.Log, others):
			return version
		case slices.ContainsFunc(snap.Legal, is):
			return snap.Version
		case !slices.ContainsFunc(snap.Legal, owed):
			return version
		}
	}
	return version
}

func (s *Pages) asked(r *http.Request) (engine.Seat, int, error) {
	seat, err := s.SeatOf(r)
	if err != nil {
		return "", 0, err
	}
	version, err := strconv.Atoi(r.PostFormValue("version"))
	if err != nil {
		return "", 0, fmt.Errorf("%w: no version", site.ErrMalformed)
	}
	return seat, version, nil
}
