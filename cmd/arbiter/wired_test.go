package main

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/companion"
	"arbiter/engine"
	"arbiter/engine/enginetest/tier"
)

// sit starts a game for two with stand-in values and plays its first phase.
func (r *room) sit() {
	r.Helper()
	r.sitWith("stand-in")
}

func (r *room) sitWith(box string) {
	r.Helper()
	_, err := r.Table.Start(r.Context(), companion.NewGame{
		Game: "council-of-shadows", Seats: []companion.Seating{{Seat: "purple"}, {Seat: "green"}}, Order: []engine.Seat{"green", "purple"}, Box: box,
	})
	if err != nil {
		r.Fatal(err)
	}
	r.say("green pass", "purple pass")
}

// judge checks the outcome of the planning phase: purple 3 + 6 + 3, green
// 3 + 3 + 2, in the game, in the log and on the panel.
func (r *room) judge(d *testDevice, entries int) {
	r.Helper()
	r.say("green plan 1 discover", "green plan 2 colonize", "green plan 3 gems", "green ready", "purple ready")
	v := r.see("").View
	for _, c := range []struct {
		track string
		seat  engine.Seat
		want  int
	}{{"order", "purple", 1}, {"order", "green", 2}, {"consumption", "purple", 32}, {"consumption", "green", 28}} {
		if got, _ := v.At(c.track, c.seat); got != c.want {
			r.Errorf("%s of %s is %d, want %d", c.track, c.seat, got, c.want)
		}
	}
	r.drawn(d)
	id := r.see("").GameID
	r.leave()
	db, err := datadir.Create(r.Opts.Dir)
	if err != nil {
		r.Fatal(err)
	}
	defer db.Close()
	rows, err := db.Rows(id)
	if err != nil {
		r.Fatal(err)
	}
	if got, want := len(rows)-1, entries; got != want {
		r.Errorf("%d entries in the log, want %d: nothing twice, nothing lost", got, want)
	}
	var plans []string
	for _, row := range rows {
		if strings.HasPrefix(row.Command, "purple plan") {
			plans = append(plans, row.Command)
		}
	}
	want := []string{"purple plan 1 discover", "purple plan 2 tower", "purple plan 3 harvest"}
	if slices.Sort(plans); !slices.Equal(plans, want) {
		r.Errorf("the log has %q, want %q", plans, want)
	}
}

// two passes, three plans by card, three by command, two seats ready.
const wholePhase = 10

func TestPlanningWithThreeReaders(t *testing.T) {
	tier.Unraced(t, "goroutines of readers meet in TestHighCouncilWithFourReaders")
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d, card := newDevice(), tags(t)
		r := enter(t, d, t.TempDir())
		r.sit()
		r.drawn(d)
		for i, name := range []string{"discover", "tower", "harvest"} {
			d.fields["SPI0."+string(rune('0'+i))].Place(card[name])
			r.planned(string(rune('1'+i)), name)
		}
		r.judge(d, wholePhase)
	})
}

func TestPlanningWithACardChanged(t *testing.T) {
	tier.Unraced(t, "goroutines of readers meet in TestHighCouncilWithFourReaders")
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d, card := newDevice(), tags(t)
		r := enter(t, d, t.TempDir())
		r.sit()
		first := d.fields["SPI0.0"]
		first.Place(card["tower"])
		r.planned("1", "tower")
		first.Lift(card["tower"])
		r.until("empty field 1", func(s companion.Snapshot) bool {
			z, _ := s.View.Zone("purple", "1")
			return len(z.Cards) == 0
		})
		first.Place(card["discover"])
		r.planned("1", "discover")
		d.fields["SPI0.1"].Place(card["tower"])
		r.planned("2", "tower")
		d.fields["SPI0.2"].Place(card["harvest"])
		r.planned("3", "harvest")
		r.say("green plan 1 discover", "green plan 2 colonize", "green plan 3 gems", "green ready", "purple ready")
		if got, want := r.see("").Version, wholePhase+2; got != want {
			t.Errorf("%d entries, want %d", got, want)
		}
	})
}

func TestPlanningWithAReaderThatDies(t *testing.T) {
	tier.Unraced(t, "goroutines of readers meet in TestHighCouncilWithFourReaders")
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d, card := newDevice(), tags(t)
		r := enter(t, d, t.TempDir())
		r.sit()
		d.fields["SPI0.0"].Place(card["discover"])
		r.planned("1", "discover")

		d.chips["SPI0.0"].Unplug(0xFF) // with a card on it
		d.chips["SPI0.1"].Unplug(0x00) // before its card comes
		for _, n := range r.noticed(2) {
			if got, want := n.Text.Format, "reader %s does not answer: check its cable; the game goes on"; got != want {
				t.Errorf("notice %q, want %q", got, want)
			}
		}
		r.drawn(d)
		d.fields["SPI0.1"].Place(card["tower"])
		d.fields["SPI0.2"].Place(card["harvest"])
		r.planned("3", "harvest") // the game goes on
		if z, _ := r.see("purple").View.Zone("purple", "2"); len(z.Cards) != 0 {
			t.Error("a reader without power has read a card")
		}

		d.chips["SPI0.0"].Plug()
		d.chips["SPI0.1"].Plug()
		r.planned("2", "tower")
		r.noticed(0)
		r.judge(d, wholePhase)
	})
}

func TestRestartWithCardsOnTheReaders(t *testing.T) {
	tier.Unraced(t, "goroutines of readers meet in TestHighCouncilWithFourReaders")
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d, card, dir := newDevice(), tags(t), t.TempDir()
		r := enter(t, d, dir)
		r.sit()
		d.fields["SPI0.0"].Place(card["discover"])
		r.planned("1", "discover")
		d.fields["SPI0.2"].Place(card["harvest"])
		r.planned("3", "harvest")
		before := r.see("purple").Version
		r.leave()

		for i := range 3 {
			d.restart("SPI0."+string(rune('0'+i)), 0)
		}
		r = enter(t, d, dir)
		if got, want := r.rests(2).Version, before; got != want {
			t.Errorf("after the restart there are %d entries, want %d", got, want)
		}
		r.drawn(d)
		d.fields["SPI0.1"].Place(card["tower"])
		r.planned("2", "tower")
		r.judge(d, wholePhase)
	})
}

// A rig whose boards and panel are all missing starts, says so, and takes them
// when they come.
func TestBoardsThatComeLate(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d, card := newDevice(), tags(t)
		d.missing.Store(true)
		r := enter(t, d, t.TempDir())
		r.noticed(4)
		r.sit()
		d.missing.Store(false)
		r.noticed(0)
		d.fields["SPI0.0"].Place(card["discover"])
		r.planned("1", "discover")
		r.drawn(d)
	})
}
