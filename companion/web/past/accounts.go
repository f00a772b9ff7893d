package past

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"arbiter/companion/web/content"
	"arbiter/companion/web/page"
	"arbiter/companion/web/site"
	"arbiter/engine"
)

// pastSums explains numbers of a past game or of a copy of it.
func (s *Pages) pastSums(w http.ResponseWriter, r *http.Request, p site.Document, g *replay) error {
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
	p.Scene = content.Content{Bots: snap.Bots, Say: s.SpeakerAt(p.Lang, snap), Passage: page.Passages(g.rules)}
	p.Path = r.URL.RequestURI()
	s.TellSums(w, r, p, snap, back, books)
	return nil
}

// sumsAt returns the addresses that explain the numbers of a step, or of a copy.
func (s *Pages) sumsAt(g *replay, v whatIfLine, copied bool) content.AccountLinks {
	q := url.Values{"at": {strconv.Itoa(v.at)}}
	if g.all {
		q.Set("all", "1")
	}
	if copied {
		q["do"], q["copy"] = v.do, []string{"1"}
	}
	return s.Inquire(g.rules.Name, fmt.Sprintf("/games/%s/sums", g.ID), q)
}
