package engine_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"arbiter/engine"
	"arbiter/engine/councilofshadows"
	"arbiter/engine/notation"
)

// tracked is a view of two seats with a track of each kind.
func tracked(energy, level, rest int) engine.View {
	return engine.View{
		Seats: []engine.Place{{Seat: "ana"}, {Seat: "dario"}},
		Tracks: []engine.Track{
			{Name: "energy", Title: engine.Say("Energy"), At: []int{energy, 7}},
			{Name: "level", Title: engine.Say("Level"), At: []int{level, 0}, Roman: true},
			{Name: "rest", Title: engine.Say("Rest"), At: []int{rest, 0}, Derived: true},
		},
	}
}

// seen is what ana sees.
func seen(v engine.View) engine.Known { return engine.Known{"ana": sight{view: v}} }

// A sight is a state of which nothing is known but its view.
type sight struct {
	engine.State
	view engine.View
}

func (s sight) View() engine.View { return s.view }

// Only markers that moved are set back, levels as they are printed; what follows
// from other tracks has no marker.
func TestMovesOfMarkers(t *testing.T) {
	var got []string
	for _, m := range engine.Corrections("ana", seen(tracked(12, 2, 5)), seen(tracked(9, 1, 3))) {
		got = append(got, m.Text().String())
	}
	want := []string{"ana: Energy from 12 to 9", "ana: Level from II to I"}
	if !slices.Equal(got, want) {
		t.Errorf("moves %q, want %q", got, want)
	}
}

func TestRoman(t *testing.T) {
	for n, want := range map[int]engine.Term{-1: "?", 0: "0", 1: "I", 3: "III", 4: "IV", 9: "IX", 10: "?"} {
		if got := engine.Roman(n); got != want {
			t.Errorf("Roman(%d) = %s, want %s", n, got, want)
		}
	}
}

func TestLookingUpAView(t *testing.T) {
	v := tracked(12, 2, 5)
	v.Zones = []engine.Zone{{Seat: "ana", Name: "1", Cards: []engine.Card{{Name: "moon"}, {Name: "sun"}}}, {Seat: "dario", Name: "2"}}
	if at, ok := v.At("energy", "dario"); !ok || at != 7 {
		t.Errorf("dario stands at %d, %t", at, ok)
	}
	for _, of := range [][2]string{{"energy", "bea"}, {"gems", "ana"}} {
		if at, ok := v.At(of[0], engine.Seat(of[1])); ok {
			t.Errorf("%s has a marker at %s %d", of[1], of[0], at)
		}
	}
	z, ok := v.Zone("ana", "1")
	if top, has := z.Top(); !ok || !has || top.Name != "sun" {
		t.Errorf("on top of ana's field lies %q", top.Name)
	}
	if empty, _ := v.Zone("dario", "2"); len(empty.Cards) != 0 {
		t.Errorf("dario's field holds %v", empty.Cards)
	}
	if _, has := (engine.Zone{}).Top(); has {
		t.Error("an empty zone has a card on top")
	}
	if _, ok := v.Zone("ana", "2"); ok {
		t.Error("ana has a zone of dario's")
	}
}

func TestNoText(t *testing.T) {
	if got := (engine.Text{}).String(); got != "" || !(engine.Text{}).IsZero() {
		t.Errorf("no text says %q", got)
	}
	if got, want := engine.Refuse("%s may not", engine.Seat("ana")).Error(), "ana may not"; got != want {
		t.Errorf("the refusal says %q, want %q", got, want)
	}
	deep := engine.Say("%s", engine.Say("%s", engine.Term("sun")))
	if deep.Equal(engine.Say("%s", engine.Term("sun"))) {
		t.Error("a text in a text is a term")
	}
}

// plainState hides that a state folds events at once.
type plainState struct{ engine.State }

func (p plainState) Apply(e engine.Event) engine.State { return plainState{p.State.Apply(e)} }

func TestFoldEventByEvent(t *testing.T) {
	s := start(t, "ana", "dario")
	events := []engine.Event{
		councilofshadows.Energy{Seat: "ana", By: 3, Cause: councilofshadows.Yield},
		councilofshadows.Energy{Seat: "ana", By: -1, Cause: councilofshadows.Yield},
	}
	for name, folded := range map[string]engine.State{"at once": engine.Fold(s, events...), "one by one": engine.Fold(plainState{s}, events...)} {
		if got, want := energy(t, folded, "ana"), 2; got != want {
			t.Errorf("%s: energy %d, want %d", name, got, want)
		}
	}
	if got := energy(t, s, "ana"); got != 0 {
		t.Errorf("the state before has energy %d", got)
	}
}

