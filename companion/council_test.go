package companion_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"arbiter/companion"
	"arbiter/companion/presence"
	"arbiter/engine"
	"arbiter/engine/councilofshadows"
	"arbiter/hw"
	"arbiter/setups"
)

// council opens Council of Shadows on a shipped rig.
func council(t testing.TB, rig string, seats ...engine.Seat) *stage {
	t.Helper()
	offers, err := companion.Offers(councilofshadows.Game)
	if err != nil {
		t.Fatal(err)
	}
	wired, err := setups.LoadRig(rig)
	if err != nil {
		t.Fatal(err)
	}
	s := open(t, memory(), func(o *companion.Opts) {
		o.Offers, o.Readers, o.Tags = offers, presence.ReadersOf(wired), map[string][]string{}
		for _, words := range cards() {
			o.Tags[tag(words).String()] = strings.Fields(words)
		}
	})
	n := companion.NewGame{Game: councilofshadows.Game.Name, Seats: sit(seats...), Order: seats}
	if err := start(s, n); err != nil {
		t.Fatal(err)
	}
	return s
}

// cards lists the words of the tags that these tests use.
func cards() []string {
	var cards []string
	for _, seat := range []string{"purple", "red"} {
		for _, card := range []string{"discover", "colonize", "tower", "harvest", "gems", "upgrade"} {
			cards = append(cards, seat+" "+card)
		}
	}
	return append(cards, "ai-07", "automa-05")
}

func tag(words string) hw.UID {
	u, err := hw.NewUID([]byte{4, byte(slices.Index(cards(), words)), 3, 4, 5, 6, 7})
	if err != nil {
		panic(err)
	}
	return u
}

func (s *stage) card(kind hw.Kind, reader, words string) {
	s.Helper()
	s.tell(hw.Change{Kind: kind, At: time.Now(), Reader: reader, UID: tag(words)})
	s.see("")
}

func (s *stage) at(track string, seat engine.Seat) int {
	s.Helper()
	n, ok := s.see("").View.At(track, seat)
	if !ok {
		s.Errorf("no track %s of %s", track, seat)
	}
	return n
}

// Two people play a round on readers under each field: planning, reveal, order, the slide, and what
// the cardboard must do after it.
func TestCouncilRound(t *testing.T) {
	s := council(t, "four-seats-three-fields", "purple", "red")
	s.play("purple", "purple pass")
	s.play("red", "red pass")
	for f, card := range []string{"discover", "tower", "harvest"} {
		s.card(hw.Arrived, fmt.Sprint("purple-", f+1), "purple "+card)
	}
	for f, card := range []string{"gems", "upgrade", "colonize"} {
		s.card(hw.Arrived, fmt.Sprint("red-", f+1), "red "+card)
	}
	s.play("purple", "purple ready")
	if got, want := s.at("consumption", "purple"), 20; got != want {
		t.Errorf("before the reveal purple stands on %d, want %d", got, want)
	}
	s.play("red", "red ready")
	if got, want := fmt.Sprint(s.at("consumption", "purple"), s.at("consumption", "red")), "32 26"; got != want {
		t.Errorf("consumption %s, want %s", got, want)
	}
	if got, want := fmt.Sprint(s.at("order", "purple"), s.at("order", "red")), "1 2"; got != want {
		t.Errorf("order %s, want %s", got, want)
	}
	if got, want := s.notices("purple"), ""; got != want {
		t.Errorf("purple reads %q", got)
	}
	s.play("purple", "purple slide")
	if got, want := s.notices(""), "purple: slide the cards one field to the right"; got != want {
		t.Errorf("everybody reads %q, want %q", got, want)
	}
	s.card(hw.Left, "purple-3", "purple harvest")
	for i, card := range []string{"tower", "discover"} {
		s.card(hw.Left, fmt.Sprint("purple-", 2-i), "purple "+card)
		s.card(hw.Arrived, fmt.Sprint("purple-", 3-i), "purple "+card)
	}
	if got, want := s.notices("purple"), ""; got != want {
		t.Errorf("purple reads %q after the slide", got)
	}
	version := s.see("").Version
	if _, err := s.Undo(t.Context(), "purple", version); err != nil {
		t.Fatal(err)
	}
	for seat, want := range map[engine.Seat]string{
		"purple": "purple: move discover from Field 2 (P1) to Field 1 (P1); purple: move tower from Field 3 (P1) to Field 2 (P1); purple: put harvest on Field 3 (P1)",
		"red":    "purple: move the card from Field 2 (P1) to Field 1 (P1); purple: move the card from Field 3 (P1) to Field 2 (P1); purple: a card is missing on Field 3 (P1)",
	} {
		if got := s.notices(seat); got != want {
			t.Errorf("after the undo %s reads %q, want %q", seat, got, want)
		}
	}
}

