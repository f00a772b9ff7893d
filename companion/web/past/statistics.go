package past

import (
	"errors"
	"io/fs"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"arbiter/companion"
	"arbiter/companion/history"
	"arbiter/companion/web/page"
	"arbiter/companion/web/page/pastpage"
	"arbiter/companion/web/site"
	"arbiter/engine"
)

// remark stores a note and a rating. Fields of the form: note, rating.
func (s *Pages) remark(_ http.ResponseWriter, r *http.Request) (site.Outcome, error) {
	if s.Opts.Past.Statistics == nil || s.Opts.Past.History == nil {
		return site.Outcome{}, site.ErrMalformed
	}
	id := r.PathValue("id")
	if _, err := s.Opts.Past.History.Summary(id); errors.Is(err, fs.ErrNotExist) {
		return site.Outcome{}, engine.Refuse("there is no such game")
	}
	rating, err := strconv.Atoi(r.PostFormValue("rating"))
	if err != nil || rating < 0 || rating > 5 {
		return site.Outcome{}, site.ErrMalformed
	}
	return site.Outcome{Go: "/games/" + id}, s.Opts.Past.Statistics.SetNote(id, site.Tidied(r.PostFormValue("note")), rating)
}

// renamePlayer renames a player or deletes the name. Fields of the form: from, to, delete.
func (s *Pages) renamePlayer(_ http.ResponseWriter, r *http.Request) (site.Outcome, error) {
	if s.Opts.Past.Statistics == nil {
		return site.Outcome{}, site.ErrMalformed
	}
	from, to := r.PostFormValue("from"), companion.PlayerName(r.PostFormValue("to"))
	if r.PostFormValue("delete") != "" {
		to = ""
	} else if to == "" {
		return site.Outcome{}, engine.Refuse("type a name first")
	}
	if from == "" {
		return site.Outcome{}, site.ErrMalformed
	}
	n, err := s.Opts.Past.Statistics.RenamePlayer(from, to)
	if err == nil && n == 0 {
		return site.Outcome{}, engine.Refuse("nobody is called that")
	}
	return site.Outcome{Go: "/games/players"}, err
}

// statisticsPage counts the games by players, leaders and the like; with player=NAME, those of one
// player.
func (s *Pages) statisticsPage(w http.ResponseWriter, r *http.Request) {
	p := site.Document{Viewer: s.Viewer(r, ""), Kind: "statistics", Path: "/games", Review: true}
	if s.Opts.Past.Statistics == nil {
		s.Missing(w, p)
		return
	}
	offers := s.Table.Offers()
	at := max(0, slices.IndexFunc(offers, func(o companion.GameOffer) bool { return o.Game.Name == r.URL.Query().Get("game") }))
	name := companion.PlayerName(r.URL.Query().Get("player"))
	stats, err := s.counted(p.Lang, offers[at].Game, name)
	p.Path = statisticsOf(offers[at].Game.Name, name)
	for i, o := range offers {
		stats.Games = append(stats.Games, pastpage.GameTab{Href: statisticsOf(o.Game.Name, name), Label: s.Speaker(p.Lang, nil)(o.Game.Called()), Here: i == at})
	}
	if err == nil {
		err = s.Respond(w, p, "statistics", stats)
	}
	if err != nil {
		s.Refuse(w, r, err)
	}
}

// statisticsOf returns the address of a game's statistics, or of a player's.
func statisticsOf(game, player string) string {
	v := url.Values{"game": {game}}
	if player != "" {
		v.Set("player", player)
	}
	return "/games/statistics?" + v.Encode()
}

func (s *Pages) counted(lang string, game engine.Game, player string) (pastpage.Statistics, error) {
	if player != "" && s.Opts.Past.History != nil {
		return s.countedOf(lang, game, player)
	}
	say := s.Speaker(lang, nil)
	st := pastpage.Statistics{}
	players, err := s.Opts.Past.Statistics.Players(game.Name)
	if st.Damaged, err = s.Omitted(lang, err); err != nil {
		return st, err
	}
	logless, err := s.logless(history.Search{Game: game.Name, Not: []string{"", companion.Abandoned}})
	if err != nil {
		return st, err
	}
	st.Logless = s.withoutLog(lang, len(logless))
	st.Tables = s.tabled(st.Tables, lang, engine.Say("Player"), players, func(name string) (string, string) { return name, statisticsOf(game.Name, name) })
	waiting := 0
	for _, kind := range game.Review.Kinds {
		tallies, more, err := s.Opts.Past.Statistics.Tallies(game.Name, kind.Name)
		if _, err = s.Omitted(lang, err); err != nil {
			return st, err
		}
		waiting = max(waiting, more)
		st.Tables = s.tabled(st.Tables, lang, kind.Title, tallies, func(name string) (string, string) { return say(engine.Say("%s", engine.Term(name))), "" })
	}
	var unthought int
	st.Pondered, unthought = s.pondered(lang, game, "")
	if waiting = max(waiting, unthought); waiting > 0 {
		st.More = say(engine.Say("Games still to be counted: %s. Load the page again.", engine.Term(site.Count(lang, waiting))))
	}
	return st, nil
}

