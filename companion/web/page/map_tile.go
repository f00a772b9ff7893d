package page

import (
	"math"
	"strconv"

	"arbiter/engine"
)

// What lies on a site of the map: planets round a sun, pieces on them, the yield
// below.

// orbit is how far from the sun planets stand, and how large they are.
func orbit(planets int) (far, r float64) {
	switch planets {
	case 1:
		return 0, 2.9
	case 2:
		return 2.3, 2.1
	case 3:
		return 2.7, 1.9
	}
	return 2.9, 1.75
}

// lifted is how much higher planets stand than the middle of their tile, for the plaque
// covers its lower rim.
const lifted = 0.45

// around is the place of one of several planets: two stand one above the other.
func around(i, of int, far float64) Point {
	turn := 2*math.Pi*float64(i)/float64(of) - math.Pi/2
	return Point{hundredth(far * math.Cos(turn)), hundredth(far*math.Sin(turn) - lifted)}
}

// Of the diameter of a planet: how large a piece is, and how much higher the next one
// stands.
const (
	pieceSize = 0.74
	pieceRise = 0.23
)

// stacked are the pieces on a planet, from below.
func stacked(site string, planet int, pieces []engine.Piece, r float64) []Stack {
	var all []Stack
	nth := map[string]int{}
	size := hundredth(2 * r * pieceSize)
	for i, p := range pieces {
		nth[p.Color]++
		rise := 2 * r * pieceRise * (float64(i) - float64(len(pieces)-1)/2)
		all = append(all, Stack{
			Key:   "piece-" + site + "-" + strconv.Itoa(planet) + "-" + ColorClass(p.Color) + "-" + strconv.Itoa(nth[p.Color]),
			Color: ColorClass(p.Color), Shape: shapeName(p.Shape), At: Point{hundredth(-size / 2), hundredth(-size/2 - rise)}, Size: size,
		})
	}
	return all
}

// The widths of what is written on a plaque.
const (
	symbolWide = 2.3
	boltWide   = 1.9
	digitWide  = 1.5
	plaqueEdge = 0.8
)

// plaque lays the yield side by side: a gem for each, energy as a number after its
// bolt.
func plaque(yield []engine.Amount) (all []Gain, wide float64) {
	x := 0.0
	for _, a := range yield {
		if a.Of == "energy" {
			all = append(all, Gain{X: x, Icon: a.Of}, Gain{X: x + boltWide, N: a.N})
			x += boltWide + digitWide*float64(len(strconv.Itoa(a.N)))
			continue
		}
		for range a.N {
			all = append(all, Gain{X: x, Icon: a.Of})
			x += symbolWide
		}
	}
	for i := range all {
		all[i].X = hundredth(all[i].X - x/2)
	}
	return all, hundredth(x + 2*plaqueEdge)
}

// Where a plaque stands below its tile, how high it is, and how far it reaches from there to
// the side.
const (
	plaqueDown = 5.7
	plaqueHigh = 3.4
	plaqueFar  = discR + 1.9
)

// beside is how far the plaque moves to a side so that the medallion of the region, with the
// cards at its left, covers nothing of it.
func (s System) beside(r Region) float64 {
	const air = 0.15
	across, down := r.At.X-s.At.X, r.At.Y-s.At.Y-plaqueDown
	if len(s.Yield) == 0 || math.Abs(down) > medalR+plaqueHigh/2 {
		return 0
	}
	left := medalR + air
	if r.Cards > 0 {
		left += 1.5
	}
	half := s.Half()
	room := max(0, plaqueFar-half)
	switch {
	case across > discR/2:
		return hundredth(-min(room, max(0, half-(across-left))))
	case across < -discR/2:
		return hundredth(min(room, max(0, half-(-across-medalR-air))))
	}
	return 0
}

// Half is how far the plaque reaches to either side.
func (s System) Half() float64 { return hundredth(s.Wide / 2) }

// Left and Across are the box of the planet.
func (p Planet) Left() float64   { return -p.R }
func (p Planet) Across() float64 { return 2 * p.R }

// Halo is the ring around a planet that may be touched.
func (p Planet) Halo() float64 { return hundredth(p.R + 0.35) }

func hundredth(x float64) float64 { return math.Round(100*x) / 100 }

// shapeName is the name of the symbol of a shape.
func shapeName(s engine.Shape) string {
	return []string{"circle", "square", "triangle", "diamond"}[min(int(s), 3)]
}
