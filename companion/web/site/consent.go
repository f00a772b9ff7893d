package site

import (
	"net/http"
	"sync"

	"arbiter/engine"
)

// Names records the seats of the game on the table whose players agree that people elsewhere read
// their names. It is kept in memory only: after a restart nobody has agreed.
type Names struct {
	mu     sync.Mutex
	game   string
	agreed map[engine.Seat]bool
}

// Agrees reports whether a seat of a game has agreed.
func (n *Names) Agrees(game string, seat engine.Seat) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.game == game && n.agreed[seat]
}

func (n *Names) tell(game string, seat engine.Seat, agrees bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.game != game {
		n.game, n.agreed = game, map[engine.Seat]bool{}
	}
	n.agreed[seat] = agrees
}

// consent sets whether the name of a seat may be told. Fields of the form: seat; told, or nothing.
func (s *Server) consent(_ http.ResponseWriter, r *http.Request) (Outcome, error) {
	seat, err := s.SeatOf(r)
	if err != nil {
		return Outcome{}, err
	}
	snap, err := s.Table.Snapshot(r.Context(), "")
	if err != nil {
		return Outcome{}, err
	}
	if !Sits(snap, seat) {
		return Outcome{}, ErrMalformed
	}
	s.Names.tell(snap.GameID, seat, r.PostFormValue("told") != "")
	return Outcome{Go: "/seat/" + string(seat)}, nil
}
