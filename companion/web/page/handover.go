package page

import "html/template"

// A Handover is a play for the app BG Stats: what is handed over, and the link that
// does it.
type Handover struct {
	Back     string // address of the game
	QR       template.HTML
	Game     string
	Date     string
	Players  []Handed
	Comments string
	Link     template.URL
}

// A Handed player is one as the app gets it.
type Handed struct {
	Name string
	Rank int // 0 if there is none
	Role string
	Team string
	Wins bool
}
