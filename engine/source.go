package engine

import "reflect"

// A Source is a field of an event that states something printed: where it was read.
type Source interface {
	ByOwner() bool  // in the box of the owner, who told it at the table
	Invented() bool // nowhere: it stands in for what nobody has told
}

// SourceOf returns the field of an event that is a Source; nil if it has none.
func SourceOf(e Event) Source {
	v := reflect.Indirect(reflect.ValueOf(e))
	if v.Kind() != reflect.Struct {
		return nil
	}
	for i := range v.NumField() {
		if f := v.Field(i); f.CanInterface() {
			if s, ok := f.Interface().(Source); ok {
				return s
			}
		}
	}
	return nil
}
