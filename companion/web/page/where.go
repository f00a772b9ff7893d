package page

import "arbiter/engine"

// Where says where the game is: round and phase.
type Where struct {
	Title  string
	Stage  []string
	Caveat string
	Phase  string
	Tempo  *Tempo // nil if the clock says nothing of the game
}

// NewWhere returns the Where of a moment.
func NewWhere(c Context) Where {
	v := c.Snap.View
	return Where{c.Say(engine.Say("%s", engine.Term(c.Snap.Title))), c.texts(v.Stage), c.Say(v.Caveat), v.Phase, NewTempo(c)}
}
