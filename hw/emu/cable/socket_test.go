package cable_test

import (
	"errors"
	"io"
	"os"
	"testing"
	"testing/synctest"
	"time"

	"arbiter/hw/emu/cable"
)

// A cable in a socket behaves as one behind a pseudo-terminal.
func TestSocket(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s cable.Socket
		for range 2 {
			if _, err := s.Open(); !errors.Is(err, os.ErrNotExist) {
				t.Errorf("an empty socket: %v", err)
			}
			line := s.Plug()
			near, err := s.Open()
			if err != nil {
				t.Fatal(err)
			}
			for _, way := range []struct {
				from io.Writer
				to   io.Reader
			}{{near, line}, {line, near}} {
				go way.from.Write([]byte{7})
				var b [2]byte
				if n, err := way.to.Read(b[:]); n != 1 || b[0] != 7 || err != nil {
					t.Errorf("arrived % X, %v", b[:n], err)
				}
			}
			begin := time.Now()
			n, err := near.Read(make([]byte, 1))
			if took := time.Since(begin); n != 0 || err != io.EOF || took != 100*time.Millisecond {
				t.Errorf("silence: %d bytes, %v after %v", n, err, took)
			}
			if err := line.Pull(); err != nil {
				t.Error(err)
			}
			begin = time.Now()
			n, err = near.Read(make([]byte, 1))
			if took := time.Since(begin); n != 0 || err != io.EOF || took != 0 {
				t.Errorf("pulled: %d bytes, %v after %v", n, err, took)
			}
			if _, err := near.Write([]byte{1}); err == nil {
				t.Error("writing into a pulled cable succeeded")
			}
			if err := near.Close(); err != nil {
				t.Error(err)
			}
		}
	})
}
