package web

import (
	"html/template"
	"reflect"
)

// inputs are what the parts of a page are made of that seldom change: where they
// are equal the part need not be drawn again. Parts that are not named here are
// drawn each time.
func inputs(sc *scene) map[string]any {
	all := map[string]any{
		"setup":   []any{sc.Setup, sc.Fresh, sc.Seat},
		"invite":  []any{sc.Invite, sc.Host},
		"lobby":   sc.Lobby,
		"chairs":  []any{sc.Chairs, sc.Inside, sc.Host},
		"areas":   []any{sc.Areas, sc.Seat},
		"display": []any{sc.Display, sc.Seat},
		"noise":   sc.Noise,
		"seal":    sc.Seal,
	}
	for _, p := range sc.look {
		all[p.Name] = p.Data
	}
	return all
}

// renderedParts are the parts of a page that a group of streams has, by name.
type renderedParts map[string]part

type part struct {
	input any
	html  template.HTML
}

// again returns the parts whose input is the same as before.
func (d renderedParts) again(now map[string]any) map[string]template.HTML {
	same := map[string]template.HTML{}
	for name, input := range now {
		if was, ok := d[name]; ok && reflect.DeepEqual(was.input, input) {
			same[name] = was.html
		}
	}
	return same
}

// keep remembers what was drawn of what.
func (d renderedParts) keep(now map[string]any, parts map[string]template.HTML) {
	for name, input := range now {
		if html, ok := parts[name]; ok {
			d[name] = part{input, html}
		}
	}
}

// draw draws the parts of the page that may have changed.
func (a *streamGroup) draw(sc scene) (map[string]template.HTML, error) {
	now := inputs(&sc)
	parts, err := a.besides(a.rendered.again(now), a.viewer, sc)
	if err == nil {
		a.rendered.keep(now, parts)
	}
	return parts, err
}
