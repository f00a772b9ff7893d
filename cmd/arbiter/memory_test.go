package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"arbiter/cmd/arbiter/internal/archive"
	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/companion/gamelog"
	"arbiter/companion/review"
	"arbiter/engine/enginetest/tier"
)

// What the unit gives the service, and what it may take of it whatever is asked.
const (
	memoryMax  = 256 << 20
	mostMemory = 160 << 20
)

// A memoryGroup is a control group whose processes have so much memory and no more.
type memoryGroup struct {
	*testing.T
	dir string
}

// newMemoryGroup makes one beside that of the test. Where nobody may do that the test is left
// out.
func newMemoryGroup(t *testing.T, most int) *memoryGroup {
	t.Helper()
	own, err := os.ReadFile("/proc/self/cgroup")
	must(t, err)
	var missing error
	for line := range strings.Lines(string(own)) {
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(parts) < 3 || parts[1] != "memory" && parts[1] != "" {
			continue
		}
		limits, above := []string{"memory.limit_in_bytes"}, filepath.Join("/sys/fs/cgroup/memory", parts[2])
		if parts[1] == "" { // the second version: a group with processes has no groups with limits below it
			limits, above = []string{"memory.max", "memory.swap.max"}, filepath.Join("/sys/fs/cgroup", filepath.Dir(parts[2]))
		}
		g := &memoryGroup{t, filepath.Join(above, fmt.Sprintf("arbiter-%d-%s", os.Getpid(), t.Name()))}
		if missing = os.Mkdir(g.dir, 0o755); missing != nil {
			continue
		}
		t.Cleanup(g.remove)
		if missing = os.WriteFile(filepath.Join(g.dir, limits[0]), []byte(strconv.Itoa(most)), 0o644); missing != nil {
			continue
		}
		for _, swap := range limits[1:] {
			_ = os.WriteFile(filepath.Join(g.dir, swap), []byte("0"), 0o644) // where there is swap
		}
		return g
	}
	t.Skipf("no control group of its own with a limit of memory: %v", errors.Join(missing, errors.ErrUnsupported))
	return nil
}

// remove ends what is left in the group.
func (g *memoryGroup) remove() {
	for end := time.Now().Add(longestWait); os.Remove(g.dir) != nil && time.Now().Before(end); time.Sleep(10 * time.Millisecond) { // until all have ended
		text, _ := os.ReadFile(filepath.Join(g.dir, "cgroup.procs"))
		for _, pid := range strings.Fields(string(text)) {
			if n, err := strconv.Atoi(pid); err == nil {
				_ = syscall.Kill(n, syscall.SIGKILL)
			}
		}
	}
}

// arbiter is a command line of the program in the group.
func (g *memoryGroup) arbiter(args ...string) *exec.Cmd { return g.command("arbiter", args...) }

// command is one of the programs that the test binary is.
func (g *memoryGroup) command(name string, args ...string) *exec.Cmd {
	g.Helper()
	cmd := arbiter(g.T)
	self := filepath.Join(g.TempDir(), name)
	must(g.T, os.Symlink(cmd.Path, self))
	cmd.Path = "/bin/sh"
	cmd.Args = append([]string{"sh", "-c", `echo $$ >"$0" && exec "$@"`, filepath.Join(g.dir, "cgroup.procs"), self}, args...)
	cmd.Env = append(cmd.Env, "MALLOC_ARENA_MAX=1") // as the unit has it
	return cmd
}

// start starts the service in the group.
func (g *memoryGroup) start(args ...string) *served {
	g.Helper()
	return startedAs(g.T, g.arbiter(append([]string{"serve", "--addr", "127.0.0.1:0"}, args...)...))
}

