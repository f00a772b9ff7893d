package web_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"arbiter/companion/web"
	"arbiter/engine/enginetest/tier"
)

// weighed is a row of the table of memory in SECURITY.md.
var weighed = regexp.MustCompile("(?m)^\\| `([A-Z]+) ([^`]+)` \\| \\d+ \\| \\d+ \\|$")

// Routes whose memory nobody weighs: they send a file of the program as it is.
var light = []string{"GET /manifest.webmanifest", "GET /worker.js"}

// How much memory answers take is measured for every route by TestMeasureRoutes, which makes
// the table of SECURITY.md. A new route must be measured.
func TestEveryRouteIsWeighed(t *testing.T) {
	tier.Unraced(t, "reads a page and a list")
	text, err := os.ReadFile("../../.github/SECURITY.md")
	check(t, err)
	_, part, _ := strings.Cut(string(text), "## How much memory")
	h, _ := party(t)
	routes := web.Routes(h.web)
	mux := http.NewServeMux()
	for _, pattern := range routes {
		mux.HandleFunc(pattern, func(http.ResponseWriter, *http.Request) {})
	}
	rows := map[string]bool{}
	for _, row := range weighed.FindAllStringSubmatch(part, -1) {
		_, pattern := mux.Handler(httptest.NewRequest(row[1], row[2], nil))
		if pattern == "" && row[2] != "/ca" { // which is there with HTTPS
			t.Errorf("%s %s is in the table, and there is no such route", row[1], row[2])
		}
		rows[pattern] = true
	}
	for _, pattern := range routes {
		stream := strings.HasSuffix(pattern, "/events") // it lasts, and has limits of its own
		if !rows[pattern] && !stream && !slices.Contains(light, pattern) {
			t.Errorf("%s is in no row of the table", pattern)
		}
	}
	for _, pattern := range light {
		if rows[pattern] || !slices.Contains(routes, pattern) {
			t.Errorf("%s is left out, and is in the table or not there", pattern)
		}
	}
}
