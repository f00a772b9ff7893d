package page_test

import (
	"strings"
	"testing"

	"arbiter/companion/web/page"
)

// Long words divide where a reader would; short ones, and those that tell it
// themselves, as they are.
func TestDividedWords(t *testing.T) {
	t.Parallel()
	divide := page.Funcs()["hyphenated"].(func(string) string)
	for _, want := range []string{
		"Erfahrener Reisender", "Wis-sen-schafts-sied-lung", "Edelstein-ader", "Asen-tamien-tos cien-tífi-cos", "Infor-mations-vor-sprung", "Explo-ración profunda", "a", "", "Kolonie gründen",
		"Lebens-punkte", "Aktions-punkte", "Ablage-sta-pel", "Höllen-angriff", "Level-auf-stieg", "Pri-vat-sphäre", "Schat-ten-ener-gie", "Schat-ten-split-ter", "Todes-schleier",
		"Zurück-legen", "fortge-schrit-tene", "Edel-stein-ver-ede-lung", "Roh-stoff-volk", "unver-änder-bar", "Geis-ter-klaps", "Geis-tes-sta-cheln", "Trans-parent", "Ein-horn-sturm", "Kris-tall-bil-dung",
	} {
		if got := strings.ReplaceAll(divide(strings.ReplaceAll(strings.ReplaceAll(want, "Edelstein-", "Edelstein\u00ad"), "-", "")), "\u00ad", "-"); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
