package past

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"arbiter/companion"
	"arbiter/companion/history"
	"arbiter/companion/web/page"
	"arbiter/companion/web/page/pastpage"
	"arbiter/companion/web/site"
	"arbiter/engine"
)

// perPage is how many games a page of the list has.
const perPage = 20

// A query is what was typed into the search.
type query struct{ Player, Game, From, To, Result string }

func queryOf(r *http.Request) query {
	v := r.URL.Query()
	return query{companion.PlayerName(v.Get("player")), v.Get("game"), v.Get("from"), v.Get("to"), v.Get("result")}
}

// date is the format in which browsers send a day.
const date = "2006-01-02"

// search translates the query. An invalid day is ignored.
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

// address returns the address of page n of the results.
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

// pageOf returns which page of a list a request asks for, from 1.
func pageOf(r *http.Request) int {
	n, _ := strconv.Atoi(r.URL.Query().Get("page"))
	return min(max(n, 1), 1<<20)
}

// games answers with a page of the list.
func (s *Pages) games(w http.ResponseWriter, r *http.Request) {
	p := site.Document{Viewer: s.Viewer(r, ""), Kind: "games", Path: "/games", Review: true}
	if s.Opts.Past.History == nil {
		s.Missing(w, p)
		return
	}
	q := queryOf(r)
	n := pageOf(r)
	search := q.search()
	search.Skip, search.Most = (n-1)*perPage, perPage
	games, found, err := s.Opts.Past.History.Find(search)
	omitted, err := s.Omitted(p.Lang, err)
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	logless, err := s.plays(search)
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	list := s.gameList(p.Lang, q, games, found)
	list.Paging = s.paging(p.Lang, n, max(found, len(logless)), q.address)
	list.Damaged, list.Import = omitted, s.Opts.Past.Records != nil && p.Owner
	list.Plays = s.playRows(p.Lang, onPage(logless, n))
	list.Logless = s.Speaker(p.Lang, nil)(engine.Say("Games without a log: %s", engine.Term(site.Count(p.Lang, len(logless)))))
	list.Bring = list.Import && s.Opts.Past.Plays != nil
	p.Path = q.address(n)
	if err := s.Respond(w, p, "games", list); err != nil {
		s.Refuse(w, r, err)
	}
}

// onPage returns the part of a list that stands on page n.
func onPage[T any](list []T, n int) []T {
	from := min((n-1)*perPage, len(list))
	return list[from:min(from+perPage, len(list))]
}

// paging leads from page n of a list to its neighbors.
func (s *Pages) paging(lang string, n, found int, address func(n int) string) (p pastpage.Paging) {
	pages := max(1, (found+perPage-1)/perPage)
	if pages > 1 {
		p.Pages = s.Speaker(lang, nil)(engine.Say("Page %d of %d", n, pages))
	}
	if n > 1 {
		p.Later = address(min(n-1, pages))
	}
	if n < pages {
		p.Earlier = address(n + 1)
	}
	return p
}

func (s *Pages) gameList(lang string, q query, games []history.Summary, found int) pastpage.Games {
	say := s.Speaker(lang, nil)
	l := pastpage.Games{
		Rows: s.gameRows(lang, games), Statistics: s.Opts.Past.Statistics != nil, CSV: "/games.csv" + strings.TrimPrefix(q.address(1), "/games"),
		Found: say(engine.Say("Games: %s", engine.Term(site.Count(lang, found)))),
		Search: pastpage.Search{Player: q.Player, Game: q.Game, From: q.From, To: q.To, Result: q.Result, Results: []pastpage.Labelled{
			{Label: say(engine.Say("any result"))}, {Value: "won", Label: say(engine.Say("won by that player"))},
			{Value: "decided", Label: say(engine.Say("played to the end"))}, {Value: companion.Nobody, Label: say(companion.Outcome(companion.Nobody))},
			{Value: companion.Abandoned, Label: say(companion.Outcome(companion.Abandoned))}, {Value: "running", Label: say(companion.Outcome(""))},
		}},
	}
	for _, o := range s.Table.Offers() {
		l.Search.Games = append(l.Search.Games, pastpage.Labelled{Value: o.Game.Name, Label: say(o.Game.Called())})
	}
	return l
}

func (s *Pages) gameRows(lang string, games []history.Summary) []pastpage.GameRow {
	var all []pastpage.GameRow
	for _, g := range games {
		sum := s.Summary(lang, g)
		all = append(all, pastpage.GameRow{
			Href: "/games/" + g.ID, Title: sum.Title, When: sum.When, At: sum.At, Result: sum.Result, Goes: sum.Goes, Note: sum.Note, Rating: sum.Rating,
			Length: s.Took(lang, g.ID), Seats: s.seatedOf(lang, g),
		})
	}
	return all
}

// seatedOf returns the seats of a game, the winners first.
func (s *Pages) seatedOf(lang string, g history.Summary) []pastpage.Sitting {
	say := s.Speaker(lang, g.Labels)
	o, _ := s.Offer(g.Game)
	won := strings.Fields(g.Result)
	var all []pastpage.Sitting
	for _, seat := range g.Seats {
		x := pastpage.Sitting{Seat: page.Seat{Key: string(seat), Name: say(engine.Say("%s", seat))}, Wins: slices.Contains(won, string(seat))}
		if i := slices.Index(o.Seats, seat); i >= 0 {
			x.Color, x.Shape = page.SeatColor(string(seat)), engine.Shape(i%4)
		}
		x.Robot = seat == o.Robot && o.Robot != ""
		all = append(all, x)
	}
	slices.SortStableFunc(all, func(a, b pastpage.Sitting) int { return worth(b.Wins) - worth(a.Wins) })
	return all
}

// worth is 1 for a win, 0 otherwise.
func worth(wins bool) int {
	if wins {
		return 1
	}
	return 0
}
