package setups

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The pins of a HAT are those that its maker gave it (see the page of each at waveshare.com/wiki),
// and readers stay off them: each of the four panels has the same four tables, which differ only in
// the panel.
func TestRigsWithHATs(t *testing.T) {
	board := Panel{Name: "panel", Port: "SPI0.0", DC: "GPIO25", Reset: "GPIO17", Busy: "GPIO24", Power: "GPIO18"}
	ofBoard := []string{"GPIO8", "GPIO9", "GPIO10", "GPIO11", "GPIO17", "GPIO18", "GPIO24", "GPIO25"}
	tables := map[string]int{"one-rc522": 1, "four-rc522": 4, "twelve-rc522": 12, "four-pn532": 4}
	panels := map[string]Panel{
		"2.13": {Driver: "ssd168x", Model: "2.13v4", Size: "250x122"}, "4.2": {Driver: "ssd168x", Model: "4.2v2", Size: "400x300"},
		"4.26": {Driver: "ssd168x", Model: "4.26", Size: "800x480"}, "7.5": {Driver: "uc8179", Size: "800x480"},
	}
	for table, readers := range tables {
		like, err := LoadRig("hat-7.5-" + table)
		if err != nil {
			t.Fatal(err)
		}
		for panel, p := range panels {
			r, err := LoadRig(fmt.Sprintf("hat-%s-%s", panel, table))
			if err != nil {
				t.Fatal(err)
			}
			want := board
			want.Driver, want.Model, want.Size = p.Driver, p.Model, p.Size
			if d := cmp.Diff([]Panel{want}, r.Panels); d != "" || len(r.Readers) != readers {
				t.Errorf("%s: %d readers, want %d; panel -want +got\n%s", r.Name, len(r.Readers), readers, d)
			}
			if d := cmp.Diff([]any{like.Muxes, like.Readers, like.Buttons}, []any{r.Muxes, r.Readers, r.Buttons}); d != "" {
				t.Errorf("%s is another table than %s: -want +got\n%s", r.Name, like.Name, d)
			}
			for _, pin := range pinsBeside(r) {
				if slices.Contains(ofBoard, pin) {
					t.Errorf("%s: %s is the HAT's", r.Name, pin)
				}
			}
		}
	}
}

// pinsBeside returns the pins of a rig that are not its panel's.
func pinsBeside(r Rig) (pins []string) {
	for _, m := range r.Muxes {
		pins = append(pins, m.Pins...)
	}
	for _, x := range r.Readers {
		pins = append(pins, x.Reset)
	}
	for _, b := range r.Buttons {
		pins = append(pins, b.Pin)
	}
	return pins
}
