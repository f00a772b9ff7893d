package main

import (
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arbiter/cmd/arbiter/internal/app"
	"arbiter/cmd/arbiter/internal/service"
	"arbiter/companion/web"
	"arbiter/engine/enginetest/tier"
	"arbiter/hw/emu/picc"
)

// A clumsy table has purple's three cards on purple's three readers, and a reader
// of green, each an emulated RC522 behind the real driver. It is looked at as
// people look at it: purple's page, green's page, the page for everybody, the
// panel.
type clumsy struct {
	*room
	device *testDevice
	pages  http.Handler
	cookie *http.Cookie
	tags   map[string]*picc.Tag
}

// The ports of the readers.
var clumsyPorts = map[string]string{"purple-1": "SPI0.0", "purple-2": "SPI0.1", "purple-3": "SPI0.2", "green-1": "SPI0.3"}

func newClumsy(t *testing.T, dir, lang string) *clumsy {
	rig := filepath.Join(dir, "rig.toml")
	text, err := os.ReadFile(filepath.Join("testdata", "three-readers.toml"))
	if err != nil {
		t.Fatal(err)
	}
	text = append(text, "\n[[reader]]\nname = \"green-1\"\ndriver = \"rc522\"\nseat = \"green\"\nfields = [\"1\"]\nport = \"SPI0.3\"\nreset = \"GPIO25\"\n"...)
	if err := os.WriteFile(rig, text, 0o600); err != nil {
		t.Fatal(err)
	}
	c := &clumsy{device: wire("SPI1.0", "SPI0.0", "SPI0.1", "SPI0.2", "SPI0.3"), tags: map[string]*picc.Tag{}}
	names := map[string][]string{}
	for i, card := range []string{"purple discover", "purple tower", "purple harvest", "purple colonize", "green tower", "blue discover", "ai-07", "nameless"} {
		uid := []byte{4, 0xA2, 0x24, 0x1B, 0x5C, byte(i), 0x80}
		c.tags[card] = picc.New(uid...)
		if card != "nameless" {
			names[fmt.Sprintf("%X", uid)] = strings.Fields(card)
		}
	}
	c.room = enterWith(t, c.device, dir, rig, names, app.Opts{Lang: lang, Settle: time.Millisecond})
	server, err := web.New(web.Opts{Table: c.Table, Words: c.Catalogue, Rig: service.ReadersOf(c.Opts.Rig), Program: web.Program{Lang: lang}, Network: web.Network{Open: true}})
	if err != nil {
		t.Fatal(err)
	}
	c.pages = server.Handler()
	c.sit()
	c.claim("purple")
	return c
}

// request asks the pages, as the browser that holds purple.
func (c *clumsy) request(method, path, form string) *httptest.ResponseRecorder {
	c.Helper()
	r := httptest.NewRequestWithContext(c.Context(), method, "http://localhost"+path, strings.NewReader(form))
	r.Header.Set("Origin", "http://localhost")
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if c.cookie != nil {
		r.AddCookie(c.cookie)
	}
	w := httptest.NewRecorder()
	c.pages.ServeHTTP(w, r)
	if w.Code >= 400 {
		c.Fatalf("%s %s: %d %s", method, path, w.Code, w.Body)
	}
	return w
}

func (c *clumsy) claim(seat string) {
	c.Helper()
	w := c.request(http.MethodPost, "/claim", url.Values{"seat": {seat}}.Encode())
	for _, k := range w.Result().Cookies() {
		if k.Name == "arbiter" {
			c.cookie = k
		}
	}
	if c.cookie == nil {
		c.Fatal("the browser got no cookie")
	}
}

var (
	noticesOfPage = regexp.MustCompile(`(?s)<section class="card notices">.*?</section>`)
	lineOfPage    = regexp.MustCompile(`(?s)<li>(.*?)(?:<form.*?)?</li>`)
	callOfPage    = regexp.MustCompile(`(?s)<div class="call call-notice"><p>(.*?)</p>`) // on the page of everybody
)

// page is the notices on a page.
func (c *clumsy) page(path string) (all []string) {
	c.Helper()
	return noticesIn(c.request(http.MethodGet, path, "").Body.String())
}

func noticesIn(page string) (all []string) {
	for _, m := range append(lineOfPage.FindAllStringSubmatch(noticesOfPage.FindString(page), -1), callOfPage.FindAllStringSubmatch(page, -1)...) {
		all = append(all, html.UnescapeString(m[1]))
	}
	return all
}

