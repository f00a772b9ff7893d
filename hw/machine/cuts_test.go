package machine

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

const (
	cuts     = 30 // of each kind
	goingOn  = 3  // of these the game is finished, on this computer
	controls = 10 // with a disk that is never told to keep anything
)

func shell(t *testing.T, commands string) string {
	t.Helper()
	out, err := exec.Command("sh", "-ec", commands).CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", commands, err, out)
	}
	return string(out)
}

// A copied disk is a copy of a disk, made when this many entries had been acknowledged.
type copied struct {
	disk string
	told int
}

var printedEntry = regexp.MustCompile(`(?m)^#(\d+) `)

// listed finds the number of entries of a game in which blue is the last seat.
var listed = regexp.MustCompile(`blue +(\d+) `)

// told returns the number of the last entry that a demo has printed; 0 before the first.
func told(said string) int {
	all := printedEntry.FindAllStringSubmatch(said, -1)
	if len(all) == 0 {
		return 0
	}
	n, _ := strconv.Atoi(all[len(all)-1][1]) // digits
	return n
}

// held returns how many entries a copy of a disk holds once its journal was replayed, and the
// folder with its contents.
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
		return 0, data // it has a name but no contents
	}
	list := strings.Split(strings.TrimSpace(beside(t, data, "games", "list")), "\n")
	if len(list) < 2 {
		return 0, data
	}
	n := listed.FindStringSubmatch(list[1])
	if n == nil {
		t.Fatalf("no number of entries in %q", list)
	}
	entries, _ = strconv.Atoi(n[1]) // digits
	return entries, data
}

// A logged disk keeps a log of what was safe on it, and when.
type loggedDisk struct{ before, disk, log string }

func newLoggedDisk(t *testing.T, label string) loggedDisk {
	t.Helper()
	d := loggedDisk{disk: emptyDisk(t, label, "64M")}
	d.before, d.log = d.disk+".before", d.disk+".log"
	shell(t, "cp --sparse=always "+d.disk+" "+d.before+"; truncate -s "+ofSpare+" "+d.log)
	return d
}

// The kernel's dm-log-writes writes a sector for the log, and one for each entry, followed by what
// was written. A write is logged once the disk was told to keep it, and has.
const (
	sector    = 512
	logMagic  = 0x6a736677736872
	discarded = 4
	marked    = 8
)

// A kept write is one that was safe when this many entries had been acknowledged.
type keptWrite struct {
	to, from, length int64 // on the disk, in the log, bytes
	told             int
}

func (d loggedDisk) writes(t *testing.T) (all []keptWrite) {
	t.Helper()
	log, err := os.Open(d.log)
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	words := func(at int64) (w [4]uint64) {
		if err := binary.Read(io.NewSectionReader(log, at, 32), binary.LittleEndian, &w); err != nil {
			t.Fatal(err)
		}
		return w
	}
	super := words(0)
	if super[0] != logMagic {
		t.Fatalf("%s is no log of writes: %x", d.log, super)
	}
	at, last := int64(sector), 0
	for range super[2] {
		e := words(at) // to which sector, how many, what, how many bytes a mark has
		at += sector
		switch {
		case e[2]&marked != 0:
			name := make([]byte, e[3])
			if _, err := log.ReadAt(name, at-sector+32); err != nil {
				t.Fatal(err)
			}
			last = max(last, told(string(name)+" "))
		case e[2]&discarded == 0:
			all = append(all, keptWrite{int64(e[0]) * sector, at, int64(e[1]) * sector, last})
			at += int64(e[1]) * sector
		}
	}
	return all
}

