// Package tablepage has the public page: what a television shows, or the phone of a spectator. As
// in package page, each part is a file with its type and constructor, beside a template, style and
// script of the same name.
package tablepage

import (
	"embed"

	"arbiter/companion/web/page"
)

// Look has the templates, styles and scripts of this package.
//
//go:embed *.html *.css *.js
var Look embed.FS

// Parts returns the parts of the public page: a picture on a television that nobody touches, and a
// small page on a spectator's phone.
func Parts(c page.Context) []page.Part {
	c = c.Keeping()
	middle, lanes := NewMiddle(c), NewLanes(c)
	if middle.End != nil {
		lanes = Lanes{} // the score table has the seats
	}
	layout := page.Layout(map[string]bool{"lobby": middle.Lobby != nil, "over": middle.End != nil, "sides": lanes.Sides && len(lanes.Rows) > 0})
	return []page.Part{layout, {Name: "headline", Data: page.NewHeadline(c)}, {Name: "calls", Data: NewCalls(c)}, {Name: "middle", Data: middle}, {Name: "lanes", Data: lanes}}
}

// Scene returns those parts of the public page that show what has happened.
func Scene(c page.Context) []page.Part {
	c = c.Keeping()
	return []page.Part{{Name: "headline", Data: page.NewHeadline(c)}, {Name: "middle", Data: NewMiddle(c)}, {Name: "lanes", Data: NewLanes(c)}}
}
