package emulator

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"
)

// A diary records when a card first answered a reader, and when a panel got a picture.
type diary struct {
	mu    sync.Mutex
	lines []string
	last  map[string]time.Time // of each panel's transfers
}

// between is more than the time between two transfers of one picture.
const between = 50 * time.Millisecond

func (d *diary) note(who string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.lines = append(d.lines, fmt.Sprintf("%d %s", time.Now().UnixNano(), who))
	d.lines = d.lines[max(0, len(d.lines)-10_000):]
}

// begin records a transfer to a panel if it starts a new picture.
func (d *diary) begin(panel string) {
	d.mu.Lock()
	now := time.Now()
	anew := now.Sub(d.last[panel]) > between
	d.last[panel] = now
	d.mu.Unlock()
	if anew {
		d.note(panel)
	}
}

func writeTimes(_ context.Context, o *Console, args []string) error {
	if len(args) != 1 {
		return errors.New("name one file")
	}
	d := o.Top.diary
	d.mu.Lock()
	defer d.mu.Unlock()
	return os.WriteFile(args[0], []byte(strings.Join(append(d.lines, ""), "\n")), 0o644)
}
