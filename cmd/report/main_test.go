package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// makefile has a suite of each kind, and writes what go test -json writes.
const makefile = `
good:
	@echo '{"Action":"attr","Package":"arbiter/a","Test":"TestA","Key":"games","Value":"400"}'
	@echo '{"Action":"attr","Package":"arbiter/a","Test":"TestB","Key":"games","Value":"20"}'
	@echo '{"Action":"attr","Package":"arbiter/a","Test":"TestB","Key":"seed","Value":"7"}'
	@echo '{"Action":"output","Package":"arbiter/a","Test":"TestA","Output":"hushed\n"}'
	@echo '{"Action":"pass","Package":"arbiter/a","Test":"TestA","Elapsed":12.5}'
	@echo '{"Action":"skip","Package":"arbiter/a","Test":"TestB"}'
	@echo '{"Action":"pass","Package":"arbiter/a"}'
bad:
	@echo '{"Action":"output","Package":"arbiter/b","Test":"TestC/part","Output":"why it failed\n"}'
	@echo '{"Action":"fail","Package":"arbiter/b","Test":"TestC/part"}'
	@echo '{"Action":"fail","Package":"arbiter/b","Test":"TestC"}'
	@echo '{"Action":"fail","Package":"arbiter/b"}'
	@exit 1
broken:
	@echo '{"ImportPath":"arbiter/c","Action":"build-output","Output":"undefined: x\n"}'
	@echo '{"Action":"fail","Package":"arbiter/c"}'
	@exit 1
hangs:
	@printf '%s\n' '{"Action":"run","Package":"arbiter/d","Test":"TestD"}' \
		'{"Action":"run","Package":"arbiter/d","Test":"TestE"}' \
		'{"Action":"pause","Package":"arbiter/d","Test":"TestE"}' \
		'{"Action":"run","Package":"arbiter/d","Test":"TestD/part"}' # at once: nothing is silent between them
	@trap 'echo goroutine 7' QUIT; sleep 1h & wait
stuck: # until it is asked where it is, and by itself not
	@if [ -n "$$TESTS" ]; then echo '{"Action":"pass","Package":"arbiter/d","Test":"TestF"}'; exit; fi; \
	trap 'echo "{\"Action\":\"fail\",\"Package\":\"arbiter/d\",\"Test\":\"TestF\"}"; kill $$!; exit 1' QUIT; \
	echo '{"Action":"run","Package":"arbiter/d","Test":"TestF"}'; sleep 1h & wait
held: # passes by itself
	@if [ "$$TESTS" = '^(TestG|TestH)$$' ] && [ "$$PACKAGES" = ./b ]; then \
		echo '{"Action":"pass","Package":"arbiter/b","Test":"TestG"}'; \
		echo '{"Action":"pass","Package":"arbiter/b","Test":"TestH"}'; exit; fi; \
	echo '{"Action":"output","Package":"arbiter/b","Test":"TestG/part","Output":"too late"}'; \
	echo '{"Action":"fail","Package":"arbiter/b","Test":"TestG/part"}'; \
	echo '{"Action":"fail","Package":"arbiter/b","Test":"TestG"}'; \
	echo '{"Action":"fail","Package":"arbiter/b","Test":"TestH"}'; exit 1
raced:
	@echo '{"Action":"output","Package":"arbiter/b","Test":"TestI","Output":"WARNING: DATA RACE"}'
	@[ -n "$$TESTS" ] || echo '{"Action":"fail","Package":"arbiter/b","Test":"TestI"}'
	@echo '{"Action":"pass","Package":"arbiter/b","Test":"TestI"}'
many:
	@for t in 1 2 3 4; do [ -n "$$TESTS" ] || echo '{"Action":"fail","Package":"arbiter/b","Test":"TestJ'$$t'"}'; \
		echo '{"Action":"pass","Package":"arbiter/b","Test":"TestJ'$$t'"}'; done
skips: # by itself
	@[ -z "$$TESTS" ] || echo '{"Action":"skip","Package":"arbiter/b","Test":"TestK"}'
	@[ -n "$$TESTS" ] || echo '{"Action":"fail","Package":"arbiter/b","Test":"TestK"}'
plain:
	@echo 'gofmt -w these' >&2
	@exit 3
`

