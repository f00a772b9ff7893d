// Command far is what is wired to the virtual machine in which Arbiter runs on a real kernel:
// everything that its rig names, emulated. It runs inside the machine and takes orders from
// outside, one line of JSON each, through a port that nothing else uses.
package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"

	"arbiter/cmd/arbiter/internal/emulator"
	"arbiter/cmd/arbiter/internal/home"
	"arbiter/cmd/arbiter/internal/i18n"
	ink "arbiter/display/emu"
)

// An Order is one of: run a command; give a line to the emulator's console, such as "lay
// 04A2241B5C6D80 purple" or "press confirm"; become the chips of the buses, the far end of a serial
// port, or the keyboard; fetch a page; emulate another rig, while what has been connected stays as
// it is.
type Order struct {
	ID      int      `json:"id"`
	Do      string   `json:"do"`
	At      string   `json:"at,omitempty"`   // a device's path, the folder of the pins, or the file of a rig
	Text    string   `json:"text,omitempty"` // the rig's port, a line, an errno, a request
	Args    []string `json:"args,omitempty"`
	Seconds int      `json:"seconds,omitempty"` // how long a command may take
}

// An Answer is the result of an Order.
type Answer struct {
	ID     int    `json:"id"`
	Out    string `json:"out,omitempty"`
	Status int    `json:"status,omitempty"`
	Error  string `json:"error,omitempty"`
}

type far struct {
	top     *emulator.Emulator
	mu      sync.Mutex
	console *emulator.Console
	wires   *wires
}

// glass is how long e-ink takes: less than a real panel, and BUSY is transmitted every millisecond.
var glass = ink.Opts{Full: 900 * time.Millisecond, Partial: 300 * time.Millisecond, Other: 20 * time.Millisecond}

func main() {
	log.SetFlags(log.Lmicroseconds)
	port, err := os.OpenFile("/dev/virtio-ports/orders", os.O_RDWR, 0)
	for ; errors.Is(err, os.ErrNotExist); port, err = os.OpenFile("/dev/virtio-ports/orders", os.O_RDWR, 0) {
		time.Sleep(50 * time.Millisecond) // until its driver is loaded
	}
	if err != nil {
		log.Fatal(err)
	}
	f := &far{}
	if err := f.emulate("/etc/far.toml"); err != nil {
		log.Fatal(err)
	}
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
			log.Fatal(err) // systemd restarts it
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

// emulate emulates the rig of a file from now on.
func (f *far) emulate(file string) error {
	rig, err := home.LoadRig(file)
	if err != nil {
		return err
	}
	top, err := emulator.New(rig, "", 1, glass)
	if err != nil {
		return err
	}
	words, err := i18n.Catalogue()
	if err != nil {
		return err
	}
	f.top, f.console = top, &emulator.Console{Top: top, Lang: "en", Words: words, Out: os.Stderr, Names: map[string][]string{}, Cards: map[string]*emulator.LaidCard{}, Broken: map[string][]string{}}
	return nil
}

// patient reads a port whose other end may not be open yet.
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

func (f *far) obey(o Order, a *Answer) (err error) {
	switch o.Do {
	case "run":
		return run(o, a)
	case "fetch":
		a.Out, err = fetch(o)
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	switch o.Do {
	case "say":
		if f.wires != nil {
			f.wires.stir(handStirs)
			defer f.wires.stir(handStirs) // a button is let go
		}
		return f.console.Obey(context.Background(), o.Text)
	case "rig":
		return f.emulate(o.At)
	case "chips":
		if f.wires != nil {
			return errors.New("the buses have their chips")
		}
		f.wires, err = attend(o.At, f.top)
		return err
	case "fail":
		if f.wires == nil {
			return errors.New("no chips yet")
		}
		return f.wires.fail(o.Text)
	case "serial":
		go join(f.top, o.Text, o.At)
		return nil
	case "keyboard":
		return typeAs(f.top, o.At)
	}
	return fmt.Errorf("nobody knows how to %q", o.Do)
}

// fetch sends an HTTP request in base64, and returns the response in base64.
func fetch(o Order) (string, error) {
	request, err := base64.StdEncoding.DecodeString(o.Text)
	if err != nil {
		return "", err
	}
	c, err := net.Dial("tcp", "127.0.0.1:80")
	if err != nil {
		return "", err
	}
	defer c.Close()
	if err := c.SetDeadline(time.Now().Add(time.Duration(o.Seconds) * time.Second)); err != nil {
		return "", err
	}
	if _, err := c.Write(request); err != nil {
		return "", err
	}
	answer, err := io.ReadAll(c)
	return base64.StdEncoding.EncodeToString(answer), err
}

func run(o Order, a *Answer) error {
	ctx, stop := context.WithTimeout(context.Background(), time.Duration(max(o.Seconds, 1))*time.Second)
	defer stop()
	// A chip must never be late; a command may be.
	c := exec.CommandContext(ctx, "chrt", append([]string{"--other", "0"}, o.Args...)...)
	c.Env = append(os.Environ(), "HOME=/root", "DEBIAN_FRONTEND=noninteractive", "LC_ALL=C.UTF-8")
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) } // with all its children
	c.Stdin = strings.NewReader(o.Text)
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
