package web

import (
	"html/template"
	"math"
	"slices"
	"unicode"
	"unicode/utf8"

	"arbiter/engine"
)

// A dot is a part of a site on a map, such as a planet, with the pieces on it.
type dot struct {
	X, Y, R float64
	Color   string
	Letter  string // the first of its kind
	Pieces  []cube
}

// A cube is a piece on a dot.
type cube struct {
	X, Y, Scale float64
	Color       string
	Shape       engine.Shape
}

// Mark is the outline of the piece.
func (c cube) Mark() template.HTML { return outline(c.Shape) }

// chart draws a board that is a map.
func (sc *scene) chart(view engine.View) *boardPart {
	if len(view.Map) == 0 {
		return nil
	}
	sites, on := slices.Clone(view.Map), map[string]engine.Piece{}
	for _, r := range view.Regions {
		sites = append(sites, engine.Site{Name: r.Name, Title: r.Title, X: r.X, Y: r.Y, Size: 0.04, Color: r.Color})
		on[r.Name] = r.Piece
	}
	fields := make([]engine.Field, len(sites))
	for i, s := range sites {
		fields[i] = engine.Field{X: s.X, Y: s.Y, Size: s.Size}
	}
	g := &boardPart{Map: true, Box: frame(fields)}
	for i, s := range sites {
		title := sc.say(s.Title)
		p := boardField{
			Name: s.Name, Title: title, Label: title, X: tenth(s.X), Y: tenth(s.Y), R: tenth(s.Size / 2),
			Color: color(s.Color), Cell: cell(fields, i), Free: s.Lies == "",
		}
		if at := on[s.Name]; at.Color != "" {
			p.Piece = &piece{color(at.Color), at.Shape, at.Tall, sc.say(at.Name)}
		}
		p.Dots = sc.dots(p, s.Parts)
		g.Spots = append(g.Spots, p)
	}
	return g
}

// dots lays the parts of a site around its middle.
func (sc *scene) dots(at boardField, parts []engine.Part) []dot {
	var all []dot
	for i, p := range parts {
		sin, cos := math.Sincos(2*math.Pi*float64(i)/float64(len(parts)) - math.Pi/2)
		d := dot{X: round(at.X + cos*at.R*0.52), Y: round(at.Y + sin*at.R*0.52), R: round(at.R * 0.4), Color: map[engine.Term]string{"terrestrial": "blue", "desert": "yellow", "volcanic": "red"}[p.Kind]}
		if len(parts) == 1 {
			d.X, d.Y = at.X, at.Y
		}
		letter, _ := utf8.DecodeRuneInString(sc.term(p.Kind))
		d.Letter = string(unicode.ToUpper(letter))
		for n, piece := range p.Pieces {
			d.Pieces = append(d.Pieces, d.cube(n, len(p.Pieces), piece))
		}
		all = append(all, d)
	}
	return all
}

// cube lays one of several pieces on a dot, side by side.
func (d dot) cube(n, of int, p engine.Piece) cube {
	wide := d.R * 2 / float64(max(of, 2)) * 1.15
	x := d.X + (float64(n)-float64(of-1)/2)*wide
	return cube{X: round(x), Y: d.Y, Scale: math.Round(wide/24*100) / 100, Color: color(p.Color), Shape: p.Shape}
}

func round(x float64) float64 { return math.Round(10*x) / 10 }
