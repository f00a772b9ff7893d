package display_test

import (
	"context"
	"errors"
	"fmt"
	"image"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"arbiter/display"
)

// A board is a panel that records what it is asked to do.
type board struct {
	start time.Time
	took  time.Duration // of an update

	mu   sync.Mutex
	log  []string
	last *display.Bitmap
	fail error         // of the next calls
	hang chan struct{} // calls wait for it, whatever their context says
	in   int           // calls going on
}

func newBoard() *board { return &board{start: time.Now(), took: 100 * time.Millisecond} }

func (b *board) Bounds() image.Rectangle { return image.Rect(0, 0, 250, 122) }

func (b *board) call(what string) error {
	b.mu.Lock()
	b.log = append(b.log, fmt.Sprintf("%v %s", time.Since(b.start).Round(100*time.Millisecond), what))
	b.in++
	if b.in > 1 {
		b.log = append(b.log, "two calls at once")
	}
	hang, err := b.hang, b.fail
	b.mu.Unlock()
	if hang != nil {
		<-hang
	}
	time.Sleep(b.took) // bubble: the update
	b.mu.Lock()
	b.in--
	b.mu.Unlock()
	return err
}

func (b *board) Show(_ context.Context, p *display.Bitmap, m display.Mode) error {
	err := b.call(m.String())
	b.mu.Lock()
	defer b.mu.Unlock()
	b.last = b.last.Copy(p)
	return err
}

func (b *board) Sleep(context.Context) error { return b.call("sleep") }

func (b *board) Close() error { return b.call("close") }

func (b *board) set(fail error, hang chan struct{}) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.fail, b.hang = fail, hang
}

func (b *board) asked(t *testing.T, want ...string) {
	t.Helper()
	synctest.Wait()
	b.mu.Lock()
	defer b.mu.Unlock()
	if got := b.log; !slices.Equal(got, want) {
		t.Errorf("the panel was asked for\n\t%s\nwant\n\t%s", strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
	b.log = nil
}

// A broken panel panics with something that it shows.
type broken struct{ *board }

func (broken) Show(context.Context, *display.Bitmap, display.Mode) error { panic("04A2241B5C6D80") }

// The notice of a driver that panics says where it was, and nothing of what it was to show.
func TestAPanickingPanelTellsNoValue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		notices := make(chan error, 9)
		s := display.NewScheduler(broken{newBoard()}, display.Pace{}, func(err error) { notices <- err })
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- s.Run(ctx) }()
		s.Submit(frame(1))
		if err := <-notices; err == nil || strings.Contains(err.Error(), "04A2") || !strings.Contains(err.Error(), "scheduler_test.go:") {
			t.Errorf("the notice is %v", err)
		}
		stop()
		<-ended
	})
}

func frame(n int) *display.Bitmap {
	b := display.NewBitmap(image.Pt(250, 122))
	b.Fill(image.Rect(n, n, n+20, n+20), true)
	return b
}

// table runs a Scheduler for the length of a test.
type table struct {
	*display.Scheduler
	*board
	notices []string
	stop    context.CancelFunc
	ended   chan error
}

func start(pace display.Pace) *table {
	k := &table{board: newBoard(), ended: make(chan error, 1)}
	k.Scheduler = display.NewScheduler(k.board, pace, func(err error) { k.notices = append(k.notices, fmt.Sprint(err)) })
	ctx, cancel := context.WithCancel(context.Background())
	k.stop = cancel
	go func() { k.ended <- k.Run(ctx) }()
	return k
}

func (k *table) end(t *testing.T, want error) {
	t.Helper()
	k.stop()
	if got := <-k.ended; !errors.Is(got, want) {
		t.Errorf("Run returned %v, want %v", got, want)
	}
}

func (k *table) noticed(t *testing.T, want ...string) {
	t.Helper()
	synctest.Wait()
	if got := k.notices; !slices.Equal(got, want) {
		t.Errorf("notices %q, want %q", got, want)
	}
}

func TestTheLatestFrameWins(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := start(display.Pace{})
		for n := range 30 { // in 3 seconds
			k.Submit(frame(n))
			time.Sleep(100 * time.Millisecond) // bubble: until the next picture
		}
		time.Sleep(3 * time.Second) // bubble: the last picture is shown
		k.asked(t, "0s full", "1s partial", "2s partial", "3s partial")
		if !k.last.Equal(frame(29)) {
			t.Error("the panel does not show the last frame")
		}
		k.end(t, nil)
		k.asked(t, "6s sleep", "6.1s close")
		k.noticed(t)
	})
}

func TestFivePartialsThenAFull(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := start(display.Pace{})
		for n := range 8 {
			k.Submit(frame(n))
			time.Sleep(2 * time.Second) // bubble: until the next picture
		}
		k.asked(t, "0s full", "2s partial", "4s partial", "6s partial", "8s partial", "10s partial", "12s full", "14s partial")
		k.end(t, nil)
	})
}

