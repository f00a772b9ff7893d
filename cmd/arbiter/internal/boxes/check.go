package boxes

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/games"
	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/engine"
	"arbiter/engine/scenario"
	"arbiter/setups"
)

// CheckOpts has the flags of the command box check.
type CheckOpts struct {
	datadir.Dir
	i18n.Flag
	Files []string
	Game  string
}

// Run checks each box, the later ones even if an earlier one is wrong.
func (b *CheckOpts) Run(out io.Writer) error {
	game, ok := games.Rules(b.Game)
	if !ok {
		return engine.Refuse("there is no game %q; there is %s", b.Game, games.Names())
	}
	boxes, err := b.boxes(game)
	if err != nil {
		return err
	}
	say, err := b.Say(nil)
	if err != nil {
		return err
	}
	var all []error
	for _, lines := range boxes {
		err := setups.Check(lines.facts, game.Words)
		if err == nil {
			err = lines.compare(out, game, say)
		}
		all = append(all, err)
		if err == nil {
			fmt.Fprintf(out, "ok    %s: %d facts%s\n", lines.file, len(lines.facts), Origins(lines.facts))
		}
	}
	return errors.Join(all...)
}

// compare compares a box, read after the rulebook's, with what the rulebook says of every box. It
// prints what cannot be judged yet.
func (b boxFile) compare(out io.Writer, game engine.Game, say i18n.Say) error {
	if game.Doubts == nil {
		return nil
	}
	lines, err := setups.Box(game.Name, scenario.DefaultBox)
	if err != nil {
		return err
	}
	if err := b.differs(out, game.Name); err != nil {
		return err
	}
	var told []engine.Event
	for _, l := range append(lines, b.facts...) {
		fact, err := game.Words.Parse(l.Text)
		if err != nil {
			return fmt.Errorf("%s: %w", l.Place(), err)
		}
		told = append(told, fact)
	}
	wrong, open := game.Doubts(told)
	for _, text := range open {
		fmt.Fprintf(out, "note  %s: %s\n", b.file, say(text))
	}
	var all []error
	for _, text := range wrong {
		all = append(all, &setups.Fault{File: b.file, Text: say(text)})
	}
	return errors.Join(all...)
}

// differs notes where the rulebook says something else.
func (b boxFile) differs(out io.Writer, game string) error {
	deck, err := setups.CardListOf(game)
	if err != nil {
		return err
	}
	told, err := setups.Told(game)
	for _, l := range b.facts {
		for _, t := range told {
			if deck.Clash(t, l.Text) {
				fmt.Fprintf(out, "note  %s: %q is not what the rulebook tells: %q\n", l.Place(), l.Text, t)
			}
		}
	}
	return err
}

type boxFile struct {
	file  string
	facts []setups.Line
}

func (b *CheckOpts) boxes(game engine.Game) ([]boxFile, error) {
	var boxes []boxFile
	for _, file := range b.Files {
		text, err := setups.ReadFile(file)
		if err != nil {
			return nil, fmt.Errorf("box: %w", err)
		}
		boxes = append(boxes, boxFile{file, setups.Lines(file, string(text))})
	}
	if len(b.Files) > 0 {
		return boxes, nil
	}
	for _, name := range setups.Boxes(b.Game) {
		lines, err := setups.Box(b.Game, name)
		if err != nil {
			return nil, err
		}
		boxes = append(boxes, boxFile{"box " + name, lines})
	}
	facts, err := b.Learned(game.Name)
	if len(facts) > 0 {
		boxes = append(boxes, boxFile{datadir.LogFile, setups.Lines(datadir.LogFile, strings.Join(facts, "\n"))})
	}
	return boxes, err
}
