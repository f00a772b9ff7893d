package castingshadows_test

import (
	"testing"

	"arbiter/engine"
	"arbiter/engine/castingshadows"
	"arbiter/engine/castingshadows/printed"
	"arbiter/engine/enginetest"
	"arbiter/engine/enginetest/tier"
)

// TestPayments: what settles a price by the referee's reading is accepted, listed or not,
// and nothing else is.
func TestPayments(t *testing.T) {
	enginetest.Payments(t, dealt(t), tier.Of(t, tier.Laws, "games", 1, 3, 200), tier.Seed(t), ways)
}

// TestWrongPaymentsAreSeen: a reading in which purple is no color is at odds with the rules.
func TestWrongPaymentsAreSeen(t *testing.T) {
	s := begun(t, "kit frill", "kit collected heat-wave-1", "frill moved ancient-rune", "laid underground-volcano fatal-fronds-1", "laid home-kit fatal-fronds-2",
		"laid home-frill fatal-fronds-3", "appeared companion-01", "appeared companion-02", "appeared companion-03", "kit turn",
		"kit rolled red-gem,red-orb,blue-orb,blue-orb,purple-gem", "phase act")
	wrong := 0
	for _, c := range s.Legal() {
		for w, settled := range ways(s, c) {
			if _, err := s.Decide(w); (err == nil) != (settled && paidBy(w)[printed.PurpleGem] == 0) {
				wrong++
			}
		}
	}
	if wrong == 0 {
		t.Error("nobody notices")
	}
}

// ways are all payments for what a command does with what the seat has, and one piece
// more of each, and whether each of them lies on the symbols of the price.
func ways(s engine.State, c engine.Command) map[engine.Command]bool {
	o := s.(*castingshadows.State).Observe(c.By())
	cost, priced := costOf(&o, c)
	if !priced {
		return nil
	}
	all := map[engine.Command]bool{}
	handfuls(o.Pool, 1, len(cost)+1, printed.Pool{}, func(p printed.Pool) {
		text, _ := p.MarshalText()
		all[paidWith(c, p)] = o.Pool.Has(p) && settles(counted(string(text)), cost)
	})
	return all
}

// handfuls are those of a pool, and of one piece more of each resource from this one on, of
// so many pieces at most.
func handfuls(pool printed.Pool, from printed.Resource, most int, p printed.Pool, each func(printed.Pool)) {
	if int(from) >= len(pool) {
		each(p)
		return
	}
	for n := 0; n <= min(int(pool[from])+1, most); n++ {
		p[from] = uint8(n)
		handfuls(pool, from+1, most-n, p, each)
	}
}

// costOf is the price of a command, a word for each symbol.
func costOf(o *castingshadows.Observation, c engine.Command) (cost []string, priced bool) {
	words := func(c printed.Cost) []string {
		text, _ := c.MarshalText()
		return counted(string(text))
	}
	switch c := c.(type) {
	case castingshadows.Cast:
		e := o.Facts().Effects(c.Card.Name())[c.Line-1]
		return repeated(words(e.Pays), int(e.Times[c.Step-1])), true
	case castingshadows.Collect:
		price, _, _ := o.Facts().Price(c.Card.Name())
		return words(price), true
	case castingshadows.CollectCounterspell:
		return []string{"gem", "orb"}, true
	}
	return nil, false
}

func paidWith(c engine.Command, p printed.Pool) engine.Command {
	switch c := c.(type) {
	case castingshadows.Cast:
		c.Paid = p
		return c
	case castingshadows.Collect:
		c.Paid = p
		return c
	case castingshadows.CollectCounterspell:
		c.Paid = p
		return c
	}
	return c
}

func paidBy(c engine.Command) printed.Pool {
	if c, ok := c.(castingshadows.Cast); ok {
		return c.Paid
	}
	return printed.Pool{}
}
