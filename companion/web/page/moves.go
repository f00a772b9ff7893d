package page

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"arbiter/companion"
	"arbiter/companion/web/commands"
	"arbiter/engine"
)

// Moves are all that a seat may do, as a list: the complete and accessible way to play, and what
// the script picks from when people touch things.
type Moves struct {
	Form
	Groups  []Group
	Denials []Denial
}

// A Form is what is sent with every command.
type Form struct {
	Seat    string
	Version int
	To      string // address
	Rolls   string // address for the result of a roll
}

// Form returns the form of the page's seat.
func (c Context) Form() Form {
	return Form{string(c.Seat()), c.Stamp, cmp.Or(c.Copy, "/do"), cmp.Or(c.Copy, "/roll")}
}

// A Group is what one actor may do: the seat, the Table or a robot.
type Group struct {
	Own       bool
	Who       Seat
	Moves     []Move
	Numbers   []Number
	Sheet     []Number // values to read off the cardboard, if there are several; the one that is asked for comes first, and is sent last because the game goes on after it
	Told      []Move   // what people read off the cardboard, if it is not a number
	Lists     []List
	Draws     []Draw
	Deals     []Deal
	Cardboard []List // what people may tell of the cardboard although the program can draw
}

// Single returns the numbers that are entered one by one.
func (g Group) Single() []Number {
	return slices.DeleteFunc(slices.Clone(g.Numbers), func(n Number) bool { return n.Printed && len(g.Sheet) > 0 })
}

// Lines returns the lines of the sheet, with holes.
func (g Group) Lines() string {
	var lines []string
	for _, n := range g.Sheet {
		lines = append(lines, n.Line)
	}
	return strings.Join(lines, Next)
}

// A Move is a command as people choose it.
type Move struct {
	Line   string
	Text   string // the sentence
	About  string // what the game says of it; may be ""
	Things string // what is touched to mean it, separated by |
	Ask    string // the question; "" means Text
	Verb   string // on the button; "" is a default word
	Then   string // what would follow
	Lapses bool   // it gives something up, as its sentence says
	All    bool   // everybody must agree to it
	Unseen bool   // a card is drawn from the cardboard without telling which
	Free   bool   // taking it back costs nothing, so it is done at once
	Parts  string // parts of the sentence, separated by |, if people read it off the cardboard
	Likely bool   // another box has the same value
	OnCard bool   // the answer stands on the card that it is about
	Row    string // its title in the list of what the seat may do one after the other; "" if it is in none
	Notes  string // what is said of it in that list
	Usual  bool   // it stands for those with the same title
	Gain   int    // what it adds to the seat's progress
}

// A Number is one control for commands that differ in a number. It starts empty, so that whatever
// is entered was typed by somebody.
type Number struct {
	Line          string // with a hole
	Before, After string
	Min, Max      int
	Says          string // the sentence, with {} for the number
	Then          string // what would follow; {12} stands for 12 plus the number
	Moment        int    // the entry after which it is asked for; a number typed before that is dropped
	Printed       bool   // people read it off the cardboard
	Near          []Near // numbers that have a button each: the likely one of a card and those next to it, or those that are entered soonest
	Free          bool   // those are entered by one tap, because taking one back costs nothing
	Thens         string // what would follow, by number from Min on, as JSON; "" if Then says it
}

// A Near is a number that has a button of its own.
type Near struct {
	N      int
	Likely bool
}

// A List is one control for many commands.
type List struct {
	Title  string
	Moves  []Move
	Chance bool // people tell what their cardboard brought
}

// Up to how many commands of a kind get a button each; from how many on commands that differ in a
// number become one control; and how many numbers of another seat get a button each.
const (
	mostButtons   = 60
	fewestNumbers = 3
	mostOthers    = 3
)

