// Package bgstats makes the link that hands a play over to the app BG Stats (createPlay, BG Stats
// 3.3.2 and later, iOS and Android); the app asks its user before it takes the play. No account is
// needed and we send no request: opening the link on a phone with the app is enough.
//
// The fields are those of the app's page "Push plays to BG Stats from other apps or websites". All
// booleans are always sent, as the Android app requires, and a BoardGameGeek id is a number, as the
// iOS app requires.
package bgstats

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/url"
	"strings"
	"time"
	"unicode/utf8"

	"arbiter/engine"
)

// Source is the name under which the app remembers players and games. It must never change.
const Source = "Arbiter"

// Longest is the maximum length of a link in bytes that browsers and apps accept.
const Longest = 8000

// A Play is one playing of a game.
type Play struct {
	SourceName   string   `json:"sourceName"`
	SourcePlayID string   `json:"sourcePlayId"`
	PlayDate     string   `json:"playDate"` // UTC
	DurationMin  int      `json:"durationMin,omitempty"`
	Board        string   `json:"board,omitempty"`
	Comments     string   `json:"comments,omitempty"`
	Game         Game     `json:"game"`
	Players      []Player `json:"players"`
}

// A Game is what was played.
type Game struct {
	Name         string `json:"name"`
	SourceGameID string `json:"sourceGameId"`
	BGG          int    `json:"bggId,omitempty"` // 0 if unknown: the app then searches by name
	HighestWins  bool   `json:"highestWins"`
	NoPoints     bool   `json:"noPoints"`
}

// A Player is somebody who played.
type Player struct {
	Name           string `json:"name"`
	SourcePlayerID string `json:"sourcePlayerId"`
	StartPlayer    bool   `json:"startPlayer"`
	Winner         bool   `json:"winner"`
	Rank           int    `json:"rank,omitempty"` // 0 if there is none
	Role           string `json:"role,omitempty"`
	Team           string `json:"team,omitempty"` // the same for players of one team
}

// PlayDate formats a time for the app.
func PlayDate(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05") }

// PlayerID returns an id for a name, so that the app recognizes a guest. The name cannot be read
// from it; case and surrounding blanks do not matter.
func PlayerID(name string) string {
	sum := sha256.Sum256([]byte("player " + strings.ToLower(strings.TrimSpace(name))))
	return hex.EncodeToString(sum[:8])
}

// Link returns the link of a play. Comments are cut if it would be longer than Longest.
func Link(p Play) string {
	const page = "https://app.bgstatsapp.com/createPlay.html?data="
	for {
		link := page + escaped(p)
		over := len(link) - Longest
		if over <= 0 || p.Comments == "" {
			return link
		}
		p.Comments = cut(p.Comments, max(1, over/12)) // one rune is 12 characters at most
	}
}

// cut removes the last runes of a text.
func cut(text string, runes int) string {
	for ; runes > 0 && text != ""; runes-- {
		_, size := utf8.DecodeLastRuneInString(text)
		text = text[:len(text)-size]
	}
	return text
}

// escaped encodes a play for a link. A blank becomes %20, as the app would show a plus.
func escaped(p Play) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(p); err != nil {
		panic(err) // a Play can always be encoded
	}
	return strings.ReplaceAll(url.QueryEscape(strings.TrimSpace(b.String())), "+", "%20")
}

// A Kept game is a game that is over, with what a play tells of it.
type Kept struct {
	ID       string
	Created  time.Time
	Duration time.Duration
	Rules    engine.Game
	Board    string // a variant; "" if there is none
	Note     string
	Start    engine.View // before the first step
	End      engine.View
	Ranks    []engine.Rank // empty if nobody has a place
	Names    map[engine.Seat]string
	Bots     map[engine.Seat]string
	Say      func(engine.Text) string // must call seats by their players
}

// Of makes a play from a game. Seats are in the order in which they started; a robot or a bot has
// that as its role.
func Of(k Kept) Play {
	p := Play{
		SourceName: Source, SourcePlayID: k.ID, PlayDate: PlayDate(k.Created), DurationMin: int(k.Duration.Round(time.Minute) / time.Minute),
		Board: k.Board, Comments: k.Note,
		Game: Game{Name: k.Say(k.Rules.Called()), SourceGameID: k.Rules.Name, NoPoints: true}, // Rank says who is first
	}
	first := starter(k.Start)
	for _, seat := range k.Start.Seats {
		p.Players = append(p.Players, k.player(seat, seat.Seat == first))
	}
	return p
}

// starter returns the seat that the game waited for first.
func starter(v engine.View) engine.Seat {
	for _, p := range v.Seats {
		if p.Turn {
			return p.Seat
		}
	}
	if len(v.Seats) > 0 {
		return v.Seats[0].Seat
	}
	return ""
}

func (k *Kept) player(p engine.Place, starts bool) Player {
	out := Player{Name: k.Say(engine.Say("%s", p.Seat)), StartPlayer: starts, SourcePlayerID: "seat-" + string(p.Seat)}
	if name := k.Names[p.Seat]; name != "" {
		out.SourcePlayerID = PlayerID(name)
	}
	for _, end := range k.End.Seats {
		if end.Seat == p.Seat {
			out.Winner, out.Role = end.Winner, k.role(end)
		}
	}
	for _, r := range k.Ranks {
		if r.Seat == p.Seat {
			out.Rank = r.Place
			if r.Team != "" {
				out.Team = k.Say(engine.Say("%s", r.Team))
			}
		}
	}
	return out
}

func (k *Kept) role(p engine.Place) string {
	switch {
	case p.Robot:
		return "Automa"
	case k.Bots[p.Seat] != "":
		return "Bot"
	case p.Who.IsZero():
		return ""
	}
	return k.Say(p.Who)
}
