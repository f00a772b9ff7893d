package main

import (
	"errors"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"arbiter/engine/enginetest/tier"
)

// A smallDisk is a file system of 4 MiB that this test alone uses.
type smallDisk struct {
	*testing.T
	at    string // where it is mounted
	image string // of ext4; "" in memory
}

// newDisk mounts a file system, which takes root.
func newDisk(t *testing.T, kind string) *smallDisk {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("only root may mount small disks")
	}
	d := &smallDisk{T: t, at: t.TempDir()}
	if kind == "ext4" {
		d.image = filepath.Join(t.TempDir(), "image")
		must(t, os.WriteFile(d.image, nil, 0o600))
		must(t, os.Truncate(d.image, 4<<20))
		if out, err := exec.Command("mkfs.ext4", "-q", "-F", d.image).CombinedOutput(); err != nil {
			t.Skipf("no ext4 can be made here: %v\n%s", err, out)
		}
	}
	if out, err := d.mount(); err != nil {
		t.Skipf("small disks cannot be mounted here: %v\n%s", err, out)
	}
	t.Cleanup(func() {
		exec.Command("umount", d.at).Run() // it may be off already
	})
	return d
}

func (d *smallDisk) mount() ([]byte, error) {
	if d.image == "" {
		return exec.Command("mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", d.at).CombinedOutput()
	}
	return exec.Command("mount", "-o", "loop,errors=remount-ro", d.image, d.at).CombinedOutput()
}

// fill takes all the room there is.
func (d *smallDisk) fill() {
	d.Helper()
	f, err := os.Create(filepath.Join(d.at, "photos"))
	must(d.T, err)
	defer f.Close()
	for size := 64 << 10; size > 0; {
		_, err := f.Write(make([]byte, size))
		if err == nil {
			err = f.Sync() // or the room is not taken yet
		}
		switch {
		case errors.Is(err, syscall.ENOSPC):
			size /= 2
		case err != nil:
			d.Fatal(err)
		}
	}
}

// fail makes the kernel find an error, as a worn card does: from then on the file
// system is read-only.
func (d *smallDisk) fail() {
	d.Helper()
	out, err := exec.Command("findmnt", "-n", "-o", "SOURCE", d.at).Output()
	must(d.T, err)
	switched := "/sys/fs/ext4/" + filepath.Base(strings.TrimSpace(string(out))) + "/trigger_fs_error"
	if err := os.WriteFile(switched, []byte("a test"), 0o200); err != nil {
		d.Skipf("this kernel finds no errors on demand: %v", err)
	}
	if err := os.WriteFile(filepath.Join(d.at, "photos"), []byte("x"), 0o600); !errors.Is(err, syscall.EROFS) {
		d.Fatalf("the disk should be read-only now: %v", err)
	}
}

// repair is what people do in the end: the card is examined and put in again.
func (d *smallDisk) repair() {
	d.Helper()
	for deadline := time.Now().Add(5 * time.Minute); exec.Command("umount", d.at).Run() != nil; time.Sleep(20 * time.Millisecond) { // until nobody has a file open there
		if time.Now().After(deadline) {
			d.Fatal("the disk cannot be unmounted")
		}
	}
	out, err := exec.Command("e2fsck", "-f", "-y", d.image).CombinedOutput()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() <= 2 { // it has repaired something
		err = nil
	}
	if err != nil {
		d.Fatalf("%v\n%s", err, out)
	}
	if out, err := d.mount(); err != nil {
		d.Fatalf("%v\n%s", err, out)
	}
}

// refusedWith plays on until a wish is refused, and returns the last entry that was
// granted, and the words.
func refusedWith(t *testing.T, x *stretch, at int) (last int, said string) {
	t.Helper()
	for ; at < x.last(); at++ {
		status, a, err := x.phone.wish(x, at+1)
		switch {
		case err != nil:
			t.Fatalf("entry %d: the service does not answer: %v", at+1, err)
		case status == http.StatusOK && a.Version == at+1:
			continue
		case status != http.StatusInternalServerError || a.Refusal == "":
			t.Fatalf("entry %d: %d, %+v", at+1, status, a)
		}
		return at, a.Refusal
	}
	t.Fatalf("all %d entries were granted without a working disk", at)
	return at, ""
}

