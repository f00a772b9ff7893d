package pastpage

import (
	"strings"

	"arbiter/companion/web/page"
)

// Games is the list of past games, with its search.
type Games struct {
	Paging
	Rows       []GameRow
	Found      string // how many there are, in words
	Search     Search
	Damaged    string // which games are left out, in words; "" if none are
	CSV        string // address of the list as a table
	Statistics bool   // there are statistics, and names of players
	Import     bool   // the viewer may import the record of a game
	Bring      bool   // and plays
	Plays      []PlayRow
	Logless    string // how many plays there are, in words
}

// Paging leads to the neighboring pages of a list.
type Paging struct {
	Pages          string // "Page 1 of 2"; "" if there is only one
	Earlier, Later string // addresses; "" if there are none
}

// A Search is what was typed into the search, and the choices there.
type Search struct {
	Player, Game, From, To, Result string

	Games, Results []Labelled
}

// Narrow reports whether the search asks for more than a player.
func (s Search) Narrow() bool { return s.Game+s.From+s.To+s.Result != "" }

// A Labelled is an entry of a list.
type Labelled struct{ Value, Label string }

// A GameRow is a past game in the list.
type GameRow struct {
	Href   string
	Title  string
	When   string
	At     string // machine-readable
	Length string // "48 min"; "" if unknown
	Seats  []Sitting
	Result string // in words
	Goes   bool   // it is not over
	Note   string
	Rating int
}

// Won reports whether somebody has won, so that a crown is shown.
func (g GameRow) Won() bool {
	for _, s := range g.Seats {
		if s.Wins {
			return true
		}
	}
	return false
}

// A Sitting is a seat of a past game.
type Sitting struct {
	page.Seat
	Wins bool
}

// stars draws a rating.
func stars(n int) string { return strings.Repeat("★", n) + strings.Repeat("☆", 5-n) }
