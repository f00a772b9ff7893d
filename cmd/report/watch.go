package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"syscall"
	"time"
)

// follow records which tests are running: one that waits for others to end (pause) is not.
func (s *suite) follow(e event) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.heard = time.Now()
	switch {
	case e.Test == "":
	case e.Action == "run", e.Action == "cont":
		s.began[e.name()] = s.heard
	case e.Action == "pause", e.Action == "pass", e.Action == "fail", e.Action == "skip":
		delete(s.began, e.name())
	}
}

// tests returns the running tests, the longest first; "" if there are none. Of a test with subtests
// only the subtests are listed.
func (s *suite) tests() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	names := slices.SortedFunc(maps.Keys(s.began), func(a, b string) int { return s.began[a].Compare(s.began[b]) })
	var all []string
	for _, name := range names {
		if !slices.ContainsFunc(names, func(part string) bool { return strings.HasPrefix(part, name+"/") }) {
			all = append(all, fmt.Sprintf("%s for %s", name, minutes(time.Since(s.began[name]))))
		}
	}
	return strings.Join(all, ", ")
}

// watch ends a process group whose tests are running but silent for this long; 0 means never. It
// asks them where they are (SIGQUIT), and kills them if they go on. rest ends the watch.
func (s *suite) watch(silence time.Duration, group int) (rest func()) {
	ctx, rest := context.WithCancel(context.Background())
	if silence == 0 {
		return rest
	}
	go func() {
		for _, signal := range []syscall.Signal{syscall.SIGQUIT, syscall.SIGKILL} {
			if !s.silent(ctx, silence) {
				return
			}
			tests := s.tests()
			s.mu.Lock()
			s.hung, s.heard = tests, time.Now()
			s.mu.Unlock()
			syscall.Kill(-group, signal)
		}
	}()
	return rest
}

// silent waits until tests have been silent for this long; false if ctx ended first.
func (s *suite) silent(ctx context.Context, silence time.Duration) bool {
	for look := time.NewTicker(silence / 10); ; {
		select {
		case <-ctx.Done():
			return false
		case <-look.C:
		}
		s.mu.Lock()
		over := len(s.began) > 0 && time.Since(s.heard) > silence
		s.mu.Unlock()
		if over {
			return true
		}
	}
}
