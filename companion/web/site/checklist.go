package site

import (
	"sync"

	"arbiter/companion"
	"arbiter/companion/web/content"
	"arbiter/engine"
)

// ticks are the steps of the setup of one game that people have ticked on any page: how far
// the cardboard is, which is no part of the game.
type ticks struct {
	mu   sync.Mutex
	game string
	done map[int]bool
}

// Tick notes that a step of the setup of a game, counted from 0, is done, or is not.
func (s *Server) Tick(game string, step int, done bool) {
	s.ticks.mu.Lock()
	defer s.ticks.mu.Unlock()
	if s.ticks.game != game {
		s.ticks.game, s.ticks.done = game, map[int]bool{}
	}
	s.ticks.done[step] = done
}

// Checklist is the setup of the game on the table, step by step.
func (s *Server) Checklist(say func(engine.Text) string, snap companion.Snapshot) (all []content.Step) {
	s.ticks.mu.Lock()
	defer s.ticks.mu.Unlock()
	for i, t := range snap.Setup {
		all = append(all, content.Step{Text: say(t), Done: s.ticks.game == snap.GameID && s.ticks.done[i]})
	}
	return all
}
