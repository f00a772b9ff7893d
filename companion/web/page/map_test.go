package page_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"arbiter/companion/companiontest/chromium"
	"arbiter/companion/web/page"
	"arbiter/engine"
	"arbiter/engine/enginetest/tier"
)

// maps are boards of all sizes, from the first tile to one that nothing more goes on.
func maps(t *testing.T, lang string) map[string]page.Context {
	all := map[string]page.Context{
		"alone": council("purple automa", 60).context(t, "purple", lang),
		"two":   council("purple red", 450).context(t, "purple", lang),
		"three": council("purple red green", 40).context(t, "purple", lang),
		"four":  council("purple red green blue", 2600).context(t, "purple", lang),
	}
	crowded := council("purple red green blue", 2600).context(t, "purple", lang)
	crowd(&crowded.Snap.View)
	all["crowded"] = crowded
	return all
}

// crowd fills all planets: none, one, two or three pieces, of one seat or of several.
func crowd(v *engine.View) {
	n := 0
	for i := range v.Map {
		for j := range v.Map[i].Parts {
			part := &v.Map[i].Parts[j]
			part.Pieces = nil
			for k := range n % 4 {
				p := v.Seats[(n/3+k*(n%3/2))%len(v.Seats)]
				part.Pieces = append(part.Pieces, engine.Piece{Color: p.Color, Shape: p.Shape})
			}
			n++
		}
	}
	for i := range v.Regions {
		p := v.Seats[i%len(v.Seats)]
		v.Regions[i].Piece = engine.Piece{Color: p.Color, Shape: p.Shape}
		v.Regions[i].Leader = p.Seat
	}
}

var attribute = regexp.MustCompile(` (id|data-key|aria-label|data-thing)="([^"]*)"`)

// TestMapTellsAllApart: no two things of a map have the same id, key, name or meaning,
// and each site and planet is there; and it is as light as a phone on a slow network
// needs it.
func TestMapTellsAllApart(t *testing.T) {
	const most = 6500 // bytes, packed
	for name, c := range maps(t, "de") {
		text := draw(t, c, "map", page.NewMap(c))
		seen := map[string]bool{}
		for _, m := range attribute.FindAllStringSubmatch(text, -1) {
			if m[1] == "aria-label" && strings.Contains(text, `aria-label="`+m[2]+`" aria-hidden`) {
				continue // planets of different sites are named alike
			}
			if seen[m[1]+m[2]] {
				t.Errorf("%s: two things have the %s %q", name, m[1], m[2])
			}
			seen[m[1]+m[2]] = true
		}
		for _, site := range c.Snap.View.Map {
			if !seen["data-thingsite "+site.Name] {
				t.Errorf("%s: site %s is not drawn", name, site.Name)
			}
			for i := range site.Parts {
				if !seen[fmt.Sprintf("data-thingpart %s %d", site.Name, i+1)] {
					t.Errorf("%s: planet %d of site %s is not drawn", name, i+1, site.Name)
				}
			}
		}
		if packed := packed(t, text); packed > most {
			t.Errorf("%s: %d bytes packed, more than %d", name, packed, most)
		} else {
			t.Logf("%s: %d bytes, %d packed", name, len(text), packed)
		}
	}
}

func packed(t *testing.T, text string) int {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Len()
}

// TestMapReads: on every board and in every size no text of the map stands on another
// one or is cut off, and sites are as large as a finger.
func TestMapReads(t *testing.T) {
	tier.Test(t, tier.Pages, "maps in a browser")
	parts := map[string]string{}
	for _, lang := range []string{"de", "en", "es"} {
		for name, c := range maps(t, lang) {
			if lang != "de" && name != "crowded" {
				continue // names are the same elsewhere
			}
			parts[lang+"-"+name] = draw(t, c, "map", page.NewMap(c))
		}
	}
	b := chromium.Start(t, true)
	p := b.Page(t, serve(t, parts), "en", 390, 430)
	for name := range parts {
		p.Open("/" + name)
		for _, size := range [][2]int64{{390, 430}, {700, 600}, {1000, 850}, {960, 950}} {
			p.Resize(size[0], size[1])
			faults, texts := p.Misprints(chromium.Layout{})
			if texts < 25 {
				t.Errorf("%s: only %d texts were measured", name, texts)
			}
			for _, f := range faults {
				t.Errorf("%s, %d × %d: %v", name, size[0], size[1], f)
			}
			least := chromium.Ask[float64](p, `Math.min(...[...document.querySelectorAll(".map .site")].map((s) => { const r = s.querySelector(".hit").getBoundingClientRect(); return Math.min(r.width, r.height) }))`)
			if least < 42 {
				t.Errorf("%s, %d × %d: a site is %.1f pixels large", name, size[0], size[1], least)
			}
			p.Keep(fmt.Sprintf("map %s %d", name, size[0]))
		}
	}
}
