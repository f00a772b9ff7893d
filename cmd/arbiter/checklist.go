package main

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"arbiter/cmd/arbiter/internal/games"
	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/companion"
	"arbiter/engine"
	"arbiter/setups"
)

type setup struct {
	Game  string   `default:"council-of-shadows" placeholder:"NAME" help:"Which game (${default})."`
	Seats int      `default:"2" placeholder:"N" help:"How many people play (${default})."`
	With  []string `placeholder:"OPTION,..." help:"What is played with, as the start page offers it: stations, leaders, full-book and so on."`
	Box   string   `placeholder:"NAME" help:"What is known of the printed values; the usual box if nothing is said."`
	i18n.Flag
}

// Help is the longer help.
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
		return fmt.Errorf("--game %s: there is %s", s.Game, games.Names())
	}
	if game.Checklist == nil {
		return fmt.Errorf("--game %s: %s has no list of what to set up", s.Game, game.Title)
	}
	seats, facts, err := s.table(game.Game)
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

// table returns who sits there and the facts that the game starts with.
func (s *setup) table(game engine.Game) ([]engine.Seat, []engine.Event, error) {
	table, err := setups.TableOf(game.Name)
	if err != nil {
		return nil, nil, err
	}
	if !slices.Contains(table.Counts, s.Seats) {
		return nil, nil, fmt.Errorf("--seats %d: %s has %s seats", s.Seats, game.Title, companion.HowMany(table.Counts))
	}
	var seats []engine.Seat
	for _, seat := range table.Seats[:s.Seats] {
		seats = append(seats, engine.Seat(seat))
	}
	if s.Seats == 1 && table.Solo != "" {
		seats = append(seats, engine.Seat(table.Solo))
	}
	lines, err := table.Facts(s.Box, s.With...)
	if err != nil {
		return nil, nil, err
	}
	var facts []engine.Event
	for _, l := range lines {
		fact, err := game.Words.Parse(l.Text)
		if err != nil {
			return nil, nil, fmt.Errorf("%s:%d: %w", l.File, l.N, err)
		}
		facts = append(facts, fact)
	}
	return seats, facts, nil
}
