package companion_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arbiter/companion"
	"arbiter/engine"
	"arbiter/hw"
	"arbiter/hw/emu/mfrc522"
	"arbiter/hw/emu/picc"
	"arbiter/hw/rc522"
)

// boards is a table with an emulated RC522 under each field, behind the real
// driver and the real tracker, with their own times.
type boards struct {
	shelf
	fields  map[string]*picc.Field
	watcher *hw.Watcher
}

func boarded(t *testing.T, change func(*companion.Opts, *hw.Watcher)) boards {
	t.Helper()
	b := boards{fields: map[string]*picc.Field{}}
	var bus hw.Bus
	for i, name := range []string{"purple-1", "purple-2", "green-1", "green-2"} {
		b.fields[name] = picc.NewField(uint64(i))
		r, err := rc522.Open(name, mfrc522.New(name, b.fields[name]), nil, rc522.Opts{Sleep: func(time.Duration) {}})
		if err != nil {
			t.Fatal(err)
		}
		bus = append(bus, r)
	}
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	b.watcher = hw.Watch(ctx, []hw.Bus{bus}, hw.NewTracker(hw.Opts{}), hw.Pace{})
	b.stage = open(t, memory(), func(o *companion.Opts) {
		o.Changes = b.watcher.Changes()
		change(o, b.watcher)
	})
	return b
}

func tagOf(seat engine.Seat, card string) *picc.Tag { return picc.New(uid(seat, card).Bytes()...) }

// mute lets the tag on a reader fall silent, as one does below another; unmute
// lets it speak.
func (b boards) mute(reader string, tag *picc.Tag) (unmute func()) {
	weak := picc.New(tag.UID()...).Weak(0)
	b.fields[reader].Lift(tag)
	b.fields[reader].Place(weak)
	return func() {
		b.fields[reader].Lift(weak)
		b.fields[reader].Place(tag)
	}
}

func (b boards) rest() { time.Sleep(5 * time.Second) } // bubble: readers notice what has left

// stacked plays into round 2, where cards may be covered, and lays star on moon.
func (b boards) stacked() (moon, star *picc.Tag) {
	moon, star = tagOf("purple", "moon"), tagOf("purple", "star")
	sun := tagOf("purple", "sun")
	b.seats("purple", "green")
	b.fields["purple-1"].Place(moon)
	b.played("purple plan 1 moon")
	b.fields["purple-2"].Place(sun)
	b.played("purple plan 2 sun")
	b.play("purple", "purple ready")
	b.play("green", "green plan 1 moon", "green plan 2 sun", "green ready", "table tell moon 1", "table tell sun 2")
	b.play("purple", "purple slide")
	b.play("green", "green slide")
	b.fields["purple-1"].Lift(moon)
	b.fields["purple-2"].Lift(sun)
	b.fields["purple-2"].Place(moon)
	b.reads("")
	b.fields["purple-1"].Place(sun)
	b.played("purple plan 1 sun")
	b.fields["purple-2"].Place(star)
	b.played("purple plan 2 star")
	return moon, star
}

// A card below another falls silent, which is no departure. When the upper card goes the lower one
// is heard again, and can leave.
func TestCoveredCardFallsSilent(t *testing.T) {
	for _, c := range []struct {
		name   string
		stacks bool
		want   int // cards that the readers count
	}{{"the readers are told", true, 3}, {"control: they are not", false, 2}} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := boarded(t, func(o *companion.Opts, w *hw.Watcher) {
					if c.stacks {
						o.Covers = w
					}
				})
				moon, star := b.stacked()
				unmute := b.mute("purple-2", moon)
				b.rest()
				if got := len(b.watcher.Lying()); got != c.want {
					t.Errorf("%d cards lie on the readers, want %d", got, c.want)
				}
				b.fields["purple-2"].Lift(star)
				unmute()
				b.played("purple take-back 2 star")
				b.rest()
				if got, want := len(b.watcher.Lying()), 2; got != want {
					t.Errorf("without the upper card %d lie there, want %d", got, want)
				}
				b.reads("")
				b.leave()
			})
		})
	}
}

