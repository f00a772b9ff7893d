package web_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"arbiter/companion/companiontest/chromium"
	"arbiter/engine/notation"
)

// Readers that miss most of what lies there, or are gone, lose no card and play
// none: what was laid is in the game once, and what goes wrong is a notice.
func TestNoisyReaders(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin("Ana", "Ben")
	h.play("purple pass", "red pass")
	b := h.owner().sit("purple", "red")
	if _, text := b.get("/table"); !strings.Contains(text, `name="percent"`) {
		t.Fatal("the table page has no switch for noise")
	}
	b.ok("/noise", "percent", "60")
	b.lay("purple", "1", "discover")
	deadline := time.Now().Add(chromium.Patience)
	for h.entriesOf("purple plan 1 discover") == 0 {
		if time.Now().After(deadline) {
			t.Fatal("with noise the card is never seen")
		}
		time.Sleep(5 * time.Millisecond) // until the reader has read the card
	}
	b.no(http.StatusBadRequest, "/noise", "percent", "61")
	b.ok("/noise", "percent", "100")
	if _, text := b.post("/place", "seat", "red", "version", h.version(""), "card", "discover", "field", "1"); !strings.Contains(text, "the virtual readers are unplugged") {
		t.Errorf("a card that is laid on a reader that is gone: %s", text)
	}
	for {
		if _, text := b.get("/table"); strings.Contains(text, "purple-1") || strings.Contains(text, `class="card notices"`) {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("readers are gone and nobody says so")
		}
		time.Sleep(20 * time.Millisecond) // until the reader counts as gone
	}
	b.ok("/noise", "percent", "0")
	for {
		if _, text := b.get("/table"); !strings.Contains(text, `class="card notices"`) {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("the readers are back and the notices stay")
		}
		time.Sleep(20 * time.Millisecond) // until the readers answer again
	}
	if n := h.entriesOf("purple plan 1 discover"); n != 1 {
		t.Errorf("the card was laid %d times, want once", n)
	}
	if n := h.entriesOf("purple take-back 1 discover"); n != 0 {
		t.Errorf("the noise took the card back %d times", n)
	}
}

// entriesOf counts how often a line is in the log.
func (h *house) entriesOf(line string) (n int) {
	for _, e := range h.store.Games()[0].Entries {
		if e.Command != nil && notation.Format(e.Command) == line {
			n++
		}
	}
	return n
}