func reported(t *testing.T, o load, args ...string) (string, int) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "Makefile"), []byte(makefile), 0o600); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	machine = func() load { return o }
	t.Cleanup(func() { machine = measured })
	status := run(t.Context(), append([]string{"-make", "make -C " + dir}, args...), &out)
	return out.String(), status
}

// A failed suite hides no other: the table names each, and what failed in it.
func TestEverySuiteIsNamed(t *testing.T) {
	out, status := reported(t, load{}, "bad", "good", "broken", "plain")
	for _, want := range []string{
		"RED: b.TestC/part\n", "RED: c\n", "RED: exit status 2\n", "bad| why it failed\n", "broken| undefined: x\n", "plain| gofmt -w these\n",
		"1 passed, 2 failed, 1 skipped\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("missing %q", want)
		}
	}
	if status != 1 || strings.Contains(out, "hushed") || strings.Count(out, "RED:") != 3 {
		t.Errorf("status %d, want 1", status)
	}
	if t.Failed() {
		t.Log(out)
	}
	if out, status := reported(t, load{}, "good"); status != 0 || strings.Contains(out, "RED") {
		t.Errorf("status %d of a green suite:\n%s", status, out)
	}
}

// What fails beside the others and passes by itself is named, and is not red. The controls: what the
// race detector finds, what hangs, many failures at once, what fails again or only skips stay red.
func TestWhatPassesByItself(t *testing.T) {
	out, status := reported(t, load{}, "held", "good")
	if status != 0 || !strings.Contains(out, "ok; passed only by itself: b.TestG/part, b.TestH\n") || !strings.Contains(out, "held| too late") {
		t.Errorf("status %d:\n%s", status, out)
	}
	if out, status := reported(t, load{}, "-silence", "50ms", "stuck"); status != 1 || !strings.Contains(out, "it said nothing any more") {
		t.Errorf("stuck: status %d:\n%s", status, out)
	}
	for suite, want := range map[string]string{"raced": "RED: b.TestI\n", "many": "RED: b.TestJ1, ", "bad": "RED: b.TestC/part\n", "skips": "RED: b.TestK\n", "broken": "RED: c\n"} {
		if out, status := reported(t, load{}, suite); status != 1 || !strings.Contains(out, want) {
			t.Errorf("%s: status %d:\n%s", suite, status, out)
		}
	}
}

// A suite that hangs is killed, and the running test is named. The control: a suite that is silent
// while it is being built is left alone.
func TestSilenceIsEnded(t *testing.T) {
	out, status := reported(t, load{}, "-silence", "50ms", "hangs", "good")
	if status != 1 || !strings.Contains(out, "hangs| cut off in d.TestD/part for 0:00\n") || !strings.Contains(out, "these ran: d.TestD/part for 0:00\n") || strings.Contains(out, "TestE") {
		t.Errorf("status %d:\n%s", status, out)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if newSuite("builds").silent(ctx, time.Millisecond) {
		t.Error("a suite without tests counts as silent")
	}
}

// Tests that take long are named, unless a list gives the reason.
func TestSlowTestsAreNamed(t *testing.T) {
	list := filepath.Join(t.TempDir(), "slow")
	if out, _ := reported(t, load{}, "-slow", "10s", "-slow-names", list, "good"); !strings.Contains(out, "slow in good: a.TestA took 12.5 s") {
		t.Error(out)
	}
	if err := os.WriteFile(list, []byte("a.TestA plays a whole game\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, _ := reported(t, load{}, "-slow", "10s", "-slow-names", list, "good"); strings.Contains(out, "slow in") {
		t.Error(out)
	}
}

// Exceeding the budget fails on an idle machine, and is a notice on a busy one.
func TestBudget(t *testing.T) {
	for _, c := range []struct {
		others float64
		status int
	}{{0, 1}, {0.05, 1}, {0.6, 0}} {
		now := load{}
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "Makefile"), []byte(makefile), 0o600); err != nil {
			t.Fatal(err)
		}
		machine = func() load {
			was := now
			now = load{all: 100, work: 40 + 100*c.others, own: 40}
			return was
		}
		var out strings.Builder
		if status := run(t.Context(), []string{"-make", "make -C " + dir, "-budget", "1ns", "good"}, &out); status != c.status {
			t.Errorf("others %v: status %d, want %d\n%s", c.others, status, c.status, &out)
		}
	}
	machine = measured
	if l := measured(); l.all <= 0 || l.work <= 0 || l.work > l.all {
		t.Errorf("measured %+v", l)
	}
}

