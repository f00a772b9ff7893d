package councilofshadows

import (
	"slices"

	"arbiter/engine"
)

// What a seat may wish in the full book only.

// Build puts a station on the board (module 1); it is a purchase.
type Build struct {
	Seat   engine.Seat
	What   Item
	Galaxy GalaxyName
	Pay    Gemset
}

func (c Build) By() engine.Seat { return c.Seat }

func (c Build) check(s *State) error {
	if err := s.mustFull(c.Seat); err != nil {
		return err
	}
	if err := s.mustAct(c.Seat, PhaseBuy); err != nil {
		return err
	}
	p := s.active()
	g, ok := galaxyIndex(c.Galaxy)
	switch {
	case !c.What.isStation():
		return engine.Refuse("%s is no station", c.What.term())
	case !s.modules.stations:
		return engine.Refuse("this game is played without the stations of module 1")
	case p.bought >= mostPurchases:
		return engine.Refuse("%s has made %d purchases; there are no more this round", p.seat, mostPurchases)
	case p.has.contains(c.What):
		return engine.Refuse("%s has bought %s before; it can be bought once a game", p.seat, c.What.term())
	case !ok || s.sitesOf(g) == 0:
		return engine.Refuse("there is no galaxy %s on this board", engine.Term(c.Galaxy))
	case s.table.station[g].what != None:
		return engine.Refuse("the galaxy %s has a station", engine.Term(c.Galaxy))
	case s.colonies(g, s.turn) == 0:
		return engine.Refuse("%s has no colony in the galaxy %s", c.Seat, engine.Term(c.Galaxy))
	}
	return s.checkPay(p, c.What, c.Pay)
}

func (c Build) play(t *turn) {
	emit(t, Built(c))
}

func (c Build) tell() engine.Text {
	return engine.Say("Build %s in the galaxy %s, paying %s", c.What.term(), engine.Term(c.Galaxy), c.Pay.sum())
}

// Found puts cubes on a planet, numbered from 1 as printed on the tile.
type Found struct {
	Seat                engine.Seat
	Site, Planet, Cubes uint8
}

func (c Found) By() engine.Seat { return c.Seat }

func (c Found) check(s *State) error {
	if err := s.mustFull(c.Seat); err != nil {
		return err
	}
	if err := s.checkPlanet(c); err != nil {
		return err
	}
	if s.zoeMay(c.Seat) {
		if c.Cubes != 1 {
			return wrongNumber.refuse(c)
		}
		return s.standing(s.turn, false, c.Site-1, c.Planet-1, c.Cubes).refuse(c)
	}
	if s.automaActs() {
		return s.checkAutomaFound(c)
	}
	if err := s.mustWork(c.Seat, colonizing); err != nil {
		return err
	}
	worst := noObstacle
	for _, o := range s.options() {
		if o.task != colonizing {
			continue
		}
		worst = s.founding(s.worker(), o, c.Site-1, c.Planet-1, c.Cubes)
		if worst == noObstacle {
			return nil
		}
	}
	return worst.refuse(c)
}

func (c Found) play(t *turn) {
	if t.automaActs() {
		t.automaFound(c)
		t.work()
		return
	}
	cause := t.job.card
	if t.zoeMay(c.Seat) {
		cause = Zoe
	}
	emit(t, Founded{c.Seat, c.Site, c.Planet, c.Cubes, cause})
	if cause != Zoe {
		t.work()
	}
}

func (c Found) tell() engine.Text {
	if c.Cubes == 1 {
		return engine.Say("Put a cube on planet %d of field %d", int(c.Planet), int(c.Site))
	}
	return engine.Say("Put a tower of %d on planet %d of field %d", int(c.Cubes), int(c.Planet), int(c.Site))
}

// Explore draws two tiles from the stack of a parsec.
type Explore struct {
	Seat   engine.Seat
	Parsec uint8
}

func (c Explore) By() engine.Seat { return c.Seat }

func (c Explore) check(s *State) error {
	if s.automaActs() {
		return s.checkAutomaExplore(c)
	}
	if err := s.mustWork(c.Seat, discovering); err != nil {
		return err
	}
	if c.Parsec < 1 || c.Parsec > farthest {
		return engine.Refuse("there are the parsecs 1 to %d", farthest)
	}
	for _, o := range s.options() {
		if o.task == discovering && s.mayExplore(s.worker(), o, c.Parsec) {
			return nil
		}
	}
	switch {
	case !s.tilesLeft(c.Parsec):
		return engine.Refuse("the stack of parsec %d is empty", int(c.Parsec))
	case s.free(c.Parsec) == 0:
		return engine.Refuse("no field of parsec %d is free", int(c.Parsec))
	}
	return engine.Refuse("parsec %d is out of range for this action field", int(c.Parsec))
}

func (c Explore) play(t *turn) {
	emit(t, Explored(c))
}

func (c Explore) tell() engine.Text {
	return engine.Say("Discover in parsec %d", int(c.Parsec))
}

// Place lays one of the tiles drawn; the other goes under its stack.
type Place struct {
	Seat engine.Seat
	Tile Item
	Site uint8
}

