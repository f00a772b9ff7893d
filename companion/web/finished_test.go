package web_test

import (
	"math/rand/v2"
	"testing"

	"arbiter/companion"
	"arbiter/engine"
	"arbiter/engine/bot"
	"arbiter/engine/councilofshadows"
	shadowsbot "arbiter/engine/councilofshadows/bot"
	"arbiter/engine/highcouncil"
	"arbiter/setups"
)

// finished is the game at its end.
func (show broadcast) finished(t *testing.T) *house {
	t.Helper()
	h := show.played(t, func(engine.State) bool { return false })
	snap, err := h.table.Snapshot(t.Context(), "")
	if check(t, err); !snap.View.Over {
		t.Fatalf("%v does not end in %d steps", show, snap.Version)
	}
	return h
}

// played is the game at a moment, or at its end. Bots have played it without a table, so
// that it costs a fraction of what it would at one; the table takes it up from the store.
func (show broadcast) played(t *testing.T, until func(engine.State) bool) *house {
	t.Helper()
	begun := show.begin(t)
	saved, ok, err := begun.store.Unfinished()
	if check(t, err); !ok {
		t.Fatal("no game has begun")
	}
	offers, err := companion.Offers(councilofshadows.Game, highcouncil.Game)
	check(t, err)
	rules, rig, player := councilofshadows.Game, "virtual", bot.Bot(shadowsbot.Casual{})
	if show.game == highcouncil.Game.Name {
		rules, rig, player = highcouncil.Game, "virtual-council", bot.Random{Game: highcouncil.Game}
	}
	start, err := rules.New(saved.Setup.Seats, saved.Setup.Facts)
	check(t, err)
	s, err := engine.Resume(start, saved.Log, saved.Entries...)
	check(t, err)
	r := rand.New(rand.NewPCG(3, 4))
	for legal := s.State().Legal(); len(legal) > 0 && s.Version() < 4000 && !until(s.State()); legal = s.State().Legal() {
		_, err := s.Do(player.Choose(r, bot.Seen{Seat: legal[0].By(), State: s.State()}, legal))
		check(t, err)
	}
	known, err := setups.LoadRig(rig)
	check(t, err)
	h := &house{t: t}
	h.lying = func(o *companion.Opts) { o.Store, h.store = begun.store, begun.store }
	h.furnish(known, offers)
	return h
}
