package boxes

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"arbiter/cmd/arbiter/internal/games"
	"arbiter/engine"
	"arbiter/setups"
)

// WriteNew writes a new file completely or not at all.
func WriteNew(file, text string) error {
	part, err := os.CreateTemp(filepath.Dir(file), ".box-*")
	if err != nil {
		return fmt.Errorf("box: %w", err)
	}
	defer os.Remove(part.Name())
	_, err = part.WriteString(text)
	if err = errors.Join(err, part.Chmod(0o644), part.Sync(), part.Close()); err != nil {
		return fmt.Errorf("box: %w", err)
	}
	if err := os.Link(part.Name(), file); errors.Is(err, fs.ErrExist) {
		return engine.Refuse("%s is there already: choose another name", file)
	} else if err != nil {
		return fmt.Errorf("box: %w", err)
	}
	return nil
}

// ReadShared reads a file, up to the size that a box may have.
func ReadShared(file string) (string, error) {
	f, err := setups.OpenFile(file)
	if errors.Is(err, setups.ErrNoFile) {
		return "", engine.Refuse("%s is no file", file)
	}
	if err != nil {
		return "", fmt.Errorf("box: %w", err)
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return "", engine.Refuse("%s is no file", file)
	}
	text, err := io.ReadAll(io.LimitReader(f, setups.MostShared+1))
	return string(text), err
}

// A SharedBox is a box that somebody has shared, and what it would change.
type SharedBox struct {
	file  string
	Game  engine.Game
	deck  setups.CardList
	facts []setups.Line
	known []setups.Line // from the rulebook

	changes     []setups.Change
	Added, Lost []string
}

// Shared parses and checks a file.
func Shared(file, text string) (*SharedBox, error) {
	name, err := setups.Shared(file, text)
	if err != nil {
		return nil, err
	}
	p := &SharedBox{file: file}
	var ok bool
	if p.Game, ok = games.Rules(name); !ok {
		return nil, engine.Refuse("%s:1: there is no game %q; there is %s", file, name, games.Names())
	}
	if p.deck, err = setups.CardListOf(name); err != nil {
		return nil, err
	}
	if slices.Contains(setups.Boxes(name), "rulebook") {
		if p.known, err = setups.Box(name, "rulebook"); err != nil {
			return nil, err
		}
	}
	if p.facts, err = p.deck.SharedFacts(file, text, p.Game.Words, p.known); err != nil {
		return nil, err
	}
	return p, p.playable()
}

// playable asks the game whether it accepts each fact together with the rulebook: a fact that it
// does not accept would keep every game from starting. What no game can begin without, and the
// rulebook does not say, is taken from the stand-in box.
func (p *SharedBox) playable() error {
	table, err := setups.TableOf(p.Game.Name)
	if err != nil {
		return err
	}
	var seats []engine.Seat
	for _, seat := range table.Seats[:min(len(table.Seats), table.Counts[len(table.Counts)-1])] {
		seats = append(seats, engine.Seat(seat))
	}
	var told []engine.Event
	for _, l := range p.known {
		fact, err := p.Game.Words.Parse(l.Text)
		if err != nil {
			return fmt.Errorf("%s: %w", l.Place(), err)
		}
		told = append(told, fact)
	}
	if p.Game.Lacking != nil {
		spare, err := setups.Box(p.Game.Name, "stand-in")
		if err != nil {
			return err
		}
		for _, lack := range p.Game.Lacking(seats, told) {
			i := slices.IndexFunc(spare, func(l setups.Line) bool { return strings.HasPrefix(l.Text, lack.Line+" ") })
			if i < 0 {
				continue
			}
			fact, err := p.Game.Words.Parse(spare[i].Text)
			if err != nil {
				return fmt.Errorf("%s: %w", spare[i].Place(), err)
			}
			told = append(told, fact)
		}
	}
	var all []error
	for _, l := range p.facts {
		fact, err := p.Game.Words.Parse(l.Text)
		if err == nil {
			_, err = p.Game.New(seats, append(told[:len(told):len(told)], fact))
		}
		if err != nil {
			all = append(all, fmt.Errorf("%s: %w", l.Place(), err))
		}
	}
	return errors.Join(all...)
}

// Compare works out what changes, given what has been learned.
func (p *SharedBox) Compare(learned func(game string) ([]string, error)) error {
	facts, err := learned(p.Game.Name)
	if err != nil {
		return err
	}
	known := slices.Clone(facts)
	told, err := setups.Told(p.Game.Name)
	if err != nil {
		return err
	}
	known = append(known, told...)
	p.changes = p.deck.Compare(known, p.facts)
	for _, c := range p.changes {
		p.Added = append(p.Added, c.Text)
		for _, a := range c.Against {
			if slices.Contains(facts, a) && !slices.Contains(p.Lost, a) {
				p.Lost = append(p.Lost, a)
			}
		}
	}
	return nil
}

// Show prints what changes, and refuses contradictions unless replace is set.
func (p *SharedBox) Show(out io.Writer, replace bool) error {
	var all []error
	for _, c := range p.changes {
		for _, a := range c.Against {
			if !replace {
				all = append(all, engine.Refuse("%s: %q contradicts what is known: %q", c.Place(), c.Text, a))
			}
			fmt.Fprintln(out, "-", a)
		}
		fmt.Fprintln(out, "+", c.Text)
	}
	if len(all) > 0 {
		return errors.Join(append(all, engine.Refuse("nothing was changed; --replace believes the file"))...)
	}
	return nil
}

func (p *SharedBox) Summary(dry bool) string {
	verb := "learned"
	if dry {
		verb = "would be learned"
	}
	return fmt.Sprintf("%s: %d facts of %s; %d %s, %d known before", p.file, len(p.facts), p.Game.Title, len(p.Added), verb, len(p.facts)-len(p.Added))
}
