package main

import (
	"encoding/base64"
	"fmt"
	"html/template"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"arbiter/companion/companiontest/chromium"
	"arbiter/companion/companiontest/seatpage"
)

// movingPicture is what it is called.
const movingPicture = "cards-panel-phone"

// A scene is what the moving picture of the README shows at once: the panel and the phone of
// a running program, and the cards that lie on the readers of a seat.
type scene struct {
	Panel, Phone template.URL
	Cards        []string // "lies" or "comes", in the order of the readers
}

// A set is where the moving picture is taken.
type set struct {
	*evening
	phone, whole *chromium.Page
	film         *chromium.Film
	shown        scene
}

// TestMovingPicture makes the moving picture of the README from the running program with
// emulated readers: make pictures. Cards are laid; the phone shows them to their owner, and
// the panel shows who is ready and then who begins.
func TestMovingPicture(t *testing.T) {
	dir := os.Getenv("PICTURES")
	if dir == "" {
		t.Skip("nobody wants to look at pictures; make pictures makes them")
	}
	s := newSet(t)
	s.plan()
	s.take(1500*time.Millisecond, "", "", "")
	cards := []string{"", "", ""}
	for i, card := range []string{"discover", "tower", "harvest"} {
		cards[i] = "comes"
		s.take(350*time.Millisecond, cards...)
		s.tell("lay purple %s purple-%d", card, i+1)
		s.phone.Until(fmt.Sprintf(`!("busy" in document.body.dataset) && !!document.querySelector('.slot[data-thing="zone purple %d"]:not(.empty)')`, i+1))
		cards[i] = "lies"
		s.take(1200*time.Millisecond, cards...)
	}
	seatpage.Offers(s.phone, "purple ready")
	s.phone.Click("#go")
	s.until("the order is known", func() bool { return strings.Count(s.said.String(), "is ready") == 4 })
	s.rests()
	s.take(4*time.Second, cards...)
	must(t, os.MkdirAll(filepath.Join(dir, "readme"), 0o755))
	must(t, os.WriteFile(filepath.Join(dir, "readme", movingPicture+".webp"), s.film.WebP(), 0o644))
}

func newSet(t *testing.T) *set {
	rig, _, _ := strings.Cut(read(t, filepath.Join("..", "..", "setups", "rigs", "hat-7.5-twelve-rc522.toml")), "[[panel]]")
	rig += "[[panel]]\nname = \"browser\"\ndriver = \"web\"\nsize = \"800x480\"\n" // what the glass would show
	file := filepath.Join(t.TempDir(), "rig.toml")
	must(t, os.WriteFile(file, []byte(rig), 0o600))
	s := &set{evening: newEvening(t)}
	s.begins(file)
	chrome := chromium.Start(t, true)
	stage := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { must(t, stageOf.Execute(w, s.shown)) }))
	t.Cleanup(stage.Close)
	s.phone = chrome.Page(t, strings.TrimSuffix(s.owner.url, "/"), "en", 390, 844)
	s.whole = chrome.Page(t, stage.URL, "en", 900, 540)
	s.film = s.whole.Film(85)
	return s
}

// plan begins a game of four; three have laid their cards and are ready.
func (s *set) plan() {
	s.Helper()
	_, link, _ := strings.Cut(s.said.String(), "/o/")
	s.phone.Open("/o/" + strings.Fields(link)[0])
	s.phone.Click("#arrive")
	s.phone.Until(`location.pathname === "/"`)
	chromium.Ask[bool](s.phone, `((r) => { r.open("POST", "/start", false); r.setRequestHeader("Content-Type", "application/x-www-form-urlencoded"); r.send("game=council-of-shadows&box=stand-in&seat=purple&seat=red&seat=green&seat=blue&name-purple=Ana&name-red=Ben&name-green=Cleo&name-blue=Dan&order=listed&all=1"); return r.status < 400 })(new XMLHttpRequest())`)
	others := map[string][]string{"red": {"discover", "tower", "gems"}, "green": {"colonize", "discover", "harvest"}, "blue": {"discover", "colonize", "gems"}}
	for _, seat := range []string{"purple", "red", "green", "blue"} {
		s.tell("%s pass", seat)
	}
	for seat, cards := range others {
		for i, card := range cards {
			s.tell("lay %s %s %s-%d", seat, card, seat, i+1)
		}
	}
	s.tell("wait")
	for seat := range others {
		s.tell("%s ready", seat)
	}
	s.phone.Open("/seat/purple")
	seatpage.Ready(s.phone)
	s.until("three of four are ready", func() bool { return strings.Count(s.said.String(), "is ready") == 3 })
	s.rests()
}