// countedOf returns the statistics of one player.
func (s *Pages) countedOf(lang string, game engine.Game, player string) (pastpage.Statistics, error) {
	games, _, err := s.Opts.Past.History.Find(history.Search{Game: game.Name, Player: player})
	st := pastpage.Statistics{}
	if st.Damaged, err = s.Omitted(lang, err); err != nil {
		return st, err
	}
	logless, err := s.logless(history.Search{Game: game.Name, Player: player})
	if err != nil {
		return st, err
	}
	st.Logless = s.withoutLog(lang, len(pastpage.RecordOf(player, logless).Won))
	won := 0
	r := pastpage.RecordOf(player, append(games, logless...))
	for _, w := range r.Won {
		won += worth(w)
	}
	x := &pastpage.Participant{Tally: s.tally(lang, player, history.Tally{Played: len(r.Won), Won: won}), Others: r.Others}
	x.Href = query{Player: player, Game: game.Name}.address(1)
	for i := range x.Others {
		x.Others[i].Href = statisticsOf(game.Name, x.Others[i].Name)
	}
	if c, ok := r.Trend(); ok {
		d := pastpage.NewDrawn(page.Context{Lang: lang, Say: s.Speaker(lang, nil)}, c)
		x.Trend = &d
	}
	var waiting int
	if st.Pondered, waiting = s.pondered(lang, game, player); waiting > 0 {
		st.More = s.Speaker(lang, nil)(engine.Say("Games still to be counted: %s. Load the page again.", engine.Term(site.Count(lang, waiting))))
	}
	st.Player = x
	return st, nil
}

// withoutLog tells how many of the games that are counted have no log; "" if all have one.
func (s *Pages) withoutLog(lang string, n int) string {
	if n == 0 {
		return ""
	}
	return s.Speaker(lang, nil)(engine.Say("Among them games without a log: %s", engine.Term(site.Count(lang, n))))
}

// tabled adds a table, unless it would be empty.
func (s *Pages) tabled(all []pastpage.Tallies, lang string, title engine.Text, tallies []history.Tally, name func(string) (name, href string)) []pastpage.Tallies {
	table := pastpage.Tallies{Title: s.Speaker(lang, nil)(title)}
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

// tally formats a tally in a language.
func (s *Pages) tally(lang, name string, t history.Tally) pastpage.Tally {
	say := s.Speaker(lang, nil)
	percent := func(n int) string {
		if lang == site.English {
			return strconv.Itoa(n) + "%"
		}
		return strconv.Itoa(n) + "\u00a0%"
	}
	of := func(won, played int) string { return say(engine.Say("%d of %d", won, played)) }
	return pastpage.Tally{Name: name, Played: site.Count(lang, t.Played), Won: site.Count(lang, t.Won), Share: pastpage.NewShare(t.Won, t.Played, percent, of)}
}

// playersPage lists who has played, to be renamed or deleted.
func (s *Pages) playersPage(w http.ResponseWriter, r *http.Request) {
	p := site.Document{Viewer: s.Viewer(r, ""), Kind: "players", Path: "/games/players", Review: true}
	if s.Opts.Past.Statistics == nil {
		s.Missing(w, p)
		return
	}
	list := pastpage.Players{Owns: p.Owner}
	players, err := s.Opts.Past.Statistics.Players("")
	if list.Damaged, err = s.Omitted(p.Lang, err); err == nil {
		for _, t := range players {
			list.Rows = append(list.Rows, s.tally(p.Lang, t.Name, t))
		}
		err = s.Respond(w, p, "players", list)
	}
	if err != nil {
		s.Refuse(w, r, err)
	}
}
