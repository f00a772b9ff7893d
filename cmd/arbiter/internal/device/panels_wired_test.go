package device

import (
	"fmt"
	"image"
	"maps"
	"testing"

	"arbiter/display/ssd168x"
	"arbiter/display/uc8179"
	"arbiter/setups"
)

// Rigs know each model of a driver, with its size and whether it has red.
func TestPanelModelsAgree(t *testing.T) {
	t.Parallel()
	type model interface {
		fmt.Stringer
		Size() image.Point
		Red() bool
	}
	agree := func(table string, rigs map[string]string, models []model) {
		unknown := maps.Clone(rigs)
		delete(unknown, "") // the usual model, which need not be named
		for _, m := range models {
			delete(unknown, m.String())
			if got, want := rigs[m.String()], fmt.Sprintf("%dx%d", m.Size().X, m.Size().Y); got != want {
				t.Errorf("%s of setups/rig_panels.go has %q for %s: write %s", table, got, m, want)
			}
			if got, want := (setups.Panel{Model: m.String()}).Red(), m.Red(); got != want {
				t.Errorf("Panel.Red of setups/rig_panels.go says %v of %s: the driver says %v", got, m, want)
			}
		}
		for name := range unknown {
			t.Errorf("%s of setups/rig_panels.go has %s, which the driver does not know", table, name)
		}
	}
	var small, large []model
	for _, m := range ssd168x.Models() {
		small = append(small, m)
	}
	for _, m := range uc8179.Models() {
		large = append(large, m)
	}
	agree("PanelModels", setups.PanelModels(), small)
	agree("UC8179Models", setups.UC8179Models(), large)
}
