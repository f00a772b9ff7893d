package spectator

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"arbiter/companion"
	"arbiter/engine"
)

func shot(game string, round, version int) companion.Snapshot {
	s := companion.Snapshot{GameID: game, Version: version}
	s.View.Stage = []engine.Text{engine.Say("Round %d", round)}
	return s
}

// seen plays moments, one each minute, and returns which have been seen after each.
func seen(d Delay, all ...companion.Snapshot) (list []string) {
	h, now, last := held{delay: d}, time.Unix(0, 0), ""
	for _, s := range all {
		h.put(s, now)
		if out, some, wait := h.take(now); some {
			last = fmt.Sprint(out.Version)
		} else if wait <= 0 {
			last += "!"
		}
		list, now = append(list, last), now.Add(time.Minute)
	}
	return list
}

func TestMinutesOfDelay(t *testing.T) {
	got := seen(Delay{Of: 2 * time.Minute}, shot("a", 1, 1), shot("a", 1, 2), shot("a", 1, 3), shot("a", 1, 4))
	if want := []string{"", "", "1", "2"}; !slices.Equal(got, want) {
		t.Errorf("seen %q, want %q", got, want)
	}
}

// A round is seen when the next one begins, or when the game is over. Taking steps back into the
// round before shows nothing of the round that had begun.
func TestRoundsAreSeenWhenTheyAreOver(t *testing.T) {
	over := shot("a", 3, 9)
	over.View.Over = true
	got := seen(Delay{Round: true}, shot("a", 1, 1), shot("a", 1, 2), shot("a", 2, 3), shot("a", 2, 4), shot("a", 1, 5), shot("a", 2, 6), shot("a", 3, 7), over, shot("b", 1, 0), shot("", 0, 0))
	if want := []string{"", "", "2", "2", "2", "5", "6", "9", "9", "0"}; !slices.Equal(got, want) {
		t.Errorf("seen %q, want %q", got, want)
	}
}

// However many snapshots are held, nothing is seen too early, and the last moment comes.
func TestWhatIsHeldIsBounded(t *testing.T) {
	h, now := held{delay: Delay{Of: time.Hour}}, time.Unix(0, 0)
	for i := range 2 * mostHeld {
		h.put(shot("a", 1, i), now.Add(time.Duration(i)*time.Second))
	}
	if len(h.queue) != mostHeld {
		t.Errorf("%d are held, want %d", len(h.queue), mostHeld)
	}
	if s, some, _ := h.take(now.Add(time.Hour + 2*mostHeld*time.Second)); !some || s.Version != 2*mostHeld-1 {
		t.Errorf("the last is %d", s.Version)
	}
}

func TestDelaysOfSettings(t *testing.T) {
	for text, want := range map[string]Delay{"": {}, "0": {}, "30": {Of: 30 * time.Minute}, "round": {Round: true}} {
		if got, err := ParseDelay(text); got != want || err != nil {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"31", "-1", "1m", "rounds"} {
		if _, err := ParseDelay(text); err == nil {
			t.Errorf("%q is a delay", text)
		}
	}
}