func TestOf(t *testing.T) {
	legal := session(t, &log{}, planned[:2]...).State().Legal()
	own := engine.BySeat("dario", legal)
	if len(own) == 0 || len(own) >= len(legal) {
		t.Fatalf("%d of %d commands are dario's", len(own), len(legal))
	}
	for _, c := range own {
		if c.By() != "dario" {
			t.Errorf("%s is not dario's", notation.Format(c))
		}
	}
	if got := engine.BySeat("bea", legal); got != nil {
		t.Errorf("bea, who does not play, may do %v", got)
	}
}

// Before finds the state in which an entry was played, by its number.
func TestBefore(t *testing.T) {
	s := session(t, &log{}, "ana buy range-1", "ana buy range-2", "ana buy range-3")
	if _, err := s.Undo("ana"); err != nil {
		t.Fatal(err)
	}
	for seq, want := range map[int]int{1: 0, 2: 1} {
		before, ok := s.Before(seq)
		if !ok {
			t.Fatalf("entry %d does not stand", seq)
		}
		if got := energy(t, before, "ana"); got != want {
			t.Errorf("before entry %d energy is %d, want %d", seq, got, want)
		}
	}
	for _, seq := range []int{0, 3, 4, 9} {
		if _, ok := s.Before(seq); ok {
			t.Errorf("entry %d stands: it was taken back, takes back or is none", seq)
		}
	}
}

func TestRefusedCommandsLeaveNoTrace(t *testing.T) {
	l := &log{}
	s := session(t, l)
	var refusal engine.Refusal
	if _, err := s.Do(councilofshadows.Pass{Seat: "dario"}); !errors.As(err, &refusal) {
		t.Errorf("dario passes before ana: %v", err)
	}
	if _, err := s.Undo("ana"); !errors.As(err, &refusal) {
		t.Errorf("nothing was taken back: %v", err)
	}
	if len(l.entries) != 0 {
		t.Errorf("the log has %v", fmt.Sprint(l.entries))
	}
}

// Pieces are put back, too: what has a name comes off one place and goes to
// another, the rest is counted, also where nothing of it is left.
func TestMovesOfPieces(t *testing.T) {
	from, to := tracked(0, 0, 0), tracked(0, 0, 0)
	heap := func(name string, at ...int) engine.Track {
		return engine.Track{Name: name, Title: engine.Say("%s", engine.Term(name)), At: at}
	}
	from.Pieces = []engine.Track{heap("cubes", 2, 1), heap("gold", 0, 3)}
	to.Pieces = []engine.Track{heap("gold", 1, 3), heap("crystal", 0, 2)}
	from.Lying = cardboard("table 5: moon", "ana board: desert").Zones
	to.Lying = cardboard("table drawn: moon sun", "ana board: desert").Zones
	var got []string
	for _, m := range engine.Corrections("ana", seen(from), seen(to)) {
		got = append(got, m.Text().String())
	}
	want := []string{
		"table: moon goes to: drawn", "table: sun goes to: drawn",
		"ana: gold from 0 to 1", "ana: cubes from 2 to 0", "dario: crystal from 0 to 2", "dario: cubes from 1 to 0",
	}
	if !slices.Equal(got, want) {
		t.Errorf("moves %q, want %q", got, want)
	}
	if back := engine.Corrections("ana", seen(to), seen(to)); back != nil {
		t.Errorf("nothing changes, but %v", back)
	}
}

// Past a reveal cards are turned face down: the owner is told which, others how many;
// a card that leaves an open spot of a pile's suit goes face down on it.
func TestMovesPastAReveal(t *testing.T) {
	views := func(fields, hand string, down bool, open string, pile int) engine.Known {
		of := func(fields, hand string) engine.View {
			v := cardboard("ana 1:"+fields, "ana hand:"+hand, "robot open:"+open)
			v.Zones[0].Covert, v.Zones[2].Suit = true, "robot"
			for i := range v.Zones[0].Cards {
				v.Zones[0].Cards[i].Down = down
			}
			v.Piles = []engine.Pile{{Seat: "robot", Name: "pile", Title: engine.Say("pile"), Suit: "robot", Number: pile}}
			return v
		}
		seen := of(fields, hand)
		if down {
			seen = of("", hand+fields) // others know nothing of it
		}
		return engine.Known{"ana": sight{view: of(fields, hand)}, "": sight{view: seen}}
	}
	from, to := views(" moon sun", " star", false, "gear", 3), views(" moon sun", " star", true, "", 4)
	for seat, want := range map[engine.Seat][]string{
		"ana": {"ana: 1: turn moon face down", "ana: 1: turn sun face down", "robot: put gear face down on: pile"},
		"":    {"ana: 1: turn 2 cards face down", "robot: put gear face down on: pile"},
	} {
		var got []string
		for _, m := range engine.MoveTexts(engine.Corrections(seat, from, to)) {
			got = append(got, m.String())
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q reads %q, want %q", seat, got, want)
		}
	}
}
