package castingshadows_test

import (
	"fmt"
	"math/rand/v2"
	"sort"
	"testing"

	"arbiter/engine"
	"strings"
)

func TestStats(t *testing.T) {
	count := map[string]int{}
	most, games := 0, 0
	depth := 0
	for n, set := range settings(t) {
		for g := range 200 {
			s := set.Begin(t)
			r := rand.New(rand.NewPCG(uint64(g), 5))
			k := 0
			for ; k < 20000; k++ {
				legal := s.Legal()
				if len(legal) == 0 {
					break
				}
				if len(legal) > most && len(legal) != 1024 {
					most = len(legal)
				}
				c := weigh(r, s, legal)
				next, ev, err := engine.Step(s, c)
				if err != nil {
					t.Fatal(c, err)
				}
				count["C "+strings.TrimPrefix(fmt.Sprintf("%T", c), "castingshadows.")]++
				for _, e := range ev {
					count["e "+strings.TrimPrefix(fmt.Sprintf("%T", e), "castingshadows.")]++
				}
				s = next
			}
			games++
			_ = n
			if k == 20000 {
				t.Fatal("no end")
			}
		}
	}
	var keys []string
	for k := range count {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	for _, k := range keys {
		t.Logf("%8d %s", count[k], k)
	}
	t.Log(games, most, depth)
}
