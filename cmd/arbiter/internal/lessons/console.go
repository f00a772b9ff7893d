package lessons

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"arbiter/companion/learning"
	"arbiter/engine"
	"arbiter/hw"
	"arbiter/hw/obstacle"
)

// answers reads lines until they end or ctx does.
func answers(ctx context.Context, in io.Reader) <-chan string {
	lines := make(chan string)
	go func() {
		defer close(lines)
		for s := bufio.NewScanner(in); s.Scan(); {
			select {
			case lines <- s.Text():
			case <-ctx.Done():
				return
			}
		}
	}()
	return lines
}

// A Console is the terminal at which somebody teaches: it asks and takes answers.
type Console struct {
	lesson *learning.Lesson
	Say    func(engine.Text) string

	mu     sync.Mutex
	Out    io.Writer
	said   int    // how many news have been printed
	prompt string // the last one

	Heard func(hw.Change) // gets what the lesson was told; may be nil
}

// run asks and takes answers until people leave.
func (d *Console) run(ctx context.Context, lines <-chan string) error {
	d.print(d.Say(engine.Say("Lay a card on any reader. b takes the last answer back, s leaves out, v asks again for the values, q ends.")))
	for {
		changed := d.lesson.Changed()
		d.show()
		select {
		case <-ctx.Done():
			return nil
		case <-changed:
		case line, ok := <-lines:
			if !ok || strings.TrimSpace(line) == "q" {
				d.show()
				return nil
			}
			d.prompt = ""
			if err := d.answer(strings.TrimSpace(line)); err != nil {
				refusal := engine.Refusal{}
				if !errors.As(err, &refusal) {
					return err
				}
				d.print(d.Say(refusal.Text))
			}
		}
	}
}

// answer carries out a line.
func (d *Console) answer(line string) error {
	s := d.lesson.View()
	switch {
	case line == "b":
		return d.lesson.Back()
	case line == "s":
		return d.lesson.Skip()
	case line == "v":
		return d.lesson.Again()
	case s.Question != nil:
		return d.lesson.Tell(strings.Fields(line))
	case s.Laid || line != "":
		return d.lesson.Name(line)
	}
	return nil
}

// show prints the news and what is asked now.
func (d *Console) show() {
	s := d.lesson.View()
	for _, text := range s.News[max(0, len(s.News)-(s.Said-d.said)):] {
		d.print(d.Say(text))
	}
	d.said = s.Said
	if p := d.asked(s); p != d.prompt {
		d.prompt = p
		d.print(p)
	}
}

// asked returns what is asked now; "" if nothing.
func (d *Console) asked(s learning.View) string {
	switch q := s.Question; {
	case q != nil:
		return d.question(s, q)
	case s.Laid && s.Next != "":
		return d.Say(engine.Say("Which card is it? Enter: %s", s.NextCard)) + d.about(s.About)
	case s.Laid:
		return d.Say(engine.Say("Which card is it?"))
	}
	return ""
}

// about lists what is known of a card.
func (d *Console) about(facts []engine.Text) string {
	var b strings.Builder
	for _, f := range facts {
		b.WriteString("\n    " + d.Say(f))
	}
	return b.String()
}

func (d *Console) question(s learning.View, q *learning.Question) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s?", d.Say(s.Card), d.Say(q.Title))
	for _, slot := range q.Blanks {
		fmt.Fprintf(&b, "  %s (%s)", d.Say(slot.Title), span(slot))
	}
	switch {
	case q.Many && len(q.Told) > 0:
		fmt.Fprintf(&b, "  %s", d.Say(engine.Say("Enter: no more")))
	case q.Dispense:
		fmt.Fprintf(&b, "  %s", d.Say(engine.Say("Enter: nothing")))
	}
	return b.String()
}

// span returns what may be answered.
func span(s learning.Blank) string {
	switch {
	case s.Several > 0:
		return strings.Join(s.Words, "|") + "+…"
	case len(s.Words) > 0:
		return strings.Join(s.Words, "|")
	case s.Letters > 0:
		return "…"
	case s.Parts > 0:
		return s.Proposed
	}
	return fmt.Sprintf("%d..%d", s.Least, s.Most)
}

// trouble reports a reader that does not work.
func (d *Console) trouble(c hw.Change) {
	switch c.Kind {
	case hw.ReaderDown:
		if why := obstacle.Text(hw.ObstacleOf(c.Err)); !why.IsZero() {
			d.print(d.Say(engine.Say("reader %s: %s", engine.Term(c.Reader), why)))
			break
		}
		d.print(d.Say(engine.Say("reader %s does not answer: check its cable", engine.Term(c.Reader))))
	case hw.ReaderUp:
		d.print(d.Say(engine.Say("reader %s answers again", engine.Term(c.Reader))))
	case hw.Unreadable:
		d.print(d.Say(engine.Say("reader %s cannot tell its cards apart: leave one there", engine.Term(c.Reader))))
	}
}

func (d *Console) print(line string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if line != "" {
		fmt.Fprintln(d.Out, line)
	}
}
