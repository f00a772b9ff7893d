package web_test

import (
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"arbiter/companion"
	"arbiter/companion/web"
	"arbiter/engine/enginetest/tier"
)

// What lies face down before a seat that was taken from an absent phone shows nowhere:
// two tables that differ in those cards alone send the same bytes to who sits there now,
// and refuse the same. The control is the seat as it was before. Once the cards were
// taken back unseen it plans as usual.
func TestATakenSeatShowsNothing(t *testing.T) {
	tier.Unraced(t, "pages that one goroutine draws")
	t.Parallel()
	n, seed := tier.Of(t, tier.Pages, "seats taken", 2, 8, 200), tier.Seed(t)
	compared := 0
	for game := range n {
		p := born(t, rand.New(rand.NewPCG(15+seed, uint64(game))))
		p.blind = true
		if !p.plans() {
			continue
		}
		p.states, p.leaks = 0, 0
		if p.compare(); p.leaks != 1 { // the control; a hand of one card has no other
			continue
		}
		for i := range p.both {
			check(t, p.both[i].table.Conceal(t.Context(), p.owner))
			for _, page := range p.both[i].pages {
				page.Leave() // who takes the seat has a stream of its own
			}
		}
		p.leaks = 0
		for range 3 {
			p.compare()
			p.tries()
			if all := p.turns(func(x turn) bool { return p.hides(x) && x.seat != p.owner }); len(all) > 0 {
				x := all[p.r.IntN(len(all))]
				p.do(x.seat, x.line)
			}
		}
		if !p.snap(0, p.owner).Conceals {
			t.Error("the seat does not know that cards lie there")
		}
		for i := range p.both {
			_, err := p.both[i].table.Anew(t.Context(), p.owner)
			check(t, err)
		}
		p.compare()
		if p.leaks > 0 {
			t.Errorf("game %d: %d of %d states show hidden cards to who took the seat", game, p.leaks, p.states)
		}
		p.other = nil
		again := p.turns(func(x turn) bool { return x.seat == p.owner && verb(x.line) == "plan" })
		if len(again) == 0 || p.snap(0, p.owner).Conceals {
			t.Fatal("who took the seat cannot plan")
		}
		if p.do(p.owner, again[0].line); len(p.turns(func(x turn) bool { return x.seat == p.owner && verb(x.line) == "take-back" })) != 1 {
			t.Error("who took the seat does not see its own card")
		}
		compared++
	}
	if compared < n/2 {
		t.Errorf("%d of %d seats were taken", compared, n)
	}
}

// plans plays until the owner has laid other cards at the second table; false if it
// comes to none.
func (p *twins) plans() bool {
	p.Helper()
	mine := func(x turn) bool { return x.seat == p.owner && verb(x.line) == "plan" }
	for range 400 {
		if len(p.turns(mine)) > 0 && p.r.IntN(3) == 0 {
			break
		}
		all := p.turns(func(turn) bool { return true })
		if len(all) == 0 {
			return false
		}
		x := all[p.r.IntN(len(all))]
		p.do(x.seat, x.line)
	}
	p.swap()
	for range 1 + p.r.IntN(3) {
		if all := p.turns(mine); len(all) > 0 {
			p.do(p.owner, all[p.r.IntN(len(all))].line)
		}
	}
	return p.apart()
}

// tries wishes at both tables whatever the owner could have wished, in the same words:
// the answers are the same.
func (p *twins) tries() {
	p.Helper()
	hand, _ := p.snap(0, p.owner).View.Zone(p.owner, "hand")
	for _, k := range hand.Cards {
		for _, field := range []string{"1", "2", "3"} {
			for _, what := range []string{"plan", "take-back"} {
				var said [2]string
				for i, w := range p.both {
					_, err := w.table.Do(p.Context(), companion.Request{Seat: p.owner, Line: strings.Join([]string{string(p.owner), what, field, string(k.Name)}, " "), Version: p.snap(i, "").Version})
					if err == nil {
						p.Fatalf("%s %s %s is played under a veil", what, field, k.Name)
					}
					said[i] = err.Error()
				}
				if said[0] != said[1] {
					p.Fatalf("%s %s %s: %s and %s", what, field, k.Name, said[0], said[1])
				}
			}
		}
	}
}

// The chain that was found, walked to its end: become the host, have the seat, look,
// give it back. It takes a minute that everybody sees, and shows nothing; a seat that is
// given shows what it has.
func TestTheChainOfTheInsider(t *testing.T) {
	tier.Unraced(t, "one request after the other; many meet in TestOneHostilePhone")
	for consent, says := range map[bool]string{false: "did not answer", true: "was given"} {
		h, c := closed(t)
		h.host()
		code := h.web.Invitation().Code
		ana, thief := h.browser(), h.browser()
		for _, b := range []*browser{ana, thief} {
			b.ok("/join", "code", code)
		}
		h.play("purple pass", "red pass")
		ana.sit("purple").ok("/place", "seat", "purple", "card", "discover", "field", "1", "version", "2")
		for h.entriesOf("purple plan 1 discover") == 0 {
			ana.get("/seat/purple") // until the reader has seen the card
		}
		thief.no(http.StatusNotFound, "/preside", "code", code)
		thief.no(http.StatusNotFound, "/evict", "seat", "purple", "code", code)
		thief.no(http.StatusForbidden, "/claim", "seat", "purple")
		thief.ok("/ask", "seat", "purple")
		if _, text := h.browser().get("/table"); !strings.Contains(text, "Somebody asks for the seat of Ana.") {
			t.Error("nobody is told")
		}
		if status, _ := thief.get("/seat/purple"); status != http.StatusForbidden {
			t.Errorf("who asks looks already: %d", status)
		}
		if consent {
			ana.ok("/answer", "seat", "purple", "give", "1")
		}
		c.pass(61 * time.Second)
		web.Consider(h.web)
		status, text := thief.get("/seat/purple")
		part := between(text, `class="slot`, `Field 1`)
		if status != http.StatusOK || strings.Contains(part, "Discover") != consent {
			t.Errorf("consent %v: %d\n%s", consent, status, part)
		}
		for _, path := range []string{"/seat/purple", "/table"} {
			if _, text := thief.get(path); strings.Contains(text, "Discover on field") != (consent && path == "/seat/purple") && !consent {
				t.Errorf("consent %v: %s tells of the plan:\n%s", consent, path, text)
			}
		}
		if snap, err := h.table.Snapshot(t.Context(), ""); err != nil || !consent && !slices.ContainsFunc(snap.Notices, func(n companion.Notice) bool { return strings.Contains(n.Text.Format, says) }) {
			t.Errorf("nobody is told what came of it: %+v %v", snap.Notices, err)
		}
		if !consent {
			thief.no(http.StatusConflict, "/lift", "seat", "purple", "card", "discover", "field", "1", "version", h.version(""))
			thief.no(http.StatusConflict, "/place", "seat", "purple", "card", "discover", "field", "2", "version", h.version(""))
			thief.ok("/anew", "seat", "purple", "version", h.version(""))
			thief.ok("/place", "seat", "purple", "card", "harvest", "field", "2", "version", h.version(""))
		}
		thief.ok("/free", "seat", "purple")
	}
}