// One person, the Automa and one reader for everything.
func TestCouncilWithTheAutomaOnOneReader(t *testing.T) {
	s := council(t, "solo-one-reader", "purple")
	show := func(words string) {
		t.Helper()
		s.card(hw.Arrived, "table", words)
		s.card(hw.Left, "table", words)
	}
	last := func() string {
		log := s.see("purple").Log
		return string(log[len(log)-1].By)
	}
	show("ai-07")
	if got, want := s.notices("purple")+last(), "purple"; got != want {
		t.Fatalf("an AI card shown in phase 1: %q, want it to be bought", got)
	}
	s.play("purple", "purple pass")
	for _, card := range []string{"ai-07", "purple harvest", "purple gems"} {
		show(card)
	}
	for f, want := range []engine.Term{"ai-07", "harvest", "gems"} {
		z, _ := s.see("purple").View.Zone("purple", fmt.Sprint(f+1))
		if top, _ := z.Top(); top.Name != want {
			t.Errorf("field %d holds %q, want %q", f+1, top.Name, want)
		}
	}
	s.play("purple", "purple ready")
	show("automa-05")
	if got, want := last(), "table"; got != want {
		t.Errorf("the Automa's card was shown and %s acted, want %s; purple reads %q", got, want, s.notices("purple"))
	}
}

// Two games that differ only in purple's hidden cards look alike to red, to spectators and in the
// operator's log.
func TestCouncilSecrets(t *testing.T) {
	look := func(cards ...string) (others, own string) {
		s := council(t, "four-seats-three-fields", "purple", "red")
		s.play("purple", "purple pass")
		s.play("red", "red pass")
		for f, card := range cards {
			s.card(hw.Arrived, fmt.Sprint("purple-", f+1), "purple "+card)
			for _, seat := range []engine.Seat{"red", ""} {
				shot := s.see(seat)
				shot.GameID = ""
				text, err := json.Marshal(shot)
				others += string(text) + errorText(err)
			}
		}
		s.play("purple", "purple ready")
		s.card(hw.Left, "purple-2", "purple "+cards[1])
		others += s.notices("red") + s.notices("") + withoutIDs(s.log.String())
		return others, fmt.Sprintf("%#v", s.see("purple"))
	}
	one, ownOne := look("discover", "tower", "harvest")
	two, ownTwo := look("gems", "colonize", "upgrade")
	if one != two {
		t.Errorf("red can tell two games apart: %s", difference(one, two))
	}
	if !strings.Contains(one, "a card is missing on") || ownOne == ownTwo {
		t.Error("the test compares nothing")
	}
}

// The book changes once every seat has asked for it. Any other command drops the request.
func TestTheBookIsEverybodys(t *testing.T) {
	s := council(t, "virtual", "purple", "red")
	wish := func(seat engine.Seat, line string) string {
		a, err := s.Do(t.Context(), companion.Request{Seat: seat, Line: line, Version: s.see(seat).Version})
		return fmt.Sprint(a.Version, a.Waiting, err)
	}
	begin := s.see("").Version
	if got, want := wish("red", "purple switch"), "only purple may do that"; !strings.Contains(got, want) {
		t.Errorf("red alone: %s, want %s", got, want)
	}
	for range 2 {
		if got, want := wish("purple", "purple switch"), fmt.Sprint(begin, " [red] <nil>"); got != want {
			t.Fatalf("purple alone: %s, want %s", got, want)
		}
	}
	if p := s.see("red").Proposal; p == nil || p.Line != "purple switch" || !slices.Equal(p.Agreed, []engine.Seat{"purple"}) {
		t.Fatalf("red is asked %+v", p)
	}
	if got, want := wish("red", "purple switch"), fmt.Sprint(begin+1, " [] <nil>"); got != want {
		t.Errorf("red agrees: %s, want %s", got, want)
	}
	if p := s.see("").Proposal; p != nil {
		t.Errorf("after that everybody is asked %+v", p)
	}
}
