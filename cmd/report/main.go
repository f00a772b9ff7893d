// Command report runs suites of tests to their end, even if one fails, and prints a table of their
// results:
//
//	go run ./cmd/report -jobs 2 format vet unit race
//
// A suite is a target of the Makefile. The output of go test -json is counted; what a suite prints
// is shown if it fails. Up to three failed tests of a suite run once more by themselves; those that
// then pass are named. The exit status is 1 if any suite fails.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"sync"
	"syscall"
	"text/tabwriter"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout))
}

type options struct {
	make      string
	jobs      int
	slow      time.Duration // tests that take longer are listed
	slowNames string        // file that lists those that may
	budget    time.Duration // 0: none
	silence   time.Duration // a suite whose tests are silent for so long is ended; 0: none
	keep      string        // file for the results of long; "" for none
	old       string        // the same file, whose old lines are listed
}

func run(ctx context.Context, args []string, out io.Writer) int {
	var o options
	flags := flag.NewFlagSet("report", flag.ContinueOnError)
	flags.SetOutput(out)
	flags.StringVar(&o.make, "make", "make", "the make that makes a suite")
	flags.IntVar(&o.jobs, "jobs", 1, "how many suites run beside each other")
	flags.DurationVar(&o.slow, "slow", 0, "name tests that take longer")
	flags.StringVar(&o.slowNames, "slow-names", ".ci/slow", "file of tests that may, each with its reason")
	flags.DurationVar(&o.budget, "budget", 0, "red when all take longer, unless the machine had other work")
	flags.DurationVar(&o.silence, "silence", 0, "end a suite whose tests say nothing for so long, and name those that run")
	flags.StringVar(&o.keep, "keep", "", "file that keeps what each suite said")
	flags.StringVar(&o.old, "old", "", "file of what suites said: tell which lines are older than what they tested")
	if flags.Parse(args) != nil {
		return 2
	}
	begin, before := time.Now(), machine()
	suites := runAll(ctx, o, flags.Args(), out)
	took := time.Since(begin)
	red := o.tell(out, suites)
	if o.budget > 0 && took > o.budget {
		red = judged(out, took, o.budget, machine().others(before)) || red
	}
	var n counts
	for _, s := range suites {
		n.passed, n.failed, n.skipped = n.passed+s.passed, n.failed+s.failed, n.skipped+s.skipped
	}
	fmt.Fprintf(out, "%d passed, %d failed, %d skipped\n", n.passed, n.failed, n.skipped)
	if red {
		return 1
	}
	return 0
}

// tell prints the results of the suites, and reports whether they failed. The table comes last, so
// that whoever keeps only the end of a log knows which test failed.
func (o options) tell(out io.Writer, suites []*suite) bool {
	var red bool
	if o.slow > 0 {
		tellSlow(out, suites, o.slow, o.slowNames)
	}
	if o.keep != "" {
		if err := keep(o.keep, suites, time.Now()); err != nil {
			fmt.Fprintln(out, "report:", err)
			red = true
		}
	}
	if o.old != "" {
		tellOld(out, o.old)
		tellOldPictures(out)
	}
	return table(out, suites) || red
}

// judged reports whether the suites exceeded their budget, and says so; that does not count if
// other programs had a share of the processors.
func judged(out io.Writer, took, budget time.Duration, others float64) bool {
	counts := others < 0.1
	fmt.Fprintf(out, "budget: %s of %s; other programs had %.0f %% of the processors", minutes(took), minutes(budget), 100*others)
	if !counts {
		fmt.Fprint(out, ", so it is not judged")
	}
	fmt.Fprintln(out)
	return counts
}

// runAll runs all suites to their end, several at a time, in the order of their names.
func runAll(ctx context.Context, o options, names []string, out io.Writer) []*suite {
	suites := make([]*suite, len(names))
	places := make(chan struct{}, max(1, o.jobs))
	var printing sync.Mutex
	var all sync.WaitGroup
	for i, name := range names {
		suites[i] = newSuite(name)
		places <- struct{}{}
		all.Go(func() {
			defer func() { <-places }()
			suites[i].run(ctx, o)
			printing.Lock()
			defer printing.Unlock()
			suites[i].show(out)
		})
	}
	all.Wait()
	for _, s := range suites {
		s.again(ctx, o, out)
	}
	return suites
}

// run runs a suite, with these variables beside ours. Its children are a process group, which ends
// with the context.
func (s *suite) run(ctx context.Context, o options, variables ...string) {
	words := append(strings.Fields(o.make), "--no-print-directory", s.name, "JSON=-json")
	c := exec.CommandContext(ctx, words[0], words[1:]...)
	c.Env = append(os.Environ(), variables...)
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGINT) }
	c.WaitDelay = time.Minute
	c.Stdout, c.Stderr = &s.lines, &s.lines
	begin := time.Now()
	if s.err = c.Start(); s.err == nil {
		rest := s.watch(o.silence, c.Process.Pid)
		s.err = c.Wait()
		rest()
	}
	s.lines.end()
	s.took = time.Since(begin)
}

// table prints a line for each suite, and reports whether one failed.
func table(out io.Writer, suites []*suite) (red bool) {
	w := tabwriter.NewWriter(out, 0, 0, 3, ' ', 0)
	fmt.Fprintln(w, "\nsuite\tmin:s\ttests\tverdict")
	for _, s := range suites {
		tests := ""
		if n := s.passed + s.failed; n > 0 {
			tests = fmt.Sprint(n)
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", s.name, minutes(s.took), tests, s.verdict())
		red = red || s.red()
	}
	w.Flush()
	return red
}

func minutes(d time.Duration) string {
	seconds := int(d.Round(time.Second).Seconds())
	return fmt.Sprintf("%d:%02d", seconds/60, seconds%60)
}
