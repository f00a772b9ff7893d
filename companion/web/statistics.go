package web

import (
	"errors"
	"io/fs"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"arbiter/companion"
	"arbiter/companion/history"
	"arbiter/companion/web/page"
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

// statisticsPage counts the games by players, leaders and the like; player=NAME is
// about one of them.
func (s *Server) statisticsPage(w http.ResponseWriter, r *http.Request) {
	p := document{viewer: s.viewer(r, ""), Kind: "statistics", Path: "/games", Review: true}
	if s.opts.Statistics == nil {
		s.missing(w, p)
		return
	}
	offers := s.table.Offers()
	at := max(0, slices.IndexFunc(offers, func(o companion.GameOffer) bool { return o.Game.Name == r.URL.Query().Get("game") }))
	name := companion.PlayerName(r.URL.Query().Get("player"))
	stats, err := s.counted(p.lang, offers[at].Game, name)
	p.Path = statisticsOf(offers[at].Game.Name, name)
	for i, o := range offers {
		stats.Games = append(stats.Games, page.GameTab{Href: statisticsOf(o.Game.Name, name), Label: s.speaker(p.lang, nil)(o.Game.Called()), Here: i == at})
	}
	if err == nil {
		err = s.respond(w, p, "statistics", stats)
	}
	if err != nil {
		s.refuse(w, r, err)
	}
}

// statisticsOf is the address of what was counted of a game, and of a player of it.
func statisticsOf(game, player string) string {
	v := url.Values{"game": {game}}
	if player != "" {
		v.Set("player", player)
	}
	return "/games/statistics?" + v.Encode()
}

func (s *Server) counted(lang string, game engine.Game, player string) (page.Statistics, error) {
	if player != "" && s.opts.History != nil {
		return s.countedOf(lang, game, player)
	}
	say := s.speaker(lang, nil)
	st := page.Statistics{}
	players, err := s.opts.Statistics.Players(game.Name)
	if st.Damaged, err = s.omitted(lang, err); err != nil {
		return st, err
	}
	st.Tables = s.tabled(st.Tables, lang, engine.Say("Player"), players, func(name string) (string, string) { return name, statisticsOf(game.Name, name) })
	waiting := 0
	for _, kind := range game.Review.Kinds {
		tallies, more, err := s.opts.Statistics.Tallies(game.Name, kind.Name)
		if _, err = s.omitted(lang, err); err != nil {
			return st, err
		}
		waiting = max(waiting, more)
		st.Tables = s.tabled(st.Tables, lang, kind.Title, tallies, func(name string) (string, string) { return say(engine.Say("%s", engine.Term(name))), "" })
	}
	if waiting > 0 {
		st.More = say(engine.Say("Games still to be counted: %s. Load the page again.", engine.Term(count(lang, waiting))))
	}
	return st, nil
}

// countedOf is what was counted of one player.
func (s *Server) countedOf(lang string, game engine.Game, player string) (page.Statistics, error) {
	games, _, err := s.opts.History.Find(history.Search{Game: game.Name, Player: player})
	st := page.Statistics{}
	if st.Damaged, err = s.omitted(lang, err); err != nil {
		return st, err
	}
	won := 0
	r := page.RecordOf(player, games)
	for _, w := range r.Won {
		won += worth(w)
	}
	x := &page.Participant{Tally: s.tally(lang, player, history.Tally{Played: len(r.Won), Won: won}), Others: r.Others}
	x.Href = query{Player: player, Game: game.Name}.address(1)
	for i := range x.Others {
		x.Others[i].Href = statisticsOf(game.Name, x.Others[i].Name)
	}
	if c, ok := r.Trend(); ok {
		d := page.NewDrawn(page.Context{Lang: lang, Say: s.speaker(lang, nil)}, c)
		x.Trend = &d
	}
	st.Player = x
	return st, nil
}

// tabled adds a table of what was played at all.
func (s *Server) tabled(all []page.Tallies, lang string, title engine.Text, tallies []history.Tally, name func(string) (name, href string)) []page.Tallies {
	table := page.Tallies{Title: s.speaker(lang, nil)(title)}
	for _, t := range tallies {
		if t.Played > 0 {
			called, href := name(t.Name)
			row := s.tally(lang, called, t)
			row.Href = href
			table.Rows = append(table.Rows, row)
		}
	}
	if len(table.Rows) == 0 {
		return all
	}
	return append(all, table)
}

// tally writes a tally as the language does.
func (s *Server) tally(lang, name string, t history.Tally) page.Tally {
	say := s.speaker(lang, nil)
	percent := func(n int) string {
		if lang == english {
			return strconv.Itoa(n) + "%"
		}
		return strconv.Itoa(n) + "\u00a0%"
	}
	of := func(won, played int) string { return say(engine.Say("%d of %d", won, played)) }
	return page.Tally{Name: name, Played: count(lang, t.Played), Won: count(lang, t.Won), Share: page.NewShare(t.Won, t.Played, percent, of)}
}

// playersPage lists who has played, to be renamed or deleted.
func (s *Server) playersPage(w http.ResponseWriter, r *http.Request) {
	p := document{viewer: s.viewer(r, ""), Kind: "players", Path: "/games/players", Review: true}
	if s.opts.Statistics == nil {
		s.missing(w, p)
		return
	}
	list := page.Players{Owns: p.owner}
	players, err := s.opts.Statistics.Players("")
	if list.Damaged, err = s.omitted(p.lang, err); err == nil {
		for _, t := range players {
			list.Rows = append(list.Rows, s.tally(p.lang, t.Name, t))
		}
		err = s.respond(w, p, "players", list)
	}
	if err != nil {
		s.refuse(w, r, err)
	}
}
