package councilofshadows

import "arbiter/engine"

// A commandTable holds the commands that are listed most often, built once for each game and book
// and shared by all lists of legal commands. It holds only what its book needs, since the garbage
// collector scans all of it.
type commandTable struct {
	seats   [4]*seatCommands
	draw    [tiles]engine.Command
	refill  [aiCards]engine.Command
	removal [2][]engine.Command // by pile of Dark Tech cards
}

// seatCommands are the commands of one seat, and those of the table that concern it.
type seatCommands struct {
	plan, takeBack [mostFields][seatCards]engine.Command
	ready, pass    engine.Command
	choose         [DarkTech1 - NewStargate]engine.Command
	take           [aiCards]engine.Command
	pick           [Breish + 1 - Buteo]engine.Command
	*tracksCommands
	*boardCommands
}

// tracksCommands belong to the tracks book.
type tracksCommands struct {
	gain   [mostGain]engine.Command // energy without a cause
	bought [Buteo]engine.Command
	left   [len(gemColors)][mostGems + 1]engine.Command // counts of gems at the end
	bonus  [mostBonusEnergy + 1]engine.Command
}

// boardCommands belong to the full book.
type boardCommands struct {
	buy      [Buteo][2][]payment // by item and step
	build    [stationKinds][galaxyCount][]payment
	found    [sites][mostPlanets][mostHeight]engine.Command
	gather   [sites]engine.Command
	aside    [len(asideCauses)][sites]engine.Command
	score    [sites][mostPlanets]engine.Command
	keep     [galaxyCount]engine.Command // scoring without losing a cube
	explore  [farthest]engine.Command
	place    [tiles][sites]engine.Command // where a tile may lie
	raise    [2]engine.Command
	deal     [bonusCards + 1]engine.Command // first the card without a name
	giveBack [bonusCards + 1]engine.Command
	show     [bonusCards]engine.Command
}

// newCommandTable builds the commands of a book.
func (s *State) newCommandTable() *commandTable {
	l := &commandTable{}
	for i := range s.seats() {
		l.seats[i] = newSeatCommands(s.players[i].seat)
	}
	if s.full {
		l.addBoard(s.seats(), &s.facts.board, s.board())
		return l
	}
	for i := range s.seats() {
		l.seats[i].tracksCommands = newTracksCommands(s.players[i].seat)
	}
	return l
}

func (l *commandTable) addBoard(seats []player, f *boardFacts, b *board) {
	for i := range l.draw {
		l.draw[i] = Draw{engine.Table, firstTile + Item(i)}
	}
	for i := range l.refill {
		l.refill[i] = Refill{engine.Table, firstAI + Item(i)}
	}
	l.removal[0] = pairs(NewStargate, ResourcePeople)
	l.removal[1] = pairs(ResourcePeople, DarkTech1)
	for i := range seats {
		l.seats[i].boardCommands = newBoardCommands(seats[i].seat, f, b)
	}
}

// pairs lists the pairs of cards of a Dark Tech pile that may be in the box.
func pairs(first, after Item) (all []engine.Command) {
	for a := first; a < after; a++ {
		for b := a + 1; b < after; b++ {
			all = append(all, Remove{engine.Table, a, b})
		}
	}
	return all
}

func newSeatCommands(seat engine.Seat) *seatCommands {
	s := &seatCommands{ready: Ready{seat}, pass: Pass{seat}}
	for f := range uint8(mostFields) {
		for card := Discover; card < firstAutoma; card++ {
			s.plan[f][card], s.takeBack[f][card] = Plan{seat, f + 1, card}, TakeBack{seat, f + 1, card}
		}
	}
	for i := range s.choose {
		s.choose[i] = Choose{seat, NewStargate + Item(i)}
	}
	for i := range s.pick {
		s.pick[i] = Pick{seat, Buteo + Item(i)}
	}
	for i := range s.take {
		s.take[i] = Take{seat, firstAI + Item(i)}
	}
	return s
}

func newTracksCommands(seat engine.Seat) *tracksCommands {
	s := &tracksCommands{}
	for n := range s.gain {
		s.gain[n] = Gain{seat, uint8(n) + 1, None}
	}
	for what := firstAI; what < Buteo; what++ {
		s.bought[what] = Buy{seat, what, Gemset{}}
	}
	for i, gem := range gemColors {
		for n := range s.left[i] {
			s.left[i][n] = Count{seat, gem, uint8(n)}
		}
	}
	for n := range s.bonus {
		s.bonus[n] = Bonus{seat, uint8(n)}
	}
	return s
}

func newBoardCommands(seat engine.Seat, f *boardFacts, b *board) *boardCommands {
	s := &boardCommands{raise: [2]engine.Command{Raise{seat, Anthracite}, Raise{seat, Gold}}}
	s.purchases(seat, f)
	for site := range uint8(sites) {
		s.at(seat, site, galaxies[b.site[site].galaxy])
		for i := range tiles {
			if f.tile[i].parsec == b.site[site].parsec {
				s.place[i][site] = Place{seat, firstTile + Item(i), site + 1}
			}
		}
	}
	for g := range uint8(galaxyCount) {
		s.keep[g] = Score{seat, galaxies[g], 0, 0}
	}
	for parsec := range uint8(farthest) {
		s.explore[parsec] = Explore{seat, parsec + 1}
	}
	s.deal[0], s.giveBack[0] = Deal{engine.Table, seat, None}, Return{seat, None}
	for i := range bonusCards {
		card := firstLight + Item(i)
		s.deal[i+1], s.giveBack[i+1], s.show[i] = Deal{engine.Table, seat, card}, Return{seat, card}, Show{seat, card}
	}
	return s
}

// purchases builds all ways to pay for what can be bought, the cheapest gems first.
func (s *boardCommands) purchases(seat engine.Seat, f *boardFacts) {
	for what := firstAI; what < Buteo; what++ {
		for step := range s.buy[what] {
			for _, gems := range f.price[what][step].payments() {
				s.buy[what][step] = append(s.buy[what][step], payment{gems, Buy{seat, what, gems}})
			}
		}
	}
	for n := range s.build {
		what := StationHarvest + Item(n)
		for g := range s.build[n] {
			for _, gems := range f.price[what][0].payments() {
				s.build[n][g] = append(s.build[n][g], payment{gems, Build{seat, what, galaxies[g], gems}})
			}
		}
	}
}

// at builds the commands about a field of the board.
func (s *boardCommands) at(seat engine.Seat, site uint8, g GalaxyName) {
	s.gather[site] = Gather{seat, site + 1, None}
	for i, cause := range asideCauses {
		s.aside[i][site] = Gather{seat, site + 1, cause}
	}
	for planet := range uint8(mostPlanets) {
		for n := range uint8(mostHeight) {
			s.found[site][planet][n] = Found{seat, site + 1, planet + 1, n + 1}
		}
		s.score[site][planet] = Score{seat, g, site + 1, planet + 1}
	}
}

// command returns the commands of player i.
func (s *State) commands(i int8) *seatCommands { return s.facts.commands.seats[i] }
