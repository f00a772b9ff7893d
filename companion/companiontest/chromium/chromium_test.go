package chromium_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"testing"

	"arbiter/companion/companiontest/chromium"
	"arbiter/engine/enginetest/tier"
)

func TestMain(m *testing.M) {
	code := m.Run()
	chromium.End()
	os.Exit(code)
}

// Pages share a browser and nothing else: neither storage nor preferences.
func TestPagesAreStrangers(t *testing.T) {
	tier.Test(t, tier.Pages, "a browser")
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err := r.Cookie("seat"); err != nil {
			http.SetCookie(w, &http.Cookie{Name: "seat", Value: "purple"})
			w.Write([]byte("<p>a stranger"))
			return
		}
		w.Write([]byte("<p>back again"))
	}))
	t.Cleanup(s.Close)
	dark, light := chromium.Start(t, true).Page(t, s.URL, "en", 320, 480), chromium.Start(t, false).Page(t, s.URL, "en", 640, 480)
	for p, want := range map[*chromium.Page]struct {
		width float64
		dark  bool
	}{dark: {320, true}, light: {640, false}} {
		p.Reads("p", "a stranger")
		p.Open("/again")
		p.Reads("p", "back again")
		if got := chromium.Ask[float64](p, "innerWidth"); got != want.width {
			t.Errorf("a page is %v wide, want %v", got, want.width)
		}
		if got := chromium.Ask[bool](p, `matchMedia("(prefers-color-scheme: dark)").matches`); got != want.dark {
			t.Errorf("a page prefers dark: %t, want %t", got, want.dark)
		}
		p.Prefer("reduced-motion", "reduce")
		p.Prefer("color-scheme", "light")
		if !chromium.Ask[bool](p, `matchMedia("(prefers-color-scheme: light) and (prefers-reduced-motion: reduce)").matches`) {
			t.Error("a page does not prefer what it was told to")
		}
	}
}

// A question asked while one page replaces another is answered by the new one.
func TestNoPageYet(t *testing.T) {
	tier.Test(t, tier.Pages, "a browser")
	p := chromium.Start(t, true).Page(t, chromium.Serve(t, http.NotFoundHandler()), "en", 320, 480)
	chromium.Ask[bool](p, `((page) => { page.remove(); setTimeout(() => { page.lang = "es"; document.append(page) }, 100); return true })(document.documentElement)`)
	if lang := chromium.Ask[string](p, "document.documentElement.lang"); lang != "es" {
		t.Errorf("the page speaks %q", lang)
	}
}

// A browser that ends is replaced for the next test.
func TestAnotherBrowser(t *testing.T) {
	tier.Test(t, tier.Pages, "a browser that is killed, and another one")
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.Write([]byte("<p>here")) }))
	t.Cleanup(s.Close)
	chromium.Start(t, true)
	chromium.Crash(t)
	chromium.Start(t, true).Page(t, s.URL, "en", 320, 480).Reads("p", "here")
}
