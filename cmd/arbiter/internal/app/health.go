package app

import (
	"arbiter/cmd/arbiter/internal/device"
	"arbiter/engine"
)

// ReaderHealth returns the results of recent scans for each wired reader.
func (h *App) ReaderHealth() map[string]device.Health { return device.HealthOf(h.buses) }

// PanelTroubles returns what is wrong with each panel; zero for a working one.
func (h *App) PanelTroubles() map[string]engine.Text {
	all := map[string]engine.Text{}
	for i, p := range h.Opts.Rig.Panels {
		all[p.Name] = h.Screens[i].wrong()
	}
	return all
}

// wrong returns what is wrong with the panel of a screen.
func (s *Screen) wrong() engine.Text {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.mine
}
