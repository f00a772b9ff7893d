package main

import (
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/companion/gamelog/crashtest"
	"arbiter/engine/enginetest/tier"
)

// TestKillService kills the service while two people play over HTTP, after each tenth
// entry, or at random moments: what their phones have heard of is in the log, and the
// game goes on.
func TestKillService(t *testing.T) {
	tier.Test(t, tier.Crash, "a service that starts again and again")
	t.Parallel()
	most, random, seed := tier.Of(t, tier.Crash, "kills", 0, 4, 360), tier.Of(t, tier.Crash, "random", 0, 0, 1) > 0, tier.Seed(t)
	r := rand.New(rand.NewPCG(seed, 9))
	killed, heard := 0, 0
	for game := uint64(0); killed < most; game++ {
		dir := t.TempDir()
		x, seen := newStretch(t, dir, seed+game, 60), map[int]bool{}
		for at := 0; killed < most && at < x.last(); killed++ {
			m := killMoment{entry: at + 10}
			if random {
				m = killMoment{after: time.Duration(r.IntN(60_000)) * time.Microsecond}
			}
			told := killedService(t, x, dir, at, m)
			n, err := x.kept(dir, seen)
			if err != nil || n < told || n > told+1 {
				t.Fatalf("seed %d, game %d: %d entries are there, and phones have heard of %d: %v", seed, game, n, told, err)
			}
			heard, at = heard+told-at, n
		}
	}
	t.Logf("%d kills; phones had heard of %d entries, all of them in the log", killed, heard)
	if heard == 0 {
		t.Error("nobody has heard of anything: the service is killed too soon")
	}
}

// killedService plays on from an entry until the service is killed, and returns the
// last entry that a phone has heard of.
func killedService(t *testing.T, x *stretch, dir string, at int, m killMoment) (told int) {
	t.Helper()
	s := start(t, "--data", dir, "--open")
	x.phone.at(s.url)
	defer x.phone.client.CloseIdleConnections()
	if m.entry == 0 {
		defer time.AfterFunc(m.after, func() { s.cmd.Process.Kill() }).Stop()
	}
	for told = at; told < x.last(); told++ {
		if told > 0 && told == m.entry {
			go s.cmd.Process.Kill() // while the next wish is under way
		}
		status, a, err := x.phone.wish(x, told+1)
		if err != nil {
			break // it is dead
		}
		if status != http.StatusOK || a.Version != told+1 {
			t.Fatalf("%q: %d, %+v", x.lines[told+1], status, a)
		}
	}
	s.cmd.Process.Kill()
	s.cmd.Wait() // its error is that it was killed
	return told
}

// TestFaultService lets each call of the disk fail in its turn while two people
// play: the phone is told in words, the service lives, and the same wish succeeds
// once the disk does.
func TestFaultService(t *testing.T) {
	tier.Test(t, tier.Crash, "three services under strace")
	crashtest.Need(t)
	t.Parallel()
	faults, refused := 0, 0
	for _, inject := range []string{"pwrite64:error=ENOSPC:when=4+13", "pwrite64:error=EIO:when=9+13", "fsync:error=EIO:when=2+3"} {
		dir, own := crashtest.Memory(t), t.TempDir()
		x := newStretch(t, dir, 3, 60)
		trace := filepath.Join(own, "trace")
		cmd := arbiter(t, "--addr", "127.0.0.1:0", "--data", dir, "--open")
		must(t, crashtest.Strace(cmd, own, "-o", trace, "-e", "trace=pwrite64,fsync", "-P", filepath.Join(dir, datadir.LogFile+"-wal"),
			"-e", "inject="+inject))
		s := startedAs(t, cmd)
		x.phone.at(s.url)
		for n := 1; n <= x.last(); n++ {
			refused += len(insist(t, x, n))
		}
		x.phone.client.CloseIdleConnections()
		s.end(syscall.SIGTERM)
		if n, err := x.kept(dir, map[int]bool{}); n != x.last() || err != nil {
			t.Errorf("%s: %d entries are there, want %d: %v", inject, n, x.last(), err)
		}
		text, err := os.ReadFile(trace)
		must(t, err)
		faults += strings.Count(string(text), "(INJECTED)")
	}
	t.Logf("%d calls failed, %d wishes were refused", faults, refused)
	if refused < 30 || faults < refused {
		t.Errorf("%d calls failed, %d wishes were refused, want 30", faults, refused)
	}
}

// insist wishes for entry n until it is granted, and returns how it was refused.
func insist(t *testing.T, x *stretch, n int) (refusals []string) {
	t.Helper()
	for range 20 {
		status, a, err := x.phone.wish(x, n)
		switch {
		case err != nil:
			t.Fatalf("entry %d: the service does not answer: %v", n, err)
		case status == http.StatusOK && a.Version == n:
			return refusals
		case status != http.StatusInternalServerError || a.Refusal == "":
			t.Fatalf("entry %d: %d, %+v", n, status, a)
		}
		refusals = append(refusals, a.Refusal)
	}
	t.Fatalf("entry %d is refused for ever: %q", n, refusals)
	return nil
}
