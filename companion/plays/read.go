package plays

import (
	"bytes"
	"cmp"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"arbiter/companion"
	"arbiter/companion/history"
	"arbiter/engine"
)

// Sources of plays.
const (
	bgStats = "BG Stats"
	bgg     = "BoardGameGeek"
)

const (
	mostFaults  = 20 // how many are told at once
	mostPlayers = 20 // of one play
)

// Beginning is how many bytes of a file Is looks at.
const Beginning = 4096

// Is reports whether a file that begins like this is not the record of a game, so that it may hold
// plays.
func Is(begin []byte) bool {
	begin = begin[:min(len(begin), Beginning)]
	first, _, _ := bytes.Cut(bytes.TrimSpace(bytes.TrimPrefix(begin, bom)), []byte("\n"))
	return !bytes.Contains(first, []byte(`"record":`)) && !bytes.Contains(first, []byte(`"hash":`))
}

var bom = []byte("\ufeff")

// Read reads a file with plays. If anything is wrong with it, nothing of it is returned.
func Read(file string, text []byte, games Games, now time.Time) (List, []Fault) {
	r := reader{file: file, text: bytes.TrimPrefix(text, bom), games: games, now: now, seen: map[string]int{}}
	switch begin := bytes.TrimSpace(r.text); {
	case len(text) > MostBytes:
		r.fault(0, "it is larger than %d MiB: export fewer plays", MostBytes>>20)
	case len(begin) == 0:
		r.fault(0, "it is empty: export the plays anew")
	case !utf8.Valid(r.text):
		r.fault(0, "it is no text in UTF-8: "+what)
	case begin[0] == '{':
		r.bgStats()
	case begin[0] == '<':
		r.bgg()
	default:
		r.fault(0, "these are no plays: "+what)
	}
	if len(r.faults) > 0 {
		return List{}, r.faults
	}
	return r.List, nil
}

// what names the accepted formats, in the words of people who have such files.
const what = "taken are an export of BG Stats (JSON), plays from BoardGameGeek (XML), and records of Arbiter (.jsonl)"

type reader struct {
	List
	file   string
	text   []byte
	games  Games
	now    time.Time
	seen   map[string]int // plays, and their lines
	faults []Fault
}

func (r *reader) fault(line int, format string, args ...any) {
	if len(r.faults) < mostFaults {
		r.faults = append(r.faults, Fault{r.file, line, engine.Say(format, args...)})
	}
}

// lineAt returns the line of a byte.
func (r *reader) lineAt(offset int) int {
	return 1 + bytes.Count(r.text[:min(max(offset, 0), len(r.text))], []byte("\n"))
}

// A played game is a play of a file, before it is known whether it can be.
type played struct {
	history.Play
	line      int
	title     string // of the game; "" if the file names none
	date      string
	times     int  // how often that day
	uncounted bool // as whoever kept it said
	fault     engine.Text
}

// take adds a play, unless it is of another game.
func (r *reader) take(p played) {
	p.Game = r.games[plain(p.title)]
	switch {
	case p.title == "":
	case p.Game == "":
		r.Others += max(1, p.times)
		return
	case p.uncounted:
		r.Ignored += max(1, p.times)
		return
	}
	var dated bool
	p.At, dated = day(p.date, r.now)
	source, before := engine.Term(p.Source), r.seen[p.ID]
	switch {
	case p.title == "":
		r.fault(p.line, "the play names no game: download it anew")
	case !p.fault.IsZero():
		r.faults = append(r.faults, Fault{r.file, p.line, p.fault})
	case !dated:
		r.fault(p.line, "“%s” is no date of a play, such as 2026-11-27: put it right in %s", short(p.date, longestWord), source)
	case p.Minutes < 0 || p.Minutes > 60*24*7:
		r.fault(p.line, "no play takes %d minutes: put it right in %s", p.Minutes, source)
	case p.times < 1 || p.times > 1000:
		r.fault(p.line, "quantity is %d, which cannot be: put it right in %s", p.times, source)
	case len(p.Players) > mostPlayers:
		r.fault(p.line, "no play of this game has more than %d players: put it right in %s", mostPlayers, source)
	case before != 0:
		r.fault(p.line, "this play is there twice, first in line %d: export the plays anew", before)
	case len(r.Plays)+p.times > MostPlays:
		r.fault(p.line, "more than %d plays: export fewer", MostPlays)
	default:
		r.seen[p.ID] = p.line
		r.add(p.Play, p.times)
	}
}

// add adds a play as often as it was played.
func (r *reader) add(p history.Play, times int) {
	p.Place, p.Note = short(p.Place, longestWord), short(p.Note, longestNote)
	for i := range p.Players {
		x := &p.Players[i]
		x.Name, x.Score, x.Role = companion.PlayerName(x.Name), short(x.Score, longestWord), short(x.Role, longestWord)
	}
	if p.Result == "" && !slices.ContainsFunc(p.Players, func(x history.Player) bool { return x.Won }) {
		p.Result = companion.Nobody
	}
	id := p.ID
	for n := range times {
		if n > 0 {
			p.ID = fmt.Sprintf("%s#%d", id, n+1)
		}
		r.Plays = append(r.Plays, p)
	}
}