func (c Place) By() engine.Seat { return c.Seat }

func (c Place) check(s *State) error {
	if err := s.mustFull(c.Seat); err != nil {
		return err
	}
	switch {
	case s.debt() != owesPlace || s.players[s.worker()].seat != c.Seat:
		return engine.Refuse("%s has no tile to lay", c.Seat)
	case c.Tile == None || c.Tile != s.table.drawn[0] && c.Tile != s.table.drawn[1]:
		return engine.Refuse("%s has not drawn %s", c.Seat, c.Tile.term())
	case !s.siteInUse(c.Site) || s.placing()&(1<<(c.Site-1)) == 0:
		return engine.Refuse("the tile goes on a free field of parsec %d, which field %d is not", int(s.table.pile), int(c.Site))
	case s.automaActs() && !s.automaTile(c.Tile):
		return engine.Refuse("the other tile has the planet that the Automa needs")
	}
	return nil
}

func (c Place) play(t *turn) {
	emit(t, Placed(c))
	t.work()
}

func (c Place) tell() engine.Text {
	return engine.Say("Lay %s on field %d", c.Tile.term(), int(c.Site))
}

// Gather takes the yield of a system. The cause is named where the yield
// does not come from the card that is carried out.
type Gather struct {
	Seat  engine.Seat
	Site  uint8
	Cause Item `word:"optional"`
}

func (c Gather) By() engine.Seat { return c.Seat }

func (c Gather) check(s *State) error {
	if err := s.mustFull(c.Seat); err != nil {
		return err
	}
	if !s.siteInUse(c.Site) {
		return engine.Refuse("there is no field %d on this board", int(c.Site))
	}
	if c.Cause != None {
		return s.checkGatherAside(c)
	}
	if err := s.mustCarry(c.Seat); err != nil {
		return err
	}
	harvests, yields := false, false
	for _, o := range s.options() {
		if !s.goesOn(o) {
			continue
		}
		switch {
		case o.task == harvesting && s.harvests(s.worker(), o)&(1<<(c.Site-1)) != 0:
			return nil
		case o.task == yielding && s.target(o) == c.Site:
			return nil
		}
		harvests, yields = harvests || o.task == harvesting, yields || o.task == yielding
	}
	switch {
	case yields && !harvests:
		return elsewhere.refuse(Found{Site: c.Site})
	case !harvests:
		return engine.Refuse("the card %s asks for something else now", s.job.card.term())
	case s.table.tile[c.Site-1] == None:
		return engine.Refuse("there is no tile on field %d", int(c.Site))
	case s.colonized(s.worker(), c.Site-1) == 0:
		return engine.Refuse("%s has no colony on field %d", c.Seat, int(c.Site))
	case s.reaped(c.Site-1) > 0:
		return engine.Refuse("each colony on field %d has been harvested with this card", int(c.Site))
	}
	return engine.Refuse("field %d of the board is out of range for this action field", int(c.Site))
}

func (c Gather) play(t *turn) {
	if c.Cause != None {
		t.takeYield(c.Site-1, 1, c.Cause)
		return
	}
	times := uint8(1)
	for _, o := range t.options() {
		if o.task == yielding && t.target(o) == c.Site {
			times = o.count
		}
	}
	t.takeYield(c.Site-1, times, None)
	t.work()
}

func (c Gather) tell() engine.Text {
	if c.Cause != None {
		return engine.Say("Take the yield of field %d with %s", int(c.Site), c.Cause.term())
	}
	return engine.Say("Take the yield of field %d", int(c.Site))
}

// Raise turns a gem into the next higher one.
type Raise struct {
	Seat engine.Seat
	Gem  Item
}

func (c Raise) By() engine.Seat { return c.Seat }

func (c Raise) check(s *State) error {
	if err := s.mustWork(c.Seat, upgrading); err != nil {
		return err
	}
	switch g := s.players[s.worker()].gems; {
	case c.Gem != Anthracite && c.Gem != Gold:
		return engine.Refuse("anthracite and gold gems can be raised")
	case g.of(c.Gem) == 0:
		return engine.Refuse("%s has no gem of that color: %s", c.Seat, c.Gem.term())
	}
	return nil
}

func (c Raise) play(t *turn) {
	emit(t, Raised(c))
	t.work()
}

func (c Raise) tell() engine.Text {
	return engine.Say("Raise a gem: %s", c.Gem.term())
}

// Score scores a galaxy and removes one cube from a planet; site and
// planet are 0 if none has to be removed.
type Score struct {
	Seat         engine.Seat
	Galaxy       GalaxyName
	Site, Planet uint8
}

func (c Score) By() engine.Seat { return c.Seat }

