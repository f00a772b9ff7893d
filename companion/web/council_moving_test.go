package web_test

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"arbiter/companion/companiontest/chromium"
	"arbiter/engine"
	"arbiter/engine/enginetest/tier"
	"arbiter/engine/notation"
)

// calling is the command with which the vote of The High Council begins; "" if there is
// none now.
func calling(s engine.State) string {
	if s.View().Phase != "debate" {
		return ""
	}
	for _, c := range s.Legal() {
		events, err := s.Decide(c)
		if err != nil {
			continue
		}
		next := s
		for _, e := range events {
			next = next.Apply(e)
		}
		if next.View().Phase == "vote" {
			return notation.Format(c)
		}
	}
	return ""
}

// shifted are patterns of the keys that a command of The High Council has to move on the
// page of everybody, by what the rules say of it: who comes to a field, who loses one,
// whose arguments and cards change.
func shifted(line string) (all []string) {
	w := strings.Fields(line)
	switch w[1] {
	case "play", "ponder":
		all = append(all, "^hand-"+w[0]+"$")
	case "discuss":
		all = append(all, "^(white|blue|green|yellow|red)-"+w[0]+"$")
	case "take-seat":
		all = append(all, "^piece-"+w[2]+"-")
	case "convince":
		all = append(all, "^piece-"+w[3]+"-"+w[5]+"$", "^"+w[4]+"-"+w[0]+"$")
	}
	return all
}

// What happens at the ring moves: who takes a seat comes from its side, who is convinced
// goes, arguments and hands count, the trilithon comes to the middle at the vote. Where
// people want calm nothing travels; it is told, and what changed is ringed.
func TestTheRingMoves(t *testing.T) {
	tier.Test(t, tier.Pages, "a browser")
	t.Parallel()
	// Whoever chooses by chance would mostly end a turn without an action.
	show := broadcast{game: "high-council", seats: []string{"white", "red"}, options: []string{"action-compulsory"}}
	line := ""
	h := show.played(t, func(s engine.State) bool { line = calling(s); return line != "" })
	all := filmed(t, h, watcher{path: "/table"}, watcher{path: "/seat/red", calm: true})
	for _, w := range all {
		chromium.Ask[bool](w.Page, `speed = 100, true`)
	}
	h.play(line)
	moves(t, h, all[:1], "the vote", "settle", "trilithon")
	moves(t, h, all[1:], "the vote", "", "")
	r, seen := rand.New(rand.NewPCG(5, 2)), map[string]bool{}
	for n := 0; n < 40 && len(seen) < 3 && !h.over(); n++ {
		before := h.version("")
		h.random(r, []engine.Seat{"white", "red"}, 1)
		entries := h.store.Games()[0].Entries
		line := notation.Format(entries[len(entries)-1].Command)
		films := [2]film{all[0].film(h), all[1].film(h)}
		want, verb := shifted(line), strings.Fields(line)[1]
		if h.version("") == before || seen[verb] || len(want) == 0 {
			continue
		}
		seen[verb] = true
		for _, key := range want {
			if moved := films[0].really(); !slices.ContainsFunc(moved, regexp.MustCompile(key).MatchString) {
				t.Errorf("%s: moved are %v, want %s", line, moved, key)
			}
		}
		for _, m := range films[0] {
			if m.Told == "" || len(m.Astray) > 0 {
				t.Errorf("%s: told %q, these jump: %v", line, m.Told, m.Astray)
			}
		}
		for _, m := range films[1] {
			if m.Told == "" || m.Travels > 0 || m.Ringed == 0 {
				t.Errorf("%s, where people want calm: told %q, %d travel, %d are ringed", line, m.Told, m.Travels, m.Ringed)
			}
		}
	}
	if len(seen) < 3 {
		t.Errorf("only %v happened, so this proves little", seen)
	}
}
