package device

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
)

// TestMain lets the test binary give up its right to memory and report what it may still do.
func TestMain(m *testing.M) {
	if os.Getenv("GIVE_UP") == "" {
		os.Exit(m.Run())
	}
	if err := giveUpMemory(); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	os.Stdout.Write(status)
	if f, err := os.Open("/dev/mem"); err == nil || errors.Is(err, os.ErrNotExist) && f != nil {
		fmt.Println("/dev/mem is open")
	}
}

// A program that gives up the right to memory starts again as the same process, without that right.
func TestGiveUpMemory(t *testing.T) {
	t.Parallel()
	before, err := os.ReadFile("/proc/self/status")
	if err != nil || os.Geteuid() != 0 || !mayRawIO(t, string(before)) {
		t.Skip("this user has no right to memory that could be given up")
	}
	cmd := exec.Command(os.Args[0], "some", "words")
	cmd.Env = append(os.Environ(), "GIVE_UP=yes")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if mayRawIO(t, string(out)) || strings.Contains(string(out), "/dev/mem is open") {
		t.Errorf("it still has the right:\n%s", out)
	}
	if want := fmt.Sprintf("\nPid:\t%d\n", cmd.Process.Pid); !strings.Contains(string(out), want) {
		t.Errorf("it is another process:\n%s", out)
	}
}

// mayRawIO reports whether CAP_SYS_RAWIO is in the effective set of /proc/PID/status.
func mayRawIO(t *testing.T, status string) bool {
	t.Helper()
	_, set, _ := strings.Cut(status, "\nCapEff:\t")
	set, _, _ = strings.Cut(set, "\n")
	bits, err := strconv.ParseUint(set, 16, 64)
	if err != nil {
		t.Fatal(err)
	}
	return bits&(1<<rawIO) != 0
}