// A picture that shares little with the last one gets a full update, and the next full update is
// due that much later. That holds even if another picture replaced it before it was shown. With
// Calm nothing flashes.
func TestAnotherSheetIsAFullUpdate(t *testing.T) {
	for name, c := range map[string]struct {
		pace display.Pace
		want []string
	}{
		"usual": {display.Pace{}, []string{"0s full", "2s partial", "3s full", "6s partial", "8s partial", "10s partial"}},
		"calm":  {display.Pace{Calm: true}, []string{"0s full", "2s partial", "3s partial", "6s partial", "8s partial", "10s partial"}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				k := start(c.pace)
				for n := range 6 {
					k.Submit(frame(n))
					time.Sleep(time.Second / 2) // bubble: it is shown, and the next one is not due
					if n == 1 {
						k.SubmitFull(frame(20))
						k.Submit(frame(2))
					}
					time.Sleep(3 * time.Second / 2) // bubble: until the next picture
				}
				k.asked(t, c.want...)
				k.end(t, nil)
			})
		})
	}
}

func TestTheSameFrameIsNotSent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := start(display.Pace{})
		b := frame(1)
		for range 5 {
			k.Submit(b)
			time.Sleep(2 * time.Second) // bubble: until the next one
		}
		b.Clear()               // the Scheduler has a copy
		time.Sleep(time.Second) // bubble: nothing is shown
		k.asked(t, "0s full")
		k.end(t, nil)
	})
}

// A picture that is already on the panel starts no wait, so that later pictures that come together
// make one update, and causes no full update: the next picture is shown as if it had not come.
func TestTheSameFrameStartsNoWait(t *testing.T) {
	for _, same := range []bool{false, true} {
		t.Run(fmt.Sprint(same), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				k := start(display.Pace{Gather: 400 * time.Millisecond})
				k.Submit(frame(1))
				time.Sleep(2 * time.Second) // bubble: it is shown
				if same {
					k.SubmitFull(frame(1))
				}
				time.Sleep(3 * time.Second) // bubble: longer than pictures are gathered
				k.Submit(frame(2))
				time.Sleep(100 * time.Millisecond) // bubble: it waits for the next one
				k.Submit(frame(3))
				time.Sleep(5 * time.Second) // bubble: both are shown
				k.asked(t, "400ms full", "5.4s partial")
				k.end(t, nil)
			})
		})
	}
}

// A picture that is already on the panel is redrawn, with every pixel, after somebody else has
// drawn there.
func TestTheSameFrameAnew(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := start(display.Pace{})
		k.Submit(frame(1))
		time.Sleep(2 * time.Second) // bubble: it is shown
		k.Anew()
		time.Sleep(2 * time.Second) // bubble: again
		k.asked(t, "0s full", "2s full")
		k.end(t, nil)
	})
}

func TestIdleAndDaily(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := start(display.Pace{})
		k.Submit(frame(1))
		time.Sleep(10 * time.Minute) // bubble: the panel sleeps
		k.Submit(frame(2))
		time.Sleep(30 * time.Hour) // bubble: the update of the day
		k.asked(t, "0s full", "2m0.1s sleep", "10m0s full", "12m0.1s sleep", "24h10m0.1s full", "24h12m0.2s sleep")
		k.end(t, nil)
		k.asked(t, "30h10m0s close")
	})
}

func TestAPanelThatFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := start(display.Pace{})
		k.set(errors.New("no answer"), nil)
		k.Submit(frame(1))
		time.Sleep(35 * time.Second) // bubble: it is tried again and again
		k.noticed(t, "panel: no answer")
		k.set(nil, nil)
		time.Sleep(10 * time.Second) // bubble: it is well again
		k.noticed(t, "panel: no answer", "<nil>")
		k.asked(t, "0s full", "10.1s full", "20.2s full", "30.3s full", "40.4s full")
		k.end(t, nil)
	})
}

func TestAPanelThatHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := start(display.Pace{})
		release := make(chan struct{})
		k.set(nil, release)
		k.Submit(frame(1))
		for n := range 60 {
			before := time.Now()
			k.Submit(frame(n))
			if waited := time.Since(before); waited != 0 {
				t.Fatalf("Submit waited %v for a hanging panel", waited)
			}
			time.Sleep(time.Second) // bubble: until the next picture
		}
		k.asked(t, "0s full")
		k.noticed(t, display.ErrHangs.Error())
		k.set(nil, nil)
		close(release)
		time.Sleep(5 * time.Second) // bubble: the last picture is shown
		k.noticed(t, display.ErrHangs.Error(), "<nil>")
		if !k.last.Equal(frame(59)) {
			t.Error("after the hang the panel does not show the last frame")
		}
		k.end(t, nil)
	})
}

func TestEndWhileAPanelHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := start(display.Pace{})
		release := make(chan struct{})
		k.set(nil, release)
		k.Submit(frame(1))
		synctest.Wait()
		began := time.Now()
		k.end(t, display.ErrHangs)
		if took, most := time.Since(began), 20*time.Second; took > most {
			t.Errorf("the end took %v, at most %v was due", took, most)
		}
		close(release)
		time.Sleep(time.Second) // bubble: a late answer changes nothing
		k.asked(t, "0s full")
	})
}

func TestTheLastFrameIsShownAtTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := start(display.Pace{Partials: -1})
		k.Submit(frame(1))
		time.Sleep(500 * time.Millisecond) // bubble: the picture is shown
		k.Submit(frame(2))
		synctest.Wait()
		k.end(t, nil)
		k.asked(t, "0s full", "500ms full", "600ms sleep", "700ms close")
		if !k.last.Equal(frame(2)) {
			t.Error("the panel does not show the last frame")
		}
	})
}
