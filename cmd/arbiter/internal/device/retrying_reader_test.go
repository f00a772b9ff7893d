package device

import (
	"bytes"
	"log/slog"
	"strings"
	"syscall"
	"testing"

	"arbiter/hw"
)

// A loose plug fails for two reasons in turn: each of them is logged once.
func TestEachReasonIsLoggedOnce(t *testing.T) {
	t.Parallel()
	var lines bytes.Buffer
	tries := 0
	r := &RetryingReader{name: "purple", logger: slog.New(slog.NewTextHandler(&lines, nil)), open: func() (hw.Reader, error) {
		if tries++; tries%2 == 0 {
			return nil, syscall.EIO
		}
		return nil, syscall.ENOENT
	}}
	for range 30 {
		if _, err := r.Scan(t.Context()); err == nil {
			t.Fatal("a reader that is not there was scanned")
		}
	}
	said := lines.String()
	if strings.Count(said, "\n") != 2 || !strings.Contains(said, syscall.EIO.Error()) || !strings.Contains(said, syscall.ENOENT.Error()) {
		t.Errorf("30 tries are\n%s", said)
	}
}
