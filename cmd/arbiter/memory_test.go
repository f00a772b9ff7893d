package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"io"
	"math"
	"math/rand/v2"
	"mime/multipart"
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
	"arbiter/cmd/arbiter/internal/build"
	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/companion"
	"arbiter/companion/gamelog"
	"arbiter/companion/history"
	"arbiter/companion/plays"
	"arbiter/companion/review"
	"arbiter/engine"
	"arbiter/engine/enginetest/tier"
	"arbiter/hw"
)

// What the unit gives the service, and what it may take of it whatever is asked.
const (
	memoryMax  = 256 << 20
	mostMemory = 160 << 20
)

// A memoryGroup is a control group whose processes have so much memory and no more.
type memoryGroup struct {
	*testing.T
	dir   string
	above string // the group of the test
}

// newMemoryGroup makes one beside that of the test. Where nobody may do that the test is left
// out.
func newMemoryGroup(t *testing.T, most int) *memoryGroup {
	t.Helper()
	g, err := memoryGroupOf(t, most)
	if err != nil {
		t.Skip(err)
	}
	return g
}

func memoryGroupOf(t *testing.T, most int) (*memoryGroup, error) {
	t.Helper()
	own, err := os.ReadFile("/proc/self/cgroup")
	must(t, err)
	var missing error
	for line := range strings.Lines(string(own)) {
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(parts) < 3 || parts[1] != "memory" && parts[1] != "" {
			continue
		}
		limits, root := []string{"memory.limit_in_bytes"}, "/sys/fs/cgroup/memory"
		above := filepath.Join(root, parts[2])
		if parts[1] == "" { // the second version: a group with processes has no groups with limits below it
			limits, root = []string{"memory.max", "memory.swap.max"}, "/sys/fs/cgroup"
			above = filepath.Join(root, filepath.Dir(parts[2]))
		}
		g := &memoryGroup{T: t, dir: filepath.Join(above, fmt.Sprintf("arbiter-%d-%s", os.Getpid(), strings.ReplaceAll(t.Name(), "/", "-"))), above: filepath.Join(root, parts[2])}
		if missing = os.Mkdir(g.dir, 0o755); missing != nil {
			continue
		}
		t.Cleanup(g.remove)
		if _, missing = os.Stat(filepath.Join(g.dir, limits[0])); missing != nil {
			continue // no group: the kernel puts no files there
		}
		if missing = os.WriteFile(filepath.Join(g.dir, limits[0]), []byte(strconv.Itoa(most)), 0o644); missing != nil {
			continue
		}
		for _, swap := range limits[1:] {
			_ = os.WriteFile(filepath.Join(g.dir, swap), []byte("0"), 0o644) // where there is swap
		}
		return g, nil
	}
	return nil, fmt.Errorf("no control group of its own with a limit of memory: %w", errors.Join(missing, errors.ErrUnsupported))
}

// inMemoryGroup has the whole test done by a process of its own in a group, and tells whether
// it was. It is false in that process, and where no group can be had.
func inMemoryGroup(t *testing.T, most int) bool {
	t.Helper()
	if os.Getenv(outside) != "" {
		return false
	}
	g, err := memoryGroupOf(t, most)
	if err != nil {
		t.Log("without limit: ", err)
		return false
	}
	// What lies on a disk that is kept in memory would count as the group's.
	files, err := os.MkdirTemp("/var/tmp", "arbiter-*")
	must(t, err)
	t.Cleanup(func() { must(t, os.RemoveAll(files)) })
	cmd := g.put(exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v", "-test.timeout=0"))
	// A test binary samples what is allocated, and the table of these samples grows with each new
	// stack. The program samples nothing.
	cmd.Env = append(os.Environ(), outside+"="+g.above, "TMPDIR="+files, "MALLOC_ARENA_MAX=1", "GODEBUG=memprofilerate=0")
	out, err := cmd.StdoutPipe()
	must(t, err)
	cmd.Stderr = cmd.Stdout
	must(t, cmd.Start())
	for in := bufio.NewScanner(out); in.Scan(); {
		t.Log(in.Text())
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("%v; the kernel has ended %d processes for want of memory", err, g.killed())
	}
	return true
}

// outside tells a process in a group in which group those are that it starts and whose memory
// is not its own.
const outside = "ARBITER_OUTSIDE"

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
	cmd.Path, cmd.Args = self, append([]string{self}, args...)
	cmd.Env = append(cmd.Env, "MALLOC_ARENA_MAX=1") // as the unit has it
	return g.put(cmd)
}

