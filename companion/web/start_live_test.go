package web_test

import (
	"net/http"
	"strings"
	"testing"

	"arbiter/companion/web"
	"arbiter/engine"
	"arbiter/setups"
)

// Who looks at the first page, on a television or a phone, sees that others take their seats, and
// later that they play, without loading it anew; what is typed there meanwhile stays.
func TestFirstPageFollows(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	p := browse(t, false).Page(t, h.url, "en", 390, 844)
	p.Open("/")
	p.Wait("#way-table")
	ana := h.browser()
	if status, text := ana.post("/start", "game", "council-of-shadows", "way", "table"); status != http.StatusOK {
		t.Fatalf("%d %s", status, text)
	}
	p.Wait("#to-lobby")
	p.Until(`!document.querySelector("#way-table")`)
	p.Shot("start-lobby-390")
	for _, of := range [][]string{{"/lobby", "box", "stand-in"}, {"/lobby", "begin", "1"}} {
		if status, text := ana.post(of[0], of[1:]...); status != http.StatusOK {
			t.Fatalf("%v: %d %s", of, status, text)
		}
	}
	p.Wait("#go-on")
	if said := p.Console(); len(said) > 0 {
		t.Errorf("the browser complains: %v", said)
	}
}

// In a lobby whoever sits down reads whether their cards are laid on a reader or on the phone.
func TestSeatsWithoutAReaderSaySo(t *testing.T) {
	rig, err := setups.LoadRig("two-seats-five-fields")
	check(t, err)
	for wired, want := range map[bool]int{true: 2, false: 0} {
		h := newHouse(t, func(o *web.Opts) {
			o.Rig.Readers = nil
			for _, r := range rig.Readers {
				if wired {
					o.Rig.Readers = append(o.Rig.Readers, web.Reader{})
					last := &o.Rig.Readers[len(o.Rig.Readers)-1]
					last.Name, last.Seat, last.Fields = r.Name, engine.Seat(r.Seat), r.Fields
				}
			}
		})
		ana := h.browser()
		if status, text := ana.post("/start", "game", "council-of-shadows", "way", "table"); status != http.StatusOK {
			t.Fatalf("%d %s", status, text)
		}
		if _, text := ana.get("/table"); strings.Count(text, "No reader here: cards are laid on the phone") != want {
			t.Errorf("with readers %t: %d of four seats say that they have none, want %d", wired, strings.Count(text, "No reader here"), want)
		}
	}
}
