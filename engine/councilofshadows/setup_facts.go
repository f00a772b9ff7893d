package councilofshadows

import (
	"fmt"
	"slices"

	"arbiter/engine"
)

// Facts of the setup: what is in play, who plays what, and where things lie at the start.

// factError returns an error for a fact that names a seat that does not play, or a thing that it
// does not fit.
func (s *State) factError(e engine.Event) error {
	bad := func(format string, args ...any) error {
		return fmt.Errorf("fact %v: "+format, append([]any{e}, args...)...)
	}
	switch e := e.(type) {
	case Order:
		if s.find(e.Seat) < 0 {
			return bad("%s does not play", e.Seat)
		}
	case Civilization:
		return s.civilizationError(e)
	case Ruling:
		if !slices.Contains([]Ruling{
			{rulingPhaseEnd, phaseEndPart}, {rulingPhaseEnd, phaseEndTable}, {rulingPhaseEnd, phaseEndOnce},
			{rulingGalaxyBonus, galaxyBonusSum}, {rulingGalaxyBonus, galaxyBonusNine},
			{rulingSaverLate, saverLateFall}, {rulingSaverLate, saverLateStop},
		}, e) {
			return bad("only %s (%s, %s or %s), %s (%s or %s) and %s (%s or %s) leave a choice", rulingPhaseEnd, phaseEndPart, phaseEndTable, phaseEndOnce,
				rulingGalaxyBonus, galaxyBonusSum, galaxyBonusNine, rulingSaverLate, saverLateFall, saverLateStop)
		}
	case Acts:
		if e.Number < 1 || e.Number > mostSteps {
			return bad("an Automa card has 1 to %d actions", mostSteps)
		}
	}
	if !s.fits(e) {
		return bad("there is no such thing in the box or on this table")
	}
	return nil
}

// Module puts a module of the box into play.
type Module struct{ Name ModuleName }

func (e Module) Apply(s *State) {
	s.modules.put(e.Name)
}

func (e Module) Tell() engine.Text {
	return engine.Say("With the module: %s", engine.Term(e.Name))
}

func (m *modules) put(name ModuleName) {
	switch name {
	case ModuleStations:
		m.stations = true
	case ModuleLeaders:
		m.leaders = true
	case ModuleAdvanced:
		m.advanced = true
	}
}

// Ruling picks one of the readings of a ruling that leaves a choice.
type Ruling struct{ Name, Choice string }

func (e Ruling) Apply(s *State) {
	switch e.Name {
	case rulingPhaseEnd:
		s.atEnd, s.atOnce = e.Choice == phaseEndTable, e.Choice == phaseEndOnce
	case rulingGalaxyBonus:
		s.ninth = e.Choice == galaxyBonusNine
	case rulingSaverLate:
		s.stops = e.Choice == saverLateStop
	}
}

func (e Ruling) Tell() engine.Text {
	return engine.Say("Ruling %s: %s", engine.Term(e.Name), engine.Term(e.Choice))
}

// Civilization is the civilization a seat plays.
type Civilization struct {
	Seat engine.Seat
	Name Item
}

func (e Civilization) Apply(s *State) {
	s.player(e.Seat).civilization = e.Name
}

func (e Civilization) Tell() engine.Text {
	return engine.Say("%s plays %s", e.Seat, e.Name.term())
}

// At puts a marker on a field of its track: consumption or energy.
type At struct {
	Seat  engine.Seat
	Track TrackName
	Value int16
}

func (e At) Apply(s *State) {
	s.put(s.player(e.Seat), e)
}

func (e At) Tell() engine.Text {
	return engine.Say("%s: %s is %d", e.Seat, engine.Term(e.Track), int(e.Value))
}

func (s *State) put(p *player, e At) {
	if e.Track == TrackEnergy {
		s.moveEnergy(p, e.Value)
		return
	}
	p.consumption = e.Value
}

// Book chooses the book: what the referee keeps.
type Book struct{ Name BookName }

func (e Book) Apply(s *State) {
	if s.full = e.Name == FullBook; s.phase != "" {
		s.layOut()
		s.facts = s.facts.withCommands(s.newCommandTable())
	}
}

func (e Book) Tell() engine.Text {
	return engine.Say("Played by the book: %s", engine.Term(e.Name))
}

// A BookName names a book.
type BookName string

// UnmarshalText reads a book.
func (n *BookName) UnmarshalText(b []byte) error { return oneOf(n, b, TracksBook, FullBook) }

// The books.
const (
	TracksBook BookName = "tracks" // the referee keeps tracks and cards
	FullBook   BookName = "full"   // the referee keeps everything
)

// Stacks says who draws: people from the stacks on the table, or the device. It is a fact of the
// setup.
type Stacks struct{ Where StacksPlace }

func (e Stacks) Apply(s *State) {
	s.device = e.Where == InDevice
}

func (e Stacks) Tell() engine.Text {
	if e.Where == InDevice {
		return engine.Say("The device draws tiles and cards")
	}
	return engine.Say("People draw tiles and cards")
}

// A StacksPlace is where the stacks lie.
type StacksPlace string

// UnmarshalText reads a place.
func (p *StacksPlace) UnmarshalText(b []byte) error { return oneOf(p, b, OnTable, InDevice) }

// The places.
const (
	OnTable  StacksPlace = "table"  // somebody may draw a bonus card without saying which
	InDevice StacksPlace = "device" // the device names what it draws
)

// Holds is the gems of a seat.
type Holds struct {
	Seat engine.Seat
	Gems Gemset
}

func (e Holds) Apply(s *State) {
	s.player(e.Seat).gems = e.Gems
}

func (e Holds) Tell() engine.Text {
	return engine.Say("%s has %s", e.Seat, e.Gems.sum())
}
