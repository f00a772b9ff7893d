package page

import (
	"fmt"
	"math"
	"strings"

	"arbiter/engine"
)

// The layout of a map decides where names, medallions and stations go so that they cover nothing.
// It depends on the sites alone, so nothing moves when pieces do.

// A Point is a place on the map.
type Point struct{ X, Y float64 }

// Sizes on the map.
const (
	discR   = 5.2 // of a tile, or of an empty site
	medalR  = 3.0
	nameUp  = 2.6 // height of a name above its baseline
	letter  = 1.62
	belowR  = 2.4 // how far a plaque reaches below its tile
	aside   = 4.7 // and usually to either side
	margin  = 1.2
	maxLink = 1.25 // times the shortest distance in a region; sites farther apart are no neighbors
)

// placed is the layout of a region.
type placed struct {
	links, frame       string
	medal, name, berth Point
}

type layout struct {
	box     string
	regions []placed
}

// A box is an upright rectangle.
type box struct{ x0, y0, x1, y1 float64 }

func (b box) grown(p Point, r float64) box {
	return box{min(b.x0, p.X-r), min(b.y0, p.Y-r), max(b.x1, p.X+r), max(b.y1, p.Y+r)}
}

func (b box) String() string {
	return fmt.Sprintf("%.1f %.1f %.1f %.1f", b.x0, b.y0, b.x1-b.x0, b.y1-b.y0)
}

// empty is the box to start from when adding points.
var empty = box{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}

// near returns how far a box reaches into a circle; 0 if they do not overlap.
func (b box) near(p Point, r float64) float64 {
	dx := max(b.x0-p.X, 0, p.X-b.x1)
	dy := max(b.y0-p.Y, 0, p.Y-b.y1)
	return max(0, r-math.Hypot(dx, dy))
}

func (b box) meets(c box) float64 {
	return max(0, min(min(b.x1, c.x1)-max(b.x0, c.x0), min(b.y1, c.y1)-max(b.y0, c.y0)))
}

func middle(s engine.Site) Point {
	return Point{hundredth(100 * float64(s.X)), hundredth(100 * float64(s.Y))}
}

// A space is what has been laid out so far.
type space struct {
	sites []Point
	boxes []box // of medallions and names
	all   box
}

// layOut places names, medallions and stations of all regions.
func layOut(sites []engine.Site, regions []engine.Region, titles []string) layout {
	g := &space{all: empty}
	own := make([][]Point, len(regions))
	for _, s := range sites {
		p := middle(s)
		g.sites = append(g.sites, p)
		g.all = g.all.grown(p, discR+margin).grown(Point{p.X, p.Y + belowR}, discR+margin/2)
		for i, r := range regions {
			if r.Name == s.Region {
				own[i] = append(own[i], p)
			}
		}
	}
	out := layout{regions: make([]placed, len(regions))}
	for i, r := range regions {
		at := &out.regions[i]
		pairs := neighbors(own[i])
		at.links, at.frame = links(pairs), frame(own[i])
		at.medal = g.medal(Point{100 * float64(r.X), 100 * float64(r.Y)}, own[i])
		at.berth = berth(own[i], pairs, at.medal)
	}
	for i, title := range titles {
		out.regions[i].name = g.name(own[i], out.regions[i].medal, title)
	}
	out.box = g.all.String()
	return out
}

// neighbors returns the pairs of adjacent sites.
func neighbors(sites []Point) (pairs [][2]Point) {
	least := math.Inf(1)
	for i, a := range sites {
		for _, b := range sites[:i] {
			least = min(least, math.Hypot(a.X-b.X, a.Y-b.Y))
		}
	}
	for i, a := range sites {
		for _, b := range sites[:i] {
			if math.Hypot(a.X-b.X, a.Y-b.Y) <= least*maxLink {
				pairs = append(pairs, [2]Point{b, a})
			}
		}
	}
	return pairs
}

// links returns lines from rim to rim.
func links(pairs [][2]Point) string {
	var b strings.Builder
	for _, p := range pairs {
		dx, dy := p[1].X-p[0].X, p[1].Y-p[0].Y
		k := discR / math.Hypot(dx, dy)
		fmt.Fprintf(&b, "M%.1f %.1fL%.1f %.1f", p[0].X+k*dx, p[0].Y+k*dy, p[1].X-k*dx, p[1].Y-k*dy)
	}
	return b.String()
}

