package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/spi"

	"arbiter/cmd/arbiter/internal/app"
	"arbiter/cmd/arbiter/internal/device"
	"arbiter/cmd/arbiter/internal/games"
	"arbiter/companion"
	"arbiter/engine"
	"arbiter/engine/councilofshadows"
	shadowsbot "arbiter/engine/councilofshadows/bot"
	"arbiter/engine/enginetest/tier"
	"arbiter/hw"
	"arbiter/hw/emu/mfrc522"
	"arbiter/hw/emu/picc"
	"arbiter/hw/emu/spimux"
	"arbiter/setups"
)

// decoded is a device whose readers lie behind decoders on one chip select.
type decoded struct {
	*testDevice
	bus    *spimux.Bus
	pins   map[string]gpio.PinOut
	places map[string]*picc.Field        // by reader
	airs   map[string]*picc.Neighborhood // by group
}

var (
	_ device.Pins    = (*decoded)(nil)
	_ device.Sleeper = (*decoded)(nil)
)

// Sleep lets no time pass: the chips have finished at once.
func (d *decoded) Sleep(time.Duration) {}

// decode wires everything that a rig with one mux names.
func decode(t *testing.T, rig setups.Rig) *decoded {
	t.Helper()
	m := rig.Muxes[0]
	d := &decoded{
		testDevice: wire("SPI1.0"), bus: spimux.New(m.Port, len(m.Pins), spimux.TwentyFour),
		pins: map[string]gpio.PinOut{}, places: map[string]*picc.Field{}, airs: map[string]*picc.Neighborhood{},
	}
	for i, name := range m.Pins {
		d.pins[name] = d.bus.Pins()[i]
	}
	for i, r := range rig.Readers {
		_, address, ok := rig.Mux(r.Port)
		if !ok {
			t.Fatalf("reader %s is not behind the mux", r.Name)
		}
		field := picc.NewField(uint64(i))
		if d.airs[r.Group] == nil {
			d.airs[r.Group] = &picc.Neighborhood{}
		}
		field.Share(d.airs[r.Group])
		d.places[r.Name] = field
		d.chips[r.Name] = mfrc522.New(r.Name, field)
		d.bus.Attach(address, d.chips[r.Name])
	}
	return d
}

func (d *decoded) Port(name string) (spi.PortCloser, error) {
	if name == "SPI0.0" && !d.missing.Load() {
		return d.bus.Port(), nil
	}
	return d.testDevice.Port(name)
}

func (d *decoded) Out(name string) (gpio.PinOut, error) {
	if p := d.pins[name]; p != nil {
		return p, nil
	}
	return d.testDevice.Out(name)
}

// healthy checks the wires after a game.
func (d *decoded) healthy(t *testing.T) {
	t.Helper()
	for _, f := range d.bus.Faults() {
		t.Error(f)
	}
	for group, air := range d.airs {
		if got, want := air.Most(), 1; got != want {
			t.Errorf("%d fields of %s were on at once, want %d", got, group, want)
		}
	}
}

// fiveFields is four people of Council of Shadows with their cards: each field has
// a reader.
type fiveFields struct {
	*room
	keys   *presser
	device *decoded
	r      *rand.Rand
	tags   map[string]*picc.Tag // by seat and card
	lies   map[string][]string  // on each reader

	laid, lifted int
}

var colors = []engine.Seat{"purple", "red", "green", "blue"}

func newFiveFields(t *testing.T, dir string) *fiveFields {
	rig, err := setups.LoadRig("four-seats-five-fields")
	if err != nil {
		t.Fatal(err)
	}
	f := &fiveFields{device: decode(t, rig), r: rand.New(rand.NewPCG(5, 6)), tags: map[string]*picc.Tag{}, lies: map[string][]string{}}
	names := map[string][]string{}
	add := func(words ...string) {
		uid := []byte{4, 0xA2, 0x24, 0x1B, 0x5C, byte(len(names)), 0x80}
		names[fmt.Sprintf("%X", uid)] = words
		f.tags[strings.Join(words, " ")] = picc.New(uid...)
	}
	for _, seat := range colors {
		for _, card := range []string{"discover", "colonize", "tower", "harvest", "gems", "upgrade"} {
			add(string(seat), card)
		}
	}
	for i := range 25 {
		add(fmt.Sprintf("ai-%02d", i+1))
	}
	f.room = enterWith(t, f.device, dir, "four-seats-five-fields", names, app.Opts{Settle: time.Millisecond})
	f.keys = newPresser(f.room, f.device.testDevice)
	return f
}

// tag is the tag of a seat's card.
func (f *fiveFields) tag(seat engine.Seat, card string) *picc.Tag {
	f.Helper()
	t := f.tags[string(seat)+" "+card]
	if t == nil {
		t = f.tags[card]
	}
	if t == nil {
		f.Fatalf("there is no card %q of %s", card, seat)
	}
	return t
}

func (f *fiveFields) lay(reader string, seat engine.Seat, card string) {
	f.Helper()
	f.device.places[reader].Place(f.tag(seat, card))
	f.lies[reader] = append(f.lies[reader], card)
	f.laid++
}

