// Package rating is Glicko-2 as Mark Glickman describes it, and evenings in which people meet others
// than last time.
package rating

import "math"

// A Player is how strong somebody is thought to be, and how sure that is.
type Player struct {
	Rating     float64
	Deviation  float64
	Volatility float64
}

// New is somebody of whom nothing is known.
var New = Player{1500, 350, 0.06}

// A Result is against whom somebody played, and how: 1 is won, 0 lost.
type Result struct {
	Against Player
	Score   float64
}

// tau is how much volatility may change: from 0.3 to 1.2, says the paper.
const tau = 0.5

// scale is between Glicko and Glicko-2.
const scale = 173.7178

// After returns a player after a period with these results. Without any only the deviation grows.
func (p Player) After(results []Result) Player {
	mu, phi := (p.Rating-New.Rating)/scale, p.Deviation/scale
	var v, sum float64
	for _, r := range results {
		muj, phij := (r.Against.Rating-New.Rating)/scale, r.Against.Deviation/scale
		g := 1 / math.Sqrt(1+3*phij*phij/(math.Pi*math.Pi))
		e := 1 / (1 + math.Exp(-g*(mu-muj)))
		v += g * g * e * (1 - e)
		sum += g * (r.Score - e)
	}
	sigma := p.Volatility
	if len(results) > 0 {
		v = 1 / v
		sigma = volatility(sigma, phi, v, v*sum)
	}
	phi = math.Sqrt(phi*phi + sigma*sigma)
	if len(results) > 0 {
		phi = 1 / math.Sqrt(1/(phi*phi)+1/v)
		mu += phi * phi * sum
	}
	return Player{mu*scale + New.Rating, min(phi*scale, New.Deviation), sigma}
}

// volatility is step 5 of the paper.
func volatility(sigma, phi, v, delta float64) float64 {
	a := math.Log(sigma * sigma)
	f := func(x float64) float64 {
		e := math.Exp(x)
		d := phi*phi + v + e
		return e*(delta*delta-phi*phi-v-e)/(2*d*d) - (x-a)/(tau*tau)
	}
	low, high := a, math.Log(delta*delta-phi*phi-v)
	if delta*delta <= phi*phi+v {
		for high = a - tau; f(high) < 0; {
			high -= tau
		}
	}
	fl, fh := f(low), f(high)
	for math.Abs(high-low) > 1e-6 {
		mid := low + (low-high)*fl/(fh-fl)
		fm := f(mid)
		if fm*fh <= 0 {
			low, fl = high, fh
		} else {
			fl /= 2
		}
		high, fh = mid, fm
	}
	return math.Exp(low / 2)
}

// Tables spreads players over tables of at most size seats, as equal as can be, so that those who met
// least sit together; met tells how often two have. The order of players decides among equals.
func Tables(players []string, size int, met func(a, b string) int) [][]string {
	if len(players) == 0 || size < 2 {
		return nil
	}
	tables := make([][]string, (len(players)+size-1)/size)
	for i, p := range players {
		tables[i%len(tables)] = append(tables[i%len(tables)], p)
	}
	// A third meeting is worse than two second ones.
	cost := func(t []string, at int, p string) (sum int) {
		for i, o := range t {
			if i != at {
				n := met(p, o)
				sum += n * n
			}
		}
		return sum
	}
	for better := true; better; {
		better = false
		for i, a := range tables {
			for _, b := range tables[i+1:] {
				for x := range a {
					for y := range b {
						if cost(a, x, b[y])+cost(b, y, a[x]) < cost(a, x, a[x])+cost(b, y, b[y]) {
							a[x], b[y], better = b[y], a[x], true
						}
					}
				}
			}
		}
	}
	return tables
}
