package page

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"arbiter/engine"
)

// A Card is a card, or anything else with a face, in any size: its style measures in parts of its
// width, --w. What can be done with it at the moment is a class on its element or the one around
// it: may, picked, now, done, cannot, covered.
type Card struct {
	Key    string // of the element; the same wherever the card lies, so that a move can be animated
	Thing  string // what a tap on it means, as engine.Aimed has it: "card ai-07"; "" if nothing
	State  string // one of the classes above; may be ""
	Label  string // name, numbers and words, for screen readers
	Name   string
	Words  string
	Long   int    // how much room the words need: 1 is that of a large card, 2 more than any card has
	Kind   string // "start", "ai" ...; "plain" if unknown
	Mark   string // small, in the corner
	Owner  Seat   // whose shape is on the back and, for the seat's own cards, in the corner
	Own    bool
	Tint   string // class of the card's own color; may be ""
	Sign   string // shape for that color in the corner
	Ring   string // the number in the ring; may be ""
	Good   bool   // the number in the ring is an advantage: energy, or negative consumption
	Sample bool   // the number in the ring is a stand-in
	From   string // source of its values; may be ""
	Price  []string
	Gives  []Gift
	Steps  []Step
	Art    Art
	Photo  string // address of the owner's picture; may be ""
	Down   bool   // face down
	Closed bool   // face down for everybody but the viewer
	Fresh  bool   // can still be taken back
	Places int    // how many symbols are in the row of steps
	Answer Answer // what stands below it; zero if nothing
}

// An Answer is the one move that a card alone means, below that card: one tap makes it, and the card
// itself can be read.
type Answer struct {
	Line, Verb string
	Ask        string // the question, for screen readers
}

// A Gift is what a card brings besides its steps: a symbol, repeated for each gem; for energy with
// the number.
type Gift struct {
	Icons []string
	N     int
}

// A Step is one step of a card: alternatives, of which one is chosen.
type Step [][]Sign

// A Sign is a symbol with what is written beside it.
type Sign struct {
	Icon  string
	Label string // such as "×2" or "P3"
	Far   bool   // at any range
	Any   bool   // on any planet
	World string // the planet that it is for; may be ""
}

// Inside returns the card for use in a control that has its name and is touched instead: there it
// is hidden from screen readers.
func (k Card) Inside() Card {
	k.Key, k.Thing, k.Label, k.Answer = "", "", "", Answer{}
	return k
}

// Card returns a card that lies somewhere. owner is whose shape is on its back.
func (c Context) Card(k engine.Card, owner engine.Seat) Card {
	out, made := c.cards[lying{k, owner}]
	if !made {
		if out = c.card(k, owner); c.cards != nil {
			c.cards[lying{k, owner}] = out
		}
	}
	return out
}

func (c Context) card(k engine.Card, owner engine.Seat) Card {
	if k.Name == "" {
		return Card{Down: true, Fresh: k.Fresh, Kind: "plain", Owner: c.Badge(owner), Label: c.Sentence(engine.Say("face down"))}
	}
	out := Card{}
	if face, ok := c.printed(k.Name); ok {
		out = c.faced(printing{face, k.Down})
	} else {
		out.Name, out.Kind = c.Term(k.Name), "plain"
		out.Label = out.Name
	}
	out.Key, out.Thing = "card-"+string(owner)+"-"+string(k.Name), "card "+string(k.Name)
	out.Closed, out.Fresh, out.Owner = k.Down, k.Fresh, c.Badge(owner)
	out.Own = out.Kind == "start" && out.Owner.Color != ""
	c.own(&out, k.Name)
	return out
}

// printed returns the face of a thing; false if nothing is known of it.
func (c Context) printed(t engine.Term) (engine.Face, bool) {
	if c.Game.Face == nil || c.Snap.State == nil {
		return engine.Face{}, false
	}
	return c.Game.Face(c.Snap.State, t)
}

// own gives a card the name and picture that the owner has given it.
func (c Context) own(out *Card, card engine.Term) {
	if c.Faces == nil {
		return
	}
	name := ""
	if name, out.Photo = c.Faces(card); name != "" {
		out.Name, out.Label = name, name+", "+out.Label
	}
}

// Thing shows something that lies nowhere, such as an upgrade, as a card.
func (c Context) Thing(t engine.Term) Card { return c.Card(engine.Card{Name: t}, "") }

// Sentence translates a text that stands alone, and capitalizes it.
func (c Context) Sentence(t engine.Text) string {
	text := c.Say(t)
	first, size := utf8.DecodeRuneInString(text)
	if size == 0 {
		return ""
	}
	return string(unicode.ToUpper(first)) + text[size:]
}

// A printing is a face and whether it is hidden from others: all that a card shows by itself.
type printing struct {
	engine.Face
	closed bool
}

// faced returns the card that shows a face. A face names no seat, so the card is the same for
// everybody who may see it.
func (c Context) faced(f printing) Card {
	out, _ := c.Printed.Of("", f, func() (Card, error) { return c.face(f), nil })
	return out
}

