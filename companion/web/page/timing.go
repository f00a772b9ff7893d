package page

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"time"

	"arbiter/companion/clock"
	"arbiter/engine"
)

// A Time is the time of a seat or of the game. While it runs the page counts by itself.
type Time struct {
	Title      string
	Ends       string // when it is over, by Clock; "" while it stands
	Left       string // until it runs again; while it runs in whole minutes, for who has no script
	Last, Over bool
}

// Time returns what the clock shows for a seat; nil if it limits no seat.
func (c Context) Time(seat engine.Seat) *Time {
	i := slices.IndexFunc(c.Snap.Clock.Seats, func(f clock.Face) bool { return f.Seat == seat })
	if i < 0 {
		return nil
	}
	title := engine.Say("Time left")
	if c.Snap.Clock.Kind == clock.ByRound {
		title = engine.Say("Time left in this round")
	}
	return c.time(c.Snap.Clock.Seats[i], title)
}

func (c Context) time(f clock.Face, title engine.Text) *Time {
	t := &Time{Title: c.Say(title), Left: Minutes(f.Left), Last: f.Warning == clock.LastMinute, Over: f.Warning == clock.Over}
	if f.Runs {
		t.Ends, t.Left = strconv.FormatInt(Clock(f.Ends), 10), ""
		if f.Under > 0 {
			t.Left = c.Say(engine.Say("under %d min", f.Under))
		}
	}
	return t
}

// Minutes formats a time as minutes and seconds: 4:05, −0:12, 1:02:03.
func Minutes(d time.Duration) string {
	sign := ""
	if d = d.Round(time.Second); d < 0 {
		sign, d = "−", -d
	}
	n := int(d / time.Second)
	if n >= 3600 {
		return fmt.Sprintf("%s%d:%02d:%02d", sign, n/3600, n/60%60, n%60)
	}
	return fmt.Sprintf("%s%d:%02d", sign, n/60, n%60)
}

// A Tempo is what the clock says of the game as a whole.
type Tempo struct {
	Time  *Time  // nil if the clock does not limit the game
	State string // why the clock stands; "" if it runs
}

// NewTempo returns nil if there is nothing to say.
func NewTempo(c Context) *Tempo {
	x, t := c.Snap.Clock, Tempo{}
	if x.Kind == clock.Target {
		t.Time = c.time(x.Game, engine.Say("Time left of what was planned"))
	}
	switch {
	case x.Paused:
		t.State = c.Say(engine.Say("Paused"))
	case x.Stands && x.Kind != clock.None:
		t.State = c.Say(engine.Say("Clock stopped"))
	}
	if t.Time == nil && t.State == "" {
		return nil
	}
	return &t
}

// TimeNews returns what is to be said aloud of the clock.
func (c Context) TimeNews() (all []string) {
	x := c.Snap.Clock
	say := func(t engine.Text) { all = append(all, c.Say(t)) }
	switch {
	case x.Paused && x.By == "":
		say(engine.Say("The game is paused."))
	case x.Paused:
		say(engine.Say("%s has paused the game.", x.By))
	case x.Stands && x.Kind != clock.None:
		say(engine.Say("Nobody has played for %d minutes. The clock has stopped, and that time does not count.", int(clock.LongestStep/time.Minute)))
	}
	if x.Kind == clock.Target && x.Game.Runs {
		switch x.Game.Warning {
		case clock.LastMinute:
			say(engine.Say("One minute is left of the time that was planned."))
		case clock.Over:
			say(engine.Say("The planned time is over."))
		}
	}
	for _, f := range x.Seats {
		switch {
		case !f.Runs:
		case f.Warning == clock.LastMinute:
			say(engine.Say("%s has one minute left.", f.Seat))
		case f.Warning == clock.Over:
			say(engine.Say("The time of %s is over.", f.Seat))
		}
	}
	return all
}

// Timing is where people pause the game and choose its clock.
type Timing struct {
	Path    string // of the page, to come back to
	Seat    string // who pauses; "" is the host
	Runs    bool   // there is a game that can be paused
	Paused  bool
	Pauses  bool // the viewer may pause
	Sets    bool // the viewer may choose
	Kinds   []ClockKind
	Minutes int
	Unit    string // of the minutes, in words
	Less    string // as in forms; "" if there is nothing less
	More    string
	Words   string // what the clock does
}

// A ClockKind is a kind of clock that can be chosen.
type ClockKind struct {
	Name, Title string
	On          bool
}

// NewTiming returns what a viewer may do with a clock.
func NewTiming(c Context, s clock.Settings, path string) Timing {
	t := Timing{Path: path, Seat: string(c.Seat()), Runs: c.Snap.GameID != "" && !c.Snap.View.Over, Paused: c.Snap.Clock.Paused, Sets: c.Host, Minutes: s.Minutes}
	t.Pauses = t.Runs && (c.Host || t.Seat != "")
	for _, k := range []struct {
		kind  clock.Kind
		title engine.Text
	}{{clock.None, engine.Say("No clock")}, {clock.Target, engine.Say("A time for the game")}, {clock.BySeat, engine.Say("A time for each player")}, {clock.ByRound, engine.Say("A time for each player and round")}} {
		t.Kinds = append(t.Kinds, ClockKind{cmp.Or(string(k.kind), NoClock), c.Say(k.title), s.Kind == k.kind})
	}
	switch s.Kind {
	case clock.None:
		t.Words = c.Say(engine.Say("Thinking time is counted anyway, and shown when the game is over."))
		return t
	case clock.Target:
		t.Words = c.Say(engine.Say("The clock shows what is left of the time planned for the game."))
	default:
		t.Words = c.Say(engine.Say("The clock shows what each player has left, and says whose time is over. The game goes on all the same."))
	}
	if less := s.Less(); less != s {
		t.Less = strconv.Itoa(less.Minutes)
	}
	if more := s.More(); more != s {
		t.More = strconv.Itoa(more.Minutes)
	}
	t.Unit = c.Say(engine.Say("%d min", s.Minutes))
	return t
}

// NoClock is clock.None in forms.
const NoClock = "none"
