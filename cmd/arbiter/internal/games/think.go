package games

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"runtime"
	"sync"

	"arbiter/companion"
	"arbiter/engine"
	"arbiter/engine/bot"
	"arbiter/engine/contain"
)

// mostParts is how many parts a bot thinks in at once, if there are as many cores.
const mostParts = 4

// Think lets a bot choose, on all cores if it searches, until it is certain or ctx ends: then it
// takes the best that it has found, and keeps the rest for its next decision.
func Think(ctx context.Context, b bot.Bot, r *rand.Rand, s companion.Snapshot, choices []companion.LegalCommand, k *bot.Kept) companion.LegalCommand {
	thinker, ok := b.(bot.Thinker)
	if !ok {
		return Choose(b, r, s, choices)
	}
	return Choose(together{ctx, thinker, k}, r, s, choices)
}

// together is a bot that thinks in several parts at once.
type together struct {
	ctx context.Context
	bot.Thinker
	kept *bot.Kept
}

func (b together) Choose(r bot.Dice, s bot.Seen, choices []engine.Command) engine.Command {
	dice := func(part int) bot.Dice {
		return rand.New(rand.NewPCG(uint64(r.IntN(1<<(bits.UintSize-2))), uint64(part)))
	}
	var all sync.WaitGroup
	var once sync.Once
	var failed error
	for _, part := range b.kept.Think(b.Thinker, dice, s, choices, min(runtime.GOMAXPROCS(0), mostParts)) {
		all.Go(func() {
			err := contain.Do(func() {
				for b.ctx.Err() == nil && part.More() {
				}
			})
			if err != nil {
				once.Do(func() { failed = err })
			}
		})
	}
	if all.Wait(); failed != nil {
		panic(failed) // so that the caller can recover it
	}
	return b.kept.Choice()
}
