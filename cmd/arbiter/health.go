package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"syscall"

	"arbiter/cmd/arbiter/internal/monitor"
	"arbiter/companion"
)

// enough is how many bytes must be free, so that a game can go on.
const enough = 1 << 20

// A health tells how the device is, in facts that everybody may know.
type health struct {
	ask   func(context.Context) (companion.Snapshot, error) // goes through the table's own loop
	log   func(context.Context) error                       // why the log cannot be written; nil if it can
	pulse *monitor.Monitor
}

// newHealth is how e is.
func newHealth(e *evening) health {
	return health{
		ask:   func(ctx context.Context) (companion.Snapshot, error) { return e.house.Table.Snapshot(ctx, "") },
		log:   func(ctx context.Context) error { return errors.Join(e.db.Ping(ctx), e.db.InPlace(), blocked(e.dir)) },
		pulse: e.house.Monitor,
	}
}

// report is a line for each thing that can be out of order. Not well: no game can
// go on. Readers and panels that are missing do not keep a game from going on.
func (h health) report(ctx context.Context) (text string, well bool) {
	var b strings.Builder
	well = true
	vital := func(what string, err error) {
		if err != nil {
			well = false
			fmt.Fprintf(&b, "%s: fault: %v\n", what, err)
			return
		}
		fmt.Fprintf(&b, "%s: ok\n", what)
	}
	_, err := h.ask(ctx)
	vital("table", err)
	now := h.pulse.Now()
	err = h.log(ctx)
	if err == nil {
		err = now.Trouble
	}
	vital("log", monitor.Cause(err))
	if now.Damaged != "" {
		fmt.Fprintf(&b, "game %s: damaged, does not go on; a new one can begin\n", now.Damaged)
	}
	for _, list := range []struct {
		kind   string
		organs []monitor.Component
	}{{"reader", now.Readers}, {"panel", now.Panels}} {
		for _, p := range list.organs {
			state := "ok"
			if p.Down {
				state = "does not answer"
			}
			fmt.Fprintf(&b, "%s %s: %s\n", list.kind, p.Name, state)
		}
	}
	return b.String(), well
}

// blocked tells what keeps a folder from being written to.
func blocked(dir string) error {
	if err := syscall.Access(dir, writable); err != nil {
		return err
	}
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil {
		return err
	}
	if free := s.Bavail * uint64(s.Bsize); free < enough {
		return fmt.Errorf("only %d bytes are free", free)
	}
	return nil
}

// writable is W_OK of access(2).
const writable = 2