// NewMoves returns what the seat may do.
func NewMoves(c Context) Moves {
	m := Moves{Form: c.Form(), Denials: c.denials()}
	for _, x := range c.Snap.Legal {
		if !slices.ContainsFunc(m.Groups, func(g Group) bool { return g.Who.Key == string(x.By) }) {
			m.Groups = append(m.Groups, Group{Own: x.By == c.Seat(), Who: c.Badge(x.By)})
		}
	}
	for i := range m.Groups {
		by := slices.DeleteFunc(slices.Clone(c.Snap.Legal), func(x companion.LegalCommand) bool { return string(x.By) != m.Groups[i].Who.Key })
		c.fill(&m.Groups[i], by)
	}
	slices.SortStableFunc(m.Groups, func(a, b Group) int { return a.rank() - b.rank() })
	return m
}

// rank sorts the seat's own moves first and those of the Table last.
func (g Group) rank() int {
	switch {
	case g.Own:
		return 0
	case g.Who.Color != "":
		return 1
	}
	return 2
}

func (c Context) fill(to *Group, by []companion.LegalCommand) {
	untold := commands.Untold(by)
	deals, rest, cardboard := c.deals(by, untold)
	to.Deals = deals
	for _, g := range commands.Groups(rest) {
		if all := c.numbers(g); all != nil {
			to.Numbers = append(to.Numbers, all...)
		} else if g[0].Printed && c.Copy == "" {
			to.Told = append(to.Told, c.listing(g).Moves...)
		} else if d, ok := c.draw(g); ok {
			to.Draws = append(to.Draws, d)
		} else if len(g) > mostButtons {
			to.Lists = append(to.Lists, c.listing(g))
		} else {
			to.Moves = append(to.Moves, c.listing(g).Moves...)
		}
	}
	if printed := slices.DeleteFunc(slices.Clone(to.Numbers), func(n Number) bool { return !n.Printed }); len(printed) > 1 {
		to.Sheet = printed
	}
	for _, g := range commands.Groups(cardboard) {
		told := c.listing(g)
		switch {
		case c.Screens:
			to.Cardboard = append(to.Cardboard, told)
		case untold(g[0]):
			for _, x := range told.Moves {
				x.Unseen = true
				to.Moves = append(to.Moves, x)
			}
		default:
			told.Chance = true
			to.Lists = append(to.Lists, told)
		}
	}
}

func (c Context) listing(g []companion.LegalCommand) List {
	l := List{Title: commands.Gapped(c.Say, g[0], commands.Varying(g))}
	for _, x := range g {
		l.Moves = append(l.Moves, c.move(x))
	}
	return l
}

func (c Context) move(x companion.LegalCommand) Move {
	m := Move{Line: x.Line, Text: c.Say(x.Text), Things: strings.Join(c.things(x), "|")}
	m.Free = c.Copy == "" && (c.lays(x) || c.light(x) && m.Things != "" && c.drawn(m.Things))
	m.All = c.Game.Everybodys != nil && c.Game.Everybodys(x.Command)
	if m.Likely = x.Likely; x.Printed {
		m.Things, m.Parts = "", strings.Join(c.texts(x.Text.Parts()), "|")
	}
	if c.Snap.State == nil {
		return m
	}
	if c.Game.Describe != nil {
		m.About = c.Say(c.Game.Describe(c.Snap.State, x.Command))
	}
	if c.Game.Effect != nil {
		e := c.Game.Effect(c.Snap.State, x.Command)
		m.Ask, m.Verb = c.Say(e.Ask), c.Say(e.Verb)
		if m.Then = strings.Join(c.texts(e.Then), " · "); x.Printed {
			m.Then = cmp.Or(m.Then, c.remembered())
		}
		if m.Lapses = !e.Lapses.IsZero(); m.Lapses {
			m.Text = c.Say(e.Lapses)
		}
		m.Free = m.Free || e.AtOnce && c.Copy == "" && c.Snap.Virtual && c.drawn(m.Things) && c.returns(x)
		m.OnCard = e.OnCard && c.Copy == "" && !m.All && !m.Lapses
		m.Row, m.Notes, m.Usual = c.Say(e.Row.Title), strings.Join(c.texts(e.Row.Notes), " · "), e.Row.Usual
		for _, change := range e.Changes {
			if change.Seat == x.By && change.Of == c.progress() {
				m.Gain = change.To - change.From
			}
		}
	}
	return m
}