func (c Score) check(s *State) error {
	if err := s.mustFull(c.Seat); err != nil {
		return err
	}
	g, ok := galaxyIndex(c.Galaxy)
	if !ok || s.sitesOf(g) == 0 {
		return engine.Refuse("there is no galaxy %s on this board", engine.Term(c.Galaxy))
	}
	i, err := s.scorer(c.Seat)
	if err != nil {
		return err
	}
	switch {
	case s.colonies(g, i) == 0:
		return engine.Refuse("%s has no colony in the galaxy %s", c.Seat, engine.Term(c.Galaxy))
	case !s.mayScore(i, g):
		return engine.Refuse("%s has scored the galaxy %s", c.Seat, engine.Term(c.Galaxy))
	case s.players[i].robot() && !s.automaScores(g):
		return engine.Refuse("the Automa's card does not score the galaxy %s", engine.Term(c.Galaxy))
	}
	return s.checkLeaving(c, i, g)
}

func (c Score) play(t *turn) {
	t.score(c)
	t.carryOn()
}

func (c Score) tell() engine.Text {
	if c.Site == 0 {
		return engine.Say("Score the galaxy %s; no cube leaves", engine.Term(c.Galaxy))
	}
	return engine.Say("Score the galaxy %s; a cube leaves planet %d of field %d", engine.Term(c.Galaxy), int(c.Planet), int(c.Site))
}

// Return puts a bonus card under its pile: one more than a seat may have.
type Return struct {
	Seat engine.Seat
	Card Item
}

func (c Return) By() engine.Seat { return c.Seat }

func (c Return) check(s *State) error {
	i := s.overfull()
	switch {
	case s.debt() != owesReturn || s.players[i].seat != c.Seat:
		return engine.Refuse("%s has no bonus card too many", c.Seat)
	case c.Card == None && s.players[i].blank == 0,
		c.Card != None && (!c.Card.isBonus() || s.players[i].bonuses&bonusBit(c.Card) == 0):
		return engine.Refuse("%s has no such bonus card", c.Seat)
	}
	return nil
}

func (c Return) play(t *turn) {
	emit(t, GaveBack(c))
	t.carryOn()
}

func (c Return) tell() engine.Text {
	if c.Card == None {
		return engine.Say("Put a bonus card under the pile")
	}
	return engine.Say("Put %s under the pile", c.Card.term())
}

// Show names a bonus card in final scoring that nobody has named before.
type Show struct {
	Seat engine.Seat
	Card Item
}

func (c Show) By() engine.Seat { return c.Seat }

func (c Show) check(s *State) error {
	if err := s.mustFull(c.Seat); err != nil {
		return err
	}
	if err := s.mustAct(c.Seat, PhaseFinal); err != nil {
		return err
	}
	if s.showable()&bonusMask(c.Card) == 0 {
		return engine.Refuse("%s cannot have that bonus card", c.Seat)
	}
	return nil
}

func (c Show) play(t *turn) {
	emit(t, Exposed(c))
	t.scoreFinally()
}

func (c Show) tell() engine.Text {
	return engine.Say("Show %s", c.Card.term())
}

// What chance and the cardboard bring in the full book.

// Draw turns up the next tile of a stack.
type Draw struct {
	Seat engine.Seat
	Tile Item
}

func (c Draw) By() engine.Seat { return c.Seat }

func (c Draw) check(s *State) error {
	switch {
	case c.Seat != engine.Table:
		return engine.Refuse("the table draws tiles, not %s", c.Seat)
	case s.debt() != owesDraw:
		return engine.Refuse("no tile is drawn now")
	case !c.Tile.isTile() || s.table.stack[s.table.pile-1].next()&(1<<(c.Tile-firstTile)) == 0:
		return engine.Refuse("%s is not the next tile of parsec %d", c.Tile.term(), int(s.table.pile))
	}
	return nil
}

func (c Draw) play(t *turn) {
	emit(t, Drew(c))
	if t.phase == PhaseSetup {
		emit(t, Placed{engine.Table, c.Tile, t.openingSite()})
		t.setUp()
	}
}

func (c Draw) tell() engine.Text {
	return engine.Say("Draw %s", c.Tile.term())
}

// Refill lays the next AI card on the first gap of the display.
type Refill struct {
	Seat engine.Seat
	Card Item
}

func (c Refill) By() engine.Seat { return c.Seat }

func (c Refill) check(s *State) error {
	switch {
	case c.Seat != engine.Table:
		return engine.Refuse("the table fills the display, not %s", c.Seat)
	case s.debt() != owesRefill:
		return engine.Refuse("the display has no gap to fill now")
	case !c.Card.isAI() || s.aiDeck()&(1<<(c.Card-firstAI)) == 0:
		return engine.Refuse("%s is not in the pile of AI cards", c.Card.term())
	}
	return nil
}

func (c Refill) play(t *turn) {
	emit(t, Refilled{uint8(t.gap()) + 1, c.Card})
	t.carryOn()
}

func (c Refill) tell() engine.Text {
	return engine.Say("Lay %s on the display", c.Card.term())
}

// Deal gives a bonus card to a seat; without a name only the seat knows it.
type Deal struct {
	Seat engine.Seat
	To   engine.Seat
	Card Item
}

func (c Deal) By() engine.Seat { return c.Seat }

