package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/games"
	"arbiter/engine"
	"arbiter/setups"
)

type boxExport struct {
	datadir.Dir
	File string `arg:"" help:"The file to write; it must not be there yet."`
	Game string `default:"council-of-shadows" placeholder:"NAME" help:"Which game (${default})."`
}

// Help is the longer help.
func (boxExport) Help() string {
	return `The file holds the facts that the cards of this box have told, and nothing about tags, so that others who own the game need not type them. Look into the publisher's rights before you hand it on.`
}

// Run writes the file, all of it or none.
func (b *boxExport) Run(out io.Writer) error {
	game, ok := games.Rules(b.Game)
	if !ok {
		return fmt.Errorf("there is no game %q; there is %s", b.Game, games.Names())
	}
	db, err := b.Look()
	if err != nil {
		return err
	}
	defer db.Close()
	facts, err := db.Learned(game.Name)
	switch {
	case err != nil:
		return err
	case len(facts) == 0:
		return fmt.Errorf("nothing has been learned of %s; arbiter box learn teaches it", game.Title)
	}
	if err := lay(b.File, setups.Share(game.Name, facts)); err != nil {
		return err
	}
	fmt.Fprintf(out, "%s: %d facts%s\n", b.File, len(facts), origins(setups.Lines(b.File, strings.Join(facts, "\n"))))
	return nil
}

// lay writes a new file, complete or not at all.
func lay(file, text string) error {
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
		return fmt.Errorf("%s is there already: choose another name", file)
	} else if err != nil {
		return fmt.Errorf("box: %w", err)
	}
	return nil
}

type boxImport struct {
	datadir.Dir
	File    string `arg:"" help:"A file that arbiter box export has written."`
	Replace bool   `help:"Where the file contradicts what is known, believe the file."`
	DryRun  bool   `help:"Show what would change, and change nothing."`
}

// Help is the longer help.
func (boxImport) Help() string {
	return `Every line is checked before anything changes, and everything changes at one stroke. Each new fact is shown behind +, each one that goes behind -. What is already known stays; what contradicts it is refused unless --replace says otherwise.`
}

// Run takes the facts in.
func (b *boxImport) Run(out io.Writer) error {
	text, err := readShared(b.File)
	if err != nil {
		return err
	}
	p, err := newParcel(b.File, text)
	if err != nil {
		return err
	}
	if b.DryRun {
		if err := p.compare(b.Learned); err != nil {
			return err
		}
		if err := p.show(out, b.Replace); err != nil {
			return err
		}
		_, err := fmt.Fprintln(out, p.summary(true))
		return err
	}
	dir, err := b.Path()
	if err != nil {
		return err
	}
	db, err := datadir.Create(dir)
	if err != nil {
		return err
	}
	err = p.compare(db.DB.Learned)
	if err == nil {
		err = p.show(out, b.Replace)
	}
	if err == nil {
		err = db.Teach(p.game.Name, p.lost, p.added)
	}
	if err == nil {
		fmt.Fprintln(out, p.summary(false))
	}
	return errors.Join(err, db.Close())
}

// readShared reads a file of a size that a box may have.
func readShared(file string) (string, error) {
	info, err := os.Stat(file)
	switch {
	case err != nil:
		return "", fmt.Errorf("box: %w", err)
	case !info.Mode().IsRegular():
		return "", fmt.Errorf("%s is no file", file)
	}
	f, err := os.Open(file)
	if err != nil {
		return "", fmt.Errorf("box: %w", err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, setups.MostShared+1))
	return string(text), err
}

// A parcel is a box that somebody has shared, and what it would change.
type parcel struct {
	file  string
	game  engine.Game
	deck  setups.CardList
	facts []setups.Line
	known []setups.Line // what the rulebook tells

	changes     []setups.Change
	added, lost []string
}

// newParcel reads and checks a file.
func newParcel(file, text string) (*parcel, error) {
	name, err := setups.Shared(file, text)
	if err != nil {
		return nil, err
	}
	p := &parcel{file: file}
	var ok bool
	if p.game, ok = games.Rules(name); !ok {
		return nil, fmt.Errorf("%s:1: there is no game %q; there is %s", file, name, games.Names())
	}
	if p.deck, err = setups.CardListOf(name); err != nil {
		return nil, err
	}
	if slices.Contains(setups.Boxes(name), "rulebook") {
		if p.known, err = setups.Box(name, "rulebook"); err != nil {
			return nil, err
		}
	}
	if p.facts, err = p.deck.SharedFacts(file, text, p.game.Words, p.known); err != nil {
		return nil, err
	}
	return p, p.playable()
}

// playable asks the game whether it takes each fact beside the rulebook: one that
// it does not take would keep every game from beginning.
func (p *parcel) playable() error {
	table, err := setups.TableOf(p.game.Name)
	if err != nil {
		return err
	}
	var seats []engine.Seat
	for _, seat := range table.Seats[:table.Counts[len(table.Counts)-1]] {
		seats = append(seats, engine.Seat(seat))
	}
	var told []engine.Event
	for _, l := range p.known {
		fact, err := p.game.Words.Parse(l.Text)
		if err != nil {
			return fmt.Errorf("%s: %w", l.Place(), err)
		}
		told = append(told, fact)
	}
	var all []error
	for _, l := range p.facts {
		fact, err := p.game.Words.Parse(l.Text)
		if err == nil {
			_, err = p.game.New(seats, append(told[:len(told):len(told)], fact))
		}
		if err != nil {
			all = append(all, fmt.Errorf("%s: %w", l.Place(), err))
		}
	}
	return errors.Join(all...)
}

// compare finds out what changes, given what has been learned.
func (p *parcel) compare(learned func(game string) ([]string, error)) error {
	facts, err := learned(p.game.Name)
	if err != nil {
		return err
	}
	known := slices.Clone(facts)
	for _, l := range p.known {
		known = append(known, l.Text)
	}
	p.changes = p.deck.Compare(known, p.facts)
	for _, c := range p.changes {
		p.added = append(p.added, c.Text)
		for _, a := range c.Against {
			if slices.Contains(facts, a) && !slices.Contains(p.lost, a) {
				p.lost = append(p.lost, a)
			}
		}
	}
	return nil
}

// show prints what changes, and refuses contradictions that nobody has agreed to.
func (p *parcel) show(out io.Writer, replace bool) error {
	var all []error
	for _, c := range p.changes {
		for _, a := range c.Against {
			if !replace {
				all = append(all, fmt.Errorf("%s: %q contradicts what is known: %q", c.Place(), c.Text, a))
			}
			fmt.Fprintln(out, "-", a)
		}
		fmt.Fprintln(out, "+", c.Text)
	}
	if len(all) > 0 {
		return errors.Join(append(all, errors.New("nothing was changed; --replace believes the file"))...)
	}
	return nil
}

func (p *parcel) summary(dry bool) string {
	verb := "learned"
	if dry {
		verb = "would be learned"
	}
	return fmt.Sprintf("%s: %d facts of %s; %d %s, %d known before", p.file, len(p.facts), p.game.Title, len(p.added), verb, len(p.facts)-len(p.added))
}
