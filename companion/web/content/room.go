package content

import (
	"strings"

	"arbiter/companion/web/page"
	"arbiter/companion/web/page/tablepage"
)

// AddTable adds the parts of the page of everybody, and what is said of them aloud:
// the one sentence that stands at its head.
func (sc *Content) AddTable(c page.Context, r page.Room) {
	c.Room = r
	sc.Look = tablepage.Parts(c)
	if c.Virtual {
		sc.Setup = nil // it is for who puts cardboard on the table
	}
	sc.News = nil
	if said := page.NewHeadline(c).Sentence(); said != "" && sc.Running {
		sc.News = []string{strings.TrimSpace(said)}
	}
}
