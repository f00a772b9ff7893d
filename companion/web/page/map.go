package page

import (
	"slices"
	"strings"

	"arbiter/engine"
)

// A Map is the game board where it is a map: sites of regions, with what lies there.
// Lengths are hundredths of its width. Scripts mark what has a data-thing: may,
// picked, cannot.
type Map struct {
	Box     string // of the picture: left, top, width, height
	Mine    string // the regions in which the viewer has something, most first, with blanks between
	Regions []Region
	Hexes   []Hex // of a board of hexagons, which has no regions
}

// A Region is drawn as light behind its sites, with its name and its medallion. Touch:
// the viewer may do something there.
type Region struct {
	Name, Title string
	Label       string // all that people want to know of it
	Color       string // a class: "g-" and this
	Touch       bool
	Links       string // between its sites: a path
	Frame       string // what one looks at from close by, as Box
	At, Head    Point  // of the medallion and of the name
	Rewards     []int
	Cards       int // how many of the rewards bring a card
	Lead        Seat
	Berth       Point // where a station stands, or may stand
	Station     *Stack
	Sites       []System
}

// Figure is the shape of who leads.
func (r Region) Figure() string { return r.Lead.Sign() }

// A System is a site with what lies there.
type System struct {
	Name, Label string
	Touch       bool
	At          Point
	Sign        string // while nothing lies there
	Tile        string // the name of what lies there
	Orbit       float64
	Planets     []Planet
	Yield       []Gain
	Wide        float64 // the plaque of the yield
	Aside       float64 // how far the plaque stands to the right of the middle
}

// A Planet is a part of a site.
type Planet struct {
	N      int // counts from 1
	Kind   string
	Label  string
	At     Point // from the middle of the site
	R      float64
	Pieces []Stack
}

// A Stack is a piece where it stands: a second one stands on the first.
type Stack struct {
	Key   string
	Kin   string // what is alike and may be the same piece elsewhere; "" where none moves
	From  string // the key of what it comes from when it is new; "" if that is not known
	Color string
	Shape string
	At    Point // left above
	Size  float64
}

// A Gain is a symbol on a plaque, or a number after it.
type Gain struct {
	X    float64
	Icon string // "" where a number stands
	N    int
}

// NewMap is the map of the game; nil if it has none.
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

// mine names the regions in which a seat has something, where it has most first.
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

// before is the order of reading: from top to bottom, then from left to right.
func before(a, b Point) int {
	const line = 12
	if down := a.Y - b.Y; down > line || down < -line {
		return int(down)
	}
	return int(a.X - b.X)
}

func (c Context) region(r engine.Region, title string, at placed) Region {
	out := Region{
		Touch: c.Seat() != "", Name: r.Name, Title: title, Color: ColorClass(r.Color), Links: at.links, Frame: at.frame,
		At: at.medal, Head: at.name, Rewards: r.Rewards, Cards: r.Cards, Berth: at.berth,
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
	if s.Lies == "" {
		out.Sign = c.Say(s.Sign)
		return out
	}
	far, r := orbit(len(s.Parts))
	if len(s.Parts) > 2 {
		out.Orbit = far
	}
	place, _, _ := strings.Cut(out.Label, ": ") // after the colon it says what lies there
	for i, p := range s.Parts {
		planet := Planet{N: i + 1, Kind: string(p.Kind), Label: place + ": " + c.Say(p.Title), At: around(i, len(s.Parts), far), R: r}
		planet.Pieces = stacked(s.Name, i+1, p.Pieces, r)
		out.Planets = append(out.Planets, planet)
	}
	out.Yield, out.Wide = plaque(s.Yield)
	return out
}
