package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/games"
	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/companion"
	"arbiter/companion/gamelog"
	"arbiter/companion/seal"
	"arbiter/companion/web"
	"arbiter/engine"
	"arbiter/engine/notation"
)

type gamesVerify struct {
	datadir.Dir
	Game string `arg:"" optional:"" help:"Which game, as games list names it, or a file with a record; without it, the newest game."`
	i18n.Flag
}

// Help is the longer help.
func (gamesVerify) Help() string {
	return `Before a game a secret is made, and its SHA-256 is shown on the page of the table. Then each seat may add a word. All that Arbiter draws follows from secret and words: each pile is sorted by the SHA-256 of the secret, the words, and "PILE CARD", and the least that may come comes. So what was taken back is drawn again. When the game is over the secret is shown, and this works all of it out again. Of a running game it shows the SHA-256 alone.
Cards that people shuffle are not sealed. Exit status 1: something was drawn otherwise, or the secret is missing or another one.`
}

// Run prints the seal of a game and what was drawn by it.
func (g *gamesVerify) Run(out io.Writer) error {
	say, err := g.Say(nil)
	if err != nil {
		return err
	}
	r, secret, ok, err := g.find()
	switch {
	case r.game.Name == "":
		return err
	case err == nil && !ok:
		_, err = fmt.Fprintln(out, say(engine.Say("%s was not sealed on this device.", r.ID)))
		return err
	}
	hash := r.setup.Sealed.Hash
	if hash == "" && err == nil {
		hash = secret.Hash()
	}
	if hash != "" {
		fmt.Fprintf(out, "%s\n  %s\n", say(engine.Say("%s was sealed with the SHA-256", r.ID)), hash)
	}
	for _, w := range r.setup.Sealed.Words {
		fmt.Fprintln(out, say(engine.Say("%s has added: %s", w.Seat, w.Text)))
	}
	if refusal := (engine.Refusal{}); errors.As(err, &refusal) {
		return errors.New(say(refusal.Text))
	}
	if err != nil {
		return err
	}
	if r.running() {
		_, err := fmt.Fprintln(out, say(engine.Say("The secret is shown when the game is over.")))
		return err
	}
	fmt.Fprintf(out, "%s\n  %s\n", say(engine.Say("The secret is")), secret.Open())
	fmt.Fprintln(out, say(engine.Say("By hand: %s", "printf %s '"+secret.Open()+"' | sha256sum")))
	return r.drawn(datadir.Mixed(secret, r.setup.Sealed)).tell(out, say)
}

// find returns a game and its secret; ok is false if it was not sealed. The error is a
// Refusal if it was, and there is no secret or another one.
func (g *gamesVerify) find() (r record, s seal.Secret, ok bool, err error) {
	if strings.HasSuffix(g.Game, ".jsonl") {
		return recordInFile(g.Game)
	}
	dir, err := g.Path()
	if err != nil {
		return r, s, false, err
	}
	if r, err = (&one{g.Dir, g.Game}).read(); err != nil {
		return r, s, false, err
	}
	s, ok, err = r.secret(datadir.NewSeals(dir, nil))
	return r, s, ok, err
}

// recordInFile is find for a game that a file tells.
func recordInFile(file string) (r record, s seal.Secret, ok bool, err error) {
	g, err := readRecord(file)
	if err != nil {
		return r, s, false, err
	}
	r = record{Summary: gamelog.Summary{ID: g.ID, Result: g.Result, Finished: time.Now()}, setup: g.Setup, entries: g.Entries}
	r.game, _ = games.Rules(g.Setup.Game) // readRecord has found it
	if r.start, err = r.game.New(r.setup.Seats, r.setup.Facts); err != nil {
		return r, s, false, err
	}
	switch {
	case g.Secret != "":
		s, err = seal.Parse(g.Secret)
		return r, s, true, err
	case r.setup.Sealed.Hash != "":
		err = engine.Refuse("the secret of this game is missing: %s does not carry it", file)
	}
	return r, s, false, err
}