// rests waits until the panel, which shows together what comes together, has had the same
// picture for two seconds.
func (s *set) rests() {
	s.Helper()
	was, since := "", time.Now()
	s.until("the panel rests", func() bool {
		_, now := s.owner.ask("GET", "panel.png", "")
		if now != was {
			was, since = now, time.Now()
		}
		return time.Since(since) > 2*time.Second
	})
}

// take takes a picture of the scene with cards as they lie.
func (s *set) take(during time.Duration, cards ...string) {
	s.Helper()
	s.phone.Until(`!("busy" in document.body.dataset) && document.fonts.status === "loaded" && document.getAnimations().every((a) => a.playState !== "running")`)
	phone, err := s.phone.WebP(95)
	must(s.T, err)
	_, panel := s.owner.ask("GET", "panel.png", "")
	inline := func(kind string, data []byte) template.URL {
		return template.URL("data:image/" + kind + ";base64," + base64.StdEncoding.EncodeToString(data))
	}
	s.shown = scene{inline("png", []byte(panel)), inline("webp", phone), cards}
	s.whole.Open("/")
	s.whole.Until(`[...document.images].every((i) => i.complete && i.naturalWidth > 0)`)
	must(s.T, s.film.Show(during))
}

// stageOf draws what is no picture: the frames of panel and phone, the mat with its readers
// and the backs of cards.
var stageOf = template.Must(template.New("").Parse(`<!doctype html><html lang="en"><meta charset="utf-8"><style>
body { margin: 0; width: 900px; height: 540px; background: #1c1712; position: relative; overflow: hidden; }
.panel { position: absolute; left: 24px; top: 24px; padding: 12px; background: #2b2b2e; border-radius: 10px; box-shadow: 0 8px 24px #000a; }
.panel div { background: #e9e6dc; } .panel img { display: block; width: 560px; height: 336px; mix-blend-mode: multiply; }
.phone { position: absolute; right: 24px; top: 14px; padding: 8px; background: #050505; border-radius: 24px; box-shadow: 0 8px 24px #000a; }
.phone img { display: block; width: 229px; height: 496px; border-radius: 16px; }
.mat { position: absolute; left: 24px; top: 402px; width: 584px; height: 118px; border-radius: 12px; background: #3a2a42; display: flex; gap: 28px; align-items: center; justify-content: center; }
.field { position: relative; width: 74px; height: 102px; border: 2px dashed #e39be0; border-radius: 8px; }
.field svg { position: absolute; inset: 0; margin: auto; width: 40px; stroke: #e39be0; fill: none; stroke-width: 3; }
.card { position: absolute; inset: -2px; border-radius: 8px; border: 3px solid #f6f3ea; background: repeating-linear-gradient(45deg, #463a78 0 8px, #352b60 8px 16px); box-shadow: 0 2px 6px #000a; }
.comes .card { transform: translate(26px, -34px) rotate(9deg) scale(1.08); box-shadow: 10px 18px 18px #000a; }
</style><div class="panel"><div><img src="{{.Panel}}" alt=""></div></div><div class="phone"><img src="{{.Phone}}" alt=""></div>
<div class="mat">{{range .Cards}}<div class="field {{.}}"><svg viewBox="0 0 40 40"><path d="M10 28a12 12 0 0 1 0-16M16 24a6 6 0 0 1 0-8M24 16a6 6 0 0 1 0 8M30 12a12 12 0 0 1 0 16"/></svg>{{if .}}<div class="card"></div>{{end}}</div>{{end}}</div></html>`))
