package button_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"periph.io/x/conn/v3/gpio"

	"arbiter/hw/button"
	emu "arbiter/hw/emu/button"
)

// panel is buttons that are watched in a bubble.
type panel struct {
	*testing.T
	keys    map[string]*emu.Button
	presses <-chan button.Press
}

func watched(t *testing.T, bounce time.Duration, o button.Opts, f func(p *panel)) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		p := &panel{T: t, keys: map[string]*emu.Button{}}
		var pins []button.Pin
		for i, name := range []string{"confirm purple", "confirm red", "undo"} {
			p.keys[name] = emu.New(name, bounce, uint64(i))
			n, seat, _ := strings.Cut(name, " ")
			pins = append(pins, button.Pin{Name: n, Seat: seat, In: p.keys[name]})
		}
		p.presses = button.Watch(ctx, pins, o)
		f(p)
		cancel()
		for range p.presses {
			t.Error("a press after the last")
		}
	})
}

// heard lets time pass and returns what was pressed.
func (p *panel) heard(d time.Duration) string {
	p.Helper()
	time.Sleep(d) // bubble: the time that passes
	synctest.Wait()
	var all []string
	for {
		select {
		case x := <-p.presses:
			all = append(all, strings.TrimSpace(x.Name+" "+x.Seat))
			if x.Err != nil {
				all[len(all)-1] += " (" + x.Err.Error() + ")"
			}
		default:
			return strings.Join(all, ", ")
		}
	}
}

func (p *panel) expect(d time.Duration, want string) {
	p.Helper()
	if got := p.heard(d); got != want {
		p.Errorf("pressed %q, want %q", got, want)
	}
}

// A press is reported once, when the button goes down, however long it is held and however much it
// bounces.
func TestPresses(t *testing.T) {
	for _, bounce := range []time.Duration{0, 5 * time.Millisecond, 10 * time.Millisecond} {
		watched(t, bounce, button.Opts{}, func(p *panel) {
			p.expect(time.Second, "")
			p.keys["confirm red"].Press()
			p.expect(60*time.Millisecond, "confirm red")
			p.expect(time.Minute, "")
			p.keys["confirm red"].Release()
			p.expect(time.Second, "")
			for i := range 100 {
				p.keys["undo"].Press()
				p.expect(80*time.Millisecond, "undo")
				p.keys["undo"].Release()
				p.expect(time.Duration(60+i)*time.Millisecond, "")
			}
		})
	}
}

// TestWithoutSettling is the control: the same buttons, believed at once.
func TestWithoutSettling(t *testing.T) {
	watched(t, 20*time.Millisecond, button.Opts{Settle: 1}, func(p *panel) {
		p.heard(time.Second)
		told := 0
		for range 50 {
			p.keys["undo"].Press()
			told += len(strings.Fields(p.heard(100 * time.Millisecond)))
			p.keys["undo"].Release()
			told += len(strings.Fields(p.heard(100 * time.Millisecond)))
		}
		if told <= 50 {
			p.Errorf("%d presses told of 50: the buttons do not bounce", told)
		}
	})
}

// Two people press at the same time.
func TestTwoAtOnce(t *testing.T) {
	watched(t, 5*time.Millisecond, button.Opts{}, func(p *panel) {
		p.heard(time.Second)
		begin := time.Now()
		p.keys["confirm purple"].Press()
		p.keys["confirm red"].Press()
		p.expect(60*time.Millisecond, "confirm purple, confirm red")
		p.keys["confirm purple"].Release()
		p.heard(time.Second)
		p.keys["confirm purple"].Press()
		x := <-p.presses
		if got, most := time.Since(begin), 1060*time.Millisecond+60*time.Millisecond; got > most {
			p.Errorf("told after %v, want at most %v", got, most)
		}
		if x.At.After(time.Now()) || time.Since(x.At) > 50*time.Millisecond {
			p.Errorf("pressed at %v, now it is %v", x.At, time.Now())
		}
	})
}

// A button that is down from the beginning, or stuck, says nothing.
func TestHeldFromTheBeginning(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		k := emu.New("GPIO5", 0, 1)
		k.Press()
		p := &panel{T: t, presses: button.Watch(ctx, []button.Pin{{Name: "next", In: k}}, button.Opts{})}
		p.expect(time.Minute, "")
		k.Release()
		p.expect(time.Second, "")
		k.Press()
		p.expect(time.Second, "next")
		cancel()
		synctest.Wait()
	})
}

