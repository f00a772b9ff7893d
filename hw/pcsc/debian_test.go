package pcsc_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"arbiter/engine/enginetest/tier"
	"arbiter/hw"
	"arbiter/hw/pcsc"
	"arbiter/hw/readertest"
)

const inNamespace = "ARBITER_IN_A_NAMESPACE_FOR_PCSCD"

// This uses Debian's pcscd, which was written for real readers, and the virtual readers of
// vsmartcard. They run in a network and a /run of their own: the readers listen on all addresses,
// and the daemon at a fixed path.
func TestDebiansDaemon(t *testing.T) {
	if os.Getenv(inNamespace) == "" {
		tier.Test(t, tier.Readers, "pcscd, whose virtual readers look twice a second")
		inside(t)
		return
	}
	if err := os.MkdirAll("/run/pcscd", 0o755); err != nil {
		t.Fatal(err)
	}
	p := newPCSCD(t)
	p.start()
	d := pcsc.Open(pcsc.Opts{RetryMin: time.Millisecond, RetryMax: 20 * time.Millisecond})
	var r [2]*pcsc.Reader
	for i, name := range []string{"Purple", "Red"} {
		r[i] = d.Reader(strings.ToLower(name), name)
		until(t, r[i], "[]")
		defer func() {
			if err := r[i].Close(); err != nil {
				t.Error(err)
			}
		}()
	}
	purple, red := p.card(0), p.card(1)
	for _, uid := range []string{"DEADBEEF", "04A2241B5C6D80", "00112233445566778899", "08A1B2C3"} {
		purple.lay(bytes(t, uid))
		until(t, r[0], "["+uid+"]")
		if got := says(t, r[1]); got != "[]" {
			t.Errorf("the other reader says %s", got)
		}
		purple.lift()
		until(t, r[0], "[]")
	}
	red.lay(bytes(t, "01020304"))
	until(t, r[1], "[01020304]")
	for i := range 5 { // swapped between two looks, or not
		uid := fmt.Sprintf("0401020304%02X05", i)
		red.lift()
		red.lay(bytes(t, uid))
		until(t, r[1], "["+uid+"]")
	}
	purple.layAnswering(bytes(t, "6A81"))
	until(t, r[0], "it tells no number (6A81)")
	purple.lift()
	until(t, r[0], "[]")

	if list, err := pcsc.List(t.Context(), pcsc.Opts{}); err != nil || len(list) != 2*slotsOfVPCD || !slices.Contains(list, pcsc.Found{Name: "Purple"}) {
		t.Errorf("listed %v, %v", list, err)
	}
	if got, err := r[0].Chip(t.Context()); got != "Purple" || err != nil {
		t.Errorf("it says of itself %q, %v", got, err)
	}

	p.kill()
	until(t, r[1], "pcscd does not run")
	if _, err := r[1].Scan(t.Context()); hw.ObstacleOf(err) != hw.NoService {
		t.Errorf("without a daemon: %v", err)
	}
	p.start()
	until(t, r[1], "[0401020304")

	purple.lay(bytes(t, "DEADBEEF"))
	readertest.Reconnects(t, 3, readertest.Rig{
		Reader: r[0], Card: "DEADBEEF",
		Pull: func() error { p.kill(); return nil }, Plug: func() error { p.start(); return nil },
	})
}

// inside runs the test in namespaces of its own.
func inside(t *testing.T) {
	for program, from := range map[string]string{"/usr/sbin/pcscd": "pcscd", driverOfVPCD(): "vsmartcard-vpcd"} {
		if _, err := os.Stat(program); err != nil {
			if os.Getenv("CI") != "" {
				t.Fatalf("%s is missing: install %s", program, from)
			}
			t.Skipf("%s is missing: install %s", program, from)
		}
	}
	script := `mount -t tmpfs none /run && ip link set lo up && exec "$0" -test.v -test.run 'TestDebiansDaemon$' -test.timeout 20m`
	if out, err := exec.Command("unshare", "-rmn", "true").CombinedOutput(); err != nil {
		t.Skipf("needs unshare, and a kernel that allows it: %v %s", err, out)
	}
	cmd := exec.Command("unshare", "-rmn", "sh", "-c", script, os.Args[0])
	cmd.Env = append(os.Environ(), inNamespace+"=1")
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "--- PASS: TestDebiansDaemon") {
		t.Errorf("%v\n%s", err, out)
	}
}

