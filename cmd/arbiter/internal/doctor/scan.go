package doctor

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"arbiter/cmd/arbiter/internal/device"
	"arbiter/engine"
	"arbiter/hw"
)

// scans are the results of many scans of a reader.
type scans struct {
	failed, unread int // numbers of scans
	seen           map[hw.UID]int
}

// observe scans a reader many times.
func (x *check) observe(ctx context.Context, r hw.Reader, times int) scans {
	o := scans{seen: map[hw.UID]int{}}
	for range times {
		try, cancel := context.WithTimeout(ctx, oneScan)
		uids, err := r.Scan(try)
		cancel()
		for _, u := range uids {
			o.seen[u]++
		}
		switch {
		case errors.Is(err, hw.ErrCollision) || errors.Is(err, hw.ErrUnreadable):
			o.unread++
		case err != nil:
			o.failed++
		}
	}
	return o
}

// scan checks whether a reader returns the same each time, whatever lies on it.
func (x *check) scan(ctx context.Context, p answeringReader) {
	x.judge(p, x.observe(ctx, p.opened, trials))
}

// judge says what is wrong with the scans, and reports whether nothing is.
func (x *check) judge(p answeringReader, o scans) bool {
	if o.failed > usual {
		x.warn(engine.Say("reader %s: %d of %d scans failed", p.Name, o.failed, trials), disturbed(p))
		return false
	}
	flat := engine.Say("lay one card flat on the middle of the antenna, no metal beneath")
	if p.Driver == "rc522" {
		flat = engine.Say("lay one card flat on the middle of the antenna, no metal beneath; or give it more gain in the rig")
	}
	if o.unread > usual {
		x.warn(engine.Say("reader %s: in %d of %d scans its cards cannot be read", p.Name, o.unread, trials), flat)
		return false
	}
	for _, u := range slices.SortedFunc(maps.Keys(o.seen), func(a, b hw.UID) int { return slices.Compare(a.Bytes(), b.Bytes()) }) {
		if n := o.seen[u]; n < trials-usual && p.Driver != "wedge" {
			x.warn(engine.Say("reader %s sees card %s in %d of %d scans only", p.Name, u.String(), n, trials), flat)
			return false
		}
	}
	return true
}

// cards tests each antenna with a card that people lay there.
func (x *check) cards(ctx context.Context) {
	for _, p := range x.answering {
		if ctx.Err() != nil {
			return
		}
		x.card(ctx, p)
	}
}

// card waits for a card on one reader. If a card arrives at another one instead, either it was laid
// in the wrong place or the wires are swapped.
func (x *check) card(ctx context.Context, p answeringReader) {
	before := map[string]map[hw.UID]int{}
	for _, o := range x.answering {
		before[o.Name] = x.observe(ctx, o.opened, 1).seen
	}
	x.ask(engine.Say("Lay a card on reader %s; %d seconds are left.", p.Name, int(x.within.Seconds())))
	other := ""
	for end := time.Now().Add(x.within); time.Now().Before(end) && ctx.Err() == nil; {
		for _, o := range x.answering {
			seen := x.observe(ctx, o.opened, 1).seen
			switch {
			case len(seen) == 0:
			case o.Name == p.Name:
				x.laid(ctx, p)
				return
			case slices.ContainsFunc(slices.Collect(maps.Keys(seen)), func(u hw.UID) bool { return before[o.Name][u] == 0 }):
				other = o.Name
			}
		}
		_ = hw.Pause(ctx, device.LookAgain) // the loop checks ctx
	}
	switch {
	case ctx.Err() != nil:
	case other != "":
		fix := engine.Say("if the card lies right, their ports or addresses in the rig are swapped")
		if p.SPIBoard() {
			fix = engine.Say("if the card lies right, their chip selects are swapped, or an address pin is stuck")
		}
		x.fault(engine.Say("reader %s sees no card, but reader %s does", p.Name, other), fix)
	default:
		x.fault(engine.Say("reader %s: its chip answers, but it sees no card", p.Name),
			engine.Say("check its antenna and what is beneath it (no metal), and that the card is of ISO 14443 A at 13.56 MHz"))
	}
}

// laid checks how well the card is seen, and whether neighbors see it, too.
func (x *check) laid(ctx context.Context, p answeringReader) {
	if p.Driver == "wedge" {
		x.ok(engine.Say("reader %s sees the card each time", p.Name))
		return
	}
	o := x.observe(ctx, p.opened, trials)
	if !x.judge(p, o) {
		return
	}
	for _, n := range x.answering {
		if n.Name == p.Name {
			continue
		}
		for u := range x.observe(ctx, n.opened, 2).seen {
			if o.seen[u] > 0 {
				fix := engine.Say("move them 100 mm apart, or put ferrite behind them")
				if p.Driver == "rc522" && n.Driver == "rc522" {
					fix = engine.Say("move them 100 mm apart, put ferrite behind them, or give both less gain in the rig")
				}
				x.warn(engine.Say("reader %s sees the card on reader %s, too", n.Name, p.Name), fix)
				return
			}
		}
	}
	x.ok(engine.Say("reader %s sees the card each time", p.Name))
}