// progress returns the name of the track that runs after the goal; "" if there is none.
func (c Context) progress() string {
	if at := c.Snap.View.Track(engine.RoleProgress); at >= 0 {
		return c.Snap.View.Tracks[at].Name
	}
	return ""
}

// light reports whether touching what a command is about is enough, without a confirmation: on
// screens alone, while a card is carried out, people see the result and can take it back with a
// tap, and nobody else is asked.
func (c Context) light(x companion.LegalCommand) bool {
	v := c.Snap.View
	others := func(p engine.Place) bool { return p.Seat != c.Seat() && !c.Badge(p.Seat).Robot }
	return c.Snap.Virtual && x.By != engine.Table && v.InPlay.Seat == x.By && !slices.ContainsFunc(v.Seats, others)
}

// returns reports whether the seat alone could take a command back as soon as it is played: nothing
// is revealed by it, and the game then waits for a choice of the same seat and for nothing else. What
// leaves no choice happens by itself first.
func (c Context) returns(x companion.LegalCommand) bool {
	if x.By != c.Seat() {
		return false
	}
	s, next := c.Snap.State, x.Command
	for range mostForced {
		events, err := s.Decide(next)
		if err != nil || engine.Revealing(engine.Entry{Events: events}) {
			return false
		}
		for _, e := range events {
			s = s.Apply(e)
		}
		legal := s.Legal()
		if len(legal) == 0 || len(engine.BySeat(x.By, legal)) < len(legal) || engine.WindowOf(s).Open() {
			return false
		}
		if len(legal) > 1 {
			return true
		}
		next = legal[0]
	}
	return false
}

// mostForced is how many steps without a choice a command may bring about and still be taken back
// as one.
const mostForced = 8

func (c Context) texts(list []engine.Text) (all []string) {
	for _, t := range list {
		all = append(all, c.Say(t))
	}
	return all
}

// numbers returns controls for a group, one for each thing that it names beside a number; nil if it
// differs in more.
func (c Context) numbers(g []companion.LegalCommand) (all []Number) {
	var things [][]companion.LegalCommand
	at := slices.IndexFunc(g[0].Text.Args, func(a any) bool { _, is := a.(int); return is })
	if at < 0 {
		return nil
	}
	for _, x := range g {
		i := slices.IndexFunc(things, func(of []companion.LegalCommand) bool {
			for k, a := range x.Text.Args {
				if k != at && !commands.Alike(a, of[0].Text.Args[k]) {
					return false
				}
			}
			return true
		})
		if i < 0 {
			i, things = len(things), append(things, nil)
		}
		things[i] = append(things[i], x)
	}
	for _, of := range things {
		n, ok := c.number(of)
		if !ok {
			return nil
		}
		all = append(all, n)
	}
	return all
}

// number returns one control for a group that differs in a number and in nothing that people touch.
func (c Context) number(g []companion.LegalCommand) (Number, bool) {
	at, words := commands.Varying(g), commands.Differing(g)
	if len(g) < fewestNumbers || len(at) != 1 || len(words) != 1 {
		return Number{}, false
	}
	first, ok := g[0].Text.Args[at[0]].(int)
	if !ok || len(c.things(g[0])) > 0 {
		return Number{}, false
	}
	n := Number{Line: commands.Pattern(g[0].Line, words), Min: first, Max: first}
	for _, x := range g {
		n.Min, n.Max = min(n.Min, x.Text.Args[at[0]].(int)), max(n.Max, x.Text.Args[at[0]].(int))
	}
	if n.Max-n.Min+1 != len(g) {
		return Number{}, false
	}
	n.Before, n.After, _ = strings.Cut(commands.Gapped(c.Say, g[0], at), "…")
	n.Before, n.After = strings.TrimSpace(n.Before), strings.TrimSpace(n.After)
	n.Says = strings.ReplaceAll(commands.Gapped(c.Say, g[0], at), "…", commands.Hole)
	n.Then, n.Moment = c.changes(g, at[0]), c.moment(g[0].By)
	if n.Printed = g[0].Printed; n.Printed {
		n.Near, n.Thens = near(g, at[0], n), c.thens(g)
	} else if c.enters(g[min(1, len(g)-1)]) {
		n.Near, n.Free = c.small(g, at[0])
	}
	return n, true
}

