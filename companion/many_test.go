package companion_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"arbiter/companion"
	"arbiter/engine"
	"arbiter/engine/enginetest/tier"
	"arbiter/engine/notation"
)

// Two people act at once, again and again, each from the last snapshot that their own phone has
// shown: nothing is lost, doubled, or played in another state.
func TestTwoAtOnce(t *testing.T) {
	rounds := tier.Of(t, tier.Pages, "rounds", 200, 1000, 20_000)
	store := memory()
	s := open(t, store).seats("purple", "green")
	var both sync.WaitGroup
	for _, seat := range []engine.Seat{"purple", "green"} {
		both.Go(func() {
			version := 0
			for i := range rounds {
				card := []string{"moon", "sun", "star"}[i%3]
				for _, verb := range []string{"plan", "take-back"} {
					w := companion.Request{Seat: seat, Line: fmt.Sprintf("%s %s 1 %s", seat, verb, card), Version: version}
					answer, err := s.Do(context.Background(), w)
					if err != nil {
						t.Errorf("round %d: %s: %v", i, w.Line, err)
						return
					}
					if _, err := s.Do(context.Background(), w); !errors.As(err, &engine.Refusal{}) {
						t.Errorf("round %d: %s was played twice: %v", i, w.Line, err)
						return
					}
					version = answer.Version
				}
			}
		})
	}
	both.Wait()
	turns := map[engine.Seat][]string{}
	for i, e := range store.Games()[0].Entries {
		if got, want := e.Seq, i+1; got != want {
			t.Fatalf("entry %d stands in place %d", got, want)
		}
		turns[e.By] = append(turns[e.By], notation.Format(e.Command))
	}
	for seat, lines := range turns {
		if got, want := len(lines), 2*rounds; got != want {
			t.Fatalf("%s: %d entries, want %d", seat, got, want)
		}
		for i, line := range lines {
			want := fmt.Sprintf("%s %s 1 %s", seat, []string{"plan", "take-back"}[i%2], []string{"moon", "sun", "star"}[i/2%3])
			if line != want {
				t.Fatalf("%s: entry %d is %q, want %q", seat, i, line, want)
			}
		}
	}
}

// Two people press ready at once: both are ready, and the cards are shown once.
func TestReadyAtOnce(t *testing.T) {
	for range tier.Of(t, tier.Pages, "games", 50, 300, 10_000) {
		store := memory()
		s := open(t, store).seats("purple", "green")
		s.play("purple", "purple plan 1 moon", "purple plan 2 sun")
		s.play("green", "green plan 1 moon", "green plan 2 sun")
		var both sync.WaitGroup
		for _, seat := range []engine.Seat{"purple", "green"} {
			both.Go(func() {
				if _, err := s.Do(context.Background(), companion.Request{Seat: seat, Line: string(seat) + " ready", Version: 4}); err != nil {
					t.Errorf("%s ready: %v", seat, err)
				}
			})
		}
		both.Wait()
		if got, want := len(store.Games()[0].Entries[5].Events), 5; got != want {
			t.Fatalf("the last ready brings %d events, want %d", got, want)
		}
		s.leave()
	}
}

// Two people press undo at once: one step is taken back.
func TestUndoAtOnce(t *testing.T) {
	for range tier.Of(t, tier.Pages, "games", 50, 300, 10_000) {
		s := open(t, memory()).seats("purple", "green")
		s.round("table tell moon 1", "table tell sun 2")
		s.play("purple", "purple gain 1", "purple gain 2")
		var both sync.WaitGroup
		for _, seat := range []engine.Seat{"purple", "green"} {
			both.Go(func() {
				if _, err := s.Undo(context.Background(), seat, 10); err != nil && !errors.As(err, &engine.Refusal{}) {
					t.Errorf("%s: %v", seat, err)
				}
			})
		}
		both.Wait()
		if got, want := s.see("").View.Tracks[0].At[0], 1; got != want {
			t.Fatalf("purple's score is %d, want %d", got, want)
		}
		s.leave()
	}
}
