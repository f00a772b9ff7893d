package arena

import (
	"math/rand/v2"
	"slices"

	"arbiter/cmd/arbiter/internal/games"
	"arbiter/engine"
	"arbiter/engine/bot"
)

// A forecast is a seat's predicted chance to win in some position, from 0 to 1, and the result: 1
// if it won, a half if everybody did or nobody.
type forecast struct {
	said, came float64
	fifth      int // of the game, from 0 to 4
}

// forecastRollouts is how many rollouts the judge plays for a forecast: as many as for the coach's
// curve.
const forecastRollouts = 32

// forecasts asks the judge about some of the positions that seats saw, and compares that with the
// end.
func (m match) forecasts(seen []bot.Seen, end engine.State) (all []forecast) {
	j, ok := games.Judge(m.game.Name)
	if !ok || len(seen) == 0 {
		return nil
	}
	r := rand.New(rand.NewPCG(m.seed, 21)) // not the dice of the game
	for range m.asked {
		i := r.IntN(len(seen))
		s := seen[i]
		at := slices.Index(m.seats, s.Seat)
		if chances := j.Chances(r, s, forecastRollouts); at >= 0 && at < len(chances) {
			all = append(all, forecast{chances[at], m.came(s.Seat, end), 5 * i / len(seen)})
		}
	}
	return all
}

// came returns what a seat got of the victory.
func (m match) came(seat engine.Seat, end engine.State) float64 {
	ranks := m.game.Review.Ranks(end)
	others := slices.ContainsFunc(ranks, func(p engine.Rank) bool { return p.Place != 1 })
	switch i := slices.IndexFunc(ranks, func(p engine.Rank) bool { return p.Seat == seat }); {
	case i < 0 || !others:
		return 0.5
	case ranks[i].Place == 1:
		return 1
	}
	return 0
}

// brier returns the mean squared error of forecasts: 0 is best, and always saying one half gets .25
// (Brier 1950).
func brier(all []forecast) (sum float64) {
	for _, f := range all {
		sum += (f.said - f.came) * (f.said - f.came)
	}
	return sum / float64(max(len(all), 1))
}

// A band has the forecasts with about the same prediction.
type band struct {
	said, came float64 // means
	n          int
}

// bands returns five bands, from "it loses" to "it wins".
func bands(all []forecast) (list [5]band) {
	for _, f := range all {
		b := &list[min(int(5*f.said), 4)]
		b.said, b.came, b.n = b.said+f.said, b.came+f.came, b.n+1
	}
	for i := range list {
		n := float64(max(list[i].n, 1))
		list[i].said, list[i].came = list[i].said/n, list[i].came/n
	}
	return list
}

// unreliable returns the part of the Brier score, by bands, that comes from predictions that are
// too high or too low; the rest is what was not or could not be foreseen (Murphy 1973).
func unreliable(list [5]band) (sum float64) {
	n := 0
	for _, b := range list {
		sum += float64(b.n) * (b.said - b.came) * (b.said - b.came)
		n += b.n
	}
	return sum / float64(max(n, 1))
}

// fifths returns the Brier scores in each fifth of a game.
func fifths(all []forecast) (scores [5]float64) {
	var parts [5][]forecast
	for _, f := range all {
		parts[f.fifth] = append(parts[f.fifth], f)
	}
	for i, part := range parts {
		scores[i] = brier(part)
	}
	return scores
}
