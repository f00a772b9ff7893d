package service

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"arbiter/cmd/arbiter/internal/monitor"
	"arbiter/companion"
	"arbiter/engine/contain"
	"arbiter/setups"
)

// What was contained is counted for whoever watches the device, and the device is well.
func TestHealthCountsWhatWasContained(t *testing.T) {
	m := monitor.New(setups.Rig{})
	h := Health{
		Ask:     func(context.Context) (companion.Snapshot, error) { return companion.Snapshot{}, nil },
		Log:     func(context.Context) error { return nil },
		Monitor: m,
	}
	for n := contain.Count(); n < 2; n++ {
		_ = contain.Do(func() { panic("a card") })
	}
	n := contain.Count()
	if text, well := h.Report(t.Context()); !well || !strings.HasSuffix(text, fmt.Sprintf("\ncontained: %d\n", n)) {
		t.Errorf("the device is well: %v, and says\n%s", well, text)
	}
	var b bytes.Buffer
	(&monitor.Metrics{Monitor: m}).Write(&b)
	if want := fmt.Sprintf("# TYPE arbiter_contained_total counter\narbiter_contained_total %d\n", n); !strings.Contains(b.String(), want) {
		t.Errorf("metrics lack %q:\n%s", want, &b)
	}
}