// quick are the numbers that have a button each, two rows of them on a phone: with a ten and a digit
// two taps enter any number up to 39 that may be told in two parts.
var quick = []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 30}

// small returns those of some commands that are quick, and whether all of them are entered by one tap:
// the seat could take each back alone.
func (c Context) small(g []companion.LegalCommand, at int) (all []Near, free bool) {
	for _, x := range g {
		if n := x.Text.Args[at].(int); slices.Contains(quick, n) {
			if !c.returns(x) {
				return nil, false
			}
			all = append(all, Near{N: n})
		}
	}
	slices.SortFunc(all, func(a, b Near) int { return a.N - b.N })
	return all, len(all) > 0
}

// enters reports whether the game lets a number be entered at the first tap.
func (c Context) enters(x companion.LegalCommand) bool {
	return c.Copy == "" && c.Snap.State != nil && c.Game.Effect != nil && c.Game.Effect(c.Snap.State, x.Command).AtOnce
}

// besideLikely is how many numbers on each side of the likely one can be entered with one tap.
const besideLikely = 2

// near returns the number that is likely printed, and those next to it.
func near(g []companion.LegalCommand, at int, n Number) (all []Near) {
	i := slices.IndexFunc(g, func(x companion.LegalCommand) bool { return x.Likely })
	if i < 0 {
		return nil
	}
	likely := g[i].Text.Args[at].(int)
	for k := max(n.Min, likely-besideLikely); k <= min(n.Max, likely+besideLikely); k++ {
		all = append(all, Near{k, k == likely})
	}
	return all
}

// thens returns what would follow each of some commands, as JSON.
func (c Context) thens(g []companion.LegalCommand) string {
	if c.Game.Effect == nil || c.Snap.State == nil {
		return ""
	}
	all := make([]string, len(g))
	for i, x := range g {
		all[i] = cmp.Or(strings.Join(c.texts(c.Game.Effect(c.Snap.State, x.Command).Then), " · "), c.remembered())
	}
	text, _ := json.Marshal(all) // strings can always be encoded
	return string(text)
}

// remembered says what becomes of values read off a card of the owner's box.
func (c Context) remembered() string {
	if !c.Snap.View.Caveat.IsZero() {
		return "" // the value is invented
	}
	return c.Say(engine.Say("It is remembered with the box."))
}

// counts returns the number that the seat is asked for, and those that it may enter as well. All
// are in others if there are also cards to choose from, or only another seat is asked.
func (c Context) counts(m Moves) (open *Number, others []Number) {
	for _, g := range m.Groups {
		switch {
		case len(g.Numbers) == 0:
			continue
		case !g.Numbers[0].Printed && (NewOffers(c, m).Open() || c.asksAnother()):
			return nil, g.Numbers
		case !g.Numbers[0].Printed:
			return &g.Numbers[0], g.Numbers[1:]
		case c.asksAnother():
			return nil, g.Numbers[:min(len(g.Numbers), mostOthers)]
		}
		return &g.Numbers[0], nil // one after the other
	}
	return nil, nil
}

// asksAnother reports whether the game waits only for a person at another seat.
func (c Context) asksAnother() bool {
	prompts := c.Snap.View.Prompts
	return len(prompts) > 0 && !slices.ContainsFunc(prompts, func(p engine.Prompt) bool {
		return p.Seat == c.Seat() || p.Seat == engine.Table || c.Badge(p.Seat).Robot
	})
}

