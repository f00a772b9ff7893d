package clock

import (
	"testing"
	"time"

	"arbiter/engine"
)

var evening = time.Date(2026, 11, 27, 20, 0, 0, 0, time.UTC)

func at(minutes float64) time.Time { return evening.Add(time.Duration(minutes * float64(time.Minute))) }

func thinks(round int, seats ...engine.Seat) Moment { return Moment{round, seats} }

// A pause, a stop of the program and a night count for nobody; all other time counts for the seat
// that the game waited for, and for each of them if it waited for several. The running clock has
// the same sums as counting the log afterwards.
func TestWhatCountsAsThinking(t *testing.T) {
	r := Start(Kept{})
	r.Go(0, thinks(1, "purple", "green"), time.Time{}, at(0))
	r.Play(1, thinks(1, "green"), at(2))
	r.Pause("green", at(3))
	if x, _ := r.Read(nil, false, at(8)); !x.Paused || x.By != "green" {
		t.Errorf("paused: %+v", x)
	}
	if !r.Play(2, thinks(1, "purple"), at(10)) { // playing ends the pause
		t.Error("the end of a pause is not told to who stores it")
	}
	kept := r.Kept()
	// The program stops, and is started again twelve minutes later, in the middle of purple's step.
	r = Start(kept)
	times := []time.Time{at(0), at(2), at(10)}
	moments := []Moment{thinks(1, "purple", "green"), thinks(1, "green"), thinks(1, "purple")}
	for n := range 2 {
		r.Replay(n, moments[n], times[n+1].Sub(times[n]))
	}
	r.Go(2, moments[2], times[2], at(22))
	r.Play(3, thinks(2, "green"), at(25))
	r.Play(4, thinks(2, "purple"), at(25+9*60)) // a night
	r.Play(5, Moment{}, at(26+9*60))
	x, _ := r.Read(nil, true, at(9000))
	afterwards := Count{}
	times = append(times, at(25), at(25+9*60), at(26+9*60))
	moments = append(moments, thinks(2, "green"), thinks(2, "purple"))
	for n, m := range moments {
		afterwards.Add(n, m, times[n+1].Sub(times[n])-r.Kept().AwayAfter(n))
	}
	for name, c := range map[string]*Count{"running": &x.Thought, "afterwards": &afterwards} {
		for seat, want := range map[engine.Seat]float64{"purple": 2 + 3 + 1, "green": 2 + 1} {
			if got := c.Of(seat).Minutes(); got != want {
				t.Errorf("%s: %s thought for %v minutes, want %v", name, seat, got, want)
			}
		}
		if got := c.In(2, "purple").Minutes(); got != 1 {
			t.Errorf("%s: purple thought for %v minutes in round 2", name, got)
		}
		if got := c.Longest("purple"); got != (Step{2, 3 * time.Minute}) {
			t.Errorf("%s: purple's longest step: %+v", name, got)
		}
		if got := c.Played.Minutes(); got != 2+1+3+1 {
			t.Errorf("%s: played for %v minutes", name, got)
		}
	}
	control := Count{}
	for n, m := range moments {
		control.Add(n, m, times[n+1].Sub(times[n]))
	}
	if control.Of("green").Minutes() == 3 {
		t.Error("without what is kept of the pause the sums are the same: the test shows nothing")
	}
}

// What is left of a limit runs while the game waits for the seat, and is given by when it ends: a
// reading changes only when people have to see something, at whole minutes, in the last one and at
// the end.
func TestALimitRunsOut(t *testing.T) {
	seats := []engine.Seat{"purple", "green"}
	r := Start(Kept{Settings: Settings{BySeat, 5}})
	r.Go(0, thinks(1, "purple"), time.Time{}, at(0))
	var seen []Face
	now := at(0)
	for range 20 {
		x, again := r.Read(seats, false, now)
		if x.Seats[1].Runs || x.Seats[1].Left != 5*time.Minute {
			t.Fatalf("green's time runs: %+v", x.Seats[1])
		}
		if !x.Seats[0].Ends.Equal(at(5)) && !x.Stands {
			t.Fatalf("it ends at %v", x.Seats[0].Ends)
		}
		seen = append(seen, x.Seats[0])
		if again == 0 {
			break
		}
		if y, _ := r.Read(seats, false, now.Add(again-time.Second)); y.Seats[0] != x.Seats[0] {
			t.Fatalf("a second before it was to be read again it shows %+v, not %+v", y.Seats[0], x.Seats[0])
		}
		now = now.Add(again)
	}
	under := []int{5, 4, 3, 2, 1, 0, 0}
	warnings := []Warning{Enough, Enough, Enough, Enough, LastMinute, Over, Enough}
	if len(seen) != len(under) {
		t.Fatalf("it was read %d times: %+v", len(seen), seen)
	}
	for i, f := range seen {
		if f.Under != under[i] || f.Warning != warnings[i] {
			t.Errorf("reading %d: under %d, warning %d; want %d, %d", i, f.Under, f.Warning, under[i], warnings[i])
		}
	}
	if x, _ := r.Read(seats, false, now); !x.Stands || x.Seats[0].Runs || x.Seats[0].Left != 5*time.Minute {
		t.Errorf("after %v without a step: %+v", LongestStep, x)
	}
	r.Play(1, thinks(1, "green"), now)
	if x, _ := r.Read(seats, false, now); x.Seats[0].Left != 5*time.Minute {
		t.Errorf("a step of %v counts: %v are left", LongestStep, x.Seats[0].Left)
	}
}

// A limit for each round starts again with it; a target runs whoever thinks.
func TestRoundsAndTargets(t *testing.T) {
	r := Start(Kept{Settings: Settings{ByRound, 5}})
	r.Go(0, thinks(1, "purple"), time.Time{}, at(0))
	r.Play(1, thinks(2, "purple"), at(4))
	if x, _ := r.Read([]engine.Seat{"purple"}, false, at(5)); !x.Seats[0].Ends.Equal(at(9)) {
		t.Errorf("round 2: it ends at %v", x.Seats[0].Ends)
	}
	r.Set(Settings{Target, 15})
	if x, _ := r.Read(nil, false, at(5)); !x.Game.Runs || !x.Game.Ends.Equal(at(15)) {
		t.Errorf("target: %+v", x.Game)
	}
	r.Play(2, Moment{}, at(5))
	if f, ok := func() (Face, bool) { x, _ := r.Read(nil, false, at(6)); return x.Shown() }(); !ok || !f.Ends.Equal(at(15)) {
		t.Errorf("while nobody thinks the target shows %+v", f)
	}
}

// Only the settings that the buttons offer are valid.
func TestValidSettings(t *testing.T) {
	for s, want := range map[Settings]bool{{}: true, {None, 5}: false, {BySeat, 20}: true, {BySeat, 21}: false, {"hourglass", 5}: false, {Target, 0}: false} {
		if s.Valid() != want {
			t.Errorf("%+v: valid %v", s, !want)
		}
	}
	for _, k := range []Kind{Target, BySeat, ByRound} {
		s := Usual(k)
		for s.Less() != s {
			s = s.Less()
		}
		for steps := 0; s.More() != s; steps++ {
			if s = s.More(); !s.Valid() || steps > 20 {
				t.Fatalf("%+v", s)
			}
		}
	}
}
