package pastpage

import (
	"html/template"

	"arbiter/companion/chart"
	"arbiter/companion/web/page"
	"arbiter/engine"
)

// A Drawn is a chart as a picture, with its numbers.
type Drawn struct {
	Name, Title string
	File        string // address of the picture file; "" if there is none
	Picture     template.HTML
	Across      string
	Steps       []string
	Rows        []Series
}

// A Series is a row of numbers, formatted.
type Series struct {
	Title string
	At    []string
}

// NewDrawn draws a chart on the same scale as all, the charts it is compared with.
func NewDrawn(c page.Context, x engine.Chart, all ...engine.Chart) Drawn {
	d := Drawn{Name: x.Name, Title: c.Say(x.Title), Across: c.Say(x.Across)}
	d.Picture = template.HTML(chart.SVG(x, ChartOpts(c, x, all...))) // the chart escapes all words
	for _, t := range x.Steps {
		d.Steps = append(d.Steps, c.Say(t))
	}
	for _, s := range x.Series {
		row := Series{Title: c.Say(s.Title)}
		for i, n := range s.At {
			cell := page.Numeral(n)
			if s.Roman {
				cell = c.Term(engine.Roman(n))
			}
			for _, m := range s.Marks {
				if m.Step == i {
					cell += " (" + c.Say(m.Text) + ")"
				}
			}
			row.At = append(row.At, cell)
		}
		d.Rows = append(d.Rows, row)
	}
	return d
}

// ChartOpts returns how to draw a chart that is compared with others.
func ChartOpts(c page.Context, x engine.Chart, all ...engine.Chart) chart.Opts {
	return chart.Opts{Say: c.Say, ID: "chart-" + x.Name, Beside: chart.Alike(x, all), Seat: func(seat engine.Seat) (string, engine.Shape) {
		b := c.Badge(seat)
		return b.Color, b.Shape
	}}
}
