package main

import (
	"net"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/coreos/go-systemd/v22/daemon"
)

// The real program tells the manager's socket.
func TestServiceManagerIsTold(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	socket := filepath.Join(dir, "notify")
	manager, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: socket, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	defer manager.Close()
	program := arbiter(t, "--addr", "127.0.0.1:0", "--data", filepath.Join(dir, "games"))
	program.Env = append(os.Environ(), "NOTIFY_SOCKET="+socket, "WATCHDOG_USEC=300000")
	s := startedAs(t, program)
	hear := func() string {
		t.Helper()
		buffer := make([]byte, 100)
		if err := manager.SetReadDeadline(time.Now().Add(longestWait)); err != nil {
			t.Fatal(err)
		}
		n, err := manager.Read(buffer)
		if err != nil {
			t.Fatal(err)
		}
		return string(buffer[:n])
	}
	got := []string{hear(), hear(), hear()}
	if want := []string{"READY=1", "WATCHDOG=1", "WATCHDOG=1"}; !slices.Equal(got, want) {
		t.Errorf("it said %q, want %q", got, want)
	}
	s.end(syscall.SIGTERM)
	last := ""
	for last != daemon.SdNotifyStopping {
		last = hear()
	}
}
