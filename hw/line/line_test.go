package line_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arbiter/engine/enginetest/tier"
	"arbiter/hw"
	"arbiter/hw/emu/cable"
	hub "arbiter/hw/emu/line"
	"arbiter/hw/line"
)

// bench is a hub with two readers.
type bench struct {
	*testing.T
	hub    *hub.Hub
	plugIn func() error
	r      [2]*line.Reader
}

// inBubble tests a hub with the usual paces on a virtual clock.
func inBubble(t *testing.T, o hub.Opts, f func(t *testing.T, b bench)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		var socket cable.Socket
		b := bench{T: t, hub: hub.New(1, o, "left", "right")}
		b.plugIn = func() error {
			b.hub.Connect(socket.Plug())
			return nil
		}
		b.start(line.Open("socket", line.Opts{Open: socket.Open}))
		f(t, b)
	})
}

func (b *bench) start(h *line.Hub) {
	b.Helper()
	b.r = [2]*line.Reader{h.Reader("purple-1", "left"), h.Reader("purple-2", "right")}
	b.plug()
	b.Cleanup(func() {
		for _, r := range b.r {
			if err := r.Close(); err != nil {
				b.Error(err)
			}
		}
		b.unplug()
	})
}

func (b bench) plug() {
	b.Helper()
	if err := b.plugIn(); err != nil {
		b.Fatal(err)
	}
}

func (b bench) unplug() {
	b.Helper()
	if err := b.hub.Unplug(); err != nil {
		b.Fatal(err)
	}
}

// state is what both readers say: UIDs, "?" for a collision, "!" for no answer.
func (b bench) state() string {
	b.Helper()
	var said []string
	for _, r := range b.r {
		uids, err := r.Scan(b.Context())
		s := fmt.Sprint(uids)
		switch {
		case errors.Is(err, hw.ErrCollision):
			s += "?"
		case errors.Is(err, hw.ErrNoReader):
			s = "!"
		case err != nil:
			b.Fatal(err)
		}
		said = append(said, s)
	}
	return strings.Join(said, " ")
}

// until waits for a state.
func (b bench) until(want string) {
	b.Helper()
	deadline := time.Now().Add(time.Minute)
	for b.state() != want {
		if time.Now().After(deadline) {
			_, err := b.r[0].Scan(b.Context())
			b.Fatalf("%s (%v), want %s", b.state(), err, want)
		}
		time.Sleep(time.Millisecond) // bubble: until the hub has said so
	}
}

var (
	one = []byte{0x04, 0xA2, 0x24, 0x1B, 0x5C, 0x6D, 0x80}
	two = []byte{0xDE, 0xAD, 0xBE, 0xEF}
)

const both = "[04A2241B5C6D80 DEADBEEF] []"

func TestCards(t *testing.T) {
	for name, o := range map[string]hub.Opts{
		"plain": {}, "with checksums": {Sums: true}, "deaf": {Deaf: true},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, o, func(t *testing.T, b bench) {
				if got, want := b.r[0].Name()+b.r[1].Name(), "purple-1purple-2"; got != want {
					t.Errorf("names %s, want %s", got, want)
				}
				b.until("[] []")
				b.hub.Place("left", one...)
				b.until("[04A2241B5C6D80] []")
				b.hub.Place("left", two...)
				b.until(both)
				b.hub.Lift("left", one...)
				b.hub.Place("right", one...)
				b.until("[DEADBEEF] [04A2241B5C6D80]")
				b.hub.Lift("left", two...)
				b.until("[] [04A2241B5C6D80]")
			})
		})
	}
}

func TestTroubleOfAReader(t *testing.T) {
	inBubble(t, hub.Opts{}, func(t *testing.T, b bench) {
		b.hub.Place("left", one...)
		b.until("[04A2241B5C6D80] []")
		b.hub.Crowd("left")
		b.until("[04A2241B5C6D80]? []")
		b.hub.Repair("left")
		b.until("[04A2241B5C6D80] []")
		b.hub.Fail("left", "antenna broken")
		b.until("! []")
		if _, err := b.r[0].Scan(t.Context()); err == nil || !strings.Contains(err.Error(), "antenna broken") {
			t.Errorf("%v, want the hub's words", err)
		}
		b.hub.Repair("left")
		b.until("[04A2241B5C6D80] []")
	})
}

