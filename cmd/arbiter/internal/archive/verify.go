package archive

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
	"arbiter/companion/history"
	"arbiter/companion/seal"
	"arbiter/companion/web"
	"arbiter/engine"
	"arbiter/engine/notation"
)

// RecordInFile is find for a record in a file.
func RecordInFile(file string) (r Game, s seal.Secret, ok bool, err error) {
	g, err := ReadRecord(file)
	if err != nil {
		return r, s, false, err
	}
	r = Game{Summary: history.Summary{ID: g.ID, Result: g.Result, Finished: time.Now()}, Setup: g.Setup, Entries: g.Entries}
	r.Rules, _ = games.Rules(g.Setup.Game) // ReadRecord has found them
	if r.Start, err = r.Rules.New(r.Setup.Seats, r.Setup.Facts); err != nil {
		return r, s, false, err
	}
	switch {
	case g.Secret != "":
		s, err = seal.Parse(g.Secret)
		return r, s, true, err
	case r.Setup.Sealed.Hash != "":
		err = engine.Refuse("the secret of this game is missing: %s does not carry it", file)
	}
	return r, s, false, err
}

// Secret returns the secret of the game, if it was sealed on this device. The error is a Refusal if
// it does not match the log.
func (r *Game) Secret(seals *datadir.Seals) (s seal.Secret, ok bool, err error) {
	s, ok, err = seals.Secret(r.ID)
	switch want := r.Setup.Sealed.Hash; {
	case err != nil || want == "":
		return s, ok, err
	case !ok:
		return s, false, engine.Refuse("the secret of this game is missing: there is no file %s; arbiter restore brings it back with a backup, arbiter games import with a record", seals.File(r.ID))
	case s.Hash() != want:
		return s, false, engine.Refuse("the secret of this game was exchanged: the SHA-256 of what is in the file %s is %s", seals.File(r.ID), s.Hash())
	}
	return s, true, nil
}

// A Verified says which draws of a game follow from the seal.
type Verified struct {
	Draws  []string // "#12 table deal white pro-3: pro-0 pro-3", pile and card, as sealed
	Told   int      // what people told of their own cards
	Differ []engine.Text
}

func (c Verified) Tell(out io.Writer, say i18n.Say) error {
	if len(c.Draws)+len(c.Differ) == 0 {
		_, err := fmt.Fprintln(out, say(engine.Say("Arbiter has drawn nothing in this game: who shuffles cards has nothing to seal.")))
		return err
	}
	for _, d := range c.Draws {
		fmt.Fprintln(out, d)
	}
	fmt.Fprintln(out, say(engine.Say("Draws that follow from the secret: %d. Told by people: %d.", len(c.Draws), c.Told)))
	var wrong []error
	for _, d := range c.Differ {
		wrong = append(wrong, errors.New(say(d)))
	}
	return errors.Join(wrong...)
}

// Drawn works out again what the table drew, including what was taken back. What only Arbiter may
// deal must be as sealed; the rest is as sealed or was told by people.
func (r *Game) Drawn(s seal.Secret) (c Verified) {
	p, _ := games.Find(r.Setup.Game)
	states := []engine.State{r.Start}
	for _, e := range r.Entries {
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
		if roll := engine.RollOf(before); roll.Open() {
			c.roll(s, roll, e, alone)
			continue
		}
		line, may := notation.Format(e.Command), r.mayCome(p, before, e, alone)
		switch drawn := s.Least(may); {
		case s.Rank(drawn) == s.Rank(may[0]) && (len(may) > 1 || alone):
			c.Draws = append(c.Draws, fmt.Sprintf("#%d %s: %s %s", e.Seq, line, may[0].Pile, may[0].Thing))
		case alone:
			c.Differ = append(c.Differ, engine.Say("#%d: drawn was %s, sealed was %s", e.Seq, line, drawn.Command))
		case len(may) > 1:
			c.Told++
		}
	}
	return c
}

// roll works out again how dice fell: as sealed, or as people told.
func (c *Verified) roll(s seal.Secret, roll engine.Roll, e engine.Entry, alone bool) {
	line := notation.Format(e.Command)
	sealed := notation.Format(companion.Rolled(roll, e.Seq, func(d companion.Drawn) string { return s.Rank(datadir.SealedDraw(d)) }))
	switch {
	case line == sealed:
		c.Draws = append(c.Draws, fmt.Sprintf("#%d %s: %s", e.Seq, line, roll.Name))
	case alone:
		c.Differ = append(c.Differ, engine.Say("#%d: drawn was %s, sealed was %s", e.Seq, line, sealed))
	default:
		c.Told++
	}
}

// mayCome returns what chance could have brought as an entry, with what it did bring first:
// everything that Arbiter deals there, or what differs from it in one word.
func (r *Game) mayCome(p games.Entry, before engine.State, e engine.Entry, alone bool) []seal.Draw {
	came := r.Draw(before, e.Command, e.Seq)
	may := []seal.Draw{came}
	if !alone && !r.chance(e.Command) {
		return may
	}
	for _, other := range engine.BySeat(engine.Table, before.Legal()) {
		d := r.Draw(before, other, e.Seq)
		switch {
		case d.Command == came.Command:
		case alone && p.Deals(before, other), !alone && r.chance(other) && oneWordApart(came.Command, d.Command):
			may = append(may, d)
		}
	}
	return may
}

func (r *Game) Draw(before engine.State, c engine.Command, entry int) seal.Draw {
	return datadir.SealedDraw(companion.DrawnBy(r.Rules, before, c, entry))
}

func (r *Game) chance(c engine.Command) bool {
	return web.Draws(companion.LegalCommand{By: c.By(), Line: notation.Format(c), Text: r.Rules.Tell(c), Command: c})
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
