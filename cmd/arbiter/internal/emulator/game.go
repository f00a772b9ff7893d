package emulator

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"arbiter/cmd/arbiter/internal/device"
	"arbiter/cmd/arbiter/internal/games"
	"arbiter/companion"
	"arbiter/engine"
	"arbiter/hw"
	"arbiter/setups"
)

// seated reports whether a word is a seat at the table.
func (o *Console) seated(ctx context.Context, word string) bool {
	s, err := o.App.Table.Snapshot(ctx, "")
	_, named := s.Labels[engine.Seat(word)]
	return err == nil && (named || word == string(engine.Table) || slices.ContainsFunc(s.View.Seats, func(p engine.Place) bool { return p.Seat == engine.Seat(word) }))
}

// say tells the game a line, as the phone of its seat would; a robot's line may come from anybody.
func (o *Console) say(ctx context.Context, args []string) error {
	seat := engine.Seat(args[0])
	s, err := o.App.Table.Snapshot(ctx, seat)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(s.View.Seats, func(p engine.Place) bool { return p.Seat == seat && p.Robot }) {
		seat = engine.Table
	}
	_, err = o.App.Table.Do(ctx, companion.Request{Seat: seat, Line: strings.Join(args, " "), Version: s.Version})
	return o.translated(err)
}

// tellRoll says what the dice show that the game waits for, a word for each.
func tellRoll(ctx context.Context, o *Console, args []string) error {
	if o.App == nil {
		return errors.New("another program has the readers; tell it there")
	}
	s, err := o.App.Table.Snapshot(ctx, engine.Table)
	if err != nil {
		return err
	}
	_, err = o.App.Table.TellRoll(ctx, engine.Table, args, s.Version)
	return o.translated(err)
}

// question returns what the game asks people to read off the cardboard, and the possible answers;
// "" if it does not.
func (o *Console) question(ctx context.Context, say func(engine.Text) string) string {
	s, err := o.App.Table.Snapshot(ctx, engine.Table)
	options := options(s)
	if err != nil || len(options) == 0 {
		return ""
	}
	var asks []string
	for _, p := range s.View.Prompts {
		asks = append(asks, say(p.Text))
	}
	if others := func(c companion.LegalCommand) bool { return !c.Printed }; slices.ContainsFunc(s.Legal, others) { // the prompts may be about those
		text := slices.DeleteFunc(companion.OneByOne(s.Legal), others)[0].Text
		text.Args = slices.Clone(text.Args)
		for i, a := range text.Args {
			if _, named := a.(engine.Term); !named {
				text.Args[i] = engine.Gap
			}
		}
		asks = []string{say(text)}
	}
	return fmt.Sprintf("? %s  answer %s", strings.Join(asks, " "), spread(options, 0))
}

// An option is an answer to what is asked: the words in which it differs from others.
type option struct {
	line   string
	words  []string
	likely bool
}

// options returns the possible answers to what is asked now; nil if it is not a printed value.
func options(s companion.Snapshot) (all []option) {
	for _, c := range companion.OneByOne(s.Legal) {
		if c.Printed {
			all = append(all, option{c.Line, strings.Fields(c.Line)[1:], c.Likely})
		}
	}
	first, alike := map[string][]string{}, map[string]int{} // by verb; words that all have in common are left out
	for _, x := range all {
		verb := x.words[0]
		if first[verb] == nil {
			first[verb], alike[verb] = x.words, len(x.words)-1
		}
		n := 0
		for n < min(alike[verb], len(x.words)-1) && x.words[n] == first[verb][n] {
			n++
		}
		alike[verb] = n
	}
	for i, x := range all {
		all[i].words = x.words[alike[x.words[0]]:]
	}
	return all
}

