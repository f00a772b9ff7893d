// Command far is what hangs on the wires of the machine in which Arbiter meets a real
// kernel: an RC522 and a panel on SPI, an OLED on I2C, PN532s on USB, a keyboard that
// types numbers. It runs in the machine, and obeys orders that come in from outside, a
// line of JSON each, through a port that nothing else uses.
package main

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"

	"arbiter/hw/emu/picc"
)

// An Order is one of: run a command; lay a card on a reader, or lift it; begin or end
// to be the chips of the buses, or the reader at a serial port; type.
type Order struct {
	ID      int      `json:"id"`
	Do      string   `json:"do"`
	At      string   `json:"at,omitempty"`   // the reader: "rc522", or a port's path
	Text    string   `json:"text,omitempty"` // a card's UID, what is typed, a number of an error
	Args    []string `json:"args,omitempty"`
	Seconds int      `json:"seconds,omitempty"` // how long a command may take
}

// An Answer is what became of it.
type Answer struct {
	ID     int    `json:"id"`
	Out    string `json:"out,omitempty"`
	Status int    `json:"status,omitempty"`
	Error  string `json:"error,omitempty"`
}

// A place is where cards lie.
type place struct {
	field *picc.Field
	tags  map[string]*picc.Tag
}

type far struct {
	mu     sync.Mutex
	places map[string]*place
	buses  *buses
	keys   *keyboard
}

func main() {
	log.SetFlags(log.Lmicroseconds)
	port, err := os.OpenFile("/dev/virtio-ports/orders", os.O_RDWR, 0)
	if err != nil {
		log.Fatal(err)
	}
	f := &far{places: map[string]*place{}}
	var writing sync.Mutex
	answer := func(a Answer) {
		writing.Lock()
		defer writing.Unlock()
		if err := json.NewEncoder(port).Encode(a); err != nil {
			log.Print(err)
		}
	}
	orders := json.NewDecoder(patient{port})
	for {
		var o Order
		if err := orders.Decode(&o); err != nil {
			log.Fatal(err) // systemd starts it anew
		}
		go func() {
			a := Answer{ID: o.ID}
			if err := f.obey(o, &a); err != nil {
				a.Error = err.Error()
			}
			answer(a)
		}()
	}
}

// patient reads a port at whose other end nobody may be yet.
type patient struct{ io.Reader }

func (p patient) Read(b []byte) (int, error) {
	for {
		n, err := p.Reader.Read(b)
		if n > 0 || err != nil && !errors.Is(err, io.EOF) {
			return n, err
		}
		time.Sleep(20 * time.Millisecond)
	}
}

func (f *far) obey(o Order, a *Answer) error {
	if o.Do == "run" {
		return run(o, a)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	switch o.Do {
	case "lay", "lift":
		return f.move(o)
	case "chips":
		if f.buses != nil {
			return errors.New("the buses have their chips")
		}
		p := f.place("rc522")
		b, err := attend(o.At, p.field)
		f.buses = b
		return err
	case "fail":
		if f.buses == nil {
			return errors.New("no chips yet")
		}
		return f.buses.fail(o.Text)
	case "press", "release":
		return pull(o.At, o.Text, o.Do == "release")
	case "glass":
		if f.buses == nil {
			return errors.New("no chips yet")
		}
		picture, err := f.buses.glass()
		a.Out = picture
		return err
	case "pn532":
		go serve(o.At, f.place(o.At).field)
		return nil
	case "keyboard":
		k, err := plugKeyboard()
		f.keys = k
		return err
	case "type":
		if f.keys == nil {
			return errors.New("no keyboard yet")
		}
		return f.keys.line(o.Text)
	case "unplug keyboard":
		if f.keys == nil {
			return errors.New("no keyboard yet")
		}
		return f.keys.unplug()
	}
	return fmt.Errorf("nobody knows how to %q", o.Do)
}

func (f *far) place(name string) *place {
	if f.places[name] == nil {
		f.places[name] = &place{picc.NewField(1), map[string]*picc.Tag{}}
	}
	return f.places[name]
}

func (f *far) move(o Order) error {
	uid, err := hex.DecodeString(o.Text)
	if err != nil {
		return err
	}
	p := f.place(o.At)
	if p.tags[o.Text] == nil {
		p.tags[o.Text] = picc.New(uid...)
	}
	if o.Do == "lay" {
		p.field.Place(p.tags[o.Text])
	} else {
		p.field.Lift(p.tags[o.Text])
	}
	return nil
}

func run(o Order, a *Answer) error {
	ctx, stop := context.WithTimeout(context.Background(), time.Duration(max(o.Seconds, 1))*time.Second)
	defer stop()
	c := exec.CommandContext(ctx, o.Args[0], o.Args[1:]...)
	c.Env = append(os.Environ(), "HOME=/root", "DEBIAN_FRONTEND=noninteractive", "LC_ALL=C.UTF-8")
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) } // and what it started
	var out bytes.Buffer
	c.Stdout, c.Stderr, c.WaitDelay = &out, &out, time.Second
	err := c.Run()
	a.Out = out.String()
	var exit *exec.ExitError
	if errors.As(err, &exit) && ctx.Err() == nil {
		a.Status = exit.ExitCode()
		return nil
	}
	if ctx.Err() != nil {
		return fmt.Errorf("%q took longer than %d s", o.Args, o.Seconds)
	}
	return err
}
