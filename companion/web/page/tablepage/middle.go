package tablepage

import (
	"slices"

	"arbiter/companion"
	"arbiter/companion/web/page"
	"arbiter/engine"
)

// A Middle is the largest part of the public page: the map or the ring; before the game, how people
// come in; after it, how it ended; nothing while only tracks are kept.
type Middle struct {
	Rise    *page.Rise
	Map     *page.Map
	Ring    *page.Ring
	Dice    *page.Dice // of whoever has rolled; nil if nobody has
	Lobby   *Lobby
	End     *page.End
	Over    *page.Over
	Running bool
}

// A Lobby is how people come in while seats are free and nobody has begun.
type Lobby struct {
	Invite *page.Invite // nil for viewers who may not know
}

// NewMiddle returns the middle of the page.
func NewMiddle(c page.Context) Middle {
	m := Middle{Running: c.Snap.GameID != ""}
	if len(c.Room.Free) > 0 && !begun(c.Snap) && !c.Snap.View.Over {
		m.Lobby = &Lobby{c.Room.Invite}
		return m
	}
	m.Over = page.NewOver(c)
	if m.End = page.NewEnd(c); m.End != nil {
		return m
	}
	m.Map, m.Ring, m.Rise, m.Dice = page.NewMap(c), page.NewRing(c), page.NewRise(c), page.NewDice(c, nil)
	return m
}

// begun reports whether a seat has done something; until then people come in.
func begun(snap companion.Snapshot) bool {
	return snap.Older > 0 || slices.ContainsFunc(snap.Log, func(l companion.LogLine) bool { return l.By != engine.Table })
}
