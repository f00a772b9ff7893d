package web_test

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"arbiter/companion/web"
	"arbiter/companion/web/session"
)

// Who knows the digits alone spoils no evening: the chain unplug, rename, depose, end
// is refused from its first step to its last. The controls are those who may.
func TestTheDigitsSpoilNothing(t *testing.T) {
	h, who := party(t)
	code := h.web.Invitation().Code
	chain := []struct {
		path string
		form []string
		may  string
	}{
		{"/noise", []string{"percent", "100"}, "owner"},
		{"/games/players", []string{"from", "Ana", "to", "Eve"}, "owner"},
		{"/learn", []string{"game", "council-of-shadows", "do", "want"}, "owner"},
		{"/renew", []string{"code", code}, "host"},
		{"/finish", []string{"code", code}, "owner"},
	}
	for _, step := range chain {
		for _, name := range []string{"guest", "red"} {
			who[name].no(http.StatusForbidden, step.path, step.form...)
		}
	}
	if snap, err := h.table.Snapshot(t.Context(), ""); err != nil || snap.GameID == "" || len(snap.Notices) > 0 {
		t.Errorf("the game was spoiled: %+v %v", snap.Notices, err)
	}
	for _, step := range chain {
		who[step.may].ok(step.path, step.form...)
	}
}

// A game that was ended goes on, also after a restart of the pages, until another has
// begun; meanwhile it tells no more than before.
func TestAnEndedGameGoesOn(t *testing.T) {
	h := newHouse(t)
	ana := h.browser()
	ana.ok("/start", "game", "council-of-shadows", "seat", "purple", "seat", "red", "order", "listed")
	ana.no(http.StatusConflict, "/reopen")
	h.play("purple pass", "red pass", "purple plan 1 discover")
	ana.no(http.StatusConflict, "/close") // it is not over
	ana.ok("/finish")
	if _, text := h.browser().get("/"); strings.Contains(text, `action="/reopen"`) {
		t.Error("a stranger is offered to let the game go on")
	}
	if _, text := ana.get("/"); !strings.Contains(text, `action="/reopen"`) {
		t.Errorf("the host is not offered to let the game go on:\n%s", text)
	}
	h.browser().no(http.StatusForbidden, "/reopen")
	ana.ok("/reopen")
	ana.sit("purple").ok("/do", "seat", "purple", "version", "3", "line", "purple plan 2 harvest")
	ana.ok("/finish")
	h.owner().ok("/reopen")
	ana.ok("/finish")
	ana.ok("/start", "game", "council-of-shadows", "seat", "green", "order", "listed")
	ana.ok("/finish")
	ana.ok("/reopen")
	if games := h.store.Games(); games[0].Result != "abandoned" || games[1].Result != "" {
		t.Errorf("results %q and %q, want the first game abandoned for good", games[0].Result, games[1].Result)
	}
}

// A keyring remembers whose browsers are the owner's.
type keyring struct {
	marks []string
	err   error
}

func (k *keyring) Owners() ([]string, error) { return k.marks, k.err }
func (k *keyring) KeepOwners(marks []string) error {
	k.marks = slices.Clone(marks)
	return k.err
}

// A new device belongs to the first browser that asks within an hour, and to nobody else without
// the code: not to the second one, not later, not once it had an owner, and not where games were
// played before.
func TestTheFirstOwner(t *testing.T) {
	c := &clock{now: time.Date(2026, 11, 21, 20, 0, 0, 0, time.UTC)}
	device := func(fresh bool, ring *keyring) *house {
		return newHouse(t, func(o *web.Opts) {
			o.Program.Now, o.Owner.Proof.Store, o.Owner.Proof.Fresh = c.read, ring, fresh
		})
	}
	offered := func(h *house) bool {
		_, text := h.browser().get("/own")
		return strings.Contains(text, `id="own-first"`)
	}
	ring := &keyring{}
	h := device(true, ring)
	if !offered(h) {
		t.Error("a new device is not offered")
	}
	first := h.browser()
	first.ok("/own", "first", "1", "back", "/games/players")
	if status, _ := first.get("/games/players"); status != http.StatusOK {
		t.Errorf("the first owner: %d", status)
	}
	if offered(h) {
		t.Error("a device with an owner is offered")
	}
	h.browser().no(http.StatusConflict, "/own", "first", "1")
	first.ok("/own", "leave", "1")
	h.browser().no(http.StatusConflict, "/own", "first", "1")
	device(true, ring).browser().no(http.StatusConflict, "/own", "first", "1") // after a restart
	device(false, &keyring{}).browser().no(http.StatusConflict, "/own", "first", "1")
	taken := device(true, &keyring{})
	stranger, owner := taken.browser(), taken.browser()
	stranger.ok("/own", "first", "1")
	owner.ok("/own", "code", ownersCode)
	for b, want := range map[*browser]int{stranger: http.StatusForbidden, owner: http.StatusOK} {
		if status, _ := b.get("/games/players"); status != want {
			t.Errorf("after the code was typed: %d, want %d", status, want)
		}
	}
	late := device(true, &keyring{})
	c.pass(session.FirstLasts)
	if offered(late) {
		t.Error("a device is offered after an hour")
	}
	late.browser().no(http.StatusConflict, "/own", "first", "1")
}

