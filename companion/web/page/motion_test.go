package page_test

import (
	"regexp"
	"strings"
	"testing"

	"arbiter/companion/web/page"
)

var keyed = regexp.MustCompile(`<[a-z]+ [^>]*data-key[^>]*>`)

// placed lists the elements that may travel and have a place by themselves: while they
// travel they would lose it.
func placed(text string) (all []string) {
	for _, tag := range keyed.FindAllString(text, -1) {
		if strings.Contains(tag, " transform=") {
			all = append(all, tag)
		}
	}
	return all
}

// What travels has its place from what it stands in.
func TestWhatTravelsHasItsPlaceFromOutside(t *testing.T) {
	if all := placed(`<g class="leaf" data-key="a" transform="translate(1 2)"><g data-key="b">`); len(all) != 1 {
		t.Errorf("control: of two elements %q have a place by themselves, want the first", all)
	}
	for name, text := range page.Templates(page.Look) {
		if all := placed(text); len(all) > 0 {
			t.Errorf("%s: %q", name, all)
		}
	}
}
