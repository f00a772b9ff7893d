package machine

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

const (
	timesRig  = "testdata/times.toml"
	timesLaid = 100
	inkLaid   = 10 // one in so many is measured up to e-ink, which rests before
	lateLaid  = 5
	late      = 300 * time.Millisecond // what testdata/synced.c makes of a sync
)

// day is a card that a seat of The High Council lays on the table, where everybody sees it.
var day = plan{"", "day-12", "purple"}

// rest is how long a panel waits at most from one transfer to the next.
var rest = map[string]time.Duration{"status": 400 * time.Millisecond, "large": 6500 * time.Millisecond}

// A moment is when something was, since 1970.
type moment struct {
	at  time.Duration
	who string // a reader, a panel or a file
}

// A span is how long it took from a card's first answer to its entry on the disk, and to the
// first transfer of its picture to a panel.
type span struct {
	panel     string
	entry, to time.Duration
}

// A stopwatch measures at a table whose service notes its syncs in the file synced, as
// testdata/synced.c does. The emulator's notes get into folder dir.
type stopwatch struct {
	*table
	dir, synced string
	all         []moment // as they were told last
}

// until waits until what has been by now is enough.
func (w *stopwatch) until(what string, enough func(all []moment, now time.Duration) bool) {
	w.Helper()
	var said string
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(time.Second) { // a world outside: it is asked again, seldom, since each question takes of the time that is measured
		times := filepath.Join(w.dir, "times")
		w.shell("rm -f " + times)
		w.say("times " + times)
		said = w.shell("until [ -s " + times + " ]; do sleep 0.05; done; cat " + times + " " + w.synced + "; date +%s%N")
		var all []moment
		for line := range strings.Lines(said) {
			at, who, _ := strings.Cut(strings.TrimSpace(line), " ")
			n, err := strconv.ParseInt(at, 10, 64)
			if err != nil {
				w.Fatalf("%q is no moment: %v", line, err)
			}
			all = append(all, moment{time.Duration(n), who})
		}
		now := all[len(all)-1].at
		slices.SortStableFunc(all, func(a, b moment) int { return int(a.at - b.at) })
		if w.all = all; enough(all, now) {
			return
		}
	}
	w.Fatalf("%s: never seen; there is only\n%s", what, said)
}

// first waits for the first moment of somebody after another one.
func (w *stopwatch) first(who string, after time.Duration) (at time.Duration) {
	w.Helper()
	find := func(all []moment, _ time.Duration) bool {
		i := slices.IndexFunc(all, func(m moment) bool { return m.who == who && m.at > after })
		if i >= 0 {
			at = all[i].at
		}
		return i >= 0
	}
	if !find(w.all, 0) {
		w.until(who, find)
	}
	return at
}

const log = "games.db-wal" // where an entry is safe

// lays lays the card, while the panel rests, and lifts it again, each until it is shown there.
// Where the panel has shown something meanwhile, such as a busy computer's late notice, the card
// is laid once more, but not for ever: what is shown too early comes each time.
func (w *stopwatch) lays(panel string) span {
	w.Helper()
	for range 10 {
		var begin time.Duration
		w.until("rest of panel "+panel, func(all []moment, now time.Duration) bool {
			begin = now
			return !slices.ContainsFunc(all, func(m moment) bool { return m.who == panel && m.at > now-rest[panel] })
		})
		w.say("lay " + day.words() + " " + day.reader)
		answered := w.first(day.reader, begin)
		entry := w.first(log, answered)
		shown := w.first(panel, entry)
		w.say("lift " + day.words())
		w.first(panel, w.first(log, shown))
		if w.first(panel, begin) == shown {
			return span{panel, entry - answered, shown - answered}
		}
	}
	w.Fatalf("panel %s shows something before the entry is on the disk, again and again", panel)
	return span{}
}

// measure lays the card again and again. The control is a disk that is late.
func (w *stopwatch) measure() (all []span) {
	w.Helper()
	w.owns()
	w.post("start", "game=high-council&seat=white&seat=red&seat=yellow&seat=blue")
	for i := range timesLaid {
		panel := "status"
		if i%inkLaid == 0 {
			panel = "large"
		}
		all = append(all, w.lays(panel))
	}
	w.shell("touch " + w.synced + ".late")
	for range lateLaid {
		if s := w.lays("status"); s.entry < late {
			w.Errorf("a sync takes %v longer, but the entry is on the disk %v after the answer, and panel %s begins after %v", late, s.entry, s.panel, s.to)
		}
	}
	return all
}

// figures is a row of a table: median and p99 in ms.
func figures(where string, all []span) string {
	row := fmt.Sprintf("%-15s", where)
	column := func(get func(span) time.Duration, panels ...string) {
		var took []time.Duration
		for _, s := range all {
			if slices.Contains(panels, s.panel) {
				took = append(took, get(s))
			}
		}
		slices.Sort(took)
		at := func(percent int) float64 { return float64(took[(len(took)*percent+99)/100-1].Microseconds()) / 1000 }
		row += fmt.Sprintf(" | %5.1f %5.1f of %3d", at(50), at(99), len(took))
	}
	column(func(s span) time.Duration { return s.entry }, "status", "large")
	for _, panel := range []string{"status", "large"} {
		column(func(s span) time.Duration { return s.to }, panel)
	}
	return row
}

// From a card that answers its reader to the entry on the disk, and to the begin of the transfer
// to a panel: in the machine, and in one process, at the same time, while no other test runs. The
// order is judged, the times are told. Those in the machine are of its own clock.
func TestTimesFromCardToPanel(t *testing.T) {
	made(t)
	dir := t.TempDir()
	library := filepath.Join(dir, "synced.so")
	shell(t, "gcc -shared -fPIC -O2 -o "+library+" testdata/synced.c")
	backup := taughtTags(t, timesRig, day)
	var machine, process []span
	t.Run("both", func(t *testing.T) {
		t.Run("in the machine", func(t *testing.T) {
			t.Parallel()
			m := boot(t)
			m.put(library, "/usr/local/lib/synced.so")
			m.sh(`mkdir -p /etc/systemd/system/arbiter.service.d
printf '[Service]\nEnvironment=LD_PRELOAD=/usr/local/lib/synced.so SYNCED=/run/arbiter/synced\n' >/etc/systemd/system/arbiter.service.d/synced.conf
systemctl daemon-reload`)
			m.do(order{Do: "chips", At: strings.TrimSpace(m.sh(makeHeader))})
			m.begin(backup, timesRig, day.reader)
			machine = (&stopwatch{table: m.table(), dir: "/run", synced: "/run/arbiter/synced"}).measure()
		})
		t.Run("in one process", func(t *testing.T) {
			t.Parallel()
			data := t.TempDir()
			beside(t, data, "restore", backup)
			process = (&stopwatch{table: oneProcess(t, data, timesRig, "LD_PRELOAD="+library, "SYNCED="+dir+"/synced"), dir: dir, synced: dir + "/synced"}).measure()
		})
	})
	if !t.Failed() {
		t.Logf("from a card's answer, median and p99 in ms\n%-15s | %-18s | %-18s | %-18s\n%s\n%s",
			"", "entry on the disk", "OLED begins", `7.5" begins`, figures("in the machine", machine), figures("in one process", process))
	}
}
