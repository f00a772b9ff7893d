package web_test

import (
	"fmt"
	"strings"
	"testing"
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
