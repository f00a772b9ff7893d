package web_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"arbiter/companion"
	"arbiter/engine/enginetest/tier"
)

// The end tells how far the game went and how long it took, to a seat and on a television;
// while it goes on nothing does.
func TestTheEndTellsHowLong(t *testing.T) {
	t.Parallel()
	e, _ := perform(&gallery{T: t}, "casting-shadows", castingTables[0], "no-clock")
	b := e.browser()
	if _, text := b.get("/table"); strings.Contains(text, " min<") || strings.Contains(text, " turns<") {
		t.Errorf("it tells so before the end:\n%s", text)
	}
	for !e.over() && e.step() {
	}
	snap, err := e.table.Snapshot(t.Context(), "")
	check(t, err)
	times, err := pastGames{e.store}.Times(snap.GameID)
	check(t, err)
	turns, took := 0, len(times)-2 // a minute each, and then a pause
	fmt.Sscanf(snap.View.Stage[0].String(), "Turn %d", &turns)
	length := fmt.Sprintf("%d turns", turns)
	lasted := fmt.Sprintf("%d h %d min", took/60, took%60)
	check(t, e.release("kit"))
	b.sit("kit")
	for path, want := range map[string]string{"/seat/kit": `<p class="lasted"><span>` + length + "</span><span>" + lasted + "</span></p>", "/table": `<b class="when">` + length + "</b>"} {
		if _, text := b.get(path); turns < 2 || !strings.Contains(text, want) || !strings.Contains(text, "<span>"+lasted+"</span>") {
			t.Errorf("%s does not say %s, %s:\n%s", path, length, lasted, text)
		}
	}
}

// The end of Council of Shadows leads to the round in which the winner took the lead, from
// its first step on.
func TestTheEndLeadsToItsTurn(t *testing.T) {
	tier.Unraced(t, "one request after the other")
	t.Parallel()
	e, _ := perform(&gallery{T: t}, "council-of-shadows", fourSeats[:2])
	for !e.over() && e.step() {
	}
	check(t, e.release("purple"))
	b := e.browser()
	b.sit("purple")
	_, end := b.get("/seat/purple")
	found := regexp.MustCompile(`id="watch-turning" href="(/games/[^"]*\?round=(\d+))#play"`).FindStringSubmatch(end)
	if found == nil {
		t.Fatalf("the end does not lead there:\n%s", part(end, "board"))
	}
	at := func(path string) string {
		_, text := b.get(path)
		return regexp.MustCompile(`data-at="(\d+)" data-last="\d+"`).FindStringSubmatch(text)[1]
	}
	first := at(found[1])
	_, text := b.get(strings.SplitN(found[1], "?", 2)[0] + "?at=" + first)
	if round := "Round " + found[2]; !strings.Contains(text, `<p class="stage muted">`+round) {
		t.Errorf("step %s is not in %s", first, round)
	}
	_, before := b.get(fmt.Sprintf("%s?at=%d", strings.SplitN(found[1], "?", 2)[0], atoi(t, first)-1))
	if strings.Contains(before, `<p class="stage muted">Round `+found[2]) {
		t.Errorf("the step before %s is in the same round", first)
	}
	if got := at(strings.SplitN(found[1], "?", 2)[0] + "?round=99"); got == first {
		t.Error("a round that never was begins there, too")
	}
}

// A game that is over is over: nobody has to put it away. It has its result, all is told of it,
// and the next one can begin; until then its end can be taken back, to which everybody agrees.
func TestAGameThatIsOverIsOver(t *testing.T) {
	tier.Unraced(t, "one request after the other")
	t.Parallel()
	h := broadcast{game: "high-council", seats: []string{"white", "red"}}.finished(t)
	white, red := h.browser().sit("white"), h.browser().sit("red")
	id := h.store.Games()[0].ID
	result := h.store.Games()[0].Result
	if result == "" || result == companion.Abandoned {
		t.Fatalf("the game was kept with the result %q", result)
	}
	for path, want := range map[string]string{"/seat/white": `id="look-back"`, "/": `action="/start"`, "/games": "won by", "/games/" + id + "/replay?all=1": `name="all" value="1"`} {
		if _, text := white.get(path); !strings.Contains(text, want) || strings.Contains(text, `action="/close"`) {
			t.Errorf("%s of a game that is over lacks %s, or has to be closed:\n%s", path, want, text)
		}
	}
	white.ok("/undo", "seat", "white", "version", h.version("white"))
	if _, text := red.get("/seat/red"); !strings.Contains(text, "wants to take back the end of the game") || h.store.Games()[0].Result != result {
		t.Errorf("red is not asked before the end is taken back:\n%s", part(text, "sheet"))
	}
	red.ok("/undo", "seat", "red", "version", h.version("red"))
	if got := h.store.Games()[0]; got.Done {
		t.Errorf("the end that was taken back is kept with the result %q", got.Result)
	}
	if _, text := white.get("/games/" + id + "/replay?all=1"); strings.Contains(text, `name="all" value="1"`) {
		t.Error("what is hidden is shown of a game that goes on")
	}
	white.no(http.StatusConflict, "/start", "game", "high-council", "way", "friends")
}
