package app

import (
	"arbiter/cmd/arbiter/internal/device"
	"arbiter/engine"
)

// ReaderHealth is what the last scans of each wired reader have shown.
func (h *App) ReaderHealth() map[string]device.Health { return device.HealthOf(h.buses) }

// PanelTroubles is what is wrong with each panel; zero: nothing.
func (h *App) PanelTroubles() map[string]engine.Text {
	all := map[string]engine.Text{}
	for i, p := range h.Opts.Rig.Panels {
		all[p.Name] = h.Screens[i].wrong()
	}
	return all
}

// wrong is what is wrong with the panel of a screen.
func (s *Screen) wrong() engine.Text {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.mine
}