func refused(t *testing.T, x *stretch, at int) int {
	t.Helper()
	last, _ := refusedWith(t, x, at)
	return last
}

// play goes on up to an entry; nothing may be refused.
func (x *stretch) play(t *testing.T, at, to int) int {
	t.Helper()
	for n := at + 1; n <= to; n++ {
		if status, a, err := x.phone.wish(x, n); status != http.StatusOK || a.Version != n || err != nil {
			t.Fatalf("%q: %d, %+v, %v", x.lines[n], status, a, err)
		}
	}
	return to
}

// A disk that becomes full while people play: the wish is refused in words, and
// granted once there is room. The program runs all the time.
func TestDiskFull(t *testing.T) {
	tier.Test(t, tier.Crash, "two small disks")
	for _, kind := range []string{"tmpfs", "ext4"} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			d := newDisk(t, kind)
			x := newStretch(t, d.at, 4, 80)
			s := start(t, "--data", d.at, "--open")
			x.phone.at(s.url)
			at := x.play(t, 0, 10)
			for range 2 {
				d.fill()
				last, said := refusedWith(t, x, at)
				if at = last; !strings.Contains(said, "the memory card of the device is full") {
					t.Errorf("a full disk: %s", said)
				}
				must(t, os.Remove(filepath.Join(d.at, "photos")))
				at = x.play(t, at, at+10)
			}
			x.phone.client.CloseIdleConnections()
			s.end(syscall.SIGTERM)
			if n, err := x.kept(d.at, map[int]bool{}); n != at || err != nil {
				t.Errorf("%d entries are there, want %d: %v", n, at, err)
			}
		})
	}
}

// A disk that the kernel makes read-only while people play: the wish is refused
// in words, nothing is lost, and the game goes on when the card works again.
func TestDiskReadOnly(t *testing.T) {
	tier.Test(t, tier.Crash, "a small disk")
	t.Parallel()
	d := newDisk(t, "ext4")
	x := newStretch(t, d.at, 5, 40)
	s := start(t, "--data", d.at, "--open")
	x.phone.at(s.url)
	at := x.play(t, 0, 12)
	d.fail()
	if got, said := refusedWith(t, x, at); got != at || !strings.Contains(said, "cannot be written any more") {
		t.Errorf("entries up to %d were granted on a disk that cannot be written: %s", got, said)
	}
	x.phone.client.CloseIdleConnections()
	s.cmd.Process.Kill()
	s.cmd.Wait() // its error is that it was killed
	d.repair()
	if n, err := x.kept(d.at, map[int]bool{}); n != at || err != nil {
		t.Errorf("%d entries are there, want %d: %v", n, at, err)
	}
	s = start(t, "--data", d.at, "--open")
	x.phone.at(s.url)
	x.play(t, at, at+10)
	x.phone.client.CloseIdleConnections()
	s.end(syscall.SIGTERM)
}

// On a disk that is full before anything starts each command that writes says so; who
// looks needs no room; when there is room again the games are there.
func TestFullDiskIsCalledFull(t *testing.T) {
	tier.Test(t, tier.Crash, "a small disk")
	t.Parallel()
	d := newDisk(t, "")
	data := filepath.Join(d.at, "data")
	arbiter := func(line string) (code int, said string) {
		var out, errs strings.Builder
		code = run(append(strings.Fields(line), "--data", data), &out, &errs)
		return code, out.String() + errs.String()
	}
	if code, said := arbiter("demo --game high-council --seed 4"); code != 0 {
		t.Fatalf("exit status %d\n%s", code, said)
	}
	d.fill()
	for _, line := range []string{"serve --addr 127.0.0.1:0", "demo"} {
		if code, said := arbiter(line); code != exitFailed || !strings.Contains(said, "the disk is full: make room") {
			t.Errorf("%s: exit status %d, %s", line, code, said)
		}
	}
	for _, line := range []string{"games list", "games check"} {
		if code, said := arbiter(line); code != 0 {
			t.Errorf("%s: exit status %d, %s", line, code, said)
		}
	}
	must(t, os.Remove(filepath.Join(d.at, "photos")))
	if code, said := arbiter("games check"); code != 0 || !strings.Contains(said, "1 game, sound") {
		t.Errorf("with room again: exit status %d, %s", code, said)
	}
}
