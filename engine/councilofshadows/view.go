package councilofshadows

import (
	"math/bits"
	"strconv"

	"arbiter/engine"
)

// View shows the table: round and phase, the tracks, the fields and hands, and what the game waits
// for.
func (s *State) View() engine.View {
	v := s.Plain()
	v.Phase, v.InPlay, v.Rise = s.phaseWord(), s.viewInPlay(), s.rising()
	s.furnish(v.Seats)
	s.forPanels(&v)
	if s.full {
		s.appraise(v.Zones)
		v.Map, v.Regions = s.boardMap(), s.regions()
	}
	return v
}

// Plain returns the view without the map.
func (s *State) Plain() engine.View {
	order := s.ordered()
	v := engine.View{Stage: s.stage(), Over: s.phase == PhaseOver, Prompts: s.prompts(), Remind: s.reminders(), Names: s.facts.names}
	v.Opening = s.round == 1 && !v.Over
	if s.facts.standIn {
		v.Caveat = engine.Say("Stand-in values, not those of the real game")
	}
	v.Seats, v.Zones = make([]engine.Place, 0, len(order)), make([]engine.Zone, 0, 8*len(order))
	for _, i := range order {
		v.Seats = append(v.Seats, s.place(i))
		v.Zones = append(v.Zones, s.players[i].zones()...)
	}
	if s.full {
		v.Zones = append(v.Zones, s.boardZones(order)...)
		v.Pieces = s.pieces(order)
		if s.phase == PhaseBuy {
			v.Unzoned = engine.Say("Upgrades")
		}
	}
	v.Lying, v.Piles, v.Stating = s.lying(order), s.piles(), s.statesCardboard()
	v.MarkTurns()
	v.Tracks = s.tracks(order)
	return v
}

// tracks returns the tracks, with the seats in the given order; screens know some tracks by their
// role.
func (s *State) tracks(order []int8) []engine.Track {
	track := func(name string, title engine.Text, at func(p *player) int16) engine.Track {
		t := engine.Track{Name: name, Title: title, At: make([]int, 0, len(order))}
		for _, i := range order {
			t.At = append(t.At, int(at(&s.players[i])))
		}
		return t
	}
	all := []engine.Track{
		track("order", engine.Say("Order"), func(p *player) int16 { return int16(p.order) }),
		track("level", engine.Say("Level"), func(p *player) int16 { return int16(p.level) }),
		track("energy", engine.Say("Energy"), func(p *player) int16 { return p.energy }),
		track("consumption", engine.Say("Consumption"), func(p *player) int16 { return p.consumption }),
		track("distance", engine.Say("To go"), func(p *player) int16 { return max(0, p.consumption-p.energy) }),
	}
	all[1].Roman, all[4].Derived = true, true
	all[0].Role, all[2].Role, all[3].Role = engine.RoleRank, engine.RoleProgress, engine.RoleGoal
	return all
}

func (s *State) stage() []engine.Text {
	switch s.phase {
	case PhaseSetup, PhaseStock, PhaseLeaders, PhaseFinal, PhaseCubes, PhaseOver:
		return []engine.Text{s.phase.title()}
	}
	round := engine.Say("Round %d", int(s.round))
	if s.throne >= 0 {
		round = engine.Say("Round %d, the last", int(s.round))
	}
	return []engine.Text{round, s.phase.title()}
}

func (s *State) place(i int8) engine.Place {
	p := &s.players[i]
	place := engine.Place{
		Seat: p.seat, Color: colors[p.color], Shape: engine.Shape(p.color), Robot: p.robot(), Winner: p.winner,
		Turn: s.phase == PhaseAct && s.turn == i && s.due.who < 0,
	}
	if p.civilization != None {
		place.Who = engine.Say("%s", p.civilization.term())
	}
	for _, lies := range []Item{p.leader, p.tech[0], p.tech[1]} {
		if lies != None {
			place.Notes = append(place.Notes, engine.Say("%s", lies.term()))
		}
	}
	if s.throne == i {
		place.Notes = append(place.Notes, engine.Say("Throne"))
	}
	if p.ready {
		place.Notes = append(place.Notes, engine.Say("Ready"))
	}
	if p.energy > mostTrack {
		place.Notes = append(place.Notes, engine.Say("Energy: the marker stands on %d, and %d more are counted", mostTrack, int(p.energy-mostTrack)))
	}
	if s.full && !p.robot() {
		place.Counts = []engine.Count{{Note: len(place.Notes), Of: []string{Anthracite.String(), Gold.String(), Crystal.String()}}}
		place.Notes = append(place.Notes, engine.Say("Gems: %s", p.gems.text()))
	}
	return place
}

// zones lists a seat's action fields and its hand. The Automa has none.
func (p *player) zones() []engine.Zone {
	if p.robot() {
		return nil
	}
	zones := make([]engine.Zone, 0, p.fields+1)
	for f := uint8(1); f <= p.fields; f++ {
		title := engine.Say("Field %d (P%d)", int(f), int(p.reach[f-1]))
		zones = append(zones, p.zone(strconv.Itoa(int(f)), title, f))
		zones[f-1].Count = rangeAccount(f)
	}
	hand := engine.Zone{Seat: p.seat, Name: engine.Hand, Title: engine.Say("Hand"), Cards: make([]engine.Card, 0, bits.OnesCount32(uint32(p.hand)))}
	for card := range p.hand.all {
		hand.Cards = append(hand.Cards, engine.Card{Name: card.term()})
	}
	return append(zones, hand)
}

func (p *player) zone(name string, title engine.Text, field uint8) engine.Zone {
	z := engine.Zone{Seat: p.seat, Name: name, Title: title, Covert: true}
	for _, card := range p.stack(field) {
		z.Cards = append(z.Cards, engine.Card{Name: card.term(), Fresh: p.fresh.has(card), Down: p.down.has(card)})
	}
	return z
}

// The zones of the Table in the full book, besides those of the seats.
const (
	zoneMarket = "market"
	zoneBonus  = "bonus"
)

// boardZones lists the display and the bonus cards of each seat. Cards that the owner of the view
// does not know have no name.
func (s *State) boardZones(order []int8) []engine.Zone {
	market := engine.Zone{Seat: engine.Table, Name: zoneMarket, Title: engine.Say("AI cards on display"), Suit: suitAI, Aside: true}
	for _, card := range s.table.market {
		if card != None {
			market.Cards = append(market.Cards, engine.Card{Name: card.term()})
		}
	}
	all := []engine.Zone{market}
	for _, i := range order {
		all = append(all, s.players[i].bonusZone())
	}
	return all
}

func (p *player) bonusZone() engine.Zone {
	z := engine.Zone{Seat: p.seat, Name: zoneBonus, Title: engine.Say("Bonus cards"), Suit: suitLight, Aside: true}
	for left := p.bonuses | p.revealed; left != 0; left &= left - 1 {
		card := firstLight + Item(bits.TrailingZeros32(left))
		z.Cards = append(z.Cards, engine.Card{Name: card.term(), Down: p.revealed&bonusBit(card) == 0})
	}
	for range p.blank {
		z.Cards = append(z.Cards, engine.Card{Down: true})
	}
	return z
}
