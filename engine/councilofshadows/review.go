package councilofshadows

import (
	"cmp"

	"arbiter/engine"
)

// What the game shows people who look back at it: energy against consumption, order and levels by
// rounds, where energy came from, and what seats had.

var review = engine.Review{
	Round:      engine.Of((*State).roundNumber),
	Lasted:     func(rounds int) engine.Text { return engine.Say("{%d round|%d rounds}", rounds) },
	Charts:     engine.OfTwo((*State).charts),
	Scoreboard: engine.OfTwo((*State).scoreboard),
	Ranks:      engine.Of((*State).ranks),
	Kinds: []engine.Kind{
		{Name: kindCivilization, Title: engine.Say("Civilization")},
		{Name: kindLeader, Title: engine.Say("Leader")},
		{Name: kindTech, Title: engine.Say("Dark Tech")},
	},
	Traits: engine.Of((*State).traits),
}

// roundNumber returns the number of the round, 0 before the first one.
func (s *State) roundNumber() int {
	if s.phase == PhaseSetup || s.phase == PhaseLeaders {
		return 0
	}
	return int(s.round)
}

const (
	kindCivilization = "civilization"
	kindLeader       = "leader"
	kindTech         = "dark-tech"
)

// An account is the data for charts: the table at the end of each round, and what happened in
// between, by seat.
type account struct {
	ends   []*State
	marks  [][4][]engine.Text // levels, by round
	energy [4][sources]int
}

// charts draws a chart for each seat, then those with all seats.
func (s *State) charts(events []engine.Event) []engine.Chart {
	if len(events) == 0 {
		return nil
	}
	a := tally(s, events)
	return a.charts()
}

// tally goes through a game round by round.
func tally(s *State, events []engine.Event) (a account) {
	from := 0
	for n, e := range events {
		if r, ok := e.(Round); ok && r.Number > s.round && s.round > 0 && n > 0 {
			s = s.Fold(events[from:n]).(*State)
			a.close(s)
			from = n
		}
		a.note(s, e)
	}
	a.close(s.Fold(events[from:]).(*State))
	return a
}

// close ends a round.
func (a *account) close(s *State) {
	a.open()
	a.ends = append(a.ends, s)
}

// open makes room for the events of the next round.
func (a *account) open() {
	for len(a.marks) <= len(a.ends) {
		a.marks = append(a.marks, [4][]engine.Text{})
	}
}

func (a *account) note(s *State, e engine.Event) {
	switch e := e.(type) {
	case Level:
		if i := s.find(e.Seat); i >= 0 {
			a.open()
			text := engine.Say("Level %s", engine.Roman(int(e.To)))
			a.marks[len(a.ends)][i] = append(a.marks[len(a.ends)][i], text)
		}
	case Energy:
		if i := s.find(e.Seat); i >= 0 && e.By > 0 {
			a.energy[i][sourceOf(e.Cause)] += int(e.By)
		}
	}
}

func (a *account) charts() []engine.Chart {
	var all []engine.Chart
	end := a.ends[len(a.ends)-1]
	for i := range end.seats() {
		all = append(all, a.chase(i))
	}
	return append(all,
		a.chart(engine.Chart{Name: "order", Title: engine.Say("Order"), Kind: engine.Places}, func(p *player) uint8 { return p.order }, false),
		a.chart(engine.Chart{Name: "levels", Title: engine.Say("Levels by round")}, func(p *player) uint8 { return p.level }, true),
		a.origins(),
	)
}

// chase shows a seat's energy against its consumption, with its levels.
func (a *account) chase(i int) engine.Chart {
	seat := a.ends[0].players[i].seat
	energy := engine.Series{Title: engine.Say("Energy"), Seat: seat}
	aim := engine.Series{Title: engine.Say("Consumption"), Seat: seat, Aim: true}
	for n, s := range a.ends {
		energy.At = append(energy.At, int(s.players[i].energy))
		aim.At = append(aim.At, int(s.players[i].consumption))
		for _, text := range a.marks[n][i] {
			energy.Marks = append(energy.Marks, engine.Mark{Step: n, Text: text})
		}
	}
	return engine.Chart{
		Name: "energy-" + string(seat), Title: engine.Say("%s: energy and consumption", seat),
		Across: engine.Say("Round"), Steps: a.rounds(), Series: []engine.Series{energy, aim},
	}
}

