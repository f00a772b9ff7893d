package page

import (
	"fmt"
	"math"
)

// Statistics is what was counted of the games of one kind that were played to the
// end.
type Statistics struct {
	Games   []GameTab // the kinds of games, if there is a choice
	Tables  []Tallies
	Player  *Participant // whom the page is about; nil if it is about all
	More    string       // how many games are not counted yet, in words; "" if all are
	Damaged string       // which games are not counted, in words; "" if all are
}

// A GameTab leads to a page beside this one.
type GameTab struct {
	Href, Label string
	Here        bool
}

// Tallies is a table of how often something was played and won.
type Tallies struct {
	Title string
	Rows  []Tally
}

// A Tally is how often something was played, and how often it has won.
type Tally struct {
	Name   string
	Href   string // of the page about it; "" if there is none
	Played string
	Won    string
	Share  Share
}

// A Share is a part of all games, with what is plausible after so few: nine times of
// ten the true share lies between. Positions are percentages for a picture.
type Share struct {
	Text         string // "67 %", or "2 of 3" while a percentage would say too much
	Few          bool
	At, From, To string
}

// fewest is how many games it takes before a share is written as a percentage.
const fewest = 5

// NewShare is so many of all; percent and of write it in words.
func NewShare(won, played int, percent func(int) string, of func(won, played int) string) Share {
	if played <= 0 {
		return Share{Few: true}
	}
	low, high := plausible(won, played)
	share := float64(won) / float64(played)
	s := Share{Few: played < fewest, At: place(share), From: place(low), To: place(high - low)}
	if s.Text = percent(int(math.Round(100 * share))); s.Few {
		s.Text = of(won, played)
	}
	return s
}

func place(share float64) string { return fmt.Sprintf("%.1f%%", 100*share) }

// plausible is Wilson's interval for so many of all, nine times of ten.
func plausible(won, played int) (low, high float64) {
	const z = 1.645
	n := float64(played)
	p := float64(won) / n
	center := (p + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return max(0, center-half), min(1, center+half)
}

// Players are the names of those who have played, to be renamed or deleted.
type Players struct {
	Rows    []Tally
	Owns    bool   // who looks may change them
	Damaged string // which games are not counted, in words; "" if all are
}
