package owner

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"arbiter/companion/history"
	"arbiter/companion/taglist"
	"arbiter/companion/web/page/ownerpage"
	"arbiter/companion/web/site"
	"arbiter/engine"
)

// lookedAt is the list that the owner looks at before it is taken in; there is one at a time.
type lookedAt struct {
	mu     sync.Mutex
	id     string // by what is in the files
	files  []string
	rows   []taglist.Row
	faults []taglist.Fault
}

// taggable returns the cards of all games, by what they are called in each language.
func (s *Pages) taggable() (taglist.Cards, error) {
	var games []string
	for _, o := range s.Table.Offers() {
		games = append(games, o.Game.Name)
	}
	var languages []func(engine.Text) string
	for _, l := range site.Languages {
		languages = append(languages, s.Speaker(l.Code, nil))
	}
	return taglist.CardsOf(games, languages...)
}

// tagsPage lists the tags, with q=TEXT those that it finds; uid=UID is a single one, and looked=ID
// tells what a list would change.
func (s *Pages) tagsPage(w http.ResponseWriter, r *http.Request) {
	p := site.Document{Viewer: s.Viewer(r, ""), Kind: "tags", Look: true, Path: "/tags"}
	d := ownerpage.Tags{Query: strings.TrimSpace(r.URL.Query().Get("q")), Taken: r.URL.Query().Get("taken")}
	tags, err := s.Opts.Owner.Tags.List()
	cards, wrong := s.cards()
	var closed engine.Refusal
	switch {
	case errors.As(err, &closed):
		d.Closed = s.Speaker(p.Lang, nil)(closed.Text)
	case err != nil || wrong != nil:
		s.Refuse(w, r, errors.Join(err, wrong))
		return
	default:
		s.listTags(&d, r, p.Lang, cards, tags)
	}
	part, err := s.Templates[p.Lang]().Fill("tag-list", d)
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	p.Parts = site.Fragments{"tags": part}
	s.Write(w, http.StatusOK, p)
}

func (s *Pages) listTags(d *ownerpage.Tags, r *http.Request, lang string, cards taglist.Cards, tags []history.Tag) {
	say := s.Speaker(lang, nil)
	found := 0
	groups := map[string]int{}
	for _, t := range slices.SortedStableFunc(slices.Values(tags), func(a, b history.Tag) int { return cards.Place(a.Words) - cards.Place(b.Words) }) {
		row := ownerpage.TagRow{UID: t.UID, Card: say(taglist.TextOf(t.Words)), Words: strings.Join(t.Words, " "), From: say(whence(t.Origin))}
		if !t.At.IsZero() {
			row.When = site.Day(lang, t.At)
		}
		row.Href = "/tags?" + url.Values{"uid": {t.UID}}.Encode()
		if t.UID == r.URL.Query().Get("uid") {
			d.One = &row
		}
		if q := strings.ToLower(d.Query); q != "" && !strings.Contains(strings.ToLower(row.Card+"\n"+row.Words+"\n"+row.From), q) && !strings.Contains(strings.ToLower(t.UID), strings.NewReplacer(":", "", " ", "", "-", "").Replace(q)) {
			continue
		}
		found++
		title := say(engine.Say("Other cards"))
		if i := cards.Place(t.Words); i < len(cards.List) {
			o, _ := s.Offer(cards.List[i].Game)
			title = say(o.Game.Called()) + ": " + say(cards.List[i].Pile)
		}
		if _, is := groups[title]; !is {
			groups[title] = len(d.Groups)
			d.Groups = append(d.Groups, ownerpage.TagGroup{Title: title})
		}
		d.Groups[groups[title]].Tags = append(d.Groups[groups[title]].Tags, row)
	}
	d.Found = say(engine.Say("Tags: %s", engine.Term(site.Count(lang, found))))
	d.All = len(tags)
	if d.One != nil {
		d.Choices = s.choices(lang, cards)
	}
	s.looked.mu.Lock()
	defer s.looked.mu.Unlock()
	if id := r.URL.Query().Get("looked"); id != "" && id == s.looked.id {
		d.Looked = s.plan(lang, cards, tags)
	}
}

// whence returns where the name of a tag came from, in words.
func whence(origin string) engine.Text {
	switch origin {
	case "":
		return engine.Say("by an older version")
	case history.FromReader:
		return engine.Say("laid on a reader")
	case history.FromPage:
		return engine.Say("changed in this list")
	}
	return engine.Say("from %s", origin)
}

// choices returns the cards that a tag may be, in piles.
func (s *Pages) choices(lang string, cards taglist.Cards) (groups []ownerpage.TagChoices) {
	say := s.Speaker(lang, nil)
	for _, c := range cards.List {
		o, _ := s.Offer(c.Game)
		title := say(o.Game.Called()) + ": " + say(c.Pile)
		if n := len(groups); n == 0 || groups[n-1].Title != title {
			groups = append(groups, ownerpage.TagChoices{Title: title})
		}
		last := &groups[len(groups)-1]
		last.Cards = append(last.Cards, ownerpage.Pick{Value: strings.Join(c.Words, " "), Label: say(c.Text())})
	}
	return groups
}

