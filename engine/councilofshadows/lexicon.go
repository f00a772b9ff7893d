package councilofshadows

import "arbiter/engine"

// A lexicon holds the commands that are listed most often, put together once for
// each game: lists of what is legal share them.
type lexicon struct {
	seats  [4]*sayings
	draw   [tiles]engine.Command
	refill [aiCards]engine.Command
}

// Sayings are the commands of one seat, and those of the table that concern it.
type sayings struct {
	plan, takeBack [mostFields][seatCards]engine.Command
	ready, pass    engine.Command
	found          [sites][mostPlanets][mostHeight]engine.Command
	gather         [sites]engine.Command
	score          [sites][mostPlanets]engine.Command
	keep           [galaxyCount]engine.Command // scoring without losing a cube
	explore        [farthest]engine.Command
	deal           [bonusCards + 1]engine.Command // first the card without a name
}

func newLexicon(seats []engine.Seat, b *board) *lexicon {
	l := &lexicon{}
	for i := range l.draw {
		l.draw[i] = Draw{engine.Table, firstTile + Item(i)}
	}
	for i := range l.refill {
		l.refill[i] = Refill{engine.Table, firstAI + Item(i)}
	}
	for i, seat := range seats {
		l.seats[i] = newSayings(seat, b)
	}
	return l
}

func newSayings(seat engine.Seat, b *board) *sayings {
	s := &sayings{ready: Ready{seat}, pass: Pass{seat}}
	for f := range uint8(mostFields) {
		for card := Discover; card < firstAutoma; card++ {
			s.plan[f][card], s.takeBack[f][card] = Plan{seat, f + 1, card}, TakeBack{seat, f + 1, card}
		}
	}
	for site := range uint8(sites) {
		s.gather[site] = Gather{seat, site + 1, None}
		for planet := range uint8(mostPlanets) {
			for n := range uint8(mostHeight) {
				s.found[site][planet][n] = Found{seat, site + 1, planet + 1, n + 1}
			}
			s.score[site][planet] = Score{seat, galaxies[b.site[site].galaxy], site + 1, planet + 1}
		}
	}
	for g := range uint8(galaxyCount) {
		s.keep[g] = Score{seat, galaxies[g], 0, 0}
	}
	for parsec := range uint8(farthest) {
		s.explore[parsec] = Explore{seat, parsec + 1}
	}
	s.deal[0] = Deal{engine.Table, seat, None}
	for i := range bonusCards {
		s.deal[i+1] = Deal{engine.Table, seat, firstLight + Item(i)}
	}
	return s
}

// say returns the commands of player i.
func (s *State) say(i int8) *sayings { return s.facts.lexicon.seats[i] }
