package page

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"arbiter/engine"
)

// A Map is a game board with sites in regions, and what lies there. Lengths are hundredths of its
// width. Scripts add the classes may, picked and cannot to elements with data-thing.
type Map struct {
	Box     string // of the picture: left, top, width, height
	Mine    string // regions in which the viewer has something, separated by blanks, the one with most first
	Regions []Region
	Hexes   []Hex // for a board of hexagons, which has no regions
}

// A Region is drawn as light behind its sites, with its name and its medallion. Touch is set if the
// viewer may do something there.
type Region struct {
	Name, Title string
	Label       string // everything about it, for screen readers
	Color       string // a class, after "g-"
	Touch       bool
	Links       string // path between its sites
	Frame       string // the view of it when zoomed in, like Map.Box
	At, Head    Point  // of the medallion and of the name
	Rewards     []int
	Cards       int    // how many of the rewards are cards
	Samples     []bool // which of the rewards are stand-ins
	Lead        Seat
	Berth       Point // where a station stands or may stand
	Station     *Stack
	Sites       []System
}

// Sample reports whether one of the rewards is a stand-in.
func (r Region) Sample(reward int) bool { return reward < len(r.Samples) && r.Samples[reward] }

// Figure returns the shape of the leading seat.
func (r Region) Figure() string { return r.Lead.Sign() }

// A System is a site with what lies there.
type System struct {
	Name, Label string
	Touch       bool
	At          Point
	Like        string // the first site that differs only in its place; "" if there is none
	Sign        string // shown while nothing lies there
	Tile        string // name of what lies there
	Orbit       float64
	Planets     []Planet
	Yield       []Gain
	Wide        float64 // width of the plaque of the yield
	Aside       float64 // how far the plaque is moved to the right of the center
}

// A Planet is a part of a site.
type Planet struct {
	N      int // counted from 1
	Kind   string
	Like   int // the first planet of the site that differs only in its place; 0 if none
	Label  string
	At     Point // relative to the center of the site
	R      float64
	Pieces []Stack
}

// A Stack is a piece at its place; a second one is drawn on top of the first.
type Stack struct {
	Key   string
	Kin   string // the same for pieces that are alike and may have moved; "" if none moves
	From  string // key of what a new piece comes from; "" if unknown
	Color string
	Shape string
	At    Point // top left
	Size  float64
}

// A Gain is a symbol on a plaque, or the number after it.
type Gain struct {
	X    float64
	Icon string // in the sprite; "" for a number
	N    int
}

// NewMap returns the map of the game; nil if it has none.
func NewMap(c Context) *Map {
	v := c.Snap.View
	if len(v.Map) == 0 {
		return nil
	}
	m := &Map{}
	if Hexagonal(v) {
		c.hexes(m)
		return m
	}
	titles := make([]string, len(v.Regions))
	for i, r := range v.Regions {
		titles[i] = c.Say(r.Title)
	}
	l := layOut(v.Map, v.Regions, titles)
	m.Box = l.box
	for i, r := range v.Regions {
		m.Regions = append(m.Regions, c.region(r, titles[i], l.regions[i]))
	}
	m.Mine = mine(v.Regions, c.Seat())
	slices.SortStableFunc(m.Regions, func(a, b Region) int { return before(a.Head, b.Head) })
	return m
}

// mine returns the regions in which a seat has something, the one with most first.
func mine(all []engine.Region, seat engine.Seat) string {
	has := func(r engine.Region) (n int) {
		for _, s := range r.Shares {
			if s.Seat == seat {
				n = s.N
			}
		}
		return n
	}
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b engine.Region) int { return has(b) - has(a) })
	var names []string
	for _, r := range all {
		if has(r) > 0 {
			names = append(names, r.Name)
		}
	}
	return strings.Join(names, " ")
}