// Cards that were moved while nobody listened are known afterwards.
func TestUnplugAndReturn(t *testing.T) {
	inBubble(t, hub.Opts{}, func(t *testing.T, b bench) {
		b.hub.Place("left", one...)
		b.until("[04A2241B5C6D80] []")
		b.unplug()
		b.until("! !")
		b.hub.Lift("left", one...)
		b.hub.Place("right", two...)
		b.hub.Fail("left", "no power")
		b.plug()
		b.until("! [DEADBEEF]")
		b.hub.Repair("left")
		b.until("[] [DEADBEEF]")
	})
}

func TestLostLines(t *testing.T) {
	inBubble(t, hub.Opts{}, func(t *testing.T, b bench) {
		b.hub.Place("left", one...)
		b.until("[04A2241B5C6D80] []")
		b.hub.Lose(1)
		b.hub.Place("left", two...) // nobody hears
		b.until(both)               // but the next beat counts
		b.hub.Lose(1)
		b.hub.Lift("left", one...)
		b.until("[DEADBEEF] []")
		b.hub.Say("left 01020304 out") // of a card that was not there
		b.hub.Say("%&/!")
		b.hub.Say(strings.Repeat("endless", 100))
		b.hub.Place("right", one...)
		b.until("[DEADBEEF] [04A2241B5C6D80]")
	})
}

func TestMute(t *testing.T) {
	inBubble(t, hub.Opts{}, func(t *testing.T, b bench) {
		b.until("[] []")
		b.hub.Mute(true)
		b.until("! !")
		if _, err := b.r[0].Scan(t.Context()); !strings.Contains(err.Error(), "nothing that makes sense") {
			t.Errorf("a mute hub: %v", err)
		}
		b.hub.Place("left", one...)
		b.hub.Mute(false)
		b.until("[04A2241B5C6D80] []")
	})
}

// With checksums, flipped bits cause delays but never a wrong card. Without checksums they do: that
// is the control.
func TestNoise(t *testing.T) {
	moves := tier.Of(t, tier.Readers, "moves", 100, 400, 10_000)
	for _, sums := range []bool{true, false} {
		inBubble(t, hub.Opts{Sums: sums}, func(t *testing.T, b bench) {
			b.until("[] []")
			b.hub.Flip(0.2)
			wrong, right := 0, 0
			for range moves {
				b.hub.Place("left", one...)
				b.hub.Lift("left", one...)
				b.hub.Place("left", one...)
				synctest.Wait()
				for _, r := range b.r {
					uids, err := r.Scan(t.Context())
					if err != nil && !errors.Is(err, hw.ErrNoReader) {
						wrong++
					}
					for _, u := range uids {
						if u.String() == "04A2241B5C6D80" {
							right++
						} else {
							wrong++
						}
					}
				}
				time.Sleep(100 * time.Millisecond) // bubble: what the hub says and is asked
				b.hub.Lift("left", one...)
			}
			if right < 20 {
				t.Errorf("checksums %v: the card was seen %d times", sums, right)
			}
			if got := wrong > 0; got == sums {
				t.Errorf("checksums %v: %d wrong cards or states", sums, wrong)
			}
			b.hub.Flip(0)
			b.hub.Place("right", two...)
			b.until("[] [DEADBEEF]")
		})
	}
}

func TestNoHub(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ttyHub")
	r := line.Open(path, line.Opts{}).Reader("p", "1")
	_, err := r.Scan(t.Context())
	if !errors.Is(err, hw.ErrNoReader) {
		t.Errorf("%v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := r.Scan(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
}

// After a driver panics it is retried, like one whose device is missing.
func TestDriverPanics(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var socket cable.Socket
		opened := 0
		b := bench{T: t, hub: hub.New(1, hub.Opts{}, "left", "right")}
		b.plugIn = func() error {
			b.hub.Connect(socket.Plug())
			return nil
		}
		b.start(line.Open("socket", line.Opts{Open: func() (io.ReadWriteCloser, error) {
			if opened++; opened == 1 {
				panic("04A2241B5C6D80")
			}
			return socket.Open()
		}}))
		synctest.Wait()
		_, err := b.r[0].Scan(t.Context())
		if !errors.Is(err, hw.ErrNoReader) || !strings.Contains(err.Error(), "line_test.go:") || strings.Contains(err.Error(), "04A2") {
			t.Errorf("it says %v, want where it panicked", err)
		}
		b.until("[] []")
	})
}
