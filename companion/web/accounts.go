package web

import (
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"arbiter/companion"
	"arbiter/engine"
)

// Sums tell how the numbers of a seat came about, as far as everybody may know it:
// no seat learns more there than who only watches. They are no part of the pages
// with the numbers but fetched when somebody asks, so those stay light.

// accountsPart are the accounts of a seat that somebody asked for.
type accountsPart struct {
	Who      seatBadge
	Accounts []account
	All      string // address of all its accounts; "" if these are all
	Back     string // address of the page with the numbers
}

// An account is an engine.Account on a page.
type account struct {
	Name, Title string
	Value       string
	Sum         string // "20 + 12 + 13 = 45"; "" where that would say nothing
	Postings    []posting
}

type posting struct {
	N            string // with its sign
	What         string
	When, Source string
	Why          *reason // nil if there is no more to tell
}

// The longest sum that is written in a line.
const longestSum = 12

func (sc *scene) account(a engine.Account) account {
	out := account{Name: a.Name, Title: sc.say(a.Title), Value: number(a.Total())}
	if a.Roman {
		out.Value = sc.term(engine.Roman(a.Total()))
	}
	var addends []engine.Addend
	for _, p := range a.Postings {
		addends = append(addends, engine.Addend{N: p.N})
		out.Postings = append(out.Postings, sc.posting(p))
	}
	if len(addends) <= longestSum {
		out.Sum = sum(addends)
	}
	return out
}

func (sc *scene) posting(p engine.Posting) posting {
	out := posting{N: number(p.N), What: sc.say(p.What), When: sc.say(p.When), Source: sc.say(p.Reason.Source)}
	if p.N > 0 {
		out.N = "+" + out.N
	}
	more := p.Reason
	if more.Source = (engine.Text{}); len(more.Addends) == 1 {
		more.Addends = nil // it is the posting
	}
	out.Why = sc.reason(more)
	return out
}

// sums picks the accounts that a request asks for: those named in of, with commas
// between them, or all. There is none for a seat that does not play.
func (sc *scene) sums(r *http.Request, v engine.View, books func(engine.Seat) []engine.Account) (accountsPart, bool) {
	seat, of := engine.Seat(r.URL.Query().Get("who")), strings.Split(r.URL.Query().Get("of"), ",")
	if !slices.ContainsFunc(v.Seats, func(p engine.Place) bool { return p.Seat == seat }) {
		return accountsPart{}, false
	}
	out := accountsPart{Who: sc.badge(v, seat)}
	all := books(seat)
	for _, a := range all {
		if slices.Contains(of, a.Name) || of[0] == "" {
			out.Accounts = append(out.Accounts, sc.account(a))
		}
	}
	if len(out.Accounts) < len(all) {
		q := r.URL.Query()
		q.Del("of")
		q.Del("part")
		out.All = r.URL.Path + "?" + q.Encode()
	}
	return out, len(out.Accounts) > 0
}

// An accountLinks is the beginning of the addresses where numbers tell how they came
// about. Path is "" if nobody does.
type accountLinks struct {
	Path  string
	Query template.URL // with & at its end
}

// inquire returns where a game that keeps books tells of its numbers.
func (s *Server) inquire(game, path string, q url.Values) accountLinks {
	if o, ok := s.offer(game); !ok || o.Game.Accounts == nil {
		return accountLinks{}
	}
	return accountLinks{path, template.URL(strings.TrimPrefix(q.Encode()+"&", "&"))}
}

// fromSeat says on whose page sums are asked for.
func fromSeat(seat engine.Seat) url.Values {
	if seat == "" {
		return nil
	}
	return url.Values{"seat": {string(seat)}}
}

// livingSums are those of the game on the table; back names the seat whose page
// they were asked on.
func (s *Server) livingSums(w http.ResponseWriter, r *http.Request) {
	p := document{viewer: s.viewer(r, ""), Kind: "sums", Look: true, Path: r.URL.RequestURI()}
	snap, err := s.table.Snapshot(r.Context(), "")
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	o, ok := s.offer(snap.Game)
	if !ok || o.Game.Accounts == nil {
		s.missing(w, p)
		return
	}
	p.Scene = scene{Running: true, Version: snap.Version, bots: snap.Bots, say: s.speaker(p.lang, snap.Labels)}
	back := "/table"
	if seat := r.URL.Query().Get("seat"); seat != "" {
		back = "/seat/" + url.PathEscape(seat)
	}
	s.tellSums(w, r, p, snap, back, func(seat engine.Seat) []engine.Account { return o.Game.Accounts(snap.Start, snap.Events, seat) })
}

// pastSums are those of a game that somebody looks back at, or of a copy of it.
func (s *Server) pastSums(w http.ResponseWriter, r *http.Request, p document, g *replay) error {
	v := whatIfLineOf(r, g)
	snap, back := g.snapshot(g.film.Positions[v.at].State), g.address(v.at, g.all)
	books := func(seat engine.Seat) []engine.Account { return g.film.Books(v.at, seat) }
	if r.URL.Query().Has("copy") {
		b, err := v.play(g)
		if err != nil {
			return err
		}
		snap, back = g.snapshot(b.state), v.address()
		books = func(seat engine.Seat) []engine.Account {
			if g.rules.Accounts == nil {
				return nil
			}
			return g.rules.Accounts(g.film.Start, slices.Concat(g.film.Standing(v.at), b.events), seat)
		}
	}
	p.Scene = scene{bots: snap.Bots, say: s.speaker(p.lang, snap.Labels)}
	p.Path = r.URL.RequestURI()
	s.tellSums(w, r, p, snap, back, books)
	return nil
}

// tellSums answers with a page, or, with part, only with what the script shows in
// the page that has asked.
func (s *Server) tellSums(w http.ResponseWriter, r *http.Request, p document, snap companion.Snapshot, back string, books func(engine.Seat) []engine.Account) {
	out, ok := p.Scene.sums(r, snap.View, books)
	if !ok {
		s.refuse(w, r, engine.Refuse("that number is not in the books"))
		return
	}
	out.Back = back
	p.Sums = out
	if r.URL.Query().Has("part") {
		p.Kind = "sums-alone"
	}
	s.write(w, http.StatusOK, p)
}

// sumsAt is where the sums of a step are told, or those of a copy.
func (s *Server) sumsAt(g *replay, v whatIfLine, copied bool) accountLinks {
	q := url.Values{"at": {strconv.Itoa(v.at)}}
	if g.all {
		q.Set("all", "1")
	}
	if copied {
		q["do"], q["copy"] = v.do, []string{"1"}
	}
	return s.inquire(g.rules.Name, fmt.Sprintf("/games/%s/sums", g.ID), q)
}
