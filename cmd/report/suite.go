package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

type counts struct{ passed, failed, skipped int }

// A suite is a suite that is running or has run.
type suite struct {
	name string
	err  error // of make
	took time.Duration

	lines lines        // what it writes
	other bytes.Buffer // shown if it fails

	counts
	alone   []string // tests that failed, and passed by themselves
	reds    []string // failed tests, and packages that failed outside of a test
	slow    map[string]time.Duration
	figures map[string]int  // how much the tests did
	seeds   map[string]bool // first seeds
	running map[[2]string]*strings.Builder

	mu    sync.Mutex           // guards the rest, which the watch reads
	heard time.Time            // time of the last line
	began map[string]time.Time // running tests, and since when
	hung  string               // what ran when it was silent for too long
}

func newSuite(name string) *suite {
	s := &suite{name: name, slow: map[string]time.Duration{}, figures: map[string]int{}, seeds: map[string]bool{}, running: map[[2]string]*strings.Builder{}, began: map[string]time.Time{}}
	s.lines.each = s.line
	return s
}

// An event is an event of go test -json (go doc test2json) or of go build -json.
type event struct {
	Action, Package, ImportPath, Test, Output, Key, Value string
	Elapsed                                               float64 // seconds
}

// name returns the name of the test or of the package.
func (e event) name() string {
	name := strings.TrimPrefix(e.Package, "arbiter/")
	if e.Test != "" {
		name += "." + e.Test
	}
	return name
}

func (s *suite) line(line []byte) {
	var e event
	if !bytes.HasPrefix(line, []byte("{")) || json.Unmarshal(line, &e) != nil {
		s.other.Write(line)
		return
	}
	at := [2]string{e.Package, e.Test}
	s.follow(e)
	switch e.Action {
	case "build-output":
		s.other.WriteString(e.Output)
	case "output":
		if s.running[at] == nil {
			s.running[at] = new(strings.Builder)
		}
		s.running[at].WriteString(e.Output)
	case "attr":
		s.attribute(e)
	case "pass", "fail", "skip":
		s.ended(e, at)
	}
}

func (s *suite) attribute(e event) {
	if e.Key == "seed" {
		s.seeds[e.Value] = true
	} else if n, err := strconv.Atoi(e.Value); err == nil {
		s.figures[e.Key] += n
	}
}

func (s *suite) ended(e event, at [2]string) {
	name := e.name()
	said := s.running[at]
	delete(s.running, at)
	if e.Action == "fail" && said != nil {
		s.other.WriteString(said.String())
	}
	switch {
	case e.Test == "" && e.Action == "fail":
		if !slices.ContainsFunc(s.reds, func(r string) bool { return strings.HasPrefix(r, name+".") }) {
			s.reds = append(s.reds, name)
		}
	case e.Test == "":
	case e.Action == "fail":
		s.failed++
		s.reds = append(s.reds, name)
	case e.Action == "skip":
		s.skipped++
	default:
		s.passed++
	}
	if e.Test != "" && !strings.Contains(e.Test, "/") {
		s.slow[name] = time.Duration(e.Elapsed * float64(time.Second))
	}
}

func (s *suite) red() bool { return s.err != nil || len(s.reds) > 0 }

// verdict names what failed; of a test with subtests only the subtests.
func (s *suite) verdict() string {
	switch {
	case s.red():
	case len(s.alone) > 0:
		return "ok; passed only by itself: " + strings.Join(narrow(s.alone), ", ")
	default:
		return "ok"
	}
	names := narrow(s.reds)
	if s.hung != "" {
		names = append(names, "it said nothing any more, and these ran: "+s.hung)
	}
	if len(names) == 0 {
		names = []string{s.err.Error()}
	}
	return "RED: " + strings.Join(names, ", ")
}

// narrow leaves out tests of which a subtest is there.
func narrow(names []string) (narrowest []string) {
	for _, name := range names {
		if !slices.ContainsFunc(names, func(part string) bool { return strings.HasPrefix(part, name+"/") }) {
			narrowest = append(narrowest, name)
		}
	}
	return narrowest
}

// show prints the output of a failed suite, and one line for a passed one.
func (s *suite) show(out io.Writer) {
	if !s.red() {
		fmt.Fprintf(out, "%s: ok after %s\n", s.name, minutes(s.took))
		return
	}
	fmt.Fprintf(out, "%s: RED after %s\n", s.name, minutes(s.took))
	if tests := s.tests(); tests != "" {
		fmt.Fprintf(out, "%s| cut off in %s\n", s.name, tests)
	}
	for _, said := range s.running { // cut off
		s.other.WriteString(said.String())
	}
	for line := range strings.Lines(s.other.String()) {
		fmt.Fprintf(out, "%s| %s\n", s.name, strings.TrimSuffix(line, "\n"))
	}
}

// tellSlow lists the tests that took longer than they may and are in no list. That is only a
// notice: a busy machine makes every test slow.
func tellSlow(out io.Writer, suites []*suite, limit time.Duration, list string) {
	known, _ := os.ReadFile(list)
	for _, s := range suites {
		for _, name := range slices.SortedFunc(maps.Keys(s.slow), func(a, b string) int { return cmp.Compare(s.slow[b], s.slow[a]) }) {
			if took := s.slow[name]; took > limit && !bytes.Contains(known, []byte(name+" ")) {
				fmt.Fprintf(out, "slow in %s: %s took %.1f s, over %v\n", s.name, name, took.Seconds(), limit)
			}
		}
	}
}

// lines passes each line on as it arrives.
type lines struct {
	each func(line []byte)
	rest []byte
}

func (l *lines) Write(p []byte) (int, error) {
	l.rest = append(l.rest, p...)
	for {
		i := bytes.IndexByte(l.rest, '\n')
		if i < 0 {
			return len(p), nil
		}
		l.each(l.rest[:i+1])
		l.rest = l.rest[i+1:]
	}
}

func (l *lines) end() {
	if len(l.rest) > 0 {
		l.each(append(l.rest, '\n'))
		l.rest = nil
	}
}
