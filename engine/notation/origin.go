package notation

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// An Origin says where a printed value was read; it is the last word of a fact. A fact whose values
// were read in different places has a word for each of them, in their order, separated by slashes:
// "rulebook/stand-in".
type Origin string

// The origins. Public is followed by its source, in words joined by underscores, such as
// "public:unstablegameswiki.com".
const (
	Rulebook Origin = "rulebook" // a rulebook says so
	Public   Origin = "public:"  // a public page says so
	Owner    Origin = "owner"    // somebody read it from their own box
	StandIn  Origin = "stand-in" // nowhere: it is invented, so that people can play without the box
)

const longestSource = 60 // letters

// Parts lists the origins of the values one by one; if all values have the same origin, it lists
// that one.
func (o Origin) Parts() []Origin {
	var all []Origin
	for word := range strings.SplitSeq(string(o), "/") {
		all = append(all, Origin(word))
	}
	return all
}

// Of returns the origin of a value of a fact, counted from 0.
func (o Origin) Of(value int) Origin {
	if parts := o.Parts(); len(parts) > 1 && value < len(parts) {
		return parts[value]
	}
	return o
}

// Kind returns the origin without its source.
func (o Origin) Kind() Origin {
	if strings.HasPrefix(string(o), string(Public)) {
		return Public
	}
	return o
}

// Certain reports whether all values were read in a rulebook or by the owner.
func (o Origin) Certain() bool {
	return !slices.ContainsFunc(o.Parts(), func(p Origin) bool { return p != Rulebook && p != Owner })
}

// ByOwner reports whether the value was read by the owner in their own box.
func (o Origin) ByOwner() bool { return o == Owner }

// Invented reports whether any value is invented.
func (o Origin) Invented() bool { return slices.Contains(o.Parts(), StandIn) }

// UnmarshalText reads origins separated by slashes.
func (o *Origin) UnmarshalText(b []byte) error {
	*o = Origin(b)
	for _, p := range o.Parts() {
		source, public := strings.CutPrefix(string(p), string(Public))
		switch {
		case public && (!Plain(source) || utf8.RuneCountInString(source) > longestSource):
			return fmt.Errorf("%q names no source of at most %d letters; write public:NAME_OF_THE_PAGE", p, longestSource)
		case !public && p != Rulebook && p != Owner && p != StandIn:
			return fmt.Errorf("%q is no origin; write rulebook, public:SOURCE, owner or stand-in", p)
		}
	}
	return nil
}

// OriginIn returns the origin at the end of a fact's line.
func OriginIn(line string) Origin { return Origin(line[strings.LastIndex(line, " ")+1:]) }