func (c Deal) check(s *State) error {
	i := s.find(c.To)
	switch {
	case c.Seat != engine.Table:
		return engine.Refuse("the table deals bonus cards, not %s", c.Seat)
	case s.debt() != owesDeal || i < 0 || s.players[i].owed == 0:
		return engine.Refuse("%s gets no bonus card now", c.To)
	case c.Card == None && s.device:
		return engine.Refuse("the device draws the cards, so it names them")
	case c.Card != None && (!c.Card.isBonus() || s.bonusNext()&bonusBit(c.Card) == 0) && s.phase == PhaseSetup:
		return engine.Refuse("that card is not in the pile of bonus cards")
	case c.Card != None && (!c.Card.isBonus() || s.bonusNext()&bonusBit(c.Card) == 0):
		return engine.Refuse("that card is not the next one of the pile of bonus cards")
	}
	return nil
}

func (c Deal) play(t *turn) {
	emit(t, Dealt{c.To, c.Card})
	t.carryOn()
}

func (c Deal) tell() engine.Text {
	if c.Card == None {
		return engine.Say("%s draws a bonus card", c.To)
	}
	return engine.Say("Deal %s to %s", c.Card.term(), c.To)
}

// Switch goes on in the full book with a game that began in the tracks book.
type Switch struct{ Seat engine.Seat }

func (c Switch) By() engine.Seat { return c.Seat }

func (c Switch) check(s *State) error {
	switch {
	case s.full:
		return engine.Refuse("this game is played by the full book")
	case !s.complete:
		return engine.Refuse("the full book needs the whole box; nobody has told: %s", s.unknown())
	case !s.maySwitch():
		return engine.Refuse("the book is changed at the start of a round, before anything is bought")
	}
	return s.mustAct(c.Seat, PhaseBuy)
}

func (Switch) play(t *turn) {
	emit(t, Book{FullBook})
	emit(t, Phase{PhaseStock})
}

func (Switch) tell() engine.Text {
	return engine.Say("Go on in the full book")
}

// Remove tells which two cards of a Dark Tech pile are in the box.
type Remove struct {
	Seat   engine.Seat
	First  Item
	Second Item `word:"unordered"`
}

func (c Remove) By() engine.Seat { return c.Seat }

// check: two cards of each Dark Tech pile were put into the box unseen.
// Which, is seen when somebody looks through the pile. Whoever names them in the
// other order is read alike.
func (c Remove) check(s *State) error {
	switch {
	case c.Seat != engine.Table:
		return engine.Refuse("the table tells what a pile lacks, not %s", c.Seat)
	case s.debt() != owesRemoval:
		return engine.Refuse("nobody looks through a Dark Tech pile now")
	case c.First.pile() != s.due.what || c.Second.pile() != s.due.what || c.First >= c.Second:
		return engine.Refuse("name two different cards of %s", s.due.what.term())
	}
	return nil
}

func (c Remove) play(t *turn) {
	emit(t, Removed{c.First, c.Second})
}

func (c Remove) tell() engine.Text {
	return engine.Say("In the box: %s and %s", c.First.term(), c.Second.term())
}

// What can happen in the full book.

// Book chooses the book: what the referee keeps.
type Book struct{ Name BookName }

func (e Book) apply(s *State) {
	if s.full = e.Name == FullBook; s.phase != "" {
		s.layOut()
		s.facts = s.facts.speaking(s.newLexicon())
	}
}

func (e Book) tell() engine.Text {
	return engine.Say("Played by the book: %s", engine.Term(e.Name))
}

// Built is a station on the board.
type Built struct {
	Seat   engine.Seat
	What   Item
	Galaxy GalaxyName
	Pay    Gemset
}

func (e Built) apply(s *State) {
	p := s.player(e.Seat)
	p.bought++
	p.add(e.What)
	s.pay(p, e.Pay)
	if g, ok := galaxyIndex(e.Galaxy); ok {
		s.table.station[g] = station{e.What, s.find(e.Seat)}
	}
}

func (e Built) fits(s *State) bool {
	return s.find(e.Seat) >= 0 && e.What.isStation()
}

func (e Built) tell() engine.Text {
	return engine.Say("%s builds %s in the galaxy %s for %s", e.Seat, e.What.term(), engine.Term(e.Galaxy), e.Pay.sum())
}

func (e Built) why(s *State) engine.Reason {
	if e.What == StationColonize {
		return engine.Reason{Rule: rulingStationCubes, Source: sourceStations}
	}
	return engine.Reason{Rule: engine.Say("A station goes into a galaxy without one in which the seat has a colony, and stays there."), Source: sourceStations}
}

// Located is where a station stands that was bought before the referee
// kept the board.
type Located struct {
	Seat   engine.Seat
	What   Item
	Galaxy GalaxyName
}

func (e Located) apply(s *State) {
	if g, ok := galaxyIndex(e.Galaxy); ok {
		s.table.station[g] = station{e.What, s.find(e.Seat)}
	}
}

func (e Located) fits(s *State) bool {
	return s.find(e.Seat) >= 0 && e.What.isStation()
}

func (e Located) tell() engine.Text {
	return engine.Say("%s: %s stands in the galaxy %s", e.Seat, e.What.term(), engine.Term(e.Galaxy))
}

