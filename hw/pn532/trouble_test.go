package pn532_test

import (
	"context"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arbiter/engine/enginetest/tier"
	"arbiter/hw"
	"arbiter/hw/emu/cable"
	"arbiter/hw/ntag"
	"arbiter/hw/pn532"
)

func TestUnplugAndReturn(t *testing.T) {
	inBubble(t, func(t *testing.T, b bench) {
		b.field.Place(tag(t, one))
		b.expect(nil, one)
		b.unplug()
		for range 3 {
			b.expect(hw.ErrNoReader)
		}
		b.plug()
		b.expect(nil, one)
	})
}

func TestNeverThere(t *testing.T) {
	r := pn532.Open("p", filepath.Join(t.TempDir(), "ttyUSB0"), pn532.Opts{})
	_, err := r.Scan(t.Context())
	if !errors.Is(err, hw.ErrNoReader) || !strings.Contains(err.Error(), "ttyUSB0") {
		t.Errorf("a device that is not there: %v", err)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
}

// A cable without a chip at its end opens, and stays silent.
func TestNoChip(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var socket cable.Socket
		line := socket.Plug()
		go io.Copy(io.Discard, line)
		r := pn532.Open("p", "socket", pn532.Opts{Open: socket.Open})
		defer r.Close()
		defer line.Pull()
		begin := time.Now()
		_, err := r.Scan(t.Context())
		if !errors.Is(err, hw.ErrNoReader) || !strings.Contains(err.Error(), "no PN532 speaks") {
			t.Errorf("no chip: %v", err)
		}
		if got, want := time.Since(begin), pn532.DefaultAck; got != want {
			t.Errorf("that took %v, want %v", got, want)
		}
	})
}

// If nobody takes the bytes out of the line it fills up, which must not make anybody wait for ever.
func TestNobodyListens(t *testing.T) {
	line, err := cable.Plug(filepath.Join(t.TempDir(), "ttyUSB0"))
	if err != nil {
		t.Fatal(err)
	}
	defer line.Pull()
	r := pn532.Open("p", line.Path(), pn532.Opts{})
	fill := make([]byte, 8192) // more than a line holds
	go func() { line.Write(fill) }()
	for range 3 {
		if _, err := r.Scan(t.Context()); !errors.Is(err, hw.ErrNoReader) {
			t.Errorf("%v", err)
		}
	}
	line.Pull()
	if err := r.Close(); err != nil {
		t.Error(err)
	}
}

func TestSilence(t *testing.T) {
	inBubble(t, func(t *testing.T, b bench) {
		b.field.Place(tag(t, one))
		b.recover(one)
		b.chip.Silence(true)
		b.fails(hw.ErrNoReader)
		b.chip.Silence(false)
		b.recover(one)
	})
}

// A chip that lost power for a moment sleeps, and has forgotten everything.
func TestBrownout(t *testing.T) {
	inBubble(t, func(t *testing.T, b bench) {
		b.field.Place(tag(t, one))
		b.recover(one)
		b.chip.Brownout()
		b.fails(hw.ErrNoReader)
		b.recover(one)
	})
}

// Answers that come in halves or garbled are asked for again.
func TestRepeatedAnswers(t *testing.T) {
	inBubble(t, func(t *testing.T, b bench) {
		b.field.Place(tag(t, one))
		b.recover(one)
		b.chip.Halve(1)
		b.recover(one)
		for range 20 {
			b.chip.LoseACKs(1)
			b.recover(one)
		}
		b.chip.Halve(1 << 20)
		b.fails(hw.ErrIO)
		b.chip.Halve(0)
		b.recover(one)
	})
}

