// Package tablepage is the page of everybody: what a television shows, and the phone of
// who watches. As in package page, each part is a file with its type and what makes it,
// and beside it the template, the style and the script of its name.
package tablepage

import (
	"embed"

	"arbiter/companion/web/page"
)

// Look is what the parts of this package are drawn with.
//
//go:embed *.html *.css *.js
var Look embed.FS

// Parts are the parts of the page of everybody: a picture on a television that nobody
// touches, and a small page on the phone of who watches.
func Parts(c page.Context) []page.Part {
	c = c.Keeping()
	middle, lanes := NewMiddle(c), NewLanes(c)
	if middle.End != nil {
		lanes = Lanes{} // the table of the score has the seats
	}
	layout := page.Layout(map[string]bool{"lobby": middle.Lobby != nil, "over": middle.End != nil, "sides": lanes.Sides && len(lanes.Rows) > 0})
	return []page.Part{layout, {Name: "headline", Data: page.NewHeadline(c)}, {Name: "calls", Data: NewCalls(c)}, {Name: "middle", Data: middle}, {Name: "lanes", Data: lanes}}
}
