package castingshadows_test

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
	"arbiter/engine/notation"
)

// newReferee sets a table up from the facts of a game, and waits for its record.
func newReferee(seats []engine.Seat, facts []engine.Event, record []moment) *referee {
	r := &referee{
		box: &printed.Facts{}, record: record, counterspells: 10, rulings: map[string]string{},
		dice: map[string]string{}, reacted: map[string]bool{}, beside: map[string]string{},
		laid: map[string]bool{"middle": true, "left": true, "right": true}, tiles: map[string]string{
			"middle": "ancient-rune", "left": "dusty-desert", "right": "underground-volcano",
		},
		deck: map[string]bool{}, companions: map[string]bool{},
	}
	characters, homes, told := map[string]string{}, map[string]string{}, map[string]bool{}
	for _, e := range facts {
		c := said{e}
		switch f := e.(type) {
		case printed.Fact:
			r.box = r.box.With(f)
			words := notation.Words(e)
			told[words[1]] = true
			switch {
			case words[0] == "lives":
				homes[words[1]] = words[2]
			case words[0] == "lies" && words[2] == strconv.Itoa(len(seats)):
				r.laid[words[3]], r.tiles[words[3]] = true, words[1]
			}
		default:
			switch c.fact() {
			case "ruling":
				r.rulings[c.word("Name")] = c.word("Choice")
			case "character":
				characters[c.word("Seat")] = c.word("Name")
			}
		}
	}
	for _, c := range printed.MainDeck() {
		r.deck[c.String()] = true
	}
	r.pile = [][]string{nil}
	for _, c := range printed.Counterspells() {
		r.pile[0] = append(r.pile[0], c.String())
	}
	for _, c := range printed.Companions() {
		r.companions[c.String()] = true
	}
	for n := 1; n <= 15; n++ { // what a box has beyond the base game
		for kind, into := range map[string]func(string){
			"attack": r.intoDeck, "conversion": r.intoDeck, "resource": r.intoDeck,
			"counterspell": func(c string) { r.pile[0] = append(r.pile[0], c) },
			"companion":    func(c string) { r.companions[c] = true },
		} {
			if card := fmt.Sprintf("%s-%02d", kind, n); told[card] && (kind != "companion" || n > 10) {
				into(card)
			}
		}
	}
	r.counterspells = len(r.pile[0])
	r.sit(seats, characters, homes)
	return r
}

func (r *referee) intoDeck(card string) { r.deck[card] = true }

// sit puts everybody on the own home: the youngest, who is named first, on the first.
func (r *referee) sit(seats []engine.Seat, characters, homes map[string]string) {
	all := []string{"kit", "frill", "nuzzle", "haze", "frost", "talon", "lucky"}
	for _, seat := range seats {
		if slices.Contains(all, string(seat)) && characters[string(seat)] == "" {
			characters[string(seat)] = string(seat)
		}
	}
	for i, seat := range seats {
		who := characters[string(seat)]
		for n := 0; who == ""; n++ {
			taken := slices.ContainsFunc(seats, func(s engine.Seat) bool { return characters[string(s)] == all[n] })
			if !taken {
				who = all[n]
				characters[string(seat)] = who
			}
		}
		home, tile := r.box.Home(len(seats), i+1).String(), homes[who]
		if slices.Contains(all[:4], who) {
			tile = "home-" + who
		}
		r.laid[home], r.tiles[home] = true, tile
		r.seats = append(r.seats, &sheet{seat: string(seat), character: who, place: home, home: home, health: 18})
	}
}

// layOut: a card of the main deck beside each tile around the rune, but not beside the
// Dusty Desert, and three companions in the portal. Which tile is first, people may
// choose: the record tells.
func (r *referee) layOut() {
	for _, p := range r.seats {
		if r.tiles[p.home] != "" {
			continue
		}
		tile := r.next(p.seat, "choose-home").word("Tile") // a character without a tile of its own
		if !slices.Contains([]string{"home-kit", "home-frill", "home-nuzzle", "home-haze", "map-tile-08", "map-tile-09"}, tile) || slices.Contains(slices.Collect(maps.Values(r.tiles)), tile) {
			r.at--
			r.fault("%s starts on %s", p.seat, tile)
		}
		r.tiles[p.home] = tile
	}
	for range len(r.laid) - 2 {
		m := r.record[r.at]
		card := r.next("table", "draw").word("Card")
		place := r.placeOf(m.laid)
		if !r.deck[card] || r.beside[place] != "" || place == "middle" || place == "left" {
			r.at--
			r.fault("%s comes beside %s", card, place)
		}
		delete(r.deck, card)
		r.beside[place] = card
	}
	r.appear()
}

func (r *referee) tile(place string) string { return r.tiles[place] }

func (r *referee) placeOf(tile string) string {
	for place, name := range r.tiles {
		if name == tile {
			return place
		}
	}
	r.fault("%q is not laid out", tile)
	return ""
}
