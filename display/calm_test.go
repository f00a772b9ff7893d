package display_test

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"arbiter/display"
)

// With Calm, people see one full update at the beginning; the next one waits until nobody plays,
// however long the game is.
func TestCalm(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := start(display.Calm())
		for n := range 30 * 60 { // thirty hours
			k.Submit(frame(n % 90))
			time.Sleep(time.Minute) // bubble: until the next picture
		}
		synctest.Wait()
		k.board.mu.Lock()
		full := 0
		for _, line := range k.log {
			if line[len(line)-4:] == "full" {
				full++
			}
		}
		k.log = nil
		k.board.mu.Unlock()
		if got, want := full, 1; got != want {
			t.Errorf("%d full updates in a game of thirty hours, want %d", got, want)
		}
		time.Sleep(30 * time.Minute) // bubble: nobody plays
		k.asked(t, "30h29m0.5s full")
		time.Sleep(31 * time.Minute) // bubble: the panel sleeps
		k.asked(t, "30h59m0.6s sleep")
		k.Submit(frame(3))
		time.Sleep(time.Minute) // bubble: the picture is shown
		k.asked(t, "31h1m0.4s partial")
		k.end(t, nil)
	})
}

// The control: without Calm, the same evening flashes.
func TestWithoutCalm(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pace := display.Calm()
		pace.Calm = false
		k := start(pace)
		for n := range 8 {
			k.Submit(frame(n))
			time.Sleep(3 * time.Second) // bubble: until the next picture
		}
		k.asked(t, "400ms full", "3.4s partial", "6.4s partial", "9.4s partial", "12.4s partial", "15.4s partial", "18.4s full", "21.4s partial")
		k.end(t, nil)
	})
}

// Even with Calm, a panel that has failed gets a full update: nobody knows what it shows.
func TestCalmAfterTrouble(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := start(display.Calm())
		k.Submit(frame(1))
		time.Sleep(5 * time.Second) // bubble: the picture is shown
		k.set(errors.New("no answer"), nil)
		k.Submit(frame(2))
		time.Sleep(5 * time.Second) // bubble: it fails
		k.set(nil, nil)
		time.Sleep(10 * time.Second) // bubble: it is tried again
		k.asked(t, "400ms full", "5.4s partial", "15.5s full")
		k.end(t, nil)
	})
}

// Pictures that come together make one update: a card is shown, the order follows, a seat is asked.
func TestPicturesAreGathered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pace := display.EInk()
		k := start(pace)
		k.Submit(frame(1))
		time.Sleep(5 * time.Second) // bubble: the picture is shown
		for n := range 4 {
			k.Submit(frame(2 + n))
			time.Sleep(100 * time.Millisecond) // bubble: the next one comes
		}
		time.Sleep(5 * time.Second) // bubble: the pictures are shown
		k.asked(t, "400ms full", "5.4s partial")
		k.end(t, nil)
	})
}

// The control: at a pace without Gather they make two.
func TestPicturesAreNotGathered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pace := display.EInk()
		pace.Gather = 0
		k := start(pace)
		k.Submit(frame(1))
		time.Sleep(5 * time.Second) // bubble: the picture is shown
		k.Submit(frame(2))
		time.Sleep(100 * time.Millisecond) // bubble: the next one comes
		k.Submit(frame(3))
		time.Sleep(5 * time.Second) // bubble: the pictures are shown
		k.asked(t, "0s full", "5s partial", "6s partial")
		k.end(t, nil)
	})
}
