package app

import (
	"context"
	"maps"
	"math/rand/v2"
	"slices"
	"time"

	"arbiter/cmd/arbiter/internal/games"
	"arbiter/companion"
	"arbiter/engine"
	"arbiter/engine/bot"
	"arbiter/engine/contain"
)

// A botPlayer plays for the bots.
type botPlayer struct {
	table   *companion.Table
	bot     func(game, name string) bot.Bot
	dice    *rand.Rand
	hold    time.Duration // the least time that a searching bot takes
	thought map[engine.Seat]thinking
}

// play lets one bot do one thing, if any may. A searching bot takes at least hold. If a window is
// open all bots answer it.
func (p *botPlayer) play(ctx context.Context) error {
	public, err := p.table.Snapshot(ctx, "")
	if err != nil {
		return err
	}
	for _, seat := range slices.Sorted(maps.Keys(public.Bots)) {
		way := p.table.Bot(seat)
		s, err := way.Snapshot(ctx)
		if err != nil {
			return err
		}
		b := p.bot(public.Game, public.Bots[seat])
		if s.Window != nil {
			err := contain.Run(func() error { return games.Answer(ctx, way, b, p.dice, s) })
			if contain.Of(err) != nil {
				p.stumbled(ctx, err, seat)
				_, err = way.Pass(ctx, s.Window.Number)
			}
			if err != nil {
				return err
			}
			continue
		}
		var fault error
		pick := func(rest []companion.LegalCommand) companion.LegalCommand {
			if i := slices.IndexFunc(rest, func(c companion.LegalCommand) bool { return c.Line == s.Again }); i >= 0 {
				return rest[i]
			}
			if len(rest) < len(s.Legal) { // the table has moved on, so thinking again is useless
				return rest[0]
			}
			var c companion.LegalCommand
			if fault = contain.Do(func() { c = p.think(ctx, b, s) }); fault != nil {
				delete(p.thought, seat)
				c = rest[p.dice.IntN(len(rest))]
			}
			return c
		}
		_, done, err := games.Try(s.Legal, pick, func(c companion.LegalCommand) error {
			_, err := way.Do(ctx, c.Line, s.Version)
			return err
		})
		if fault != nil {
			p.stumbled(ctx, fault, seat) // together with the step that it took, so that people can read it
		}
		if done || err != nil {
			return err
		}
	}
	return nil
}

// stumbled tells everybody that the bot at a seat has panicked, and the owner where.
func (p *botPlayer) stumbled(ctx context.Context, err error, seat engine.Seat) {
	p.table.Fault(ctx, err, "a bot", engine.Say("a fault in the program: the bot at %s could not think and did just anything; the device's log says more", seat), "seat", seat)
}

// think lets a bot choose; a searching bot has its full time, used or not.
func (p *botPlayer) think(ctx context.Context, b bot.Bot, s companion.Snapshot) companion.LegalCommand {
	if _, searches := b.(bot.Thinker); !searches {
		return games.Choose(b, p.dice, s, s.Legal)
	}
	held, release := context.WithTimeout(ctx, p.hold)
	defer release()
	round := p.thought[s.Seat].in(s.GameID, s.View.Round())
	if round.kept == nil {
		round.kept = &bot.Kept{}
	}
	limited, stop := context.WithTimeout(ctx, round.next())
	defer stop()
	begun := time.Now()
	chosen := games.Think(limited, b, p.dice, s, s.Legal, round.kept)
	round.took += time.Since(begun)
	if p.thought == nil {
		p.thought = map[engine.Seat]thinking{}
	}
	p.thought[s.Seat] = round
	<-held.Done()
	return chosen
}

// How long a bot thinks at most in a round of the game, and the fraction of what is left that each
// step may use. A round of Council of Shadows has about 17 decisions.
const (
	roundThinks = 8 * time.Second
	roundParts  = 20
)

// thinking is what a bot has thought in a round of a game.
type thinking struct {
	game  string
	round int
	took  time.Duration
	kept  *bot.Kept // nil before the first decision
}

// in returns the thinking for a round, which starts afresh in another round.
func (t thinking) in(game string, round int) thinking {
	if t.game != game || t.round != round {
		return thinking{game: game, round: round}
	}
	return t
}

// next returns how long the next step may take.
func (t thinking) next() time.Duration { return max(roundThinks-t.took, 0) / roundParts }
