package page

import (
	"html/template"
	"strings"
)

// icon draws a symbol of symbols.html, 24 by 24; pages that use it begin with the
// template "symbols". What it means is said in words beside it or around it.
func icon(name string) template.HTML {
	return template.HTML(`<svg class="i" viewBox="0 0 24 24" aria-hidden="true"><use href="#` + template.HTMLEscapeString(ref(name)) + `"/></svg>`) // #nosec G203 -- escaped
}

// ref is the name of a symbol in the sprite: planets, p-, have one of their own.
func ref(icon string) string {
	if strings.HasPrefix(icon, "p-") || strings.HasPrefix(icon, "s-") {
		return icon
	}
	if other := otherSigns[icon]; other != "" {
		icon = other
	}
	return "i-" + icon
}

// otherSigns are the symbols of what has none of its own name.
var otherSigns = map[string]string{
	"reduce": "shield", "limit": "shield", "negate": "shield", "secure": "lock", "counterspell": "shield", "raise": "deal", "damage": "deal", "dealt": "deal", "taken": "shield", "spells": "book", "until": "next", "health": "heal",
	"push": "move", "gain": "plus", "energize": "energy", "act": "next", "actions": "next", "reroll": "swap", "reflect": "swap", "cleanse": "cursed-crystal",
	"peek": "zoom", "draw": "hand", "discount": "minus", "farther": "far", "spell-1": "book", "spell-2": "book", "spell-3": "book", "card": "market",
}

// Symbol is the name of the symbol of something; "" if it has none.
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

// colorShapes tell colors apart that things have by themselves, such as the fields of
// a ring; those of seats are the same as on their pieces.
var colorShapes = map[string]string{"white": "s-circle", "blue": "s-diamond", "green": "s-plus", "yellow": "s-triangle", "red": "s-square", "black": "s-cross"}

// colormark draws the shape of such a color.
func colormark(color string) template.HTML {
	if shape := colorShapes[color]; shape != "" {
		return inColor(color, shape)
	}
	return ""
}

// Sign is the name of the seat's shape in the sprite.
func (s Seat) Sign() string {
	return "s-" + shapeName(s.Shape)
}

// amountSign draws what seats have so many of: a color that has a shape, or a symbol, most of
// which have the name of the thing.
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
