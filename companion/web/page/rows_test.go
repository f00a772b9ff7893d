package page_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"arbiter/companion/web/page"
	"arbiter/engine"
	"arbiter/engine/bot"
	"arbiter/engine/councilofshadows"
	shadowsbot "arbiter/engine/councilofshadows/bot"
	"arbiter/engine/enginetest/tier"
)

// The list has each galaxy that can be scored once, and its button scores all of them. The cube
// that leaves unless people choose another is one of several on a planet, where there are some.
// The control counts the moments at which another cube could leave.
func TestEachGalaxyIsARow(t *testing.T) {
	t.Parallel()
	x := pastime{councilofshadows.Game, shadowsbot.Greedy{}, []engine.Seat{"purple", "red"}, []string{"full-book", "dealt"}, 0, nil}
	lists, chosen := 0, 0
	for seed := range uint64(tier.Of(t, tier.Screens, "games", 1, 2, 20)) {
		s := x.begun(t)
		r := rand.New(rand.NewPCG(seed, tier.Seed(t)))
		for legal := s.Legal(); len(legal) > 0; legal = s.Legal() {
			mine := engine.BySeat(legal[0].By(), legal)
			c := mine[r.IntN(len(mine))]
			if c.By() != engine.Table {
				if better := x.bot.Choose(r, bot.Seen{Seat: c.By(), State: s}, mine); better != nil {
					c = better
				}
				lists++
				chosen += checkRows(t, seen(x.game, s, c.By(), mine))
			}
			s = after(t, s, c)
		}
	}
	if chosen == 0 {
		t.Errorf("control: in %d moments no other cube could leave, which proves nothing", lists)
	}
}

// checkRows tells what is wrong with the list of a moment, and returns in how many rows a cube was
// chosen because more stand with it.
func checkRows(t *testing.T, c page.Context) (chosen int) {
	t.Helper()
	galaxies := map[string][]string{} // the lines of each
	for _, x := range c.Snap.Legal {
		if words := strings.Fields(x.Line); words[1] == "score" && c.Snap.View.Phase == "score" && c.Snap.View.InPlay.Seat == "" {
			galaxies[words[2]] = append(galaxies[words[2]], x.Line)
		}
	}
	rows := page.NewRows(c, page.NewMoves(c))
	if rows == nil {
		if len(galaxies) > 0 {
			t.Errorf("there is no list of %v", galaxies)
		}
		return 0
	}
	var lines []string
	for _, m := range rows.List {
		lines = append(lines, m.Line)
		galaxy := strings.Fields(m.Line)[2]
		own := func(line string) int { return cubesAt(c, line) }
		if !slices.Contains(galaxies[galaxy], m.Line) {
			t.Errorf("%q is not to be scored, or twice in the list", m.Line)
		}
		if most := slices.Max(mapped(galaxies[galaxy], own)); most > 1 && own(m.Line) < 2 {
			t.Errorf("%q takes the only cube of a planet while another has %d", m.Line, most)
		} else if most > 1 && slices.Min(mapped(galaxies[galaxy], own)) == 1 {
			chosen++
		}
		delete(galaxies, galaxy)
	}
	if len(galaxies) > 0 {
		t.Errorf("the list lacks %v", galaxies)
	}
	if all := strings.Join(lines, page.Next); len(lines) > 1 && rows.All != all {
		t.Errorf("the button for all gives %q, want %q", rows.All, all)
	}
	return chosen
}

// cubesAt is how many cubes of the seat stand where a line takes one; 0 if it takes none.
func cubesAt(c page.Context, line string) (n int) {
	words := strings.Fields(line)
	for _, site := range c.Snap.View.Map {
		for i, part := range site.Parts {
			if len(words) == 5 && site.Name == words[3] && engine.PartAim(site.Name, i+1) == engine.PartAim(words[3], int(words[4][0]-'0')) {
				for _, p := range part.Pieces {
					if p.Color == string(c.Seat()) {
						n++
					}
				}
			}
		}
	}
	return n
}

func mapped(all []string, f func(string) int) (numbers []int) {
	for _, x := range all {
		numbers = append(numbers, f(x))
	}
	return numbers
}
