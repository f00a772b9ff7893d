package castingshadows

import (
	"math/bits"
	"slices"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// The setup of the cardboard as a list (rulebook, setup).

// checklist lists what people do before the first turn; it is empty if no game can start with these
// facts.
func checklist(seats []engine.Seat, told []engine.Event) []engine.Text {
	begun, err := start(seats, told)
	if err != nil {
		return nil
	}
	s := begun.(*State)
	all := s.boards()
	if s.Seating.Tracks {
		return append(all,
			engine.Say("Lay tiles and cards out as the rulebook shows. The device keeps hit points, energy, form, actions and spell books."),
			engine.Say("%s is the youngest and begins.", s.seat(0)),
		)
	}
	all = append(all, s.layTiles()...)
	all = append(all, s.layCards()...)
	return append(all,
		engine.Say("Put the %d dice and the %d tokens within reach, sorted by kind.", printed.Dice, printed.Tokens),
		engine.Say("%s is the youngest and begins.", s.seat(0)),
	)
}

// boards says what each player takes.
func (s *State) boards() (all []engine.Text) {
	for i := range s.Count() {
		c := s.character(i)
		all = append(all, engine.Say("%s takes board and figure: %s. The board shows the base form.", s.seat(i), c.Term()))
	}
	return append(all,
		engine.Say("Set each dial of hit points to %d and each dial of shadow energy to 0.", printed.Health),
		engine.Say("Leave room for %d cards at the right of each board: the spell book.", printed.BookSlots),
	)
}

// layTiles says where tiles and figures are placed.
func (s *State) layTiles() []engine.Text {
	all := []engine.Text{
		engine.Say("Lay %s in the middle, %s to the left of it and %s to the right.", printed.AncientRune.Term(), printed.DustyDesert.Term(), printed.UndergroundVolcano.Term()),
	}
	for i := range s.Count() {
		home := s.Homes[i]
		if home == 0 {
			all = append(all, engine.Say("%s chooses a home tile of nobody in the game; it lies at %s, and the figure stands on it.", s.seat(i), s.homePlace(i).Term()))
			continue
		}
		all = append(all, engine.Say("Lay %s down (%s); the figure of %s stands on it.", home.Term(), s.Place(home).Term(), s.seat(i)))
	}
	for _, n := range s.laidOut() {
		if n.IsMore() && !slices.Contains(s.Homes[:], n) {
			all = append(all, engine.Say("Lay %s down (%s).", n.Term(), s.Place(n).Term()))
		}
	}
	if n := s.unusedHomes(); n > 0 {
		all = append(all, engine.Say("{The home of the other character stays|The homes of the other %d characters stay} in the box.", n))
	}
	return all
}

// unusedHomes returns how many homes of the base game stay in the box.
func (s *State) unusedHomes() (n int) {
	for tile := printed.HomeKit; tile <= printed.HomeHaze; tile++ {
		if s.Place(tile) == 0 {
			n++
		}
	}
	return n
}

// layCards says how the decks are prepared; if the device deals, it names the first cards.
func (s *State) layCards() []engine.Text {
	open := 0
	for _, n := range s.laidOut() {
		if n.Sells() {
			open++
		}
	}
	if s.Seating.Dealt {
		return []engine.Text{
			engine.Say("The device rolls and draws: sort the cards so that you find those that it names; nothing has to be shuffled."),
			engine.Say("It names %d cards of the main deck, one for each tile but %s and %s, and %d companions for the portal.", open, printed.AncientRune.Term(), printed.DustyDesert.Term(), printed.PortalCards),
		}
	}
	return []engine.Text{
		engine.Say("Shuffle the %d counterspells and put them face down beside %s.", s.Seating.Counterspells.size(), printed.DustyDesert.Term()),
		engine.Say("Shuffle the main deck of %d cards and put it face down; leave room for the discard pile beside it.", s.Seating.Deck.size()),
		engine.Say("Lay a card of the main deck face up beside each tile but %s and %s: %d cards; %d stay in the deck. Tell the device which.", printed.AncientRune.Term(), printed.DustyDesert.Term(), open, s.Seating.Deck.size()-open),
		engine.Say("Shuffle the %d companions and put them face down; lay %d face up in a row beside them: the portal.", bits.OnesCount16(s.Seating.Companions), printed.PortalCards),
	}
}