// panel is the notices that the panel is given.
func (c *clumsy) panel() (all []string) {
	c.Helper()
	for _, n := range c.see("").Notices {
		all = append(all, c.Catalogue.Say(c.Opts.Lang, n.Text))
	}
	return all
}

// differences tells who does not read what they should.
func (c *clumsy) differences(own, public []string) (all []string) {
	c.Helper()
	for who, x := range map[string]struct{ got, want []string }{
		"purple's page": {c.page("/seat/purple"), own}, "the page of everybody": {c.page("/table"), public}, "the panel": {c.panel(), public},
	} {
		if !slices.Equal(x.got, x.want) {
			all = append(all, fmt.Sprintf("%s reads %q, want %q", who, x.got, x.want))
		}
	}
	for _, n := range c.see("green").Notices {
		if text := c.Catalogue.Say(c.Opts.Lang, n.Text); !slices.Contains(public, text) {
			all = append(all, fmt.Sprintf("green reads %q, want %q", text, public))
		}
	}
	return all
}

func (c *clumsy) place(reader, card string) {
	c.device.fields[clumsyPorts[reader]].Place(c.tags[card])
}

func (c *clumsy) lift(reader, card string) {
	c.device.fields[clumsyPorts[reader]].Lift(c.tags[card])
}

func (c *clumsy) move(card, from, to string) {
	c.lift(from, card)
	c.place(to, card)
}

// settled gives readers and table the time they need.
func (c *clumsy) settled() { time.Sleep(3 * time.Second) } // bubble: readers and table

// state is all of the game that a mistake must not change.
func (c *clumsy) state() string {
	s := c.see("purple")
	return fmt.Sprintf("%d %+v", s.Version, s.View)
}

// Every mistake that people make with cards: one sentence, in three languages, for
// the seat and for everybody; done away with by what the sentence says, and by
// nothing less.
func TestTableMistakes(t *testing.T) {
	tier.Test(t, tier.Program, "a whole game on emulated readers")
	t.Parallel()
	langs := tier.Of(t, tier.Program, "languages", 1, 1, 3)
	for i, lang := range []string{"en", "de", "es"} {
		if i >= langs {
			break
		}
		t.Run(lang, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			synctest.Test(t, func(t *testing.T) {
				c := newClumsy(t, dir, lang)
				for j, card := range []string{"discover", "tower", "harvest"} {
					c.place(fmt.Sprint("purple-", j+1), "purple "+card)
					c.planned(fmt.Sprint(j+1), card)
				}
				c.settled()
				for _, m := range mistakes() {
					c.mistake(m, i)
				}
				c.say("purple ready")
				for _, m := range slices.Concat(mistakes(), afterReady()) {
					c.mistake(m, i)
				}
				c.control(i)
				c.leave()
			})
		})
	}
}

// mistake makes a mistake and repairs it.
func (c *clumsy) mistake(m mistake, lang int) {
	c.Helper()
	before := c.state()
	if d := c.differences(nil, nil); len(d) > 0 {
		c.Fatalf("before %s: %v", m.name, d)
	}
	m.do(c)
	c.settled()
	for _, d := range c.differences(m.read(lang)) {
		c.Errorf("%s: %s", m.name, d)
	}
	c.drawn(c.device)
	m.undo(c)
	c.settled()
	for _, d := range c.differences(nil, nil) {
		c.Errorf("%s, mended: %s", m.name, d)
	}
	if after := c.state(); after != before {
		c.Errorf("%s has changed the game\nfrom %s\nto   %s", m.name, before, after)
	}
	c.drawn(c.device)
}

// control shows that the check sees a wrong sentence, a wrong language and a
// mistake that was not mended.
func (c *clumsy) control(lang int) {
	c.Helper()
	m, other := mistakes()[0], mistakes()[1]
	m.do(c)
	c.settled()
	if d := c.differences(other.read(lang)); len(d) < 3 {
		c.Errorf("control: another sentence is not seen: %v", d)
	}
	if d := c.differences(m.read((lang + 1) % 3)); len(d) < 3 {
		c.Errorf("control: another language is not seen: %v", d)
	}
	if d := c.differences(nil, nil); len(d) < 3 {
		c.Errorf("control: what was not mended is not seen: %v", d)
	}
	m.undo(c)
	c.settled()
}
