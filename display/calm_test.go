package display_test

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"arbiter/display"
)

// In calm, people see one full update when the evening begins; the next one waits
// until nobody plays, however long the game is.
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
		k.asked(t, "30h29m0.1s full")
		time.Sleep(31 * time.Minute) // bubble: the panel sleeps
		k.asked(t, "30h59m0.2s sleep")
		k.Submit(frame(3))
		time.Sleep(time.Minute) // bubble: the picture is shown
		k.asked(t, "31h1m0s partial")
		k.end(t, nil)
	})
}

// The control: without calm, the same evening flashes.
func TestWithoutCalm(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pace := display.Calm()
		pace.Calm = false
		k := start(pace)
		for n := range 8 {
			k.Submit(frame(n))
			time.Sleep(3 * time.Second) // bubble: until the next picture
		}
		k.asked(t, "0s full", "3s partial", "6s partial", "9s partial", "12s partial", "15s partial", "18s full", "21s partial")
		k.end(t, nil)
	})
}

// Even in calm, a panel that has failed gets a full update: nobody knows what it
// shows.
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
		k.asked(t, "0s full", "5s partial", "15.1s full")
		k.end(t, nil)
	})
}
