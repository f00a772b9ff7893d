package content

import (
	"html/template"
	"net/http"
	"slices"
	"strings"

	"arbiter/companion/web/page"
	"arbiter/engine"
)

// Accounts explain how the numbers of a seat came about, as far as everybody may know it: no seat
// learns more there than a spectator. They are fetched when somebody asks, so pages with the
// numbers stay light.

// An AccountsPart is the accounts of a seat that somebody asked for.
type AccountsPart struct {
	Who      SeatBadge
	Accounts []account
	All      string // address of all its accounts; "" if these are all
	Back     string // address of the page with the numbers
}

// An account is an engine.Account on a page.
type account struct {
	Name, Title string
	Value       string
	Sum         string // "20 + 12 + 13 = 45"; "" if that would say nothing
	Postings    []posting
}

type posting struct {
	N            string // with its sign
	What         string
	When, Source string
	Passage      string  // address of the chapter that Source means; "" if there is none
	Why          *reason // nil if there is nothing more to tell
}

// longestSum is the longest sum that is written in a line.
const longestSum = 12

func (sc *Content) account(a engine.Account) account {
	out := account{Name: a.Name, Title: sc.Say(a.Title), Value: page.Numeral(a.Total())}
	if a.Roman {
		out.Value = sc.term(engine.Roman(a.Total()))
	}
	var addends []engine.Addend
	for _, p := range a.Postings {
		addends = append(addends, engine.Addend{N: p.N})
		out.Postings = append(out.Postings, sc.posting(p))
	}
	if len(addends) <= longestSum {
		out.Sum = page.Sum(addends)
	}
	return out
}

func (sc *Content) posting(p engine.Posting) posting {
	out := posting{N: page.Numeral(p.N), What: sc.Say(p.What), When: sc.Say(p.When), Source: sc.Say(p.Reason.Source), Passage: sc.passage(p.Reason.Source)}
	if p.N > 0 {
		out.N = "+" + out.N
	}
	more := p.Reason
	if more.Source = (engine.Text{}); len(more.Addends) == 1 {
		more.Addends = nil // the posting itself
	}
	out.Why = sc.reason(more)
	return out
}

// Asked picks the accounts that a request asks for: those named in "of", separated by commas, or
// all. It returns false for a seat that does not play.
func (sc *Content) Asked(r *http.Request, v engine.View, books func(engine.Seat) []engine.Account) (AccountsPart, bool) {
	seat, of := engine.Seat(r.URL.Query().Get("who")), strings.Split(r.URL.Query().Get("of"), ",")
	if !slices.ContainsFunc(v.Seats, func(p engine.Place) bool { return p.Seat == seat }) {
		return AccountsPart{}, false
	}
	out := AccountsPart{Who: sc.Badge(v, seat)}
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

// AccountLinks is the beginning of the addresses that explain numbers. Path is "" if there are
// none.
type AccountLinks struct {
	Path  string
	Query template.URL // ends with &
}
