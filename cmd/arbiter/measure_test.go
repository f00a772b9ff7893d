package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"arbiter/cmd/arbiter/internal/archive"
	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/games"
	"arbiter/companion"
	"arbiter/companion/companiontest/mosquitto"
	"arbiter/engine"
	shadowsbot "arbiter/engine/councilofshadows/bot"
	"arbiter/engine/notation"
)

var measured = flag.String("measure", "", "the program that TestMeasure measures, as it is installed")

// TestMeasure prints what README.md tells under "What it takes". It judges nothing:
// machines differ.
func TestMeasure(t *testing.T) {
	if *measured == "" {
		t.Skip("make measure")
	}
	info, err := os.Stat(*measured)
	check(t, err)
	t.Logf("the program: %.1f MB", float64(info.Size())/1e6)
	dir := t.TempDir()
	best := time.Hour
	for range 9 {
		s := launch(t, dir)
		best = min(best, s.took)
		s.end(t)
	}
	t.Logf("start to the first page: %v", best.Round(time.Millisecond))
	s := launch(t, dir)
	time.Sleep(2 * time.Second) // what is measured: a service that has drawn and settled
	t.Logf("memory, idle: %s", s.memory(t))
	entries := s.play(t, dir, 8, 300)
	t.Logf("memory, 8 phones after %d entries of a game: %s", entries, s.memory(t))
	s.end(t)
	for _, args := range [][]string{{"--seats", "2"}, {"--seats", "4"}, {"--book", "full", "--seats", "4"}} {
		t.Logf("bytes written by a game with %v: %.2f MB", args, float64(s.written(t, args...))/1e6)
	}
}

// TestMeasureBroker tells how much more memory of its own the program takes in a game when a broker
// is told of it: the middle of five games each, in turn.
func TestMeasureBroker(t *testing.T) {
	if *measured == "" {
		t.Skip("make measure")
	}
	m := mosquitto.Start(t)
	own := map[string][]float64{}
	for range 5 {
		for name, args := range map[string][]string{"without": nil, "with": {"--mqtt", m.Address}} {
			dir := t.TempDir()
			s := launch(t, dir, args...)
			s.play(t, dir, 8, 300)
			own[name] = append(own[name], s.megabytes(t, "RssAnon"))
			s.end(t)
		}
	}
	for name, list := range own {
		slices.Sort(list)
		t.Logf("memory of its own, 8 phones after 300 entries of a game, %s a broker: %.1f MB (%.1f)", name, list[2], list)
	}
}

// A launched program is one that is measured.
type launched struct {
	cmd  *exec.Cmd
	url  string
	took time.Duration // until it had answered its first page
}

func launch(t *testing.T, dir string, args ...string) *launched {
	t.Helper()
	s := &launched{cmd: exec.Command(*measured, append([]string{"serve", "--open", "--addr", "127.0.0.1:0", "--data", dir}, args...)...)}
	out, err := s.cmd.StdoutPipe()
	check(t, err)
	begin := time.Now()
	check(t, s.cmd.Start())
	t.Cleanup(func() { s.cmd.Process.Kill() })
	for in := bufio.NewScanner(out); s.url == "" && in.Scan(); {
		if _, url, ok := strings.Cut(in.Text(), "  http://"); ok {
			s.url = "http://" + strings.TrimSuffix(url, "/")
		}
	}
	fetch(t, http.DefaultClient, s.url+"/")
	s.took = time.Since(begin)
	return s
}

func (s *launched) end(t *testing.T) {
	t.Helper()
	check(t, s.cmd.Process.Signal(syscall.SIGTERM))
	check(t, s.cmd.Wait())
}

// memory is what the kernel tells of the program (proc(5), status): all of it, what it
// has for itself, and the most that it ever had.
func (s *launched) memory(t *testing.T) string {
	t.Helper()
	return fmt.Sprintf("%.1f MB resident, of it %.1f MB its own, %.1f MB at most", s.megabytes(t, "VmRSS"), s.megabytes(t, "RssAnon"), s.megabytes(t, "VmHWM"))
}

func (s *launched) megabytes(t *testing.T, name string) float64 {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.cmd.Process.Pid))
	check(t, err)
	_, rest, _ := strings.Cut(string(text), name+":")
	kb, err := strconv.Atoi(strings.Fields(rest)[0])
	check(t, err)
	return float64(kb) * 1024 / 1e6
}

// play plays some entries of a game for two while phones follow it, and returns how
// many there were.
func (s *launched) play(t *testing.T, dir string, phones, entries int) int {
	t.Helper()
	ctx, leave := context.WithCancel(t.Context())
	var following sync.WaitGroup
	defer following.Wait()
	defer leave()
	people := []*person{newPerson(s.url, "purple"), newPerson(s.url, "red")}
	people[0].post(t, "/start", "game", "council-of-shadows", "seat", "purple", "seat", "red", "order", "listed", "box", "stand-in")
	for _, p := range people {
		p.post(t, "/claim", "seat", string(p.seat))
	}
	for i := range phones {
		p := &person{url: s.url, client: &http.Client{Transport: &http.Transport{}}}
		path := "/events"
		if i%4 < 2 {
			p.client.Jar, path = people[i%4].client.Jar, "/events?seat="+string(people[i%4].seat)
		}
		following.Go(func() { p.get(ctx, path, []string{"de", "en", "es"}[i%3]) })
	}
	r := rand.New(rand.NewPCG(1, 2))
	for end := time.Now().Add(5 * time.Minute); time.Now().Before(end); {
		shot, n := known(t, dir)
		if n >= entries || shot.View.Over {
			time.Sleep(time.Second) // what is measured: a second, in which the phones get it
			return n
		}
		for _, p := range people {
			mine := slices.DeleteFunc(slices.Clone(shot.Legal), func(c companion.LegalCommand) bool { return c.By != p.seat })
			if len(mine) > 0 && p.ask("/do", "line", games.Choose(shadowsbot.Casual{}, r, shot, mine).Line, "version", strconv.Itoa(n)) {
				break
			}
		}
	}
	t.Fatal("the game does not go on")
	return 0
}

// known is the game that goes on as its log has it, and how many entries that are.
func known(t *testing.T, dir string) (companion.Snapshot, int) {
	t.Helper()
	game, err := (&archive.Selection{Dir: datadir.Dir{Data: dir}}).Read()
	check(t, err)
	session, err := game.Resumed()
	check(t, err)
	shot := companion.Snapshot{View: session.State().View(), State: session.State()}
	for _, c := range session.State().Legal() {
		line := notation.Format(c)
		by, _, _ := strings.Cut(line, " ")
		shot.Legal = append(shot.Legal, companion.LegalCommand{By: engine.Seat(by), Line: line, Command: c})
	}
	return shot, len(game.Entries)
}

// written is how many bytes the kernel has written to the disk for a demo: what it
// counts in getrusage(2), in blocks of 512 bytes. Where files are in memory it is
// nothing.
func (s *launched) written(t *testing.T, args ...string) int64 {
	t.Helper()
	cmd := exec.Command(*measured, append([]string{"demo", "--data", t.TempDir()}, args...)...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %v\n%s", args, err, out)
	}
	return cmd.ProcessState.SysUsage().(*syscall.Rusage).Oublock * 512
}
