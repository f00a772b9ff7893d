package past

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"arbiter/companion/history"
	"arbiter/companion/plays"
	"arbiter/companion/web/page/pastpage"
	"arbiter/companion/web/site"
	"arbiter/engine"
)

// brought are the plays that the owner looks at before they are taken in; one file at a time.
type brought struct {
	mu   sync.Mutex
	id   string // by what is in the file
	file string
	list plays.List
}

const (
	mostAsked = 300 // players of a file who are asked about
	mostHere  = 60  // players whom one of them may be
)

// plays returns the games without a log that a search finds.
func (s *Pages) plays(search history.Search) ([]history.Play, error) {
	if s.Opts.Past.Plays == nil {
		return nil, nil
	}
	return s.Opts.Past.Plays.Find(search)
}

// logless returns them as games.
func (s *Pages) logless(search history.Search) (games []history.Summary, err error) {
	list, err := s.plays(search)
	for _, p := range list {
		games = append(games, p.Summary())
	}
	return games, err
}

// bring reads a file of plays, and returns the address that tells what it would add.
func (s *Pages) bring(name string, file io.Reader) (address string, err error) {
	text, err := io.ReadAll(io.LimitReader(file, plays.MostBytes+1))
	if err != nil {
		return "", site.Unread(err)
	}
	titles := plays.Games{}
	for _, o := range s.Table.Offers() {
		titles.Called(o.Game.Name, o.Game.Title)
		for _, l := range site.Languages {
			titles.Called(o.Game.Name, s.Speaker(l.Code, nil)(o.Game.Called()))
		}
	}
	list, faults := plays.Read(name, text, titles, s.Opts.Program.Now())
	if len(faults) > 0 {
		return "", plays.Refused(faults)
	}
	sum := sha256.Sum256(text)
	s.brought.mu.Lock()
	defer s.brought.mu.Unlock()
	s.brought.id, s.brought.file, s.brought.list = hex.EncodeToString(sum[:8]), name, list
	return "/games/plays?looked=" + s.brought.id, nil
}

// playsPage tells what a file of plays would add (looked=ID), and lists the plays that were taken in.
func (s *Pages) playsPage(w http.ResponseWriter, r *http.Request) {
	p := site.Document{Viewer: s.Viewer(r, ""), Kind: "plays", Path: "/games/plays", Review: true}
	if s.Opts.Past.Plays == nil {
		s.Missing(w, p)
		return
	}
	n := pageOf(r)
	x := pastpage.Plays{}
	if taken, err := strconv.Atoi(r.URL.Query().Get("taken")); err == nil {
		x.Taken = site.Count(p.Lang, taken)
	}
	here, err := s.plays(history.Search{})
	if err == nil {
		x.Rows = s.playRows(p.Lang, onPage(here, n))
		x.Paging = s.paging(p.Lang, n, len(here), func(n int) string { return "/games/plays?page=" + strconv.Itoa(n) })
		x.Brought, err = s.wouldAdd(p.Lang, r.URL.Query().Get("looked"), here)
	}
	if err == nil {
		err = s.Respond(w, p, "plays", x)
	}
	if err != nil {
		s.Refuse(w, r, err)
	}
}

// wouldAdd tells what the file that was looked at would add; nil if it is not that one.
func (s *Pages) wouldAdd(lang, id string, here []history.Play) (*pastpage.Brought, error) {
	s.brought.mu.Lock()
	defer s.brought.mu.Unlock()
	if id == "" || id != s.brought.id {
		return nil, nil
	}
	known, games, err := s.known()
	if err != nil {
		return nil, err
	}
	say := s.Speaker(lang, nil)
	plan := s.brought.list.Compare(games, here)
	x := &pastpage.Brought{ID: id, File: s.brought.file, New: len(plan.New), Perhaps: s.playRows(lang, plan.Perhaps)}
	names := s.brought.list.Names()
	fact := func(n int, text engine.Text) {
		if n > 0 {
			x.Facts = append(x.Facts, say(text))
		}
	}
	count := func(n int) engine.Term { return engine.Term(site.Count(lang, n)) }
	fact(1, engine.Say("new: %s", count(len(plan.New))))
	fact(plan.Known, engine.Say("known already: %s", count(plan.Known)))
	fact(s.brought.list.Others, engine.Say("of other games, and left out: %s", count(s.brought.list.Others)))
	fact(s.brought.list.Ignored, engine.Say("not to be counted, and left out: %s", count(s.brought.list.Ignored)))
	fact(s.brought.list.Further, engine.Say("on other pages of BoardGameGeek: %s", count(s.brought.list.Further)))
	fact(len(names)-mostAsked, engine.Say("players who are not asked about and stay without a name: %s", count(len(names)-mostAsked)))
	for i, name := range names[:min(len(names), mostAsked)] {
		x.Names = append(x.Names, nameOf(i, name, known))
	}
	return x, nil
}

// nameOf asks what a player of a file is called here. Nothing is chosen beforehand: who is called
// alike need not be the same.
func nameOf(i int, name string, known []string) pastpage.BroughtName {
	n := pastpage.BroughtName{Field: "name-" + strconv.Itoa(i), Name: name, Same: slices.Contains(known, name)}
	here := known[:min(len(known), mostHere)]
	first := name
	if !n.Same {
		n.Like = plays.Resembling(name, known)
		first = n.Like
	}
	if first != "" {
		here = slices.Concat([]string{first}, slices.DeleteFunc(slices.Clone(here), func(k string) bool { return k == first }))
	}
	for _, k := range here {
		n.Here = append(n.Here, pastpage.Labelled{Value: "is:" + k, Label: k})
	}
	return n
}

