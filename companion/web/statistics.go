package web

import (
	"errors"
	"io/fs"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"arbiter/companion"
	"arbiter/companion/history"
	"arbiter/engine"
)

// A Statistics keeps what stands beside the logs: what players are called, notes and
// ratings, and what is counted over many games. No entry of a log changes by it.
type Statistics interface {
	// Remark keeps a note on a game and a rating from 1 to 5, or 0.
	SetNote(id, note string, rating int) error
	// RenamePlayer changes a name in all games; "" forgets it. It returns how many
	// seats it concerned.
	RenamePlayer(from, to string) (seats int, err error)
	// Players counts the games of each player that were played to the end. A
	// *history.Damage, here and below, comes with what was counted without those games.
	Players(game string) ([]history.Tally, error)
	// Tallies counts a kind of trait of a game, such as its leaders. More tells how
	// many games could not be counted yet.
	Tallies(game, kind string) (counts []history.Tally, more int, err error)
}

const longestNote = 1000 // runes

// remark keeps a note and a rating: note, rating.
func (s *Server) remark(_ http.ResponseWriter, r *http.Request) (outcome, error) {
	if s.opts.Statistics == nil || s.opts.History == nil {
		return outcome{}, errMalformed
	}
	id := r.PathValue("id")
	if _, err := s.opts.History.Summary(id); errors.Is(err, fs.ErrNotExist) {
		return outcome{}, engine.Refuse("there is no such game")
	}
	rating, err := strconv.Atoi(r.PostFormValue("rating"))
	if err != nil || rating < 0 || rating > 5 {
		return outcome{}, errMalformed
	}
	return outcome{Go: "/games/" + id}, s.opts.Statistics.SetNote(id, tidied(r.PostFormValue("note")), rating)
}

// tidied makes what somebody typed a text of visible characters and line breaks.
func tidied(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case r == '\n', r == ' ':
			return r
		case unicode.IsSpace(r) && r != '\r':
			return ' '
		case !unicode.IsPrint(r) || unicode.Is(unicode.Cf, r) && r != '\u200d': // which joins emoji
			return -1
		}
		return r
	}, text)
	runes := []rune(strings.TrimSpace(text))
	return strings.TrimSpace(string(runes[:min(len(runes), longestNote)]))
}

// renamePlayer renames a player or deletes the name: from, to, delete.
func (s *Server) renamePlayer(_ http.ResponseWriter, r *http.Request) (outcome, error) {
	if s.opts.Statistics == nil {
		return outcome{}, errMalformed
	}
	from, to := r.PostFormValue("from"), companion.PlayerName(r.PostFormValue("to"))
	if r.PostFormValue("delete") != "" {
		to = ""
	} else if to == "" {
		return outcome{}, engine.Refuse("type a name first")
	}
	if from == "" {
		return outcome{}, errMalformed
	}
	n, err := s.opts.Statistics.RenamePlayer(from, to)
	if err == nil && n == 0 {
		return outcome{}, engine.Refuse("nobody is called that")
	}
	return outcome{Go: "/games/players"}, err
}

// A standing is a row of statistics.
type standing struct {
	Name string

	Played, Won string
	Share       string
	Width       string // of the bar
}

// A statistic is a table of them.
type statistic struct {
	Title string
	Head  string // what the rows are
	Rows  []standing
}

// statistics is what was counted of a game.
type statistics struct {
	Game   string
	Titles []option
	Tables []statistic
	More   string // how many games are not counted yet, in words; "" if all are

	Damaged string // which games are not counted, in words; "" if all are
}

// statisticsPage counts the games by players, leaders and the like.
func (s *Server) statisticsPage(w http.ResponseWriter, r *http.Request) {
	p := document{viewer: s.viewer(r, ""), Kind: "statistics", Path: "/games", Review: true}
	if s.opts.Statistics == nil {
		s.missing(w, p)
		return
	}
	offers := s.table.Offers()
	at := max(0, slices.IndexFunc(offers, func(o companion.GameOffer) bool { return o.Game.Name == r.URL.Query().Get("game") }))
	stats, err := s.counted(p.lang, offers[at].Game)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	for _, o := range offers {
		stats.Titles = append(stats.Titles, option{o.Game.Name, s.speaker(p.lang, nil)(o.Game.Called())})
	}
	p.Statistics = stats
	p.Path = "/games/statistics?game=" + offers[at].Game.Name
	s.write(w, http.StatusOK, p)
}

func (s *Server) counted(lang string, game engine.Game) (statistics, error) {
	say := s.speaker(lang, nil)
	st := statistics{Game: game.Name}
	players, err := s.opts.Statistics.Players(game.Name)
	if st.Damaged, err = s.omitted(lang, err); err != nil {
		return st, err
	}
	st.add(lang, say(engine.Say("Player")), players, func(name string) string { return name })
	waiting := 0
	for _, kind := range game.Review.Kinds {
		tallies, more, err := s.opts.Statistics.Tallies(game.Name, kind.Name)
		if _, err = s.omitted(lang, err); err != nil {
			return st, err
		}
		waiting = max(waiting, more)
		st.add(lang, say(kind.Title), tallies, func(name string) string { return say(engine.Say("%s", engine.Term(name))) })
	}
	if waiting > 0 {
		st.More = say(engine.Say("Games still to be counted: %s. Load the page again.", engine.Term(count(lang, waiting))))
	}
	return st, nil
}

func (st *statistics) add(lang, title string, tallies []history.Tally, name func(string) string) {
	table := statistic{Title: title}
	for _, t := range tallies {
		if t.Played > 0 {
			table.Rows = append(table.Rows, standingOf(lang, name(t.Name), t))
		}
	}
	if len(table.Rows) > 0 {
		st.Tables = append(st.Tables, table)
	}
}

// standingOf writes a tally as the language does.
func standingOf(lang, name string, t history.Tally) standing {
	share := 0
	if t.Played > 0 {
		share = (100*t.Won + t.Played/2) / t.Played
	}
	percent := strconv.Itoa(share) + "%"
	out := standing{Name: name, Played: count(lang, t.Played), Won: count(lang, t.Won), Share: percent, Width: percent}
	if lang != english {
		out.Share = strconv.Itoa(share) + "\u00a0%"
	}
	return out
}

// playersPage lists who has played, to be renamed or deleted.
func (s *Server) playersPage(w http.ResponseWriter, r *http.Request) {
	p := document{viewer: s.viewer(r, ""), Kind: "players", Path: "/games/players", Review: true}
	if s.opts.Statistics == nil {
		s.missing(w, p)
		return
	}
	players, err := s.opts.Statistics.Players("")
	if p.Statistics.Damaged, err = s.omitted(p.lang, err); err != nil {
		s.refuse(w, r, err)
		return
	}
	for _, t := range players {
		p.Players = append(p.Players, standingOf(p.lang, t.Name, t))
	}
	s.write(w, http.StatusOK, p)
}
