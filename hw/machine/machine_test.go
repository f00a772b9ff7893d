// Package machine boots Arbiter's package on a real kernel, with real device files whose
// far ends are the emulated chips. Its README says what that shows, and what it does not.
package machine

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
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

// A machine is running, or ran until its power was cut.
type machine struct {
	*testing.T
	qemu   *exec.Cmd
	line   *line
	folder string // what it writes: console, said (its second serial port)
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

// made returns the folder that hw/machine/build filled.
func made(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("ARBITER_MACHINE")
	if dir == "" {
		t.Skip("long: a machine that hw/machine/build has made; make long-kernel")
	}
	return dir
}

// scratch is a folder that tests share. It is removed when they have ended.
var scratch string

func TestMain(m *testing.M) {
	var err error
	if scratch, err = os.MkdirTemp("", "arbiter-machine-"); err != nil {
		panic(err)
	}
	status := m.Run()
	_ = os.RemoveAll(scratch)
	os.Exit(status)
}

const (
	patience = 30 * time.Minute // for a machine emulated on a busy computer
	spare    = 4                // disks of a machine beside its own, /dev/vdb to /dev/vde
	ofSpare  = "1G"
)

// emptyDisk returns a disk of this size with nothing on it but a file system.
func emptyDisk(t *testing.T, label, size string) string {
	t.Helper()
	disk := filepath.Join(t.TempDir(), label)
	shell(t, "truncate -s "+ofSpare+" "+disk+" && mke2fs -q -t ext4 -L "+label+" "+disk+" "+size)
	return disk
}

// switchOn switches on the machine in dir, with a copy of its disk, and waits until it takes
// orders. What it writes is in folder.
func switchOn(dir, folder string, disks []string, more ...string) (*exec.Cmd, *line, error) {
	how, err := os.ReadFile(filepath.Join(dir, "qemu"))
	if err != nil {
		return nil, nil, err
	}
	qemu, in := strings.Fields(string(how)), func(name string) string { return filepath.Join(folder, name) }
	disks = append([]string{in("disk")}, disks...)
	make := "cp --sparse=always " + filepath.Join(dir, "disk") + " " + in("disk")
	for i := len(disks); i <= spare; i++ {
		blank := in(fmt.Sprint("blank", i))
		disks = append(disks, blank)
		make += "; truncate -s " + ofSpare + " " + blank
	}
	if out, err := exec.Command("sh", "-ec", make).CombinedOutput(); err != nil {
		return nil, nil, fmt.Errorf("%w: %s", err, out)
	}
	for _, disk := range disks {
		more = append(more, "-drive", "file="+disk+",if=virtio,format=raw,cache=none")
	}
	// Only one processor: with two emulated ones the kernel now and then patches code that it is
	// running.
	cmd := exec.Command(qemu[0], slices.Concat(qemu[1:], []string{"-smp", "1", "-m", "640",
		"-nodefaults", "-no-reboot", "-display", "none", "-nic", "none",
		"-kernel", filepath.Join(dir, "vmlinuz"), "-initrd", filepath.Join(dir, "first.gz"), "-append", "console=ttyAMA0 console=ttyS0 quiet",
		"-serial", "file:" + in("console"), "-serial", "file:" + in("said"),
		"-device", "virtio-serial", "-chardev", "socket,id=orders,path=" + in("orders") + ",server=on,wait=off",
		"-device", "virtserialport,chardev=orders,name=orders"}, more)...)
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		return nil, nil, err
	}
	conn, err := dial(in("orders"))
	if err != nil {
		return cmd, nil, err
	}
	l := &line{Conn: conn, waiting: map[int]chan answer{}}
	go l.hear()
	for end := time.Now().Add(patience); time.Now().Before(end); {
		// What is sent before somebody listens is lost.
		if a, err := l.send(order{Do: "run", Args: []string{"true"}, Seconds: 20}, 5*time.Second); err == nil && a.Error == "" {
			return cmd, l, nil
		}
	}
	return cmd, l, errors.New("the machine does not obey")
}

