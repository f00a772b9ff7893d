package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arbiter/cmd/arbiter/internal/app"
	"arbiter/cmd/arbiter/internal/demo"
	"arbiter/cmd/arbiter/internal/games"
	"arbiter/companion"
	"arbiter/engine"
	"arbiter/engine/councilofshadows"
	shadowsbot "arbiter/engine/councilofshadows/bot"
	"arbiter/engine/enginetest/tier"
	"arbiter/hw/emu/picc"
)

// serialTable is a table of Council of Shadows whose cards have tags.
type serialTable struct {
	*room
	r      *rand.Rand
	seats  []engine.Seat
	tags   map[string]*picc.Tag
	fields map[string]*picc.Field // by reader
	shown  int                    // cards that were laid or shown
}

func newSerialTable(t *testing.T, d *testDevice, dir, rig string, fields map[string]*picc.Field, seats ...engine.Seat) *serialTable {
	s := &serialTable{r: rand.New(rand.NewPCG(7, 8)), seats: seats, tags: map[string]*picc.Tag{}, fields: fields}
	names := map[string][]string{}
	add := func(words ...string) {
		uid := []byte{4, 0xA2, 0x24, 0x1B, 0x5C, byte(len(names)), 0x80}
		names[fmt.Sprintf("%X", uid)] = words
		s.tags[strings.Join(words, " ")] = picc.New(uid...)
	}
	for _, seat := range seats {
		for _, card := range []string{"discover", "colonize", "tower", "harvest", "gems", "upgrade"} {
			add(string(seat), card)
		}
	}
	for i := range 25 {
		add(fmt.Sprintf("ai-%02d", i+1))
	}
	for i := range 18 {
		add(fmt.Sprintf("automa-%02d", i+1))
	}
	s.room = enterWith(t, d, dir, rig, names, app.Opts{Scans: demo.QuickScans, Evidence: demo.QuickEvidence, Settle: time.Millisecond})
	n := companion.NewGame{Game: "council-of-shadows", Box: "stand-in", Order: seats}
	for _, seat := range seats {
		n.Seats = append(n.Seats, companion.Seating{Seat: seat})
	}
	if _, err := s.Table.Start(t.Context(), n); err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *serialTable) tag(seat engine.Seat, card string) *picc.Tag {
	s.Helper()
	for _, words := range []string{string(seat) + " " + card, card} {
		if t := s.tags[words]; t != nil {
			return t
		}
	}
	s.Fatalf("there is no card %q of %s", card, seat)
	return nil
}

// choose lets somebody choose what to do.
func (s *serialTable) choose() (companion.Snapshot, companion.LegalCommand) {
	s.Helper()
	for _, i := range s.r.Perm(len(s.seats)) {
		if shot := s.see(s.seats[i]); len(shot.Legal) > 0 {
			return shot, games.Choose(shadowsbot.Casual{}, s.r, shot, shot.Legal)
		}
	}
	s.Fatal("the game waits for nobody")
	panic("unreachable")
}

// by phone.
func (s *serialTable) phone(shot companion.Snapshot, c companion.LegalCommand) {
	s.Helper()
	if _, err := s.Table.Do(s.Context(), companion.Request{Seat: shot.Seat, Line: c.Line, Version: shot.Version}); err != nil {
		s.Fatalf("%s: %v", c.Line, err)
	}
}

// done waits for what was chosen: one entry, and the right one.
func (s *serialTable) done(before companion.Snapshot, c companion.LegalCommand) {
	s.Helper()
	after := s.until(c.Line, func(n companion.Snapshot) bool { return n.Version > before.Version })
	if after.Version != before.Version+1 {
		s.Fatalf("%s: %d entries instead of one", c.Line, after.Version-before.Version)
	}
}

// rest waits until exactly so many cards lie on the readers.
func (s *serialTable) rest(n int) {
	s.Helper()
	s.until(fmt.Sprint(n, " cards on the readers"), func(companion.Snapshot) bool { return len(s.Watcher.Lying()) == n })
}

// finish ends the evening; the log must be what the rules decide.
func (s *serialTable) finish(dir string, least int) {
	s.Helper()
	s.noticed(0)
	id, entries := s.see("").GameID, s.see("").Version
	if err := s.Table.Finish(s.Context()); err != nil {
		s.Fatal(err)
	}
	s.leave()
	s.Logf("%d entries, %d cards on readers", entries, s.shown)
	if s.shown < least {
		s.Errorf("%d cards were on readers: too few to say anything", s.shown)
	}
	whole(s.T, dir, id, entries)
}

