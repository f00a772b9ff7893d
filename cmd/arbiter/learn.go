package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"slices"
	"strings"
	"sync"

	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/device"
	"arbiter/cmd/arbiter/internal/games"
	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/companion"
	"arbiter/companion/gamelog"
	"arbiter/companion/learning"
	"arbiter/engine"
	"arbiter/hw"
	"arbiter/hw/ntag"
	"arbiter/setups"
)

type boxLearn struct {
	datadir.Dir
	i18n.Flag
	Rig         string   `placeholder:"NAME|FILE" required:"" env:"ARBITER_RIG" help:"What is wired where: the cards are laid on any of its readers."`
	Game        string   `default:"council-of-shadows" placeholder:"NAME" help:"The game whose cards they are (${default})."`
	With        []string `placeholder:"OPTION,..." help:"What else is played, and asked for: full-book asks for prices and for what cards do."`
	Pile        []string `placeholder:"NAME,..." help:"Which cards come in turn: start, ai, automa and so on; all if nothing is said."`
	WriteTokens bool     `help:"Give each tag a random number, by which a copy of it is known. What the tag holds stays, and nothing is locked."`
	CheckMaker  bool     `help:"Tell whether NXP made each tag. A clone works all the same."`
}

// Help is the longer help.
func (boxLearn) Help() string {
	return `Deal the deck once: lay a card on a reader, say which one it is (Enter takes the one that is proposed, so a sorted deck needs nothing else), and what is printed on it. Each answer is kept at once: leave whenever you like, and go on another day. The page /learn of the running service does the same.`
}

// Run learns until people leave or the answers end.
func (b *boxLearn) Run(ctx context.Context, in io.Reader, out io.Writer) error {
	rig, err := setups.LoadRig(b.Rig)
	if err != nil {
		return err
	}
	say, err := b.Say(nil)
	if err != nil {
		return err
	}
	dir, err := b.Path()
	if err != nil {
		return err
	}
	db, err := datadir.Create(dir)
	if err != nil {
		return fmt.Errorf("%w; the page /learn of a running service teaches, too", err)
	}
	logger := slog.New(slog.NewTextHandler(os.Stderr, nil))
	readers := device.Buses(rig, device.Host{}, logger)
	return errors.Join(b.learn(ctx, db.DB, readers, ntag.NXP(), in, &desk{out: out, say: say}), db.Close())
}

// learn runs the lesson on the readers of a rig.
func (b *boxLearn) learn(ctx context.Context, db *gamelog.DB, readers []hw.Bus, maker ntag.PublicKey, in io.Reader, d *desk) error {
	if len(readers) == 0 {
		return fmt.Errorf("--rig %s: no reader of it takes real cards; choose the rig of your table", b.Rig)
	}
	lesson, err := newLesson(b.Game, textbook{db}, chips{readers, maker}, nil)
	if err != nil {
		return err
	}
	want := learning.Wanted{With: b.With, Piles: b.Pile, Mark: b.WriteTokens, Genuine: b.CheckMaker}
	if err := knowsAll(lesson, want); err != nil {
		return err
	}
	lesson.Want(want)
	d.lesson = lesson
	watching, blind := context.WithCancel(ctx)
	watcher := hw.Watch(watching, readers, hw.NewTracker(hw.Opts{}), hw.Pace{})
	var all sync.WaitGroup
	all.Go(func() {
		for c := range watcher.Changes() {
			d.trouble(c)
			lesson.Change(c)
			if d.heard != nil {
				d.heard(c)
			}
		}
	})
	err = d.run(ctx, answers(ctx, in))
	blind()
	all.Wait()
	lesson.Close()
	for _, r := range slices.Concat(readers...) {
		r.Close() // a reader that is missing says so, and that is of no interest now
	}
	return err
}

// knowsAll tells of an option or a pile that the game does not have.
func knowsAll(l *learning.Lesson, want learning.Wanted) error {
	table, err := setups.TableOf(l.Game().Name)
	if err != nil {
		return err
	}
	if _, err := table.Facts("", want.With...); err != nil {
		return fmt.Errorf("--with: %w", err)
	}
	var piles []string
	for _, p := range l.View().Piles {
		piles = append(piles, p.Name)
	}
	for _, p := range want.Piles {
		if !slices.Contains(piles, p) {
			return fmt.Errorf("--pile %s: there is %s", p, strings.Join(piles, ", "))
		}
	}
	return nil
}

