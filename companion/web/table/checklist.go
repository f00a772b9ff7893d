package table

import (
	"context"
	"fmt"
	"net/http"
	"strconv"

	"arbiter/companion"
	"arbiter/companion/web/content"
	"arbiter/companion/web/page"
	"arbiter/companion/web/site"
	"arbiter/engine"
)

// setupPage shows how to set up: at a table with cardboard the checklist of its game, and for the
// owner what a device needs once.
func (s *Pages) setupPage(w http.ResponseWriter, r *http.Request) {
	p := site.Document{Viewer: s.Viewer(r, ""), Kind: "preparing", Look: true, Path: "/setup", Live: "/setup/events"}
	snap, err := s.Table.Snapshot(r.Context(), "")
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	if p.Parts, err = s.checklist(p.Lang, snap); err != nil {
		s.Refuse(w, r, err)
		return
	}
	p.Scene.Version = snap.Version
	p.More.Links = s.preparing(p, snap)
	s.Write(w, http.StatusOK, p)
}

func (s *Pages) checklist(lang string, snap companion.Snapshot) (site.Fragments, error) {
	sc := content.Content{Fresh: true, Running: snap.GameID != "" && !snap.View.Over}
	if sc.Running && !snap.Virtual {
		sc.Setup = s.Checklist(s.SpeakerAt(lang, snap), snap)
	}
	part, err := s.Templates[lang]().Fill("part-checklist", sc)
	return site.Fragments{"checklist": part}, err
}

// setupEvents sends steps as they are ticked.
func (s *Pages) setupEvents(w http.ResponseWriter, r *http.Request) {
	s.StreamOf(w, r, "setup", site.Source{
		Changed: s.Changes.Wait,
		Parts: func(lang string) (int, site.Fragments, error) {
			snap, err := s.Table.Snapshot(context.Background(), "")
			if err != nil {
				return 0, nil, err
			}
			parts, err := s.checklist(lang, snap)
			return snap.Version, parts, err
		},
	})
}

// preparing returns links: to the game, and for the owner to what is still to do.
func (s *Pages) preparing(p site.Document, snap companion.Snapshot) (all []page.Link) {
	say := s.Speaker(p.Lang, nil)
	add := func(href, id string, title, words engine.Text) {
		all = append(all, page.Link{Href: href, ID: id, Title: say(title), Words: say(words)})
	}
	if snap.GameID != "" {
		add("/table", "to-table", engine.Say("Table"), engine.Say("The game that is on."))
	} else {
		add("/", "to-start", engine.Say("Start page"), engine.Say("Who plays, and how. When a game has begun with cardboard, its setup is here, step by step."))
	}
	if !p.Owner {
		add("/own", "to-own", engine.Say("The owner of this device"), engine.Say("Readers, cards and settings are the owner's: show that it is you."))
		return all
	}
	if s.Opts.Owner.Rigs != nil {
		words := engine.Say("From parts to a table that works, step by step; each part is tried.")
		if s.Opts.Virtually() {
			words = engine.Say("Still to do, if you play with cardboard: no reader is set up.")
		}
		add("/rig", "to-rig", engine.Say("Readers, panel, buttons"), words)
	}
	if s.Opts.Owner.Lessons != nil {
		add("/learn", "to-learn", engine.Say("Teach Arbiter your cards"), engine.Say("Lay each card on a reader once, and Arbiter knows it."))
	}
	if s.Opts.Owner.Faces != nil {
		add("/cards", "to-cards", engine.Say("Faces of cards"), engine.Say("A name and a photo for each card."))
	}
	if s.Opts.Owner.Device != nil {
		add("/settings", "to-settings", engine.Say("Settings"), engine.Say("Language, names, HTTPS, backup, update, printing, what the doctor finds."))
	}
	return all
}

// tick ticks or unticks a step of the setup: "3 done", "3 open".
func (s *Pages) tick(_ http.ResponseWriter, r *http.Request) (site.Outcome, error) {
	var number int
	var how string
	if n, err := fmt.Sscanf(r.PostFormValue("step"), "%d %s", &number, &how); n != 2 || err != nil || how != "done" && how != "open" {
		return site.Outcome{}, fmt.Errorf("%w: step %s", site.ErrMalformed, strconv.Quote(r.PostFormValue("step")))
	}
	snap, err := s.Table.Snapshot(r.Context(), "")
	switch {
	case err != nil:
		return site.Outcome{}, err
	case number < 1 || number > len(snap.Setup):
		return site.Outcome{}, fmt.Errorf("%w: there is no step %d", site.ErrMalformed, number)
	}
	s.Tick(snap.GameID, number-1, how == "done")
	return site.Outcome{Version: snap.Version}, nil
}
