package clock

import (
	"maps"
	"slices"
	"time"

	"arbiter/engine"
)

// A Running clock belongs to a game on the table. It is not safe for concurrent use.
type Running struct {
	kept   Kept
	count  Count
	entry  int
	moment Moment
	since  time.Time     // when the entry was played
	away   time.Duration // of the time since, what does not count
	paused time.Time     // when the pause began, or was taken up again
}

// Start returns the clock of a game that has just begun, or of one that goes on: then Replay counts
// its entries and Go starts the clock.
func Start(k Kept) *Running {
	k.Away = maps.Clone(k.Away)
	if k.Away == nil {
		k.Away = map[int]int64{}
	}
	return &Running{kept: k}
}

// Replay counts an entry of the past: the time after it until the next one.
func (r *Running) Replay(entry int, m Moment, took time.Duration) {
	r.count.Add(entry, m, took-r.kept.AwayAfter(entry))
}

// Go starts the clock. played is when the current entry was played: what has passed since then
// counts for nobody, since the program was stopped, and nobody knows since when.
func (r *Running) Go(entry int, m Moment, played, now time.Time) {
	r.entry, r.moment, r.since, r.away = entry, m, now, 0
	if gap := now.Sub(played); !played.IsZero() && gap > 0 {
		r.kept.Away[entry] = gap.Milliseconds()
	}
	r.paused = now
}

// Play says that an entry was played. It ends a pause, and reports whether what is kept has changed.
func (r *Running) Play(entry int, m Moment, now time.Time) (changed bool) {
	changed = r.kept.Paused
	r.Resume(now)
	r.count.Add(r.entry, r.moment, now.Sub(r.since)-r.away)
	r.entry, r.moment, r.since, r.away = entry, m, now, 0
	return changed
}

// Pause stops the clock until Resume or Play.
func (r *Running) Pause(by engine.Seat, now time.Time) {
	if !r.kept.Paused {
		r.kept.Paused, r.kept.By, r.paused = true, by, now
	}
}

// Resume ends a pause.
func (r *Running) Resume(now time.Time) {
	if !r.kept.Paused {
		return
	}
	gone := max(0, now.Sub(r.paused))
	r.away += gone
	r.kept.Away[r.entry] += gone.Milliseconds()
	r.kept.Paused, r.kept.By = false, ""
}

// Set changes what the clock limits.
func (r *Running) Set(s Settings) { r.kept.Settings = s }

// Kept returns what is to be stored.
func (r *Running) Kept() Kept {
	k := r.kept
	k.Away = maps.Clone(k.Away)
	return k
}

// A Warning is what people are told of a time that is running out.
type Warning int

// The warnings.
const (
	Enough     Warning = iota
	LastMinute         // a minute is left, or less
	Over
)

// A Reading is what a clock shows at a moment. Two readings are equal until something happens that
// people should see: times that run are told by when they end.
type Reading struct {
	Settings
	Paused  bool
	By      engine.Seat // who has paused it; "" is the host
	Stands  bool        // nobody has played for LongestStep: the time since the last step does not count
	Seats   []Face      // of people, in the order asked for; none for Target
	Game    Face        // for Target
	Thought Count       // up to the last entry; filled when the game is over
}

// A Face shows the time of a seat, or of the game.
type Face struct {
	Seat    engine.Seat
	Runs    bool
	Left    time.Duration // while it stands; less than 0 if it is over
	Ends    time.Time     // while it runs: when nothing is left
	Warning Warning
	Under   int // while it runs: fewer minutes than this are left; 0 if none is
}

// marks are the minutes at which panels show how many are left: e-ink shows no seconds.
var marks = []int{240, 180, 150, 120, 90, 75, 60, 50, 40, 30, 25, 20, 15, 10, 7, 5, 4, 3, 2, 1}

// Read returns what the clock shows to people at these seats, and when it has to be read again
// although nobody plays; 0 if never. Once the game is over it stands.
func (r *Running) Read(seats []engine.Seat, over bool, now time.Time) (out Reading, again time.Duration) {
	out = Reading{Settings: r.kept.Settings, Paused: r.kept.Paused && !over, By: r.kept.By}
	if over {
		out.Thought = r.count.Clone()
	}
	step := now.Sub(r.since) - r.away
	if r.kept.Paused {
		step = r.paused.Sub(r.since) - r.away
	}
	step = max(0, step)
	if out.Stands = step >= LongestStep && !over && !out.Paused; out.Stands {
		step = 0 // as Count.Add has it
	}
	runs := !over && !out.Paused && !out.Stands
	soon := func(d time.Duration) {
		if d > 0 && (again == 0 || d < again) {
			again = d
		}
	}
	if runs && out.Kind != None {
		soon(LongestStep - step)
	}
	face := func(seat engine.Seat, used time.Duration, thinks bool) Face {
		f := Face{Seat: seat, Runs: runs && thinks}
		if thinks && !over {
			used += step
		}
		left := out.allowed() - used
		switch {
		case left <= 0:
			f.Warning = Over
		case left <= time.Minute:
			f.Warning = LastMinute
		}
		if !f.Runs {
			f.Left = left.Round(time.Second)
			return f
		}
		f.Ends = now.Add(left)
		for _, m := range marks {
			if d := time.Duration(m) * time.Minute; left <= d {
				f.Under = m
			} else {
				soon(left - d)
				break
			}
		}
		if left <= 0 {
			f.Under = 0
		} else {
			soon(left)
		}
		return f
	}
	switch out.Kind {
	case Target:
		out.Game = face("", r.count.Played, true)
	case BySeat, ByRound:
		for _, seat := range seats {
			used := r.count.Of(seat)
			if out.Kind == ByRound {
				used = r.count.In(r.moment.Round, seat)
			}
			out.Seats = append(out.Seats, face(seat, used, r.thinks(seat)))
		}
	}
	return out, again
}

func (r *Running) thinks(seat engine.Seat) bool { return slices.Contains(r.moment.Seats, seat) }

// Shown returns the time that matters most: that of the game, or of the seat that thinks and has the
// least left; false if none runs.
func (x Reading) Shown() (f Face, ok bool) {
	if x.Kind == Target {
		return x.Game, true
	}
	for _, s := range x.Seats {
		if s.Runs && (!ok || s.Ends.Before(f.Ends)) {
			f, ok = s, true
		}
	}
	return f, ok
}
