package setups

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// A Fault is a mistake in a file, and what to do about it. Line and Column are counted from 1; 0 is
// unknown.
type Fault struct {
	File         string
	Line, Column int
	Text         string
}

// Error writes the place as file:line:column, which editors understand.
func (f *Fault) Error() string {
	switch {
	case f.Line == 0:
		return f.File + ": " + f.Text
	case f.Column == 0:
		return fmt.Sprintf("%s:%d: %s", f.File, f.Line, f.Text)
	}
	return fmt.Sprintf("%s:%d:%d: %s", f.File, f.Line, f.Column, f.Text)
}

// decode reads strict TOML into the struct that into points at. The error holds
// a Fault for each mistake.
func decode(file string, text []byte, into any) error {
	d := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields()
	err := d.Decode(into)
	var unknown *toml.StrictMissingError
	var wrong *toml.DecodeError
	switch {
	case errors.As(err, &unknown):
		var all []error
		for _, e := range unknown.Errors {
			row, column := e.Position()
			all = append(all, &Fault{file, row, column, unknownKey(e.Key(), reflect.TypeOf(into).Elem())})
		}
		return errors.Join(all...)
	case errors.As(err, &wrong):
		row, column := wrong.Position()
		return &Fault{file, row, column, strings.TrimPrefix(wrong.Error(), "toml: ")}
	case err != nil:
		return &Fault{File: file, Text: err.Error()}
	}
	return nil
}

// unknownKey names the keys that are allowed where key was found.
func unknownKey(key toml.Key, t reflect.Type) string {
	for _, part := range key[:len(key)-1] {
		if f, ok := field(t, part); ok {
			t = f
		}
	}
	var known []string
	for i := range t.NumField() {
		if name := keyOf(t.Field(i)); name != "-" && name != "" {
			known = append(known, name)
		}
	}
	return fmt.Sprintf("unknown key %q; write %s", key[len(key)-1], either(known))
}

func field(t reflect.Type, key string) (reflect.Type, bool) {
	for i := range t.NumField() {
		if f := t.Field(i); keyOf(f) == key {
			for f.Type.Kind() == reflect.Slice {
				f.Type = f.Type.Elem()
			}
			return f.Type, f.Type.Kind() == reflect.Struct
		}
	}
	return nil, false
}

// find returns the place of key in the n-th [[table]] of text, counted from 0, or of the table's
// heading if it lacks the key.
func find(text []byte, table string, n int, key string) (line, column int) {
	in := -1
	for i, l := range strings.Split(string(text), "\n") {
		bare := strings.TrimSpace(l)
		switch {
		case heading(bare, table):
			if in++; in == n {
				line, column = i+1, strings.Index(l, "[")+1
			}
		case strings.HasPrefix(bare, "["):
			if in == n {
				return line, column
			}
		case in == n && strings.HasPrefix(bare, key):
			if rest := strings.TrimSpace(bare[len(key):]); strings.HasPrefix(rest, "=") {
				return i + 1, strings.Index(l, key) + 1
			}
		}
	}
	return line, column
}

func heading(line, table string) bool {
	inner, ok := strings.CutPrefix(line, "[[")
	name, _, closed := strings.Cut(inner, "]]")
	return ok && closed && strings.TrimSpace(name) == table
}

// keyOf returns the TOML key of a field, "" or "-" if it has none.
func keyOf(f reflect.StructField) string {
	key, _, _ := strings.Cut(f.Tag.Get("toml"), ",")
	return key
}
