package ownerpage

import (
	"testing"

	"arbiter/companion/assembly"
	"arbiter/engine"
	"arbiter/hw"
)

// What the system says of a reader's port is told on /rig, and not that its wires are wrong.
func TestTheSystemsReasonIsARemedy(t *testing.T) {
	say := func(x engine.Text) string { return x.String() }
	for obstacle, want := range map[hw.Obstacle]string{
		hw.Missing:    "It cannot be used: its port is missing: plug it in, or switch it on.",
		hw.Forbidden:  "It cannot be used: kept from its port: restart the device.",
		hw.NoObstacle: "Nothing answers there. Check its supply, its ground and its wires, the chip select first.",
	} {
		trial := Trial{Asked: -1, Places: []TriedPlace{{Name: "red"}}}
		trial.add(say, assembly.Tried{Verdict: assembly.Silent, Obstacle: obstacle}, 0, readerRemedies)
		if len(trial.Remedies) != 1 || trial.Remedies[0].What != want {
			t.Errorf("%q: %+v, want %q", obstacle, trial.Remedies, want)
		}
	}
}