// killed is how many processes the kernel has ended for want of memory.
func (g *memoryGroup) killed() int {
	g.Helper()
	for _, name := range []string{"memory.events", "memory.oom_control"} {
		text, err := os.ReadFile(filepath.Join(g.dir, name))
		for line := range strings.Lines(string(text)) {
			if n, ok := strings.CutPrefix(line, "oom_kill "); err == nil && ok {
				killed, err := strconv.Atoi(strings.TrimSpace(n))
				must(g.T, err)
				return killed
			}
		}
	}
	g.Fatal("the kernel does not tell whom it has ended")
	return 0
}

// status is a number of the process in proc(5), status, in bytes.
func (s *served) status(name string) int {
	s.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.cmd.Process.Pid))
	must(s.T, err)
	_, rest, ok := strings.Cut(string(text), name+":")
	if !ok {
		s.Fatalf("%d has ended", s.cmd.Process.Pid)
	}
	kb, err := strconv.Atoi(strings.Fields(rest)[0])
	must(s.T, err)
	return kb << 10
}

// forget has the kernel begin anew with the most memory that the process had.
func (s *served) forget() {
	s.Helper()
	must(s.T, os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", s.cmd.Process.Pid), []byte("5"), 0o200))
}

// A crowd asks for whatever there is, from several addresses.
type crowd struct {
	*served
	paths   []string // with POST before those of forms
	hosts   int
	asked   atomic.Int64
	refused atomic.Int64
}

// asks asks without end, from one address.
func (c *crowd) asks(ctx context.Context, n int) {
	r := rand.New(rand.NewPCG(tier.Seed(c.T), uint64(n)))
	dial := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, byte(1+n%c.hosts))}}
	client := &http.Client{
		Transport:     &http.Transport{DialContext: dial.DialContext, DisableKeepAlives: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	for ctx.Err() == nil {
		method, path := http.MethodGet, c.paths[r.IntN(len(c.paths))]
		var form io.Reader
		if posted, ok := strings.CutPrefix(path, "POST "); ok {
			method, path, form = http.MethodPost, posted, strings.NewReader("code=123456&seat=red&lang=de&line=red+ready")
		}
		q, err := http.NewRequestWithContext(ctx, method, c.url+path, form)
		if err != nil {
			c.Error(err)
			return
		}
		q.Header.Set("Origin", strings.TrimSuffix(c.url, "/"))
		q.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		q.Header.Set("Accept-Language", []string{"en", "de", "es"}[r.IntN(3)])
		answer, err := client.Do(q)
		if err != nil {
			continue // it was left, or the minute is over
		}
		c.asked.Add(1)
		if answer.StatusCode == http.StatusServiceUnavailable {
			c.refused.Add(1)
		}
		if r.IntN(2) == 0 { // a slow one, who takes the beginning and then nothing for a while
			select {
			case <-ctx.Done():
			case <-time.After(time.Duration(r.IntN(8000)) * time.Millisecond):
			}
		}
		io.Copy(io.Discard, answer.Body)
		answer.Body.Close()
	}
}

// everything is whatever a stranger may ask for.
var everything = slices.Concat(longPaths, []string{
	"new", "more", "own", "ca", "b/over", "offline", "static/look.css", "games?player=a", "games/over/steps?at=5000&to=5047", "games/none", "seat/purple", "s/NONE", "j/NONE",
	"POST join", "POST claim", "POST do", "POST lang", "POST start", "POST own", "POST games/over/whatif?at=9000",
})

// Whatever two hundred ask for at the same time, from one address or from many, and however
// slowly they take it: the service lives, keeps to its memory, and who plays waits at most
// twice as long.
func TestCrowds(t *testing.T) {
	tier.Long(t, tier.Soak, "minutes with two hundred who ask")
	dir, state, version := shelved(t, "tracks", longEntries)
	for _, hosts := range []int{1, 72} {
		g := newMemoryGroup(t, memoryMax)
		s := g.start("--data", dir, "--open")
		p := s.phone("en")
		p.ask("POST", "claim", "seat=purple")
		move := p.mover(harmless(state), version)
		alone := middle(100, move)
		ctx, end := context.WithTimeout(t.Context(), time.Duration(tier.Of(t, tier.Soak, "seconds", 0, 0, 60))*time.Second)
		c := &crowd{served: s, paths: everything, hosts: hosts}
		var all sync.WaitGroup
		for n := range 200 {
			all.Go(func() { c.asks(ctx, n) })
		}
		var moves []time.Duration
		for ctx.Err() == nil && g.killed() == 0 {
			moves = append(moves, move())
		}
		end()
		all.Wait()
		g.judge(s)
		slices.Sort(moves)
		beside := moves[len(moves)/2]
		t.Logf("%d addresses: %d answers, %d of them refused; at most %d MB; a step and its undoing: %v alone, %v beside them", hosts, c.asked.Load(), c.refused.Load(), s.status("VmHWM")>>20, alone, beside)
		if beside > 2*alone {
			t.Errorf("a step and its undoing: %v alone, %v beside a crowd", alone, beside)
		}
		s.end(syscall.SIGTERM)
		version += 2 * (100 + len(moves))
	}
}

// judge looks whether a service lives that kept to its memory.
func (g *memoryGroup) judge(s *served) {
	g.Helper()
	if n := g.killed(); n > 0 {
		g.Fatalf("the kernel has ended %d processes for want of memory", n)
	}
	if most := s.status("VmHWM"); most > mostMemory {
		g.Errorf("the service had %d MB, want at most %d MB", most>>20, mostMemory>>20)
	}
	s.get("healthz")
}

// A hundred who take nothing of an ordinary game from one address do not end the service.
func TestReadersWhoTakeNothing(t *testing.T) {
	tier.Test(t, tier.Program, "a service, and the seconds until slow readers are left")
	t.Parallel()
	g := newMemoryGroup(t, memoryMax)
	dir, _, _ := shelved(t, "tracks", 850)
	s := g.start("--data", dir, "--open")
	host := strings.TrimSuffix(strings.TrimPrefix(s.url, "http://"), "/")
	conns := make([]net.Conn, 100)
	var all sync.WaitGroup
	for i := range conns {
		c, err := net.Dial("tcp", host)
		must(t, err)
		defer c.Close()
		conns[i] = c
		all.Go(func() {
			err := errors.Join(c.SetDeadline(time.Now().Add(longestWait)), c.(*net.TCPConn).SetReadBuffer(4<<10))
			if err == nil {
				_, err = fmt.Fprintf(c, "GET /games/over/tracks.csv HTTP/1.1\r\nHost: %s\r\n\r\n", host)
			}
			if err == nil {
				_, err = c.Read(make([]byte, 1))
			}
			if err != nil {
				t.Errorf("no answer begins: %v", err)
			}
		})
	}
	all.Wait()
	g.judge(s)
	t.Logf("at most %d MB", s.status("VmHWM")>>20)
}

// The control of these tests: a program that keeps a game for each of a hundred readers, as
// a service does that writes it to them bit by bit, is ended.
func TestTheGroupEndsWhoKeepsGames(t *testing.T) {
	tier.Test(t, tier.Program, "a program that takes 256 MB")
	t.Parallel()
	g := newMemoryGroup(t, memoryMax)
	dir, _, _ := shelved(t, "tracks", 850)
	out, err := g.command("keep-games", filepath.Join(dir, datadir.LogFile)).CombinedOutput()
	if err == nil || g.killed() == 0 {
		t.Errorf("it is not ended: %v\n%s", err, out)
	}
}

// keepGames keeps a game in memory a hundred times.
func keepGames() {
	db, err := gamelog.OpenReadOnly(os.Args[1])
	if err != nil {
		panic(err)
	}
	var all []*review.Replay
	for range 100 {
		one, err := archive.Open(db, "over")
		if err != nil {
			panic(err)
		}
		film, err := review.New(one.Rules, one.Setup, one.Entries, review.Spectator)
		if err != nil {
			panic(err)
		}
		all = append(all, film)
	}
	fmt.Println(len(all))
}