// plan tells what the list that was looked at would change. The caller holds its lock.
func (s *Pages) plan(lang string, cards taglist.Cards, tags []history.Tag) *ownerpage.TagPlan {
	say := s.Speaker(lang, nil)
	plan := cards.Compare(tags, s.looked.rows, s.Opts.Program.Now())
	p := &ownerpage.TagPlan{ID: s.looked.id, Files: strings.Join(s.looked.files, ", "), Against: plan.Contradicts()}
	for _, f := range append(slices.Clone(s.looked.faults), plan.Faults...) {
		p.Faults = append(p.Faults, say(f.Text()))
	}
	card := func(words []string) string { return say(taglist.TextOf(words)) }
	for _, c := range plan.Changes {
		row := ownerpage.TagChange{UID: c.UID, Chip: c.Chip, Against: c.Against()}
		switch {
		case c.Is == nil:
			row.Text = say(engine.Say("%s: has another tag in the list, and loses this one", taglist.TextOf(c.Was)))
		case c.Against():
			row.Text = say(engine.Say("%s, until now %s", card(c.Is), card(c.Was)))
		default:
			row.Text = card(c.Is)
		}
		p.Changes = append(p.Changes, row)
	}
	p.Known = say(engine.Say("known already: %s", engine.Term(site.Count(lang, plan.Known))))
	return p
}

// tagsFile sends the list as a file.
func (s *Pages) tagsFile(kind string, write func(taglist.Cards, io.Writer, []history.Tag) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		tags, err := s.Opts.Owner.Tags.List()
		cards, wrong := s.cards()
		var b bytes.Buffer
		if err = errors.Join(err, wrong); err == nil {
			err = write(cards, &b, tags)
		}
		if err != nil {
			s.Refuse(w, r, err)
			return
		}
		w.Header().Set("Content-Type", kind+"; charset=utf-8")
		w.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", "arbiter-"+path.Base(r.URL.Path)))
		_, _ = b.WriteTo(w) // a client that is gone misses nothing
	}
}

// changeTags looks at a list (do=look in the address, since files come in the form), takes it in
// (do=take, list, replace), or says of a tag that it is another card (do=name, uid, card) or none
// (do=remove, uid).
func (s *Pages) changeTags(_ http.ResponseWriter, r *http.Request) (site.Outcome, error) {
	if r.URL.Query().Get("do") == "look" {
		return s.lookAt(r)
	}
	cards, err := s.cards()
	if err != nil {
		return site.Outcome{}, err
	}
	tags, err := s.Opts.Owner.Tags.List()
	if err != nil {
		return site.Outcome{}, err
	}
	switch do := r.PostFormValue("do"); do {
	case "take":
		return s.takeTags(r, cards, tags)
	case "name", "remove":
		change := history.Tag{UID: r.PostFormValue("uid"), Origin: history.FromPage, At: s.Opts.Program.Now()}
		if !slices.ContainsFunc(tags, func(t history.Tag) bool { return t.UID == change.UID }) {
			return site.Outcome{}, engine.Refuse("that tag has no name any more; look again")
		}
		if do == "name" {
			change.Words = strings.Fields(r.PostFormValue("card"))
			if cards.Place(change.Words) == len(cards.List) {
				return site.Outcome{}, engine.Refuse("there is no such card in the box")
			}
			if slices.ContainsFunc(tags, func(t history.Tag) bool { return t.UID != change.UID && slices.Equal(t.Words, change.Words) }) {
				return site.Outcome{}, engine.Refuse("another tag is that card already; remove that one first")
			}
		}
		return site.Outcome{Go: "/tags"}, s.Opts.Owner.Tags.Change(r.Context(), []history.Tag{change})
	default:
		return site.Outcome{}, fmt.Errorf("%w: nobody can %q a list of tags", site.ErrMalformed, do)
	}
}

func (s *Pages) lookAt(r *http.Request) (site.Outcome, error) {
	sent, before, err := site.SentFiles(r, "list")
	if err != nil {
		return site.Outcome{}, err
	}
	sum := sha256.New()
	var files []taglist.File
	var names []string
	for _, f := range sent {
		file := taglist.FileOf(site.Tidied(f.Name), f.Text)
		files, names = append(files, file), append(names, file.Name)
		fmt.Fprintf(sum, "%q %d\n%s", file.Name, len(file.Text), file.Text)
	}
	fmt.Fprintf(sum, "%q", before.Get("card"))
	rows, faults := taglist.Read(files, before.Get("card"))
	s.looked.mu.Lock()
	defer s.looked.mu.Unlock()
	s.looked.id, s.looked.files, s.looked.rows, s.looked.faults = hex.EncodeToString(sum.Sum(nil)[:8]), names, rows, faults
	return site.Outcome{Go: "/tags?looked=" + s.looked.id + "#looked"}, nil
}

func (s *Pages) takeTags(r *http.Request, cards taglist.Cards, tags []history.Tag) (site.Outcome, error) {
	s.looked.mu.Lock()
	defer s.looked.mu.Unlock()
	if s.looked.id == "" || r.PostFormValue("list") != s.looked.id {
		return site.Outcome{}, engine.Refuse("that list is not here any more; send it again")
	}
	plan := cards.Compare(tags, s.looked.rows, s.Opts.Program.Now())
	switch {
	case len(s.looked.faults)+len(plan.Faults) > 0:
		return site.Outcome{}, engine.Refuse("the list has mistakes; nothing was changed")
	case plan.Contradicts() && r.PostFormValue("replace") == "":
		return site.Outcome{}, engine.Refuse("the list contradicts what is known, and nothing was changed: tick that it is believed, or leave those tags out of it")
	}
	if err := s.Opts.Owner.Tags.Change(r.Context(), plan.Tags()); err != nil {
		return site.Outcome{}, err
	}
	s.Logger.Info("the owner has taken in a list of tags", "tags", len(plan.Changes))
	s.looked.id, s.looked.rows, s.looked.faults = "", nil, nil
	return site.Outcome{Go: "/tags?taken=" + strconv.Itoa(len(plan.Changes))}, nil
}
