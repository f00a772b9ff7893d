package web

import (
	"errors"
	"strings"

	"arbiter/companion/history"
	"arbiter/engine"
)

// omitted names the games that are damaged and therefore left out, in words, where
// an error is no more than that.
func (s *Server) omitted(lang string, err error) (words string, other error) {
	var d *history.Damage
	if !errors.As(err, &d) {
		return "", err
	}
	text := engine.Say("Damaged and left out: %s. They are kept as they are; arbiter games check tells more.", engine.Term(strings.Join(d.Games, ", ")))
	return s.speaker(lang, nil)(text), nil
}
