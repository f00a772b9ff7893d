package enginetest

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"arbiter/engine"
	"arbiter/engine/notation"
)

// aimed returns an error if a screen cannot tell from the things that people touch what they mean:
// every aim of a command has to name something that the seat's view shows, and commands of one verb
// with the same aims may differ only in the fields of small choices.
func (set Setting) aimed(v engine.View, legal []engine.Command) error {
	meant := map[string]engine.Command{}
	for _, c := range legal {
		aims := engine.Aims(c)
		for _, aim := range aims {
			if !v.Shows(aim, set.Game.Terms) {
				return fmt.Errorf("%q aims at %q, which nobody sees", notation.Format(c), aim)
			}
		}
		key := fmt.Sprintf("%s %T %s", c.By(), c, strings.Join(aims, ","))
		other, ok := meant[key]
		if !ok {
			meant[key] = c
			continue
		}
		if field := set.differ(c, other); field != "" {
			return fmt.Errorf("%q and %q have the same aims, %v, and differ in %s", notation.Format(c), notation.Format(other), aims, field)
		}
	}
	return nil
}

// differ returns the first field in which two commands of a verb differ and that is not a small
// choice.
func (set Setting) differ(a, b engine.Command) string {
	x, y := reflect.ValueOf(a), reflect.ValueOf(b)
	for i := range x.NumField() {
		name := x.Type().Field(i).Name
		small := slices.Contains(set.Small, name) || slices.Contains(set.Small, x.Type().Name())
		if !small && x.Field(i).Interface() != y.Field(i).Interface() {
			return name
		}
	}
	return ""
}
