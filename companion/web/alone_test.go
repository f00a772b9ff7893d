package web_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"arbiter/companion"
	"arbiter/companion/companiontest/chromium"
	"arbiter/companion/companiontest/seatpage"
	"arbiter/companion/web"
	"arbiter/engine"
	enginebot "arbiter/engine/bot"
	"arbiter/engine/councilofshadows"
	"arbiter/engine/councilofshadows/bot"
	"arbiter/engine/notation"
	"arbiter/setups"
)

// onScreen makes a house where everything is on the screen: cards follow the game, and
// chance comes by itself, the same with the same seed.
func onScreen(t *testing.T, seed uint64) *house {
	t.Helper()
	rig, err := setups.LoadRig("screen")
	check(t, err)
	offers, err := companion.Offers(councilofshadows.Game)
	check(t, err)
	offers[0].Deals = dealt
	dice := rand.New(rand.NewPCG(seed, 1))
	h := build(t, rig, offers, func(o *web.Opts) { o.Dealing.Chance = dice.IntN })
	h.undrawn.Store(true)
	h.run(func(ctx context.Context) {
		shots, err := h.table.Watch(ctx, engine.Table)
		if err != nil { // the test may have ended already
			if ctx.Err() == nil {
				t.Error(err)
			}
			return
		}
		for snap := range shots {
			h.draws(ctx, seed, snap)
		}
	})
	return h
}

// dealt is what chance supplies where the device has the stacks.
func dealt(_ engine.State, c engine.Command) bool {
	switch c.(type) {
	case councilofshadows.Draw, councilofshadows.Refill, councilofshadows.Deal, councilofshadows.Remove, councilofshadows.Open:
		return true
	}
	return false
}

// draws lets chance supply what the table waits for, as the seed and the version have it.
func (h *house) draws(ctx context.Context, seed uint64, snap companion.Snapshot) {
	var chances []string
	for _, c := range snap.Legal {
		if dealt(nil, c.Command) {
			chances = append(chances, c.Line)
		}
	}
	dice := rand.New(rand.NewPCG(seed, uint64(snap.Version)))
	for _, i := range dice.Perm(len(chances)) {
		if _, err := h.table.Do(ctx, wish(engine.Table, chances[i], snap.Version)); err == nil {
			return
		}
	}
}

// asked waits until the game waits for a seat, which chooses for a robot too, or is over,
// and its page shows that at rest. It returns what the seat sees.
func (h *house) asked(p *chromium.Page, seat engine.Seat) companion.Snapshot {
	p.Helper()
	snap := h.waits(seat)
	p.Until(fmt.Sprintf(`document.body.dataset.version === "%d" && !document.body.classList.contains("watching") && !("busy" in document.body.dataset)`, snap.Version))
	return snap
}

// waits is what a seat sees when the game waits for it or is over.
func (h *house) waits(seat engine.Seat) companion.Snapshot {
	h.t.Helper()
	ctx, end := context.WithCancel(h.t.Context())
	defer end()
	shots, err := h.table.Watch(ctx, seat)
	check(h.t, err)
	for range shots {
		snap, err := h.table.Snapshot(ctx, seat) // after all that follows by itself
		check(h.t, err)
		if snap.View.Over || slices.ContainsFunc(snap.Legal, func(c companion.LegalCommand) bool { return !dealt(nil, c.Command) }) {
			return snap
		}
	}
	h.t.Fatal("the table has closed")
	return companion.Snapshot{}
}

// good is what a bot would do, but for the first cards.
func good(snap companion.Snapshot) string {
	var can []engine.Command
	for _, c := range snap.Legal {
		can = append(can, c.Command)
	}
	for _, first := range []string{"purple plan 1 discover", "purple plan 2 harvest", "purple plan 3 upgrade"} {
		if snap.View.Round() == 1 && slices.ContainsFunc(snap.Legal, func(c companion.LegalCommand) bool { return c.Line == first }) {
			return first
		}
	}
	return notation.Format(bot.Greedy{}.Choose(rand.New(rand.NewPCG(1, 1)), enginebot.Seen{Seat: snap.Seat, State: snap.State}, can))
}

// carryOut carries out a command on a seat's page.
func carryOut(p *chromium.Page, snap companion.Snapshot, line string) {
	p.Helper()
	seatpage.Do(p, line)
	p.Until(fmt.Sprintf(`document.body.dataset.version !== "%d"`, snap.Version))
}