// Two people play a whole game of Council of Shadows with a PN532 under each of
// five fields: ten ports.
func TestCouncilOfShadowsWithTenPN532(t *testing.T) {
	tier.Test(t, tier.Readers, "a whole game")
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d, dir := wire("SPI1.0"), t.TempDir()
		a := newAdapters(t, d)
		fields := map[string]*picc.Field{}
		seats := []engine.Seat{"purple", "green"}
		for _, seat := range seats {
			for f := range uint8(5) {
				name := games.FieldReader(seat, f+1)
				fields[name] = picc.NewField(uint64(len(fields)))
				a.add(t, name, fields[name], fmt.Sprintf("seat = %q", seat), fmt.Sprintf("fields = [\"%d\"]", f+1), fmt.Sprintf("group = %q", seat))
			}
		}
		s := newSerialTable(t, d, dir, a.save(t, "SPI1.0"), fields, seats...)
		lies := map[string][]string{}
		for deadline := time.Now().Add(24 * time.Hour); !s.see("").View.Over; {
			shot, c := s.choose()
			switch k := c.Command.(type) {
			case councilofshadows.Plan:
				name := games.FieldReader(k.Seat, k.Field)
				s.fields[name].Place(s.tag(k.Seat, k.Card.String()))
				lies[name] = append(lies[name], k.Card.String())
				s.shown++
			case councilofshadows.TakeBack:
				name := games.FieldReader(k.Seat, k.Field)
				s.fields[name].Lift(s.tag(k.Seat, k.Card.String()))
				lies[name] = slices.DeleteFunc(lies[name], func(card string) bool { return card == k.Card.String() })
			default:
				s.phone(shot, c)
			}
			s.done(shot, c)
			s.tidy(lies)
			if time.Now().After(deadline) {
				t.Fatal("the game does not end")
			}
		}
		s.drawn(d)
		s.finish(dir, 15)
	})
}

// tidy moves the cards as the game says, and waits until the readers have seen it.
func (s *serialTable) tidy(lies map[string][]string) {
	s.Helper()
	want := 0
	for _, seat := range s.seats {
		v := s.see(seat).View
		for f := range uint8(5) {
			name := games.FieldReader(seat, f+1)
			var cards []string
			z, _ := v.Zone(seat, fmt.Sprint(f+1))
			for _, k := range z.Cards {
				cards = append(cards, string(k.Name))
			}
			for _, card := range append(slices.Clone(lies[name]), cards...) {
				switch tag := s.tag(seat, card); {
				case !slices.Contains(cards, card):
					s.fields[name].Lift(tag)
				case !slices.Contains(lies[name], card):
					s.fields[name].Place(tag)
				}
			}
			lies[name] = cards
			want += len(cards)
		}
	}
	s.rest(want)
}

// One person plays a whole game against the Automa with a single PN532, on which
// all cards are shown, one after the other: actions, AI cards, Automa cards.
func TestSoloGameWithOnePN532(t *testing.T) {
	tier.Test(t, tier.Readers, "a whole game")
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d, dir := wire("SPI0.1"), t.TempDir()
		a := newAdapters(t, d)
		field := picc.NewField(1)
		a.add(t, "table", field, `seat = "purple"`, `fields = ["1", "2", "3", "4", "5"]`, `role = "table"`)
		s := newSerialTable(t, d, dir, a.save(t, "SPI0.1"), map[string]*picc.Field{"table": field}, "purple")
		kinds := map[string]int{}
		for deadline := time.Now().Add(24 * time.Hour); !s.see("").View.Over; {
			shot, c := s.choose()
			card, ok := "", false
			if c, card, ok = showable(shot, c); !ok {
				s.phone(shot, c)
				s.done(shot, c)
				continue
			}
			tag := s.tag("purple", card)
			field.Place(tag)
			s.done(shot, c)
			field.Lift(tag)
			s.rest(0)
			s.shown++
			kinds[fmt.Sprintf("%T", c.Command)]++
			if time.Now().After(deadline) {
				t.Fatal("the game does not end")
			}
		}
		s.drawn(d)
		s.finish(dir, 8)
		t.Log(kinds)
		for _, kind := range []string{"Plan", "Buy", "Open"} {
			if kinds["councilofshadows."+kind] == 0 {
				t.Errorf("no card was shown to %s: %v", kind, kinds)
			}
		}
	})
}

// showable is the card that does the same as the command when it is shown at a
// reader for everything. A card that is planned there goes to the first empty
// field, so that is what is chosen.
func showable(s companion.Snapshot, c companion.LegalCommand) (choice companion.LegalCommand, card string, ok bool) {
	switch k := c.Command.(type) {
	case councilofshadows.Plan:
		field := func(f uint8) (empty bool) {
			z, there := s.View.Zone(k.Seat, fmt.Sprint(f))
			return there && len(z.Cards) == 0
		}
		for f := uint8(1); f <= 5; f++ {
			if k.Field = f; !field(f) {
				continue
			}
			i := slices.IndexFunc(s.Legal, func(c companion.LegalCommand) bool { return c.Command == k })
			if i < 0 {
				continue
			}
			return s.Legal[i], k.Card.String(), true
		}
	case councilofshadows.Buy:
		return c, k.What.String(), strings.HasPrefix(k.What.String(), "ai-")
	case councilofshadows.Open:
		return c, k.Card.String(), true
	}
	return c, "", false
}
