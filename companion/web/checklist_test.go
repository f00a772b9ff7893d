package web_test

import (
	"errors"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"arbiter/companion"
	"arbiter/companion/web"
	"arbiter/companion/web/page"
	"arbiter/engine/castingshadows"
	"arbiter/engine/councilofshadows"
	"arbiter/engine/enginetest/tier"
	"arbiter/engine/highcouncil"
	"arbiter/setups"
)

// The setup of the cardboard is ticked on any phone, step by step: every page shows it, it
// stays when a page is loaded anew, it is no part of the game, and the next game has a
// setup of its own.
func TestSetupIsTicked(t *testing.T) {
	tier.Unraced(t, "one request after the other; many meet in TestOneHostilePhone")
	t.Parallel()
	h := newHouse(t)
	h.begin()
	snap, err := h.table.Snapshot(t.Context(), "")
	check(t, err)
	ana, ben, host := h.browser().sit("purple"), h.browser(), h.browser()
	ticked := func(step string) (on int) {
		for path, b := range map[string]*browser{"/seat/purple": ana, "/setup": ben, "/table": host} {
			_, text := b.get(path)
			if strings.Contains(text, `aria-checked="true" value="`+step+` open"`) {
				on++
			} else if !strings.Contains(text, `aria-checked="false" value="`+step+` done"`) {
				t.Errorf("%s has no step %s", path, step)
			}
		}
		return on
	}
	if ticked("2") != 0 {
		t.Error("a step is ticked before anybody did it")
	}
	for range 2 { // a tap that is sent twice does it once
		ana.ok("/setup", "step", "2 done")
	}
	if ticked("2") != 3 || ticked("1") != 0 {
		t.Error("what was ticked on one page is not on all of them")
	}
	ben.ok("/setup", "step", "2 open")
	if ticked("2") != 0 {
		t.Error("a tick cannot be taken away on another phone")
	}
	ana.ok("/setup", "step", "2 done")
	for _, step := range []string{"", "0 done", "99 done", "2 perhaps", "two done"} {
		ana.no(http.StatusBadRequest, "/setup", "step", step)
	}
	after, err := h.table.Snapshot(t.Context(), "")
	check(t, err)
	if after.Version != snap.Version || len(after.Log) != len(snap.Log) {
		t.Error("a tick stands in the log")
	}
}

// Each step of the setup of each game has a picture of what is laid out; people at a table stand only
// beside what is about people.
func TestSetupHasPictures(t *testing.T) {
	t.Parallel()
	offers, err := companion.Offers(councilofshadows.Game, highcouncil.Game, castingshadows.Game)
	check(t, err)
	h := build(t, setups.Rig{}, offers)
	for _, o := range offers {
		drawn := map[string]int{}
		for _, count := range o.Counts {
			g := companion.NewGame{Game: o.Game.Name, Box: o.Box}
			for _, seat := range o.Seats[:count] {
				g.Seats = append(g.Seats, companion.Seating{Seat: seat})
			}
			for _, step := range h.table.Checklist(t.Context(), g) {
				picture := page.SettingPicture(step)
				if drawn[picture]++; picture == "people" && !regexp.MustCompile(`begins|Sit around|Agree`).MatchString(step.Format) {
					t.Errorf("%s: no picture of %q", o.Game.Name, step.Format)
				}
			}
		}
		if len(drawn) < 4 {
			t.Errorf("%s: only these pictures: %v", o.Game.Name, drawn)
		}
		t.Log(o.Game.Name, drawn)
	}
	b := h.browser()
	b.ok("/start", "game", "council-of-shadows", "way", "table")
	if _, text := b.get("/table"); strings.Count(text, `<svg class="setting"`) < 10 {
		t.Errorf("the lobby shows no pictures\n%s", text)
	}
}

// keptTicks is a store of ticks whose disk may fail.
type keptTicks struct {
	game  string
	steps []int
	err   error
}

func (k *keptTicks) Ticks() (string, []int, error) { return k.game, k.steps, k.err }

func (k *keptTicks) KeepTicks(game string, steps []int) error {
	if k.err == nil {
		k.game, k.steps = game, steps
	}
	return k.err
}

// What is ticked is still ticked after a restart, and of another game nothing. Steps that
// no setup has, and a store that fails, hurt nobody.
func TestTicksOutliveARestart(t *testing.T) {
	tier.Unraced(t, "one request after the other; many meet in TestOneHostilePhone")
	t.Parallel()
	store := &keptTicks{game: "another", steps: []int{0, 1, 2}}
	h := newHouse(t, func(o *web.Opts) { o.Kept.Ticks = store })
	h.begin()
	ticked := func() (on string) {
		for _, step := range []string{"1", "2", "3"} {
			if _, text := h.browser().get("/setup"); strings.Contains(text, `aria-checked="true" value="`+step+` open"`) {
				on += step
			}
		}
		return on
	}
	restart := func() {
		t.Helper()
		var err error
		h.web, err = web.New(h.opts)
		check(t, err)
		h.serve()
	}
	if on := ticked(); on != "" {
		t.Errorf("of another game %s are ticked", on)
	}
	b := h.browser()
	for _, step := range []string{"1 done", "3 done", "2 done", "1 open"} {
		b.ok("/setup", "step", step)
	}
	restart()
	if on := ticked(); on != "23" {
		t.Errorf("after a restart %q are ticked, want 2 and 3", on)
	}
	store.steps = []int{-7, 1, 1 << 40}
	restart()
	if on := ticked(); on != "2" {
		t.Errorf("beside steps that nobody has %q are ticked, want 2", on)
	}
	store.err = errors.New("no disk")
	restart()
	h.browser().ok("/setup", "step", "3 done")
	if on := ticked(); !strings.Contains(on, "3") {
		t.Errorf("without a disk %q are ticked, want 3 among them", on)
	}
}

// Whoever asks how to set up is led on: a guest to the game, the owner to what the device
// lacks, in the language of the phone.
func TestSetupLeads(t *testing.T) {
	tier.Unraced(t, "one request after the other; many meet in TestOneHostilePhone")
	t.Parallel()
	h := newHouse(t, func(o *web.Opts) { o.Owner.Rigs = chosen(t) })
	guest, owner := h.browser(), h.owner()
	lead := func(b *browser, with, without []string) {
		t.Helper()
		status, text := b.get("/setup")
		for _, want := range with {
			if status != http.StatusOK || !strings.Contains(text, want) {
				t.Errorf("status %d, the page lacks %q:\n%s", status, want, text)
			}
		}
		for _, no := range without {
			if strings.Contains(text, no) {
				t.Errorf("the page has %q", no)
			}
		}
	}
	lead(guest, []string{"No game is on the table yet.", `id="to-start"`, `id="to-own"`}, []string{`id="to-rig"`, `name="step"`})
	lead(owner, []string{`id="to-rig"`}, []string{`id="to-own"`})
	guest.german()
	lead(guest, []string{"<h1>Aufbau</h1>", "Es liegt noch kein Spiel auf dem Tisch."}, nil)
	h.begin()
	lead(guest, []string{`aria-checked="false" value="1 done"`, `id="to-table"`}, []string{`id="to-start"`})
}
