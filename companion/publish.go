package companion

import (
	"context"
	"fmt"
	"slices"

	"arbiter/engine"
	"arbiter/engine/contain"
)

// A frame is what a panel shows.
type frame struct {
	view    engine.View
	notices []engine.Text
	clock   engine.Text
}

type watcher struct {
	ctx  context.Context
	seat engine.Seat
	out  chan Snapshot // holds one: the latest
}

// latest sends v to box without blocking; if box is full, its oldest value makes room. There must
// be only one sender.
func latest[T any](box chan T, v T) {
	for {
		select {
		case box <- v:
			return
		default:
		}
		select {
		case <-box:
		default:
		}
	}
}

// open starts the panels and shows the table as it is.
func (t *Table) open(ctx context.Context) {
	for i, p := range t.opts.Panels {
		box := make(chan frame, 1)
		t.panels = append(t.panels, box)
		go t.paint(ctx, fmt.Sprint("panel ", i+1), p, box)
	}
	t.refresh()
}

// paint shows on a panel whatever arrives in box, until ctx ends. Everybody is told when the panel
// fails and when it works again.
func (t *Table) paint(ctx context.Context, name string, p Panel, box <-chan frame) {
	fails := false
	for {
		select {
		case f := <-box:
			err := contain.Do(func() { p.Show(f.view, f.notices, f.clock) })
			if fails == (err != nil) {
				continue
			}
			var what engine.Text
			if fails = err != nil; fails {
				contain.Report(t.logger, err, "a picture", "on", name)
				what = engine.Say("a fault in the program: a panel cannot draw the game now; phones show it")
			}
			t.PanelTrouble(name, what)
		case <-ctx.Done():
			return
		}
	}
}

func (t *Table) close() {
	close(t.stopped)
	for w := range t.watchers {
		close(w.out)
	}
}

func (t *Table) watch(ctx context.Context, seat engine.Seat, moments int) <-chan Snapshot {
	w := &watcher{ctx, seat, make(chan Snapshot, moments)}
	t.watchers[w] = true
	w.out <- t.snapshot(viewer{seat: seat})
	context.AfterFunc(ctx, func() {
		select {
		case t.requests <- func() { t.drop(w) }:
		case <-t.stopped:
		}
	})
	return w.out
}

func (t *Table) drop(w *watcher) {
	if t.watchers[w] {
		delete(t.watchers, w)
		close(w.out)
	}
}

// publish shows the present to every panel and watcher. It never waits for them.
func (t *Table) publish() {
	t.whole("the clock", t.readClock)
	t.whole("buttons", func() { t.buttons.Refresh(t.choosing()) })
	shots, known := map[engine.Seat]Snapshot{"": t.snapshot(viewer{})}, len(t.faults)
	for w := range t.watchers {
		if _, ok := shots[w.seat]; !ok {
			shots[w.seat] = t.snapshot(viewer{seat: w.seat})
		}
	}
	if len(t.faults) > known { // viewers who were shown the game before the fault are told, too
		for seat := range shots {
			shots[seat] = t.snapshot(viewer{seat: seat})
		}
	}
	public := shots[""]
	texts := make([]engine.Text, len(public.Notices))
	for i, n := range public.Notices {
		texts[i] = n.Text
	}
	for _, box := range t.panels {
		latest(box, frame{public.View, texts, clockText(public.Clock)})
	}
	for w := range t.watchers {
		latest(w.out, shots[w.seat])
	}
}

// show shows the present to those who watch as a person at a seat, and to nobody else.
func (t *Table) show(seat engine.Seat) {
	for w := range t.watchers {
		if w.seat == seat && slices.Contains(t.game.people, seat) {
			latest(w.out, t.snapshot(viewer{seat: seat}))
		}
	}
}

// snapshot returns what its viewer sees, or as much of it as can be shown.
func (t *Table) snapshot(a viewer) Snapshot {
	s := Snapshot{Seat: a.seat}
	if err := contain.Do(func() { t.see(&s, a) }); err != nil {
		t.fault(err, "a view", unshown(a.seat), "seat", a.seat)
		s.View, s.Legal, s.Roll = engine.View{}, nil, engine.Roll{}
		for _, n := range t.faults {
			s.Notices = append(s.Notices, told(n, "", nil))
		}
	}
	return s
}

// see fills a snapshot from what its viewer knows; it never uses the true state.
func (t *Table) see(s *Snapshot, a viewer) {
	reads := a.seat
	var tell func(any) engine.Text
	if g := t.game; g != nil {
		eye := g.knower(a)
		if g.bots[a.seat] != "" {
			reads = eye
		}
		if g.conceals(eye) {
			reads = "" // notices name cards that lie there
		}
		s.GameID, s.Game, s.Title, s.Labels, s.Bots = g.id, g.rules.Name, g.rules.Title, g.labels, g.bots
		s.Version, tell = g.session.Version(), g.rules.Tell
		known := g.knows(eye)
		s.Start, s.State, s.Events, s.Log = known.At(0), known.State(), known.Events(), g.logs[eye].share()
		s.Older = len(g.logs[eye].older)
		s.Concealed, s.Conceals = g.concealed[eye], g.conceals(eye)
		s.View = g.sight(eye).view
		s.Legal, s.Roll = g.choices(a), g.roll(a)
		s.Moves = g.moves[eye]
		s.Proposal, s.Divergence = g.proposal(), g.divergence
		s.Window, s.Orders, s.Order = t.opened(a), g.rules.Orders, g.orders[eye]
		s.Reads = t.readers.Has(a.seat) && !g.virtual
		s.Clock = g.reading
		s.Sealed, s.Virtual, s.Back, s.Learners = g.sealed, g.virtual, g.back(), g.learners
		if s.View.Opening {
			s.Setup = g.setup
		}
	}
	if t.game == nil {
		s.Ended = t.ended
	}
	for _, n := range t.warnings() {
		if x := told(n, reads, tell); !x.Text.IsZero() { // others do not learn what a seat asked
			if x.UID != "" {
				x.Named = t.readers.Named()
			}
			s.Notices = append(s.Notices, x)
		}
	}
}
