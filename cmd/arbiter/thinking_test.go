package main

import (
	"net/http"
	"regexp"
	"slices"
	"testing"
	"time"

	"arbiter/cmd/arbiter/internal/app"
	"arbiter/companion/gamelog"
	"arbiter/engine/enginetest/tier"
)

// TestKilledInThought kills the program while a strong bot thinks. Started again, it lets
// the bot think anew: nothing is lost, and the game goes on.
func TestKilledInThought(t *testing.T) {
	tier.Test(t, tier.Crash, "two programs and a bot that thinks")
	tier.Unraced(t, "the program is a process of its own")
	t.Parallel()
	dir := t.TempDir()
	s := start(t, "--data", dir).owned()
	if status, said := s.form("start", "game", "high-council", "seat", "white", "seat", "red", "bot-red", "strong", "option", "dealt"); status != http.StatusOK {
		t.Fatalf("no game begins: %s", said)
	}
	var before []gamelog.Row
	for tries := 0; before == nil; tries++ {
		if tries == 20 {
			t.Fatal("it thinks faster than it can be killed")
		}
		s.ponders()
		// The bot begins to think; if it is done by now, once more and sooner.
		<-time.After(app.BotPause + max(0, 100-20*time.Duration(tries))*time.Millisecond)
		s.cmd.Process.Kill()
		s.cmd.Wait()
		if rows, _ := rowsIn(t, dir); !slices.ContainsFunc(rows[afterLast(rows, "white"):], byRed) {
			before = rows
		}
		as := s.as
		s = start(t, "--data", dir)
		s.as = as
	}
	s.ponders() // as soon as the bot has had its turn
	s.cmd.Process.Kill()
	s.cmd.Wait()
	after, _ := rowsIn(t, dir)
	if len(after) <= len(before) || !slices.Equal(story(after[:len(before)]), story(before)) {
		t.Fatalf("the game that was killed went otherwise: %d entries, then %d", len(before), len(after))
	}
	if !slices.ContainsFunc(after[len(before):], byRed) {
		t.Error("the bot has not gone on")
	}
}

func byRed(r gamelog.Row) bool { return r.By == "red" }

// afterLast is where the entries after the last one of a seat begin.
func afterLast(rows []gamelog.Row, seat string) int {
	for i := len(rows) - 1; i >= 0; i-- {
		if string(rows[i].By) == seat {
			return i + 1
		}
	}
	return 0
}

var versionOf = regexp.MustCompile(`data-version="([0-9]+)"`)

// ponders lets white ponder as soon as it may.
func (s *served) ponders() {
	s.Helper()
	for deadline := time.Now().Add(longestWait); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) { // until it is its turn
		found := versionOf.FindSubmatch(s.get("table"))
		if found == nil {
			continue
		}
		if status, _ := s.form("do", "seat", "white", "line", "white ponder", "version", string(found[1])); status == http.StatusOK {
			return
		}
	}
	s.Fatal("white never has a turn")
}
