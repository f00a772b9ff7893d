package arena

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"syscall"
	"time"

	"arbiter/cmd/arbiter/internal/games"
	"arbiter/engine"
	"arbiter/engine/bot"
	"arbiter/engine/notation"
)

// A match is one game between bots.
type match struct {
	game   games.Entry
	seats  []engine.Seat
	facts  []engine.Event
	robot  engine.Seat   // the game's own, "" if none plays
	first  []engine.Seat // seats of the first bot
	bots   [2]bot.Bot    // the first bot and the other
	budget time.Duration // CPU time for a decision; 0: unlimited
	seed   uint64
	asked  int                       // in how many positions the judge is asked
	kept   map[engine.Seat]*bot.Kept // for seats with a bot that searches
}

// An outcome is how a match ended for the first bot.
type outcome struct {
	points          float64 // 1 if it won, a half if both did or nobody
	commands, turns int
	thought         [2]effort
	forecasts       []forecast
}

// An effort is the cost of decisions with more than one choice.
type effort struct {
	decisions int
	cpu, most time.Duration
}

func (e *effort) add(o effort) {
	e.decisions += o.decisions
	e.cpu += o.cpu
	e.most = max(e.most, o.most)
}

// mostCommands is more than any game of these bots takes: a longer one has stalled.
const mostCommands = 20000

// play plays the match. The error says that a bot did something illegal or stalls.
func (m match) play(ctx context.Context) (outcome, error) {
	m.kept = map[engine.Seat]*bot.Kept{}
	start, err := m.game.New(m.seats, m.facts)
	if err != nil {
		return outcome{}, err
	}
	s, err := engine.Resume(start, engine.NoLog{})
	if err != nil {
		return outcome{}, err
	}
	o, r := outcome{}, rand.New(rand.NewPCG(m.seed, 20))
	var seen []bot.Seen // positions in which a seat had a choice
	for ; o.commands < mostCommands; o.commands++ {
		if ctx.Err() != nil {
			return o, context.Cause(ctx)
		}
		legal := s.State().Legal()
		o.turns = max(o.turns, s.State().View().Round()) // the last state need not have it
		if len(legal) == 0 {
			o.points, o.forecasts = m.points(s.State()), m.forecasts(seen, s.State())
			return o, nil
		}
		if by := legal[0].By(); m.asked > 0 && slices.Contains(m.seats, by) && by != m.robot {
			seen = append(seen, bot.Seen{Seat: by, State: s.Seen(by)})
		}
		c := m.next(r, s, legal, &o)
		if _, err := s.Do(c); err != nil {
			return o, fmt.Errorf("seed %d: %s: %w", m.seed, notation.Format(c), err)
		}
	}
	return o, fmt.Errorf("seed %d: no end after %d commands", m.seed, o.commands)
}

// next returns a result of chance, or what a bot chooses. A player against a robot chooses for it.
// In a window seats answer one after the other, until one does or all let it pass.
func (m match) next(r *rand.Rand, s *engine.Session, legal []engine.Command, o *outcome) engine.Command {
	if w := engine.WindowOf(s.State()); w.Open() {
		for _, seat := range w.Seats {
			if c := m.ask(r, s, seat, o, w.Close); c != w.Close {
				return c
			}
		}
		return w.Close
	}
	if roll := engine.RollOf(s.State()); roll.Open() {
		return roll.Command(func(d engine.Die) int { return r.IntN(len(d.Sides)) })
	}
	if chance := engine.BySeat(engine.Table, legal); len(chance) > 0 {
		return chance[r.IntN(len(chance))]
	}
	if by := legal[0].By(); by != m.robot {
		return m.ask(r, s, by, o)
	}
	return m.ask(r, s, m.seats[0], o)
}

// ask lets the bot of a seat choose among what it may do, and more.
func (m match) ask(r *rand.Rand, s *engine.Session, by engine.Seat, o *outcome, more ...engine.Command) engine.Command {
	seen := bot.Seen{Seat: by, State: s.Seen(by)}
	var choices []engine.Command
	for _, c := range seen.State.Legal() {
		if c.By() == by || c.By() == m.robot {
			choices = append(choices, c)
		}
	}
	choices = append(choices, more...)
	who := 0
	if !slices.Contains(m.first, by) {
		who = 1
	}
	before := threadTime()
	c := m.choose(r, m.bots[who], seen, choices)
	if len(choices) > 1 {
		cpu := threadTime() - before
		o.thought[who].add(effort{1, cpu, cpu})
	}
	return c
}

func (m match) choose(r *rand.Rand, b bot.Bot, seen bot.Seen, choices []engine.Command) engine.Command {
	thinker, ok := b.(bot.Thinker)
	if !ok {
		return b.Choose(r, seen, choices)
	}
	if m.kept[seen.Seat] == nil {
		m.kept[seen.Seat] = &bot.Kept{}
	}
	kept, end := m.kept[seen.Seat], threadTime()+m.budget
	thought := kept.Think(thinker, func(int) bot.Dice { return r }, seen, choices, 1)[0]
	for thought.More() && (m.budget == 0 || threadTime() < end) {
	}
	return kept.Choice()
}

// points returns the points of the first bot.
func (m match) points(end engine.State) float64 {
	var won [2]bool
	for _, p := range m.game.Review.Ranks(end) {
		if p.Place == 1 && slices.Contains(m.first, p.Seat) {
			won[0] = true
		} else if p.Place == 1 {
			won[1] = true
		}
	}
	switch {
	case won[0] == won[1]:
		return 0.5
	case won[0]:
		return 1
	}
	return 0
}

// threadTime returns the processor time of this thread, to which the goroutine must be locked.
func threadTime() time.Duration {
	const ofThread = 1
	var u syscall.Rusage
	if syscall.Getrusage(ofThread, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// onThread runs f on a thread of its own, so that its time can be measured.
func onThread(f func()) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	f()
}
