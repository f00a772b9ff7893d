// Package plays reads plays that people bring, exported by BG Stats (JSON) or told by BoardGameGeek
// (XML), and writes a play for BoardGameGeek. There is no log of them: they are dates, players and
// results.
package plays

import (
	"slices"
	"strings"
	"time"
	"unicode"

	"arbiter/companion/history"
	"arbiter/engine"
)

// Limits of what is read.
const (
	MostBytes = 16 << 20
	MostPlays = 20000
)

// A Fault is a line of a file that is wrong; line 0 is the whole file.
type Fault struct {
	File string
	Line int
	Why  engine.Text
}

// Text returns the fault with its place.
func (f Fault) Text() engine.Text {
	if f.Line == 0 {
		return engine.Say("%s: %s", f.File, f.Why)
	}
	return engine.Say("%s, line %d: %s", f.File, f.Line, f.Why)
}

// Refused says why a file is refused.
func Refused(faults []Fault) error {
	if more := len(faults) - 1; more > 0 {
		return engine.Refuse("%s (further mistakes: %d)", faults[0].Text(), more)
	}
	return engine.Refusal{Text: faults[0].Text()}
}

// Games finds the rules of a game by what people call it.
type Games map[string]string

// Called lets a game be found by a name.
func (g Games) Called(rules, name string) { g[plain(name)] = rules }

// plain reduces a name to its letters and digits in lower case.
func plain(name string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) }), " ")
}

// A List is what a file holds.
type List struct {
	Plays   []history.Play // of our games, with all names
	Others  int            // how many plays are of other games
	Ignored int            // how many plays of our games do not count, as whoever kept them said
	Further int            // how many plays are on other pages of BoardGameGeek
}

// Names returns the names of the players, in the order of their first play.
func (l List) Names() (names []string) {
	seen := map[string]bool{}
	for _, p := range l.Plays {
		for _, x := range p.Players {
			if x.Name != "" && !seen[x.Name] {
				seen[x.Name] = true
				names = append(names, x.Name)
			}
		}
	}
	return names
}

// A Plan is what a list would add.
type Plan struct {
	New     []history.Play
	Perhaps []history.Play // plays that may be here already
	Known   int            // how many plays are here already
}

// Compare returns what a list would add to the games and plays that are here.
func (l List) Compare(games []history.Summary, here []history.Play) (p Plan) {
	known := map[string]bool{}
	for _, x := range here {
		known[x.ID] = true
		if x.BGG != "" {
			known[x.BGG] = true
		}
	}
	for _, x := range l.Plays {
		switch {
		case known[x.ID], x.BGG != "" && known[x.BGG]:
			p.Known++
		case slices.ContainsFunc(games, func(g history.Summary) bool { return likeGame(x, g) }), slices.ContainsFunc(here, func(y history.Play) bool { return likePlay(x, y) }):
			p.Perhaps = append(p.Perhaps, x)
		default:
			p.New = append(p.New, x)
		}
	}
	return p
}

const date = "2006-01-02"

// likeGame reports whether a play may be a game of which there is a log: the same rules on the same
// day, with as many people.
func likeGame(p history.Play, g history.Summary) bool {
	day := p.At.Format(date)
	sameDay := g.Created.In(p.At.Location()).Format(date) == day || g.Created.UTC().Format(date) == day
	return g.Game == p.Game && sameDay && (len(p.Players) == len(g.Seats) || len(p.Players) == len(g.Seats)-len(g.Bots))
}

// likePlay reports whether two plays of different sources may be the same.
func likePlay(a, b history.Play) bool {
	return a.Source != b.Source && a.Game == b.Game && a.At.Format(date) == b.At.Format(date) && len(a.Players) == len(b.Players)
}

// Called returns plays with what their players are called here, by the names of a file; a player who
// is not among them stays without a name. Notes and places, which may name people too, stay only if
// notes is set.
func Called(list []history.Play, names map[string]string, notes bool) []history.Play {
	list = slices.Clone(list)
	for i := range list {
		p := &list[i]
		p.Players = slices.Clone(p.Players)
		for j := range p.Players {
			p.Players[j].Name = names[p.Players[j].Name]
		}
		if !notes {
			p.Note, p.Place = "", ""
		}
	}
	return list
}

// Resembling returns a name here that equals a name of a file except for case, punctuation and
// blanks; "" if there is none. Only people can say whether it is the same person.
func Resembling(name string, here []string) string {
	i := slices.IndexFunc(here, func(known string) bool { return plain(known) == plain(name) && plain(name) != "" })
	if i < 0 {
		return ""
	}
	return here[i]
}

// day reads a date, with or without a time, in the time zone of the device.
func day(text string, now time.Time) (time.Time, bool) {
	for _, layout := range []string{time.DateTime, time.DateOnly} {
		if at, err := time.ParseInLocation(layout, text, now.Location()); err == nil {
			return at, at.Year() >= 1900 && at.Before(now.AddDate(0, 0, 2))
		}
	}
	return time.Time{}, false
}

// short reduces what a file says to visible characters, and to a length that is kept and shown.
func short(s string, most int) string {
	s = strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case !unicode.IsPrint(r) || unicode.Is(unicode.Cf, r) && r != '\u200d': // U+200D joins emoji
			return -1
		}
		return r
	}, s)), " ")
	if r := []rune(s); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return s
}

// The longest place or score, and the longest note, as elsewhere.
const (
	longestWord = 40
	longestNote = 1000
)
