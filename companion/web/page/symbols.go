package page

import (
	"html/template"
	"slices"
	"strings"

	"arbiter/engine"
)

// icon draws a symbol of symbols.html, 24 by 24; pages that use it begin with the template
// "symbols". Words beside it or around it say what it means.
func icon(name string) template.HTML {
	return template.HTML(`<svg class="i" viewBox="0 0 24 24" aria-hidden="true"><use href="#` + template.HTMLEscapeString(ref(name)) + `"/></svg>`) // #nosec G203 -- escaped
}

// ref returns the name of a symbol in the sprite; planets, "p-", have one each.
func ref(icon string) string {
	if strings.HasPrefix(icon, "p-") || strings.HasPrefix(icon, "s-") {
		return icon
	}
	if other := otherSigns[icon]; other != "" {
		icon = other
	}
	return "i-" + icon
}

// otherSigns are the symbols of things without a symbol of their own name.
var otherSigns = map[string]string{
	"reduce": "shield", "limit": "shield", "negate": "shield", "secure": "lock", "no-less": "lock", "freeze": "lock", "stun": "minus", "counterspell": "shield", "raise": "deal", "damage": "deal", "dealt": "deal", "taken": "shield", "spells": "book", "until": "next", "health": "heal",
	"push": "move", "gain": "plus", "energize": "energy", "act": "next", "actions": "next", "reflect": "swap", "cleanse": "cursed-crystal",
	"peek": "zoom", "draw": "hand", "discount": "minus", "farther": "far", "spell-1": "book", "spell-2": "book", "spell-3": "book", "card": "market",
}

// Symbol returns the name of the symbol of something; "" if it has none.
func Symbol(name string) string {
	if hasSymbol(ref(name)) {
		return name
	}
	return ""
}

// hasSymbol reports whether the sprite has a symbol.
func hasSymbol(name string) bool { return symbolNames[name] }

var symbolNames = allSymbols()

func allSymbols() map[string]bool {
	all := map[string]bool{}
	for _, part := range strings.Split(string(file{Look, "symbols.html"}.read()), `<symbol id="`)[1:] {
		name, _, _ := strings.Cut(part, `"`)
		all[name] = true
	}
	return all
}

// mark draws the shape of a seat in its color.
func mark(s Seat) template.HTML { return inColor(s.Color, s.Sign()) }

func inColor(color, shape string) template.HTML {
	return template.HTML(`<svg class="i mark c-` + template.HTMLEscapeString(color) + `" viewBox="0 0 24 24" aria-hidden="true"><use href="#` + shape + `"/></svg>`) // #nosec G203 -- escaped
}

// colorShapes tell apart the colors of things, such as the fields of a ring, without relying on
// color. Shapes of seats are those on their pieces.
var colorShapes = map[string]string{"white": "s-circle", "blue": "s-diamond", "green": "s-plus", "yellow": "s-triangle", "red": "s-square", "black": "s-cross"}

// colormark draws the shape of such a color.
func colormark(color string) template.HTML {
	if shape := colorShapes[color]; shape != "" {
		return inColor(color, shape)
	}
	return ""
}

// Sign returns the name of the seat's shape in the sprite.
func (s Seat) Sign() string {
	return "s-" + shapeName(s.Shape)
}

// amountSign draws what an amount is of: the shape of a color, or a symbol, which mostly has the
// name of the thing.
func amountSign(thing string) template.HTML {
	if shape := colormark(thing); shape != "" {
		return shape
	}
	if color, _, ok := strings.Cut(thing, "-follower"); ok {
		return inColor(color, "i-follower")
	}
	if other := map[string]string{"ai-card": "market", "bonus-card": "bonus", "cubes": "cube", "transparent": "crystal", "pieces": "follower", "supply": "market"}[thing]; other != "" {
		thing = other
	}
	return icon(thing)
}

// Art is the picture on a card, 100 wide and 72 high: symbols on a background, composed from the
// card's first steps.
type Art struct {
	Ground bool // has a horizon
	World  int  // which of three planets it is
	Beam   bool // what is harvested rises
	Pieces []Piece
}

// A Piece is a symbol of the sprite with its left, top and width.
type Piece struct {
	Ref     string
	X, Y, W int
}

