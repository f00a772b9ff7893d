package page

import (
	"fmt"
	"html/template"
	"math"
	"slices"
	"strings"

	"arbiter/engine"
)

// A Hex is a hexagonal site with a corner at the top: its name, what it yields, who stands on it,
// and the card that lies on its outer side. Lengths are as in Map.
type Hex struct {
	Name, Label string
	Frame       string // the view of it when zoomed in, like Map.Box
	Touch       bool
	Small       bool   // its card lies on it, since tiles around it leave no room
	Color       string // a class, after "g-"
	At          Point
	Edge        string // a path around the center
	Land        *Land  // its scenery; nil if there is no drawing
	Lines       []string
	Top         float64 // of the first line
	Yield       []Gain
	Wide        float64 // width of the plaque of the yield
	Low         float64 // vertical position of the plaque
	Figures     []Standee
	Leaf        *Leaf
}

// Land is the drawing of a hexagon, and its scale.
type Land struct {
	Drawing template.HTML
	Scale   float64
}

// landHigh is the distance from the center of a drawing to its top corner.
const landHigh = 20

// landOf returns the drawing of a site whose hexagon has radius r. Drawings are not in the sprite,
// which pages of all games carry.
func landOf(site string, r float64) *Land {
	_, after, found := strings.Cut(lands, `<g class="land" id="`+site+`">`)
	if !found {
		return nil
	}
	drawing, _, _ := strings.Cut(after, "\n")
	return &Land{template.HTML(strings.TrimSuffix(drawing, "</g>")), hundredth(r / landHigh)} // an embedded file
}

var lands = string(file{Look, "lands.html"}.read())

// A Standee is a figure on a hexagon.
type Standee struct {
	Seat
	Thing string // "" if it belongs to no seat
	Stack
	Ring float64 // radius of the ring around a figure that may be chosen
	Mid  Point
	Dark bool   // the figure stands out, as engine.Piece.Tall
	Life string // key of the number that keeps it in the game; "" if there is no dial for it
	Head string // its portrait in the sprite; "" if its shape stands for it
}

// A Leaf is a card beside a hexagon, or a pile of cards face down.
type Leaf struct {
	Card
	Thing string
	At    Point   // top left
	Scale float64 // of a smaller one; 0 for the usual size
	Price []Gain
	Left  int // how many are left in the pile
}

// Sizes of what lies beside hexagons and stands on them, as fractions of their width.
const (
	leafWide  = 14.0
	leafHigh  = 19.6
	figure    = 7.6
	lineHigh  = 3.3
	mostLine  = 11 // letters
	perimeter = 2 * math.Pi

	least   = 14.0 // the radius of a hexagon beside which a card has room; on smaller ones it lies
	tucked  = 0.5  // so much smaller
	tuckedX = 1.3  // right of the middle
	tuckedY = -2.2
)

// hexes adds the hexagons of a map, if it has any.
func (c Context) hexes(m *Map) {
	v := c.Snap.View
	all, mid := empty, center(points(v.Map))
	for _, s := range v.Map {
		at := middle(s)
		r := 100 * float64(s.Size) / math.Sqrt(3)
		all = all.grown(at, r+margin)
		h := c.hex(s, at, r)
		frame := empty.grown(at, r)
		switch h.Leaf, h.Small = c.leaf(s.Name), r < least; {
		case h.Leaf == nil:
		case h.Small:
			h.Leaf.At, h.Leaf.Scale = Point{hundredth(at.X + tuckedX), hundredth(at.Y + tuckedY)}, tucked
			for i := range h.Figures {
				h.Figures[i].shift(-figure / 2)
			}
		default:
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

// stands reports whether the seat's figure stands on a site.
func (c Context) stands(s engine.Site) bool {
	return slices.ContainsFunc(s.Pieces, func(p engine.Piece) bool {
		return slices.ContainsFunc(c.Snap.View.Seats, func(x engine.Place) bool {
			return x.Seat == c.Seat() && x.Color == p.Color && x.Shape == p.Shape
		})
	})
}

// Hexagonal reports whether the board of a view is made of hexagons.
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

// hexagon returns a path around the center.
func hexagon(r float64) string {
	var b strings.Builder
	for i := range 6 {
		turn := perimeter * (float64(i) + 0.5) / 6
		fmt.Fprintf(&b, "%c%.2f %.2f", "ML"[min(i, 1)], r*math.Cos(turn), r*math.Sin(turn))
	}
	return b.String() + "z"
}

// broken splits a name into two lines if it is too long for one.
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

// standee places one of several figures, up to two in a row.
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

// shift moves the figure sideways.
func (s *Standee) shift(x float64) {
	s.Mid.X, s.At.X = hundredth(s.Mid.X+x), hundredth(s.At.X+x)
}

// Fill returns the color of the figure.
func (s Standee) Fill() string { return s.Stack.Color }

// Corner returns where the seat's shape is drawn beside a portrait: at its lower right.
func (s Standee) Corner() Point {
	return Point{hundredth(s.At.X + figure - 2.2), hundredth(s.At.Y + figure - 2.4)}
}

// ID returns a key that is unique among figures.
func (s Standee) ID() string { return s.Stack.Key }

// leaf returns what lies beside a site: the top card of a zone, or a pile; nil if nothing does.
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

// place puts a card on the outer side of its hexagon.
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

// priced arranges the symbols of the price, two in a row.
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

// Y returns the vertical position of a symbol of the price.
func (g Gain) Y() float64 { return float64(g.N) / 10 }

// Half returns how far the plaque reaches to either side.
func (h Hex) Half() float64 { return hundredth(h.Wide / 2) }
