package web

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"arbiter/companion"
	"arbiter/companion/web/page"
	"arbiter/engine"
)

// commands are what a seat says to the game alone: nothing else on pages changes.
func (s *Server) commands(mux *routes) {
	s.act(mux, "/do", s.do)
	s.act(mux, "/roll", s.roll)
	s.act(mux, "/undo", s.undo)
	s.act(mux, "/pass", s.pass)
	s.act(mux, "/order", s.standing)
}

// do plays a line of notation: seat, line, version. Each {} in the line is
// replaced by one value of with. Lines that follow after a ";" are played as long as
// none is refused.
func (s *Server) do(_ http.ResponseWriter, r *http.Request) (outcome, error) {
	seat, version, err := s.asked(r)
	if err != nil {
		return outcome{}, err
	}
	line, err := filled(r.PostFormValue("line"), r.PostForm["with"])
	if err != nil {
		return outcome{}, err
	}
	return s.inTurn(r, seat, strings.Split(line, page.Next), version)
}

// roll tells what dice show that people have rolled: seat, version, and a side for each die,
// in their order.
func (s *Server) roll(_ http.ResponseWriter, r *http.Request) (outcome, error) {
	seat, version, err := s.asked(r)
	if err != nil {
		return outcome{}, err
	}
	var sides []string
	for i := 1; r.PostForm.Has("side-" + strconv.Itoa(i)); i++ {
		sides = append(sides, r.PostFormValue("side-"+strconv.Itoa(i)))
	}
	return s.agreed(r, seat, func(seat engine.Seat) (companion.Answer, error) {
		return s.table.TellRoll(r.Context(), seat, sides, version)
	})
}

// inTurn gives commands in turn, as long as none is refused.
func (s *Server) inTurn(r *http.Request, seat engine.Seat, lines []string, version int) (outcome, error) {
	var out outcome
	for i, line := range lines {
		did, err := s.agreed(r, seat, func(seat engine.Seat) (companion.Answer, error) {
			return s.table.Do(r.Context(), companion.Request{Seat: seat, Line: line, Version: version})
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

func (s *Server) asked(r *http.Request) (engine.Seat, int, error) {
	seat, err := s.seatOf(r)
	if err != nil {
		return "", 0, err
	}
	version, err := strconv.Atoi(r.PostFormValue("version"))
	if err != nil {
		return "", 0, fmt.Errorf("%w: no version", errMalformed)
	}
	return seat, version, nil
}

func filled(line string, with []string) (string, error) {
	words := strings.Fields(line)
	for i, w := range words {
		if w != hole {
			continue
		}
		if len(with) == 0 || len(strings.Fields(with[0])) != 1 {
			return "", fmt.Errorf("%w: a word is missing", errMalformed)
		}
		words[i], with = strings.TrimSpace(with[0]), with[1:]
	}
	if len(words) == 0 || len(with) > 0 {
		return "", fmt.Errorf("%w: words do not fit the line", errMalformed)
	}
	return strings.Join(words, " "), nil
}