// paint composes the picture of a face.
func paint(f engine.Face) (a Art) {
	switch {
	case f.Kind == "tile":
		return planets(f.Steps)
	case f.Kind == "leader" && len(f.Steps) > 0:
		return portrait(f.Steps[0][0])
	case f.Art == "color":
		return Art{Pieces: []Piece{{colorShapes[f.Color], 33, 18, 34}}}
	case f.Art != "" && hasSymbol(ref(f.Art)):
		return single(f)
	}
	seen, gems := map[string]bool{}, []string(nil)
	for _, step := range f.Steps {
		for _, s := range slices.Concat(step...) {
			if isGem(s.Icon) && !seen[s.Icon] {
				gems = append(gems, s.Icon)
			}
			seen[s.Icon] = true
		}
	}
	a.land(seen)
	for _, letter := range f.Name.String() + f.Mark.String() {
		a.World = (a.World + int(letter)) % 3
	}
	for i, gem := range gems {
		a.add(gem, [...][3]int{{34, 30, 27}, {62, 28, 27}, {47, 4, 26}}[i])
	}
	switch {
	case seen["sleep"]:
		a.add("sleep", [3]int{36, 10, 44})
	case seen["upgrade"] && !a.Ground && gems == nil:
		a.add("gold", [3]int{45, 30, 28})
		a.add("upgrade", [3]int{50, 6, 18})
	case len(a.Pieces) == 0 && len(f.Steps) > 0:
		a.lone(f.Steps[0][0])
	}
	return a
}

// single returns the one picture that a face names; sun and moon are above a horizon.
func single(f engine.Face) Art {
	if f.Kind == "day" || f.Kind == "night" {
		if f.Art == "trilithon" {
			return Art{Ground: true, Pieces: []Piece{{"i-trilithon", 22, 10, 56}}}
		}
		return Art{Ground: true, Pieces: []Piece{{ref(f.Art), 58, 4, 34}, {"i-trilithon", 12, 44, 27}}}
	}
	if scenes[f.Kind] {
		return Art{Pieces: []Piece{{ref(f.Art), 0, -14, 100}}} // as wide as the picture, in its middle
	}
	return Art{Pieces: []Piece{{ref(f.Art), 31, 14, 42}}}
}

// scenes are the kinds of cards whose symbol is a whole picture.
var scenes = map[string]bool{"attack": true, "conversion": true, "counterspell": true}

// portrait returns a leader with the sign of what it does.
func portrait(does engine.FaceOption) (a Art) {
	if does[0].Icon == "plus" && len(does) > 1 {
		does = does[1:]
	}
	a.add("leader", [3]int{26, 14, 44})
	a.add(does[0].Icon, [3]int{64, 42, 20})
	return a
}

// land draws what happens on a planet: settling, harvesting, discovering.
func (a *Art) land(seen map[string]bool) {
	cubes := ""
	for _, icon := range []string{"cube", "tower", "tower3"} {
		if seen[icon] {
			cubes = icon
		}
	}
	a.Ground = cubes != "" || seen["harvest"]
	a.Beam = seen["harvest"]
	switch {
	case cubes != "" && (seen["harvest"] || seen["discover"]):
		a.add(cubes, [3]int{30, 34, 30})
	case cubes != "":
		a.add(cubes, [3]int{42, 26, 36})
	case seen["harvest"]:
		a.add("energy", [3]int{53, 19, 28})
	}
	switch {
	case seen["discover"] && cubes == "":
		a.add("discover", [3]int{36, 14, 38})
	case seen["discover"]:
		a.add("discover", [3]int{54, 18, 28})
	}
	switch {
	case !a.Ground || !seen["upgrade"]:
	case cubes != "":
		a.add("upgrade", [3]int{79, 30, 16})
	default:
		a.add("upgrade", [3]int{36, 34, 18})
	}
}

// orbits are the places of planets, by how many there are.
var orbits = [][][3]int{1: {{34, 20, 32}}, 2: {{18, 22, 30}, {52, 22, 30}}, 3: {{36, 9, 26}, {19, 39, 26}, {54, 39, 26}}, 4: {{24, 12, 24}, {51, 12, 24}, {24, 41, 24}, {51, 41, 24}}}

// planets draws the planets of a solar system.
func planets(steps []engine.FaceStep) (a Art) {
	for i, step := range steps[:min(len(steps), 4)] {
		a.add(step[0][0].Icon, orbits[min(len(steps), 4)][i])
	}
	return a
}

// lone draws the symbols of a card without a scene: one or two, side by side.
func (a *Art) lone(option engine.FaceOption) {
	if len(option) == 1 {
		a.add(option[0].Icon, [3]int{31, 14, 42})
		return
	}
	a.add(option[0].Icon, [3]int{20, 20, 32})
	a.add(option[1].Icon, [3]int{56, 20, 32})
}

func (a *Art) add(icon string, at [3]int) {
	a.Pieces = append(a.Pieces, Piece{ref(icon), at[0], at[1], at[2]})
}

func isGem(icon string) bool { return icon == "anthracite" || icon == "gold" || icon == "crystal" }

// shapeName returns the name of the symbol of a shape.
func shapeName(s engine.Shape) string {
	return []string{"circle", "square", "triangle", "diamond"}[min(int(s), 3)]
}
