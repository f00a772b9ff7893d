package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"arbiter/cmd/arbiter/internal/games"
	"arbiter/companion"
	"arbiter/engine"
	"arbiter/hw"
)

// seated tells whether a word is somebody at the table.
func (o *operator) seated(ctx context.Context, word string) bool {
	s, err := o.house.Table.Snapshot(ctx, "")
	_, named := s.Labels[engine.Seat(word)]
	return err == nil && (named || word == string(engine.Table) || slices.ContainsFunc(s.View.Seats, func(p engine.Place) bool { return p.Seat == engine.Seat(word) }))
}

// say tells the game a line, as the phone of its seat would.
func (o *operator) say(ctx context.Context, args []string) error {
	seat := engine.Seat(args[0])
	s, err := o.house.Table.Snapshot(ctx, seat)
	if err != nil {
		return err
	}
	_, err = o.house.Table.Do(ctx, companion.Wish{Seat: seat, Line: strings.Join(args, " "), Version: s.Version})
	return o.translated(err)
}

// translated puts a refusal into the language.
func (o *operator) translated(err error) error {
	var refusal engine.Refusal
	if errors.As(err, &refusal) {
		return errors.New(o.words.Say(o.lang, refusal.Text))
	}
	return err
}

func startGame(ctx context.Context, o *operator, args []string) error {
	if o.house == nil {
		return errors.New("another program has the readers; start the game there")
	}
	if len(args) == 0 {
		return fmt.Errorf("name a game: %s", games.Names())
	}
	n := companion.NewGame{Game: args[0], Box: "stand-in"}
	for _, seat := range args[1:] {
		n.Seats = append(n.Seats, companion.Sitting{Seat: engine.Seat(seat)})
	}
	if g, ok := games.Find(args[0]); ok && g.Name != games.All()[0].Name {
		n.Box = ""
	} else {
		n.Order = nil
		for _, seat := range args[1:] {
			n.Order = append(n.Order, engine.Seat(seat))
		}
	}
	_, err := o.house.Table.Start(ctx, n)
	return o.translated(err)
}

// How wait waits for readers and for the table to settle.
const (
	lookAgain = 20 * time.Millisecond
	reconcile = 300 * time.Millisecond
)

// waitFor waits some seconds, until everybody has been told something, or until the
// readers have told what lies on them and the table has had the time to act on it.
func waitFor(ctx context.Context, o *operator, args []string) error {
	switch {
	case len(args) > 1 && args[0] == "for" && o.house != nil:
		words := strings.Join(args[1:], " ")
		return o.until(ctx, fmt.Sprintf("nobody has been told %q", words), func() bool { return o.noticed(words) })
	case len(args) == 1:
		s, err := value(args[0])
		if err != nil || s < 0 || s > 3600 {
			return fmt.Errorf("%q is no number of seconds", args[0])
		}
		return sleep(ctx, time.Duration(s*float64(time.Second)))
	case len(args) > 1:
		return errors.New("it takes a number of seconds, words of a notice after for, or nothing")
	case o.house == nil:
		return errors.New("another program has the readers; name a number of seconds")
	}
	if err := o.until(ctx, "the readers have not told what lies on them", o.told); err != nil {
		return err
	}
	return sleep(ctx, reconcile)
}

// until waits until something is so; its error says that it never was.
func (o *operator) until(ctx context.Context, never string, is func() bool) error {
	for end := time.Now().Add(o.patience); !is(); {
		if time.Now().After(end) {
			return fmt.Errorf("after %v %s", o.patience, never)
		}
		if err := sleep(ctx, lookAgain); err != nil {
			return err
		}
	}
	return nil
}

// noticed tells whether a notice that stands has been printed and has the words.
func (o *operator) noticed(words string) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.ContainsFunc(o.notices, func(text string) bool { return strings.Contains(text, words) })
}

// reported tells whether everything that has happened is printed.
func (o *operator) reported(ctx context.Context) bool {
	s, err := o.house.Table.Snapshot(ctx, "")
	o.mu.Lock()
	defer o.mu.Unlock()
	return err != nil || o.printed == progress{s.GameID, s.Version}
}

// told tells whether the table has been told what lies on the readers, and nothing
// else.
func (o *operator) told() bool {
	seen := o.house.Present.Lying()
	n := 0
	for _, c := range o.cards {
		uid, err := hw.NewUID(c.tag.UID())
		if c.at == "" || err != nil {
			continue
		}
		if n++; !slices.ContainsFunc(seen, func(p hw.Presence) bool { return p.Reader == c.at && p.UID == uid }) {
			return false
		}
	}
	for _, p := range seen {
		if o.top.spots[p.Reader] == nil {
			n++
		}
	}
	return n == len(seen)
}

func listSpots(_ context.Context, o *operator, _ []string) error {
	for _, r := range o.top.rig.Readers {
		var lies []string
		for key, c := range o.cards {
			if c.at == r.Name {
				lies = append(lies, key)
			}
		}
		slices.Sort(lies)
		line := fmt.Sprintf("%-12s %-7s %s", r.Name, r.Driver, strings.Join(lies, ", "))
		if b := o.broken[r.Name]; len(b) > 0 {
			line += fmt.Sprintf("  (%s)", strings.Join(b, ", "))
		}
		fmt.Fprintln(o.out, strings.TrimSpace(line))
	}
	for _, p := range o.top.rig.Panels {
		fmt.Fprintln(o.out, strings.TrimSpace(fmt.Sprintf("%-12s %-7s %s", p.Name, p.Driver, strings.Join(o.broken[p.Name], ", "))))
	}
	return nil
}

// report prints what everybody at the table sees happen, until ctx ends.
func (o *operator) report(ctx context.Context) error {
	shots, err := o.house.Table.Watch(ctx, "")
	if err != nil {
		return nil // it ended before it began
	}
	game, seen := "", 0
	notices := map[string]bool{}
	for s := range shots {
		if s.GameID != game {
			game, seen = s.GameID, 0
		}
		say := o.house.Catalogue.With(o.lang, func(seat engine.Seat) string { return s.Labels[seat] })
		for _, l := range s.Log {
			if l.Seq <= seen {
				continue
			}
			seen = l.Seq
			fmt.Fprintf(o.out, "%d. %s\n", l.Seq, say(l.Command))
			for _, e := range l.Events {
				fmt.Fprintf(o.out, "    %s\n", say(e.Text))
			}
		}
		now := map[string]bool{}
		for _, n := range s.Notices {
			text := say(n.Text)
			if now[text] = true; !notices[text] {
				fmt.Fprintf(o.out, "! %s\n", text)
			}
		}
		notices = now
		o.mu.Lock()
		o.notices, o.printed = slices.Collect(maps.Keys(now)), progress{s.GameID, s.Version}
		o.mu.Unlock()
	}
	return nil
}