// put has a command begin in the group.
func (g *memoryGroup) put(cmd *exec.Cmd) *exec.Cmd { return begunIn(g.dir, cmd) }

func begunIn(group string, cmd *exec.Cmd) *exec.Cmd {
	cmd.Args = append([]string{"sh", "-c", `echo $$ >"$0" && exec "$@"`, filepath.Join(group, "cgroup.procs"), cmd.Path}, cmd.Args[1:]...)
	cmd.Path = "/bin/sh"
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

// status is a number of the service in proc(5), status, in bytes.
func (s *served) status(name string) int {
	s.Helper()
	n := statusOf(s.cmd.Process.Pid, name)
	if n == 0 {
		s.Fatal("the service has ended")
	}
	return n
}

// statusOf is that of a process; 0 if it has ended.
func statusOf(pid int, name string) int {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	_, rest, _ := strings.Cut(string(text), name+":")
	kb := 0
	_, _ = fmt.Sscan(rest, &kb)
	return kb << 10
}

// forget has the kernel begin anew with the most memory that the process had.
func (s *served) forget() {
	s.Helper()
	must(s.T, os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", s.cmd.Process.Pid), []byte("5"), 0o200))
}

// A crowd asks for whatever there is, from several addresses. It is a program of its own that
// takes only what of the processors nobody else wants: its phones have their own.
type crowd struct {
	url     string
	hosts   int
	people  int
	seed    uint64
	back    bool     // at games, without rest
	on      string   // the game that goes on
	cookies []string // of players, whose pages they ask for; strangers have none
	asked   atomic.Int64
	refused atomic.Int64
}

// nobody is the cookie of who has none.
const nobody = "none=none"

// crowds is the program. It ends with its input.
func crowds() {
	c, cookies := &crowd{}, ""
	_, err := fmt.Sscan(strings.Join(os.Args[1:], " "), &c.url, &c.hosts, &c.people, &c.seed, &c.back, &c.on, &cookies)
	c.cookies = strings.Split(cookies, ",")
	if err := errors.Join(err, syscall.Setpriority(syscall.PRIO_PROCESS, 0, 19)); err != nil {
		panic(err)
	}
	ctx, end := context.WithCancel(context.Background())
	var all sync.WaitGroup
	for n := range c.people {
		all.Go(func() { c.asks(ctx, n) })
	}
	io.Copy(io.Discard, os.Stdin)
	end()
	all.Wait()
	fmt.Println(c.asked.Load(), c.refused.Load())
}

// visit has a crowd ask until leave is called, which adds what answers it had.
func (c *crowd) visit(t *testing.T) (leave func()) {
	t.Helper()
	cmd := arbiter(t)
	self := filepath.Join(t.TempDir(), "crowd")
	must(t, os.Symlink(cmd.Path, self))
	cmd.Path, cmd.Args = self, []string{self, c.url, fmt.Sprint(c.hosts), fmt.Sprint(c.people), fmt.Sprint(c.seed), fmt.Sprint(c.back), cmp.Or(c.on, "on"), cmp.Or(strings.Join(c.cookies, ","), nobody)}
	if group := os.Getenv(outside); group != "" {
		begunIn(group, cmd)
	}
	in, err := cmd.StdinPipe()
	must(t, err)
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, os.Stderr
	must(t, cmd.Start())
	return func() {
		t.Helper()
		must(t, errors.Join(in.Close(), cmd.Wait()))
		var asked, refused int64
		_, err := fmt.Sscan(said.String(), &asked, &refused)
		must(t, err)
		c.asked.Add(asked)
		c.refused.Add(refused)
	}
}

// asks asks without end, from one address.
func (c *crowd) asks(ctx context.Context, n int) {
	r := rand.New(rand.NewPCG(c.seed, uint64(n)))
	way := from(byte(1 + n%c.hosts))
	way.DisableKeepAlives = true
	client := &http.Client{Transport: way, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	cookie := c.cookies[n%len(c.cookies)]
	paths, plays := everything, cookie != nobody
	switch {
	case c.back:
		paths = longPaths
	case plays:
		paths = []string{"", "table", "seat/purple", "sums?who=purple"}
	}
	for ctx.Err() == nil {
		method, path := http.MethodGet, paths[r.IntN(len(paths))]
		var form io.Reader
		if posted, ok := strings.CutPrefix(path, "POST "); ok {
			method, path, form = http.MethodPost, posted, strings.NewReader("code=123456&seat=red&lang=de&line=red+ready")
		}
		path = strings.Replace(path, "games/on", "games/"+c.on, 1)
		q, err := http.NewRequestWithContext(ctx, method, c.url+path, form)
		if err != nil {
			panic(err)
		}
		q.Header.Set("Origin", strings.TrimSuffix(c.url, "/"))
		q.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		q.Header.Set("Accept-Language", []string{"en", "de", "es"}[r.IntN(3)])
		q.Header.Set("Cookie", cookie)
		answer, err := client.Do(q)
		if err != nil {
			_ = hw.Pause(ctx, time.Duration(50+r.IntN(200))*time.Millisecond) // it was left, and tries again
			continue
		}
		c.asked.Add(1)
		if answer.StatusCode == http.StatusServiceUnavailable {
			c.refused.Add(1)
		}
		if !c.back && !plays && r.IntN(2) == 0 { // a slow one, who takes the beginning and then nothing for a while
			_ = hw.Pause(ctx, time.Duration(r.IntN(8000))*time.Millisecond)
		}
		io.Copy(io.Discard, answer.Body)
		answer.Body.Close()
	}
}

// slower is how many times as long the middle step takes as without others, and the longest
// of nine tenths of the steps.
type slower struct{ middle, most float64 }

// beside tells how much longer a step takes while a crowd asks for so long: the least of
// several rounds, for others may work beside them. Between two steps there is a pause, or the
// game would become much longer where the machine is quick.
func (p *phone) beside(c *crowd, lasts time.Duration, step func() time.Duration) (times slower) {
	p.Helper()
	times = slower{math.Inf(1), math.Inf(1)}
	const rounds = 4
	steps := func(least int, until time.Time) (middle, most, all time.Duration, n int) {
		var moves []time.Duration
		for len(moves) < least || time.Now().Before(until) {
			_ = hw.Pause(p.Context(), 30*time.Millisecond)
			moves = append(moves, step())
		}
		slices.Sort(moves)
		n = len(moves)
		return moves[n/2], moves[n*9/10], moves[n-1], n
	}
	for range rounds {
		middle, most, _, _ := steps(100, time.Now())
		c.url = p.url
		leave := c.visit(p.T)
		middleOf, mostOf, all, n := steps(100, time.Now().Add(lasts/rounds))
		leave()
		now := slower{float64(middleOf) / float64(middle), float64(mostOf) / float64(most)}
		times = slower{min(times.middle, now.middle), min(times.most, now.most)}
		p.Logf("a step and its undoing: half of them %v, nine tenths %v; of %d beside %d who ask half at most %v (%.1f times), nine tenths %v (%.1f times), all %v", middle, most, n, c.people, middleOf, now.middle, mostOf, now.most, all)
	}
	return times
}

// everything is whatever a stranger may ask for.
var everything = slices.Concat(longPaths, []string{
	"new", "more", "own", "ca", "b/over", "games/over/play.xml", "games/over/play.csv", "offline", "static/look.css", "games?player=a", "games/over/steps?at=5000&to=5047", "games/none", "seat/purple", "s/NONE", "j/NONE",
	"POST join", "POST claim", "POST do", "POST lang", "POST start", "POST own", "POST games/over/whatif?at=9000",
})

// Whatever two hundred ask for at the same time, from one address or from many, and however
// slowly they take it: the service lives and keeps to its memory. How much longer who plays
// waits is told; TestPlayBesideLookers judges it.
func TestCrowds(t *testing.T) {
	tier.Long(t, tier.Soak, "minutes with two hundred who ask")
	seed, lasts := tier.Seed(t), time.Duration(tier.Of(t, tier.Soak, "seconds", 0, 0, 60))*time.Second
	for _, hosts := range []int{1, 72} {
		t.Run(fmt.Sprintf("%d addresses", hosts), func(t *testing.T) {
			dir, state, version := shelved(t, "tracks", longEntries)
			g := newMemoryGroup(t, memoryMax)
			s := g.start("--data", dir, "--open")
			p := s.phone("en")
			p.ask("POST", "claim", "seat=purple")
			c := &crowd{hosts: hosts, people: 200, seed: seed}
			times := p.beside(c, lasts, p.mover(harmless(state), version))
			g.judge(s)
			t.Logf("%d answers, %d of them refused; at most %d MB; who plays waits %.1f times as long, one step of ten %.1f times", c.asked.Load(), c.refused.Load(), s.status("VmHWM")>>20, times.middle, times.most)
			s.end(syscall.SIGTERM)
		})
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

// What the service or a command may take for a file of games above what it takes anyway,
// however long the file is.
const mostForFiles = 40 << 20

// fullFolder is a folder with so many games that are over, whose file has so many bytes more:
// a table that the format does not know.
func fullFolder(t *testing.T, games, entries, more int) (dir string) {
	t.Helper()
	dir = t.TempDir()
	setup, played := longGame(t, "tracks", entries)
	file, err := sql.Open("sqlite3", filepath.Join(dir, datadir.LogFile))
	must(t, err)
	db := openLog(t, dir)
	for n := range games {
		seats := map[engine.Seat]string{"purple": fmt.Sprintf("Player %d", n%97), "red": "Ben"}
		head := history.Header{ID: fmt.Sprintf("game-%d", n), Created: time.Now(), Setup: setup, Labels: seats, Program: build.Name()}
		must(t, db.Import(head, played, nil, companion.Abandoned))
	}
	must(t, db.Close())
	_, err = file.Exec(`CREATE TABLE unknown (text BLOB); INSERT INTO unknown VALUES (zeroblob(?))`, more)
	must(t, errors.Join(err, file.Close()))
	return dir
}

// peak is arbiter that tells at its end how much memory it had.
func peak() {
	code := run(os.Args[1:], os.Stdout, os.Stderr)
	fmt.Fprintf(os.Stderr, "peak %d\n", statusOf(os.Getpid(), "VmHWM"))
	os.Exit(code)
}

// peakOf is how much memory a command line of the program has in the group.
func (g *memoryGroup) peakOf(args ...string) int {
	g.Helper()
	cmd := g.command("peak", args...)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	if err := cmd.Run(); err != nil {
		g.Fatalf("%v: %v\n%s", args, err, &errs)
	}
	_, text, _ := strings.Cut(errs.String(), "peak ")
	n, err := strconv.Atoi(strings.TrimSpace(text))
	must(g.T, err)
	return n
}

// Whatever the owner does with a folder of many games, in the browser or at the device: the
// service lives, and neither it nor a command takes much more memory than it has anyway.
func TestLargeFoldersTakeLittleMemory(t *testing.T) {
	tier.Test(t, tier.Program, "a file of 90 MB")
	t.Parallel()
	games, entries, more := tier.Of(t, tier.Program, "games", 10, 10, 10_000), 850, 90<<20
	if games > 10 {
		entries, more = 40, 0
	}
	g, dir := newMemoryGroup(t, memoryMax), fullFolder(t, games, entries, more)
	s := g.start("--data", dir, "--open").owned()
	s.get("settings")
	idle := s.status("VmRSS")
	took := func(what string) {
		t.Helper()
		if n := g.killed(); n > 0 {
			t.Fatalf("%s: the kernel has ended %d processes for want of memory", what, n)
		}
		more := s.status("VmHWM") - idle
		t.Logf("%s: %d MB above %d MB", what, more>>20, idle>>20)
		if more > mostForFiles {
			t.Errorf("%s: %d MB above idle, want at most %d MB", what, more>>20, mostForFiles>>20)
		}
		s.forget()
	}
	s.get("games")
	took("the list")
	s.fetchAs("settings/support.zip", io.Discard)
	took("the file for support")
	s.fetchAs("settings/print/state.pdf", io.Discard)
	took("a game that is printed")
	backup := filepath.Join(t.TempDir(), "backup.db")
	file, err := os.Create(backup)
	must(t, err)
	s.fetchAs("settings/backup.db", file)
	must(t, file.Close())
	took("a backup")
	s.sendBackup(backup)
	took("a backup that comes in")
	alone := g.peakOf("version")
	for _, args := range [][]string{
		{"games", "list", "--data", dir}, {"games", "check", "--data", dir}, {"games", "check", backup}, {"backup", "--data", dir, filepath.Join(t.TempDir(), "copy.db")},
		{"support", "--data", dir, "--out", filepath.Join(t.TempDir(), "support.zip")}, {"restore", "--data", t.TempDir(), backup},
	} {
		more := g.peakOf(args...) - alone
		t.Logf("arbiter %s: %d MB above %d MB", strings.Join(args[:2], " "), more>>20, alone>>20)
		if more > mostForFiles {
			t.Errorf("arbiter %v: %d MB above idle, want at most %d MB", args, more>>20, mostForFiles>>20)
		}
	}
}

// fetchAs gets something as the owner.
func (s *served) fetchAs(path string, to io.Writer) {
	s.Helper()
	r, err := s.as.Get(s.url + path)
	must(s.T, err)
	defer r.Body.Close()
	if _, err := io.Copy(to, r.Body); err != nil || r.StatusCode != http.StatusOK {
		s.Fatalf("GET /%s: %s, %v", path, r.Status, err)
	}
}

// sendBackup sends a backup as the page of settings does.
func (s *served) sendBackup(path string) {
	s.Helper()
	file, err := os.Open(path)
	must(s.T, err)
	defer file.Close()
	if status, said := s.sendFile("settings/restore", "backup", file); status != http.StatusOK {
		s.Fatalf("a backup is refused: %d %s", status, said)
	}
}

// sendFile sends a file as a page does, in a field of a form.
func (s *served) sendFile(path, field string, file io.Reader) (status int, said string) {
	s.Helper()
	out, in := io.Pipe()
	form := multipart.NewWriter(in)
	go func() {
		part, err := form.CreateFormFile(field, "file")
		if err == nil {
			_, err = io.Copy(part, file)
		}
		in.CloseWithError(errors.Join(err, form.Close()))
	}()
	return s.post(path, form.FormDataContentType(), out)
}

// Beside two long games there is room for a large photo and for a long record; what needs more
// is refused by what stands at its beginning, with a sentence.
func TestPhotosAndRecordsKeepToTheMemory(t *testing.T) {
	tier.Test(t, tier.Program, "a service, and photos of 27 million pixels")
	t.Parallel()
	g := newMemoryGroup(t, memoryMax)
	dir, _, _ := shelved(t, "tracks", longEntries)
	s := g.start("--data", dir, "--open").owned()
	s.get("games")
	for _, c := range []struct {
		what   string
		colors image.YCbCrSubsampleRatio
		status int
		said   string
	}{
		{"a phone's photo", image.YCbCrSubsampleRatio420, http.StatusOK, "/cards"},
		{"one with all its colors", image.YCbCrSubsampleRatio444, http.StatusConflict, "fewer pixels"},
	} {
		s.forget()
		status, said := s.sendFile("cards?game=council-of-shadows&card=discover&do=photo", "photo", bytes.NewReader(jpegOf(t, 6750, 4000, c.colors)))
		if status != c.status || !strings.Contains(said, c.said) {
			t.Errorf("%s: %d %s", c.what, status, said)
		}
		g.judge(s)
		t.Logf("%s: at most %d MB", c.what, s.status("VmHWM")>>20)
	}
	s.forget()
	var record bytes.Buffer
	s.fetchAs("games/over/record.jsonl", &record)
	if status, said := s.sendFile("games/import", "record", &record); status != http.StatusConflict || !strings.Contains(said, "abandoned") { // it was not played to the end, but is told to be won
		t.Errorf("a long record: %d %s", status, said)
	}
	g.judge(s)
	t.Logf("a record: at most %d MB", s.status("VmHWM")>>20)
	s.forget()
	var brought strings.Builder
	brought.WriteString(`{"games": [{"id": 1, "name": "Council of Shadows"}], "players": [], "plays": [` + "\n")
	for n := range plays.MostPlays {
		fmt.Fprintf(&brought, `{"uuid": "%d", "gameRefId": 1, "playDate": "2026-03-01 20:00:00", "comments": "%s", "playerScores": [{"winner": true}]},`+"\n", n, strings.Repeat("x", 650))
	}
	brought.WriteString(`{"uuid": "other", "gameRefId": 1, "playDate": "soon", "playerScores": []}]}`)
	if status, said := s.sendFile("games/import", "record", strings.NewReader(brought.String())); status != http.StatusConflict || !strings.Contains(said, "soon") {
		t.Errorf("%d MB of plays: %d %s", brought.Len()>>20, status, said)
	}
	g.judge(s)
	t.Logf("%d MB of plays: at most %d MB", brought.Len()>>20, s.status("VmHWM")>>20)
}

// jpegOf is a gray photo of so many pixels.
func jpegOf(t *testing.T, w, h int, colors image.YCbCrSubsampleRatio) []byte {
	t.Helper()
	var b bytes.Buffer
	must(t, jpeg.Encode(&b, image.NewYCbCr(image.Rect(0, 0, w, h), colors), &jpeg.Options{Quality: 50}))
	text := b.Bytes()
	if colors == image.YCbCrSubsampleRatio444 { // Go writes fewer colors always; the frame says how many there are
		text[bytes.Index(text, []byte{0xFF, 0xC0})+11] = 0x11
	}
	return text
}

// What a program leaves behind that was ended while it took in or made a backup, put one in
// place or looked at games is gone with the next start; what is whole stays.
func TestWhatAnEndedProgramLeavesIsCleared(t *testing.T) {
	tier.Test(t, tier.Program, "a service")
	t.Parallel()
	dir := t.TempDir()
	output(t, "demo", "--data", dir)
	list := output(t, "games", "list", "--data", dir)
	must(t, os.Mkdir(filepath.Join(dir, "backup-123"), 0o700))
	left := []string{"restore.db.part", "restore.db.part.check", "restore.db.part.check-wal", "restore.db.taken", "games.db.part", "games.db.part-wal", "games.db.look-123", "backup-123/games.db.part"}
	stays := []string{"restore.db.refused", "games.db.before-20260101-120000"}
	for _, name := range append(left, stays...) {
		must(t, os.WriteFile(filepath.Join(dir, name), []byte("half"), 0o600))
	}
	s := start(t, "--data", dir, "--open")
	s.end(syscall.SIGTERM)
	for _, name := range append(left, "backup-123") {
		if _, err := os.Lstat(filepath.Join(dir, name)); err == nil {
			t.Errorf("%s is still there", name)
		}
	}
	for _, name := range stays {
		if _, err := os.Lstat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
	if got := output(t, "games", "list", "--data", dir); got != list {
		t.Errorf("the games were\n%s, are\n%s", list, got)
	}
	holds(t, "what the service says", s.errs.String(), "ended while it put a backup in place")
}

// ownersPages is what the owner may ask for, besides, while a game goes on.
var ownersPages = []string{
	"settings", "settings/doctor", "settings/mqtt", "settings/backup.db", "settings/support.zip", "settings/print/labels.pdf?game=council-of-shadows", "settings/print/mats.pdf", "settings/print/guide.pdf", "settings/print/state.pdf", "cards", "faces/none.png", "learn", "box", "box/told", "tags", "tags/tags.csv", "tags/tags.json", "rig", "rig/wiring.svg", "games/players", "games/plays",
}

// theRest is what else is measured: pages of one moment, and what a stranger is refused.
var theRest = func() []string {
	paths := []string{"api/table", "api/openapi.json", "setup", "rules", "rules/council-of-shadows?q=energy", "loop/council-of-shadows", "seat/purple/share", "seat/purple/hint", "history/over", "o/NONE", "icon-192.png", "icon-512.png", "icon-maskable.png"}
	for _, path := range strings.Fields("accept anew answer ask box box/told cards close consent deal emote emotes finish free games/import games/over/remark games/players games/plays here lay learn lift lobby name noise order pass place proof renew reopen resolve rig roll scan second settings settings/mqtt settings/restore setup tags tap tidy undo which word") {
		paths = append(paths, "POST "+path)
	}
	return paths
}()

// TestMeasureRoutes prints the table of .github/SECURITY.md: how much memory the service had
// at most while twenty-four asked for the same at one time, of games of ten thousand entries.
func TestMeasureRoutes(t *testing.T) {
	if *measured == "" {
		t.Skip("make measure")
	}
	dir, _, _ := shelved(t, "tracks", longEntries)
	s := startedAs(t, exec.Command(*measured, "serve", "--open", "--addr", "127.0.0.1:0", "--data", dir)).owned()
	var rows []string
	for _, path := range slices.Concat(everything, ownersPages, theRest) {
		method, path, form := http.MethodGet, path, ""
		if posted, ok := strings.CutPrefix(path, "POST "); ok {
			method, path, form = http.MethodPost, posted, "code=123456&seat=red&lang=de&line=red+ready"
		}
		as := http.DefaultClient
		if slices.Contains(ownersPages, path) {
			as = &s.as
		}
		s.forget()
		var size atomic.Int64
		var all sync.WaitGroup
		for range 24 {
			all.Go(func() {
				q, err := http.NewRequestWithContext(t.Context(), method, s.url+path, strings.NewReader(form))
				check(t, err)
				q.Header.Set("Origin", strings.TrimSuffix(s.url, "/"))
				q.Header.Set("Content-Type", "application/x-www-form-urlencoded")
				answer, err := as.Do(q)
				check(t, err)
				defer answer.Body.Close()
				n, err := io.Copy(io.Discard, answer.Body)
				check(t, err)
				size.Store(max(size.Load(), n))
			})
		}
		all.Wait()
		rows = append(rows, fmt.Sprintf("| `%s /%s` | %d | %d |", method, path, (size.Load()+999)/1000, s.status("VmHWM")/1e6))
	}
	t.Logf("\n| 24 times at one time | kB | MB at most |\n|---|---|---|\n%s", strings.Join(rows, "\n"))
}