// Does begins a step of a card on an action field; a Dark Tech card lies
// on field 0, and for the Automa the field is the side: 1 left, 2 right.
type Does struct {
	Seat  engine.Seat
	Field uint8
	Card  Item
	Step  uint8
}

func (e Does) apply(s *State) {
	s.job.begin(e.Field, e.Card, e.Step)
}

func (e Does) fits(s *State) bool {
	return stepFits(e.Field, e.Card, e.Step)
}

func (e Does) tell() engine.Text {
	return engine.Say("%s carries out %s, step %d", e.Seat, e.Card.term(), int(e.Step))
}

// Omits leaves a step out: nothing of it is possible.
type Omits struct {
	Seat  engine.Seat
	Field uint8
	Card  Item
	Step  uint8
}

func (e Omits) apply(s *State) {
	s.job.begin(e.Field, e.Card, e.Step)
	s.job.over = true
}

func (e Omits) fits(s *State) bool {
	return !e.Card.isAutoma() && stepFits(e.Field, e.Card, e.Step)
}

func (e Omits) tell() engine.Text {
	return engine.Say("%s: nothing of %s, step %d, is possible", e.Seat, e.Card.term(), int(e.Step))
}

func (e Omits) why(s *State) engine.Reason {
	if s.facts.full.card[e.Card].steps[e.Step-1][0].task == noTask {
		return engine.Reason{Rule: engine.Say("This card has no action."), Source: sourceAct}
	}
	for _, o := range s.facts.full.card[e.Card].steps[e.Step-1] {
		if o.task == discovering {
			return engine.Reason{Rule: rulingPileEmpty, Source: sourceAct}
		}
	}
	return engine.Reason{Rule: rulingSkip, Source: sourceAct}
}

// Stopped ends a step before all of it was done.
type Stopped struct{ Seat engine.Seat }

func (Stopped) apply(s *State) {
	s.job.over = true
}

func (e Stopped) tell() engine.Text {
	return engine.Say("%s leaves the rest of the step", e.Seat)
}

func (Stopped) why(s *State) engine.Reason {
	if s.asksFor(upgrading) {
		return engine.Reason{Rule: rulingUpgrade, Source: sourceAct}
	}
	return engine.Reason{}
}

// Founded is cubes put on a planet.
type Founded struct {
	Seat                engine.Seat
	Site, Planet, Cubes uint8
	Cause               Item
}

func (e Founded) apply(s *State) {
	i := s.find(e.Seat)
	s.table.build(e.Site-1, e.Planet-1, i, e.Cubes)
	if e.Cause == Zoe {
		s.players[i].settled = true
		return
	}
	s.job.same = e.Site
	s.job.did(colonizing)
}

func (e Founded) fits(s *State) bool {
	return s.cubesFit(e.Seat, e.Site, e.Planet, e.Cubes)
}

func (e Founded) tell() engine.Text {
	return engine.Say("%s: cubes on planet %d of field %d: %+d", e.Seat, int(e.Planet), int(e.Site), int(e.Cubes))
}

// why names the limits that the card, the leader or the Automa's card sets.
func (e Founded) why(s *State) engine.Reason {
	switch {
	case e.Cause == Zoe:
		return engine.Reason{Rule: techText(Zoe), Source: sourceLeaders}
	case e.Cause.isAutoma():
		return engine.Reason{Rule: ruleAutoma, Source: sourceAutoma}
	}
	for _, o := range s.waiting() {
		if o.task == colonizing && o.any {
			return engine.Reason{Rule: engine.Say("This card puts cubes on a planet of any type; at most three stand on one, and on cubes only with the expansion."), Source: sourceAct}
		}
	}
	return engine.Reason{Rule: engine.Say("Cubes go on a planet in range to which the seat is adapted; at most three stand on one, and on cubes only with the expansion."), Source: sourceAct}
}

// Explored begins a discovery.
type Explored struct {
	Seat   engine.Seat
	Parsec uint8
}

func (e Explored) apply(s *State) {
	s.table.pile = e.Parsec
}

func (e Explored) fits(s *State) bool {
	return isParsec(e.Parsec)
}

func (e Explored) tell() engine.Text {
	return engine.Say("%s discovers in parsec %d", e.Seat, int(e.Parsec))
}

// Drew is a tile drawn from a stack, open for all.
type Drew struct {
	Seat engine.Seat
	Tile Item
}

// Reveals tells that everybody has seen the tile.
func (Drew) Reveals() {}

func (e Drew) apply(s *State) {
	s.draw(e.Tile)
}

func (e Drew) fits(s *State) bool {
	return s.tileFits(e.Tile) && s.table.pile == s.facts.full.tile[e.Tile-firstTile].parsec
}

func (e Drew) tell() engine.Text {
	return engine.Say("%s is drawn", e.Tile.term())
}

// Placed is a tile laid on the board; another one that was drawn with it
// is under its stack now.
type Placed struct {
	Seat engine.Seat
	Tile Item
	Site uint8
}