// frame returns the view of a region when zoomed in.
func frame(sites []Point) string {
	all := empty
	for _, p := range sites {
		all = all.grown(p, discR+4.5)
	}
	return all.String()
}

// medal finds the place of a medallion: where the game says or a little lower, or on the outer side
// of a pair of sites.
func (g *space) medal(said Point, own []Point) Point {
	from := center(own)
	try := []Point{said, {said.X, said.Y + 1.4}, {said.X, said.Y + 2.6}}
	for i, a := range own {
		for _, b := range own[:i] {
			mid := Point{(a.X + b.X) / 2, (a.Y + b.Y) / 2}
			d := math.Hypot(mid.X-from.X, mid.Y-from.Y)
			for _, out := range []float64{1.6, 3.2, 4.8} {
				if d > 1 {
					try = append(try, Point{mid.X + out*(mid.X-from.X)/d, mid.Y + out*(mid.Y-from.Y)/d})
				}
			}
		}
	}
	best := g.best(try, medalR, func(p Point) box { return box{p.X - medalR, p.Y - medalR, p.X + medalR, p.Y + medalR} })
	return Point{hundredth(best.X), hundredth(best.Y)}
}

// name finds the place of a name: above its region, below it, or at the medallion.
func (g *space) name(own []Point, medal Point, title string) Point {
	all := empty
	for _, p := range own {
		all = all.grown(p, discR)
	}
	half := letter * float64(len([]rune(title))) / 2
	x, mx := (all.x0+all.x1)/2, medal.X
	top := min(all.y0, medal.Y-medalR) - 1.1
	try := []Point{{x, top}, {mx, top}, {x, all.y1 + belowR + nameUp}, {mx, medal.Y - medalR - 0.8}, {mx, medal.Y + medalR + nameUp + 0.4}}
	for _, p := range own {
		try = append(try, Point{p.X, p.Y - discR - 1.1}, Point{p.X, p.Y + discR + belowR + nameUp})
	}
	best := g.best(try, 0, func(p Point) box { return box{p.X - half, p.Y - nameUp, p.X + half, p.Y + 0.6} })
	return Point{hundredth(best.X), hundredth(best.Y)}
}

// best returns, and reserves, the place where a box, or a circle of radius r, covers least.
func (g *space) best(try []Point, r float64, shape func(Point) box) (best Point) {
	least := math.Inf(1)
	for _, p := range try {
		b, worse := shape(p), 0.0
		for _, s := range g.sites {
			over, half := b.near(s, discR+0.3), aside
			if r > 0 {
				over, half = max(0, r+discR-math.Hypot(s.X-p.X, s.Y-p.Y)), aside-1.2
			}
			worse += over + b.meets(box{s.X - half, s.Y + discR - 1.5, s.X + half, s.Y + discR + belowR})
		}
		for _, other := range g.boxes {
			worse += 2 * b.meets(other)
		}
		if worse < least-0.05 {
			best, least = p, worse
		}
	}
	b := shape(best)
	g.boxes = append(g.boxes, b)
	g.all = box{min(g.all.x0, b.x0-margin), min(g.all.y0, b.y0-margin), max(g.all.x1, b.x1+margin), max(g.all.y1, b.y1+margin)}
	return best
}

// berth returns where a station stands: on the most level link, far from the medallion.
func berth(own []Point, pairs [][2]Point, medal Point) Point {
	best, far := center(own), math.Inf(-1)
	for _, p := range pairs {
		mid := Point{hundredth((p[0].X + p[1].X) / 2), hundredth((p[0].Y + p[1].Y) / 2)}
		if d := math.Hypot(mid.X-medal.X, mid.Y-medal.Y) - math.Abs(p[0].Y-p[1].Y); d > far+0.1 {
			best, far = mid, d
		}
	}
	return best
}

func center(all []Point) (c Point) {
	for _, p := range all {
		c.X, c.Y = c.X+p.X/float64(len(all)), c.Y+p.Y/float64(len(all))
	}
	return Point{hundredth(c.X), hundredth(c.Y)}
}

// before compares points in reading order: from top to bottom, then from left to right.
func before(a, b Point) int {
	const line = 12
	if down := a.Y - b.Y; down > line || down < -line {
		return int(down)
	}
	return int(a.X - b.X)
}

func hundredth(x float64) float64 { return math.Round(100*x) / 100 }
