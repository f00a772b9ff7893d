package coach

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"arbiter/engine"
	"arbiter/engine/bot"
)

// A Round is each seat's chance to win at the end of a round.
type Round struct {
	Number  int       `json:"number"`
	Chances []float64 `json:"chances"` // from 0 to 1, in the order of Setup.Seats
}

// A Draw is a result of chance.
type Draw struct {
	Seq   int         `json:"seq"`   // of the entry
	Round int         `json:"round"` // as the game counts
	Seat  engine.Seat `json:"seat"`  // whose chance changed most
	By    float64     `json:"by"`    // the change of its chance; negative for bad luck
}

// How many rounds of rollouts a chance is worth: by round; by step, to find draws that may have
// decided; and to be sure of those.
const (
	curveRollouts  = 32
	searchRollouts = 8
	sureRollouts   = 60
)

// A judged is a game with the judge of its positions.
type judged struct {
	bot.Judge
	seed uint64
}

// chances returns all seats' chances, as somebody sees them who knows everything. Equal seeds roll
// equal dice, so that two positions can be compared.
func (j judged) chances(s engine.State, seat engine.Seat, rollouts int) []float64 {
	return j.Chances(rand.New(rand.NewPCG(j.seed, 1)), bot.Seen{Seat: seat, State: s}, rollouts)
}

// Now returns each seat's chance to win from a position of a game that is over, in the order of
// Setup.Seats; nil if the judge cannot tell.
func Now(j bot.Judge, s engine.State, seats []engine.Seat, seed uint64) []float64 {
	if len(seats) == 0 {
		return nil
	}
	return judged{j, seed}.chances(s, seats[0], curveRollouts)
}

// Glance works out the chances by round, in less than a second.
func Glance(ctx context.Context, g Game, j bot.Judge, seed uint64) (Report, error) {
	session, err := g.session()
	if err != nil {
		return Report{}, err
	}
	s := session.At(0)
	all, at := Report{Entries: len(g.Entries)}, judged{j, seed}
	end := func(n int) {
		if c := at.chances(s, g.Setup.Seats[0], curveRollouts); c != nil {
			all.Rounds = append(all.Rounds, Round{n, c})
		}
	}
	now := g.round(s)
	for i := range session.Standing() {
		if ctx.Err() != nil {
			return Report{}, context.Cause(ctx)
		}
		next := session.At(i + 1)
		if n := g.round(next); n > now {
			end(now)
			now = n
		}
		s = next
	}
	end(now)
	return all, nil
}

func (g Game) round(s engine.State) int {
	if g.Rules.Review.Round == nil {
		return 0
	}
	return g.Rules.Review.Round(s)
}

// A Step is each seat's chance to win after an entry; the first Step is the start.
type Step struct {
	Seq     int       `json:"seq"`
	Chances []float64 `json:"chances"` // from 0 to 1, in the order of Setup.Seats
}

// steps works out the chances after each standing entry, and finds the entries of chance that may
// have decided something.
func steps(ctx context.Context, g Game, at judged) (all []Step, draws []drawing, err error) {
	session, err := g.session()
	if err != nil {
		return nil, nil, err
	}
	s := session.At(0)
	before := at.chances(s, g.Setup.Seats[0], searchRollouts)
	all = append(all, Step{0, rounded(before)})
	for i, e := range session.Standing() {
		if ctx.Err() != nil {
			return nil, nil, context.Cause(ctx)
		}
		next := session.At(i + 1)
		after := at.chances(next, g.Setup.Seats[0], searchRollouts)
		all = append(all, Step{e.Seq, rounded(after)})
		d := drawing{Draw{Seq: e.Seq, Round: g.round(s)}, s, next}
		if e.By == engine.Table && e.Command != nil && math.Abs(d.measure(g.Setup.Seats, before, after)) >= leastLoss {
			draws = append(draws, d)
		}
		s, before = next, after
	}
	return all, draws, nil
}

// rounded returns chances as they are stored.
func rounded(chances []float64) (kept []float64) {
	for _, c := range chances {
		kept = append(kept, math.Round(1000*c)/1000)
	}
	return kept
}

// A drawing is an entry of chance, with the positions before and after it.
type drawing struct {
	Draw
	before, after engine.State
}

// draws returns the entries of chance that changed chances most. Candidates are judged again with
// many rollouts and other dice, because some only seemed to decide through luck in the rollouts.
func draws(ctx context.Context, g Game, j bot.Judge, seed uint64, all []drawing) ([]Draw, error) {
	slices.SortStableFunc(all, func(a, b drawing) int { return cmp.Compare(math.Abs(b.By), math.Abs(a.By)) })
	var sure []Draw
	for _, d := range all[:min(len(all), 2*turningPoints)] {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		at := judged{j, seed + 1}
		d.measure(g.Setup.Seats, at.chances(d.before, g.Setup.Seats[0], sureRollouts), at.chances(d.after, g.Setup.Seats[0], sureRollouts))
		if math.Abs(d.By) >= leastLoss {
			sure = append(sure, d.Draw)
		}
	}
	slices.SortStableFunc(sure, func(a, b Draw) int { return cmp.Compare(math.Abs(b.By), math.Abs(a.By)) })
	sure = sure[:min(len(sure), turningPoints)]
	slices.SortFunc(sure, func(a, b Draw) int { return cmp.Compare(a.Seq, b.Seq) })
	return sure, nil
}

// measure finds the seat that the draw mattered to most: the one that gained most, or the one that
// lost most if that is clearly more.
func (d *drawing) measure(seats []engine.Seat, before, after []float64) (by float64) {
	const equal = 1e-9
	d.By = 0
	for i, seat := range seats {
		if i >= len(before) || i >= len(after) {
			return d.By
		}
		by := after[i] - before[i]
		if math.Abs(by) > math.Abs(d.By)+equal || by > 0 && by > -d.By-equal && d.By < 0 {
			d.Seat, d.By = seat, by
		}
	}
	return d.By
}
