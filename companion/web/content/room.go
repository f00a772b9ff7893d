package content

import (
	"strings"

	"arbiter/companion"
	"arbiter/companion/web/page"
	"arbiter/companion/web/page/tablepage"
)

// AddTable adds the parts of the public page, and what a screen reader says of it: the one sentence
// at its head.
func (sc *Content) AddTable(c page.Context, r page.Room) {
	c.Room = r
	sc.Look = tablepage.Parts(c)
	if c.Virtual {
		sc.Setup = nil // it is for people who set up cardboard
	}
	sc.News = nil
	c.Snap.Step = companion.LogLine{} // a screen reader hears of an entry as a whole
	if said := page.NewHeadline(c).Sentence(); said != "" && sc.Running {
		sc.News = append([]string{strings.TrimSpace(said)}, c.TimeNews()...)
	}
}
