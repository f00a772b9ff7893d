package page

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"arbiter/companion"
	"arbiter/engine"
)

// A Headline says who acted and what came of it: the last thing that happened, apart from what is
// too small for a headline and from chance that concerns nobody, or if nothing has, what the game
// waits for.
type Headline struct {
	Who    []Seat   // who did it or is asked
	By     string   // whose thing harmed a seat, or else the first of Who; "" if nobody did it
	Name   string   // precedes Text; "" if Text has the name, or nobody did it
	Text   string   // "founds a colony in Blue"
	So     string   // what came of it; "" if nothing is worth saying
	Stage  []string // round and phase
	Title  string   // of the game; "" while none is running
	Ends   string   // when the question is over, see Context.Ends
	Caveat string   // what holds for the whole game, such as stand-in values; may be ""
	Over   bool
	Step   string // the entry that it tells, and how many of its events; "" if it tells of none
	Tempo  *Tempo // nil if the clock says nothing of the game
}

// Long returns how much room the sentence takes: 0, 1 or 2.
func (h Headline) Long() int { return long(h.Sentence(), 42, 90) }

// NewHeadline returns the headline of a moment.
func NewHeadline(c Context) Headline {
	h := Headline{Over: c.Snap.View.Over}
	if c.Snap.GameID == "" {
		h.Text = c.Say(engine.Say("No game is running."))
		if c.Snap.Ended.Open() {
			h.Text = c.Say(engine.Say("The last game was ended"))
		}
		return h
	}
	h.Caveat, h.Ends, h.Tempo = c.Say(c.Snap.View.Caveat), c.Ends(), NewTempo(c)
	h.Title = c.Term(engine.Term(c.Snap.Title))
	if h.Stage = c.texts(c.Snap.View.Stage); h.Over && len(c.lasted()) > 0 {
		h.Stage = c.lasted()
	}
	switch {
	case h.Over:
		h.won(c)
	case c.Snap.Divergence != nil:
		h.Text = c.Say(engine.Say("The rules have changed"))
	default:
		h.happened(c)
	}
	return h
}

// Sentence returns the headline as it is spoken.
func (h Headline) Sentence() string {
	all := strings.TrimSpace(h.Name + " " + h.Text)
	switch {
	case h.So == "":
	case strings.Contains(all, ": "):
		all += "; " + h.So
	default:
		all += ": " + h.So
	}
	return all
}

// Happened returns the last thing that happened, as it is spoken; "" if nothing has. If no event is
// about whoever acted, it is the command: prompts say whose turn it is.
func Happened(c Context) string {
	n := len(c.Snap.Log)
	if n == 0 {
		return ""
	}
	var h Headline
	if l := c.Snap.Log[n-1]; l.Undoes == 0 && l.By != engine.Table && !l.Command.IsZero() && !slices.ContainsFunc(l.Events, func(e companion.EventLine) bool { return whose(e) == l.By }) {
		h.command(c, l)
	} else {
		h.tell(c, l)
	}
	return h.Sentence()
}

// won names the winners.
func (h *Headline) won(c Context) {
	for _, p := range c.Snap.View.Seats {
		if p.Winner {
			h.Who = append(h.Who, c.Badge(p.Seat))
		}
	}
	switch len(h.Who) {
	case 0:
		h.Text = c.Say(engine.Say("Nobody has won."))
	case 1:
		h.Name, h.Text = h.Who[0].Name, c.Say(engine.Say("wins"))
	default:
		h.Name, h.Text = c.And(h.Who), c.Say(engine.Say("win"))
	}
}