// cut returns the disk at moments at which its power goes: of what it had not yet been told to
// keep, nothing is left, or only some.
func (d loggedDisk) cut(t *testing.T, r *rand.Rand, times int) (all []copied) {
	t.Helper()
	writes := d.writes(t)
	begin := slices.IndexFunc(writes, func(w keptWrite) bool { return w.told > 0 })
	if begin < 0 || len(writes) < begin+times {
		t.Fatalf("the log has %d writes, the first entry was told before write %d", len(writes), begin)
	}
	var moments []int
	for range times {
		moments = append(moments, begin+r.IntN(len(writes)-begin))
	}
	slices.Sort(moments)
	log, err := os.Open(d.log)
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	disk, err := os.OpenFile(d.before, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer disk.Close()
	done := 0
	for _, m := range moments {
		for ; done < m; done++ {
			w := writes[done]
			if _, err := io.Copy(io.NewOffsetWriter(disk, w.to), io.NewSectionReader(log, w.from, w.length)); err != nil {
				t.Fatal(err)
			}
		}
		had := filepath.Join(t.TempDir(), "had")
		shell(t, "cp --sparse=always "+d.before+" "+had)
		all = append(all, copied{had, writes[m].told})
	}
	return all
}

// losses counts the copies that lack acknowledged entries.
func losses(t *testing.T, all []copied) (n int) {
	t.Helper()
	for _, c := range all {
		if has, _ := held(t, c.disk); has < c.told {
			n++
		}
	}
	return n
}

// A game of four is cut off sixty times. Half of the times the machine stops between two
// instructions, and its disk has everything it was given until then; half of the times the disk
// loses power, too, and has only what it was told to keep. What waited in the machine's memory is
// gone. Each disk holds every acknowledged entry. The control is a program whose syncs the system
// ignores: it loses some entries either way.
func TestPowerCuts(t *testing.T) {
	t.Parallel()
	kept, lost := newLoggedDisk(t, "kept"), newLoggedDisk(t, "lost")
	m := boot(t, kept.disk, kept.log, lost.disk, lost.log)
	said := filepath.Join(m.folder, "said")
	m.sh(`systemctl stop arbiter; stty -F /dev/ttyS1 raw; modprobe dm-log-writes
logged() { dmsetup create $1 --table "0 $(blockdev --getsz $2) log-writes $2 $3"; mkdir /$1; mount /dev/mapper/$1 /$1; }
logged kept /dev/vdb /dev/vdc; logged lost /dev/vdd /dev/vde
cat >/play <<'PLAY'
/usr/bin/arbiter demo --seats 4 --seed 7 --data /$1/game | while read -r line; do # to a terminal it says less
	echo "$line"
	case $line in '#'*) dmsetup message $1 0 mark "${line%% *}" ;; esac
done >/dev/ttyS1
PLAY`)
	whole := beside(t, filepath.Join(t.TempDir(), "whole"), "demo", "--seats", "4", "--seed", "7")
	r := rand.New(rand.NewPCG(7, 7))

	// cut stops the machine between two instructions, and copies its disk.
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
	// play begins the game, and returns a function that stops it, after which the log of its disk
	// is whole.
	play := func(before, disk string) func() {
		t.Helper()
		if err := os.Truncate(said, 0); err != nil {
			t.Fatal(err)
		}
		m.sh("systemd-run -q --unit game " + before + " sh /play " + disk)
		return func() {
			m.says("systemctl stop game; systemctl reset-failed game")
			m.sh("umount /" + disk + "; dmsetup remove " + disk + "; sync")
		}
	}
	// reach waits until an entry is acknowledged.
	reach := func(entry int) {
		t.Helper()
		for end := time.Now().Add(patience); ; time.Sleep(10 * time.Millisecond) { // the machine is outside this process
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
	stop := play("", "kept")
	var killed []copied
	for i := range cuts {
		reach(i*step + r.IntN(step))
		killed = append(killed, cut(kept.disk))
	}
	stop()
	for kind, all := range map[string][]copied{"killed": killed, "without what was not flushed": kept.cut(t, r, cuts)} {
		lost := 0
		for i, c := range all {
			has, data := held(t, c.disk)
			if has < c.told {
				lost++
				t.Errorf("%s, cut %d: %d entries were told, the disk holds %d", kind, i+1, c.told, has)
			}
			if i%(cuts/goingOn) == 0 {
				if goes := beside(t, data, "demo", "--seats", "4", "--seed", "7"); told(goes) != last {
					t.Errorf("%s, cut %d: the game goes on to entry %d, want %d", kind, i+1, told(goes), last)
				}
			}
		}
		t.Logf("%s: %d cuts from entry %d to %d of %d, %d with losses", kind, len(all), all[0].told, all[len(all)-1].told, last, lost)
	}

	stop, killed = play("-E LD_PRELOAD=libeatmydata.so", "lost"), nil
	for i := range controls {
		reach((i + 1) * step)
		killed = append(killed, cut(lost.disk))
	}
	stop()
	for kind, all := range map[string][]copied{"killed": killed, "without what was not flushed": lost.cut(t, r, controls)} {
		n := losses(t, all)
		t.Logf("control, %s: %d of %d cuts lost entries", kind, n, len(all))
		if n == 0 {
			t.Errorf("control, %s: where nothing is kept nothing was lost, so these cuts show nothing", kind)
		}
	}
}
