package boxes

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/games"
	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/companion/gamelog"
	"arbiter/companion/history"
	"arbiter/companion/taglist"
	"arbiter/companion/words"
	"arbiter/engine"
)

// taggable returns the cards of all games, by what they are called in each language.
func taggable() (taglist.Cards, error) {
	var names []string
	for _, g := range games.List() {
		names = append(names, g.Name)
	}
	var languages []func(engine.Text) string
	for _, lang := range words.Languages() {
		say, err := i18n.Flag{Lang: lang}.Say(nil)
		if err != nil {
			return taglist.Cards{}, err
		}
		languages = append(languages, say)
	}
	return taglist.CardsOf(names, languages...)
}

// tagsIn returns the tags, unless a game can still go on.
func tagsIn(db *gamelog.DB) ([]history.Tag, error) {
	list, err := db.Games()
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(list, func(g history.Summary) bool { return g.Finished.IsZero() }) {
		return nil, taglist.ErrOpen
	}
	tags, err := db.TagList()
	return taglist.Real(tags), err
}

// tagsOf returns the tags that are kept in a folder, unless a game there can still go on.
func tagsOf(dir datadir.Dir) ([]history.Tag, error) {
	db, err := dir.Look()
	if err != nil {
		return nil, err
	}
	defer db.Close()
	return tagsIn(db)
}

// ListTags prints the tags whose card, number or origin contains a text.
func ListTags(out io.Writer, dir datadir.Dir, in i18n.Flag, find string) error {
	say, err := in.Say(nil)
	if err != nil {
		return err
	}
	tags, err := tagsOf(dir)
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, t := range tags {
		at := ""
		if !t.At.IsZero() {
			at = t.At.Local().Format("2006-01-02 15:04")
		}
		line := strings.Join([]string{t.UID, strings.Join(t.Words, " "), say(taglist.TextOf(t.Words)), t.Origin, at}, "\t")
		if strings.Contains(strings.ToLower(line), strings.ToLower(find)) {
			fmt.Fprintln(w, line)
		}
	}
	return w.Flush()
}

// ExportTags writes the tags to a new file: JSON if its name ends so, else CSV.
func ExportTags(out io.Writer, dir datadir.Dir, file string) error {
	tags, err := tagsOf(dir)
	if err != nil {
		return err
	}
	cards, err := taggable()
	if err != nil {
		return err
	}
	var b strings.Builder
	write := taglist.Cards.CSV
	if strings.EqualFold(filepath.Ext(file), ".json") {
		write = taglist.Cards.JSON
	}
	if err := write(cards, &b, tags); err != nil {
		return err
	}
	if err := WriteNew(file, b.String()); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s: %d\n", file, len(tags))
	return err
}

// ImportOpts has the flags of the command tags import.
type ImportOpts struct {
	datadir.Dir
	i18n.Flag
	Files   []string
	Card    string
	Replace bool
	DryRun  bool
}

// Run takes in lists of tags: all of them or, if anything is wrong with one, none.
func (o *ImportOpts) Run(out io.Writer) error {
	var files []taglist.File
	for _, name := range o.Files {
		info, err := os.Stat(name)
		if err == nil && !info.Mode().IsRegular() {
			return engine.Refuse("%s is no file", name)
		}
		if err == nil && info.Size() > taglist.MostBytes {
			return engine.Refuse("%s is larger than %d KiB: no list of tags is", name, taglist.MostBytes>>10)
		}
		text, err := os.ReadFile(name) // #nosec G304 -- the owner names it
		if err != nil {
			return i18n.Wrap(err, "%s", err)
		}
		files = append(files, taglist.FileOf(name, text))
	}
	rows, faults := taglist.Read(files, o.Card)
	if len(faults) > 0 {
		return refusals(faults)
	}
	cards, err := taggable()
	if err != nil {
		return err
	}
	say, err := o.Say(nil)
	if err != nil {
		return err
	}
	if o.DryRun {
		db, err := o.Look()
		if err != nil {
			return err
		}
		defer db.Close()
		_, err = o.compare(out, db, cards, rows, say)
		return err
	}
	dir, err := o.Path()
	if err != nil {
		return err
	}
	db, err := datadir.Create(dir)
	if err != nil {
		return err
	}
	plan, err := o.compare(out, db.DB, cards, rows, say)
	if err == nil {
		err = db.NameTags(plan.Tags())
	}
	if err == nil {
		_, err = fmt.Fprintln(out, say(engine.Say("Taken in: %s", fmt.Sprint(len(plan.Changes)))))
	}
	return errors.Join(err, db.Close())
}

// compare prints what changes, behind + and -, and refuses what contradicts what is known unless
// the files are believed.
func (o *ImportOpts) compare(out io.Writer, db *gamelog.DB, cards taglist.Cards, rows []taglist.Row, say i18n.Say) (taglist.Plan, error) {
	tags, err := tagsIn(db)
	if err != nil {
		return taglist.Plan{}, err
	}
	plan := cards.Compare(tags, rows, time.Now())
	if len(plan.Faults) > 0 {
		return plan, refusals(plan.Faults)
	}
	for _, c := range plan.Changes {
		if c.Against() {
			fmt.Fprintln(out, "-", c.UID, strings.Join(c.Was, " "))
		}
		if c.Is != nil {
			fmt.Fprintln(out, "+", c.UID, strings.Join(c.Is, " "), c.Chip)
		}
	}
	fmt.Fprintln(out, say(engine.Say("known already: %s", fmt.Sprint(plan.Known))))
	if plan.Contradicts() && !o.Replace {
		return plan, engine.Refuse("nothing was changed; --replace believes the file")
	}
	return plan, nil
}

func refusals(faults []taglist.Fault) error {
	var all []error
	for _, f := range faults {
		all = append(all, engine.Refusal{Text: f.Text()})
	}
	return errors.Join(append(all, engine.Refuse("nothing was changed"))...)
}

// ForgetTag removes the name of a tag.
func ForgetTag(out io.Writer, dir datadir.Dir, in i18n.Flag, uid string) error {
	say, err := in.Say(nil)
	if err != nil {
		return err
	}
	path, err := dir.Path()
	if err != nil {
		return err
	}
	db, err := datadir.Create(path)
	if err != nil {
		return err
	}
	tags, err := tagsIn(db.DB)
	i := slices.IndexFunc(tags, func(t history.Tag) bool {
		return strings.EqualFold(t.UID, strings.NewReplacer(":", "", " ", "", "-", "").Replace(uid))
	})
	switch {
	case err != nil:
	case i < 0:
		err = engine.Refuse("no tag with the number %s has a name; arbiter tags list has all", uid)
	default:
		err = db.NameTags([]history.Tag{{UID: tags[i].UID}})
	}
	if err == nil {
		_, err = fmt.Fprintln(out, say(engine.Say("forgotten: %s, which was %s", tags[i].UID, taglist.TextOf(tags[i].Words))))
	}
	return errors.Join(err, db.Close())
}