// newLesson makes the lesson for a game.
func newLesson(game string, book learning.TagStore, chip learning.TagMemory, playing func() bool) (*learning.Lesson, error) {
	rules, ok := games.Rules(game)
	if !ok {
		return nil, fmt.Errorf("there is no game %q; there is %s", game, games.Names())
	}
	deck, err := setups.DeckOf(game)
	if err != nil {
		return nil, err
	}
	offers, err := companion.Offers(rules)
	if err != nil {
		return nil, err
	}
	return learning.New(learning.Opts{Offer: offers[0], Deck: deck, Tags: book, Memory: chip, Playing: playing})
}

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

// A desk is where somebody sits who teaches: what is asked and answered there.
type desk struct {
	lesson *learning.Lesson
	say    func(engine.Text) string

	mu     sync.Mutex
	out    io.Writer
	said   int    // news that have been printed
	prompt string // the last one

	heard func(hw.Change) // is told what the lesson was told; nil for nobody
}

// run asks and takes answers until people leave.
func (d *desk) run(ctx context.Context, lines <-chan string) error {
	d.print(d.say(engine.Say("Lay a card on any reader. b takes the last answer back, s leaves out, v asks again for the values, q ends.")))
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
				d.print(d.say(refusal.Text))
			}
		}
	}
}

// answer does what a line asks for.
func (d *desk) answer(line string) error {
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
func (d *desk) show() {
	s := d.lesson.View()
	for _, text := range s.News[max(0, len(s.News)-(s.Said-d.said)):] {
		d.print(d.say(text))
	}
	d.said = s.Said
	if p := d.asked(s); p != d.prompt {
		d.prompt = p
		d.print(p)
	}
}

// asked is what is asked now; "" is nothing.
func (d *desk) asked(s learning.View) string {
	switch q := s.Question; {
	case q != nil:
		return d.question(s, q)
	case s.Laid && s.Next != "":
		return d.say(engine.Say("Which card is it? Enter: %s", s.NextCard)) + d.about(s.About)
	case s.Laid:
		return d.say(engine.Say("Which card is it?"))
	}
	return ""
}

// about lists what is known of a card.
func (d *desk) about(facts []engine.Text) string {
	var b strings.Builder
	for _, f := range facts {
		b.WriteString("\n    " + d.say(f))
	}
	return b.String()
}

func (d *desk) question(s learning.View, q *learning.Question) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s?", d.say(s.Card), d.say(q.Title))
	for _, slot := range q.Blanks {
		fmt.Fprintf(&b, "  %s (%s)", d.say(slot.Title), span(slot))
	}
	switch {
	case q.Many && len(q.Told) > 0:
		fmt.Fprintf(&b, "  %s", d.say(engine.Say("Enter: no more")))
	case q.Dispense:
		fmt.Fprintf(&b, "  %s", d.say(engine.Say("Enter: nothing")))
	}
	return b.String()
}

// span is what may be answered.
func span(s learning.Blank) string {
	switch {
	case len(s.Words) > 0:
		return strings.Join(s.Words, "|")
	case s.Parts > 0:
		return s.Proposed
	}
	return fmt.Sprintf("%d..%d", s.Least, s.Most)
}

// trouble tells of a reader that does not work.
func (d *desk) trouble(c hw.Change) {
	switch c.Kind {
	case hw.ReaderDown:
		d.print(d.say(engine.Say("reader %s does not answer: check its cable", engine.Term(c.Reader))))
	case hw.ReaderUp:
		d.print(d.say(engine.Say("reader %s answers again", engine.Term(c.Reader))))
	case hw.Unreadable:
		d.print(d.say(engine.Say("reader %s cannot tell its cards apart: leave one there", engine.Term(c.Reader))))
	}
}

func (d *desk) print(line string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if line != "" {
		fmt.Fprintln(d.out, line)
	}
}
