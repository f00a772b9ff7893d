package main

import (
	"errors"
	"fmt"
	"io"

	"arbiter/cmd/arbiter/internal/games"
	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/engine"
)

type setup struct {
	Game  string   `default:"council-of-shadows" placeholder:"NAME" help:"Which game (${default})."`
	Seats int      `default:"2" placeholder:"N" help:"How many people play (${default})."`
	With  []string `placeholder:"OPTION,..." help:"What is played with, as the start page offers it: stations, leaders, full-book and so on."`
	Box   string   `placeholder:"NAME" help:"What is known of the printed values; the usual box if nothing is said."`
	i18n.Flag
}

// Help returns the detailed help.
func (setup) Help() string {
	return `The list follows the rulebook for this number of players and these modules. The start page shows the same list with the seats' names.`
}

// Run prints the checklist.
func (s *setup) Run(out io.Writer) error {
	say, err := s.Say(nil)
	if err != nil {
		return err
	}
	game, ok := games.Find(s.Game)
	if !ok {
		return engine.Refuse("--game %s: there is %s", s.Game, games.Names())
	}
	if game.Checklist == nil {
		return engine.Refuse("--game %s: %s has no list of what to set up", s.Game, game.Title)
	}
	seats, facts, err := game.Seating(s.Seats, s.Box, s.With)
	if err != nil {
		return err
	}
	if _, err := game.New(seats, facts); err != nil {
		if refusal := (engine.Refusal{}); errors.As(err, &refusal) {
			return errors.New(say(refusal.Text))
		}
		return err
	}
	for i, text := range game.Checklist(seats, facts) {
		fmt.Fprintf(out, "%2d. %s\n", i+1, say(text))
	}
	return nil
}
