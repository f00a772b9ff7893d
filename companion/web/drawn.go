package web

import (
	"html/template"
	"reflect"
)

// Inputs are what the parts of a page are made of that seldom change: where they
// are equal the part need not be drawn again. Parts that are not named here are
// drawn each time.
func inputs(sc *scene) map[string]any {
	return map[string]any{
		"setup":   []any{sc.Setup, sc.Fresh, sc.Seat},
		"invite":  []any{sc.Invite, sc.Host},
		"chairs":  []any{sc.Chairs, sc.Inside, sc.Host},
		"ground":  sc.Ground,
		"race":    []any{sc.Race, sc.Sums},
		"fields":  []any{sc.Fields, sc.Sums},
		"areas":   []any{sc.Areas, sc.Seat},
		"display": []any{sc.Display, sc.Seat},
		"noise":   sc.Noise,
		"seal":    sc.Seal,
		"panel":   sc.Picture > 0,
	}
}

// Drawn are the parts of a page that an audience has, by name.
type drawn map[string]sheet

type sheet struct {
	input any
	html  template.HTML
}

// again returns the parts whose input is the same as before.
func (d drawn) again(now map[string]any) map[string]template.HTML {
	same := map[string]template.HTML{}
	for name, input := range now {
		if was, ok := d[name]; ok && reflect.DeepEqual(was.input, input) {
			same[name] = was.html
		}
	}
	return same
}

// keep remembers what was drawn of what.
func (d drawn) keep(now map[string]any, parts map[string]template.HTML) {
	for name, input := range now {
		if html, ok := parts[name]; ok {
			d[name] = sheet{input, html}
		}
	}
}

// draw draws the parts of the page that may have changed.
func (a *audience) draw(sc scene) (map[string]template.HTML, error) {
	now := inputs(&sc)
	parts, err := a.besides(a.drawn.again(now), a.viewer, sc)
	if err == nil {
		a.drawn.keep(now, parts)
	}
	return parts, err
}