func (f *fiveFields) lift(reader string, seat engine.Seat, card string) {
	f.Helper()
	f.device.places[reader].Lift(f.tag(seat, card))
	f.lies[reader] = slices.DeleteFunc(f.lies[reader], func(c string) bool { return c == card })
	f.lifted++
}

// act lets somebody do one thing: with a card if it is about a field, with the
// button of the seat to be ready, else by phone.
func (f *fiveFields) act() {
	f.Helper()
	var able []companion.Snapshot
	for _, seat := range colors {
		if s := f.see(seat); len(s.Legal) > 0 {
			able = append(able, s)
		}
	}
	if len(able) == 0 {
		f.Fatal("the game waits for nobody")
	}
	s := able[f.r.IntN(len(able))]
	choice := games.Choose(shadowsbot.Casual{}, f.r, s, s.Legal)
	switch c := choice.Command.(type) {
	case councilofshadows.Plan:
		f.lay(games.FieldReader(c.Seat, c.Field), c.Seat, c.Card.String())
	case councilofshadows.TakeBack:
		f.lift(games.FieldReader(c.Seat, c.Field), c.Seat, c.Card.String())
	case councilofshadows.Ready:
		f.keys.push(string(c.Seat) + " confirm")
	default:
		if _, err := f.Table.Do(f.Context(), companion.Request{Seat: s.Seat, Line: choice.Line, Version: s.Version}); err != nil {
			f.Fatalf("%s: %v", choice.Line, err)
		}
	}
	after := f.until(choice.Line, func(n companion.Snapshot) bool { return n.Version > s.Version })
	if after.Version != s.Version+1 {
		f.Fatalf("%s: %d entries instead of one", choice.Line, after.Version-s.Version)
	}
	f.tidy()
}

// tidy moves the cards as the game says, and waits until the readers have seen it.
func (f *fiveFields) tidy() {
	f.Helper()
	want := 0
	for _, seat := range colors {
		v := f.see(seat).View
		for field := uint8(1); field <= 5; field++ {
			reader := games.FieldReader(seat, field)
			z, _ := v.Zone(seat, fmt.Sprint(field))
			var cards []string
			for _, k := range z.Cards {
				cards = append(cards, string(k.Name))
			}
			for _, c := range slices.Clone(f.lies[reader]) {
				if !slices.Contains(cards, c) {
					f.lift(reader, seat, c)
				}
			}
			for _, c := range cards {
				if !slices.Contains(f.lies[reader], c) {
					f.lay(reader, seat, c)
				}
			}
			want += len(cards)
		}
	}
	f.until("cards as they lie", func(companion.Snapshot) bool { return len(f.Watcher.Lying()) == want && f.agree() })
}

func (f *fiveFields) agree() bool {
	for _, p := range f.Watcher.Lying() {
		seat, _, _ := strings.Cut(p.Reader, "-")
		if !slices.ContainsFunc(f.lies[p.Reader], func(c string) bool {
			u, err := hw.NewUID(f.tag(engine.Seat(seat), c).UID())
			return err == nil && u == p.UID
		}) {
			return false
		}
	}
	return true
}

// Four people play a whole game of Council of Shadows with a reader under each of
// their fields: twenty emulated RC522 behind decoders on one chip select, the real
// drivers, the table and the rules, in the time of a virtual clock. Halfway one
// board loses its power for a while.
func TestCouncilOfShadowsWithTwentyReaders(t *testing.T) {
	tier.Test(t, tier.Program, "a whole game on twenty emulated readers")
	t.Parallel()
	dir := t.TempDir()
	id, entries := "", 0
	synctest.Test(t, func(t *testing.T) {
		f := newFiveFields(t, dir)
		n := companion.NewGame{Game: "council-of-shadows", Box: "stand-in", Order: []engine.Seat{"green", "purple", "blue", "red"}}
		for _, seat := range colors {
			n.Seats = append(n.Seats, companion.Seating{Seat: seat})
		}
		if _, err := f.Table.Start(t.Context(), n); err != nil {
			t.Fatal(err)
		}
		begin := time.Now()
		for !f.see("").View.Over {
			f.act()
			if f.see("").Version == 100 {
				f.device.chips["green-2"].Unplug(0xFF)
				f.noticed(1)
				f.device.chips["green-2"].Plug()
				f.noticed(0)
			}
		}
		f.drawn(f.device.testDevice)
		f.noticed(0)
		id, entries = f.see("").GameID, f.see("").Version
		if err := f.Table.Finish(t.Context()); err != nil {
			t.Fatal(err)
		}
		f.leave()
		f.device.healthy(t)
		t.Logf("%d entries in %v, %d cards laid, %d lifted", entries, time.Since(begin).Round(time.Second), f.laid, f.lifted)
		if f.laid < 60 || f.lifted < 60 {
			t.Errorf("%d cards were laid and %d lifted: too few to say anything", f.laid, f.lifted)
		}
		time.Sleep(hw.DefaultDeadline) // bubble: scans that were given up end
	})
	whole(t, dir, id, entries)
	checkExport(t, dir, " consumption +")
}
