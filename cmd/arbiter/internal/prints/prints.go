// Package prints collects what is printed, and writes the PDF files.
package prints

import (
	"bytes"
	"fmt"
	"io"
	"os"

	"arbiter/cmd/arbiter/internal/archive"
	"arbiter/cmd/arbiter/internal/games"
	"arbiter/cmd/arbiter/internal/home"
	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/companion/gamelog"
	"arbiter/companion/paper"
	"arbiter/engine"
	"arbiter/setups"
)

// Labels are for the tags of a game's cards.
type Labels struct {
	Game string
	Size string
	Out  string
	i18n.Flag
}

// Run writes the file.
func (p *Labels) Run(out io.Writer) error { return into(p.Out, out, p.Flag, p.Write) }

// Write writes the labels.
func (p *Labels) Write(w io.Writer) error {
	game, ok := games.Find(p.Game)
	if !ok {
		return engine.Refuse("--game %s: there is %s", p.Game, games.Names())
	}
	width, height, err := size("--size", p.Size)
	if err != nil {
		return err
	}
	say, err := p.Say(nil)
	if err != nil {
		return err
	}
	list, err := setups.CardListOf(p.Game)
	if err != nil {
		return err
	}
	if len(list.Piles) == 0 {
		return engine.Refuse("--game %s: the cards of %s have no tags", p.Game, game.Title)
	}
	var labels []paper.Label
	for _, c := range list.Cards() {
		of := say(engine.Text{Format: c.Pile.Title})
		if len(c.Words) > 1 {
			of = say(engine.Say("%s", engine.Seat(c.Words[0]))) + ", " + of
		}
		labels = append(labels, paper.Label{Name: say(engine.Say("%s", engine.Term(c.Name()))), Of: of})
	}
	return paper.Labels(w, say, labels, paper.LabelOpts{Title: say(game.Called()), Width: width, Height: height})
}

// Mats are the mats for a rig.
type Mats struct {
	Rig  string
	Seat string
	Card string
	Out  string
	i18n.Flag
}

// Run writes the file.
func (p *Mats) Run(out io.Writer) error { return into(p.Out, out, p.Flag, p.Write) }

// Write writes the mats.
func (p *Mats) Write(w io.Writer) error {
	rig, err := home.LoadRig(p.Rig)
	if err != nil {
		return err
	}
	width, height, err := size("--card", p.Card)
	if err != nil {
		return err
	}
	say, err := p.Say(nil)
	if err != nil {
		return err
	}
	return paper.Mats(w, say, rig, paper.MatOpts{Seat: p.Seat, CardWidth: width, CardHeight: height})
}

// State is the state of a game, as far as everybody may know it.
type State struct {
	archive.Selection
	Out string
	i18n.Flag
}

// Run writes the file.
func (p *State) Run(out io.Writer) error { return into(p.Out, out, p.Flag, p.Write) }

// Write writes the state.
func (p *State) Write(w io.Writer) error {
	game, err := p.Read()
	if err != nil {
		return err
	}
	return p.write(w, game)
}

// WriteFrom writes the state of a game in an open file of games.
func (p *State) WriteFrom(db *gamelog.DB, w io.Writer) error {
	game, err := p.In(db)
	if err != nil {
		return err
	}
	return p.write(w, game)
}

func (p *State) write(w io.Writer, game archive.Game) error {
	say, err := p.Say(game.Labels)
	if err != nil {
		return err
	}
	return game.Contain(func() error {
		session, err := game.Resumed()
		if err != nil {
			return err
		}
		return paper.State(w, say, session.Seen("").View(), paper.StateOpts{Game: say(game.Rules.Called()), ID: game.ID})
	})
}

// Guide is the quick guide.
type Guide struct {
	Address string
	Out     string
	i18n.Flag
}

// Run writes the file.
func (p *Guide) Run(out io.Writer) error { return into(p.Out, out, p.Flag, p.Write) }

// Write writes the guide.
func (p *Guide) Write(w io.Writer) error {
	say, err := p.Say(nil)
	if err != nil {
		return err
	}
	return paper.Guide(w, say, p.Address)
}

// size parses "45x20": width and height in millimeters.
func size(flag, text string) (width, height float64, err error) {
	n, err := fmt.Sscanf(text, "%gx%g", &width, &height)
	if err != nil || n != 2 || width < 5 || height < 5 || width > 300 || height > 300 {
		return 0, 0, engine.Refuse("%s %s: write width and height in millimeters, such as 63x88", flag, text)
	}
	return width, height, nil
}

// into writes a file and says so; on an error of write it writes nothing.
func into(file string, out io.Writer, lang i18n.Flag, write func(io.Writer) error) error {
	say, err := lang.Say(nil)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return err
	}
	if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
		return i18n.Wrap(err, "%s; choose another file with --out FILE", err)
	}
	_, err = fmt.Fprintln(out, say(engine.Say("%s is written; print it at 100 %%.", file)))
	return err
}
