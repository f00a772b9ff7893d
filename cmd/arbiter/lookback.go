package main

import (
	"bytes"
	"image"
	"image/png"

	"arbiter/companion/words"
	"arbiter/display"
	"arbiter/engine"
	"arbiter/setups"
)

// drawer returns what draws the panel for people who look back at a game, in
// their language.
func drawer(c *words.Catalogue, size image.Point) func(string, engine.View, map[engine.Seat]string) ([]byte, error) {
	return func(lang string, v engine.View, labels map[engine.Seat]string) ([]byte, error) {
		var b bytes.Buffer
		err := png.Encode(&b, display.Render(v, size, captions(c, lang, labels)))
		return b.Bytes(), err
	}
}

// captions says how a picture puts things into words.
func captions(c *words.Catalogue, lang string, labels map[engine.Seat]string) display.Opts {
	say := c.With(lang, func(seat engine.Seat) string { return labels[seat] })
	return display.Opts{
		Say:   say,
		Term:  func(t engine.Term) string { return c.Term(lang, t) },
		Label: func(seat engine.Seat) string { return say(engine.Say("%s", seat)) },
	}
}

// size is that of the first panel of a rig.
func size(rig setups.Rig) image.Point {
	for _, p := range rig.Panels {
		x, y := p.Pixels()
		return image.Pt(x, y)
	}
	return image.Pt(400, 300)
}
