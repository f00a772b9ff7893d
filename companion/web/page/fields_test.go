package page_test

import (
	"testing"

	"arbiter/companion/web/page"
	"arbiter/engine"
	"arbiter/engine/enginetest/tier"
)

// Free fields are alike where galaxy and parsec are the same, and no other fields are: each names
// the first of those that are like it.
func TestFreeFieldsAreAlike(t *testing.T) {
	t.Parallel()
	alike, alone := 0, 0
	for steps := range tier.Of(t, tier.Screens, "states", 4, 10, 100) {
		c := council("purple red", 20+40*steps).context(t, "purple", "en")
		sites := map[string]engine.Site{}
		first := map[string]string{}
		for _, s := range c.Snap.View.Map {
			sites[s.Name] = s
			if key := s.Region + s.Sign.String(); s.Lies == "" && first[key] == "" {
				first[key] = s.Name
			}
		}
		twins := map[string]int{}
		for _, s := range sites {
			if s.Lies == "" {
				twins[s.Region+s.Sign.String()]++
			}
		}
		for _, region := range page.NewMap(c).Regions {
			for _, drawn := range region.Sites {
				s := sites[drawn.Name]
				key, want := s.Region+s.Sign.String(), ""
				if s.Lies == "" && twins[key] > 1 {
					want = first[key]
					alike++
				} else {
					alone++
				}
				if drawn.Like != want {
					t.Errorf("field %s of %s is like %q, want %q", s.Name, s.Region, drawn.Like, want)
				}
			}
		}
	}
	if alike == 0 || alone == 0 {
		t.Errorf("%d fields are alike and %d are not, which proves nothing", alike, alone)
	}
}
