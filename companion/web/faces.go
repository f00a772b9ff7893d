package web

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"arbiter/companion/faces"
	"arbiter/companion/web/page"
	"arbiter/engine"
	"arbiter/setups"
)

// A Face is what the owner has given to a card.
type Face struct {
	Name    string // "" is that of the game
	Picture string // by which Faces.Picture finds it; "" is none
}

// Faces are kept beside the box, for this device alone.
type Faces interface {
	// Face is that of a card, as engine.Card names it.
	Face(game, card string) Face
	Name(game, card, name string) error
	Show(game, card string, picture []byte) error
	// Picture is a JPEG; the error is fs.ErrNotExist if no card has it.
	Picture(picture string) ([]byte, error)
}

// mostName is how many letters the name of a card has.
const mostName = 40

// picture is where a picture lies. Its address does not tell the card.
func (f Face) picture() string {
	if f.Picture == "" {
		return ""
	}
	return "/faces/" + f.Picture
}

// faceOf tells parts of pages what the owner has given to the cards of a game.
func (s *Server) faceOf(game string) func(engine.Term) (name, picture string) {
	if s.opts.Faces == nil {
		return nil
	}
	return func(card engine.Term) (name, picture string) {
		f := s.opts.Faces.Face(game, string(card))
		return f.Name, f.picture()
	}
}

// facePicture sends a picture. Its address changes with its content.
func (s *Server) facePicture(w http.ResponseWriter, r *http.Request) {
	text, err := s.opts.Faces.Picture(r.PathValue("picture"))
	if err != nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "image/jpeg")
	w.Header().Set("Cache-Control", "private, max-age=31536000, immutable")
	w.Write(text) // #nosec G705 -- a JPEG that the device has made
}

// cardsPage lists the cards of a game, or shows one of them, for the owner.
func (s *Server) cardsPage(w http.ResponseWriter, r *http.Request) {
	p := document{viewer: s.viewer(r, ""), Kind: "cards", Look: true, Path: "/cards"}
	d := page.CardFaces{Game: r.URL.Query().Get("game")}
	say := s.speaker(p.lang, nil)
	for _, o := range s.table.Offers() {
		list, err := setups.CardListOf(o.Game.Name)
		if err != nil || len(list.Piles) == 0 {
			continue
		}
		if d.Game == "" {
			d.Game = o.Game.Name
		}
		d.Games = append(d.Games, page.Link{Href: "/cards?game=" + o.Game.Name, ID: "cards-" + o.Game.Name, Title: say(o.Game.Called()), Here: o.Game.Name == d.Game})
	}
	names, err := cardsOf(d.Game)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	for _, name := range names {
		f := s.opts.Faces.Face(d.Game, name)
		card := page.FaceCard{Card: name, Term: say(engine.Say("%s", engine.Term(name))), Name: f.Name, Picture: f.picture()}
		card.Href = "/cards?" + url.Values{"game": {d.Game}, "card": {name}}.Encode()
		d.Cards = append(d.Cards, card)
		if name == r.URL.Query().Get("card") {
			d.One = &card
			p.Path = card.Href
		}
	}
	part, err := s.pages[p.lang].fill("card-faces", d)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	p.Parts = fragments{"faces": part}
	s.write(w, http.StatusOK, p)
}

// cardsOf are the cards of a game that have tags, each once.
func cardsOf(game string) (names []string, err error) {
	list, err := setups.CardListOf(game)
	if err != nil {
		return nil, err
	}
	for _, c := range list.Cards() {
		if !slices.Contains(names, c.Name()) {
			names = append(names, c.Name())
		}
	}
	return names, nil
}

// giveFace gives a card a name or a picture, or takes both away: game, card and do stand in
// the address, for a photo comes as a file.
func (s *Server) giveFace(w http.ResponseWriter, r *http.Request) (outcome, error) {
	q := r.URL.Query()
	game, card := q.Get("game"), q.Get("card")
	if names, err := cardsOf(game); err != nil || !slices.Contains(names, card) {
		return outcome{}, fmt.Errorf("%w: there is no such card", errMalformed)
	}
	var err error
	switch q.Get("do") {
	case "name":
		name := []rune(strings.Join(strings.Fields(tidied(r.PostFormValue("name"))), " "))
		err = s.opts.Faces.Name(game, card, string(name[:min(len(name), mostName)]))
	case "photo":
		err = s.photograph(w, r, game, card)
	case "remove":
		err = errors.Join(s.opts.Faces.Show(game, card, nil), s.opts.Faces.Name(game, card, ""))
	default:
		err = fmt.Errorf("%w: that is nothing a face can get", errMalformed)
	}
	return outcome{Go: "/cards?" + url.Values{"game": {game}, "card": {card}}.Encode()}, err
}

func (s *Server) photograph(w http.ResponseWriter, r *http.Request, game, card string) error {
	slowly(w)
	photo, err := sent(r, "photo")
	if err != nil {
		return err
	}
	small, err := faces.Shrink(photo)
	switch {
	case errors.Is(err, faces.ErrKind):
		return engine.Refuse("only a photo can be a picture of a card: a JPEG or a PNG")
	case errors.Is(err, faces.ErrLarge):
		return engine.Refuse("that picture is too large; take one with fewer pixels")
	case err != nil:
		return unread(err)
	}
	return s.opts.Faces.Show(game, card, small)
}
