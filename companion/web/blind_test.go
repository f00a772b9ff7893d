package web_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"arbiter/companion/companiontest/chromium"
	"arbiter/companion/companiontest/seatpage"
	"arbiter/engine/enginetest/tier"

	"github.com/chromedp/chromedp/kb"
)

// A round is played blind: with the keyboard, and by what a screen reader finds and is
// told. The page of everybody, which may speak through one loudspeaker for all, tells
// nothing that is not open.
func TestARoundByEar(t *testing.T) {
	tier.Long(t, tier.Pages, "a whole round by keyboard and what is read out")
	t.Parallel()
	h := onScreen(t, 1)
	chrome := browse(t, true)
	b := &blind{typist: typist{Page: chrome.Page(t, h.url, "en", 390, 844)}, h: h}
	b.Open("/")
	b.enter(b.named("button", "Play now"))
	b.Until(`location.pathname === "/seat/purple" && document.readyState === "complete"`)
	b.listen()
	table := chrome.Page(t, h.url, "en", 1920, 1080)
	table.Open("/table")
	aloud(table)
	for n := 0; ; n++ {
		snap := h.asked(b.Page, "purple")
		if snap.View.Round() > 1 {
			break
		}
		if n == 60 {
			t.Fatal("the round does not end")
		}
		b.hark()
		if snap.View.Phase == "plan" {
			b.quiet(table)
		}
		b.act()
	}
	if spoken := chromium.Ask[int](table, "window.spoken.length"); b.cards == 0 || b.told == 0 || spoken == 0 {
		t.Errorf("%d cards were heard, %d prompts told, %d sentences spoken at the table: this proves nothing", b.cards, b.told, spoken)
	}
	for _, p := range []*chromium.Page{b.Page, table} {
		if said := p.Console(); len(said) > 0 {
			t.Errorf("the browser complains: %v", said)
		}
	}
	t.Logf("%d keys, %d cards heard, %d prompts told", b.presses, b.cards, b.told)
}

// Somebody blind knows of a page what its tree says and what was told.
type blind struct {
	typist
	h           *house
	cards, told int
	prompt      string // the last one
}

// listen notes what the page tells from now on, one list for each moment.
func (b *blind) listen() {
	b.Helper()
	chromium.Ask[bool](b.Page, `window.told = [], new MutationObserver((all) => {
		const lines = all.flatMap((m) => [...m.addedNodes]).map((e) => e.textContent.trim()).filter(Boolean);
		if (lines.length > 0) window.told.push(lines);
	}).observe(document.querySelector("#part-news"), { childList: true }), true`)
}

// hark judges what can be heard of the page now.
func (b *blind) hark() {
	b.Helper()
	if prompt := b.Text("#ask .say b"); prompt != b.prompt { // what is new is told once it has been quiet
		if b.prompt != "" {
			b.Until(fmt.Sprintf(`window.told.flat().includes(%q)`, prompt))
			b.told++
		}
		b.prompt = prompt
	}
	focus := chromium.Ask[string](b.Page, `(document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent).trim()`)
	for _, lines := range chromium.Ask[[][]string](b.Page, `window.told.splice(0)`) {
		for i, line := range lines {
			if slices.Contains(lines[:i], line) || line == focus {
				b.Errorf("%q is said twice in a moment: %q, with the focus on %q", line, lines, focus)
			}
		}
	}
	tree := b.Tree()
	for _, fault := range unheard(tree) {
		b.Error(fault)
	}
	for _, x := range tree {
		if x.Role == "button" && slices.Contains(x.Under, "Hand") {
			b.cards++
		}
	}
}

// A card is heard with its name, what it consumes, what it does, and where that was read.
var heardCard = regexp.MustCompile(`^\S.+, consumption -?\d+(, costs .+)?\. .+\. Consumption: [^.]+$`)

// controls are what people press or fill.
var controls = []string{"button", "link", "textbox", "spinbutton", "radio", "checkbox", "combobox", "slider", "DisclosureTriangle", "DisclosureTriangleGrouped"}

// unheard lists what is wrong with what a screen reader finds: a control without a name,
// a card that does not tell what it is, fields before the hand, a second region that
// tells what is new, a sentence that stands there twice.
func unheard(tree []chromium.Heard) (all []string) {
	hand, fields := -1, -1
	lines, live := map[string]int{}, 0
	for i, x := range tree {
		switch {
		case x.Name == "Hand":
			hand = i
		case x.Name == "Your fields":
			fields = i
		}
		if slices.Contains(controls, x.Role) && x.Name == "" {
			all = append(all, "without a name: "+x.Role+" in "+strings.Join(x.Under, ", "))
		}
		if x.Role == "button" && slices.Contains(x.Under, "Hand") && !heardCard.MatchString(x.Name) {
			all = append(all, "a card is heard as "+x.Name)
		}
		if x.Region && x.Live == "polite" {
			live++
		}
		if x.Live == "" && len(strings.Fields(x.Name)) > 4 && (x.Role == "StaticText" || strings.HasSuffix(x.Name, ".")) {
			lines[x.Name]++
		}
	}
	if hand >= 0 && fields >= 0 && fields < hand {
		all = append(all, "the fields come before the hand")
	}
	if live != 1 {
		all = append(all, fmt.Sprintf("%d regions tell what is new", live))
	}
	for line, n := range lines {
		if n > 1 {
			all = append(all, fmt.Sprintf("%d times in reading order: %s", n, line))
		}
	}
	return all
}

