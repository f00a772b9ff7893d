package site

import (
	"fmt"
	"html/template"
	"strings"
	"sync"

	"rsc.io/qr"
)

// quiet is the white margin around a QR code, in modules.
const quiet = 4

// Code draws a text as a QR code; "" if there is nothing to draw.
func Code(text string) template.HTML {
	if text == "" {
		return ""
	}
	c, err := qr.Encode(text, qr.M)
	if err != nil {
		return "" // too long, unlike any address of ours
	}
	size := c.Size + 2*quiet
	return template.HTML(fmt.Sprintf(`<svg class="qr" viewBox="0 0 %d %d" aria-hidden="true" shape-rendering="crispEdges"><rect width="%d" height="%d" fill="#fff"/><path fill="#000" d="%s"/></svg>`,
		size, size, size, size, modules(c)))
}

// modules returns the black squares as an SVG path, row by row.
func modules(c *qr.Code) string {
	var b strings.Builder
	for y := range c.Size {
		for x := 0; x < c.Size; x++ {
			from := x
			for x < c.Size && c.Black(x, y) {
				x++
			}
			if x > from {
				fmt.Fprintf(&b, "M%d %dh%dv1h-%dz", from+quiet, y+quiet, x-from, x-from)
			}
		}
	}
	return b.String()
}

// A qrCache keeps the last QR code, which hardly ever changes.
type qrCache struct {
	mu   sync.Mutex
	text string
	html template.HTML
}

// Qr draws a text as a QR code, with a cache.
func (s *Server) Qr(text string) template.HTML {
	s.lastQR.mu.Lock()
	defer s.lastQR.mu.Unlock()
	if s.lastQR.text != text {
		s.lastQR.text, s.lastQR.html = text, Code(text)
	}
	return s.lastQR.html
}
