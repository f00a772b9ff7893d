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
)

// mostParts is in how many parts a bot thinks at once, if there are as many cores.
const mostParts = 4

// Think lets a bot choose, on all cores if it searches, until it knows or ctx ends: then
// it takes the best that it has found.
func Think(ctx context.Context, b bot.Bot, r *rand.Rand, s companion.Snapshot, choices []companion.LegalCommand) companion.LegalCommand {
	thinker, ok := b.(bot.Thinker)
	if !ok {
		return Choose(b, r, s, choices)
	}
	return Choose(together{ctx, thinker}, r, s, choices)
}

// Together is a bot that thinks in parts at once.
type together struct {
	ctx context.Context
	bot.Thinker
}

func (b together) Choose(r bot.Dice, s bot.Seen, choices []engine.Command) engine.Command {
	parts := make([]bot.Thought, min(runtime.GOMAXPROCS(0), mostParts))
	var all sync.WaitGroup
	for i := range parts {
		dice := rand.New(rand.NewPCG(uint64(r.IntN(1<<(bits.UintSize-2))), uint64(i)))
		parts[i] = b.Think(dice, s, choices, len(parts))
		all.Go(func() {
			for b.ctx.Err() == nil && parts[i].More() {
			}
		})
	}
	all.Wait()
	for _, p := range parts[1:] {
		parts[0].Join(p)
	}
	return parts[0].Choice()
}
