// Package machine boots Arbiter's package on a real kernel, with real device files whose
// far ends are the emulated chips. Its README says what that shows, and what it does not.
package machine

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// A machine is one that runs, or ran until its power went.
type machine struct {
	*testing.T
	qemu *exec.Cmd
	line *line
}

// A line carries orders and answers.
type line struct {
	net.Conn
	mu      sync.Mutex
	last    int
	waiting map[int]chan answer
}

type order struct {
	ID      int      `json:"id"`
	Do      string   `json:"do"`
	At      string   `json:"at,omitempty"`
	Text    string   `json:"text,omitempty"`
	Args    []string `json:"args,omitempty"`
	Seconds int      `json:"seconds,omitempty"`
}

type answer struct {
	ID     int    `json:"id"`
	Out    string `json:"out"`
	Status int    `json:"status"`
	Error  string `json:"error"`
}

// made is the folder that hw/machine/build filled.
func made(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("ARBITER_MACHINE")
	if dir == "" {
		t.Skip("long: a machine that hw/machine/build has made; make long-kernel")
	}
	return dir
}

// newDisk is a copy of a machine's disk, which a test may write to.
func newDisk(t *testing.T, dir string) string {
	t.Helper()
	disk := filepath.Join(t.TempDir(), "disk")
	if out, err := exec.Command("cp", "--sparse=always", filepath.Join(dir, "disk"), disk).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return disk
}

const patience = 30 * time.Minute // for a machine that is emulated on a busy one

// boot switches a machine on, with more of what QEMU takes, and waits until it obeys.
func boot(t *testing.T, more ...string) *machine {
	t.Helper()
	return bootOf(t, made(t), more...)
}

// bootOf does so with a machine that was made in dir.
func bootOf(t *testing.T, dir string, more ...string) *machine {
	t.Helper()
	disk := newDisk(t, dir)
	socket := filepath.Join(t.TempDir(), "orders")
	m := &machine{T: t}
	console := filepath.Join(t.TempDir(), "console")
	how, err := os.ReadFile(filepath.Join(dir, "qemu"))
	if err != nil {
		t.Fatal(err)
	}
	qemu := strings.Fields(string(how))
	// One processor: with two, emulated, the kernel patches itself under its own feet now
	// and then.
	m.qemu = exec.Command(qemu[0], slices.Concat(qemu[1:], []string{"-smp", "1", "-m", "640",
		"-nodefaults", "-no-reboot", "-display", "none", "-nic", "none",
		"-kernel", filepath.Join(dir, "vmlinuz"), "-initrd", filepath.Join(dir, "first.gz"), "-append", "console=ttyAMA0 console=ttyS0 quiet",
		"-drive", "file=" + disk + ",if=virtio,format=raw,cache=none",
		"-serial", "file:" + console,
		"-device", "virtio-serial", "-chardev", "socket,id=orders,path=" + socket + ",server=on,wait=off",
		"-device", "virtserialport,chardev=orders,name=orders"}, more)...)
	if err := m.qemu.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		m.cut()
		if t.Failed() {
			said, _ := os.ReadFile(console)
			t.Logf("the console said:\n%s", said)
		}
	})
	end := time.Now().Add(patience)
	for {
		conn, err := net.Dial("unix", socket)
		if err == nil {
			m.line = &line{Conn: conn, waiting: map[int]chan answer{}}
			break
		}
		if time.Now().After(end) {
			t.Fatalf("qemu: %v", err)
		}
		time.Sleep(50 * time.Millisecond) // QEMU makes its socket
	}
	go m.line.hear()
	// What is said before somebody listens is lost.
	for {
		if a, err := m.line.send(order{Do: "run", Args: []string{"true"}, Seconds: 20}, 5*time.Second); err == nil && a.Error == "" {
			return m
		}
		if time.Now().After(end) {
			t.Fatal("the machine does not obey")
		}
	}
}

func (l *line) hear() {
	lines := bufio.NewReaderSize(l, 1<<20)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return
		}
		var a answer
		if json.Unmarshal(line, &a) != nil {
			continue // the rest of what a machine said that is gone
		}
		l.mu.Lock()
		if c := l.waiting[a.ID]; c != nil {
			c <- a
		}
		delete(l.waiting, a.ID)
		l.mu.Unlock()
	}
}

func (l *line) send(o order, most time.Duration) (answer, error) {
	l.mu.Lock()
	l.last++
	o.ID = l.last
	c := make(chan answer, 1)
	l.waiting[o.ID] = c
	text, err := json.Marshal(o)
	if err == nil {
		_, err = l.Write(append(text, '\n'))
	}
	l.mu.Unlock()
	if err != nil {
		return answer{}, err
	}
	select {
	case a := <-c:
		return a, nil
	case <-time.After(most):
		return answer{}, errors.New("no answer")
	}
}

// do sends an order that has to be obeyed.
func (m *machine) do(o order) string {
	m.Helper()
	o.Seconds = max(o.Seconds, 120)
	a, err := m.line.send(o, patience)
	if err == nil && a.Error != "" {
		err = errors.New(a.Error)
	}
	if err == nil && a.Status != 0 {
		err = fmt.Errorf("status %d", a.Status)
	}
	if err != nil {
		m.Fatalf("%s %s %s %q: %v\n%s", o.Do, o.At, o.Text, o.Args, err, a.Out)
	}
	return a.Out
}

// sh runs commands that have to end well, and returns what they said.
func (m *machine) sh(commands string) string {
	m.Helper()
	return m.do(order{Do: "run", Args: []string{"bash", "-euc", commands}})
}

// says runs commands, however they end.
func (m *machine) says(commands string) string {
	m.Helper()
	return m.do(order{Do: "run", Args: []string{"bash", "-c", commands + "\ntrue"}})
}

// until waits until what commands say holds a text, and returns how long that took and
// what they said.
func (m *machine) until(commands, want string) (time.Duration, string) {
	m.Helper()
	begin := time.Now()
	for {
		said := m.says(commands)
		if strings.Contains(said, want) {
			return time.Since(begin), said
		}
		if time.Since(begin) > patience {
			m.Fatalf("%s\nnever says %q, but:\n%s\n%s", commands, want, said, m.says("journalctl -u arbiter --no-pager -o cat | tail -40"))
		}
		time.Sleep(time.Second) // the machine is a world outside: it is asked again, seldom, since each question takes its time
	}
}

// cut takes the power away.
func (m *machine) cut() {
	if m.qemu.ProcessState == nil {
		_ = m.qemu.Process.Kill()
		_ = m.qemu.Wait()
	}
	if m.line != nil {
		_ = m.line.Close()
	}
}
