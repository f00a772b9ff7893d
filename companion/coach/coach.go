// Package coach says after a game how likely each seat was to win, how good its decisions were,
// what would have been better, and where chance decided. A decision is judged by what its seat knew
// at the time; chances and draws by everything, since the game is over. The package names no game:
// a judge knows the rules.
package coach

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"arbiter/engine"
	"arbiter/engine/bot"
	"arbiter/engine/notation"
)

// A Game is what was played.
type Game struct {
	Rules   engine.Game
	Setup   engine.Setup
	Entries []engine.Entry
}

// session replays the game.
func (g Game) session() (*engine.Session, error) {
	start, err := g.Rules.New(g.Setup.Seats, g.Setup.Facts)
	if err != nil {
		return nil, fmt.Errorf("setup of %s: %w", g.Rules.Name, err)
	}
	return engine.Resume(start, engine.NoLog{}, g.Entries...)
}

// A Decision is a decision of a seat that had a choice.
type Decision struct {
	Seq   int         `json:"seq"`   // of the entry
	Round int         `json:"round"` // as the game counts; 0 before the first
	Seat  engine.Seat `json:"seat"`
	Best  string      `json:"best,omitempty"` // the better command, in notation; "" if there is none
	Could float64     `json:"could"`          // its chance with that, from 0 to 1
	Did   float64     `json:"did"`            // its chance with what it did
}

// Loss returns what the decision cost, from 0 to 1.
func (d Decision) Loss() float64 { return max(0, d.Could-d.Did) }

// A Report is the coach's report about a game.
type Report struct {
	Entries   int        `json:"entries"` // of the game when it was judged
	Rounds    []Round    `json:"rounds"`
	Whole     bool       `json:"whole"` // decisions and draws are judged, too, which takes longer
	Steps     []Step     `json:"steps,omitempty"`
	Decisions []Decision `json:"decisions"`
	Draws     []Draw     `json:"draws,omitempty"` // where chance decided most, in the order of the game
}

// Look judges a whole game, with dice from the seed. It ends early if ctx does.
func Look(ctx context.Context, g Game, j bot.Judge, seed uint64) (Report, error) {
	all, err := Glance(ctx, g, j, seed)
	if err != nil {
		return Report{}, err
	}
	var found []drawing
	if all.Steps, found, err = steps(ctx, g, judged{j, seed}); err != nil {
		return Report{}, err
	}
	if all.Draws, err = draws(ctx, g, j, seed, found); err != nil {
		return Report{}, err
	}
	if all.Decisions, err = decisions(ctx, g, j, seed); err != nil {
		return Report{}, err
	}
	all.Whole = true
	return all, nil
}

// decisions judges each decision by what its seat knew.
func decisions(ctx context.Context, g Game, j bot.Judge, seed uint64) (all []Decision, err error) {
	session, err := g.session()
	if err != nil {
		return nil, err
	}
	entries := session.Standing()
	for _, seat := range g.Setup.Seats {
		known := session.Knows(engine.Knower{Seat: seat})
		for i, e := range entries {
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			if e.By == seat {
				if d, ok := decision(g.Rules, j, known.At(i), seat, entries[i:], seed); ok {
					all = append(all, d)
				}
			}
		}
	}
	slices.SortStableFunc(all, func(a, b Decision) int { return cmp.Compare(a.Seq, b.Seq) })
	return all, nil
}

// decision judges the decision that some entries begin with.
func decision(rules engine.Game, j bot.Judge, seen engine.State, seat engine.Seat, entries []engine.Entry, seed uint64) (Decision, bool) {
	choices := engine.BySeat(seat, seen.Legal())
	if len(choices) < 2 {
		return Decision{}, false
	}
	e := entries[0]
	dice := rand.New(rand.NewPCG(seed, uint64(e.Seq)))
	v, ok := j.Judge(dice, bot.Seen{Seat: seat, State: seen}, choices, own(seat, entries))
	if !ok {
		return Decision{}, false
	}
	d := Decision{Seq: e.Seq, Seat: seat, Could: v.Could, Did: v.Did}
	if rules.Review.Round != nil {
		d.Round = rules.Review.Round(seen)
	}
	if v.Best != e.Command && v.Loss() > 0 {
		d.Best = notation.Format(v.Best)
	}
	return d, true
}

// Words describe a decision, as its seat knew the game then.
type Words struct {
	Done, Better engine.Text
	Best         engine.Command // the better command
	Seen         engine.State   // the game before it, as the seat knew it
}

// Words puts into words what was done in a decision, and what would have been better.
func (g Game) Words(d Decision) (Words, error) {
	session, err := g.session()
	if err != nil {
		return Words{}, err
	}
	for i, e := range session.Standing() {
		if e.Seq == d.Seq {
			best, err := g.Rules.Words.Parse(d.Best)
			if err != nil {
				return Words{}, fmt.Errorf("what would have been better than entry %d: %w", d.Seq, err)
			}
			seen := session.Knows(engine.Knower{Seat: d.Seat}).At(i)
			w := Words{Done: g.Rules.TellIn(seen, e.Command), Better: g.Rules.TellIn(seen, best), Seen: seen}
			w.Best, _ = best.(engine.Command)
			return w, nil
		}
	}
	return Words{}, fmt.Errorf("entry %d does not stand", d.Seq)
}

// At returns each seat's chance after an entry; nil if unknown.
func (r Report) At(seq int) []float64 {
	for i := len(r.Steps) - 1; i >= 0; i-- {
		if r.Steps[i].Seq <= seq {
			return r.Steps[i].Chances
		}
	}
	return nil
}

// mostDone is how many commands of a seat count as one decision at most.
const mostDone = 24

// own returns the commands with which entries begin, as long as they are the seat's.
func own(seat engine.Seat, entries []engine.Entry) (done []engine.Command) {
	for _, e := range entries {
		if e.By == seat && e.Command != nil {
			done = append(done, e.Command)
		}
		if len(done) == mostDone {
			break
		}
	}
	return done
}

// turningPoints is how many decisions of a game are shown, leastLoss how much one must have cost.
const (
	turningPoints = 3
	leastLoss     = 0.05
)

// Turned returns the decisions that cost most, in the order of the game.
func (r Report) Turned() []Decision {
	all := slices.DeleteFunc(slices.Clone(r.Decisions), func(d Decision) bool { return d.Loss() < leastLoss || d.Best == "" })
	slices.SortStableFunc(all, func(a, b Decision) int { return cmp.Compare(b.Loss(), a.Loss()) })
	all = all[:min(len(all), turningPoints)]
	slices.SortFunc(all, func(a, b Decision) int { return cmp.Compare(a.Seq, b.Seq) })
	return all
}

// Accuracy returns how well a seat decided, from 0 to 100, in the way of chess sites: by the mean
// loss of its decisions. ok is false if it decided nothing.
func (r Report) Accuracy(seat engine.Seat) (percent int, ok bool) {
	sum, n := 0.0, 0
	for _, d := range r.Decisions {
		if d.Seat == seat {
			sum += d.Loss()
			n++
		}
	}
	if n == 0 {
		return 0, false
	}
	// The formula of Lichess for the accuracy of a move, given the win percentage that it lost.
	exact := 103.1668*math.Exp(-0.04354*100*sum/float64(n)) - 3.1669
	return int(math.Round(min(max(exact, 0), 100))), true
}
