package service

import (
	"context"
	"errors"
	"log/slog"
	"os/exec"
	"strings"
	"time"
)

// A speaker says aloud, with a program, what everybody may hear. It never keeps the
// table waiting: while it speaks, what comes is put together, and what has become
// too much is left out.
type speaker struct {
	program string // with a voice by -v, and the text behind --
	lang    string // its voice
	logger  *slog.Logger
	lines   chan []string
}

// How long one announcement may take, and how many wait at most.
const (
	longestSaying = 30 * time.Second
	mostSayings   = 4
)

// newSpeaker returns who speaks. Without the program there is one line in the log,
// and nobody speaks.
func newSpeaker(lang string, logger *slog.Logger) *speaker {
	path, err := exec.LookPath("espeak-ng")
	if err != nil {
		logger.Warn("nothing is said aloud: there is no espeak-ng; install it: sudo apt install espeak-ng")
	}
	return &speaker{path, lang, logger, make(chan []string, mostSayings)}
}

// tell takes what is to be said; the oldest goes when there is too much.
func (s *speaker) tell(lines []string) {
	for s.program != "" {
		select {
		case s.lines <- lines:
			return
		default:
		}
		select {
		case <-s.lines:
		default:
		}
	}
}

// run speaks until ctx ends. Trouble with it is one line in the log until it works
// again.
func (s *speaker) run(ctx context.Context) {
	silent := false
	for {
		select {
		case lines := <-s.lines:
			err := s.say(ctx, strings.Join(lines, ". "))
			switch {
			case ctx.Err() != nil:
			case err != nil && !silent:
				s.logger.Warn("nothing is said aloud; is there a loudspeaker?", "err", err)
			case err == nil && silent:
				s.logger.Info("it speaks again")
			}
			silent = err != nil
		case <-ctx.Done():
			return
		}
	}
}

func (s *speaker) say(ctx context.Context, text string) error {
	ctx, done := context.WithTimeout(ctx, longestSaying)
	defer done()
	cmd := exec.CommandContext(ctx, s.program, "-v", s.lang, "--", text) // #nosec G204 -- a program that the operator installed; what it says comes behind --, and no shell reads it
	cmd.WaitDelay = time.Second
	out, err := cmd.CombinedOutput()
	if err != nil && len(out) > 0 {
		err = errors.New(err.Error() + ": " + strings.TrimSpace(string(out)))
	}
	return err
}
