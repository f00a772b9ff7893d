package companion_test

import (
	"slices"
	"testing"

	"arbiter/companion"
	"arbiter/engine"
	"arbiter/engine/castingshadows"
	"arbiter/setups"
)

// TestBotsAreNotOfferedUntoldReactions: in somebody else's turn a person may reveal a counterspell that nobody
// has told of. A bot is not offered that, since it would give any command it has.
func TestBotsAreNotOfferedUntoldReactions(t *testing.T) {
	lines, err := setups.BoxLines("casting-shadows", "rulebook")
	if err != nil {
		t.Fatal(err)
	}
	lines = append(slices.Clone(lines), "seats 3 1 upper-left owner", "seats 3 2 upper-right owner", "seats 3 3 lower-right owner",
		"laid underground-volcano heat-wave-1", "laid home-kit heat-wave-2", "laid home-frill fatal-fronds-1", "laid home-nuzzle fatal-fronds-2",
		"appeared companion-01", "appeared companion-02", "appeared companion-03", "frill trapped", "nuzzle trapped",
		"kit turn", "kit rolled red-gem,red-gem,blue-gem,blue-gem,purple-gem", "phase act")
	offers, err := companion.Offers(castingshadows.Game)
	if err != nil {
		t.Fatal(err)
	}
	offers[0].Box, offers[0].Boxes, offers[0].Bots = "all", []companion.BoxChoice{{Name: "all", Lines: lines}}, []string{"greedy"}
	s := open(t, memory(), func(o *companion.Opts) { o.Offers, o.Readers = offers, nil })
	if err := start(s, companion.NewGame{Game: "casting-shadows", Seats: []companion.Seating{{Seat: "kit"}, {Seat: "frill"}, {Seat: "nuzzle", Bot: "greedy"}}}); err != nil {
		t.Fatal(err)
	}
	own := func(legal []companion.LegalCommand, seat engine.Seat) (lines []string) {
		for _, c := range legal {
			if c.By == seat {
				lines = append(lines, c.Line)
			}
		}
		return lines
	}
	if got := own(s.see("frill").Legal, "frill"); !slices.Contains(got, "frill turn-up safety-dome") {
		t.Errorf("a person may do %q", got)
	}
	shot, err := s.Bot("nuzzle").Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if got := own(shot.Legal, "nuzzle"); got != nil {
		t.Errorf("the bot may do %q", got)
	}
}
