package web_test

import (
	"context"
	"testing"
	"time"

	"arbiter/companion/web"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// What somebody types, has chosen, unfolded or put the focus on survives what
// others do meanwhile.
func TestChangesLeavePeopleAlone(t *testing.T) {
	h := newHouse(t)
	h.begin("Ana", "Ben")
	p := newPhone(t, chromium(t, true), h.url, "en", 360, 740)
	p.open("/table")
	p.click("#claim-purple")
	p.wait("#do-purple-pass")
	h.play("purple pass", "red pass")
	p.wait(`label[data-card="tower"]`)
	p.click(`label[data-card="tower"]`)
	h.play("red plan 1 gems", "red plan 2 upgrade", "red plan 3 colonize", "red ready")
	p.until(`document.body.dataset.version === "6" && document.querySelector("#part-race").textContent.includes("Ready")`)
	if !ask[bool](p, `document.querySelector("#hand-tower").checked && document.activeElement.id === "hand-tower"`) {
		t.Error("the chosen card or the focus is lost")
	}
	h.play("purple plan 1 tower", "purple plan 2 discover", "purple plan 3 harvest", "purple ready")
	p.wait("#do-purple-gain-x")
	p.click("#part-log details summary")
	p.do("type", chromedp.SetValue(chromedp.CSS("#do-purple-gain-x"), ""), chromedp.SendKeys(chromedp.CSS("#do-purple-gain-x"), "23"))
	h.web.ShowPicture([]byte("x"))
	h.play("purple gain 5")
	p.until(`document.querySelector(".lanes .s-energy dd").innerText === "5"`)
	if got, want := ask[string](p, `document.querySelector("#do-purple-gain-x").value + " " + document.activeElement.id`), "23 do-purple-gain-x"; got != want {
		t.Errorf("typed and focus: %q, want %q", got, want)
	}
	if !ask[bool](p, `document.querySelectorAll("#part-log details[open]").length === 1`) {
		t.Error("what was unfolded is folded")
	}
	p.open("/seat/purple")
	if got, want := ask[string](p, `document.activeElement.tagName`), "BODY"; got != want {
		t.Errorf("a new page puts the focus on %s, want %s", got, want)
	}
}

// A card is laid with the keyboard alone, and dragged with the mouse.
func TestKeyboardAndMouse(t *testing.T) {
	h := newHouse(t)
	h.begin("Ana", "Ben")
	h.play("purple pass", "red pass")
	p := newPhone(t, chromium(t, false), h.url, "en", 1024, 768)
	p.open("/table")
	p.click("#claim-purple")
	p.wait("#hand-discover")
	p.do("choose by keys", chromedp.Focus(chromedp.CSS("#hand-discover")), chromedp.KeyEvent(" "), chromedp.KeyEvent(kb.ArrowRight))
	if got, want := ask[string](p, `document.querySelector("input[name=card]:checked").value`), "colonize"; got != want {
		t.Errorf("chosen by keys: %s, want %s", got, want)
	}
	p.do("lay by keys", chromedp.Focus(chromedp.CSS("#lay-1")), chromedp.KeyEvent(kb.Enter))
	p.wait(`.field[data-field="1"] .fresh`)
	if !ask[bool](p, `document.activeElement.id === "part-board"`) {
		t.Error("the focus has left the board: " + ask[string](p, `document.activeElement.outerHTML.slice(0, 80)`))
	}
	p.do("drag", chromedp.DragAndDrop(chromedp.CSS(`label[data-card="tower"]`), chromedp.CSS(`.field[data-field="2"]`)))
	p.wait(`.field[data-field="2"] .fresh`)
	p.reads(`.field[data-field="2"]`, "Found a colony")
	p.click("#lay-3") // no card is chosen
	p.reads("#refusal", "choose a card from the hand first")
	p.click("#lift-2")
	p.reads(`.field[data-field="2"]`, "empty")
	p.reads(".handcard", "Found a colony")
	p.until(`document.querySelector("#refusal").hidden`)
}

// The page says that the connection is lost, and comes back by itself.
func TestTheConnectionComesBack(t *testing.T) {
	h := newHouse(t)
	h.begin("Ana", "Ben")
	server := h.web.HTTP("")
	listener := listen(t, "127.0.0.1:0")
	address := listener.Addr().String()
	go server.Serve(listener)
	p := newPhone(t, chromium(t, false), "http://"+address, "en", 360, 740)
	p.open("/table")
	p.wait("#claim-red")
	end, cancel := context.WithTimeout(t.Context(), 60*time.Second)
	defer cancel()
	check(t, server.Shutdown(end))
	p.wait("#offline")
	h.play("purple pass")
	restarted, err := web.New(h.opts)
	check(t, err)
	again := restarted.HTTP("")
	go again.Serve(listen(t, address))
	t.Cleanup(func() { again.Close() })
	p.do("come back", chromedp.WaitNotVisible(chromedp.CSS("#offline")))
	p.reads("#part-log", "Done")
}

// No page sticks out of a small screen, in any language, and none makes a
// request to anywhere else.
func TestSmallScreens(t *testing.T) {
	h := newHouse(t)
	h.begin("Wilhelmine-Theodora von und zu Waldburg", "Ñ")
	h.play("purple pass", "red pass", "purple plan 1 discover", "purple plan 2 tower", "purple plan 3 harvest", "purple ready",
		"red plan 1 gems", "red plan 2 upgrade", "red plan 3 colonize", "red ready", "purple gain 40", "purple slide", "purple pass")
	chrome := chromium(t, true)
	for _, lang := range []string{"de", "en", "es"} {
		p := newPhone(t, chrome, h.url, lang, 320, 640)
		p.open("/table")
		if lang == "de" {
			p.click("#claim-purple")
		} else {
			check(t, h.release("purple"))
			p.click("#claim-purple")
		}
		p.wait("#part-menu .act")
		for _, path := range []string{"/", "/table", "/seat/purple", "/history/" + h.store.Games()[0].ID} {
			p.open(path)
			p.shot("small " + path[1:min(len(path), 6)])
			small := ask[[]string](p, `[...document.querySelectorAll("button, a, select, summary, input:not([type=hidden])")]
				.filter((e) => e.offsetParent && !e.closest(".unseen, .skip") && !e.matches("[type=radio], [type=checkbox]"))
				.filter((e) => e.getBoundingClientRect().height < 44).map((e) => e.outerHTML.slice(0, 90))`)
			if len(small) > 0 {
				t.Errorf("%s in %s: too small to hit: %v", path, lang, small)
			}
			foreign := ask[[]string](p, `performance.getEntriesByType("resource").map((e) => e.name).filter((n) => !n.startsWith(location.origin))`)
			if len(foreign) > 0 {
				t.Errorf("%s asks for %v", path, foreign)
			}
		}
	}
}