// named is the name of the first control with a role whose name begins so.
func (b *blind) named(role, begins string) string {
	b.Helper()
	for _, x := range b.Tree() {
		if x.Role == role && strings.HasPrefix(x.Name, begins) {
			return x.Name
		}
	}
	b.Fatalf("a screen reader finds no %s %q", role, begins)
	return ""
}

// enter tabs to the control with a name, and presses Enter.
func (b *blind) enter(name string) {
	b.Helper()
	chromium.Ask[bool](b.Page, fmt.Sprintf(`(() => {
		const bare = (text) => (text ?? "").replace(/\s/g, "");
		for (const e of document.querySelectorAll("[data-aim]")) delete e.dataset.aim;
		const e = [...document.querySelectorAll("button, summary, a")].find((e) => e.checkVisibility() && bare(e.getAttribute("aria-label") ?? e.textContent) === bare(%q));
		if (e) e.dataset.aim = "";
		return true;
	})()`, name))
	b.reach("[data-aim]")
	b.press(kb.Enter)
}

// act does what comes next: lays a card, does what the prompt proposes, or takes the
// first of the other ways.
func (b *blind) act() {
	b.Helper()
	version := chromium.Ask[string](b.Page, `document.body.dataset.version`)
	tree := b.Tree()
	first := func(fits func(chromium.Heard) bool) string {
		if i := slices.IndexFunc(tree, fits); i >= 0 {
			return tree[i].Name
		}
		return ""
	}
	card := first(func(x chromium.Heard) bool { return x.Role == "button" && slices.Contains(x.Under, "Hand") })
	free := first(func(x chromium.Heard) bool { return x.Role == "button" && strings.HasSuffix(x.Name, ": empty") })
	proposed := b.Text("#go:not([hidden])")
	switch {
	case card != "" && free != "" && seatpage.First(b.Page, "purple plan") != "":
		b.enter(card)
	case proposed != "":
		b.enter(b.named("button", proposed))
	default:
		b.enter(b.named("DisclosureTriangleGrouped", "Other ways"))
		b.Until(`document.querySelector("#drawer-moves").open`)
		tree = b.Tree()
		from := slices.IndexFunc(tree, func(x chromium.Heard) bool { return x.Role == "heading" && x.Name == "What you can do" })
		tree = tree[max(0, from):]
		b.enter(first(func(x chromium.Heard) bool { return x.Role == "button" }))
	}
	b.Until(fmt.Sprintf(`document.body.dataset.version !== %q || !document.querySelector("#refusal").hidden`, version))
	if text := b.Text("#refusal"); text != "" {
		b.Fatalf("refused: %s", text)
	}
}

// aloud lets a page read aloud, and keeps what it says.
func aloud(p *chromium.Page) {
	p.Helper()
	chromium.Ask[bool](p, `window.spoken = [], speechSynthesis.speak = (words) => window.spoken.push(words.text), wish("speech", true), true`)
}

// quiet complains of a page that everybody hears if it has told which cards are planned.
func (b *blind) quiet(table *chromium.Page) {
	b.Helper()
	spoken := chromium.Ask[string](table, `window.spoken.join("\n")`) + "\n" + chromium.Ask[string](table, `document.querySelector("#part-news").textContent`)
	for _, name := range chromium.Ask[[]string](b.Page, `[...document.querySelectorAll(".dock .thing .nm")].map((e) => e.textContent.replaceAll("\u00ad", ""))`) {
		if strings.Contains(spoken, name) {
			b.Errorf("the loudspeaker of the table says %q: %s", name, spoken)
		}
	}
}

// The controls: each fault that a screen reader would meet is noticed.
func TestUnheardIsNoticed(t *testing.T) {
	tier.Test(t, tier.Pages, "a browser")
	t.Parallel()
	h := onScreen(t, 1)
	p := browse(t, true).Page(t, h.url, "en", 390, 844)
	p.Open("/")
	p.Click("#way-alone")
	p.Until(`location.pathname === "/seat/purple" && document.readyState === "complete"`)
	carryOut(p, h.asked(p, "purple"), "purple pass")
	h.asked(p, "purple")
	if all := unheard(p.Tree()); len(all) > 0 {
		t.Errorf("the page as it is: %q", all)
	}
	for _, c := range []struct{ script, want string }{
		{`document.querySelector("#go").hidden = false, document.querySelector("#go").innerHTML = ""`, "without a name: button"},
		{`document.querySelector(".hand .thing").setAttribute("aria-label", "Discover")`, "a card is heard as Discover"},
		{`document.querySelector(".dock").append(document.querySelector(".hand"))`, "before the hand"},
		{`document.querySelector("#part-ask").setAttribute("aria-live", "polite")`, "2 regions"},
		{`document.querySelector("#part-purse").append(...[1, 2].map(() => document.querySelector("#ask .say").cloneNode(true)))`, "2 times"},
	} {
		chromium.Ask[bool](p, c.script+", true")
		if all := strings.Join(unheard(p.Tree()), "\n"); !strings.Contains(all, c.want) {
			t.Errorf("after %s: %q, want %q", c.script, all, c.want)
		}
	}
}