func (c Context) region(r engine.Region, title string, at placed) Region {
	out := Region{
		Touch: c.Seat() != "", Name: r.Name, Title: title, Color: ColorClass(r.Color), Links: at.links, Frame: at.frame,
		At: at.medal, Head: at.name, Rewards: r.Rewards, Cards: r.Cards, Berth: at.berth,
	}
	for _, o := range r.Read {
		out.Samples = append(out.Samples, o.Invented())
	}
	words := make([]string, 0, len(r.Lines))
	for _, t := range r.Lines {
		words = append(words, c.Say(t))
	}
	out.Label = title + ": " + strings.Join(words, "; ")
	if r.Leader != "" {
		out.Lead = c.Badge(r.Leader)
	}
	if r.Piece.Color != "" {
		out.Station = &Stack{Key: "station-" + r.Name, Color: ColorClass(r.Piece.Color), Shape: shapeName(r.Piece.Shape)}
	}
	for _, s := range c.Snap.View.Map {
		if s.Region == r.Name {
			site := c.system(s)
			site.Aside = site.beside(out)
			out.Sites = append(out.Sites, site)
		}
	}
	slices.SortStableFunc(out.Sites, func(a, b System) int { return before(a.At, b.At) })
	return out
}

func (c Context) system(s engine.Site) System {
	out := System{Touch: c.Seat() != "", Name: s.Name, Label: c.Say(s.Title), At: middle(s), Tile: string(s.Lies)}
	if s.Alike != "" {
		alike := slices.DeleteFunc(slices.Clone(c.Snap.View.Map), func(o engine.Site) bool { return o.Alike != s.Alike })
		if len(alike) > 1 {
			out.Like = alike[0].Name
		}
	}
	if s.Lies == "" {
		out.Sign = c.Say(s.Sign)
		return out
	}
	far, r := orbit(len(s.Parts))
	if len(s.Parts) > 2 {
		out.Orbit = far
	}
	place, _, _ := strings.Cut(out.Label, ": ") // what lies there follows the colon
	for i, p := range s.Parts {
		planet := Planet{N: i + 1, Kind: string(p.Kind), Label: place + ": " + c.Say(p.Title), At: around(i, len(s.Parts), far), R: r}
		planet.Pieces = stacked(s.Name, i+1, p.Pieces, r)
		for other := range s.Parts {
			if first := s.FirstLike(i); other != i && s.FirstLike(other) == first {
				planet.Like = first + 1
			}
		}
		out.Planets = append(out.Planets, planet)
	}
	out.Yield, out.Wide = plaque(s.Yield)
	return out
}

// A site of the map shows planets around a sun, pieces on the planets, and the yield below.

// orbit returns how far planets are from the sun, and their radius.
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

// lifted is how much higher planets are drawn than the center of their tile, because the plaque
// covers its lower edge.
const lifted = 0.45

// around returns the place of planet i; two planets are one above the other.
func around(i, of int, far float64) Point {
	turn := 2*math.Pi*float64(i)/float64(of) - math.Pi/2
	return Point{hundredth(far * math.Cos(turn)), hundredth(far*math.Sin(turn) - lifted)}
}

// Sizes as fractions of a planet's diameter: of a piece, and how much higher the next one stands.
const (
	pieceSize = 0.74
	pieceRise = 0.23
)

// stacked returns the pieces on a planet, from the bottom up.
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

// Widths of what is written on a plaque.
const (
	symbolWide = 2.3
	boltWide   = 1.9
	digitWide  = 1.5
	plaqueEdge = 0.8
)

// plaque arranges the yield in a row: a symbol for each gem, for energy the bolt and a number.
func plaque(yield []engine.Amount) (all []Gain, wide float64) {
	x := 0.0
	for _, a := range yield {
		if a.Of == "energy" {
			all = append(all, Gain{X: x, Icon: ref(a.Of)}, Gain{X: x + boltWide, N: a.N})
			x += boltWide + digitWide*float64(len(strconv.Itoa(a.N)))
			continue
		}
		for range a.N {
			all = append(all, Gain{X: x, Icon: ref(a.Of)})
			x += symbolWide
		}
	}
	for i := range all {
		all[i].X = hundredth(all[i].X - x/2)
	}
	return all, hundredth(x + 2*plaqueEdge)
}

// Where a plaque is below its tile, its height, and how far it reaches sideways from there.
const (
	plaqueDown = 5.7
	plaqueHigh = 3.4
	plaqueFar  = discR + 1.9
)

// beside returns how far the plaque must move sideways so that the region's medallion, with the
// cards at its left, does not cover it.
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

// Half returns how far the plaque reaches to either side.
func (s System) Half() float64 { return hundredth(s.Wide / 2) }

// Left and Across describe the bounding box of the planet.
func (p Planet) Left() float64   { return -p.R }
func (p Planet) Across() float64 { return 2 * p.R }

// Halo returns the radius of the ring around a planet that may be touched.
func (p Planet) Halo() float64 { return hundredth(p.R + 0.35) }