// A card that must not lie there is laid on another, which falls silent: there is one notice, about
// the upper card, and no departure is played.
func TestWrongCardOnTop(t *testing.T) {
	const one = "purple: sun cannot lie on the card on field 1; take it into the hand"
	for _, c := range []struct {
		name      string
		stacks    bool
		log, read string
	}{
		{"the readers are told", true, "purple plan 1 moon", one},
		{"control: they are not", false, "purple plan 1 moon; purple take-back 1 moon; purple plan 1 sun", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := boarded(t, func(o *companion.Opts, w *hw.Watcher) {
					if c.stacks {
						o.Covers = w
					}
				})
				moon, sun := tagOf("purple", "moon"), tagOf("purple", "sun")
				b.seats("purple", "green")
				b.fields["purple-1"].Place(moon)
				b.played("purple plan 1 moon")
				b.fields["purple-1"].Place(sun)
				b.reads(one)
				unmute := b.mute("purple-1", moon)
				b.rest()
				if got := strings.Join(b.lines(), "; "); got != c.log {
					t.Errorf("the log is %q, want %q", got, c.log)
				}
				b.reads(c.read)
				if c.stacks {
					b.fields["purple-1"].Lift(sun)
					unmute()
					b.reads("")
				}
				b.leave()
			})
		})
	}
}

// If a card is exchanged so quickly that the old one still counts when the new one comes, this is
// not taken for a stack, and nobody is told that it is one.
func TestQuickExchange(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := boarded(t, func(o *companion.Opts, w *hw.Watcher) { o.Covers = w })
		moon, sun := tagOf("purple", "moon"), tagOf("purple", "sun")
		b.seats("purple", "green")
		b.fields["purple-1"].Place(moon)
		b.played("purple plan 1 moon")
		shots, err := b.Watch(t.Context(), "")
		if err != nil {
			t.Fatal(err)
		}
		go func() {
			for s := range shots {
				for _, n := range s.Notices {
					t.Errorf("told in between: %s", n.Text)
				}
			}
		}()
		b.fields["purple-1"].Lift(moon)
		b.fields["purple-1"].Place(sun)
		b.played("purple plan 1 sun")
		b.reads("")
		b.rest()
		b.leave()
	})
}

// A card that fell silent for a moment when another came still lies there: as soon as it is heard
// again people are told that there is one card too many.
func TestSilentForAMoment(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := boarded(t, func(o *companion.Opts, w *hw.Watcher) { o.Covers = w })
		moon, sun := tagOf("purple", "moon"), tagOf("purple", "sun")
		b.seats("purple", "green")
		b.fields["purple-1"].Place(moon)
		b.played("purple plan 1 moon")
		unmute := b.mute("purple-1", moon)
		b.fields["purple-1"].Place(sun)
		time.Sleep(300 * time.Millisecond) // bubble: the sun has arrived, the moon has not left
		b.reads("")
		unmute()
		b.reads("purple: sun cannot lie on the card on field 1; take it into the hand")
		b.leave()
	})
}

// told remembers which cards the readers were told are covered.
type told map[string][]hw.UID

func (s told) Cover(reader string, uids ...hw.UID)              { s[reader] = uids }
func (s told) Certainty(reader string, uid hw.UID) hw.Certainty { return hw.Present }

// The game knows how its own cards lie on each other, in whatever order the readers found them; of
// other cards the later one lies on top.
func TestWhoIsCovered(t *testing.T) {
	for _, c := range []struct {
		name  string
		cards string // found on purple-2, where the game has moon below star; "+" is later
		want  string
	}{
		{"as they were laid", "moon +star", "moon"},
		{"found together, the upper one first", "star moon", "moon"},
		{"the lower one heard later", "star +moon", "moon"},
		{"the upper one alone", "star", ""},
		{"the lower one alone", "moon", ""},
		{"a wrong card above both", "moon star +sun", "moon star"},
		{"a wrong card found together with the upper one", "star sun", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			all := told{}
			s := open(t, memory(), func(o *companion.Opts) { o.Covers = all })
			s.seats("purple", "green")
			s.round("table tell moon 1", "table tell sun 2")
			s.play("purple", "purple slide")
			s.play("green", "green slide")
			s.play("purple", "purple plan 1 sun", "purple plan 2 star")
			at := time.Now()
			for card := range strings.FieldsSeq(c.cards) {
				card, later := strings.CutPrefix(card, "+")
				if later {
					at = at.Add(time.Second)
				}
				s.tell(hw.Change{Kind: hw.Arrived, At: at, Reader: "purple-2", UID: uid("purple", card)})
			}
			s.see("")
			s.leave()
			var want []hw.UID
			for card := range strings.FieldsSeq(c.want) {
				want = append(want, uid("purple", card))
			}
			if got := all["purple-2"]; !slices.Equal(got, want) {
				t.Errorf("covered are %v, want %v", got, want)
			}
		})
	}
}
