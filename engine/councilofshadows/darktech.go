package councilofshadows

import (
	"slices"

	"arbiter/engine"
)

// The Dark Tech cards (rulebook, card glossary). What touches tracks, fields or
// cards in hand is done here; the rest is a reminder for the cardboard.

// The number printed on a Dark Tech card that moves a marker is a fact.

func (t *turn) applyTech(p player, tech Item) {
	switch tech {
	case NewStargate:
		emit(t, Ranged{p.seat, p.fields + 1, farthest})
		emit(t, Receives{p.seat, Gold, 1})
	case GemRefinement, ExperiencedTraveler:
		emit(t, Receives{p.seat, Crystal, 1})
	case FlexibleColonization:
		t.extendAll(p)
	case EnergySaver:
		emit(t, Consumption{p.seat, Delta(t.bounded(&p, -t.value(EnergySaver)))})
	case EnergyBoost:
		emit(t, Energy{p.seat, Delta(t.value(EnergyBoost)), EnergyBoost})
	case InformationEdge:
		emit(t, Receives{p.seat, Crystal, 1})
		emit(t, Due{p.seat, tech})
	default:
		if carriedOut(tech) || t.full && t.facts.full.card[tech].known {
			emit(t, Due{p.seat, tech})
		}
	}
}

// extendAll brings every field to parsec 2 and then to parsec 3; each step gives
// one energy.
func (t *turn) extendAll(p player) {
	for f := uint8(1); f <= p.fields; f++ {
		for parsec := p.reach[f-1] + 1; parsec <= farthest; parsec++ {
			emit(t, Ranged{p.seat, f, parsec})
			emit(t, Energy{p.seat, 1, FlexibleColonization})
		}
	}
}

// gains tells whether a card is carried out on the cardboard at once and may
// bring energy there.
func gains(tech Item) bool {
	switch tech {
	case ScienceSettlement, ResourcePeople, ExplorationTrip, DominantPeople:
		return true
	}
	return false
}

// carriedOut tells whether the seat says when it has finished with a card.
func carriedOut(tech Item) bool { return gains(tech) || tech == InformationEdge }

// endDue ends a Dark Tech card: compensation, and on with the level-ups.
func (t *turn) endDue() {
	p := t.players[t.due.who]
	emit(t, Done{p.seat})
	t.compensate(p.level)
	t.resume()
}

// edgeBonus deals the light bonus card of Information edge, which ends that card.
func (t *turn) edgeBonus(seat engine.Seat) {
	if t.bonusLeft() {
		emit(t, Owed{seat})
	}
	t.carryOn()
}

// displayed tells whether an AI card lies open.
func (s *State) displayed() bool {
	return slices.ContainsFunc(s.table.market[:], func(i Item) bool { return i != None })
}
