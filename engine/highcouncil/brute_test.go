package highcouncil_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"arbiter/engine"
	"arbiter/engine/enginetest/tier"
	"arbiter/engine/highcouncil"
	"arbiter/engine/notation"
)

// offered returns the lines of the commands with a verb.
func offered(s engine.State, verb string) []string {
	var lines []string
	for _, c := range s.Legal() {
		if words := notation.Words(c); words[1] == verb {
			lines = append(lines, strings.Join(words, " "))
		}
	}
	return lines
}

func do(t *testing.T, s engine.State, line string) engine.State {
	x, err := highcouncil.Game.Words.Parse(line)
	if err != nil {
		t.Fatal(err)
	}
	events, err := s.Decide(x.(engine.Command))
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	return engine.Fold(s, events...)
}

func alike(a, b []string) bool {
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(a, b)
}

// TestBruteForce compares blocks, seats, costs and what they leave on random
// rings.
func TestBruteForce(t *testing.T) {
	rings, first := tier.Of(t, tier.Referees, "rings", 100, 1000, 20000), tier.Seed(t)
	convinced, seated, moved := 0, 0, 0
	for n := range rings {
		r := rand.New(rand.NewPCG(first+uint64(n), 1))
		c := randomCouncil(r)
		s := c.position(t)
		block, _ := s.View().At("block", engine.Seat("white"))
		if want := c.largest("pro"); block != want {
			t.Errorf("ring %d: block %d, want %d", n, block, want)
		}
		for _, b := range s.View().Blocks {
			if err := c.compareBlock(b); err != nil {
				t.Fatalf("ring %d: %v\n%v", n, err, c)
			}
		}
		lines := c.convincing()
		if got := offered(s, "convince"); !alike(got, lines) {
			t.Fatalf("ring %d: %v\ngot  %q\nwant %q", n, c, got, lines)
		}
		for _, line := range lines {
			c.paid(t, s, line)
			if len(strings.Fields(line)) == 7 {
				moved++
			}
		}
		if ends := len(offered(s, "finish")) == 1; ends != c.idle {
			t.Fatalf("ring %d: %v may end a turn without an action: %t", n, c, ends)
		}
		card := r.IntN(30)
		day := map[string]string{"pro": "day", "contra": "night"}[c.faction[c.seat]]
		want, open := c.seating(card), do(t, s, fmt.Sprintf("%s play %s-%02d", c.seat, day, card+1))
		if len(offered(open, "finish")) > 0 {
			t.Fatalf("ring %d: %v may end a turn while a card lies open", n, c)
		}
		if got := offered(open, "take-seat"); !alike(got, want) {
			t.Fatalf("ring %d, card %d: %v\ngot  %q\nwant %q", n, card+1, c, got, want)
		}
		convinced, seated = convinced+len(lines), seated+len(want)
	}
	t.Logf("%d rings, %d ways to convince, %d of them with a follower that moves, %d seats", rings, convinced, moved, seated)
	if convinced < rings || seated < rings || moved < rings/10 {
		t.Error("hardly anything was compared")
	}
}

// compareBlock: as many fields as the largest block has, side by side, all of the
// faction.
func (c council) compareBlock(b engine.Block) error {
	if want := c.largest(b.Name); len(b.Fields) != want || b.Goal != 16 {
		return fmt.Errorf("block of %s: %v, want %d of 16", b.Name, b.Fields, want)
	}
	var first int
	for i, name := range b.Fields {
		n, err := strconv.Atoi(name)
		if err != nil {
			return err
		}
		if i == 0 {
			first = n
		}
		if c.faction[hue(c.ring[n-1])] != b.Name || (first-1+i)%30 != n-1 {
			return fmt.Errorf("block of %s: field %d of %v is not one of it, or not beside the one before", b.Name, n, b.Fields)
		}
	}
	for _, seat := range b.Seats {
		if c.faction[string(seat)] != b.Name {
			return fmt.Errorf("block of %s: %s plays the other side", b.Name, seat)
		}
	}
	for _, p := range b.Pieces {
		if c.faction[p.Color] != b.Name {
			return fmt.Errorf("block of %s: %s is on the other side", b.Name, p.Color)
		}
	}
	if len(b.Seats) != c.people/2 || len(b.Pieces) != 2 {
		return fmt.Errorf("block of %s: seats %v, pieces %v", b.Name, b.Seats, b.Pieces)
	}
	return nil
}

// TestBlockControl: a block that is wrong is found out.
func TestBlockControl(t *testing.T) {
	var c council
	for n := uint64(0); c.largest("pro") < 2; n++ {
		c = randomCouncil(rand.New(rand.NewPCG(n, 1)))
	}
	right := c.position(t).View().Blocks[0]
	if err := c.compareBlock(right); err != nil {
		t.Fatal(err)
	}
	for i, change := range []func(b *engine.Block){
		func(b *engine.Block) { b.Name = "contra" },
		func(b *engine.Block) { b.Fields = b.Fields[1:] },
		func(b *engine.Block) { slices.Reverse(b.Fields) },
		func(b *engine.Block) { b.Seats = append(b.Seats, "red") },
		func(b *engine.Block) { b.Pieces = b.Pieces[1:] },
		func(b *engine.Block) { b.Goal-- },
	} {
		b := right
		b.Fields, b.Seats = slices.Clone(b.Fields), slices.Clone(b.Seats)
		if change(&b); c.compareBlock(b) == nil {
			t.Errorf("nobody minds block %d, which is wrong: %+v", i, b)
		}
	}
}

// paid compares what is left after convincing, and whether that wins.
func (c council) paid(t *testing.T, s engine.State, line string) {
	var from, to, moved int
	var with, color string
	fmt.Sscanf(strings.TrimPrefix(line, c.seat+" convince "), "%d %d %s %s %d", &from, &to, &with, &color, &moved)
	v := do(t, s, line).View()
	left, _ := v.At(with, engine.Seat(c.seat))
	if want := c.args[c.seat][with] - c.price(c.groups(), from-1, to-1); left != want {
		t.Errorf("%s: %d arguments left, want %d", line, left, want)
	}
	if c.ring[to-1] = color + "-follower"; moved > 0 {
		c.ring[moved-1] = ""
	}
	for n, p := range c.ring {
		z, _ := v.Zone(engine.Table, fmt.Sprint(n+1))
		if top, _ := z.Top(); string(top.Name) != p {
			t.Errorf("%s: %q sits on field %d, want %q", line, top.Name, n+1, p)
		}
	}
	if size := c.blocks()[to-1]; v.Over != (size >= 16) {
		t.Errorf("%s: a block of %d, over is %t", line, size, v.Over)
	}
}