func (a *account) rounds() []engine.Text {
	var all []engine.Text
	for _, s := range a.ends {
		all = append(all, engine.Say("%d", int(s.round)))
	}
	return all
}

// chart draws one number of each seat by rounds.
func (a *account) chart(c engine.Chart, at func(*player) uint8, roman bool) engine.Chart {
	c.Across, c.Steps = engine.Say("Round"), a.rounds()
	for i := range a.ends[0].seats() {
		seat := a.ends[0].players[i].seat
		line := engine.Series{Title: engine.Say("%s", seat), Seat: seat, Roman: roman}
		for _, s := range a.ends {
			line.At = append(line.At, int(at(&s.players[i])))
		}
		c.Series = append(c.Series, line)
	}
	return c
}

// The sources of energy that the chart distinguishes.
const (
	fromGalaxies = iota
	fromYields
	fromUpgrades
	fromTech
	fromLeaders
	fromAutoma
	fromBonuses
	fromLeft
	sources
)

func sourceTitles() [sources]engine.Text {
	return [sources]engine.Text{
		fromGalaxies: engine.Say("Galaxies"), fromYields: engine.Say("Yields"), fromUpgrades: engine.Say("Projects and ranges"),
		fromTech: engine.Say("Dark Tech"), fromLeaders: engine.Say("Leaders"), fromAutoma: engine.Say("Automa cards"),
		fromBonuses: engine.Say("Bonus cards"), fromLeft: engine.Say("Gems and AI cards at the end"),
	}
}

// sourceOf returns the source for a cause of energy. What is reported at a table with cardboard
// without a cause counts as from galaxies.
func sourceOf(cause Item) int {
	switch {
	case cause == Yield:
		return fromYields
	case cause.isRange(), cause.isProject():
		return fromUpgrades
	case cause.pile() != None:
		return fromTech
	case cause.isLeader():
		return fromLeaders
	case cause.isAutoma():
		return fromAutoma
	case cause == BonusCard, cause.isBonus():
		return fromBonuses
	case cause == AICard, cause == Anthracite, cause == Gold, cause == Crystal:
		return fromLeft
	}
	return fromGalaxies
}

// origins shows where the energy of each seat came from.
func (a *account) origins() engine.Chart {
	c := engine.Chart{Name: "sources", Title: engine.Say("Where energy came from"), Kind: engine.Bars, Across: engine.Say("Seat")}
	end := a.ends[len(a.ends)-1]
	for i := range end.seats() {
		c.Steps = append(c.Steps, engine.Say("%s", end.players[i].seat))
	}
	for from, title := range sourceTitles() {
		line, any := engine.Series{Title: title}, false
		for i := range end.seats() {
			line.At = append(line.At, a.energy[i][from])
			any = any || a.energy[i][from] > 0
		}
		if any {
			c.Series = append(c.Series, line)
		}
	}
	return c
}

// ranks places the seats by the rules for the winner: by level, then energy. Winners come before
// seats that tie with them (ruling winner).
func (s *State) ranks() []engine.Rank {
	if s.phase != PhaseOver {
		return nil
	}
	better := func(p, q *player) int {
		return cmp.Or(cmp.Compare(worth(p.winner), worth(q.winner)), cmp.Compare(p.level, q.level), cmp.Compare(p.energy, q.energy))
	}
	var all []engine.Rank
	for i := range s.seats() {
		r := engine.Rank{Seat: s.players[i].seat, Place: 1}
		for j := range s.seats() {
			if better(&s.players[j], &s.players[i]) > 0 {
				r.Place++
			}
		}
		all = append(all, r)
	}
	return all
}

func worth(winner bool) int {
	if winner {
		return 1
	}
	return 0
}

func (s *State) traits() []engine.Trait {
	var all []engine.Trait
	for i := range s.seats() {
		p := &s.players[i]
		add := func(kind string, what Item) {
			if what != None {
				all = append(all, engine.Trait{Seat: p.seat, Kind: kind, Value: what.term()})
			}
		}
		add(kindCivilization, p.civilization)
		add(kindLeader, p.leader)
		add(kindTech, p.tech[0])
		add(kindTech, p.tech[1])
	}
	return all
}