func (c Context) face(f printing) (out Card) {
	out.Kind, out.Mark, out.Name, out.Words = f.Kind, c.Say(f.Mark), c.Sentence(f.Name), c.Sentence(f.Words)
	out.Long = room(out.Name, out.Words, f.Kind)
	out.tint(f.Face)
	if f.Ring.Of != "" {
		out.Ring, out.Good = minus(f.Ring.N), f.Ring.Of == "energy" || f.Ring.Of == "consumption" && f.Ring.N < 0
	}
	out.From = c.Sentence(engine.Readings(f.Read))
	out.Sample = out.Ring != "" && len(f.Read) > 0 && f.Read[0].Origin.Invented()
	for _, a := range f.Price {
		for range a.N {
			out.Price = append(out.Price, a.Of)
		}
	}
	for _, a := range f.Gives {
		out.Gives = append(out.Gives, gift(a))
		out.Places++
	}
	if f.Kind != "tile" { // its picture is planets
		for _, s := range f.Steps {
			out.Steps = append(out.Steps, out.step(s))
		}
	}
	out.Art, out.Label = paint(f.Face), c.label(f, out.Name, out.Words)
	return out
}

// room returns how much room words need: 0 if little, 1 for that of a large card, 2 for more than
// any card has. A name of two lines leaves less.
func room(name, words, kind string) int {
	n := utf8.RuneCountInString(words)
	if utf8.RuneCountInString(name) > 17 {
		n += 22
	}
	if kind == "tile" {
		n += 12
	}
	switch {
	case words == "" || n > 150:
		return 2
	case n > 88:
		return 1
	}
	return 0
}

// tint gives a card a color of its own: that of a galaxy, or of a field of the ring.
func (c *Card) tint(f engine.Face) {
	switch {
	case f.Color == "":
	case f.Kind == "dark":
		c.Tint = "g-" + ColorClass(f.Color)
	default:
		c.Tint, c.Sign = "c-"+ColorClass(f.Color), f.Color
	}
}

// label says everything that the drawing shows, for screen readers.
func (c Context) label(f printing, name, words string) string {
	all := engine.Say("%s", name)
	if mark := c.Say(f.Mark); mark != "" && !strings.HasSuffix(name, mark[strings.LastIndex(mark, " ")+1:]) {
		all = engine.Say("%s", name+", "+mark)
	}
	if f.closed {
		all = engine.Say("%s, face down", all)
	}
	switch {
	case f.Ring.Of == "consumption":
		all = engine.Say("%s, consumption %d", all, f.Ring.N)
	case f.Ring.Of == "energy":
		all = engine.Say("%s, energy %d", all, f.Ring.N)
	}
	if f.Price != nil {
		price := engine.Text{}
		for _, a := range f.Price {
			price = price.With(engine.Say("%d %s", a.N, engine.Term(a.Of)))
		}
		all = engine.Say("%s, costs %s", all, price)
	}
	text := strings.ReplaceAll(c.Say(all), softHyphen, "")
	if words != "" {
		text += ". " + words
	}
	if from := c.Sentence(engine.Readings(f.Read)); from != "" {
		text = strings.TrimRight(text, ".") + ". " + from
	}
	return text
}

// minus formats a number with a minus sign as wide as a plus.
func minus(n int) string {
	if n < 0 {
		return "−" + strconv.Itoa(-n)
	}
	return strconv.Itoa(n)
}

func gift(a engine.Amount) Gift {
	if a.Of == "energy" || a.N > 3 {
		return Gift{[]string{a.Of}, a.N}
	}
	g := Gift{}
	for range a.N {
		g.Icons = append(g.Icons, a.Of)
	}
	return g
}

func (c *Card) step(s engine.FaceStep) (all Step) {
	for _, option := range s {
		var signs []Sign
		for _, symbol := range option {
			signs = append(signs, signsOf(symbol)...)
		}
		all, c.Places = append(all, signs), c.Places+len(signs)
	}
	return all
}

// signsOf repeats the symbol of a gem for each gem, and writes a number beside any other symbol.
func signsOf(s engine.Symbol) []Sign {
	sign, far := Sign{Icon: s.Icon, Label: s.Label}, []Sign(nil)
	for _, mark := range s.Signs {
		switch mark {
		case "any-range":
			sign.Far = true
		case "any-planet":
			sign.Any = true
		case "terrestrial", "desert", "volcanic":
			sign.World = mark
		case "self", "one", "tile", "each", "attacker": // its words say whom it is for
		case "reach-0", "reach-0-1", "reach-1", "reach-0-2", "reach-1-2", "reach-any":
			far = append(far, Sign{Icon: "range", Label: strings.TrimPrefix(mark, "reach-")})
		default:
			sign.Label += mark
		}
	}
	switch s.Icon {
	case "anthracite", "gold", "crystal":
		var all []Sign
		for range max(s.Times, 1) {
			all = append(all, sign)
		}
		return all
	}
	if s.Times > 1 && s.Label == "" {
		sign.Label = "×" + strconv.Itoa(s.Times)
	}
	return append([]Sign{sign}, far...)
}
