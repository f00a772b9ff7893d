package engine

import (
	"reflect"
	"slices"
	"strings"

	"arbiter/engine/notation"
)

// From tells people where something was read.
func From(o notation.Origin) (all Text) {
	for _, p := range o.Parts() {
		if source, ok := strings.CutPrefix(string(p), string(notation.Public)); ok {
			all = all.With(Say("public: %s", Term(strings.ReplaceAll(source, "_", " "))))
		} else {
			all = all.With(Say("%s", Term(p)))
		}
	}
	return all
}

// OriginOf returns where the value stated by an event was read; "" if it states nothing printed.
func OriginOf(e Event) notation.Origin {
	v := reflect.Indirect(reflect.ValueOf(e))
	if v.Kind() != reflect.Struct {
		return ""
	}
	for i := range v.NumField() {
		if f := v.Field(i); f.CanInterface() {
			if o, ok := f.Interface().(notation.Origin); ok {
				return o
			}
		}
	}
	return ""
}

// A Reading is a value printed on a thing, such as its price, and where it was read.
type Reading struct {
	What   Text
	Origin notation.Origin
}

// Readings says where the values of a thing were read: once if all were read in the same place,
// otherwise for each of them; it is empty if none of them says where.
func Readings(all []Reading) (text Text) {
	if len(all) == 0 {
		return Text{}
	}
	if !slices.ContainsFunc(all, func(r Reading) bool { return r.Origin != all[0].Origin }) {
		return Say("values: %s", From(all[0].Origin))
	}
	for _, r := range all {
		text = text.Then(Say("%s: %s", r.What, From(r.Origin)))
	}
	return text
}
