package table

import (
	"os"
	"regexp"
	"slices"
	"testing"

	"arbiter/companion"
	"arbiter/companion/web/page"
	"arbiter/companion/web/page/tablepage"
	"arbiter/engine"
)

var place = regexp.MustCompile(`<div id="part-([a-z]+)"[^>]*>{{\.(?:Parts\.)?([a-z]+)}}</div>`)

// A part without a place on its page is not seen, and a place without a part stays empty: templates
// fail for neither.
func TestEveryPartHasItsPlace(t *testing.T) {
	c := page.Context{
		Say: engine.Text.String, Guided: true,
		Snap: companion.Snapshot{GameID: "1", View: engine.View{Seats: []engine.Place{{Seat: "purple", Color: "purple"}, {Seat: "red", Color: "red"}}}},
	}
	for file, drawn := range map[string]struct {
		names []string
		parts []page.Part
	}{
		"table.html": {tableParts, tablepage.Parts(c)},
		"frame.html": {seatParts, page.Play(c)},
	} {
		text, err := os.ReadFile("../site/templates/" + file)
		if err != nil {
			t.Fatal(err)
		}
		names := slices.Clone(drawn.names)
		for _, p := range drawn.parts {
			if p.Name != "layout" { // it is an attribute
				names = append(names, p.Name)
			}
		}
		var places []string
		for _, m := range place.FindAllStringSubmatch(string(text), -1) {
			if places = append(places, m[1]); m[1] != m[2] {
				t.Errorf("%s shows %s in the place of %s", file, m[2], m[1])
			}
		}
		for _, name := range names {
			if !slices.Contains(places, name) {
				t.Errorf(`%[2]s has no place for the part %[1]s: write <div id="part-%[1]s">{{.%[1]s}}</div> where it belongs`, name, file)
			}
		}
		for _, name := range places {
			if !slices.Contains(names, name) {
				t.Errorf("nothing draws %s on %s: list it among the parts of that page, or remove its place", name, file)
			}
		}
	}
}