// spread lists what the word at a place may be: numbers as a range, with the likely ones in
// brackets.
func spread(options []option, at int) string {
	var words []string
	least, most, numbers, likely := 0, 0, true, ""
	for _, x := range options {
		if len(x.words) <= at {
			continue
		}
		w := x.words[at]
		n, err := strconv.Atoi(w)
		if numbers = numbers && err == nil; len(words) == 0 {
			least, most = n, n
		}
		least, most = min(least, n), max(most, n)
		if !slices.Contains(words, w) {
			words = append(words, w)
		}
		if x.likely {
			likely = " (" + w + "?)"
		}
	}
	if numbers && len(words) > 1 {
		return fmt.Sprintf("%d..%d%s", least, most, likely)
	}
	return strings.Join(words, "|") + likely
}

// answer tells a printed value that the game asks for. Words that carry no information may be left
// out at the end.
func answer(ctx context.Context, o *Console, args []string) error {
	if o.App == nil {
		return errors.New("another program has the readers; tell it there")
	}
	s, err := o.App.Table.Snapshot(ctx, engine.Table)
	if err != nil {
		return err
	}
	options := options(s)
	if len(options) == 0 {
		return errors.New("no printed value is being asked for")
	}
	for at, w := range args {
		left := slices.DeleteFunc(slices.Clone(options), func(x option) bool { return len(x.words) <= at || x.words[at] != w })
		if len(left) == 0 {
			return fmt.Errorf("%q is no answer; it may be %s", w, spread(options, at))
		}
		options = left
	}
	whole := slices.DeleteFunc(slices.Clone(options), func(x option) bool {
		return slices.ContainsFunc(x.words[len(args):], func(w string) bool { return w != "-" && w != "0" })
	})
	if len(args) == 0 || len(whole) != 1 {
		return fmt.Errorf("go on with %s", spread(options, len(args)))
	}
	return o.say(ctx, strings.Fields(whole[0].line))
}

// translated puts a refusal into the console's language.
func (o *Console) translated(err error) error {
	var refusal engine.Refusal
	if errors.As(err, &refusal) {
		return errors.New(o.Words.Say(o.Lang, refusal.Text))
	}
	return err
}

func startGame(ctx context.Context, o *Console, args []string) error {
	if o.App == nil {
		return errors.New("another program has the readers; start the game there")
	}
	if len(args) == 0 {
		return fmt.Errorf("name a game: %s", games.Names())
	}
	n, seats := companion.NewGame{Game: args[0], Box: "stand-in"}, args[1:]
	own := len(seats) > 0 && slices.Contains(setups.Boxes(args[0]), seats[0])
	if own {
		n.Box, seats = seats[0], seats[1:]
	}
	for _, seat := range seats {
		n.Seats = append(n.Seats, companion.Seating{Seat: engine.Seat(seat)})
	}
	if g, ok := games.Find(args[0]); ok && g.Name != games.All()[0].Name {
		if !own {
			n.Box = ""
		}
	} else {
		n.Order = nil
		for _, seat := range seats {
			n.Order = append(n.Order, engine.Seat(seat))
		}
	}
	_, err := o.App.Table.Start(ctx, n)
	return o.translated(err)
}

const (
	reconcile = 300 * time.Millisecond
)

// waitFor waits some seconds, or until everybody has been told something, or until the readers have
// reported what lies on them and the table has had time to act on it.
func waitFor(ctx context.Context, o *Console, args []string) error {
	switch {
	case len(args) > 1 && args[0] == "for" && o.App != nil:
		words := strings.Join(args[1:], " ")
		return o.until(ctx, fmt.Sprintf("nobody has been told %q", words), func() bool { return o.noticed(words) })
	case len(args) == 1:
		s, err := value(args[0])
		if err != nil || s < 0 || s > 3600 {
			return fmt.Errorf("%q is no number of seconds", args[0])
		}
		return hw.Pause(ctx, time.Duration(s*float64(time.Second)))
	case len(args) > 1:
		return errors.New("it takes a number of seconds, words of a notice after for, or nothing")
	case o.App == nil:
		return errors.New("another program has the readers; name a number of seconds")
	}
	if err := o.until(ctx, "the readers have not told what lies on them", o.Told); err != nil {
		return err
	}
	return hw.Pause(ctx, reconcile)
}

