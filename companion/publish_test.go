package companion_test

import (
	"context"
	"testing"
	"time"

	"arbiter/companion"
	"arbiter/companion/companiontest"
	"arbiter/engine"
)

// A panel that hangs and a watcher that does not look hold nobody up; both get the last moment.
func TestSlowOnlookers(t *testing.T) {
	entered, release, last := make(chan bool, 1), make(chan bool), make(chan int, 100)
	panel := companiontest.Panel(func(v engine.View, _ []engine.Text) {
		select {
		case entered <- true:
			<-release
		default:
		}
		if len(v.Tracks) > 0 {
			last <- v.Tracks[0].At[0]
		}
	})
	s := open(t, memory(), func(o *companion.Opts) { o.Panels = []companion.Panel{panel} }).seats("purple", "green")
	<-entered
	shots, err := s.Watch(t.Context(), "green")
	if err != nil {
		t.Fatal(err)
	}
	s.round("table tell moon 1", "table tell sun 2")
	for range 20 {
		s.play("purple", "purple gain 1")
	}
	if got, want := (<-shots).Version, 28; got != want {
		t.Errorf("the watcher gets version %d, want the latest, %d", got, want)
	}
	close(release)
	for {
		select {
		case score := <-last:
			if score == 20 {
				return
			}
		case <-time.After(5 * time.Minute):
			t.Fatal("the panel never shows the last moment")
		}
	}
}

// An answer means that it has been shown: by then a watcher has the snapshot.
func TestShownBeforeTheAnswer(t *testing.T) {
	s := open(t, memory()).seats("purple", "green")
	shots, err := s.Watch(t.Context(), "purple")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"purple plan 1 moon", "purple plan 2 sun", "purple ready"} {
		answer := s.play("purple", line)
		select {
		case shot := <-shots:
			if got, want := shot.Version, answer.Version; got != want {
				t.Errorf("%s: the watcher has version %d, want %d", line, got, want)
			}
		default:
			t.Errorf("%s: the watcher has nothing yet", line)
		}
	}
}

// A follower gets one moment after the other, however late it looks; if there are more than fit, it
// misses the oldest.
func TestFollow(t *testing.T) {
	s := open(t, memory())
	follow, err := s.Follow(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	watch, err := s.Watch(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	s.seats("purple", "green").round("table tell moon 1", "table tell sun 2")
	first := s.see("").Version
	last := 0
	for range companion.Moments {
		last = s.play("purple", "purple gain 1").Version
	}
	var got []int
	for range companion.Moments {
		got = append(got, (<-follow).Version)
	}
	for i, v := range got {
		if want := last - companion.Moments + 1 + i; v != want {
			t.Fatalf("after %d the moments are %v, want each up to %d", first, got, last)
		}
	}
	if v := (<-watch).Version; v != last {
		t.Errorf("who watches has %d, want %d", v, last)
	}
}

func TestWatchEnds(t *testing.T) {
	s := open(t, memory())
	ctx, cancel := context.WithCancel(t.Context())
	first, err := s.Watch(ctx, "purple")
	if err != nil {
		t.Fatal(err)
	}
	second, err := s.Watch(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	ended(t, first)
	s.seats("purple")
	s.leave()
	ended(t, second)
}

func ended(t *testing.T, shots <-chan companion.Snapshot) {
	t.Helper()
	for {
		select {
		case _, ok := <-shots:
			if !ok {
				return
			}
		case <-time.After(5 * time.Minute):
			t.Fatal("the channel stays open")
		}
	}
}