// The results of long are kept, one line for each part; a new one replaces the old line of its
// part, the others stay; and a change to what a part covers is reported.
func TestLongIsKept(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"} {
		if _, set := os.LookupEnv(name); set {
			t.Setenv(name, "")
			os.Unsetenv(name)
		}
	}
	commitFile := func(name string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(fmt.Sprint(time.Now())), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, args := range [][]string{{"add", name}, {"-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", name}} {
			if out, err := exec.Command("git", args...).CombinedOutput(); err != nil {
				t.Fatalf("git %v: %v\n%s", args, err, out)
			}
		}
	}
	if out, err := exec.Command("git", "init", "-q").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	commitFile("engine/a.go")

	games := newSuite("laws")
	games.line([]byte(`{"Action":"attr","Key":"games","Value":"10000"}`))
	games.line([]byte(`{"Action":"attr","Key":"seed","Value":"7"}`))
	games.line([]byte(`{"Action":"pass","Package":"arbiter/engine","Test":"TestLaws"}`))
	games.took = 61 * time.Second
	if err := os.WriteFile("long.md", []byte(head+"| fuzz | x | y | | old | 1:00 | ok |\n| laws | x | y | | old | 1:00 | ok |\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	day := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	if err := keep("long.md", []*suite{games}, day); err != nil {
		t.Fatal(err)
	}
	got, _ := os.ReadFile("long.md")
	want := head + "| fuzz | x | y | | old | 1:00 | ok |\n| laws | " + git("rev-parse", "--short", "HEAD") + "+ | 2026-11-22 | 7 | 10000 games, 1 tests | 1:01 | ok |\n"
	if string(got) != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}

	old := func() string {
		var out strings.Builder
		tellOld(&out, "long.md")
		tellOldPictures(&out)
		return out.String()
	}
	if said := old(); !strings.Contains(said, "make long-fuzz ran at x, which is no commit here") {
		t.Errorf("nothing is said about a commit that does not exist: %q", said)
	}
	commitFile(".github/pictures/a.webp")
	commitFile("hw/b.go")
	if said := old(); strings.Contains(said, "long-laws") {
		t.Error(said)
	}
	commitFile("engine/README.md")
	if said := old(); strings.Contains(said, "long-laws") {
		t.Error(said)
	}
	commitFile("display/testdata/a.png")
	commitFile("companion/web/page/page_test.go")
	if said := old(); said != "" && strings.Contains(said, "pictures") {
		t.Errorf("a change in tests makes pictures count as old: %q", said)
	}
	commitFile("companion/web/page/a.css")
	if said := old(); !strings.Contains(said, "pictures of the README") {
		t.Errorf("nothing is said about old pictures: %q", said)
	}
	commitFile("engine/c.go")
	if said := old(); !strings.Contains(said, "make long-laws") {
		t.Errorf("nothing is said about a change: %q", said)
	}
}
