package chromium

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/chromedp/chromedp"
)

//go:embed layout.js
var layout string

// A Layout says, by selectors, what texts of pages may do besides fitting where they are.
type Layout struct {
	Sideways  string // elements that may scroll sideways
	Shortened string // elements that shorten a text with an ellipsis
	Over      string // elements that cover the page, so that what is below is not measured
}

// A Stand is where a text or a box is: left, top, width and height in CSS pixels of the page.
type Stand struct {
	At   string // selector
	Text string
	Rect [4]float64
}

func (s Stand) String() string { return fmt.Sprintf("%s %q %v", s.At, s.Text, s.Rect) }

// A Misprint is a text that cannot be read well. Other is the text that it overlaps, or the box
// that cuts it off or that it leaves.
type Misprint struct {
	Fault string // overlap, cut, outside or sideways
	Stand
	Other Stand
}

// String returns the fault, and both texts with their places.
func (m Misprint) String() string { return fmt.Sprintf("%s: %v, %v", m.Fault, m.Stand, m.Other) }

// Misprints measures the page as it is shown now, and returns how many lines of text and controls
// it has measured.
func (p *Page) Misprints(l Layout) (all []Misprint, texts int) {
	p.Helper()
	type answer struct {
		Faults []Misprint
		Texts  int
	}
	got := Ask[answer](p, fmt.Sprintf("%s(%q, %q, %q)", strings.TrimSpace(layout), l.Sideways, l.Shortened, l.Over))
	return got.Faults, got.Texts
}

// Resize gives the window another size, in CSS pixels.
func (p *Page) Resize(width, height int64) {
	p.Helper()
	p.Do("another size", chromedp.EmulateViewport(width, height))
	p.Until(fmt.Sprintf("innerWidth === %d && innerHeight === %d", width, height))
}
