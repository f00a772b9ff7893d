package castingshadows_test

import (
	"slices"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
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
	characters := map[string]string{}
	for _, e := range facts {
		c := said{e}
		switch f := e.(type) {
		case printed.Fact:
			r.box = r.box.With(f)
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
	r.sit(seats, characters)
	return r
}

// sit puts everybody on the own home: the youngest, who is named first, on the first.
func (r *referee) sit(seats []engine.Seat, characters map[string]string) {
	all := []string{"kit", "frill", "nuzzle", "haze"}
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
		home := r.box.Home(len(seats), i+1).String()
		r.laid[home], r.tiles[home] = true, "home-"+who
		r.seats = append(r.seats, &sheet{seat: string(seat), character: who, place: home, health: 18})
	}
}

// layOut: a card of the main deck beside each tile around the rune, but not beside the
// Dusty Desert, and three companions in the portal. Which tile is first, people may
// choose: the record tells.
func (r *referee) layOut() {
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
