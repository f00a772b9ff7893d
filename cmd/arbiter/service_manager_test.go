package main

import (
	"errors"
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
	hear := func() string { return heardBy(t, manager) }
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

func heardBy(t *testing.T, manager *net.UnixConn) string {
	t.Helper()
	buffer := make([]byte, 100)
	must(t, manager.SetReadDeadline(time.Now().Add(longestWait)))
	n, err := manager.Read(buffer)
	must(t, err)
	return string(buffer[:n])
}

// A manager that takes no messages for a while is told later that the program is ready, and
// one that takes none any more keeps no program from ending.
func TestServiceManagerIsBusy(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	socket := filepath.Join(dir, "notify")
	manager, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: socket, Net: "unixgram"})
	must(t, err)
	defer manager.Close()
	fill := func() {
		t.Helper()
		other, err := net.DialUnix("unixgram", nil, &net.UnixAddr{Name: socket, Net: "unixgram"})
		must(t, err)
		defer other.Close()
		for err == nil {
			must(t, other.SetWriteDeadline(time.Now().Add(100*time.Millisecond)))
			_, err = other.Write([]byte("of another service"))
		}
		if !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Fatal(err)
		}
	}
	fill()
	program := arbiter(t, "--addr", "127.0.0.1:0", "--data", filepath.Join(dir, "games"))
	program.Env = append(os.Environ(), "NOTIFY_SOCKET="+socket, "WATCHDOG_USEC=300000")
	s := startedAs(t, program)
	for said := ""; said != daemon.SdNotifyReady; {
		said = heardBy(t, manager)
	}
	fill()
	s.end(syscall.SIGTERM)
}