// secret is that of the game, if it was sealed on this device. The error is a Refusal
// if it is not the one that the log names.
func (r *record) secret(seals *datadir.Seals) (s seal.Secret, ok bool, err error) {
	s, ok, err = seals.Secret(r.ID)
	switch want := r.setup.Sealed.Hash; {
	case err != nil || want == "":
		return s, ok, err
	case !ok:
		return s, false, engine.Refuse("the secret of this game is missing: there is no file %s; arbiter restore brings it back with a backup, arbiter games import with a record", seals.File(r.ID))
	case s.Hash() != want:
		return s, false, engine.Refuse("the secret of this game was exchanged: the SHA-256 of what is in the file %s is %s", seals.File(r.ID), s.Hash())
	}
	return s, true, nil
}

// A checked game tells which of its draws follow from the seal.
type checked struct {
	draws  []string // "#12 table deal white pro-3: pro-0 pro-3", pile and card, as sealed
	told   int      // what people have told of their own cards
	differ []engine.Text
}

func (c checked) tell(out io.Writer, say i18n.Say) error {
	if len(c.draws)+len(c.differ) == 0 {
		_, err := fmt.Fprintln(out, say(engine.Say("Arbiter has drawn nothing in this game: who shuffles cards has nothing to seal.")))
		return err
	}
	for _, d := range c.draws {
		fmt.Fprintln(out, d)
	}
	fmt.Fprintln(out, say(engine.Say("Draws that follow from the secret: %d. Told by people: %d.", len(c.draws), c.told)))
	var wrong []error
	for _, d := range c.differ {
		wrong = append(wrong, errors.New(say(d)))
	}
	return errors.Join(wrong...)
}

// drawn works out again what the table drew, also what was taken back. What the game
// lets Arbiter alone deal must be as sealed; the rest is as sealed or was told by
// people.
func (r *record) drawn(s seal.Secret) (c checked) {
	p, _ := games.Find(r.setup.Game)
	states := []engine.State{r.start}
	for _, e := range r.entries {
		if e.Undoes != 0 {
			states = states[:len(states)-1]
			continue
		}
		before := states[len(states)-1]
		states = append(states, engine.Fold(before, e.Events...))
		if e.Command.By() != engine.Table {
			continue
		}
		alone := p.Deals != nil && p.Deals(before, e.Command)
		line, may := notation.Format(e.Command), r.mayCome(p, before, e, alone)
		switch drawn := s.Least(may); {
		case s.Rank(drawn) == s.Rank(may[0]) && (len(may) > 1 || alone):
			c.draws = append(c.draws, fmt.Sprintf("#%d %s: %s %s", e.Seq, line, may[0].Pile, may[0].Thing))
		case alone:
			c.differ = append(c.differ, engine.Say("#%d: drawn was %s, sealed was %s", e.Seq, line, drawn.Command))
		case len(may) > 1:
			c.told++
		}
	}
	return c
}

// mayCome is what chance could have brought as an entry, what it brought first: all
// that Arbiter deals there, or what differs from it in one word.
func (r *record) mayCome(p games.Entry, before engine.State, e engine.Entry, alone bool) []seal.Draw {
	came := r.draw(before, e.Command, e.Seq)
	may := []seal.Draw{came}
	if !alone && !r.chance(e.Command) {
		return may
	}
	for _, other := range engine.Of(engine.Table, before.Legal()) {
		d := r.draw(before, other, e.Seq)
		switch {
		case d.Command == came.Command:
		case alone && p.Deals(before, other), !alone && r.chance(other) && oneWordApart(came.Command, d.Command):
			may = append(may, d)
		}
	}
	return may
}

func (r *record) draw(before engine.State, c engine.Command, entry int) seal.Draw {
	return datadir.SealedDraw(companion.DrawnBy(r.game, before, c, entry))
}

func (r *record) chance(c engine.Command) bool {
	return web.Draws(companion.Choice{By: c.By(), Line: notation.Format(c), Text: r.game.Tell(c), Command: c})
}

func oneWordApart(a, b string) bool {
	x, y := strings.Fields(a), strings.Fields(b)
	if len(x) != len(y) {
		return false
	}
	n := 0
	for i := range x {
		if x[i] != y[i] {
			n++
		}
	}
	return n == 1
}
