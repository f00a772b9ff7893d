package councilofshadows

import (
	"arbiter/engine"
	"arbiter/engine/rule"
)

// The Dark Tech cards (rulebook, card glossary). Effects on tracks, fields and cards in hand are
// carried out here; the rest is a reminder for people with the cardboard.

// The number printed on a Dark Tech card that moves a marker is a fact.

// choosable allows a card of the due pile that nobody has.
func (s *State) choosable(tech Item) refusal {
	switch {
	case tech.pile() == None:
		return refuse("%s is no Dark Tech card", tech.word())
	case tech.pile() != s.due.what:
		return refuse("%s belongs to the other pile; now choose from %s", tech.word(), s.due.what.word())
	case s.inBox(tech):
		return refuse("%s was put into the box", tech.word())
	}
	for i := range s.seats() {
		if q := &s.players[i]; q.knows(tech) {
			return refuse("%s has %s already", q.word(), tech.word())
		}
	}
	return allowed
}

// choices lists the remaining Dark Tech cards of the due pile.
func (s *State) choices(all []engine.Command, say *seatCommands) []engine.Command {
	for n, c := range say.choose {
		if s.choosable(NewStargate + Item(n)).Allowed() {
			all = append(all, c)
		}
	}
	return all
}

func (p *player) choose(tech Item, round uint8) {
	switch tech.pile() {
	case DarkTech1:
		p.tech[0] = tech
	case DarkTech2:
		p.tech[1] = tech
	}
	switch tech {
	case PerpetualMotion:
		p.perpetual = round
	case NewStargate:
		p.stargate = p.fields + 1
	}
}

func (r *resolution) applyTech(p player, tech Item) {
	switch tech {
	case NewStargate:
		emit(r, Ranged{p.seat, p.fields + 1, farthest})
		emit(r, Receives{p.seat, Gold, 1})
	case GemRefinement, ExperiencedTraveler:
		emit(r, Receives{p.seat, Crystal, 1})
	case FlexibleColonization:
		r.extendAll(p)
	case EnergySaver:
		emit(r, Consumption{p.seat, Delta(r.bounded(&p, -r.value(EnergySaver)))})
	case EnergyBoost:
		r.energize(Energy{p.seat, Delta(r.value(EnergyBoost)), EnergyBoost})
	case InformationEdge:
		emit(r, Receives{p.seat, Crystal, 1})
		emit(r, Due{p.seat, tech})
	default:
		if carriedOut(tech) || r.full && r.facts.board.card[tech].known {
			emit(r, Due{p.seat, tech})
		}
	}
}

// extendAll brings every field to parsec 2 and then to parsec 3; each step gives
// one energy.
func (r *resolution) extendAll(p player) {
	for f := uint8(1); f <= p.fields; f++ {
		for parsec := p.reach[f-1] + 1; parsec <= farthest; parsec++ {
			emit(r, Ranged{p.seat, f, parsec})
			r.energize(Energy{p.seat, 1, FlexibleColonization})
		}
	}
}

// gains reports whether a card is carried out on the cardboard at once and may bring energy there.
func gains(tech Item) bool {
	switch tech {
	case ScienceSettlement, ResourcePeople, ExplorationTrip, DominantPeople:
		return true
	}
	return false
}

// carriedOut reports whether the seat says when it is done with a card.
func carriedOut(tech Item) bool { return gains(tech) || tech == InformationEdge }

// endDue ends a Dark Tech card: it gives compensation and continues with the level-ups.
func (r *resolution) endDue() {
	p, level := r.players[r.due.who], techLevel(r.due.what)
	emit(r, Done{p.seat})
	r.compensate(level)
	r.resume()
}

func (s *State) removals(all []engine.Command) []engine.Command {
	return append(all, s.facts.commands.removal[s.due.what-DarkTech1]...)
}

func (s *State) inBox(tech Item) bool {
	return s.full && s.table.removed&(1<<(tech-NewStargate)) != 0
}

// Choose takes a Dark Tech card.
type Choose struct {
	Seat engine.Seat
	Tech Item
}

func (c Choose) By() engine.Seat { return c.Seat }

// Aims returns the card.
func (c Choose) Aims() []string { return []string{c.Tech.thingAim()} }

func (c Choose) Check(s *State) refusal {
	switch {
	case s.due.who < 0 || s.due.what != DarkTech1 && s.due.what != DarkTech2:
		return refuse("nobody chooses a Dark Tech card now")
	case s.players[s.due.who].seat != c.Seat:
		return s.refuseDue()
	}
	return s.choosable(c.Tech)
}

// Play takes a card, applies it and gives the others their compensation.
func (c Choose) Play(r *resolution) {
	p := r.players[r.due.who]
	emit(r, Chose(c))
	r.applyTech(p, c.Tech)
	if r.due.what == c.Tech {
		if r.full && c.Tech != InformationEdge {
			r.carryOut()
		}
		return // the card is carried out first
	}
	r.endDue()
}

func (c Choose) Tell() engine.Text {
	return engine.Say("Choose %s", c.Tech.term())
}

func (c Choose) Effect(s *State) engine.Effect {
	return onCard(rule.Asks(engine.Say("Take it"), "Take %s?", s.quoted(c.Tech)))
}

// Chose is a Dark Tech card taken.
type Chose struct {
	Seat engine.Seat
	Tech Item
}

func (e Chose) Apply(s *State) {
	s.player(e.Seat).choose(e.Tech, s.round)
}

func (e Chose) Tell() engine.Text {
	return engine.Say("%s chooses %s", e.Seat, e.Tech.term())
}

// Remove says which two cards of a Dark Tech pile are in the box.
type Remove struct {
	Seat   engine.Seat
	First  Item
	Second Item `word:"unordered"`
}

func (c Remove) By() engine.Seat { return c.Seat }

// Aims returns the cards.
func (c Remove) Aims() []string { return []string{c.First.thingAim(), c.Second.thingAim()} }

// Check allows two cards of a Dark Tech pile, in either order. They were put into the box unseen,
// so people learn which ones are missing when somebody looks through the pile.
func (c Remove) Check(s *State) refusal {
	switch {
	case c.Seat != engine.Table:
		return refuse("the table tells what a pile lacks, not %s", wordBy)
	case s.pending() != needsRemoval:
		return refuse("nobody looks through a Dark Tech pile now")
	case c.First.pile() != s.due.what || c.Second.pile() != s.due.what || c.First >= c.Second:
		return refuse("name two different cards of %s", s.due.what.word())
	}
	return allowed
}

func (c Remove) Play(r *resolution) {
	emit(r, Removed{c.First, c.Second})
}

func (Remove) satisfies() pending { return needsRemoval }

func (c Remove) Tell() engine.Text {
	return engine.Say("In the box: %s and %s", c.First.term(), c.Second.term())
}

// Removed are two cards of a Dark Tech pile that are in the box.
type Removed struct {
	First  Item
	Second Item `word:"unordered"`
}

func (e Removed) Apply(s *State) {
	for _, i := range []Item{e.First, e.Second} {
		s.table.removed |= 1 << (i - NewStargate)
		s.table.looked[i.pile()-DarkTech1] = true
	}
}

func (e Removed) fits(s *State) bool {
	return e.First.pile() != None && e.First.pile() == e.Second.pile()
}

func (e Removed) Tell() engine.Text {
	return engine.Say("%s and %s were put into the box", e.First.term(), e.Second.term())
}

func (Removed) Why(s *State) engine.Reason {
	return engine.Reason{Rule: engine.Say("Two cards of each Dark Tech pile go into the box unseen."), Source: sourceSetup}
}
