package councilofshadows

import (
	"slices"

	"arbiter/engine"
	"arbiter/engine/rule"
)

// The setup of the cardboard as a list (rulebook, setup; modules 1 and 2; two and four players;
// Automa mode). Numbers and names come from the state and facts that the rules use.

// checklist lists what people do before the first round; it is empty if no game can start with the
// facts.
func checklist(seats []engine.Seat, told []engine.Event) []engine.Text {
	start, err := start(seats, told)
	if err != nil {
		return nil
	}
	l := list{State: *start.(*State)}
	l.table.side = uint8(l.side().index())
	l.dealt = slices.ContainsFunc(told, func(e engine.Event) bool { _, ok := e.(Order); return ok })
	l.theBoard()
	l.theCards()
	l.darkBonusCards()
	l.thePieces()
	l.theOrder()
	l.theModules()
	l.theAutoma()
	l.theBook()
	return l.texts
}

// A list is a checklist being written.
type list struct {
	State
	dealt bool // the facts deal the order tiles
	texts []engine.Text
}

func (l *list) do(text engine.Text) { l.texts = append(l.texts, text) }

func (l *list) solo() bool { return l.automa.at >= 0 }

// theBoard covers the board, gems and tiles.
func (l *list) theBoard() {
	if l.side() == FrontBoard {
		l.do(engine.Say("Put the board together and lay it down with the side for three and four players up."))
	} else {
		l.do(engine.Say("Put the board together and lay it down with the side for two players up."))
	}
	if l.count == 3 {
		for g, covered := range l.facts.board.covered {
			if covered {
				l.do(engine.Say("Cover %s with a cover plate; it is not used.", galaxyTerm(galaxies[g])))
			}
		}
	}
	l.do(engine.Say("Put the gems beside the board as the supply, sorted by color."))
	l.do(engine.Say("Sort the %d tiles by their backs, shuffle each of the three stacks and put it face down on its place on the board.", tiles))
	l.do(engine.Say("Lay the two top tiles of parsec 1 face up on the two fields of %s.", galaxyTerm(galaxies[0])))
}

// theCards covers AI cards, Dark Tech and light bonus cards.
func (l *list) theCards() {
	l.do(engine.Say("Shuffle the %d AI cards, lay two rows of %d face up beside the board and put the others beside them as a pile.", aiCards, marketPlaces/2))
	l.do(engine.Say("Put the panel of the Council of Shadows above the board; shuffle the %d Dark Tech cards of level I and the %d of level II and put them on it as two piles face down.", darkTechCards, darkTechCards))
	l.do(engine.Say("Put the %d top cards of each Dark Tech pile into the box without looking at them; %d stay in each.", boxedTech, darkTechCards-boxedTech))
	l.do(engine.Say("Shuffle the %d light bonus cards and put them beside the board as a pile face down.", lightCards))
}

// How many Dark Tech cards there are for a level, and how many of them stay in the box (rulebook,
// setup).
const (
	darkTechCards = int(ResourcePeople - NewStargate)
	boxedTech     = 2
)

// darkBonusCards says which dark bonus cards go back into the box, and that each player gets one of
// the rest.
func (l *list) darkBonusCards() {
	if l.darkTold() {
		l.boxDarkCards()
	} else {
		l.boxUnknownCards()
	}
	if l.solo() {
		l.do(engine.Say("Shuffle the other dark bonus cards and take one, which you may look at; put the rest into the box unseen. The Automa gets none."))
		return
	}
	l.do(engine.Say("Shuffle the other dark bonus cards and deal one to each player face down; put the rest into the box unseen. You may look at your own at any time."))
}

// darkTold reports whether the facts say what the dark bonus cards are.
func (l *list) darkTold() bool {
	return !slices.ContainsFunc(l.facts.board.bonus[lightCards:], func(p Pays) bool { return p.Kind == "" })
}

// boxDarkCards names the cards that go back into the box, each for one reason.
func (l *list) boxDarkCards() {
	marked := map[uint8]int{}
	var galaxy []engine.Text
	station := false
	for n := lightCards; n < bonusCards; n++ {
		card := l.facts.board.bonus[n]
		switch {
		case !l.boxed(n):
		case card.Kind == CountsStations:
			station = true
		case card.Kind == CountsGalaxy && l.count <= 2:
			galaxy = append(galaxy, engine.Say("%s", engine.Term(card.Of)))
		default:
			marked[l.facts.board.marked[n]]++
		}
	}
	for players := range uint8(len(l.players) + 1) {
		if n := marked[players]; n > 0 {
			l.do(engine.Say("Put the dark bonus cards marked %d back into the box: %d.", int(players), n))
		}
	}
	if len(galaxy) > 0 {
		l.do(engine.Say("Put the dark bonus cards of these galaxies back into the box: %s.", enumerate(galaxy)))
	}
	if station {
		l.do(boxStationCard)
	}
}