// driverOfVPCD returns the driver of virtual readers; "" if it is not installed.
func driverOfVPCD() string {
	found, _ := filepath.Glob("/usr/lib/pcsc/drivers/serial/libifdvpcd.so*") // the pattern is right
	if len(found) == 0 {
		return "libifdvpcd.so"
	}
	return found[0]
}

// A realDaemon is a pcscd with two virtual readers.
type realDaemon struct {
	*testing.T
	conf string
	cmd  *exec.Cmd
}

// firstPort is that of the first reader in this network; each slot of a reader has one.
const firstPort, slotsOfVPCD = 35963, 2

const withoutPolkit = "--disable-polkit"

func newPCSCD(t *testing.T) *realDaemon {
	t.Helper()
	p := &realDaemon{T: t, conf: t.TempDir()}
	driver, err := os.ReadFile(driverOfVPCD())
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range []string{"Purple", "Red"} { // each needs a copy of the driver, which knows one port, and has two slots
		i *= slotsOfVPCD
		lib := filepath.Join(t.TempDir(), "libifdvpcd.so")
		text := fmt.Sprintf("FRIENDLYNAME %q\nDEVICENAME /dev/null:0x%X\nLIBPATH %s\nCHANNELID 0x%X\n", name, firstPort+i, lib, firstPort+i)
		if err := os.WriteFile(lib, driver, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(p.conf, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(p.kill)
	return p
}

func (p *realDaemon) start() {
	p.Helper()
	args := []string{"--foreground", "-c", p.conf}
	if help, _ := exec.Command("/usr/sbin/pcscd", "--help").CombinedOutput(); strings.Contains(string(help), withoutPolkit) {
		args = append(args, withoutPolkit) // that of Debian 13 asks polkit, which is not here
	}
	p.cmd = exec.Command("/usr/sbin/pcscd", args...)
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := p.cmd.Start(); err != nil {
		p.Fatal(err)
	}
}

func (p *realDaemon) kill() {
	if p.cmd == nil {
		return
	}
	_ = p.cmd.Process.Kill() // it may have ended
	_ = p.cmd.Wait()
	_ = os.Remove("/run/pcscd/pcscd.comm")
	_ = os.Remove("/run/pcscd/pcscd.pid")
	p.cmd = nil
}

// A virtualCard is a card program at the port of a reader.
type virtualCard struct {
	*testing.T
	port int
	stop func()
	done chan struct{}
}

func (p *realDaemon) card(reader int) *virtualCard {
	c := &virtualCard{T: p.T, port: firstPort + reader*slotsOfVPCD}
	p.Cleanup(c.lift)
	return c
}

func (c *virtualCard) lay(uid []byte) { c.layAnswering(append(uid, 0x90, 0x00)) }

// layAnswering connects a card that answers the question for its number with these bytes. It
// reconnects when the daemon has ended.
func (c *virtualCard) layAnswering(number []byte) {
	c.lift()
	gone, stop := context.WithCancel(context.Background())
	c.stop, c.done = stop, make(chan struct{})
	go func() {
		defer close(c.done)
		for {
			if to, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", c.port)); err == nil {
				free := context.AfterFunc(gone, func() { to.Close() })
				speak(to, number)
				free()
				to.Close()
			}
			select {
			case <-gone.Done():
				return
			case <-time.After(10 * time.Millisecond):
			}
		}
	}()
}

func (c *virtualCard) lift() {
	if c.stop != nil {
		c.stop()
		<-c.done
		c.stop = nil
	}
}

// speak acts as a card: messages begin with their length. One byte is an order: off, on, reset
// (which have no answer), or the question for the ATR.
func speak(to io.ReadWriter, number []byte) {
	for {
		var size [2]byte
		if _, err := io.ReadFull(to, size[:]); err != nil {
			return
		}
		m := make([]byte, binary.BigEndian.Uint16(size[:]))
		if _, err := io.ReadFull(to, m); err != nil {
			return
		}
		answer := []byte{0x6D, 0x00}
		switch {
		case len(m) == 1 && m[0] == 4:
			answer = []byte("\x3B\x8F\x80\x01\x80\x4F\x0C\xA0\x00\x00\x03\x06\x03\x00\x03\x00\x00\x00\x00\x68") // of an NTAG
		case len(m) == 1:
			continue
		case string(m) == "\xFF\xCA\x00\x00\x00":
			answer = number
		}
		if _, err := to.Write(append(binary.BigEndian.AppendUint16(nil, uint16(len(answer))), answer...)); err != nil {
			return
		}
	}
}
