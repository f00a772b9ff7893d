package machine

import (
	"flag"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

const (
	timesRig = "testdata/times.toml"
	inkLaid  = 20 // one card in so many comes while e-ink rests
	lateLaid = 3
	late     = 300 * time.Millisecond // how long testdata/synced.c makes a sync take
)

// Of a hundred cards, p99 is the last but one; of fewer it is the last.
var cards = flag.Int("cards", 40, "how many cards TestTimesFromCardToPanel lays")

// day is a card that a seat of The High Council lays on the table, where everybody sees it.
var day = plan{"", "day-12", "purple"}

// rest is the longest time between two transfers to a panel.
var rest = map[string]time.Duration{"status": 400 * time.Millisecond, "large": 6500 * time.Millisecond}

// A moment is when something happened, since 1970.
type moment struct {
	at  time.Duration
	who string // a reader, a panel or a file
}

// A span has the times from a card's first answer to its entry on the disk, and to the first
// transfer of its picture to each panel that was at rest.
type span struct {
	entry time.Duration
	to    map[string]time.Duration
}

// A stopwatch measures a table whose service notes its syncs in the file synced, as
// testdata/synced.c does. The emulator's notes go to folder dir.
type stopwatch struct {
	*table
	dir, synced string
}

// moments returns everything noted so far. Nobody asks while cards are laid, since each question
// takes time away from what is measured.
func (w *stopwatch) moments() (all []moment) {
	w.Helper()
	times := filepath.Join(w.dir, "times")
	w.shell("rm -f " + times)
	w.say("times " + times)
	for line := range strings.Lines(w.shell("until [ -s " + times + " ]; do sleep 0.05; done; cat " + times + " " + w.synced)) {
		at, who, _ := strings.Cut(strings.TrimSpace(line), " ")
		n, err := strconv.ParseInt(at, 10, 64)
		if err != nil {
			w.Fatalf("%q is no moment: %v", line, err)
		}
		all = append(all, moment{time.Duration(n), who})
	}
	slices.SortStableFunc(all, func(a, b moment) int { return int(a.at - b.at) })
	return all
}

const log = "games.db-wal" // where an entry is safe

// spans returns the spans of all cards so far. A panel that was showing something else when a card
// was laid, such as a late notice of a busy computer, is left out.
func spans(all []moment) (list []span, early int) {
	shown := map[string]time.Duration{} // last, by panel
	for i, m := range all {
		if rest[m.who] != 0 {
			shown[m.who] = m.at
		}
		if m.who != day.reader {
			continue
		}
		s := span{to: map[string]time.Duration{}}
		last := maps.Clone(shown)
		for _, n := range all[i+1:] {
			if n.who == day.reader { // the next card
				if s.entry == 0 {
					s.entry = n.at - m.at // at least, where a disk is very late
				}
				break
			}
			took := n.at - m.at
			if n.who == log && s.entry == 0 {
				s.entry = took
			}
			_, seen := s.to[n.who]
			if rest[n.who] == 0 || seen || m.at-last[n.who] < rest[n.who] {
				continue
			}
			s.to[n.who] = took
			if s.entry == 0 {
				early++
			}
		}
		list = append(list, s)
	}
	return list, early
}

// lays lays and lifts the card, and waits as long as people who watch would.
func (w *stopwatch) lays(after string) {
	w.Helper()
	for _, line := range []string{"lay " + day.words() + " " + day.reader, "wait 0.4", "lift " + day.words(), "wait " + after} {
		w.say(line)
	}
}

// measure lays the card again and again. The control is a slow disk.
func (w *stopwatch) measure() []span {
	w.Helper()
	w.owns()
	w.post("start", "game=high-council&seat=white&seat=red&seat=yellow&seat=blue")
	w.say("wait 10")
	for i := range *cards {
		after := "1.1"
		if (i+1)%inkLaid == 0 {
			after = "8"
		}
		w.lays(after)
	}
	list, early := spans(w.moments())
	if len(list) != *cards || early > *cards/10 {
		w.Fatalf("%d cards have answered, want %d; before %d of their entries were on the disk a panel began", len(list), *cards, early)
	}
	if slices.ContainsFunc(list, func(s span) bool { return s.entry == 0 }) {
		w.Fatalf("not each card has an entry: %v", list)
	}
	w.shell("touch " + w.synced + ".late")
	for range lateLaid {
		w.lays("4")
	}
	all, _ := spans(w.moments())
	if len(all) != *cards+lateLaid {
		w.Fatalf("%d cards have answered, want %d", len(all), *cards+lateLaid)
	}
	shown := 0
	for _, s := range all[*cards:] {
		to, rested := s.to["status"]
		if s.entry < late || rested && to < s.entry {
			w.Errorf("a sync takes %v longer, but the entry is on the disk %v after the answer, and the OLED begins after %v", late, s.entry, to)
		}
		if rested {
			shown++
		}
	}
	if shown == 0 {
		w.Error("the OLED never rested before a card whose entry was late")
	}
	return list
}

// figures formats a row of a table: median and p99 in ms.
func figures(where string, all []span) string {
	row := fmt.Sprintf("%-15s", where)
	column := func(get func(span) time.Duration) {
		var took []time.Duration
		for _, s := range all {
			if d := get(s); d > 0 {
				took = append(took, d)
			}
		}
		if len(took) == 0 { // a large panel is seldom at rest
			row += fmt.Sprintf(" | %18s", "never")
			return
		}
		slices.Sort(took)
		at := func(percent int) float64 { return float64(took[(len(took)*percent+99)/100-1].Microseconds()) / 1000 }
		row += fmt.Sprintf(" | %5.1f %5.1f of %3d", at(50), at(99), len(took))
	}
	column(func(s span) time.Duration { return s.entry })
	for _, panel := range []string{"status", "large"} {
		column(func(s span) time.Duration { return s.to[panel] })
	}
	return row
}

// This measures from a card that answers its reader to the entry on the disk, and to the beginning
// of the transfer to a panel: in the machine, and in one process, at the same time. The order is
// checked, the times are only printed. Those in the machine are by its own clock.
func TestTimesFromCardToPanel(t *testing.T) {
	t.Parallel()
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
