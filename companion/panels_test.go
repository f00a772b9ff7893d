package companion_test

import (
	"slices"
	"testing"

	"arbiter/engine"
)

// Each panel in trouble is one notice for everybody, until it works again.
func TestPanelTrouble(t *testing.T) {
	h := open(t, memory())
	dark := func(panel string) engine.Text {
		return engine.Say("panel %s does not answer: check its cable; the game goes on", engine.Term(panel))
	}
	for _, step := range []struct {
		panel string
		what  engine.Text
		want  []string
	}{
		{"hall", engine.Text{}, nil},
		{"table", dark("table"), []string{"panel table does not answer: check its cable; the game goes on"}},
		{"hall", dark("hall"), []string{"panel table does not answer: check its cable; the game goes on", "panel hall does not answer: check its cable; the game goes on"}},
		{"table", engine.Say("panel %s hangs", engine.Term("table")), []string{"panel table hangs", "panel hall does not answer: check its cable; the game goes on"}},
		{"table", engine.Text{}, []string{"panel hall does not answer: check its cable; the game goes on"}},
		{"hall", engine.Text{}, nil},
	} {
		h.PanelTrouble(step.panel, step.what)
		for _, seat := range []engine.Seat{"", "purple"} {
			shot, err := h.Snapshot(t.Context(), seat)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, n := range shot.Notices {
				got = append(got, n.Text.String())
			}
			if !slices.Equal(got, step.want) {
				t.Errorf("seat %q: notices %q, want %q", seat, got, step.want)
			}
		}
	}
}