// until waits until is returns true; its error says that it never did.
func (o *Console) until(ctx context.Context, never string, is func() bool) error {
	for end := time.Now().Add(o.patience); !is(); {
		if time.Now().After(end) {
			return fmt.Errorf("after %v %s", o.patience, never)
		}
		if err := hw.Pause(ctx, device.LookAgain); err != nil {
			return err
		}
	}
	return nil
}

// noticed reports whether a present notice with these words has been printed.
func (o *Console) noticed(words string) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.ContainsFunc(o.notices, func(text string) bool { return strings.Contains(text, words) })
}

// reported reports whether everything that has happened is printed.
func (o *Console) reported(ctx context.Context) bool {
	s, err := o.App.Table.Snapshot(ctx, "")
	o.mu.Lock()
	defer o.mu.Unlock()
	return err != nil || o.printed == progress{s.GameID, s.Version}
}

// Told reports whether the table has been told exactly what lies on the readers.
func (o *Console) Told() bool {
	seen := o.App.Present.Lying()
	n := 0
	for _, c := range o.Cards {
		uid, err := hw.NewUID(c.tag.UID())
		if c.At == "" || err != nil {
			continue
		}
		if n++; !slices.ContainsFunc(seen, func(p hw.Presence) bool { return p.Reader == c.At && p.UID == uid }) {
			return false
		}
	}
	for _, p := range seen {
		if o.Top.Slots[p.Reader] == nil {
			n++
		}
	}
	return n == len(seen)
}

func listSpots(_ context.Context, o *Console, _ []string) error {
	for _, r := range o.Top.Rig.Readers {
		var lies []string
		for key, c := range o.Cards {
			if c.At == r.Name {
				lies = append(lies, key)
			}
		}
		slices.Sort(lies)
		line := fmt.Sprintf("%-12s %-7s %s", r.Name, r.Driver, strings.Join(lies, ", "))
		if b := o.Broken[r.Name]; len(b) > 0 {
			line += fmt.Sprintf("  (%s)", strings.Join(b, ", "))
		}
		fmt.Fprintln(o.Out, strings.TrimSpace(line))
	}
	for _, p := range o.Top.Rig.Panels {
		fmt.Fprintln(o.Out, strings.TrimSpace(fmt.Sprintf("%-12s %-7s %s", p.Name, p.Driver, strings.Join(o.Broken[p.Name], ", "))))
	}
	return nil
}

// report prints what everybody at the table sees happen, until ctx ends.
func (o *Console) report(ctx context.Context) error {
	shots, err := o.App.Table.Watch(ctx, "")
	if err != nil {
		return nil // ctx was done at the start
	}
	game, seen, asked := "", 0, ""
	notices := map[string]bool{}
	for s := range shots {
		if s.GameID != game {
			game, seen = s.GameID, 0
		}
		say := o.App.Catalogue.At(o.Lang, func(seat engine.Seat) string { return s.Labels[seat] }, s.View.Called(nil))
		for _, l := range s.Log {
			if l.Seq <= seen {
				continue
			}
			seen = l.Seq
			fmt.Fprintf(o.Out, "%d. %s\n", l.Seq, say(l.Command))
			for _, e := range l.Events {
				fmt.Fprintf(o.Out, "    %s\n", say(e.Text))
			}
		}
		if question := o.question(ctx, say); question != asked {
			if asked = question; question != "" {
				fmt.Fprintln(o.Out, question)
			}
		}
		now := map[string]bool{}
		for _, n := range s.Notices {
			text := say(n.Text)
			if now[text] = true; !notices[text] {
				fmt.Fprintf(o.Out, "! %s\n", text)
			}
		}
		notices = now
		o.mu.Lock()
		o.notices, o.printed = slices.Collect(maps.Keys(now)), progress{s.GameID, s.Version}
		o.mu.Unlock()
	}
	return nil
}
