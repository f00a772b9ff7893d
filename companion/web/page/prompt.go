package page

import (
	"cmp"
	"slices"
	"strings"

	"arbiter/companion"
	"arbiter/engine"
)

// A Prompt is the one place that says what the game wants from the seat, with the one primary
// button.
type Prompt struct {
	Form
	Say      string
	Then     string
	Hint     string // address of the advice; "" if the seat may not ask for it or has nothing to decide
	Yours    bool
	Over     bool
	Won      []Seat // the winners, at the end
	Lasted   []string
	Ends     string // when the question is over, see Context.Ends
	Main     *Move  // what the primary button does while nothing is picked
	Others   []Move // other moves that need no thing picked
	Deal     *Deal  // chance that the program supplies if there is nothing else to do
	Number   *Number
	Counts   []Number  // numbers that may be entered as well
	Sheet    bool      // several values may be entered at once in the list of all moves
	Told     bool      // something other than a number is read off the cardboard
	Reaction *Reaction // nil unless several seats are asked at the same time
}

// NewPrompt asks what the game asks, and offers the moves that need no thing to be touched.
func NewPrompt(c Context, m Moves) Prompt {
	p := Prompt{Form: m.Form, Over: c.Snap.View.Over}
	p.Say, p.Yours = c.asked()
	waits := c.waiting()
	switch {
	case p.Over:
		p.Won, p.Lasted = c.won(), c.lasted()
		p.Say = c.outcome(p.Won)
	case p.Say == "" && len(waits) > 0:
		p.Say = c.Say(engine.Say("Waiting for %s", engine.Term(names(waits))))
	}
	p.Reaction, p.Ends = NewReaction(c), c.Ends()
	if p.Yours && slices.Contains(c.Snap.Learners, c.Seat()) && len(c.Snap.Legal) > 1 {
		p.Hint = "/seat/" + string(c.Seat()) + "/hint"
	}
	p.offer(c, m)
	if p.Then == "" && !p.Over {
		p.Then = cmp.Or(c.plan(), c.reminders())
	}
	if left := c.omitted(); len(left) > 0 {
		p.Then = inOneLine(slices.DeleteFunc(append(left, p.Then), func(s string) bool { return s == "" }))
	}
	return p
}

// omitted says what was not possible of the seat's cards just now.
func (c Context) omitted() (all []string) {
	if n := len(c.Snap.Log); n > 0 && c.Snap.Log[n-1].Undoes == 0 {
		for _, e := range c.Snap.Log[n-1].Events {
			if e.Left && whose(e) == c.Seat() {
				all = append(all, c.Say(e.Text))
			}
		}
	}
	return all
}

// plan says what the cards laid by the seat come to, as far as it can know.
func (c Context) plan() string {
	f, ok := c.Snap.State.(engine.Forecaster)
	if !ok || c.Snap.Conceals {
		return ""
	}
	plan, _ := f.Forecast(c.Seat())
	if plan.From == plan.To {
		return "" // nothing laid
	}
	return strings.Join(c.texts(plan.Texts()), " · ")
}

// reminders returns what people tend to forget, for the seat that is asked.
func (c Context) reminders() string {
	var all []string
	for _, r := range c.Snap.View.Remind {
		if r.Seat == c.Seat() || r.Seat == engine.Table {
			all = append(all, c.Say(r.Text))
		}
	}
	return inOneLine(all)
}

// inOneLine joins sentences, adding a full stop where one has no end mark.
func inOneLine(sentences []string) string {
	var b strings.Builder
	for i, s := range sentences {
		if b.WriteString(s); i < len(sentences)-1 {
			if !strings.ContainsAny(s[max(0, len(s)-1):], ".?!") {
				b.WriteString(" ·")
			}
			b.WriteString(" ")
		}
	}
	return b.String()
}

// offer picks the move of the primary button: from the first group that may act, one that needs no
// thing on the page. While only another seat is asked there is none.
func (p *Prompt) offer(c Context, m Moves) {
	for _, g := range m.Groups {
		if len(g.Deals) > 0 && p.Deal == nil && p.Main == nil && len(g.Moves)+len(g.Numbers) == 0 {
			p.Deal = &g.Deals[0]
		}
		if len(g.Moves)+len(g.Numbers)+len(g.Told) == 0 || p.Main != nil || p.Number != nil || p.Counts != nil || p.Told || p.Others != nil {
			continue
		}
		p.Told = len(g.Told) > 0 && !c.asksAnother()
		if len(g.Numbers) > 0 {
			p.Number, p.Counts = c.counts(m)
			p.Sheet = len(g.Sheet) > 0
		}
		bare := slices.DeleteFunc(slices.Clone(g.Moves), func(x Move) bool { return c.drawn(x.Things) && len(g.Moves) > 1 && !x.Unseen || x.All })
		slices.SortStableFunc(bare, func(a, b Move) int { return lapsing(a) - lapsing(b) })
		if p.Others = bare; len(bare) > 0 && lapsing(bare[0]) == 0 && !alike(bare) && !c.asksAnother() {
			p.Main, p.Others = &bare[0], bare[1:]
			switch {
			case g.Who.Robot && !c.Virtual:
				p.course(c, bare)
			case len(g.Moves) == 1 && p.Number == nil && bare[0].Ask != "":
				p.Say, p.Then = bare[0].Ask, bare[0].Then
			case bare[0].Verb == c.Say(engine.Say("Do it")):
				bare[0].Verb = "" // nothing has said what "it" would be
			}
		}
	}
	if p.Main != nil || p.Number != nil {
		p.Deal = nil
	}
	if p.Number == nil && p.Counts != nil && p.Counts[0].Printed {
		p.Then = c.Say(engine.Say("Whoever sees a card may tell what is printed on it."))
	}
	if p.Number != nil && p.Number.Printed && p.Number.Near != nil {
		p.Then = c.Say(engine.Say("Read it off the card. The marked number is a guess."))
	}
}