// changes returns which numbers of the actor would change, and by how much, for commands that
// differ in a number; the format is that of Number.Then.
func (c Context) changes(g []companion.LegalCommand, at int) string {
	if c.Game.Effect == nil || c.Snap.State == nil {
		return ""
	}
	var all []string
	last := g[len(g)-1]
	most := c.Game.Effect(c.Snap.State, last.Command).Changes
	for _, x := range c.Game.Effect(c.Snap.State, g[0].Command).Changes {
		more := last.Text.Args[at].(int) - g[0].Text.Args[at].(int)
		for _, t := range c.Snap.View.Tracks {
			if t.Name == x.Of && slices.Contains(most, engine.Change{Seat: x.Seat, Of: x.Of, From: x.From, To: x.To + more}) {
				said := commands.Gapped(c.Say, companion.LegalCommand{Text: engine.Say("%s: %d → %d", t.Title, x.From, x.To)}, []int{2})
				all = append(all, strings.ReplaceAll(said, "…", fmt.Sprintf("{%d}", x.To-g[0].Text.Args[at].(int))))
			}
		}
	}
	return strings.Join(all, " · ")
}

// moment returns the last entry that an actor has made, or that took one back.
func (c Context) moment(by engine.Seat) int {
	for _, l := range slices.Backward(c.Snap.Log) {
		if l.By == by || l.Undoes != 0 {
			return l.Seq
		}
	}
	return 0
}

// A Deal is chance that the program may supply: one draw, or everything that is due.
type Deal struct {
	Text string
	Deck string // line with holes for the commands of which one is drawn; or
	To   string // the seat that is dealt something
}

// deals returns the draws that the program may make for a seat, and the remaining commands. Those
// that tell what the cardboard brought are separate, and left out if they would name another seat's
// cards. In a copy people choose what chance brings.
func (c Context) deals(by []companion.LegalCommand, untold func(companion.LegalCommand) bool) (all []Deal, rest, cardboard []companion.LegalCommand) {
	if c.Copy != "" {
		return nil, by, nil
	}
	some := slices.ContainsFunc(by, untold)
	var drawn []companion.LegalCommand
	for _, x := range by {
		to := commands.Dealt(c.Snap.View, x)
		switch {
		case to == "" && !commands.Draws(x) && !untold(x):
			rest = append(rest, x)
			continue
		case to == "" && commands.Draws(x):
			drawn = append(drawn, x)
		case to != "" && (c.Screens || !some) && !slices.ContainsFunc(all, func(d Deal) bool { return d.To == string(to) }):
			all = append(all, Deal{Text: commands.Gapped(c.Say, x, terms(x)), To: string(to)})
		}
		if !c.Screens && some && c.toRobot(x) {
			continue // nobody looks at a robot's cards
		}
		if to == "" || some && to == c.Seat() {
			cardboard = append(cardboard, x)
		}
	}
	for _, g := range commands.Groups(drawn) {
		gaps := commands.Varying(g)
		if len(g) == 1 { // the last card of a pile is turned up like any other
			gaps = terms(g[0])
		}
		if c.Screens {
			all = append(all, Deal{Text: commands.Gapped(c.Say, g[0], gaps), Deck: commands.Pattern(g[0].Line, commands.Differing(g))})
		}
	}
	return all, rest, cardboard
}

// toRobot reports whether a command names a card that a robot draws.
func (c Context) toRobot(x companion.LegalCommand) bool {
	robot := func(w string) bool { return c.Badge(engine.Seat(w)).Robot }
	return commands.Draws(x) && slices.ContainsFunc(strings.Fields(x.Line)[1:], robot)
}

// terms returns the indexes of the arguments of a sentence that are words of the game.
func terms(x companion.LegalCommand) (at []int) {
	for i, a := range x.Text.Args {
		if _, ok := a.(engine.Term); ok {
			at = append(at, i)
		}
	}
	return at
}
