package printed

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"arbiter/engine"
	"arbiter/engine/notation"
)

// A Resource is what a face of a die or a token shows; the zero Resource is none.
type Resource uint8

// The resources (rulebook, resources).
const (
	RedGem Resource = iota + 1
	BlueGem
	PurpleGem
	RedOrb
	BlueOrb
	PurpleOrb
	Fragment
	CursedCrystal

	resources = CursedCrystal + 1
)

// A grey symbol stands for any color. It is not a resource.
const (
	AnyGem Resource = CursedCrystal + 1 + iota
	AnyOrb

	symbols = AnyOrb + 1
)

var resourceWords = []string{"", "red-gem", "blue-gem", "purple-gem", "red-orb", "blue-orb", "purple-orb",
	"shadow-fragment", "cursed-crystal", "gem", "orb"}

// String returns the resource's word, "" for none.
func (r Resource) String() string { return notation.Word(resourceWords, r) }

// MarshalText writes the resource's word.
func (r Resource) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads a resource's word. The words of grey symbols are refused.
func (r *Resource) UnmarshalText(b []byte) error {
	return notation.ReadWord(r, b, resourceWords[:resources], 0)
}

// Term returns the resource's word for screens.
func (r Resource) Term() engine.Term { return engine.Term(r.String()) }

// IsGem reports whether r is a gem of a color.
func (r Resource) IsGem() bool { return r >= RedGem && r <= PurpleGem }

// IsOrb reports whether r is an orb of a color.
func (r Resource) IsOrb() bool { return r >= RedOrb && r <= PurpleOrb }

// Resources lists all resources.
func Resources() []Resource {
	return []Resource{RedGem, BlueGem, PurpleGem, RedOrb, BlueOrb, PurpleOrb, Fragment, CursedCrystal}
}

// A Pool has, at the number of each resource, how many of it there are. It does not say whether
// they are dice or tokens.
type Pool [resources]uint8

// PoolOf counts resources.
func PoolOf(list ...Resource) (p Pool) {
	for _, r := range list {
		p[r]++
	}
	return p
}

// Key returns a number that hardly another pool has.
func (p Pool) Key() (k uint64) {
	for _, n := range p[RedGem:] {
		k = 0x9e3779b1*k + uint64(n)
	}
	return k
}

// Number returns how many resources there are.
func (p Pool) Number() int {
	n := 0
	for _, k := range p {
		n += int(k)
	}
	return n
}

// Plus returns the sum of both pools.
func (p Pool) Plus(q Pool) Pool {
	for r, n := range q {
		p[r] += min(n, math.MaxUint8-p[r])
	}
	return p
}

// Minus returns what is left without q, which p must contain.
func (p Pool) Minus(q Pool) Pool {
	for r, n := range q {
		p[r] -= n
	}
	return p
}

// Has reports whether p contains all of q.
func (p Pool) Has(q Pool) bool {
	for r, n := range q {
		if p[r] < n {
			return false
		}
	}
	return true
}

// MarshalText writes the resources in their order, as 2*red-gem+purple-gem; none is the
// empty word.
func (p Pool) MarshalText() ([]byte, error) { return writeCounts(p[:]), nil }

// UnmarshalText reads resources.
func (p *Pool) UnmarshalText(b []byte) error {
	*p = Pool{}
	return readCounts(p[:], b)
}

func writeCounts(counts []uint8) []byte {
	var words []string
	for r, n := range counts {
		switch word := resourceWords[r]; {
		case n == 1:
			words = append(words, word)
		case n > 1:
			words = append(words, fmt.Sprintf("%d*%s", n, word))
		}
	}
	return []byte(strings.Join(words, "+"))
}

func readCounts(counts []uint8, b []byte) error {
	if len(b) == 0 {
		return nil
	}
	for word := range strings.SplitSeq(string(b), "+") {
		number, name, many := strings.Cut(word, "*")
		if !many {
			number, name = "1", word
		}
		r := slices.Index(resourceWords[:len(counts)], name)
		n, err := strconv.ParseUint(number, 10, 8)
		if r < 1 || err != nil || n < 1 || counts[r] > 0 {
			return fmt.Errorf("%q is not resources; write them as 2*red-gem+shadow-fragment, each of %v once",
				b, resourceWords[1:len(counts)])
		}
		counts[r] = uint8(n)
	}
	return nil
}
