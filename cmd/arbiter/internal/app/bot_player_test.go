package app

import (
	"testing"
	"time"
)

// However many steps a bot takes in a round, it thinks no longer than a round may take, and each
// step gets some time. Another round or another game starts afresh.
func TestThinkingOfARound(t *testing.T) {
	all := thinking{}.in("a", 3)
	for range 60 {
		next := all.in("a", 3).next()
		if next <= 0 {
			t.Fatalf("after %v no time is left", all.took)
		}
		all.took += next
	}
	if all.took > roundThinks || all.took < roundThinks*9/10 {
		t.Errorf("60 steps take %v of %v", all.took, roundThinks)
	}
	for _, other := range []thinking{all.in("a", 4), all.in("b", 3)} {
		if got := other.next(); got != roundThinks/roundParts {
			t.Errorf("%+v begins with %v", other, got)
		}
	}
	all.took = roundThinks + time.Second // a core that was busy
	if got := all.next(); got != 0 {
		t.Errorf("when the round's time is used up a step gets %v", got)
	}
}
