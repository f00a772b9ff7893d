package castingshadows_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"arbiter/engine"
	"arbiter/engine/enginetest/tier"
)

// TestViewsKeepSecrets plays random games: nothing in the view of a seat, in its effects
// and in what it may do depends on which counterspells lie face down before others.
func TestViewsKeepSecrets(t *testing.T) {
	hidden := 0
	for n := range tier.Of(t, tier.Screens, "games with secrets", 4, 12, 200) {
		set := settings(t)[n%3]
		s, err := engine.Resume(set.Begin(t), &kept{})
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(uint64(n), 11))
		for legal := s.State().Legal(); len(legal) > 0; legal = s.State().Legal() {
			if r.IntN(7) == 0 {
				for _, seat := range append(set.Seats, "") {
					hidden += secrets(t, s, seat)
				}
			}
			if _, err := s.Do(set.Weigh(r, s.State(), legal)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if hidden == 0 {
		t.Error("no card lay hidden")
	}
	t.Logf("%d hidden cards", hidden)
}

// secrets looks for the names of cards that lie face down before others in all that a
// seat is shown; it returns how many there are. The truth, a control, names them.
func secrets(t *testing.T, s *engine.Session, seat engine.Seat) (n int) {
	t.Helper()
	truth := s.State().View()
	var view string
	for _, z := range truth.Zones {
		for _, k := range z.Cards {
			if !k.Down || z.Seat == seat {
				continue
			}
			if view == "" {
				view = written(t, s.Seen(seat).View())
			}
			if n++; strings.Contains(view, fmt.Sprintf("%q", k.Name)) {
				t.Fatalf("%q sees that %s lies before %s", seat, k.Name, z.Seat)
			}
			if !strings.Contains(written(t, truth), fmt.Sprintf("%q", k.Name)) {
				t.Fatal("control: the truth does not name it")
			}
		}
	}
	return n
}

func written(t *testing.T, v engine.View) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

type kept struct{ entries []engine.Entry }

func (k *kept) Append(e engine.Entry) error { k.entries = append(k.entries, e); return nil }