// happened tells the last line of the log that is somebody's doing, or else asks.
func (h *Headline) happened(c Context) {
	step := c.Snap.Step
	if step.Seq != 0 && !bare(step) && !unmoving(step) {
		h.tell(c, step)
		h.Step = fmt.Sprint(step.Seq, ".", c.part())
	} else {
		for _, l := range slices.Backward(c.Snap.Log) {
			if l.Seq == step.Seq {
				l.Events = l.Events[:len(l.Events)-len(step.Events)]
				if len(step.Events) > 0 && len(l.Events) == 0 {
					continue // all that the entry tells is the step
				}
			}
			if !bare(l) && !minor(l) {
				h.tell(c, l)
				break
			}
		}
	}
	if c.Snap.View.Rise.Seat != "" || step.Seq != 0 && unmoving(step) {
		h.So = "" // the sum is shown below, or was told
	}
	if h.Text == "" || slices.Contains(h.Stage, h.Text) {
		h.Who, h.By, h.Name, h.So = nil, "", "", ""
		h.ask(c)
	}
	if step.Seq == 0 {
		return
	}
	so := c.moves(step, mainEvent(step))
	if bare(step) {
		so = dotted(c.sentence(step), so)
	}
	if !strings.Contains(h.So, so) {
		h.So = so
	}
}

// bare reports whether a line is chance that concerns no seat, such as the tile that was drawn for
// what somebody does, or the card that fills a gap: the cardboard shows it.
func bare(l companion.LogLine) bool {
	concerns := func(e companion.EventLine) bool { return whose(e) != "" || len(e.Reason.Compares) > 0 }
	return l.By == engine.Table && l.Undoes == 0 && !slices.ContainsFunc(l.Events, concerns)
}

// minor reports whether all that a line tells is too small for a headline.
func minor(l companion.LogLine) bool {
	return l.Undoes == 0 && len(l.Events) > 0 && !slices.ContainsFunc(l.Events, func(e companion.EventLine) bool { return !e.Minor })
}

// unmoving reports whether a step is too small for a headline, and changes no number and no place.
func unmoving(l companion.LogLine) bool {
	return minor(l) && !slices.ContainsFunc(l.Events, func(e companion.EventLine) bool { return e.Moves })
}

// ask says what the game waits for: in brief if seats are asked different things, otherwise what
// the first one is asked.
func (h *Headline) ask(c Context) {
	all := c.Snap.View.Prompts
	if len(all) == 0 {
		return
	}
	alike := func(of func(engine.Prompt) engine.Text) bool {
		return !slices.ContainsFunc(all, func(p engine.Prompt) bool { return !of(p).Equal(of(all[0])) })
	}
	text := all[0].Text
	if !alike(func(p engine.Prompt) engine.Text { return p.Text }) {
		if text = all[0].Brief; text.IsZero() || !alike(func(p engine.Prompt) engine.Text { return p.Brief }) {
			text, all = all[0].Text, all[:1]
		}
	}
	h.Text = c.Say(text)
	for _, p := range all {
		if p.Seat != engine.Table {
			h.Who = append(h.Who, c.Badge(p.Seat))
		}
	}
	if len(h.Who) > 0 {
		h.By = h.Who[0].Key
	}
}

// tell says what a line of the log is about.
func (h *Headline) tell(c Context, l companion.LogLine) {
	if l.Undoes != 0 {
		h.undone(c, l)
		return
	}
	main := mainEvent(l)
	h.Step = fmt.Sprint(l.Seq, ".", len(l.Events))
	switch {
	case main >= 0:
		h.put(c, whose(l.Events[main]), brief(l.Events[main]))
		h.By = attacker(l, h.By)
		h.So = c.consequence(l, main)
	case !l.Command.IsZero():
		h.command(c, l)
	}
}

// command says what somebody did if no event tells it.
func (h *Headline) command(c Context, l companion.LogLine) {
	h.put(c, l.By, l.Command)
	if len(h.Who) > 0 && h.Name == "" {
		h.Name = h.Who[0].Name + ":"
	}
}

// undone says what was taken back, if the viewer may know.
func (h *Headline) undone(c Context, l companion.LogLine) {
	h.put(c, l.By, engine.Say("%s takes back a step", l.By))
	for _, was := range c.Snap.Log {
		if was.Seq == l.Undoes && !was.Command.IsZero() {
			h.So = c.Say(was.Command)
		}
	}
}

