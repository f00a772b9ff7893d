package site

import (
	"maps"
	"slices"
	"sync"

	"arbiter/companion"
	"arbiter/companion/web/content"
	"arbiter/companion/web/page"
	"arbiter/engine"
)

// A TickStore remembers which steps of a game's setup, counted from 0, are ticked. They are about
// the cardboard and no part of the game.
type TickStore interface {
	Ticks() (game string, steps []int, err error)
	// KeepTicks replaces the stored steps.
	KeepTicks(game string, steps []int) error
}

// ticks are the steps that people have ticked on any page. If the store fails they are only in
// memory.
type ticks struct {
	mu   sync.Mutex
	game string
	done map[int]bool
}

// recallTicks reads what was ticked before a restart.
func (s *Server) recallTicks() {
	if s.Opts.Kept.Ticks == nil {
		return
	}
	game, steps, err := s.Opts.Kept.Ticks.Ticks()
	if err != nil {
		s.Logger.Warn("which steps of the setup were ticked cannot be read", "err", err)
	}
	s.ticks.game, s.ticks.done = game, map[int]bool{}
	for _, step := range steps {
		s.ticks.done[step] = true
	}
}

// Tick marks a step of the setup of a game, counted from 0, as done or not done.
func (s *Server) Tick(game string, step int, done bool) {
	s.ticks.mu.Lock()
	defer s.ticks.mu.Unlock()
	if s.ticks.game != game {
		s.ticks.game, s.ticks.done = game, map[int]bool{}
	}
	if s.ticks.done[step] == done {
		return
	}
	if s.ticks.done[step] = done; !done {
		delete(s.ticks.done, step)
	}
	if s.Opts.Kept.Ticks == nil {
		return
	}
	if err := s.Opts.Kept.Ticks.KeepTicks(game, slices.Sorted(maps.Keys(s.ticks.done))); err != nil {
		s.Logger.Warn("which steps of the setup are ticked cannot be kept; a restart will forget it", "err", err)
	}
}

// Checklist returns the setup of the game on the table, step by step.
func (s *Server) Checklist(say func(engine.Text) string, snap companion.Snapshot) (all []content.Step) {
	s.ticks.mu.Lock()
	defer s.ticks.mu.Unlock()
	for i, t := range snap.Setup {
		all = append(all, content.Step{Text: say(t), Picture: page.SettingPicture(t), Done: s.ticks.game == snap.GameID && s.ticks.done[i]})
	}
	return all
}
