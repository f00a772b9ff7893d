package page

import (
	"fmt"
	"html/template"
	"math"
	"slices"
	"strings"

	"arbiter/engine"
)

// A Hex is a site that is a hexagon with a point up: its name, what it brings, who stands
// on it, and the card that lies beside it, on its outer side. Lengths are as in Map.
type Hex struct {
	Name, Label string
	Frame       string // what one looks at from close by, as Box of a Map
	Touch       bool
	Color       string // a class: "g-" and this
	At          Point
	Edge        string // a path round the middle
	Land        *Land  // how it looks there; nil if nobody has drawn it
	Lines       []string
	Top         float64 // of the first line
	Yield       []Gain
	Wide        float64 // the plaque of the yield
	Low         float64 // where it lies
	Figures     []Standee
	Leaf        *Leaf
}

// Land is the drawing of a hexagon, on a scale.
type Land struct {
	Drawing template.HTML
	Scale   float64
}

// landHigh is from the middle of a drawing to its upper corner.
const landHigh = 20

// landOf is the drawing of a site whose hexagon has radius r. They are no symbols of the
// sprite, which pages of all games carry.
func landOf(site string, r float64) *Land {
	_, after, found := strings.Cut(lands, `<g class="land" id="`+site+`">`)
	if !found {
		return nil
	}
	drawing, _, _ := strings.Cut(after, "\n")
	return &Land{template.HTML(strings.TrimSuffix(drawing, "</g>")), hundredth(r / landHigh)} // #nosec G203 -- a file of ours
}

var lands = string(file{Look, "lands.html"}.read())

// A Standee is a figure on a hexagon.
type Standee struct {
	Seat
	Thing string // "" if it is no seat's
	Stack
	Ring float64 // of who may be chosen
	Mid  Point
	Dark bool   // the figure stands out
	Life string // the key of the number that keeps it in the game; "" if a dial shows none
	Head string // its picture in the sprite; "" if its shape stands for it
}

// A Leaf is a card beside a hexagon, or a pile of cards that lie face down.
type Leaf struct {
	Card
	Thing string
	At    Point // left above
	Price []Gain
	Left  int // how many lie in the pile
}

// Sizes of what lies beside hexagons, and of what stands on them, of their width.
const (
	leafWide  = 14.0
	leafHigh  = 19.6
	figure    = 7.6
	lineHigh  = 3.3
	mostLine  = 11 // letters
	perimeter = 2 * math.Pi
)

// hexes are the hexagons of a map; none if it has others.
func (c Context) hexes(m *Map) {
	v := c.Snap.View
	all, mid := empty, center(points(v.Map))
	for _, s := range v.Map {
		at := middle(s)
		r := 100 * float64(s.Size) / math.Sqrt(3)
		all = all.grown(at, r+margin)
		h := c.hex(s, at, r)
		frame := empty.grown(at, r)
		if h.Leaf = c.leaf(s.Name); h.Leaf != nil {
			h.Leaf.place(at, mid, r)
			beside := Point{h.Leaf.At.X + leafWide/2, h.Leaf.At.Y + leafHigh/2}
			all, frame = all.grown(beside, leafHigh/2), frame.grown(beside, leafHigh/2)
		}
		if h.Frame = frame.String(); c.stands(s) {
			m.Mine = s.Name
		}
		m.Hexes = append(m.Hexes, h)
	}
	m.Box = all.String()
	slices.SortStableFunc(m.Hexes, func(a, b Hex) int { return before(a.At, b.At) })
}

// stands reports whether the figure of the seat stands on a site.
func (c Context) stands(s engine.Site) bool {
	return slices.ContainsFunc(s.Pieces, func(p engine.Piece) bool {
		return slices.ContainsFunc(c.Snap.View.Seats, func(x engine.Place) bool {
			return x.Seat == c.Seat() && x.Color == p.Color && x.Shape == p.Shape
		})
	})
}

// Hexagonal reports whether the board of a view is one of hexagons.
func Hexagonal(v engine.View) bool { return len(v.Map) > 0 && v.Map[0].Hex }

func points(sites []engine.Site) (all []Point) {
	for _, s := range sites {
		all = append(all, middle(s))
	}
	return all
}

func (c Context) hex(s engine.Site, at Point, r float64) Hex {
	h := Hex{Name: s.Name, Label: c.Say(s.Title), Touch: c.Seat() != "", Color: ColorClass(s.Color), At: at, Edge: hexagon(r - 0.6), Land: landOf(s.Name, r)}
	h.Lines = broken(c.Term(s.Lies))
	h.Top = hundredth(-0.52 * r)
	h.Yield, h.Wide = plaque(s.Yield)
	h.Low = hundredth(0.66 * r)
	for i, p := range s.Pieces {
		h.Figures = append(h.Figures, c.standee(p, i, len(s.Pieces)))
	}
	return h
}

