package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"arbiter/cmd/arbiter/internal/archive"
	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/companion/seal"
	"arbiter/engine"
)

type gamesVerify struct {
	datadir.Dir
	Game string `arg:"" optional:"" help:"Which game, as games list names it, or a file with a record; without it, the newest game."`
	i18n.Flag
}

// Help returns the detailed help.
func (gamesVerify) Help() string {
	return `Before a game a secret is made, and its SHA-256 is shown on the page of the table. Then each seat may add a word. All that Arbiter draws follows from secret and words: each pile is sorted by the SHA-256 of the secret, the words, and "PILE CARD", and the least that may come comes. So what was taken back is drawn again. When the game is over the secret is shown, and this works all of it out again. Of a running game it shows the SHA-256 alone.
Cards that people shuffle are not sealed. Exit status 1: something was drawn otherwise, or the secret is missing or another one.`
}

// Run prints the seal of a game and what was drawn with it.
func (g *gamesVerify) Run(out io.Writer) error {
	say, err := g.Say(nil)
	if err != nil {
		return err
	}
	r, secret, ok, err := g.find()
	switch {
	case r.Rules.Name == "":
		return err
	case err == nil && !ok:
		_, err = fmt.Fprintln(out, say(engine.Say("%s was not sealed on this device.", r.ID)))
		return err
	}
	return r.Contain(func() error { return tellSeal(out, &r, secret, err, say) })
}

// tellSeal prints a game's seal and secret; unsealed is the error of find.
func tellSeal(out io.Writer, r *archive.Game, secret seal.Secret, unsealed error, say i18n.Say) error {
	hash := r.Setup.Sealed.Hash
	if hash == "" && unsealed == nil {
		hash = secret.Hash()
	}
	if hash != "" {
		fmt.Fprintf(out, "%s\n  %s\n", say(engine.Say("%s was sealed with the SHA-256", r.ID)), hash)
	}
	for _, w := range r.Setup.Sealed.Words {
		fmt.Fprintln(out, say(engine.Say("%s has added: %s", w.Seat, w.Text)))
	}
	if refusal := (engine.Refusal{}); errors.As(unsealed, &refusal) {
		return errors.New(say(refusal.Text))
	}
	if unsealed != nil {
		return unsealed
	}
	if r.Running() {
		_, err := fmt.Fprintln(out, say(engine.Say("The secret is shown when the game is over.")))
		return err
	}
	fmt.Fprintf(out, "%s\n  %s\n", say(engine.Say("The secret is")), secret.Open())
	fmt.Fprintln(out, say(engine.Say("By hand: %s", "printf %s '"+secret.Open()+"' | sha256sum")))
	return r.Drawn(datadir.Mixed(secret, r.Setup.Sealed)).Tell(out, say)
}

// find returns a game and its secret; ok is false if it was not sealed. The error is a Refusal if
// it was but there is no secret, or another one.
func (g *gamesVerify) find() (r archive.Game, s seal.Secret, ok bool, err error) {
	if strings.HasSuffix(g.Game, ".jsonl") {
		return archive.RecordInFile(g.Game)
	}
	dir, err := g.Path()
	if err != nil {
		return r, s, false, err
	}
	if r, err = (&archive.Selection{Dir: g.Dir, ID: g.Game}).Read(); err != nil {
		return r, s, false, err
	}
	s, ok, err = r.Secret(datadir.NewSeals(dir, nil))
	return r, s, ok, err
}
