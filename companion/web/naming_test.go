package web_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"arbiter/companion"
	"arbiter/companion/companiontest/chromium"
	"arbiter/companion/web"
	"arbiter/engine/castingshadows"
	"arbiter/hw"
	"arbiter/setups"
)

// unnamed is a tag that nobody has named.
func unnamed(t *testing.T, n byte) hw.UID {
	t.Helper()
	uid, err := hw.NewUID([]byte{4, 9, 9, 9, 9, 9, n})
	check(t, err)
	return uid
}

// namings are what a page offers as the name of the one card that it asks about: names that no
// other card has, behind one that is none, and those that another one has.
func (b *browser) namings(path string) (free, taken []string) {
	_, text := b.get(path)
	list := regexp.MustCompile(`(?s)<select id="name-\d+".*?</select>`).FindString(text)
	list, others, _ := strings.Cut(list, "<optgroup")
	option := regexp.MustCompile(`<option value="([^"]*)">`)
	for _, m := range option.FindAllStringSubmatch(list, -1) {
		free = append(free, m[1])
	}
	for _, m := range option.FindAllStringSubmatch(others, -1) {
		taken = append(taken, m[1])
	}
	return free, taken
}

// until asks a seat's page until it says something.
func (b *browser) until(path, says string) {
	b.t.Helper()
	var text string
	for deadline := time.Now().Add(chromium.Patience); time.Now().Before(deadline); time.Sleep(time.Millisecond) { // until the reader has told
		if _, text = b.get(path); strings.Contains(text, says) {
			return
		}
	}
	b.t.Fatalf("%s does not say %q\n%s", path, says, text)
}

// renames checks that a sentence on a seat's page stands beside a form that gives a tag a name,
// and that the name which the tag has is none of the free ones.
func (b *browser) renames(path, says string, uid hw.UID, has string) {
	b.t.Helper()
	b.until(path, says)
	_, text := b.get(path)
	if form := between(text, says, "</form>"); !strings.Contains(form, `action="/name"`) || !strings.Contains(form, `name="uid" value="`+uid.String()+`"`) {
		b.t.Errorf("beside %q no other name can be given\n%s", says, form)
	}
	if free, taken := b.namings(path); len(free) < 2 || slices.Contains(free, has) || !slices.Contains(taken, has) {
		b.t.Errorf("beside %q the card may be %q or %q", says, free, taken)
	}
}

// TestACardIsNamed: cards that nobody has taught are named while they are played. No name is
// proposed, and none that another card has stands among the others; whoever takes it all the
// same is told at once, and may name the card again.
func TestACardIsNamed(t *testing.T) {
	t.Parallel()
	h := newHouse(t, func(o *web.Opts) {
		for i := range o.Rig.Readers {
			o.Rig.Readers[i].Virtual = false
		}
	})
	h.begin("Ana", "Ben")
	h.play("purple pass", "red pass")
	ana := h.browser().sit("purple")
	if _, text := ana.get("/seat/purple"); !strings.Contains(between(text, `<form id="ask"`, "</form>"), "<b>Lay a card on each field</b><small></small>") {
		t.Errorf("whoever has readers is not told to lay cards, or to wait for others who plan, too\n%s", text)
	}
	first, second := unnamed(t, 1), unnamed(t, 2)
	h.cards.readers["purple-1"].Place(first)
	ana.until("/seat/purple", `value="`+first.String()+`"`)
	if free, taken := ana.namings("/seat/purple"); len(free) != 7 || free[0] != "" || len(taken) > 0 {
		t.Errorf("the first card may be %q or %q", free, taken)
	}
	ana.no(409, "/name", "seat", "purple", "uid", first.String(), "card", "")
	ana.ok("/name", "seat", "purple", "uid", first.String(), "card", "purple discover")
	ana.until("/seat/purple", `value="purple take-back 1 discover"`)
	h.cards.readers["purple-2"].Place(second)
	ana.until("/seat/purple", `value="`+second.String()+`"`)
	if free, taken := ana.namings("/seat/purple"); slices.Contains(free, "purple discover") || !slices.Equal(taken, []string{"purple discover"}) {
		t.Errorf("the second card may be %q or %q", free, taken)
	}
	ana.ok("/name", "seat", "purple", "uid", second.String(), "card", "purple discover")
	ana.renames("/seat/purple", "Ana: two cards are called Discover; say which one lies on Field 2", second, "purple discover")
	if _, text := h.browser().sit("red").get("/seat/red"); !strings.Contains(text, "Ana: two cards have the same name") || strings.Contains(text, "called Discover") {
		t.Errorf("the other seat reads which card it is, or nothing\n%s", text)
	}
	ana.ok("/name", "seat", "purple", "uid", second.String(), "card", "purple colonize")
	ana.until("/seat/purple", `value="purple take-back 2 colonize"`)
	ana.ok("/which", "seat", "purple") // so a name is found to be wrong, and given anew, later on
	third := unnamed(t, 3)
	check(t, h.table.Name(t.Context(), third.String(), []string{"purple", "tower"}))
	h.cards.readers["purple-3"].Place(third)
	ana.renames("/seat/purple", "This card is: Found a colony.", third, "purple tower")
	ana.ok("/name", "seat", "purple", "uid", third.String(), "card", "purple harvest")
	ana.until("/seat/purple", "This card is: Harvest.")
}

