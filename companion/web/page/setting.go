package page

import (
	"regexp"

	"arbiter/engine"
)

// settings are the pictures of things that are laid out before a game, by what English sentences call
// them; the first that fits is drawn.
var settings = []struct {
	picture string
	words   *regexp.Regexp
}{
	{"leader", regexp.MustCompile(`^Module 2|civilization`)},
	{"box", regexp.MustCompile(`stays?\b.* in the box|back into the box|into the box without`)},
	{"station", regexp.MustCompile(`space stations`)},
	{"device", regexp.MustCompile(`^The device|^Tell the device`)},
	{"pieces", regexp.MustCompile(`^Each player takes in|Automa's blue cubes|consumption marker on`)},
	{"order", regexp.MustCompile(`order tile|energy marker`)},
	{"gems", regexp.MustCompile(`\bgems?\b`)},
	{"dial", regexp.MustCompile(`\bdials?\b`)},
	{"dice", regexp.MustCompile(`\bdice\b`)},
	{"row", regexp.MustCompile(`face up (beside|in a row)`)},
	{"hexes", regexp.MustCompile(`\btiles?\b|\bhomes?\b|^Lay %s`)},
	{"followers", regexp.MustCompile(`followers|pieces`)},
	{"arguments", regexp.MustCompile(`arguments|one trilithon`)},
	{"deal", regexp.MustCompile(`\b[Dd]eal\b|take one`)},
	{"automa", regexp.MustCompile(`Automa`)},
	{"deck", regexp.MustCompile(`[Ss]huffle|deck|pile|\bcards\b`)},
	{"board", regexp.MustCompile(`\bboards?\b|cover plate`)},
}

// SettingPicture returns the name of the picture that goes with a step of a setup: people at a table
// if nothing else fits.
func SettingPicture(step engine.Text) string {
	for _, s := range settings {
		if s.words.MatchString(step.Format) {
			return s.picture
		}
	}
	return "people"
}
