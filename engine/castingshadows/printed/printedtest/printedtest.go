// Package printedtest makes random effects for tests from the whole vocabulary of the game.
package printedtest

import (
	"encoding"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"

	"arbiter/engine/castingshadows/printed"
	"arbiter/engine/notation"
)

// Effect returns a random effect of a thing, one that a box may contain.
func Effect(r *rand.Rand, of printed.Name) printed.Effect {
	for {
		if e, ok := attempt(r, of); ok && e.Misfit() == nil {
			return e
		}
	}
}

// vocabulary has, for each type of field, the words it can be.
var vocabulary = func() map[reflect.Type][]string {
	all := map[reflect.Type][]string{}
	words := []string{"0", "1", "0-1", "0-2", "1-2", "any"}
	for _, term := range printed.Terms() {
		words = append(words, string(term))
	}
	for f := range reflect.TypeFor[printed.Effect]().Fields() {
		for _, w := range words {
			x := reflect.New(f.Type)
			if u, ok := x.Interface().(encoding.TextUnmarshaler); ok && u.UnmarshalText([]byte(w)) == nil && !slices.Contains(all[f.Type], w) {
				all[f.Type] = append(all[f.Type], w)
			}
		}
	}
	return all
}()

// attempt fills each field at random; ok is false if the result is not a valid effect.
func attempt(r *rand.Rand, of printed.Name) (e printed.Effect, ok bool) {
	v := reflect.ValueOf(&e).Elem()
	steps := 1 + r.IntN(4)
	for i := range v.NumField() {
		f := v.Field(i)
		words := vocabulary[f.Type()]
		word := ""
		switch f.Interface().(type) {
		case printed.Name:
			word = of.String()
		case printed.Steps:
			for range []int{1, steps}[r.IntN(2)] {
				word += fmt.Sprintf("/%d", 1+r.IntN(99))
			}
			word = strings.TrimPrefix(word, "/")
		case printed.Cost:
			for _, w := range words {
				if r.IntN(len(words)) < 2 {
					word += fmt.Sprintf("+%d*%s", 2+r.IntN(98), w)
				}
			}
			word = strings.TrimPrefix(word, "+")
		case uint8:
			f.SetUint(uint64(1 + r.IntN(99)))
			continue
		case notation.Origin:
			word = string(notation.Owner)
		default:
			word = words[r.IntN(len(words))]
		}
		if name := v.Type().Field(i).Name; name != "Of" && name != "Origin" && name != "When" && name != "Does" && r.IntN(2) == 0 {
			continue // none
		}
		if f.Addr().Interface().(encoding.TextUnmarshaler).UnmarshalText([]byte(word)) != nil {
			return e, false
		}
	}
	e.Part = max(e.Part, 1)
	return e, true
}