// apply lays a tile; the other one that was drawn goes under its stack. A tile that
// nobody drew is stated: it comes out of its stack.
func (e Placed) apply(s *State) {
	for _, i := range s.table.drawn {
		if i != None && i != e.Tile {
			s.table.stack[s.facts.full.tile[i-firstTile].parsec-1].put(uint8(i - firstTile))
		}
	}
	if s.stacked(e.Tile) {
		s.table.stack[s.facts.full.tile[e.Tile-firstTile].parsec-1].take(uint8(e.Tile - firstTile))
	}
	s.table.tile[e.Site-1] = e.Tile
	s.table.tiles |= 1 << (e.Site - 1)
	s.table.drawn, s.table.pile = [2]Item{}, 0
	s.job.fresh = e.Site
	s.job.did(discovering)
}

func (e Placed) fits(s *State) bool {
	return s.tileFits(e.Tile) && e.Site >= 1 && e.Site <= sites
}

func (e Placed) tell() engine.Text {
	return engine.Say("%s lies on field %d", e.Tile.term(), int(e.Site))
}

// why explains a tile laid on the board.
func (Placed) why(s *State) engine.Reason {
	if s.phase == PhaseSetup {
		return engine.Reason{Rule: engine.Say("Two tiles of parsec 1 lie open in the grey galaxy, Parvus Corta."), Source: sourceSetup}
	}
	return engine.Reason{Rule: engine.Say("One of the tiles drawn goes on a free field of its parsec, the other under its stack."), Source: sourceAct}
}

// Gathered is a yield taken so many times, with the gems it brought.
type Gathered struct {
	Seat        engine.Seat
	Site, Times uint8
	Gems        Gemset
	Cause       Item
}

func (e Gathered) apply(s *State) {
	p := s.player(e.Seat)
	p.take(e.Gems)
	switch e.Cause {
	case Buteo:
		p.reaped = true
	case StationHarvest:
		p.sent = true
	default:
		if n := slices.Index(s.job.reaped[:], 0); n >= 0 {
			s.job.reaped[n] = e.Site
		}
		s.job.did(harvesting)
	}
}

func (e Gathered) tell() engine.Text {
	if e.Gems == (Gemset{}) {
		return engine.Say("%s takes the yield of field %d, %d times", e.Seat, int(e.Site), int(e.Times))
	}
	return engine.Say("%s takes the yield of field %d, %d times: %s", e.Seat, int(e.Site), int(e.Times), e.Gems.sum())
}

func (e Gathered) why(s *State) engine.Reason {
	if e.Cause == Buteo {
		if i := s.find(e.Seat); i >= 0 && s.table.present[i]&(1<<e.Site>>1) == 0 {
			return engine.Reason{Rule: rulingButeo, Source: sourceLeaders}
		}
		return engine.Reason{Rule: techText(Buteo), Source: sourceLeaders}
	}
	if e.Cause == ResourcePeople {
		return engine.Reason{Rule: rulingPeople, Source: sourceTech}
	}
	if e.Cause == StationHarvest {
		return engine.Reason{Rule: techText(StationHarvest), Source: sourceStations}
	}
	if s.working() && !s.asksFor(harvesting) {
		return engine.Reason{Rule: engine.Say("The card brings the yield of this system; it takes no colony."), Source: sourceAct}
	}
	return engine.Reason{Rule: engine.Say("Each colony brings the yield of its system once for each card; no cube is removed."), Source: sourceAct}
}

// Raised is a gem turned into the next higher one.
type Raised struct {
	Seat engine.Seat
	Gem  Item
}

func (e Raised) apply(s *State) {
	p := s.player(e.Seat)
	p.gems = p.gems.minus(gemsOf(e.Gem, 1)).plus(gemsOf(e.Gem, 1).refined())
	s.job.did(upgrading)
}

func (e Raised) tell() engine.Text {
	return engine.Say("%s raises a gem: %s", e.Seat, e.Gem.term())
}

// Claimed is a scored galaxy, and the planet that lost a cube; 0 if none
// had to be removed.
type Claimed struct {
	Seat         engine.Seat
	Galaxy       GalaxyName
	Site, Planet uint8
}

func (e Claimed) apply(s *State) {
	i := s.find(e.Seat)
	g, _ := galaxyIndex(e.Galaxy)
	if e.Site != 0 {
		s.table.clear(e.Site-1, e.Planet-1, i)
	}
	if s.job.card != None {
		s.job.scored |= 1 << g
		s.job.did(scoring)
		return
	}
	s.players[i].scored |= 1 << g
}

func (e Claimed) fits(s *State) bool {
	return s.find(e.Seat) >= 0 && (e.Site == 0 || s.cubeLies(e))
}

func (e Claimed) tell() engine.Text {
	if e.Site == 0 {
		return engine.Say("%s scores the galaxy %s and keeps all cubes", e.Seat, engine.Term(e.Galaxy))
	}
	return engine.Say("%s scores the galaxy %s; a cube leaves planet %d of field %d", e.Seat, engine.Term(e.Galaxy), int(e.Planet), int(e.Site))
}

