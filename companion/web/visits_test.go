package web_test

import (
	"net/http"
	"path"
	"slices"
	"strings"
	"testing"

	"arbiter/companion/web"
)

// Routes that are no pages, besides files.
var unseen = map[string]string{
	"/api/table": "for programs", "/api/events": "a stream", "/box/events": "a stream", "/start/events": "a stream", "/events": "a stream", "/learn/events": "a stream", "/rig/events": "a stream", "/setup/events": "a stream", "/faces/{picture}": "a picture", "/settings/print/{file}": "a file", "/healthz": "for programs", "/static/{file}": "parts of pages", "/games/{id}/charts/{chart}": "a file", "/games/{id}/steps": "for the script of the replay", "/loop/{game}": "for the script of the start page",
}

// visits are the pages that a test went to, by the routes of the server.
type visits struct {
	routes *http.ServeMux // knows the route of a path
	times  map[string]int // how often each route that leads to a page was seen
}

// newVisits knows all routes of the server that lead to pages.
func newVisits(t testing.TB) *visits {
	t.Helper()
	v := &visits{routes: http.NewServeMux(), times: map[string]int{}}
	h := newHouse(t, func(o *web.Opts) {
		o.Owner.Lessons, o.Network.Trust, o.Owner.Rigs, o.Owner.Device, o.Owner.Broker, o.Owner.Faces, o.Owner.Tags, o.Past.Plays = desk{&school{}}, trusted(), chosen(t), &device{}, &brokerage{}, &album{}, taught(), shelved(t)
	})
	for _, pattern := range web.Routes(h.web) {
		route, get := strings.CutPrefix(pattern, "GET ")
		if !get {
			continue
		}
		v.routes.HandleFunc(route, http.NotFound)
		if unseen[route] == "" && path.Ext(route) == "" {
			v.times[route] = 0
		}
	}
	return v
}

// missed lists the routes that nobody went to.
func (v *visits) missed() (all []string) {
	for route, times := range v.times {
		if times == 0 {
			all = append(all, route)
		}
	}
	slices.Sort(all)
	return all
}

// route is that of an address.
func (v *visits) route(t testing.TB, address string) string {
	t.Helper()
	r, err := http.NewRequest(http.MethodGet, address, nil)
	check(t, err)
	_, route := v.routes.Handler(r)
	return route
}

// note takes down that a page was seen, and returns its route.
func (v *visits) note(t testing.TB, address string) (route string) {
	t.Helper()
	route = v.route(t, address)
	if _, page := v.times[route]; !page {
		t.Errorf("%s is a page of no route that is known: %q", address, route)
	}
	v.times[route]++
	return route
}
