package owner

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"arbiter/companion/faces"
	"arbiter/companion/web/page"
	"arbiter/companion/web/page/ownerpage"
	"arbiter/companion/web/site"
	"arbiter/engine"
	"arbiter/setups"
)

// facePicture sends a picture. Its address changes with its content.
func (s *Pages) facePicture(w http.ResponseWriter, r *http.Request) {
	text, err := s.Opts.Owner.Faces.Picture(r.PathValue("picture"))
	if err != nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "image/jpeg")
	w.Header().Set("Cache-Control", "private, max-age=31536000, immutable")
	w.Write(text) // #nosec G705 -- a JPEG made by the device
}

// cardsPage lists the cards of a game, or shows one of them, for the owner.
func (s *Pages) cardsPage(w http.ResponseWriter, r *http.Request) {
	p := site.Document{Viewer: s.Viewer(r, ""), Kind: "cards", Look: true, Path: "/cards"}
	d := ownerpage.CardFaces{Game: r.URL.Query().Get("game")}
	say := s.Speaker(p.Lang, nil)
	for _, o := range s.Table.Offers() {
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
		f := s.Opts.Owner.Faces.Face(d.Game, name)
		card := ownerpage.FaceCard{Card: name, Term: say(engine.Say("%s", engine.Term(name))), Name: f.Name, Picture: f.Address()}
		card.Href = "/cards?" + url.Values{"game": {d.Game}, "card": {name}}.Encode()
		d.Cards = append(d.Cards, card)
		if name == r.URL.Query().Get("card") {
			d.One = &card
			p.Path = card.Href
		}
	}
	part, err := s.Templates[p.Lang]().Fill("card-faces", d)
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	p.Parts = site.Fragments{"faces": part}
	s.Write(w, http.StatusOK, p)
}

// cardsOf returns the cards of a game that have tags, each once.
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

// giveFace gives a card a name or a picture, or removes both. game, card and do are in the address,
// because a photo comes as a file.
func (s *Pages) giveFace(w http.ResponseWriter, r *http.Request) (site.Outcome, error) {
	q := r.URL.Query()
	game, card := q.Get("game"), q.Get("card")
	if names, err := cardsOf(game); err != nil || !slices.Contains(names, card) {
		return site.Outcome{}, fmt.Errorf("%w: there is no such card", site.ErrMalformed)
	}
	var err error
	switch q.Get("do") {
	case "name":
		name := []rune(strings.Join(strings.Fields(site.Tidied(r.PostFormValue("name"))), " "))
		err = s.Opts.Owner.Faces.Name(game, card, string(name[:min(len(name), site.MostName)]))
	case "photo":
		err = s.photograph(w, r, game, card)
	case "remove":
		err = errors.Join(s.Opts.Owner.Faces.Show(game, card, nil), s.Opts.Owner.Faces.Name(game, card, ""))
	default:
		err = fmt.Errorf("%w: that is nothing a face can get", site.ErrMalformed)
	}
	return site.Outcome{Go: "/cards?" + url.Values{"game": {game}, "card": {card}}.Encode()}, err
}

func (s *Pages) photograph(w http.ResponseWriter, r *http.Request, game, card string) error {
	slowly(w)
	photo, err := site.Sent(r, "photo")
	if err != nil {
		return err
	}
	var small []byte
	err = s.Alone(func() (err error) {
		small, err = faces.Shrink(photo)
		return err
	})
	switch {
	case errors.Is(err, faces.ErrKind):
		return engine.Refuse("only a photo can be a picture of a card: a JPEG or a PNG")
	case errors.Is(err, faces.ErrLarge):
		return engine.Refuse("that picture is too large; take one with fewer pixels")
	case err != nil:
		return unreadUnless(err)
	}
	return s.Opts.Owner.Faces.Show(game, card, small)
}
