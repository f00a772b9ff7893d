package enginetest

import (
	"strings"
	"testing"

	"arbiter/engine"
)

// A shop sells one thing for three coins, some of which are silver; it lists one way.
type shop struct {
	shelf
	silver, listed int  // how many there are; of how many ways to pay the list tells
	stingy         bool // it wants no silver
}

type buy struct {
	Thing  string
	Silver int
}

const price = 3

func (buy) By() engine.Seat          { return "ana" }
func (c buy) Unpaid() engine.Command { return buy{Thing: c.Thing} }

func (s shop) Legal() (all []engine.Command) {
	for n := range s.listed {
		all = append(all, buy{"hat", n})
	}
	return all
}

func (s shop) Decide(c engine.Command) ([]engine.Event, error) {
	if b := c.(buy); b.Silver > price || b.Silver > s.silver || s.stingy && b.Silver > 0 || b.Thing != "hat" {
		return nil, engine.Refuse("no")
	}
	return nil, nil
}

func coins(s engine.State, _ engine.Command) map[engine.Command]bool {
	all := map[engine.Command]bool{}
	for n := range 6 {
		all[buy{"hat", n}] = n <= price && n <= s.(shop).silver
	}
	return all
}

// Every payment that settles the price is accepted, and no other; few are listed.
func TestPayments(t *testing.T) {
	s := shop{silver: 2, listed: 1}
	if asked, unlisted, err := settled(s, s.Legal(), coins); asked != 6 || unlisted != 2 || err != nil {
		t.Errorf("%d payments, %d not listed, %v", asked, unlisted, err)
	}
	for want, s := range map[string]shop{
		"settles the price: true":  {silver: 2, listed: 1, stingy: true},
		"21 ways to pay":           {silver: 2, listed: 21},
		"settles the price: false": {silver: 2, listed: 1},
	} {
		ways := coins
		if want == "settles the price: false" {
			ways = func(engine.State, engine.Command) map[engine.Command]bool {
				return map[engine.Command]bool{buy{"hat", 1}: false}
			}
		}
		if _, _, err := settled(s, s.Legal(), ways); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("nobody notices %q (%v)", want, err)
		}
	}
}

// What is not listed may be accepted if another way to pay for it is listed, and only
// then.
func TestAnotherWayToPay(t *testing.T) {
	s := shop{silver: 2, listed: 1}
	if err := listed(s, s.Legal(), []engine.Command{buy{"hat", 2}, buy{"hat", 3}, buy{"cap", 1}}); err != nil {
		t.Error(err)
	}
	if err := listed(s, nil, []engine.Command{buy{"hat", 2}}); err == nil {
		t.Error("what is accepted and not listed at all is no fault")
	}
	if err := listed(shop{listed: 1}, []engine.Command{buy{"hat", 0}, buy{"hat", 1}}, []engine.Command{buy{"hat", 1}}); err == nil {
		t.Error("what is listed and refused is no fault")
	}
}