// TestNoiseOnTheLine: there are errors, but never a wrong card, and never an empty reader with a
// card on it.
func TestNoiseOnTheLine(t *testing.T) {
	scans := tier.Of(t, tier.Readers, "scans", 50, 300, 10_000)
	for _, c := range []struct {
		name    string
		out, in float64
	}{{"from the chip", 0.2, 0}, {"to the chip", 0, 0.1}, {"both ways", 0.1, 0.05}} {
		t.Run(c.name, func(t *testing.T) {
			inBubble(t, func(t *testing.T, b bench) {
				b.field.Place(tag(t, one))
				b.field.Place(tag(t, two))
				b.recover(one, two)
				b.chip.Flip(c.out, c.in)
				seen, failed := 0, 0
				for range scans {
					uids, err := b.scan()
					switch {
					case err != nil:
						failed++
					case !slices.Equal(uids, []string{one, two}):
						t.Fatalf("found %v", uids)
					default:
						seen++
					}
					for _, u := range uids {
						if u != one && u != two {
							t.Fatalf("invented %s", u)
						}
					}
				}
				if seen == 0 || c.in > 0 && failed == 0 {
					t.Errorf("seen %d times, failed %d times: the noise tests nothing", seen, failed)
				}
				b.chip.Flip(0, 0)
				b.recover(one, two)
			})
		})
	}
}

// An answer that comes too late is not taken for the answer to something else.
func TestLateAnswers(t *testing.T) {
	inBubble(t, func(t *testing.T, b bench) {
		x := tag(t, one)
		b.field.Place(x)
		b.recover(one)
		b.chip.Lag(200 * time.Millisecond)
		if _, err := b.scan(); err == nil {
			t.Error("an answer after 200 ms was waited for")
		}
		b.field.Lift(x)
		b.field.Place(tag(t, two))
		b.scan()
		b.chip.Lag(0)
		for range 10 {
			if uids, _ := b.scan(); slices.Contains(uids, one) {
				t.Fatal("an old answer was believed")
			}
		}
		b.recover(two)
	})
}

func TestInterrupted(t *testing.T) {
	inBubble(t, func(t *testing.T, b bench) {
		b.field.Place(tag(t, one))
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := b.r.Scan(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("canceled before: %v", err)
		}
		b.expect(nil, one)
		b.chip.Lag(500 * time.Millisecond)
		ctx, cancel = context.WithTimeout(t.Context(), 20*time.Millisecond)
		defer cancel()
		begin := time.Now()
		if _, err := b.r.Scan(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("canceled during: %v", err)
		}
		if got, want := time.Since(begin), 20*time.Millisecond; got != want {
			t.Errorf("it held on for %v, want %v", got, want)
		}
		b.chip.Lag(0)
		b.recover(one)
	})
}

// While one goroutine talks to the chip, others wait as long as they want to.
func TestOneAtATime(t *testing.T) {
	inBubble(t, func(t *testing.T, b bench) {
		b.field.Place(tag(t, one))
		b.expect(nil, one)
		u, _ := hw.ParseUID(one)
		b.chip.Lag(50 * time.Millisecond)
		done, begun := make(chan error), make(chan bool)
		go func() {
			done <- b.r.Talk(context.Background(), u, func(x ntag.Exchange) error {
				close(begun)
				_, err := ntag.Read(x, 0, 4)
				return err
			})
		}()
		<-begun
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Millisecond)
		defer cancel()
		if _, err := b.r.Scan(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a scan beside a read: %v", err)
		}
		b.chip.Lag(0)
		if err := <-done; err != nil {
			t.Error(err)
		}
		b.expect(nil, one)
	})
}

// The chip's own value for the retries is "for ever". A driver that leaves it waits for a card;
// this one does not, and a chip that has lost our value gets it again.
func TestRetries(t *testing.T) {
	inBubble(t, func(t *testing.T, b bench) {
		b.recover()
		spoil := []byte{0, 0, 0xFF, 0x06, 0xFA, 0xD4, 0x32, 0x05, 0xFF, 0x01, 0xFF, 0xF6, 0}
		if err := b.write(spoil); err != nil {
			t.Fatal(err)
		}
		if _, err := b.scan(); err == nil {
			t.Error("a chip that waits for ever was not noticed")
		}
		b.recover()
	})
}
