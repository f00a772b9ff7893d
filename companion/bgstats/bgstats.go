// Package bgstats makes the link that hands a play over to the app BG Stats
// (createPlay, BG Stats 3.3.2 and later, iOS and Android), which asks its owner
// before it takes it. No account and no request of ours is needed: whoever opens
// the link on a phone with the app has the play in it.
//
// The fields are those of the app's page "Push plays to BG Stats from other apps
// or websites". All truth values are always sent, as the Android app demands, and
// the id of a game at BoardGameGeek is a number, as the iOS app demands.
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

// Source is the name by which the app remembers who players and games are. It
// never changes.
const Source = "Arbiter"

// Longest is how long a link is at most, in bytes: what browsers and apps take.
const Longest = 8000

// A Play is one that was played.
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
	BGG          int    `json:"bggId,omitempty"` // 0 if it is not known: the app then looks for the name
	HighestWins  bool   `json:"highestWins"`
	NoPoints     bool   `json:"noPoints"`
}

// A Player is who has played.
type Player struct {
	Name           string `json:"name"`
	SourcePlayerID string `json:"sourcePlayerId"`
	StartPlayer    bool   `json:"startPlayer"`
	Winner         bool   `json:"winner"`
	Rank           int    `json:"rank,omitempty"` // 0 if there is none
	Role           string `json:"role,omitempty"`
	Team           string `json:"team,omitempty"` // players of one team have the same
}

// PlayDate writes a time as the app reads it.
func PlayDate(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05") }

// PlayerID is who somebody is by name, so that the app knows a guest again. It
// does not tell the name; neither case nor blanks around it matter.
func PlayerID(name string) string {
	sum := sha256.Sum256([]byte("player " + strings.ToLower(strings.TrimSpace(name))))
	return hex.EncodeToString(sum[:8])
}

// Link returns the link of a play. Comments are cut where it would be longer than
// Longest.
func Link(p Play) string {
	const page = "https://app.bgstatsapp.com/createPlay.html?data="
	for {
		link := page + escaped(p)
		over := len(link) - Longest
		if over <= 0 || p.Comments == "" {
			return link
		}
		p.Comments = cut(p.Comments, max(1, over/12)) // one rune is 12 letters at most
	}
}

// cut leaves out the last runes of a text.
func cut(text string, runes int) string {
	for ; runes > 0 && text != ""; runes-- {
		_, size := utf8.DecodeLastRuneInString(text)
		text = text[:len(text)-size]
	}
	return text
}

// escaped writes a play for an address. A blank is %20: the app would show a plus.
func escaped(p Play) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(p); err != nil {
		panic(err) // a Play holds nothing that JSON cannot write
	}
	return strings.ReplaceAll(url.QueryEscape(strings.TrimSpace(b.String())), "+", "%20")
}

// A Kept game is one that is over, with what a play tells of it.
type Kept struct {
	ID       string
	Created  time.Time
	Duration time.Duration
	Rules    engine.Game
	Board    string // a variant; "" if there is none
	Note     string
	Start    engine.View // when nothing had been played
	End      engine.View
	Ranks    []engine.Rank // none if nobody has a place
	Names    map[engine.Seat]string
	Bots     map[engine.Seat]string
	Say      func(engine.Text) string // which calls seats by their players
}

// Of makes a play of a game. Seats come in the order in which they started; a
// robot or a bot has that for its role.
func Of(k Kept) Play {
	p := Play{
		SourceName: Source, SourcePlayID: k.ID, PlayDate: PlayDate(k.Created), DurationMin: int(k.Duration.Round(time.Minute) / time.Minute),
		Board: k.Board, Comments: k.Note,
		Game: Game{Name: k.Say(k.Rules.Called()), SourceGameID: k.Rules.Name, NoPoints: true}, // Rank tells who is first
	}
	first := starter(k.Start)
	for _, seat := range k.Start.Seats {
		p.Players = append(p.Players, k.player(seat, seat.Seat == first))
	}
	return p
}

// starter is the seat that the game waited for first.
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
