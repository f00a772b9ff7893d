package page

import "arbiter/companion"

// A Middle is the largest part of the page of everybody: the map or the ring; before the game
// how people come in; after it how it ended; nothing while only tracks are kept.
type Middle struct {
	Rise    *Rise
	Map     *Map
	Ring    *Ring
	Lobby   *Lobby
	End     *End
	Over    *Over
	Running bool
}

// A Lobby is how people come in, while seats are free and nobody has begun.
type Lobby struct {
	Invite *Invite // nil for who may not know
}

// An Over is where people go from the end of a game.
type Over struct {
	Kept  string // the game among past games; "" if none are kept
	Again string // the game, if the same seats may play it again; else ""
	Close bool   // the viewer may put it away
}

// NewOver tells where to go on; nil while the game runs.
func NewOver(c Context) *Over {
	if !c.Snap.View.Over {
		return nil
	}
	return &Over{Kept: c.Room.Kept, Again: c.Room.Again, Close: c.Inside}
}

// NewMiddle is the middle of the page.
func NewMiddle(c Context) Middle {
	m := Middle{Running: c.Snap.GameID != ""}
	if len(c.Room.Free) > 0 && !begun(c.Snap) && !c.Snap.View.Over {
		m.Lobby = &Lobby{c.Room.Invite}
		return m
	}
	m.Over = NewOver(c)
	if m.End = NewEnd(c); m.End != nil {
		return m
	}
	m.Map, m.Ring, m.Rise = NewMap(c), NewRing(c), NewRise(c)
	return m
}

// begun reports whether a seat has done something: until then people come in.
func begun(snap companion.Snapshot) bool {
	for _, l := range snap.Log {
		if l.By != "table" {
			return true
		}
	}
	return false
}
