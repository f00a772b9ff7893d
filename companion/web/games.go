package web

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"arbiter/companion"
	"arbiter/companion/history"
	"arbiter/engine"
)

// How many games a page of the list holds.
const perPage = 20

// A gameList is the list of games.
type gameList struct {
	Games   []summary
	Found   string // how many in words
	Page    int
	Pages   int
	Earlier string // addresses of the pages beside this one; "" if there is none
	Later   string
	Query   query
	Titles  []option // the games that there are
	Results []option
	Import  bool   // records can be taken in
	Notes   bool   // there are statistics and players
	Damaged string // which games are left out, in words; "" if none
	CSV     string // address of the list as a table
}

// A query is what somebody has typed into the search.
type query struct{ Player, Game, From, To, Result string }

func queryOf(r *http.Request) query {
	v := r.URL.Query()
	return query{companion.PlayerName(v.Get("player")), v.Get("game"), v.Get("from"), v.Get("to"), v.Get("result")}
}

// date is how browsers write a day.
const date = "2006-01-02"

// search is what the query asks for. A day that is none is left out.
func (q query) search() history.Search {
	s := history.Search{Game: q.Game, Player: q.Player}
	if from, err := time.ParseInLocation(date, q.From, time.Local); err == nil {
		s.From = from
	}
	if to, err := time.ParseInLocation(date, q.To, time.Local); err == nil {
		s.Before = to.AddDate(0, 0, 1)
	}
	switch q.Result {
	case "running":
		s.Is = []string{""}
	case "decided":
		s.Not = []string{"", companion.Abandoned, companion.Nobody}
	case "won":
		s.Not, s.Won = []string{"", companion.Abandoned}, true
	case companion.Nobody, companion.Abandoned:
		s.Is = []string{q.Result}
	}
	return s
}

// address is the page n of what the query finds.
func (q query) address(n int) string {
	v := url.Values{}
	for _, pair := range [][2]string{{"player", q.Player}, {"game", q.Game}, {"from", q.From}, {"to", q.To}, {"result", q.Result}} {
		if pair[1] != "" {
			v.Set(pair[0], pair[1])
		}
	}
	if n > 1 {
		v.Set("page", strconv.Itoa(n))
	}
	if len(v) == 0 {
		return "/games"
	}
	return "/games?" + v.Encode()
}

// games answers with a page of the list.
func (s *Server) games(w http.ResponseWriter, r *http.Request) {
	p := document{viewer: s.viewer(r, ""), Kind: "games", Path: "/games", Review: true}
	if s.opts.History == nil {
		s.missing(w, p)
		return
	}
	q := queryOf(r)
	n, err := strconv.Atoi(r.URL.Query().Get("page"))
	if n < 1 || err != nil {
		n = 1
	}
	search := q.search()
	search.Skip, search.Most = min(n-1, 1<<20)*perPage, perPage
	games, found, err := s.opts.History.Find(search)
	omitted, err := s.omitted(p.lang, err)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	p.Shelf = s.gameList(p.lang, q, games, found, n)
	p.Shelf.Damaged = omitted
	p.Path = q.address(n)
	s.write(w, http.StatusOK, p)
}

func (s *Server) gameList(lang string, q query, games []history.Summary, found, n int) gameList {
	say := s.speaker(lang, nil)
	sh := gameList{
		Games: s.summaries(lang, games), Page: n, Pages: max(1, (found+perPage-1)/perPage), Query: q, Import: s.opts.Records != nil, Notes: s.opts.Statistics != nil,
		CSV:   "/games.csv" + strings.TrimPrefix(q.address(1), "/games"),
		Found: say(engine.Say("Games: %s", engine.Term(count(lang, found)))),
		Results: []option{
			{"", say(engine.Say("any result"))}, {"won", say(engine.Say("won by that player"))},
			{"decided", say(engine.Say("played to the end"))}, {companion.Nobody, say(companion.Outcome(companion.Nobody))},
			{companion.Abandoned, say(companion.Outcome(companion.Abandoned))}, {"running", say(companion.Outcome(""))},
		},
	}
	if n > 1 {
		sh.Later = q.address(min(n-1, sh.Pages))
	}
	if n < sh.Pages {
		sh.Earlier = q.address(n + 1)
	}
	for _, o := range s.table.Offers() {
		sh.Titles = append(sh.Titles, option{o.Game.Name, say(o.Game.Called())})
	}
	return sh
}

// missing says that there is no such game.
func (s *Server) missing(w http.ResponseWriter, p document) {
	p.Kind, p.Path = "refused", "/games"
	p.Refusal = s.speaker(p.lang, nil)(engine.Say("there is no such game"))
	s.write(w, http.StatusNotFound, p)
}