// The owner proves it with the code or the link, once; wrong codes are counted, and
// neither the digits nor nothing is the code.
func TestTheOwnerProvesIt(t *testing.T) {
	c := &clock{now: time.Date(2026, 11, 21, 20, 0, 0, 0, time.UTC)}
	ring := &keyring{}
	change := func(o *web.Opts) { o.Program.Now, o.Owner.Proof.Store = c.read, ring }
	h := newHouse(t, change)
	b := h.browser()
	for _, wrong := range []string{"", h.web.Invitation().Code, "OWNERCODE2", "OWNERCODE77"} {
		b.no(http.StatusForbidden, "/own", "code", wrong)
	}
	if status, _ := b.get("/games/players"); status != http.StatusForbidden {
		t.Errorf("nobody's browser reads the page for the owner: %d", status)
	}
	b.ok("/own", "code", " ownerc ode7")
	if status, text := b.get("/games/players"); status != http.StatusOK {
		t.Errorf("the owner's browser: %d %s", status, text)
	}
	if len(ring.marks) != 1 || strings.Contains(ring.marks[0], ownersCode) {
		t.Errorf("kept: %q, want one mark", ring.marks)
	}
	again, err := web.New(h.opts)
	check(t, err)
	if !web.Owns(again, web.TokenOf(b.client.Jar, h.url)) {
		t.Error("after a restart the browser is not the owner's any more")
	}
	b.ok("/own", "leave", "1")
	if status, _ := b.get("/games/players"); status != http.StatusForbidden || len(ring.marks) != 0 {
		t.Errorf("who has left is still the owner: %d", status)
	}
	link := h.browser()
	for range 10 { // as a picture on another site has browsers ask
		link.get("/o/WRONGWRONG")
	}
	link.no(http.StatusForbidden, "/own", "code", "WRONGWRONG")
	link.no(http.StatusTooManyRequests, "/own", "code", "OWNERCODE3")
	c.pass(11 * time.Minute)
	if status, text := link.get("/o/" + ownersCode); status != http.StatusOK || !strings.Contains(text, `id="arrive"`) {
		t.Errorf("the link: %d %s", status, text)
	}
	if status, _ := link.get("/games/players"); status != http.StatusForbidden {
		t.Error("who only looked at the link is the owner")
	}
	link.ok("/own", "code", ownersCode, "back", "/")
	if status, _ := link.get("/o/" + ownersCode); status != http.StatusSeeOther {
		t.Errorf("the link of who is the owner: %d", status)
	}
	if status, _ := link.get("/games/players"); status != http.StatusOK {
		t.Error("the link makes nobody the owner")
	}
	ring.err = errors.New("no room")
	if status, _ := h.browser().post("/own", "code", ownersCode); status != http.StatusInternalServerError {
		t.Errorf("what cannot be kept is promised: %d", status)
	}
	if _, err := web.New(h.opts); err == nil {
		t.Error("owners that cannot be read are taken for none")
	}
	nobody := newHouse(t, func(o *web.Opts) { o.Owner.Proof = session.Owner{} })
	nobody.browser().no(http.StatusForbidden, "/own", "code", "")
}

// The code that a panel shows makes one browser the owner's, within two minutes; that
// somebody asks for it everybody is told.
func TestThePanelProvesTheOwner(t *testing.T) {
	h, c := closed(t)
	h.host()
	stranger, b, second := h.browser(), h.browser(), h.browser()
	stranger.no(http.StatusForbidden, "/proof")
	b.ok("/join", "code", h.web.Invitation().Code)
	if h.web.Proof() != "" {
		t.Error("the panel shows a code unasked")
	}
	b.ok("/proof")
	b.no(http.StatusConflict, "/proof") // it shows one
	code := h.web.Proof()
	if len(code) != 6 || !h.told(stranger, "Somebody wants to be the owner of this device; the panel shows a code.", "Somebody wants to be the owner of this device; the panel shows a code.") {
		t.Errorf("the code is %q, or nobody is told", code)
	}
	for _, path := range []string{"/own", "/table", "/"} {
		if _, text := b.get(path); strings.Contains(text, code) {
			t.Errorf("%s shows the code of the panel", path)
		}
	}
	b.ok("/own", "code", code)
	second.no(http.StatusForbidden, "/own", "code", code) // it works once
	second.ok("/own", "code", ownersCode)
	b.ok("/proof")
	code = h.web.Proof()
	c.pass(2 * time.Minute)
	web.Consider(h.web)
	if h.web.Proof() != "" {
		t.Error("the panel shows the code for ever")
	}
	h.browser().no(http.StatusForbidden, "/own", "code", code)
	if snap, err := h.table.Snapshot(t.Context(), ""); err != nil || len(snap.Notices) > 0 {
		t.Errorf("everybody is told for ever: %+v %v", snap.Notices, err)
	}
	bare := newHouse(t)
	bare.browser().no(http.StatusBadRequest, "/proof") // there is no panel
}
