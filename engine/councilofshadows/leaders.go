package councilofshadows

import (
	"cmp"

	"arbiter/engine"
	"arbiter/engine/rule"
)

// Leaders (module 2) are picked in reverse turn order.

// unclaimed allows a leader that no seat has.
func (s *State) unclaimed(leader Item) refusal {
	if !leader.isLeader() {
		return refuse("%s is no leader", leader.word())
	}
	for i := range s.seats() {
		if p := &s.players[i]; p.leader == leader {
			return refuse("%s leads %s already", leader.word(), p.word())
		}
	}
	return allowed
}

func (s *State) picks(all []engine.Command) []engine.Command {
	for l := Buteo; l <= Breish; l++ {
		if s.unclaimed(l).Allowed() {
			all = append(all, s.commands(s.turn).pick[l-Buteo])
		}
	}
	return all
}

// lastPicker returns the seat with the highest order tile that is played by a person.
func (s *State) lastPicker() int8 { return s.pickerBelow(uint8(len(s.players)) + 1) }

func (s *State) nextPicker() int8 { return s.pickerBelow(s.active().order) }

func (s *State) pickerBelow(order uint8) int8 {
	best := int8(-1)
	for i := range s.seats() {
		p := &s.players[i]
		if !p.robot() && p.order < order && (best < 0 || p.order > s.players[best].order) {
			best = int8(i)
		}
	}
	return best
}

// Pick chooses a leader (module 2).
type Pick struct {
	Seat   engine.Seat
	Leader Item
}

func (c Pick) By() engine.Seat { return c.Seat }

// Aims returns the leader.
func (c Pick) Aims() []string { return []string{c.Leader.thingAim()} }

func (c Pick) Check(s *State) refusal {
	return cmp.Or(s.mustAct(c.Seat, PhaseLeaders), s.unclaimed(c.Leader))
}

func (c Pick) Play(r *resolution) {
	p := r.active()
	emit(r, Led(c))
	emit(r, Consumption{c.Seat, Delta(r.value(c.Leader) - p.consumption)})
	if e := r.facts.bonus[c.Leader-Buteo]; e != 0 {
		emit(r, Energy{c.Seat, Delta(e), c.Leader})
	}
	if c.Leader == Ava {
		emit(r, Ranged{c.Seat, p.fields + 1, 1})
	}
	if next := r.nextPicker(); next >= 0 {
		emit(r, Turn{r.players[next].seat})
		return
	}
	emit(r, Phase{PhaseBuy})
	emit(r, Turn{r.players[r.firstToAct(PhaseBuy)].seat})
}

func (c Pick) Tell() engine.Text {
	return engine.Say("Choose %s", c.Leader.term())
}

func (c Pick) Effect(s *State) engine.Effect {
	return rule.Asks(engine.Say("Choose"), "Choose %s as your leader?", s.quoted(c.Leader))
}

// Led gives a leader to a seat.
type Led struct {
	Seat   engine.Seat
	Leader Item
}

func (e Led) Apply(s *State) {
	s.player(e.Seat).leader = e.Leader
}

func (e Led) Tell() engine.Text {
	return engine.Say("%s is led by %s", e.Seat, e.Leader.term())
}

func (s *State) leaderFace(f *engine.Face, i Item) {
	f.Kind, f.Art, f.Ring, f.Steps, f.Words = "leader", "leader", s.consumption(i), pictures[i], techText(i)
	f.Read = s.readOn(i)
	if i == Ava {
		f.Words = engine.Say("A further action field that reaches parsec 1.")
	}
	if e := int(s.facts.bonus[i-Buteo]); e != 0 {
		f.Gives = bringing(Gemset{}, e)
		f.Read = read(f.Read, engine.Say("energy"), s.facts.bonused[i-Buteo])
		f.Words = engine.Say("%s Starts with %d energy.", f.Words, e)
	}
}