// alike reports whether the first move has the same verb as another one: then none is primary, and
// people choose.
func alike(bare []Move) bool {
	return slices.ContainsFunc(bare[1:], func(x Move) bool { return x.Verb == bare[0].Verb })
}

// lapsing sorts moves last that give something up, even if that is only to know which card is drawn:
// the primary button never makes one.
func lapsing(m Move) int {
	if m.Lapses || m.Unseen {
		return 1
	}
	return 0
}

// Next separates the commands that one button gives one after the other.
const Next = ";"

// mostInTurn is how many commands one button gives at most.
const mostInTurn = 8

// course lets the primary button give the same command of a robot several times in a row, and says
// all that will happen. Doing it step by step remains possible.
func (p *Prompt) course(c Context, bare []Move) {
	lines, then := c.ahead(bare[0].Line)
	if len(lines) < 2 {
		return
	}
	all, one := bare[0], bare[0]
	all.Line, all.Verb = strings.Join(lines, Next), c.Say(engine.Say("All %d done", len(lines)))
	one.Verb, one.Text = "", c.Say(engine.Say("Only the first"))
	p.Main, p.Others, p.Then = &all, append([]Move{one}, bare[1:]...), strings.Join(then, " · ")
}

// ahead returns a command's line as often as it is the first choice again after itself, and what is
// asked from the second time on.
func (c Context) ahead(line string) (lines []string, then []string) {
	s := c.Snap.State
	for i := slices.IndexFunc(c.Snap.Legal, func(x companion.LegalCommand) bool { return x.Line == line }); i >= 0 && s != nil && len(lines) < mostInTurn; {
		x := c.Snap.Legal[i].Command
		events, err := s.Decide(x)
		if err != nil {
			break
		}
		lines = append(lines, line)
		for _, e := range events {
			s = s.Apply(e)
		}
		next := engine.BySeat(x.By(), s.Legal())
		if len(next) == 0 || next[0] != x {
			break
		}
		for _, ask := range s.View().Prompts {
			then = append(then, c.Say(ask.Text))
		}
	}
	return lines, then
}

// asked returns what the game asks of the seat, or else of anybody at the table.
func (c Context) asked() (say string, yours bool) {
	of := func(seat engine.Seat) (all []string) {
		for _, ask := range c.Snap.View.Prompts {
			text := ask.Text
			if !c.Lays && !ask.Hands.IsZero() {
				text = ask.Hands
			}
			if ask.Seat == seat {
				all = append(all, c.Say(text))
			}
		}
		return all
	}
	if own := of(c.Seat()); len(own) > 0 {
		return inOneLine(own), true
	}
	return inOneLine(of(engine.Table)), false
}

// waiting returns the other seats that are asked something.
func (c Context) waiting() (all []Seat) {
	for _, ask := range c.Snap.View.Prompts {
		if ask.Seat != c.Seat() && ask.Seat != engine.Table && !slices.ContainsFunc(all, func(s Seat) bool { return s.Key == string(ask.Seat) }) {
			all = append(all, c.Badge(ask.Seat))
		}
	}
	return all
}

// won returns the winners.
func (c Context) won() (won []Seat) {
	for _, p := range c.Snap.View.Seats {
		if p.Winner {
			won = append(won, c.Badge(p.Seat))
		}
	}
	return won
}

// outcome says who has won.
func (c Context) outcome(won []Seat) string {
	if len(won) == 0 {
		return c.Say(engine.Say("Nobody has won."))
	}
	if len(won) > 1 {
		return c.And(won) + " " + c.Say(engine.Say("have won"))
	}
	return won[0].Name + " " + c.Say(engine.Say("has won"))
}

// And lists seats as in speech.
func (c Context) And(seats []Seat) string {
	last := len(seats) - 1
	return c.Say(engine.Say("%s and %s", names(seats[:last]), seats[last].Name))
}

func names(seats []Seat) string {
	var all []string
	for _, s := range seats {
		all = append(all, s.Name)
	}
	return strings.Join(all, ", ")
}
