package archive

import (
	"fmt"
	"io"

	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/companion"
	"arbiter/companion/gamelog"
	"arbiter/companion/seal"
	"arbiter/engine"
)

// CheckAll checks a file and all of its games, and prints what it finds. It returns how many games
// there are and how many cannot be read; the error is about any other damage.
func CheckAll(db *gamelog.DB, out io.Writer, say i18n.Say) (f Found, err error) {
	ids, unlisted := db.IDs()
	for _, bad := range []error{db.Verify(), db.Check(), unlisted} {
		if bad != nil {
			fmt.Fprintf(out, "FAIL  %s\n", i18n.Failure(bad, say))
			err = engine.Refuse("damage was found that is not of one game alone")
		}
	}
	for _, id := range ids {
		verdict, bad := checkGame(db, id)
		if bad != nil {
			f.Damaged++
			if gamelog.Unknown(bad) {
				f.Newer++
			}
			fmt.Fprintf(out, "FAIL  %s\n", i18n.Failure(bad, say))
			continue
		}
		fmt.Fprintf(out, "ok    %s: %s\n", id, say(verdict))
	}
	f.Games = len(ids)
	return f, err
}

// checkGame reads and replays a game. Rules that decide differently today are no damage: the log
// holds what happened.
func checkGame(db *gamelog.DB, id string) (verdict engine.Text, err error) {
	r, err := Open(db, id)
	if err != nil {
		return verdict, err
	}
	err = r.Contain(func() (err error) {
		verdict, err = r.verdict()
		return err
	})
	return verdict, err
}

// verdict replays a game.
func (r *Game) verdict() (verdict engine.Text, err error) {
	session, err := r.Resumed()
	if err != nil {
		return verdict, fmt.Errorf("game %q: %w", r.ID, err)
	}
	reached := companion.ResultOf(session.State().View())
	if !r.Running() && r.Result != companion.Abandoned && r.Result != reached {
		return verdict, fmt.Errorf("game %q: the list says %s, but its log ends otherwise", r.ID, Outcome(r.Summary))
	}
	n, end := len(r.Entries), companion.Outcome(r.Result)
	if differs, _ := r.Differences(); len(differs) > 0 {
		return engine.Say("%d entries, %s; the rules decide %d of them otherwise today: arbiter games replay %s", n, end, len(differs), r.ID), nil
	}
	return engine.Say("%d entries, %s", n, end), nil
}

// CheckRecord checks a game from its record alone: its chain of hashes, what the rules decide and,
// if chance was sealed, everything that was drawn.
func CheckRecord(file string, out io.Writer, say i18n.Say) error {
	r, secret, sealed, err := RecordInFile(file)
	if err != nil {
		return err
	}
	return r.Contain(func() error { return r.checkRecord(file, secret, sealed, out, say) })
}

func (r *Game) checkRecord(file string, secret seal.Secret, sealed bool, out io.Writer, say i18n.Say) error {
	verdict, err := r.verdict()
	if err != nil {
		return err
	}
	if differs, _ := r.Differences(); len(differs) > 0 {
		return fmt.Errorf("%s: %s", file, differs[0])
	}
	fmt.Fprintf(out, "ok    %s: %s\n", r.ID, say(verdict))
	if !sealed {
		return nil
	}
	return r.Drawn(datadir.Mixed(secret, r.Setup.Sealed)).Tell(io.Discard, say)
}

// Counted puts a number of games into words.
func Counted(games int) engine.Text {
	if games == 1 {
		return engine.Say("1 game")
	}
	return engine.Say("%d games", games)
}