// dial connects to a socket that QEMU is about to make.
func dial(socket string) (conn net.Conn, err error) {
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(50 * time.Millisecond) { // another process
		if conn, err = net.Dial("unix", socket); err == nil {
			return conn, nil
		}
	}
	return nil, fmt.Errorf("qemu: %w", err)
}

const stateFile = "state"

// booted is a folder with a machine that has booted and whose service is up: its disk and its
// state, as QEMU writes them for migration. Each test goes on from there.
var booted = sync.OnceValues(func() (string, error) {
	dir, folder := os.Getenv("ARBITER_MACHINE"), filepath.Join(scratch, "booted")
	if err := os.Mkdir(folder, 0o700); err != nil {
		return "", err
	}
	for _, part := range []string{"qemu", "vmlinuz", "first.gz"} {
		if err := os.Symlink(filepath.Join(dir, part), filepath.Join(folder, part)); err != nil {
			return "", err
		}
	}
	monitor := filepath.Join(folder, "monitor")
	cmd, l, err := switchOn(dir, folder, nil, "-monitor", "unix:"+monitor+",server=on,wait=off")
	serves := order{Do: "run", Seconds: 300, Args: []string{"bash", "-c", "until " + health + " | grep 'table: ok'; do sleep 1; done; sync"}}
	if err == nil {
		var a answer
		if a, err = l.send(serves, patience); err == nil && a.Error != "" {
			err = errors.New(a.Error)
		}
	}
	if err == nil {
		var c net.Conn
		if c, err = dial(monitor); err == nil {
			_, err = fmt.Fprintf(c, "migrate exec:cat>%s\nquit\n", filepath.Join(folder, stateFile))
			_, _ = io.Copy(io.Discard, c) // until it has quit
		}
	}
	if cmd != nil {
		if err != nil {
			_ = cmd.Process.Kill()
		}
		err = errors.Join(err, cmd.Wait())
	}
	if err != nil {
		console, _ := os.ReadFile(filepath.Join(folder, "console"))
		err = fmt.Errorf("the machine does not boot: %w; its console said:\n%s", err, console)
	}
	return folder, err
})

// boot returns a machine that has just booted, with these disks beside its own.
func boot(t *testing.T, disks ...string) *machine {
	t.Helper()
	made(t)
	dir, err := booted()
	if err != nil {
		t.Fatal(err)
	}
	return bootOf(t, dir, disks, "-incoming", "exec:cat "+filepath.Join(dir, stateFile))
}

// bootOf switches on a machine that was made in dir.
func bootOf(t *testing.T, dir string, disks []string, more ...string) *machine {
	t.Helper()
	m := &machine{T: t, folder: t.TempDir()}
	t.Cleanup(func() {
		m.cut()
		if t.Failed() {
			said, _ := os.ReadFile(filepath.Join(m.folder, "console"))
			t.Logf("the console said:\n%s", said)
		}
	})
	var err error
	if m.qemu, m.line, err = switchOn(dir, m.folder, disks, more...); err != nil {
		t.Fatal(err)
	}
	return m
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

// do sends an order that must succeed.
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

// sh runs commands that must succeed, and returns their output.
func (m *machine) sh(commands string) string {
	m.Helper()
	return m.do(order{Do: "run", Args: []string{"bash", "-euc", commands}})
}

// says runs commands, whatever their exit status, and returns their output.
func (m *machine) says(commands string) string {
	m.Helper()
	return m.do(order{Do: "run", Args: []string{"bash", "-c", commands + "\ntrue"}})
}

// until waits until the output of commands contains a text, and returns how long that took and the
// output.
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
		time.Sleep(time.Second) // the machine is outside this process; each question costs it time, so it is asked seldom
	}
}

// cut cuts the power.
func (m *machine) cut() {
	if m.qemu != nil && m.qemu.ProcessState == nil {
		_ = m.qemu.Process.Kill()
		_ = m.qemu.Wait()
	}
	if m.line != nil {
		_ = m.line.Close()
	}
}
