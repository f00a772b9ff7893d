package companion

import (
	"context"
	"slices"
	"time"

	"arbiter/companion/clock"
	"arbiter/companion/history"
	"arbiter/engine"
)

// SetClock changes what the clock of the game limits.
func (t *Table) SetClock(ctx context.Context, s clock.Settings) error {
	_, err := ask(ctx, t, func() (Answer, error) { return Answer{}, t.setClock(s) })
	return err
}

// Pause stops the clock of the game, or lets it go on; so does the next step that is played. by is
// who asked, "" for the host; the error is an engine.Refusal if nobody sits there.
func (t *Table) Pause(ctx context.Context, by engine.Seat, on bool) error {
	_, err := ask(ctx, t, func() (Answer, error) { return Answer{}, t.pause(by, on) })
	return err
}

// wind starts the clock of a game that is put on the table. What passed since its last entry counts
// for nobody.
func (t *Table) wind(g *game, s history.Saved) {
	g.clock = clock.Start(s.Clock)
	played := func(entry int) (at time.Time) {
		if entry < len(s.Times) {
			at = s.Times[entry]
		}
		return at
	}
	last, at := g.moment(g.session.Seen("")), 0
	if len(s.Times) > 1 {
		last = clock.MomentOf(g.rules, g.session.At(0), engine.Plain(g.session.At(0)), g.person)
		for e, known := range g.session.Recall(engine.Knower{}) {
			g.clock.Replay(at, last, played(e.Seq).Sub(played(at)))
			last, at = clock.MomentOf(g.rules, known.State(), engine.Plain(known.State()), g.person), e.Seq
		}
	}
	g.clock.Go(g.session.Version(), last, played(at), t.opts.Now())
	if at > 0 || s.Clock.Paused {
		t.keepClock(g)
	}
}

// moment returns whom the game waits for in the position that everybody knows.
func (g *game) moment(s engine.State) clock.Moment {
	return clock.MomentOf(g.rules, s, g.sight("").view, g.person)
}

func (g *game) person(seat engine.Seat) bool { return slices.Contains(g.people, seat) }

// ticks tells the clock that an entry was played.
func (t *Table) ticks(g *game, entry int) {
	if g.clock != nil && g.clock.Play(entry, g.moment(g.session.Seen("")), t.opts.Now()) {
		t.keepClock(g)
	}
}

// keepClock stores the clock. If that fails the clock goes on until the program ends, and pauses of
// this game may count as thinking afterwards.
func (t *Table) keepClock(g *game) {
	if err := t.opts.Store.KeepClock(g.id, g.clock.Kept()); err != nil {
		t.logger.Error("the clock of the game cannot be stored", "id", g.id, "err", cause(err))
	}
}

func (t *Table) setClock(s clock.Settings) error {
	g := t.game
	switch {
	case g == nil:
		return engine.Refuse("no game is running")
	case !s.Valid():
		return engine.Refuse("no clock has that time")
	}
	g.clock.Set(s)
	t.keepClock(g)
	t.publish()
	return nil
}

func (t *Table) pause(by engine.Seat, on bool) error {
	g := t.game
	switch {
	case g == nil:
		return engine.Refuse("no game is running")
	case by != "" && !slices.Contains(g.people, by):
		return engine.Refuse("whoever only watches cannot act")
	case on && g.over():
		return engine.Refuse("the game is over")
	}
	if on {
		g.clock.Pause(by, t.opts.Now())
	} else {
		g.clock.Resume(t.opts.Now())
	}
	t.keepClock(g)
	t.publish()
	return nil
}

// readClock reads the clock for the snapshots made now, and sets when to read it again if nobody
// plays.
func (t *Table) readClock() {
	t.chime = nil
	g := t.game
	if g == nil || g.clock == nil {
		return
	}
	var again time.Duration
	g.reading, again = g.clock.Read(g.people, g.sight("").view.Over, t.opts.Now())
	if again > 0 {
		t.chime = t.opts.After(again)
	}
}

// clockText is what a panel shows of the clock: whole minutes, and only those worth a redraw.
func clockText(x clock.Reading) engine.Text {
	f, shown := x.Shown()
	switch {
	case x.Paused:
		return engine.Say("Paused")
	case x.Kind == clock.None || !shown || !f.Runs:
		return engine.Text{}
	case f.Warning == clock.Over && f.Seat == "":
		return engine.Say("The time is over")
	case f.Warning == clock.Over:
		return engine.Say("%s: time is over", f.Seat)
	case f.Under == 0:
		return engine.Text{}
	case f.Seat == "":
		return engine.Say("under %d min", f.Under)
	}
	return engine.Say("%s: under %d min", f.Seat, f.Under)
}