// A figure is a number, a text or null, as versions of BG Stats write it.
type figure string

// UnmarshalJSON reads it.
func (f *figure) UnmarshalJSON(text []byte) error {
	var s string
	var n json.Number
	switch {
	case string(text) == "null":
		return nil
	case json.Unmarshal(text, &s) == nil:
		*f = figure(s)
		return nil
	}
	err := json.Unmarshal(text, &n)
	*f = figure(n)
	return err
}

// A named entry of BG Stats is a game, a player or a place; plays name it by its number.
type named struct {
	ID      int    `json:"id"`
	Name    string `json:"name"`
	BGGName string `json:"bggName"`
}

// unmarshal reads JSON that begins at a byte of the file.
func (r *reader) unmarshal(begin int, text []byte, into any) bool {
	err := json.Unmarshal(text, into)
	var wrong *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case err == nil:
		return true
	case errors.As(err, &wrong):
		r.fault(r.lineAt(begin+int(wrong.Offset)-1), "this is no JSON: %s", wrong.Error())
	case errors.As(err, &kind):
		r.fault(r.lineAt(begin+int(kind.Offset)-1), "%s is a %s, which cannot be: export it anew", kind.Field, kind.Value)
	default:
		r.fault(r.lineAt(begin), "this is no JSON: %s", err.Error())
	}
	return false
}

// bgStats reads an export of BG Stats: games, players, places and plays that name them by number.
func (r *reader) bgStats() {
	var x struct {
		Games     []named           `json:"games"`
		Players   []named           `json:"players"`
		Locations []named           `json:"locations"`
		Plays     []json.RawMessage `json:"plays"`
	}
	switch {
	case !r.unmarshal(0, r.text, &x):
		return
	case len(x.Plays) == 0:
		r.fault(0, "no play is in it: "+what)
		return
	}
	titles := map[int]string{}
	for _, g := range x.Games {
		if titles[g.ID] = g.Name; r.games[plain(g.BGGName)] != "" {
			titles[g.ID] = g.BGGName
		}
	}
	people, places := map[int]string{}, map[int]string{}
	for _, p := range x.Players {
		people[p.ID] = p.Name
	}
	for _, l := range x.Locations {
		places[l.ID] = l.Name
	}
	at, line := 0, 1
	for _, raw := range x.Plays {
		if len(r.faults) >= mostFaults {
			return
		}
		begin := at + max(0, bytes.Index(r.text[at:], raw))
		line += bytes.Count(r.text[at:begin], []byte("\n"))
		r.bgStatsPlay(line, begin, raw, titles, people, places)
		line += bytes.Count(raw, []byte("\n"))
		at = begin + len(raw)
	}
}

// A bgStatsPlay is a play as BG Stats tells it.
type bgStatsPlay struct {
	UUID          string          `json:"uuid"`
	GameRefID     *int            `json:"gameRefId"`
	LocationRefID int             `json:"locationRefId"`
	PlayDate      string          `json:"playDate"`
	DurationMin   int             `json:"durationMin"`
	Ignored       bool            `json:"ignored"`
	Comments      string          `json:"comments"`
	BGGID         figure          `json:"bggId"`
	PlayerScores  *[]bgStatsScore `json:"playerScores"`
}

// A bgStatsScore is a player of a play.
type bgStatsScore struct {
	PlayerRefID   *int   `json:"playerRefId"`
	AnonymousName string `json:"anonymousName"`
	Score         figure `json:"score"`
	Winner        bool   `json:"winner"`
	Rank          int    `json:"rank"`
	Role          string `json:"role"`
}

func (r *reader) bgStatsPlay(line, begin int, raw []byte, titles, people, places map[int]string) {
	var p bgStatsPlay
	switch {
	case !r.unmarshal(begin, raw, &p):
		return
	case p.GameRefID == nil || titles[*p.GameRefID] == "":
		r.fault(line, "the play names no game of the file (gameRefId): export it anew")
		return
	}
	play := played{line: line, title: titles[*p.GameRefID], date: p.PlayDate, times: 1, uncounted: p.Ignored, Play: history.Play{
		ID: "bgstats:" + short(p.UUID, 64), Minutes: p.DurationMin, Place: places[p.LocationRefID], Note: p.Comments, Source: bgStats,
	}}
	if p.UUID == "" {
		play.fault = engine.Say("the play has no uuid, so it could be taken in twice: export it anew")
	}
	if n, err := strconv.Atoi(string(p.BGGID)); err == nil && n > 0 {
		play.BGG = bggID(n)
	}
	if p.PlayerScores == nil {
		play.fault = engine.Say("the play has no list of players (playerScores): export it anew")
		p.PlayerScores = &[]bgStatsScore{}
	}
	for _, s := range *p.PlayerScores {
		name := s.AnonymousName
		if s.PlayerRefID != nil {
			known, is := people[*s.PlayerRefID]
			if !is && name == "" {
				play.fault = engine.Say("the play names no player of the file (playerRefId %d): export it anew", *s.PlayerRefID)
			}
			name = cmp.Or(known, name)
		}
		play.Players = append(play.Players, history.Player{Name: name, Score: string(s.Score), Rank: max(s.Rank, 0), Won: s.Winner, Role: s.Role})
	}
	r.take(play)
}