// why compares the cubes in the galaxy.
func (e Claimed) why(s *State) engine.Reason {
	g, _ := galaxyIndex(e.Galaxy)
	r := engine.Reason{Rule: engine.Say("More cubes than each other seat bring the higher reward, a tie or fewer the lower one; then one cube leaves."), Source: sourceScoring}
	for _, i := range s.ordered() {
		if n := s.strength(g, i); n > 0 {
			r.Compares = append(r.Compares, engine.Addend{Name: engine.Say("%s", s.players[i].seat), N: int(n)})
		}
	}
	i := s.find(e.Seat)
	switch {
	case s.players[i].leader == Breish && s.rank(g, i) == 0:
		r.Rule, r.Source = techText(Breish), sourceLeaders
	case e.Site == 0 && s.players[i].leader == Casares:
		r.Rule, r.Source = techText(Casares), sourceLeaders
	case e.Site == 0:
		r.Rule, r.Source = techText(StationScore), sourceStations
	}
	return r
}

// Owed is a bonus card that a seat draws now.
type Owed struct{ Seat engine.Seat }

func (e Owed) apply(s *State) {
	s.player(e.Seat).owed++
}

func (e Owed) tell() engine.Text {
	return engine.Say("%s gets a light bonus card", e.Seat)
}

func (Owed) why(s *State) engine.Reason {
	if s.due.who >= 0 && s.due.what == InformationEdge {
		return engine.Reason{Rule: ruleTech, Source: sourceTech}
	}
	return engine.Reason{Rule: engine.Say("Some galaxies bring a light bonus card; a seat keeps at most four bonus cards."), Source: sourceScoring}
}

// Dealt is a bonus card that a seat got. Others do not see which.
type Dealt struct {
	Seat engine.Seat
	Card Item
}

// Cover hides which card it is from the other seats.
func (e Dealt) Cover(seat engine.Seat) engine.Event {
	if seat != e.Seat {
		e.Card = None
	}
	return e
}

// Reveals tells that the seat has seen the card.
func (Dealt) Reveals() {}

// MarshalJSON is an error: the card may be hidden.
func (Dealt) MarshalJSON() ([]byte, error) { return nil, engine.ErrSecret }

func (e Dealt) apply(s *State) {
	p := s.player(e.Seat)
	p.owed = max(p.owed, 1) - 1
	dark := s.phase == PhaseSetup // at the start from the dark ones, later from the light ones
	switch {
	case e.Card == None && dark:
		p.blank++
	case e.Card == None:
		p.blank++
		s.table.bonus.takeNameless()
	default:
		p.bonuses |= bonusBit(e.Card)
		if !dark {
			s.table.bonus.take(uint8(e.Card - firstLight))
		}
	}
}

func (e Dealt) fits(s *State) bool {
	return e.Card == None || e.Card.isBonus()
}

func (e Dealt) tell() engine.Text {
	if e.Card == None {
		return engine.Say("%s has drawn a bonus card", e.Seat)
	}
	return engine.Say("%s has drawn a bonus card: %s", e.Seat, e.Card.term())
}

// GaveBack is a bonus card put under its pile. Others do not see which.
type GaveBack struct {
	Seat engine.Seat
	Card Item
}

// Cover hides which card it is from the other seats.
func (e GaveBack) Cover(seat engine.Seat) engine.Event {
	if seat != e.Seat {
		e.Card = None
	}
	return e
}

// MarshalJSON is an error: the card may be hidden.
func (GaveBack) MarshalJSON() ([]byte, error) { return nil, engine.ErrSecret }

func (e GaveBack) apply(s *State) {
	s.player(e.Seat).lose(e.Card)
	s.giveBack(e.Card)
}

func (e GaveBack) fits(s *State) bool {
	return e.Card == None || e.Card.isBonus()
}

func (e GaveBack) tell() engine.Text {
	if e.Card == None {
		return engine.Say("%s puts a bonus card under the pile", e.Seat)
	}
	return engine.Say("%s puts a bonus card under the pile: %s", e.Seat, e.Card.term())
}

func (GaveBack) why(s *State) engine.Reason {
	return engine.Reason{Rule: rulingBonusUnder, Source: sourceScoring}
}

// Exposed is a bonus card that everybody sees in final scoring.
type Exposed struct {
	Seat engine.Seat
	Card Item
}

// Reveals tells that everybody has seen the card.
func (Exposed) Reveals() {}

func (e Exposed) apply(s *State) {
	s.player(e.Seat).lose(e.Card)
	s.player(e.Seat).revealed |= bonusBit(e.Card)
}

func (e Exposed) fits(s *State) bool {
	return e.Card.isBonus()
}

func (e Exposed) tell() engine.Text {
	return engine.Say("%s shows %s", e.Seat, e.Card.term())
}

// Refilled is an AI card laid on a place of the display, from 1.
type Refilled struct {
	Place uint8
	Card  Item
}

// Reveals tells that everybody has seen the card.
func (Refilled) Reveals() {}

func (e Refilled) apply(s *State) {
	s.away(e.Card)
	s.table.market[e.Place-1] = e.Card
}

