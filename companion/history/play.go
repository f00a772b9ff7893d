package history

import (
	"fmt"
	"time"

	"arbiter/engine"
)

// A Play is a game that was played elsewhere, or before: there is no log of it.
type Play struct {
	ID      string    `json:"id"`            // where it is from and its id there, such as "bgstats:UUID"
	BGG     string    `json:"bgg,omitempty"` // ID of the same play if BoardGameGeek had told it; "" if nobody says
	Game    string    `json:"game"`          // the name of the rules
	At      time.Time `json:"at"`            // a label
	Minutes int       `json:"minutes,omitempty"`
	Players []Player  `json:"players"`
	Place   string    `json:"place,omitempty"`
	Note    string    `json:"note,omitempty"`
	Result  string    `json:"result,omitempty"` // "" if the winners of Players say it
	Source  string    `json:"source"`           // "BG Stats" or "BoardGameGeek"
}

// A Player is somebody who played.
type Player struct {
	Name  string `json:"name,omitempty"` // "" if nobody has agreed to it
	Score string `json:"score,omitempty"`
	Rank  int    `json:"rank,omitempty"`
	Won   bool   `json:"won,omitempty"`
	Role  string `json:"role,omitempty"`
}

// Seat returns what stands for the seat of a player, from 0, since nobody knows where they sat.
func (Play) Seat(n int) engine.Seat { return engine.Seat(fmt.Sprintf("player-%d", n+1)) }

// Summary returns the play as a game in a list of games.
func (p Play) Summary() Summary {
	s := Summary{ID: p.ID, Game: p.Game, Labels: map[engine.Seat]string{}, Created: p.At, Finished: p.At, Result: p.Result, Note: p.Note, Program: p.Source}
	won := ""
	for i, x := range p.Players {
		seat := p.Seat(i)
		s.Seats = append(s.Seats, seat)
		if x.Name != "" {
			s.Labels[seat] = x.Name
		}
		if x.Won {
			won += " " + string(seat)
		}
	}
	if s.Result == "" && won != "" {
		s.Result = won[1:]
	}
	return s
}