var boxStationCard = engine.Say("Put the dark bonus card for space stations back into the box.")

// boxUnknownCards says it in the rulebook's words, for a box whose cards are unknown.
func (l *list) boxUnknownCards() {
	switch l.count {
	case 3:
		l.do(engine.Say("Put the dark bonus cards with the mark for four players back into the box."))
	case 2:
		l.do(engine.Say("Put the dark bonus cards of the galaxies that this side of the board does not have back into the box."))
	}
	if !l.modules.stations {
		l.do(boxStationCard)
	}
}

// thePieces says what each player takes.
func (l *list) thePieces() {
	named := 0
	for i := range l.seats() {
		if p := &l.players[i]; p.civilization != None {
			l.do(rule.Tell(Civilization{p.seat, p.civilization}))
			named++
		}
	}
	switch {
	case l.solo() && !l.cast():
		l.do(engine.Say("Choose a civilization, but not the blue one, which the Automa plays."))
	case !l.solo() && named < int(l.count):
		l.do(engine.Say("Whoever has no civilization yet chooses one; each is played once."))
	}
	l.do(engine.Say("Each player takes in its color: player board, portrait, screen, %d action cards, consumption marker, energy marker and %d cubes.", startCards, seatCubes))
	l.do(engine.Say("Each player takes one anthracite gem and one gold gem from the supply."))
	l.do(engine.Say("Put each consumption marker on %d.", startConsumption))
}

// seatCubes is how many cubes the box has in each color (rulebook, components).
const seatCubes = 30

// cast reports whether each seat that is played by a person has its civilization.
func (l *list) cast() bool {
	return !slices.ContainsFunc(l.seats(), func(p player) bool { return !p.robot() && p.civilization == None })
}

// theOrder covers order tiles and energy markers.
func (l *list) theOrder() {
	switch n := int(l.count); {
	case n == 3:
		l.do(engine.Say("Put order tile %d back into the box.", 4))
	case n == 2:
		l.do(engine.Say("Put the order tiles %d and %d back into the box.", 3, 4))
	}
	if !l.dealt {
		l.do(engine.Say("Deal the order tiles by chance; put each energy marker on 0, level 0 up, below the number of its seat's tile."))
		return
	}
	for _, i := range l.ordered() {
		p := &l.players[i]
		l.do(engine.Say("%s takes order tile %d; its energy marker goes on 0, level 0 up, below the %d.", p.seat, int(p.order), int(p.order)))
	}
}

// theModules covers stations and leaders, or says that they stay in the box.
func (l *list) theModules() {
	if l.modules.stations {
		l.do(engine.Say("Module 1: each player puts the three space stations of its color beside the player board."))
	} else {
		l.do(engine.Say("The space stations stay in the box."))
	}
	switch n := int(Breish-Buteo) + 1; {
	case l.modules.leaders && l.solo():
		l.do(engine.Say("Module 2: choose one of the %d leaders; the others go back into the box.", n))
	case l.modules.leaders:
		l.do(engine.Say("Module 2: whoever has the highest order tile chooses one of the %d leaders and hands the others on to the next lower tile; what is left goes back into the box.", n))
	default:
		l.do(engine.Say("The leaders stay in the box."))
	}
	l.do(engine.Say("The two panels with an additional action field stay in the box until a leader or a Dark Tech card brings one."))
}

// theAutoma covers the solo opponent's cards and pieces, or says that they stay in the box.
func (l *list) theAutoma() {
	if !l.solo() {
		l.do(engine.Say("The Automa cards stay in the box."))
		l.do(engine.Say("Agree whether you plan behind the screens."))
		return
	}
	l.do(engine.Say("Put the Automa's blue cubes beside the board; its markers start like yours, and it takes nothing else."))
	advanced := 0
	for i := range Item(automaCards) {
		if l.facts.card(firstAutoma + i).advanced {
			advanced++
		}
	}
	l.do(engine.Say("Sort the Automa cards without a silver background, %d of them, by the level on their backs into three piles; shuffle each and put it face down.", automaCards-advanced))
	if l.modules.advanced {
		l.do(engine.Say("Shuffle the Automa cards with a silver background into the piles of their levels: %d.", advanced))
	} else {
		l.do(engine.Say("The Automa cards with a silver background stay in the box: %d.", advanced))
	}
}

// theBook says what the device will ask for in the full book, or that it draws.
func (l *list) theBook() {
	switch {
	case l.full && l.device:
		l.do(engine.Say("The device draws tiles and cards itself: take those that it names, nothing has to be shuffled."))
	case l.full:
		l.do(engine.Say("Tell the device which tiles and AI cards lie face up; a dark bonus card may stay a secret of its player."))
	}
}

// enumerate joins texts with commas.
func enumerate(texts []engine.Text) (all engine.Text) {
	for _, t := range texts {
		all = all.With(t)
	}
	return all
}