func (e Refilled) fits(s *State) bool {
	return e.Place >= 1 && e.Place <= marketPlaces && e.Card.isAI()
}

func (e Refilled) tell() engine.Text {
	return engine.Say("%s lies on place %d of the display", e.Card.term(), int(e.Place))
}

func (Refilled) why(s *State) engine.Reason {
	return engine.Reason{Rule: rulingPileEmpty, Source: sourceBuy}
}

// Cleared is an AI card taken off the display and laid aside.
type Cleared struct {
	Place uint8
	Card  Item
}

func (e Cleared) apply(s *State) {
	s.table.market[e.Place-1] = None
	s.table.cards.lay(uint8(e.Card - firstAI))
}

func (e Cleared) fits(s *State) bool {
	return e.Place >= 1 && e.Place <= marketPlaces && e.Card.isAI()
}

func (e Cleared) tell() engine.Text {
	return engine.Say("%s leaves place %d of the display", e.Card.term(), int(e.Place))
}

func (Cleared) why(s *State) engine.Reason {
	return engine.Reason{Rule: ruleAutoma, Source: sourceAutoma}
}

// Removed are two cards of a Dark Tech pile that are in the box.
type Removed struct {
	First  Item
	Second Item `word:"unordered"`
}

func (e Removed) apply(s *State) {
	for _, i := range []Item{e.First, e.Second} {
		s.table.removed |= 1 << (i - NewStargate)
		s.table.looked[i.pile()-DarkTech1] = true
	}
}

func (e Removed) fits(s *State) bool {
	return e.First.pile() != None && e.First.pile() == e.Second.pile()
}

func (e Removed) tell() engine.Text {
	return engine.Say("%s and %s were put into the box", e.First.term(), e.Second.term())
}

func (Removed) why(s *State) engine.Reason {
	return engine.Reason{Rule: engine.Say("Two cards of each Dark Tech pile go into the box unseen."), Source: sourceSetup}
}

// Facts that set the cardboard up in the middle of a game.

// Holds are the gems of a seat.
type Holds struct {
	Seat engine.Seat
	Gems Gemset
}

func (e Holds) apply(s *State) {
	s.player(e.Seat).gems = e.Gems
}

func (e Holds) tell() engine.Text {
	return engine.Say("%s has %s", e.Seat, e.Gems.sum())
}

// Displays are the AI cards on the eight places of the display.
type Displays struct{ One, Two, Three, Four, Five, Six, Seven, Eight Item }

func (e Displays) apply(s *State) {
	s.table.market = [marketPlaces]Item{e.One, e.Two, e.Three, e.Four, e.Five, e.Six, e.Seven, e.Eight}
	for _, card := range s.table.market {
		s.away(card)
	}
}

func (e Displays) fits(s *State) bool {
	for _, card := range []Item{e.One, e.Two, e.Three, e.Four, e.Five, e.Six, e.Seven, e.Eight} {
		if card != None && !card.isAI() {
			return false
		}
	}
	return true
}

func (e Displays) tell() engine.Text {
	return engine.Say("The display: %s, %s, %s, %s, %s, %s, %s, %s", e.One.term(), e.Two.term(), e.Three.term(), e.Four.term(),
		e.Five.term(), e.Six.term(), e.Seven.term(), e.Eight.term())
}

// Stands are cubes on a planet.
type Stands struct {
	Seat                engine.Seat
	Site, Planet, Cubes uint8
}

func (e Stands) apply(s *State) {
	s.table.build(e.Site-1, e.Planet-1, s.find(e.Seat), e.Cubes)
}

func (e Stands) fits(s *State) bool {
	return s.cubesFit(e.Seat, e.Site, e.Planet, e.Cubes)
}

func (e Stands) tell() engine.Text {
	return engine.Say("%s has cubes on planet %d of field %d: %d", e.Seat, int(e.Planet), int(e.Site), int(e.Cubes))
}

// Stacks tells who draws: people from the stacks on the table, or the device. It
// is a fact of the setup.
type Stacks struct{ Where StacksPlace }

func (e Stacks) apply(s *State) {
	s.device = e.Where == InDevice
}

func (e Stacks) tell() engine.Text {
	if e.Where == InDevice {
		return engine.Say("The device draws tiles and cards")
	}
	return engine.Say("People draw tiles and cards")
}

// A StacksPlace is where the stacks lie.
type StacksPlace string

// The places.
const (
	OnTable  StacksPlace = "table"  // somebody may draw a bonus card without telling which
	InDevice StacksPlace = "device" // the device names what it draws
)

// UnmarshalText reads a place.
func (p *StacksPlace) UnmarshalText(b []byte) error { return oneOf(p, b, OnTable, InDevice) }

// A BookName names a book.
type BookName string

// The books.
const (
	TracksBook BookName = "tracks" // the referee keeps tracks and cards
	FullBook   BookName = "full"   // the referee keeps everything
)

// UnmarshalText reads a book.
func (n *BookName) UnmarshalText(b []byte) error { return oneOf(n, b, TracksBook, FullBook) }
