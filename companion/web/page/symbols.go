package page

import (
	"html/template"
)

// icon draws a symbol of symbols.html, 24 by 24; pages that use it begin with the
// template "symbols". What it means is said in words beside it or around it.
func icon(name string) template.HTML {
	return template.HTML(`<svg class="i" viewBox="0 0 24 24" aria-hidden="true"><use href="#i-` + template.HTMLEscapeString(name) + `"/></svg>`) // #nosec G203 -- escaped
}

// mark draws the shape of a seat in its color.
func mark(s Seat) template.HTML {
	shapes := []template.HTML{"circle", "square", "triangle", "diamond"}
	return `<svg class="i mark c-` + template.HTML(template.HTMLEscapeString(s.Color)) + `" viewBox="0 0 24 24" aria-hidden="true"><use href="#s-` + shapes[min(int(s.Shape), len(shapes)-1)] + `"/></svg>` // #nosec G203 -- escaped
}