// hexagon is a path round the middle.
func hexagon(r float64) string {
	var b strings.Builder
	for i := range 6 {
		turn := perimeter * (float64(i) + 0.5) / 6
		fmt.Fprintf(&b, "%c%.2f %.2f", "ML"[min(i, 1)], r*math.Cos(turn), r*math.Sin(turn))
	}
	return b.String() + "z"
}

// broken puts a name into two lines where one is too long.
func broken(name string) []string {
	words := strings.Fields(name)
	if len([]rune(name)) <= mostLine || len(words) < 2 {
		return []string{name}
	}
	best, least := 1, math.MaxInt
	for i := 1; i < len(words); i++ {
		a, b := strings.Join(words[:i], " "), strings.Join(words[i:], " ")
		if n := max(len([]rune(a)), len([]rune(b))); n < least {
			best, least = i, n
		}
	}
	return []string{strings.Join(words[:best], " "), strings.Join(words[best:], " ")}
}

// standee puts one of several figures side by side, up to two in a row.
func (c Context) standee(p engine.Piece, i, of int) Standee {
	row, rows := i/2, (of+1)/2
	side := min(of-2*row, 2)
	x := (float64(i%2) - float64(side-1)/2) * figure * 1.35
	y := 0.6 + (float64(row)-float64(rows-1)/2)*figure*1.15
	s := Standee{Dark: p.Tall, Head: figureOf(p.Figure), Ring: hundredth(figure * 0.68), Mid: Point{hundredth(x), hundredth(y)}, Stack: Stack{
		Key: "figure-" + ColorClass(p.Color), Color: ColorClass(p.Color), Shape: shapeName(p.Shape), Size: figure,
		At: Point{hundredth(x - figure/2), hundredth(y - figure/2)},
	}}
	for _, place := range c.Snap.View.Seats {
		if place.Color == p.Color && place.Shape == p.Shape {
			s.Seat, s.Thing = c.Badge(place.Seat), engine.SeatAim(place.Seat)
			if i := slices.IndexFunc(c.Snap.View.Tracks, func(t engine.Track) bool { return t.Dial > 0 }); i >= 0 {
				s.Life = c.Snap.View.Tracks[i].Name + "-" + s.Seat.Key
			}
		}
	}
	return s
}

// Fill is the color of the figure.
func (s Standee) Fill() string { return s.Stack.Color }

// Corner is where the shape of the seat stands beside a head, at its lower right.
func (s Standee) Corner() Point {
	return Point{hundredth(s.At.X + figure - 2.2), hundredth(s.At.Y + figure - 2.4)}
}

// ID tells the figure from others.
func (s Standee) ID() string { return s.Stack.Key }

// leaf is what lies beside a site: the uppermost card of a zone, or a pile; nil if nothing
// does.
func (c Context) leaf(site string) *Leaf {
	name := "beside " + site
	if z, ok := c.Snap.View.Zone(engine.Table, name); ok {
		if top, some := z.Top(); some {
			l := &Leaf{Card: c.Card(top, ""), Thing: engine.CardAim(top.Name)}
			l.priced()
			return l
		}
	}
	for _, p := range c.Snap.View.Piles {
		if p.Seat == engine.Table && p.Name == name && p.Number > 0 {
			label := c.Say(engine.Say("%s: {%d card|%d cards}", p.Title, p.Number))
			return &Leaf{Card: Card{Down: true, Kind: "plain", Label: label}, Thing: engine.PileAim(engine.Table, name), Left: p.Number}
		}
	}
	return nil
}

// place lays a card on the outer side of its hexagon.
func (l *Leaf) place(at, mid Point, r float64) {
	out, down := 1.0, 0.0
	if at.X < mid.X {
		out = -1
	}
	if math.Abs(at.Y-mid.Y) > r/2 {
		down = math.Copysign(0.42*r, at.Y-mid.Y)
	}
	x := at.X + out*(r*math.Sqrt(3)/2+leafWide/2+0.8)
	l.At = Point{hundredth(x - leafWide/2), hundredth(at.Y + down - leafHigh/2)}
}

// priced puts the symbols of the price side by side, two in a row.
func (l *Leaf) priced() {
	const size, most = 4.2, 6
	list := l.Card.Price[:min(len(l.Card.Price), most)]
	for i, icon := range list {
		row, rows := i/3, (len(list)+2)/3
		side := min(len(list)-3*row, 3)
		l.Price = append(l.Price, Gain{
			X: hundredth(leafWide/2 + (float64(i%3)-float64(side)/2)*size), Icon: ref(icon), N: int(10 * (leafHigh - 0.8 - size*float64(rows-row))),
		})
	}
}

// Y is how far from above a symbol of the price lies.
func (g Gain) Y() float64 { return float64(g.N) / 10 }

// Half is how far the plaque reaches to either side.
func (h Hex) Half() float64 { return hundredth(h.Wide / 2) }