// put sets who did something, and the words without the name if they begin with it.
func (h *Headline) put(c Context, by engine.Seat, t engine.Text) {
	h.Text = c.Say(t)
	if by == engine.Table || by == "" {
		return
	}
	who := c.Badge(by)
	h.Who, h.By = []Seat{who}, who.Key
	if rest, ok := strings.CutPrefix(h.Text, who.Name); ok {
		h.Name, h.Text = who.Name, strings.TrimSpace(rest)
		if after, ok := strings.CutPrefix(h.Text, ": "); ok {
			h.Text = after
		}
	}
}

// mainEvent returns the index of the event that stands for a line: a comparison, as for a turn
// order; else the first event that names who acted, is not a price and not too small; else the first
// that is not too small; else the first; -1 if there is none.
func mainEvent(l companion.LogLine) int {
	if i := slices.IndexFunc(l.Events, func(e companion.EventLine) bool { return len(e.Reason.Compares) > 1 }); i >= 0 {
		return i
	}
	if i := slices.IndexFunc(l.Events, func(e companion.EventLine) bool {
		return !e.Price && !e.Minor && slices.Contains(e.Text.Args, any(l.By))
	}); i >= 0 {
		return i
	}
	if i := slices.IndexFunc(l.Events, func(e companion.EventLine) bool { return !e.Minor }); i >= 0 {
		return i
	}
	return min(0, len(l.Events)-1)
}

// actor returns the seat that an event names first, or else the seat that gave the command.
func actor(l companion.LogLine, event int) engine.Seat {
	return cmp.Or(whose(l.Events[event]), l.By)
}

// whose returns the seat that an event names first; "" if it is about the game, such as a new
// phase.
func whose(e companion.EventLine) engine.Seat {
	for _, a := range e.Text.Args {
		if seat, ok := a.(engine.Seat); ok {
			return seat
		}
	}
	return ""
}

// consequence returns what came of the main event of a line: what decided a comparison, the sum in
// it, the last number after it, or what it cost.
func (c Context) consequence(l companion.LogLine, main int) string {
	e, so := l.Events[main], c.moves(l, main)
	if all := e.Reason.Compares; len(all) > 1 && all[0].N > all[1].N && ofSeat(all[0]) {
		return dotted(so, c.Say(engine.Say("%d beats %d", all[0].N, all[1].N)))
	}
	if so != "" {
		return so
	}
	if len(e.Reason.Addends) > 1 {
		return sum(e.Reason.Addends)
	}
	by := actor(l, main)
	for i := len(l.Events) - 1; i >= 0; i-- {
		if x := l.Events[i]; i != main && !x.Minor && (i > main && len(x.Reason.Addends) > 0 || x.Price) && actor(l, i) == by {
			var told Headline
			told.put(c, by, brief(x))
			return told.Text
		}
	}
	return ""
}

// dotted returns those of some texts that say something, as one.
func dotted(texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(t string) bool { return t == "" }), " · ")
}

// brief returns an event as a headline tells it.
func brief(e companion.EventLine) engine.Text {
	if e.Brief.IsZero() {
		return e.Text
	}
	return e.Brief
}

// ofSeat reports whether a number in a comparison belongs to a seat.
func ofSeat(a engine.Addend) bool {
	if len(a.Name.Args) == 0 {
		return false
	}
	_, ok := a.Name.Args[0].(engine.Seat)
	return ok
}

// Sum formats two or more addends and their total: "6 + 3 − 2 = 7"; "" for fewer.
func Sum(all []engine.Addend) string {
	if len(all) < 2 {
		return ""
	}
	total := 0
	for _, a := range all {
		total += a.N
	}
	return sum(all) + " = " + Numeral(total)
}

// sum formats addends with their signs: "6 + 3 − 2".
func sum(all []engine.Addend) string {
	var b strings.Builder
	for i, a := range all {
		switch {
		case i == 0:
			b.WriteString(Numeral(a.N))
			continue
		case a.N < 0:
			b.WriteString(" − ")
		default:
			b.WriteString(" + ")
		}
		b.WriteString(strconv.Itoa(max(a.N, -a.N)))
	}
	return b.String()
}
