package search

import (
	"math"

	"arbiter/engine"
)

// A Tree is a search by one seat over what it does not know: each iteration samples what is hidden
// and follows the moves that are legal there, so that a move is judged over all possibilities,
// never over a single guess (single-observer information set tree search: Cowling, Powley,
// Whitehouse 2012).
type Tree struct {
	Horizon int     // turns after which a rollout is judged by its prospects
	Explore float64 // weight of moves that have rarely been tried; prospects are from 0 to 1

	// First is played first in each line; nil if any move may be.
	First engine.Command

	playout Playout
	dice    engine.Dice
	begun   []engine.Command // moves made since the start of the playout
	lines   int              // lines tried from the root
	nodes   []node           // the first is the root
	beyond  []float64        // by place: how many times farther than far a seat's odds are at the beginning
	path    []visit
	moves   []engine.Command
	worth   []float64
}

// A node is what follows a sequence of moves, whatever chance brought between them.
type node struct {
	move        engine.Command
	first, next int32 // child and sibling, 0 if there is none
	tried       int32
	seen        int32   // how many times it could have been tried
	total       float64 // sum of the prospects of the seat that moved
	worth       float64 // the same, scaled where prospects are far apart
}

// A visit is a node on the way down, and the place of the seat that moved there.
type visit struct {
	node  int32
	actor int
}

// NewTree begins a search from where the playout begins. A Tree is not safe for concurrent use.
func NewTree(p Playout, d engine.Dice) *Tree {
	return &Tree{Horizon: 4, Explore: 0.15, playout: p, dice: d, nodes: make([]node, 1, 1024)}
}

// Iterate tries one line of play.
func (t *Tree) Iterate() {
	p := t.playout
	p.Begin(t.dice)
	for _, c := range t.begun {
		p.Play(c, t.dice)
	}
	if t.beyond == nil {
		t.beyond = beyond(p.Prospects(nil))
	}
	end := p.Turns() + t.Horizon
	over := t.descend(end)
	for !over && p.Turns() < end {
		over = !p.Roll(t.dice)
	}
	t.lines++
	t.worth = p.Prospects(t.worth[:0])
	for _, v := range t.path {
		n := &t.nodes[v.node]
		n.tried++
		n.total += t.worth[v.actor]
		n.worth += nearer(t.worth[v.actor], t.beyond[v.actor])
	}
}

// Follow makes what follows a move the whole tree; it returns false if the move was not tried.
// There must be no chance in between.
func (t *Tree) Follow(m engine.Command) bool {
	n := t.child(0, m)
	if n == 0 {
		return false
	}
	t.nodes[0], t.lines, t.beyond = t.nodes[n], int(t.nodes[n].tried), nil
	t.begun = append(t.begun, m)
	return true
}

// far is the odds, for or against, beyond which prospects hardly differ, so that a seat that far
// ahead or behind would not care what it does. The search scales such odds down to far.
const far = 9

// beyond returns, by place, how many times farther than far the odds are.
func beyond(prospects []float64) []float64 {
	for i, p := range prospects {
		odds := p / max(1-p, tiny)
		prospects[i] = odds / min(max(odds, 1.0/far), far)
	}
	return prospects
}

// nearer returns a prospect with its odds divided by a factor; 0 and 1 stay as they are.
func nearer(p, factor float64) float64 { return p / (p + (1-p)*max(factor, tiny)) }

const tiny = 1e-12

// descend follows the tree until it has a new node, and reports whether the game is over.
func (t *Tree) descend(end int) (over bool) {
	p := t.playout
	t.path = t.path[:0]
	for at, grown := int32(0), false; !grown && p.Turns() < end; {
		t.moves = p.Moves(t.moves[:0])
		if len(t.moves) == 0 {
			return true
		}
		if at == 0 && t.First != nil {
			t.moves = append(t.moves[:0], t.First)
		}
		at, grown = t.choose(at)
		t.path = append(t.path, visit{at, p.Actor()})
		p.Play(t.nodes[at].move, t.dice)
	}
	return false
}

// choose picks one of the moves that are possible now: first those never tried, then by upper
// confidence bounds.
func (t *Tree) choose(at int32) (child int32, grown bool) {
	best, most, fresh := int32(0), math.Inf(-1), 0
	var untried engine.Command
	for _, m := range t.moves {
		n := t.child(at, m)
		if n == 0 {
			if fresh++; t.dice.IntN(fresh) == 0 {
				untried = m
			}
			continue
		}
		c := &t.nodes[n]
		c.seen++
		if bound := c.worth/float64(c.tried) + t.Explore*math.Sqrt(math.Log(float64(c.seen))/float64(c.tried)); bound > most {
			best, most = n, bound
		}
	}
	if fresh > 0 {
		return t.grow(at, untried), true
	}
	return best, false
}

// child returns the node of a move below node at, 0 if there is none.
func (t *Tree) child(at int32, m engine.Command) int32 {
	n := t.nodes[at].first
	for n != 0 && t.nodes[n].move != m {
		n = t.nodes[n].next
	}
	return n
}

func (t *Tree) grow(at int32, m engine.Command) int32 {
	n := int32(len(t.nodes))
	t.nodes = append(t.nodes, node{move: m, next: t.nodes[at].first, seen: 1})
	t.nodes[at].first = n
	return n
}

// A Tried move is a move at the root of a tree.
type Tried struct {
	Move  engine.Command
	Times int
	Total float64 // sum of its prospects
	Worth float64 // the same, as used for choosing
}

// Mean returns the mean prospects of the seat that moves.
func (t Tried) Mean() float64 { return t.Total / float64(max(t.Times, 1)) }

// worth returns the value by which moves are compared.
func (t Tried) worth() float64 { return t.Worth / float64(max(t.Times, 1)) }

// Root lists the moves at the root that were tried.
func (t *Tree) Root() (all []Tried) {
	for n := t.nodes[0].first; n != 0; n = t.nodes[n].next {
		c := &t.nodes[n]
		all = append(all, Tried{c.move, int(c.tried), c.total, c.worth})
	}
	return all
}
