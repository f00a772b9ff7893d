package highcouncil_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"arbiter/engine"
	"arbiter/engine/highcouncil"
)

// A council is a second reading of the rules, written from the rules text and
// not from the engine: slow, and by trying everything.
type council struct {
	people  int
	ring    [30]string // such as "red-follower"; "" is free
	args    map[string]map[string]int
	voting  bool
	idle    bool // a turn may end without an action
	seat    string
	own     []string // colors
	faction map[string]string
	ofField [30]string
}

var hues = []string{"black", "white", "blue", "green", "yellow", "red"}

// random sets up a ring that the material allows.
func randomCouncil(r *rand.Rand) council {
	c := council{
		people: 2 + 2*r.IntN(2), args: map[string]map[string]int{}, voting: r.IntN(2) == 0, idle: r.IntN(2) == 0,
		faction: map[string]string{"white": "pro", "yellow": "pro", "red": "contra", "blue": "contra"},
	}
	for n := range 30 {
		c.ofField[n] = hues[(n+1)%6]
	}
	var bag []string
	for color := range c.faction {
		bag = append(bag, color+"-speaker")
		for range 10 {
			bag = append(bag, color+"-follower")
		}
	}
	slices.Sort(bag)
	seats := []string{"white", "red", "yellow", "blue"}[:c.people]
	c.seat = seats[r.IntN(len(seats))]
	for color, f := range c.faction {
		if color == c.seat || c.people == 2 && f == c.faction[c.seat] {
			c.own = append(c.own, color)
		}
	}
	if r.IntN(3) == 0 { // few kinds of pieces: large groups, empty supplies
		bag = slices.DeleteFunc(bag, func(p string) bool { return !strings.HasPrefix(p, c.own[0]) && r.IntN(3) > 0 })
	}
	r.Shuffle(len(bag), func(i, j int) { bag[i], bag[j] = bag[j], bag[i] })
	slices.Sort(bag[:r.IntN(len(bag)+1)]) // runs of one color
	for n, density := 0, 2+r.IntN(9); n < 30; n++ {
		if len(bag) > 0 && r.IntN(10) < density {
			c.ring[n], bag = bag[0], bag[1:]
		}
	}
	for _, seat := range seats {
		c.args[seat] = map[string]int{}
		for _, h := range hues[1:] {
			c.args[seat][h] = r.IntN(6 - 3*(c.people/4))
		}
	}
	return c
}

// position is the same table for the engine.
func (c *council) position(t *testing.T) engine.State {
	var lines []string
	for n, p := range c.ring {
		if p != "" {
			lines = append(lines, fmt.Sprintf("seated %d %s", n+1, strings.Replace(p, "-", " ", 1)))
		}
	}
	seats := []engine.Seat{"white", "red", "yellow", "blue"}[:c.people]
	for _, seat := range seats {
		for _, h := range hues[1:] {
			if n := c.args[string(seat)][h]; n > 0 {
				lines = append(lines, fmt.Sprintf("%s argued %+d %s", seat, n, h))
			}
		}
	}
	if c.voting {
		lines = append(lines, "vote")
	}
	if c.idle {
		lines = append(lines, "ruling no-action allowed")
	}
	s, err := highcouncil.Game.New(seats, facts(t, strings.Join(append(lines, c.seat+" turn"), ",")))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// together joins neighbors that are alike until nothing changes, and returns the
// size of what each field belongs to.
func (c *council) together(alike func(a, b string) bool) (sizes [30]int) {
	label := [30]int{}
	for n := range label {
		label[n] = n
	}
	for changed := true; changed; {
		changed = false
		for n := range label {
			m := (n + 1) % 30
			if c.ring[n] != "" && c.ring[m] != "" && alike(c.ring[n], c.ring[m]) && label[n] != label[m] {
				label[n], label[m], changed = min(label[n], label[m]), min(label[n], label[m]), true
			}
		}
	}
	for n := range label {
		for m := range label {
			if label[n] == label[m] {
				sizes[n]++
			}
		}
	}
	return sizes
}

func hue(p string) string { color, _, _ := strings.Cut(p, "-"); return color }

func (c *council) groups() [30]int {
	return c.together(func(a, b string) bool { return hue(a) == hue(b) })
}

func (c *council) blocks() [30]int {
	return c.together(func(a, b string) bool { return c.faction[hue(a)] == c.faction[hue(b)] })
}

func (c *council) largest(faction string) (most int) {
	for n, size := range c.blocks() {
		if c.faction[hue(c.ring[n])] == faction {
			most = max(most, size)
		}
	}
	return most
}

// price is the table of the rules: 1, 2, 3, a speaker 3; 1 while voting from a
// larger group.
func (c *council) price(groups [30]int, from, to int) int {
	switch {
	case c.voting && groups[from] > groups[to]:
		return 1
	case strings.HasSuffix(c.ring[to], "speaker"), groups[to] > 2:
		return 3
	}
	return groups[to]
}

// unused counts the pieces of a kind that are not on the ring.
func (c *council) unused(kind string) int {
	n := 10
	if strings.HasSuffix(kind, "speaker") {
		n = 1
	}
	for _, p := range c.ring {
		if p == kind {
			n--
		}
	}
	return n
}

// ways lists where a follower of a color comes from, as the last word of a line.
func (c *council) ways(color string) []string {
	if c.unused(color+"-follower") > 0 {
		return []string{""}
	}
	for _, other := range c.own {
		if c.unused(other+"-follower") > 0 {
			return nil
		}
	}
	var ways []string
	for n, p := range c.ring {
		if p == color+"-follower" {
			ways = append(ways, fmt.Sprintf(" %d", n+1))
		}
	}
	return ways
}

func (c *council) convincing() []string {
	var lines []string
	groups := c.groups()
	for from := range 30 {
		for to := range 30 {
			if d := (to - from + 30) % 30; d != 1 && d != 29 || c.ring[from] == "" || c.ring[to] == "" ||
				c.faction[hue(c.ring[from])] != c.faction[c.seat] || c.faction[hue(c.ring[to])] == c.faction[c.seat] {
				continue
			}
			for _, with := range hues[1:] {
				if c.args[c.seat][with] < c.price(groups, from, to) || c.ofField[from] != "black" && c.ofField[from] != with {
					continue
				}
				for _, color := range c.own {
					for _, way := range c.ways(color) {
						lines = append(lines, fmt.Sprintf("%s convince %d %d %s %s%s", c.seat, from+1, to+1, with, color, way))
					}
				}
			}
		}
	}
	return lines
}

func (c *council) seating(card int) []string {
	var lines []string
	add := func(field int, color, rank, paid, way string) {
		if paid == "" && way != "" {
			paid = " -"
		}
		lines = append(lines, fmt.Sprintf("%s take-seat %d %s %s%s%s", c.seat, field+1, color, rank, paid, way))
	}
	for _, color := range c.own {
		mine := strings.HasSuffix(c.ring[card], "follower") && slices.Contains(c.own, hue(c.ring[card]))
		if c.unused(color+"-speaker") > 0 && (c.ring[card] == "" || mine) {
			add(card, color, "speaker", "", "")
		}
		for _, way := range c.ways(color) {
			if c.ring[card] == "" {
				add(card, color, "follower", "", way)
			}
			for field := range 30 {
				for _, paid := range hues[1:] {
					if c.ring[field] == "" && c.ofField[field] == c.ofField[card] && c.args[c.seat][paid] >= 3 &&
						(paid == c.ofField[card] || c.ofField[card] == "black") {
						add(field, color, "follower", " "+paid, way)
					}
				}
			}
		}
	}
	return lines
}