// spellBooks is Casting Shadows at a table of two, where people roll and pay themselves; kit has
// the first turn, or frill.
func spellBooks(t *testing.T) (h *house, turn, other *browser, seat, waits string) {
	t.Helper()
	rig, err := setups.LoadRig("virtual-casting")
	check(t, err)
	offers, err := companion.Offers(castingshadows.Game)
	check(t, err)
	h = build(t, rig, offers)
	turn, other = h.browser(), h.browser()
	turn.ok("/start", "game", "casting-shadows", "way", "table")
	turn.ok("/lobby", "option", "tracks-book")
	other.ok("/join", "code", h.web.Invitation().Code)
	other.ok("/claim", "seat", "frill")
	turn.ok("/lobby", "begin", "1")
	if _, text := turn.get("/seat/kit"); strings.Contains(text, "<b>Waiting for") {
		return h, other, turn, "frill", "kit"
	}
	return h, turn, other, "kit", "frill"
}

// TestWhoWaitsIsOfferedNothingAtOnce: whoever waits for another seat may tell of damage, by a
// button that says so; no number stands there without words, and nothing is the main button.
// That of the other seat says what it does.
func TestWhoWaitsIsOfferedNothingAtOnce(t *testing.T) {
	t.Parallel()
	_, turn, other, seat, waits := spellBooks(t)
	_, text := other.get("/seat/" + waits)
	ask := between(text, `<form id="ask"`, "</form>")
	for _, want := range []string{"<b>Waiting for", "Take … damage</button>", `id="go" name="line" value="" hidden`} {
		if !strings.Contains(ask, want) {
			t.Errorf("%s lacks %q:\n%s", waits, want, ask)
		}
	}
	if regexp.MustCompile(`<div class="stepper[^>]*"[^>]*>`).FindString(text) != "" && !regexp.MustCompile(`<div class="stepper[^>]* hidden`).MatchString(text) {
		t.Errorf("%s is asked for a number without a question", waits)
	}
	_, text = turn.get("/seat/" + seat)
	if ask := between(text, `<form id="ask"`, "</form>"); !strings.Contains(ask, `value="`+seat+` act">Use an action</button>`) {
		t.Errorf("the main button of %s does not say what it does:\n%s", seat, ask)
	}
}

// TestACopyIsNamed: of cards that look alike a page offers one name, and takes for it the first of
// them that has no tag.
func TestACopyIsNamed(t *testing.T) {
	t.Parallel()
	h, b, _, seat, _ := spellBooks(t)
	for n := byte(1); n <= 2; n++ {
		uid := unnamed(t, n)
		h.cards.readers[seat].Place(uid)
		b.until("/seat/"+seat, `value="`+uid.String()+`"`)
		free, _ := b.namings("/seat/" + seat)
		if copies := slices.DeleteFunc(slices.Clone(free), func(s string) bool { return !strings.HasPrefix(s, "fatal-fronds") }); len(copies) != 1 || copies[0] != "fatal-fronds-"+string('0'+n) {
			t.Fatalf("card %d may be %q", n, free)
		}
		b.ok("/name", "seat", seat, "uid", uid.String(), "card", "fatal-fronds-"+string('0'+n))
		h.cards.readers[seat].Lift(uid)
	}
}
