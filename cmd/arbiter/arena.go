package main

import (
	"context"
	"io"
	"time"

	"arbiter/cmd/arbiter/internal/arena"
	"arbiter/cmd/arbiter/internal/i18n"
)

type arenaCommand struct {
	Game    string        `default:"high-council" placeholder:"NAME" help:"Which game (${default})."`
	Book    string        `placeholder:"full" help:"Which book of Council of Shadows: the full one; in the tracks book bots see no cardboard."`
	Seats   int           `default:"2" placeholder:"N" help:"How many seats there are (${default}); the two bots sit alternately."`
	A       string        `name:"a" default:"master" placeholder:"NAME" help:"The bot whose share is told (${default})."`
	B       string        `name:"b" default:"greedy" placeholder:"NAME" help:"The bot on the other seats (${default})."`
	Against string        `placeholder:"automa" help:"With one seat: the robot of the game that it plays against."`
	Alone   bool          `help:"One seat is the first bot's, and all others the other one's; so it is with three seats."`
	Games   int           `default:"20" placeholder:"N" help:"How many games (${default}); each bot has each seat equally often."`
	Seed    uint64        `default:"1" placeholder:"N" help:"Chance of the first game (${default}); the next one has the number after it."`
	Budget  time.Duration `placeholder:"D" help:"How much of the processor a decision may take, such as 15ms; without it as much as a bot wants. With it the same seed may play another game."`
	Ask     int           `placeholder:"N" help:"At so many positions of each game, the coach says how likely the seat is to win; how well that agrees with the ends is told, too."`
	i18n.Flag
}

// Help returns the detailed help.
func (arenaCommand) Help() string {
	return `Bots play each other without a table, on all cores, and see what their seats may know. The dice of bots and decks come from the seed.
The share is what the first bot wins, a draw being half a game; between the two numbers after it, it lies in 95 of 100 cases (Wilson). Elo is the difference in strength that this share tells.`
}

// Run plays the games.
func (a *arenaCommand) Run(ctx context.Context, out io.Writer) error {
	return arena.Opts(*a).Run(ctx, out)
}