// known returns the names of players, most played first, and the games that are here.
func (s *Pages) known() (names []string, games []history.Summary, err error) {
	if s.Opts.Past.Statistics != nil {
		tallies, err := s.Opts.Past.Statistics.Players("")
		if _, err = s.Omitted(site.English, err); err != nil {
			return nil, nil, err
		}
		for _, t := range tallies {
			names = append(names, t.Name)
		}
	}
	if s.Opts.Past.History != nil {
		games, _, err = s.Opts.Past.History.Find(history.Search{})
		_, err = s.Omitted(site.English, err)
	}
	return names, games, err
}

// changePlays takes in the plays that were looked at (do=take, list, notes, an alike for each that
// may be here already, name-0 and so on: "as" or "is:NAME", else the player stays without a name), or
// removes plays (do=forget, an id for each).
func (s *Pages) changePlays(_ http.ResponseWriter, r *http.Request) (site.Outcome, error) {
	if s.Opts.Past.Plays == nil {
		return site.Outcome{}, site.ErrMalformed
	}
	if err := r.ParseMultipartForm(1 << 20); err != nil && !errors.Is(err, http.ErrNotMultipart) { // #nosec G120 -- the body has a limit of its own
		return site.Outcome{}, site.Unread(err)
	}
	switch do := r.PostFormValue("do"); do {
	case "forget":
		if len(r.PostForm["id"]) == 0 {
			return site.Outcome{}, engine.Refuse("tick the games first")
		}
		return site.Outcome{Go: "/games/plays"}, s.Opts.Past.Plays.Forget(r.PostForm["id"])
	case "take":
		return s.takePlays(r.PostForm)
	default:
		return site.Outcome{}, fmt.Errorf("%w: nobody can %q plays", site.ErrMalformed, do)
	}
}

func (s *Pages) takePlays(form url.Values) (site.Outcome, error) {
	s.brought.mu.Lock()
	defer s.brought.mu.Unlock()
	if s.brought.id == "" || form.Get("list") != s.brought.id {
		return site.Outcome{}, engine.Refuse("that list is not here any more; send it again")
	}
	known, games, err := s.known()
	if err != nil {
		return site.Outcome{}, err
	}
	here, err := s.plays(history.Search{})
	if err != nil {
		return site.Outcome{}, err
	}
	names := map[string]string{}
	for i, name := range s.brought.list.Names() {
		switch as, is := strings.CutPrefix(form.Get("name-"+strconv.Itoa(i)), "is:"); {
		case is && slices.Contains(known, as):
			names[name] = as
		case as == "as":
			names[name] = name
		}
	}
	plan := s.brought.list.Compare(games, here)
	for _, p := range plan.Perhaps {
		if slices.Contains(form["alike"], p.ID) {
			plan.New = append(plan.New, p)
		}
	}
	if err := s.Opts.Past.Plays.Take(plays.Called(plan.New, names, form.Get("notes") != "")); err != nil {
		return site.Outcome{}, err
	}
	s.Logger.Info("the owner has taken in plays", "plays", len(plan.New))
	s.brought.id, s.brought.list = "", plays.List{}
	return site.Outcome{Go: "/games/plays?taken=" + strconv.Itoa(len(plan.New))}, nil
}

// playRows are plays in a list.
func (s *Pages) playRows(lang string, list []history.Play) (rows []pastpage.PlayRow) {
	for _, p := range list {
		g := p.Summary()
		say := s.Speaker(lang, g.Labels)
		sum := s.Summary(lang, g)
		row := pastpage.PlayRow{ID: p.ID, Title: sum.Title, At: p.At.Format(date), When: site.OnlyDay(lang, p.At), Source: p.Source, Place: p.Place, Note: p.Note}
		if p.Minutes > 0 {
			row.Length = say(engine.Say("%d min", p.Minutes))
		}
		for i, x := range p.Players {
			who := pastpage.PlayerRow{Name: x.Name, Score: x.Score, Wins: x.Won}
			if who.Name == "" {
				who.Name = say(engine.Say("Player %d", i+1))
			}
			row.Players = append(row.Players, who)
			row.Won = row.Won || x.Won
		}
		if !row.Won {
			row.Result = sum.Result
		}
		rows = append(rows, row)
	}
	return rows
}

// playFile sends a game as a play for BoardGameGeek: .xml, or .csv with a line for each player.
func (s *Pages) playFile(w http.ResponseWriter, req *http.Request, _ site.Document, g *replay) error {
	x := s.playOf(site.English, g)
	if x == nil {
		return engine.Refuse("a play is logged when the game has been played to its end")
	}
	p := history.Play{Game: g.Game, At: g.Created.Local(), Minutes: x.DurationMin, Note: x.Comments}
	for _, y := range x.Players {
		p.Players = append(p.Players, history.Player{Name: y.Name, Won: y.Winner, Role: y.Role})
	}
	write, kind := plays.XML, "application/xml; charset=utf-8"
	if path.Ext(req.URL.Path) == ".csv" {
		write, kind = plays.CSV, "text/csv; charset=utf-8"
	}
	attach(w, g.ID+"-"+path.Base(req.URL.Path), kind, func(out io.Writer) error { return write(out, p, g.rules.Title) })
	return nil
}
