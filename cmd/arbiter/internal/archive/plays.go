package archive

import (
	"bufio"
	"cmp"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"arbiter/cmd/arbiter/internal/games"
	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/companion/gamelog"
	"arbiter/companion/history"
	"arbiter/companion/plays"
	"arbiter/companion/words"
	"arbiter/engine"
	"arbiter/setups"
)

// PlaysIn returns the text of a file that other programs have exported; nil if it may be a record.
func PlaysIn(file string) ([]byte, error) {
	f, err := setups.OpenFile(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	in := bufio.NewReaderSize(f, plays.Beginning)
	if begin, err := in.Peek(plays.Beginning); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	} else if !plays.Is(begin) {
		return nil, nil
	}
	text, err := io.ReadAll(io.LimitReader(in, plays.MostBytes+1))
	return append([]byte{}, text...), err
}

// titles finds games by what they are called in each language.
func titles() (plays.Games, error) {
	all := plays.Games{}
	for _, g := range games.List() {
		all.Called(g.Name, g.Title)
		for _, lang := range words.Languages() {
			say, err := i18n.Flag{Lang: lang}.Say(nil)
			if err != nil {
				return nil, err
			}
			all.Called(g.Name, say(g.Called()))
		}
	}
	return all, nil
}

// Taking says what is taken from a file of plays.
type Taking struct {
	Names string // of players: none, known (those that are here already) or all
	Notes bool   // notes and places
	Alike bool   // plays that may be here already
	Dry   bool   // nothing is stored, only reported
}

// ImportPlays imports the plays of a file, and returns the outcome in words.
func ImportPlays(db *gamelog.DB, file string, text []byte, what Taking) (engine.Text, error) {
	games, err := titles()
	if err != nil {
		return engine.Text{}, err
	}
	list, faults := plays.Read(filepath.Base(file), text, games, time.Now())
	if len(faults) > 0 {
		return engine.Text{}, plays.Refused(faults)
	}
	here, err := db.Plays()
	if err != nil {
		return engine.Text{}, err
	}
	logged, err := db.Games()
	if err != nil {
		return engine.Text{}, err
	}
	tallies, err := db.Players("", "")
	if err != nil {
		return engine.Text{}, err
	}
	names := map[string]string{}
	for _, name := range list.Names() {
		if what.Names == "all" || what.Names == "known" && slices.ContainsFunc(tallies, func(t history.Tally) bool { return t.Name == name }) {
			names[name] = name
		}
	}
	plan := list.Compare(logged, here)
	if what.Alike {
		plan.New, plan.Perhaps = append(plan.New, plan.Perhaps...), nil
	}
	if !what.Dry {
		err = db.TakePlays(plays.Called(plan.New, names, what.Notes))
	}
	return engine.Say("new: %d; known already: %d; perhaps here already, and left out: %d; of other games, and left out: %d; not to be counted, and left out: %d; on other pages of BoardGameGeek: %d; names of players: %d of %d",
		len(plan.New), plan.Known, len(plan.Perhaps), list.Others, list.Ignored, list.Further, len(names), len(list.Names())), err
}

// Played returns the players of a play.
func Played(p history.Play) string {
	var list []string
	for i, x := range p.Players {
		name := cmp.Or(x.Name, string(p.Seat(i)))
		if x.Won {
			name += " (won)"
		}
		list = append(list, name)
	}
	return strings.Join(list, ", ")
}

// WritePlay writes a game that is over as a play for BoardGameGeek. Without names players are called
// by their seats.
func (r *Game) WritePlay(out io.Writer, times []time.Time, table, named bool) error {
	p := history.Play{Game: r.Game, At: r.Created.Local(), Note: r.Note, Result: r.Result}
	if n := len(times); n > 0 {
		p.Minutes = int(times[n-1].Sub(r.Created).Round(time.Minute) / time.Minute)
	}
	won := strings.Fields(r.Result)
	for _, seat := range r.Seats {
		name := string(seat)
		if label := r.Labels[seat]; named && label != "" {
			name = label
		}
		p.Players = append(p.Players, history.Player{Name: name, Won: slices.Contains(won, string(seat)), Role: string(seat)})
	}
	if table {
		return plays.CSV(out, p, r.Rules.Title)
	}
	return plays.XML(out, p, r.Rules.Title)
}
