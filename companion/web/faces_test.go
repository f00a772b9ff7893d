package web_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"image"
	"image/jpeg"
	"image/png"
	"io/fs"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"

	"arbiter/companion/web"
	"arbiter/engine/enginetest/tier"
)

// An album keeps faces in memory.
type album struct {
	mu       sync.Mutex
	faces    map[string]web.Face
	pictures map[string][]byte
}

func (a *album) Face(game, card string) web.Face {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.faces[game+" "+card]
}

func (a *album) set(game, card string, how func(*web.Face)) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.faces == nil {
		a.faces, a.pictures = map[string]web.Face{}, map[string][]byte{}
	}
	f := a.faces[game+" "+card]
	how(&f)
	a.faces[game+" "+card] = f
	return nil
}

func (a *album) Name(game, card, name string) error {
	return a.set(game, card, func(f *web.Face) { f.Name = name })
}

func (a *album) Show(game, card string, picture []byte) error {
	return a.set(game, card, func(f *web.Face) {
		sum := sha256.Sum256(picture)
		f.Picture = hex.EncodeToString(sum[:])
		a.pictures[f.Picture] = picture
	})
}

func (a *album) Picture(name string) ([]byte, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if p := a.pictures[name]; p != nil {
		return p, nil
	}
	return nil, fs.ErrNotExist
}

// The owner photographs a card and names it; who may know the card sees the face, and
// nobody else gets its address.
func TestFacesOfCards(t *testing.T) {
	tier.Unraced(t, "one request after the other; many meet in TestOneHostilePhone")
	t.Parallel()
	a := &album{}
	h := newHouse(t, func(o *web.Opts) { o.Owner.Faces = a })
	owner := h.owner()
	var photo bytes.Buffer
	check(t, png.Encode(&photo, image.NewNRGBA(image.Rect(0, 0, 700, 900))))
	const card = "/cards?game=council-of-shadows&card=discover"
	if status := owner.upload(card+"&do=photo", "photo", photo.String()); status != http.StatusOK {
		t.Fatalf("a photo: %d", status)
	}
	owner.ok(card+"&do=name", "name", "  The <b>map</b>\u202e ")
	face := a.Face("council-of-shadows", "discover")
	if face.Name != "The <b>map</b>" {
		t.Errorf("its name is %q", face.Name)
	}
	status, text := owner.get("/faces/" + face.Picture)
	if c, err := jpeg.DecodeConfig(strings.NewReader(text)); status != http.StatusOK || err != nil || max(c.Width, c.Height) > 480 {
		t.Errorf("the picture: %d, %v, %+v", status, err, c)
	}
	if _, text := owner.get("/cards"); !strings.Contains(text, "The &lt;b&gt;map&lt;/b&gt;") || !strings.Contains(text, face.Picture) {
		t.Error("the list does not show it")
	}
	host := h.host()
	h.play("purple pass", "red pass", "purple plan 1 discover")
	for path, b := range map[string]*browser{"/seat/purple": host.sit("purple"), "/table": h.browser()} {
		_, text := b.get(path)
		if got, want := strings.Contains(text, face.Picture), path == "/seat/purple"; got != want {
			t.Errorf("%s shows the face of a card that lies face down: %v", path, got)
		}
	}
	for name, text := range map[string]string{"an SVG": "<svg xmlns='http://www.w3.org/2000/svg'/>", "a PDF": "%PDF-1.7"} {
		if status := owner.upload(card+"&do=photo", "photo", text); status != http.StatusConflict {
			t.Errorf("%s: %d", name, status)
		}
	}
	if got := a.Face("council-of-shadows", "discover"); got != face {
		t.Errorf("what was refused has changed the face to %+v", got)
	}
	if status := owner.upload("/cards?game=council-of-shadows&card=..%2Fx&do=photo", "photo", photo.String()); status != http.StatusBadRequest {
		t.Errorf("a card that is none: %d", status)
	}
	if status := h.browser().upload(card+"&do=photo", "photo", photo.String()); status != http.StatusForbidden {
		t.Errorf("a photo of somebody else: %d", status)
	}
	if status, _ := h.browser().get("/faces/none"); status != http.StatusNotFound {
		t.Errorf("a picture that no card has: %d", status)
	}
}

// A card goes by its name wherever a page speaks of it: by the one that its owner has given
// it, else by what it does. Its number is for cards of which nothing is known.
func TestCardsGoByTheirNames(t *testing.T) {
	tier.Unraced(t, "one person, one page after the other")
	t.Parallel()
	a := &album{}
	h := newHouse(t, func(o *web.Opts) { o.Owner.Faces = a })
	b := h.browser()
	b.startFull()
	p := player{b: b, used: map[string]int{}, seats: []string{"purple", "red"}, most: 2}
	page, offered := "", regexp.MustCompile(`buy (ai-(\d+)) `)
	for n := 0; n < 60 && !offered.MatchString(page); n++ {
		page = p.step()
	}
	card := offered.FindStringSubmatch(page)
	if card == nil {
		t.Fatalf("after %v no card is for sale", p.used)
	}
	numbered := regexp.MustCompile(`(AI card|KI-Karte) \d`)
	check(t, a.Name("council-of-shadows", card[1], "the long night"))
	if _, page := b.get("/seat/purple"); !strings.Contains(page, "Buy The long night for") || numbered.MatchString(page) {
		t.Errorf("the page of a seat does not offer the card by its name, or says %q", numbered.FindString(page))
	}
	h.play("purple buy " + card[1] + " " + regexp.MustCompile(`buy ` + card[1] + ` (\S+?)"`).FindStringSubmatch(page)[1])
	b.german()
	for _, path := range []string{"/seat/purple", "/table", "/seat/red"} {
		if _, page := b.get(path); !strings.Contains(page, "The long night") || numbered.MatchString(page) {
			t.Errorf("%s does not call the card by its name, or says %q", path, numbered.FindString(page))
		}
	}
}
