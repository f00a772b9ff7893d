package machine

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

const (
	cuts     = 30
	goingOn  = 3  // of them the game is played on to its end, on this computer
	controls = 10 // with a disk that is never told to keep anything
)

// a disk on which nothing is but a file system.
func emptyDisk(t *testing.T, label string) string {
	t.Helper()
	disk := filepath.Join(t.TempDir(), label)
	shell(t, "truncate -s 64M "+disk+" && mke2fs -q -t ext4 -L "+label+" "+disk)
	return disk
}

func shell(t *testing.T, commands string) string {
	t.Helper()
	out, err := exec.Command("sh", "-ec", commands).CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", commands, err, out)
	}
	return string(out)
}

// A copied disk is what was there while entries had been told.
type copied struct {
	disk string
	told int
}

var printedEntry = regexp.MustCompile(`(?m)^#(\d+) `)

// told is the number of the last entry that a demo has printed; 0 before the first.
func told(said string) int {
	all := printedEntry.FindAllStringSubmatch(said, -1)
	if len(all) == 0 {
		return 0
	}
	n, _ := strconv.Atoi(all[len(all)-1][1]) // digits
	return n
}

// held is how many entries a copy of a disk holds once its journal was played back, and the
// folder with what was on it.
func held(t *testing.T, disk string) (entries int, data string) {
	t.Helper()
	if out, err := exec.Command("e2fsck", "-fy", disk).CombinedOutput(); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() > 1 {
			t.Fatalf("the file system is broken: %v\n%s", err, out)
		}
	}
	dir := t.TempDir()
	shell(t, fmt.Sprintf("debugfs -R 'rdump /game %s' %s 2>&1", dir, disk))
	data = filepath.Join(dir, "game")
	if file, err := os.Stat(filepath.Join(data, "games.db")); err != nil || file.Size() == 0 {
		return 0, data // it was named, and nothing of it was kept
	}
	list := strings.Split(strings.TrimSpace(beside(t, data, "games", "list")), "\n")
	if len(list) < 2 {
		return 0, data
	}
	n := regexp.MustCompile(`blue +(\d+) `).FindStringSubmatch(list[1])
	if n == nil {
		t.Fatalf("no number of entries in %q", list)
	}
	entries, _ = strconv.Atoi(n[1]) // digits
	return entries, data
}

// A game of four is cut off thirty times: what the disk held in that moment, and nothing that
// waited for it in the machine's memory, holds every entry that was told. The control is a
// program whose wishes to keep something the system does not hear: it loses some.
func TestPowerCuts(t *testing.T) {
	kept, lost := emptyDisk(t, "kept"), emptyDisk(t, "lost")
	said := filepath.Join(t.TempDir(), "said")
	m := boot(t, newDisk(t), "-drive", "file="+kept+",if=virtio,format=raw,cache=none", "-drive", "file="+lost+",if=virtio,format=raw,cache=none", "-serial", "file:"+said)
	m.sh("mkdir /kept /lost; mount /dev/vdb /kept; mount /dev/vdc /lost; stty -F /dev/ttyS1 raw; systemctl stop arbiter")
	whole := beside(t, filepath.Join(t.TempDir(), "whole"), "demo", "--seats", "4", "--seed", "7")
	r := rand.New(rand.NewPCG(7, 7))

	// cut stops the machine between two instructions, and copies what its disk has then.
	cut := func(disk string) copied {
		t.Helper()
		had := filepath.Join(t.TempDir(), "had")
		if err := m.qemu.Process.Signal(syscall.SIGSTOP); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(said)
		if err != nil {
			t.Fatal(err)
		}
		shell(t, "cp --sparse=always "+disk+" "+had)
		if err := m.qemu.Process.Signal(syscall.SIGCONT); err != nil {
			t.Fatal(err)
		}
		return copied{had, told(string(text))}
	}
	// play begins the game, and returns what stops it.
	play := func(before, folder string) func() {
		t.Helper()
		if err := os.Truncate(said, 0); err != nil {
			t.Fatal(err)
		}
		m.sh("systemd-run -q --unit game " + before + " sh -c '/usr/bin/arbiter demo --seats 4 --seed 7 --data " + folder + "/game | cat >/dev/ttyS1'") // to a terminal it says less
		return func() { m.says("systemctl stop game; systemctl reset-failed game") }
	}
	// reach waits until an entry is told.
	reach := func(entry int) {
		t.Helper()
		for end := time.Now().Add(patience); ; time.Sleep(10 * time.Millisecond) { // a world outside
			text, err := os.ReadFile(said)
			if err != nil {
				t.Fatal(err)
			}
			if told(string(text)) >= entry {
				return
			}
			if time.Now().After(end) {
				t.Fatalf("entry %d is never told; %d is", entry, told(string(text)))
			}
		}
	}

	last, step := told(whole), told(whole)/(cuts+1)
	stop := play("", "/kept")
	var all []copied
	for i := range cuts {
		reach(i*step + r.IntN(step))
		all = append(all, cut(kept))
	}
	stop()
	losses := 0
	for i, c := range all {
		has, data := held(t, c.disk)
		if has < c.told {
			losses++
			t.Errorf("cut %d: %d entries were told, the disk holds %d", i+1, c.told, has)
		}
		if i%(cuts/goingOn) == 0 {
			if goes := beside(t, data, "demo", "--seats", "4", "--seed", "7"); told(goes) != last {
				t.Errorf("cut %d: the game goes on to entry %d, want %d", i+1, told(goes), last)
			}
		}
	}
	t.Logf("%d cuts from entry %d to %d of %d, %d with losses", cuts, all[0].told, all[cuts-1].told, last, losses)

	stop, all, losses = play("-E LD_PRELOAD=libeatmydata.so", "/lost"), nil, 0
	for i := range controls {
		reach((i + 1) * step)
		all = append(all, cut(lost))
	}
	stop()
	for _, c := range all {
		if has, _ := held(t, c.disk); has < c.told {
			losses++
		}
	}
	t.Logf("control: %d of %d cuts lost entries", losses, controls)
	if losses == 0 {
		t.Error("control: where nothing is kept nothing was lost, so these cuts show nothing")
	}
}
