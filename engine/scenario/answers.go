package scenario

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"arbiter/engine"
	"arbiter/engine/notation"
)

func (in *interpreter) play(words []string) error {
	switch words[0] {
	case "tracks":
		in.tracks()
		return nil
	case "why":
		return in.why()
	case "prompts":
		in.prompts()
		return nil
	case "zones":
		return in.zones(words[1:])
	case "board":
		in.board()
		return nil
	case "notes":
		in.notes()
		return nil
	case "undo":
		return in.undo(words[1:])
	}
	x, err := in.game.Words.Parse(strings.Join(words, " "))
	if err != nil {
		return err
	}
	c, ok := x.(engine.Command)
	if !ok {
		return fmt.Errorf("%q is a fact; facts begin with: given", strings.Join(words, " "))
	}
	e, err := in.session.Do(c)
	if err != nil {
		return in.refused(err)
	}
	for _, event := range e.Events {
		in.answer("%s", in.inWords(event))
	}
	return nil
}

// inWords writes an event, in the words of the script if they say the same.
func (in *interpreter) inWords(e engine.Event) string {
	line := notation.Format(e)
	for _, old := range in.expected {
		if x, err := in.game.Words.Parse(old); err == nil && notation.Format(x) == line {
			return strings.Join(strings.Fields(old), " ")
		}
	}
	return line
}

func (in *interpreter) answer(format string, args ...any) {
	in.out.WriteString(strings.TrimRight("    "+fmt.Sprintf(format, args...), " ") + "\n")
}

func (in *interpreter) refused(err error) error {
	var r engine.Refusal
	if !errors.As(err, &r) {
		return err
	}
	in.answer("no: %s", r)
	return nil
}

func (in *interpreter) undo(words []string) error {
	if len(words) == 0 {
		return fmt.Errorf("undo takes the seat that asks for it, and the seats that consent")
	}
	var seats []engine.Seat
	for _, w := range words {
		seats = append(seats, engine.Seat(w))
	}
	from := in.session.Known()
	if _, err := in.session.Undo(seats[0], seats...); err != nil {
		return in.refused(err)
	}
	for _, move := range engine.Corrections(seats[0], from, in.session.Known()) {
		in.answer("%s", move.Text())
	}
	return nil
}

// tracks prints the positions of the markers on the cardboard.
func (in *interpreter) tracks() {
	for _, line := range Tracks(in.session.State().View(), in.seats) {
		in.answer("%s", line)
	}
}

// Tracks returns the answer to "tracks": a heading and a line for each seat.
func Tracks(v engine.View, seats []engine.Seat) (lines []string) {
	row := func(first string, cell func(engine.Track) string) {
		line := fmt.Sprintf("%-10s", first)
		for _, t := range v.Tracks {
			if !t.Derived {
				line += fmt.Sprintf("%-*s", max(len(t.Name), 6)+2, cell(t))
			}
		}
		lines = append(lines, strings.TrimRight(line, " "))
	}
	row("seat", func(t engine.Track) string { return t.Name })
	for _, seat := range seats {
		row(string(seat), func(t engine.Track) string {
			n, _ := v.At(t.Name, seat)
			if t.Roman {
				return string(engine.Roman(n))
			}
			return fmt.Sprint(n)
		})
	}
	return lines
}

// why prints the reasons for the events of the last step that has any.
func (in *interpreter) why() error {
	standing := in.session.Standing()
	if len(standing) == 0 {
		return fmt.Errorf("nothing has happened yet")
	}
	last := standing[len(standing)-1]
	s, _ := in.session.Before(last.Seq)
	for _, e := range last.Events {
		if r := s.Why(e); !r.Rule.IsZero() {
			in.answer("%s: %s", notation.Format(e), reason(r))
		}
		s = s.Apply(e)
	}
	return nil
}

func reason(r engine.Reason) string {
	var parts []string
	for i, a := range r.Addends {
		if i == 0 {
			parts = append(parts, fmt.Sprintf("%s %d", a.Name, a.N))
			continue
		}
		parts = append(parts, fmt.Sprintf("%+d %s", a.N, a.Name))
	}
	sum := strings.Join(parts, " ")
	parts = nil
	for _, a := range r.Compares {
		parts = append(parts, fmt.Sprintf("%s %d", a.Name, a.N))
	}
	if len(parts) > 0 {
		sum = strings.Join(parts, ", ")
	}
	if sum != "" {
		sum += "; "
	}
	return fmt.Sprintf("%s%s (%s)", sum, r.Rule, r.Source)
}

func (in *interpreter) prompts() {
	v := in.session.State().View()
	for _, ask := range v.Prompts {
		in.answer("%s: %s", ask.Seat, ask.Text)
	}
	for _, remind := range v.Remind {
		in.answer("%s, remember: %s", remind.Seat, remind.Text)
	}
}

// board prints the map: each region and site as commands name it, and what people want to know
// about it.
func (in *interpreter) board() {
	v := in.session.State().View()
	for _, r := range v.Regions {
		for i, line := range r.Lines {
			if i == 0 {
				in.answer("%s: %s", r.Name, line)
			} else {
				in.answer("    %s", line)
			}
		}
		for _, site := range v.Map {
			switch {
			case site.Region != r.Name:
			case site.Lies == "":
				in.answer("    %s: %s", site.Name, site.Title)
			default:
				in.answer("    %s: %s, %s", site.Name, site.Lies, site.Title)
			}
		}
	}
}

// notes prints what lies open in front of the seats.
func (in *interpreter) notes() {
	v := in.session.State().View()
	for _, seat := range in.seats {
		for _, place := range v.Seats {
			if place.Seat != seat {
				continue
			}
			var notes []string
			for _, n := range place.Notes {
				notes = append(notes, n.String())
			}
			in.answer("%s: %s", seat, strings.Join(notes, "; "))
		}
	}
}

// zones prints what lies where, as a seat knows it: all zones, or those with one name, then with a
// question mark for each card that the seat does not know.
func (in *interpreter) zones(words []string) error {
	if len(words) != 1 && len(words) != 2 {
		return fmt.Errorf("zones takes one seat, and the name of the zones if not all are asked for")
	}
	unknown := ""
	if len(words) == 2 {
		unknown = "?"
	}
	for _, z := range in.session.Seen(engine.Seat(words[0])).View().Zones {
		if len(words) == 2 && z.Name != words[1] {
			continue
		}
		var cards []string
		for _, c := range z.Cards {
			cards = append(cards, cmp.Or(string(c.Name), unknown))
		}
		in.answer("%s %s: %s", z.Seat, z.Name, strings.Join(cards, " "))
	}
	return nil
}