// A pin that cannot be set up is reported once and retried.
func TestMissingPin(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		broken, well := emu.New("GPIO5", 0, 1), emu.New("GPIO6", 0, 2)
		broken.Fail(errors.New("no such pin"))
		p := &panel{T: t, presses: button.Watch(ctx, []button.Pin{{Name: "back", In: broken}, {Name: "next", In: well}}, button.Opts{})}
		p.expect(time.Minute, "back (no such pin)")
		well.Press()
		p.expect(time.Second, "next")
		broken.Fail(nil)
		p.expect(time.Minute, "")
		broken.Press()
		p.expect(time.Second, "back")
		cancel()
		synctest.Wait()
	})
}

// Presses that nobody receives are dropped, and the buttons work again when somebody does.
func TestNobodyReceives(t *testing.T) {
	watched(t, 0, button.Opts{}, func(p *panel) {
		time.Sleep(time.Second) // bubble: the buttons are seen released
		for range 40 {
			p.keys["undo"].Press()
			time.Sleep(100 * time.Millisecond) // bubble: it settles
			p.keys["undo"].Release()
			time.Sleep(100 * time.Millisecond) // bubble: it settles
		}
		if got, want := strings.Count(p.heard(0), "undo"), 16; got != want {
			p.Errorf("%d presses waited, want %d", got, want)
		}
		p.keys["undo"].Press()
		p.expect(time.Second, "undo")
	})
}

// toThree is a button that connects its pin to 3.3 V.
type toThree struct {
	gpio.PinIO
	pull gpio.Pull
	down atomic.Bool
}

func (p *toThree) In(pull gpio.Pull, _ gpio.Edge) error {
	p.pull = pull
	return nil
}

func (p *toThree) Read() gpio.Level { return gpio.Level(p.down.Load()) }

func TestButtonsToThreeVolts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		pin := &toThree{PinIO: gpio.INVALID}
		p := &panel{T: t, presses: button.Watch(ctx, []button.Pin{{Name: "back", Seat: "blue", In: pin}}, button.Opts{High: true})}
		p.expect(time.Second, "")
		if got, want := pin.pull, gpio.PullDown; got != want {
			t.Errorf("pull %v, want %v", got, want)
		}
		pin.down.Store(true)
		p.expect(time.Second, "back blue")
		cancel()
		synctest.Wait()
	})
}

// The pins are read 250 times a second, no more.
func TestPace(t *testing.T) {
	watched(t, 0, button.Opts{}, func(p *panel) {
		time.Sleep(10 * time.Second) // bubble: what is counted
		if got, want := fmt.Sprint(p.keys["undo"].Reads()/100), "25"; got != want {
			p.Errorf("%s00 looks in 10 s, want %s00", got, want)
		}
	})
}

// faulty is a pin whose driver panics when it is read for the first time.
type faulty struct {
	toThree
	reads int
}

func (p *faulty) Read() gpio.Level {
	if p.reads++; p.reads == 1 {
		panic("04A2241B5C6D80")
	}
	return p.toThree.Read()
}

// A driver that panics is reported once, and its pin is set up again; other buttons go on.
func TestDriverPanics(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		bad, good := &faulty{toThree: toThree{PinIO: gpio.INVALID}}, &toThree{PinIO: gpio.INVALID}
		p := &panel{T: t, presses: button.Watch(ctx, []button.Pin{{Name: "back", In: bad}, {Name: "next", In: good}}, button.Opts{High: true})}
		if got := p.heard(time.Second); !strings.HasPrefix(got, "back (") || !strings.Contains(got, "button_test.go:") || strings.Contains(got, "04A2") {
			t.Errorf("it says %q, want where it panicked", got)
		}
		good.down.Store(true)
		p.expect(500*time.Millisecond, "next")
		time.Sleep(button.DefaultRetry) // bubble: until the pin is set up again
		bad.down.Store(true)
		p.expect(500*time.Millisecond, "back")
		cancel()
		synctest.Wait()
	})
}