// bggID returns what stands for a play at BoardGameGeek.
func bggID(n int) string { return "bgg:" + strconv.Itoa(n) }

// bgg reads plays as the XML API of BoardGameGeek tells them. A document type, which could define
// entities, is refused.
func (r *reader) bgg() {
	d := xml.NewDecoder(bytes.NewReader(r.text))
	d.CharsetReader = func(charset string, in io.Reader) (io.Reader, error) {
		if strings.EqualFold(charset, "utf-8") || strings.EqualFold(charset, "us-ascii") {
			return in, nil
		}
		return nil, fmt.Errorf("it is in %s", charset)
	}
	var play *played
	var path []string
	found := 0
	for len(r.faults) < mostFaults {
		token, err := d.Token()
		line, _ := d.InputPos()
		var wrong *xml.SyntaxError
		switch {
		case errors.Is(err, io.EOF):
			if found == 0 && len(r.faults) == 0 {
				r.fault(0, "no play is in it: "+what)
			}
			r.Further = max(0, r.Further-found)
			return
		case errors.As(err, &wrong):
			r.fault(wrong.Line, "this is no XML: %s", wrong.Msg)
			return
		case err != nil:
			r.fault(line, "this is no XML: %s", err.Error())
			return
		}
		switch x := token.(type) {
		case xml.Directive:
			r.fault(line, "a document type is in it, which plays have not: download them anew")
			return
		case xml.StartElement:
			path = append(path, x.Name.Local)
			switch {
			case len(path) == 1 && x.Name.Local != "plays":
				r.fault(line, "BoardGameGeek has sent “%s” instead of plays: download them anew", short(x.Name.Local, longestWord))
				return
			case len(path) > 8:
				r.fault(line, "this is no list of plays: "+what)
				return
			case len(path) == 1:
				r.Further, _ = strconv.Atoi(attribute(x, "total"))
			case len(path) == 2 && x.Name.Local == "play":
				found++
				play = playedAt(x, line)
			case play != nil:
				play.partOf(path, x)
			}
		case xml.CharData:
			if play != nil && len(path) == 3 && path[2] == "comments" {
				play.Note += string(x)
			}
		case xml.EndElement:
			if len(path) == 2 && play != nil {
				r.take(*play)
				play = nil
			}
			path = path[:len(path)-1]
		}
	}
}

// attribute returns the value of an attribute; "" if there is none.
func attribute(x xml.StartElement, name string) string {
	for _, a := range x.Attr {
		if a.Name.Local == name {
			return strings.TrimSpace(a.Value)
		}
	}
	return ""
}

// playedAt reads the attributes of a play; numbers are absent where people typed none.
func playedAt(x xml.StartElement, line int) *played {
	p := &played{line: line, date: attribute(x, "date"), times: 1, uncounted: attribute(x, "nowinstats") == "1", Play: history.Play{Place: attribute(x, "location"), Source: bgg}}
	for name, into := range map[string]*int{"quantity": &p.times, "length": &p.Minutes} {
		if text := attribute(x, name); text != "" {
			n, err := strconv.Atoi(text)
			if *into = n; err != nil {
				p.fault = engine.Say("“%s” is no number (%s): put it right in %s", short(text, longestWord), name, engine.Term(bgg))
			}
		}
	}
	n, err := strconv.Atoi(attribute(x, "id"))
	if err != nil || n <= 0 {
		p.fault = engine.Say("the play has no id, so it could be taken in twice: download it anew")
	}
	p.ID = bggID(n)
	if attribute(x, "incomplete") == "1" {
		p.Result = companion.Abandoned
	}
	return p
}

// partOf reads what is inside a play.
func (p *played) partOf(path []string, x xml.StartElement) {
	switch {
	case len(path) == 3 && x.Name.Local == "item":
		p.title = attribute(x, "name")
	case len(path) == 4 && path[2] == "players" && x.Name.Local != "player":
		p.fault = engine.Say("among the players stands “%s”: download the plays anew", short(x.Name.Local, longestWord))
	case len(path) == 4 && path[2] == "players" && len(p.Players) <= mostPlayers:
		p.Players = append(p.Players, history.Player{Name: cmp.Or(attribute(x, "name"), attribute(x, "username")), Score: attribute(x, "score"), Won: attribute(x, "win") == "1", Role: attribute(x, "color")})
	}
}
