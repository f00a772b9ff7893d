package councilofshadows

import (
	"strconv"

	"arbiter/engine"
	"arbiter/engine/rule"
)

// The accounts: how each number of a seat came about, from its events alone.

// An accountant keeps the books of one seat while its game is gone through.
type accountant struct {
	now  State // before the event being entered
	seat engine.Seat

	order, level, energy, consumption engine.Account
	gems                              [3]engine.Account // in the order of gemColors
	reach                             [mostFields]engine.Account
}

func (s *State) accounts(events []engine.Event, seat engine.Seat) []engine.Account {
	if s.find(seat) < 0 {
		return nil
	}
	b := &accountant{now: *s, seat: seat}
	b.open(s.player(seat))
	for _, e := range events {
		if b.now.fits(e) {
			b.enter(e)
			b.now.accept(e)
		}
	}
	return b.accounts()
}

// open enters what the seat starts with.
func (b *accountant) open(p *player) {
	begin := func(a *engine.Account, name string, title engine.Text, n int) {
		a.Name, a.Title = name, title
		a.Add(engine.Posting{N: n, What: engine.Say("At the start"), Reason: engine.Reason{Source: sourceSetup}})
	}
	begin(&b.order, "order", engine.Say("Order"), int(p.order))
	begin(&b.level, "level", engine.Say("Level"), int(p.level))
	begin(&b.energy, "energy", engine.Say("Energy"), int(p.energy))
	begin(&b.consumption, "consumption", engine.Say("Consumption"), int(p.consumption))
	b.level.Roman = true
	for n, gem := range gemColors {
		begin(&b.gems[n], gem.String(), engine.Say("Gems (%s)", gem.term()), int(p.gems.of(gem)))
	}
	for f := range b.reach {
		begin(&b.reach[f], rangeAccount(uint8(f+1)), engine.Say("%s", (firstRange+Item(f)).term()), int(p.reach[f]))
	}
}

// rangeAccount returns the account of how far a field reaches.
func rangeAccount(field uint8) string { return "range-" + strconv.Itoa(int(field)) }

// accounts closes the books and returns the accounts, those of the tracks first.
func (b *accountant) accounts() []engine.Account {
	all := []engine.Account{b.order, b.level, b.energy, b.consumption, b.distance()}
	p := b.now.player(b.seat)
	if b.now.full && !p.robot() {
		all = append(all, b.gems[:]...)
	}
	if !p.robot() {
		all = append(all, b.reach[:p.fields]...)
	}
	return all
}

// distance returns the account of how far energy is from consumption.
func (b *accountant) distance() engine.Account {
	a := engine.Account{Name: "distance", Title: engine.Say("To go")}
	rule := engine.Reason{Rule: rulingReach, Source: sourceTech}
	goal, energy := b.consumption.Total(), b.energy.Total()
	a.Postings = []engine.Posting{{N: goal, What: b.consumption.Title}, {N: -energy, What: b.energy.Title, Reason: rule}}
	if energy > goal {
		a.Postings = append(a.Postings, engine.Posting{N: energy - goal, What: engine.Say("Energy has come farther than consumption"), Reason: rule})
	}
	return a
}

// posting returns an entry of n for an event in the present state.
func (b *accountant) posting(e engine.Event, n int, what engine.Text) engine.Posting {
	p := engine.Posting{N: n, What: what, When: b.now.phase.title(), Reason: b.now.Why(e)}
	if b.now.round > 0 && b.now.phase != PhaseSetup && b.now.phase != PhaseLeaders {
		p.When = engine.Say("Round %d", int(b.now.round))
	}
	return p
}

// enter enters what an event changes in the seat's numbers.
func (b *accountant) enter(e engine.Event) {
	switch e := e.(type) {
	case At:
		if e.Seat == b.seat && e.Track == TrackEnergy {
			b.energy.Set(b.posting(e, int(e.Value), rule.Tell(e)))
		} else if e.Seat == b.seat {
			b.consumption.Set(b.posting(e, int(e.Value), rule.Tell(e)))
		}
	case Order:
		if e.Seat == b.seat {
			b.order.Set(b.posting(e, int(e.Place), rule.Tell(e)))
		}
	case Level:
		if e.Seat == b.seat {
			b.level.Add(b.posting(e, int(e.To)-b.level.Total(), rule.Tell(e)))
		}
	case Consumption:
		if e.Seat == b.seat {
			b.consumption.Add(b.posting(e, int(e.By), b.whatConsumes()))
		}
	case Energy:
		if e.Seat == b.seat {
			b.enterEnergy(e)
		}
	case Ranged:
		if e.Seat == b.seat && e.Field >= 1 && e.Field <= mostFields {
			b.reach[e.Field-1].Set(b.posting(e, int(e.Parsec), rule.Tell(e)))
		}
	default:
		b.enterGems(e)
	}
}

// whatConsumes names what is moving the consumption marker.
func (b *accountant) whatConsumes() engine.Text {
	switch p := b.now.player(b.seat); {
	case b.now.phase == PhaseLeaders:
		return engine.Say("%s", p.leader.term())
	case b.now.phase != PhaseReveal:
		return engine.Say("%s", EnergySaver.term())
	case b.now.perpetual(p):
		return engine.Say("%s", PerpetualMotion.term())
	}
	return engine.Say("Visible cards")
}

// enterEnergy enters a change of energy. A level-up leaves only what was not handed over.
func (b *accountant) enterEnergy(e Energy) {
	if e.Cause != LevelUp {
		b.energy.Add(b.posting(e, int(e.By), engine.Say("%s", e.Cause.term())))
		return
	}
	left := engine.Say("Left after level %s", engine.Roman(b.level.Total()))
	b.energy.Set(b.posting(e, b.energy.Total()+int(e.By), left))
}

// enterGems enters gems that are gained or spent. Only the full book counts them.
func (b *accountant) enterGems(e engine.Event) {
	seat, come, gone := b.now.gemsMoved(e)
	if h, ok := e.(Holds); ok && h.Seat == b.seat {
		for n, gem := range gemColors {
			b.gems[n].Set(b.posting(e, int(h.Gems.of(gem)), rule.Tell(e)))
		}
	}
	if seat != b.seat {
		return
	}
	for n, gem := range gemColors {
		if by := int(come.of(gem)) - int(gone.of(gem)); by != 0 {
			b.gems[n].Add(b.posting(e, by, rule.Tell(e)))
		}
	}
}

// gemsMoved returns which gems an event brings a seat, and which it takes from it.
func (s *State) gemsMoved(e engine.Event) (seat engine.Seat, come, gone Gemset) {
	switch e := e.(type) {
	case Receives:
		return e.Seat, gemsOf(e.Gem, e.Number), Gemset{}
	case Gathered:
		return e.Seat, e.Gems, Gemset{}
	case Counted:
		if s.statesCardboard() {
			return e.Seat, gemsOf(e.What, e.Number), Gemset{}
		}
	case Raised:
		return e.Seat, gemsOf(e.Gem, 1).refined(), gemsOf(e.Gem, 1)
	case Bought:
		return e.Seat, Gemset{}, e.Pay
	case Built:
		return e.Seat, Gemset{}, e.Pay
	}
	return "", Gemset{}, Gemset{}
}
