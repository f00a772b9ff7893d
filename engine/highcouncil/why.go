package highcouncil

import "arbiter/engine"

// Why explains an event by what was added up and by the rule.
func (s *State) Why(e engine.Event) engine.Reason {
	switch e := e.(type) {
	case Convinced:
		return s.whyConvinced(e)
	case Argued:
		return s.whyArgued(e)
	case Owed:
		return engine.Reason{Rule: rulingTrilithon, Source: sourceDiscuss}
	case Replaced:
		return engine.Reason{Rule: engine.Say("A replaced piece goes back to its owner's supply."), Source: sourceConvince}
	case Moved:
		return engine.Reason{Rule: rulingMoved, Source: sourceSupply}
	case Seated:
		if s.pair() {
			return engine.Reason{Rule: rulingColor, Source: sourceSetup}
		}
	case TookSeat:
		return engine.Reason{Rule: engine.Say("A number card brings a piece to its field, or lets the speaker take the place of an own follower there; then one card is drawn."), Source: sourceSeat}
	case Won:
		f := s.side(max(s.find(e.Seat), 0))
		return engine.Reason{Compares: []engine.Addend{{Name: engine.Say("%s", f.term()), N: int(s.ring.largest(f))}, {Name: engine.Say("%s", f.other().term()), N: int(s.ring.largest(f.other()))}}, Rule: rulingBlock, Source: sourceEnd}
	}
	return s.whyCourse(e)
}

// whyCourse explains cards, turns and the end.
func (s *State) whyCourse(e engine.Event) engine.Reason {
	switch e.(type) {
	case Discussed:
		return engine.Reason{Rule: engine.Say("After discussing the hand is filled up to three cards."), Source: sourceDiscuss}
	case Pondered:
		return engine.Reason{Rule: rulingHidden, Source: sourcePonder}
	case Conferred:
		return engine.Reason{Rule: engine.Say("The partner gives a card back, perhaps the same."), Source: sourceConfer}
	case Reshuffled:
		return engine.Reason{Rule: rulingShuffle, Source: sourceDeck}
	case Vote:
		return engine.Reason{Rule: rulingStays, Source: sourceVote}
	case Turn:
		if !s.acted {
			return engine.Reason{Rule: rulingStart, Source: sourceSetup}
		}
		return engine.Reason{Rule: rulingAction, Source: sourceTurn}
	case Adjourned:
		return engine.Reason{Compares: []engine.Addend{{Name: engine.Say("turns in which the ring stayed as it was"), N: int(s.quiet)}, {Name: engine.Say("turns"), N: int(s.turns)}}, Rule: rulingEndless, Source: sourceRuling}
	}
	return engine.Reason{}
}

// whyConvinced compares the groups; the first is the one that convinces.
func (s *State) whyConvinced(e Convinced) engine.Reason {
	if !onRing(e.From) || !onRing(e.To) {
		return engine.Reason{}
	}
	from, to := s.ring.group(e.From), s.ring.group(e.To)
	r := engine.Reason{Source: sourceConvince}
	r.Compares = []engine.Addend{{Name: engine.Say("group of field %d", int(e.From)), N: int(from)}, {Name: engine.Say("group of field %d", int(e.To)), N: int(to)}}
	switch {
	case s.voting:
		r.Rule, r.Source = rulingVoting, sourceVote
	case s.ring.on(e.To).rank == Speaker:
		r.Rule = engine.Say("A speaker costs 3 arguments.")
	default:
		r.Rule = engine.Say("A follower alone costs 1 argument, in a group of two 2, in a larger group 3.")
	}
	return r
}

func (s *State) whyArgued(e Argued) engine.Reason {
	switch {
	case e.By >= 0 && s.open[0] != 0 && s.open[0].number() == 0:
		return engine.Reason{Rule: rulingTrilithon, Source: sourceDiscuss}
	case e.By >= 0 && int(e.By) < len(s.opened()):
		return engine.Reason{Rule: rulingCap, Source: sourceDiscuss}
	case e.By >= 0:
		return engine.Reason{Rule: engine.Say("Each card that is played brings an argument of its color; black cards take the color of the others."), Source: sourceDiscuss}
	case s.open[0] != 0:
		return engine.Reason{Rule: engine.Say("Three arguments of the card's color bring a follower to another free field of that color; with a black card they have any one color."), Source: sourceSeat}
	}
	return engine.Reason{Rule: rulingOwn, Source: sourceConvince}
}
