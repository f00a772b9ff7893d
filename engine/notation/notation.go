// Package notation writes commands, events and facts as lines of words, and
// reads them back. A line is the seat, if the struct has one, then the verb,
// then the other fields in order:
//
//	Plan{Seat: "ana", Field: 1, Card: Discover}   is   ana plan 1 discover
//
// It knows no game: a Vocabulary is made of example structs.
package notation

import (
	"encoding"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// None is the word for an empty field in the middle of a line.
const None = "-"

// A Vocabulary knows structs by their verb.
type Vocabulary struct{ verbs map[string]reflect.Type }

// Of returns the vocabulary of the given structs. A verb is a type name in
// lower case, its parts joined by hyphens: TakeBack is "take-back". Of panics
// when two structs share a verb.
func Of(examples ...any) Vocabulary {
	v := Vocabulary{map[string]reflect.Type{}}
	for _, x := range examples {
		t := reflect.TypeOf(x)
		if v.verbs[verb(t)] != nil {
			panic("notation: two structs say " + verb(t))
		}
		v.verbs[verb(t)] = t
	}
	return v
}

// Verbs lists the verbs in alphabetical order, each with its fields: the format
// of a log.
func (v Vocabulary) Verbs() []string {
	var lines []string
	for name, t := range v.verbs {
		words := []string{name}
		for i := range t.NumField() {
			f := t.Field(i)
			if isSeat(t) && i == 0 {
				words = append([]string{"SEAT"}, words...)
				continue
			}
			word := strings.ToUpper(f.Name)
			if optional(f) {
				word = "[" + word + "]"
			}
			words = append(words, word)
		}
		lines = append(lines, strings.Join(words, " "))
	}
	slices.SortFunc(lines, func(a, b string) int {
		return strings.Compare(strings.TrimPrefix(a, "SEAT "), strings.TrimPrefix(b, "SEAT "))
	})
	return lines
}

// Knows reports whether word is a verb.
func (v Vocabulary) Knows(word string) bool { return v.verbs[word] != nil }

// Format writes x, a struct, as a line.
func Format(x any) string { return strings.Join(Words(x), " ") }

// Words returns the words of x's line.
func Words(x any) []string {
	v := reflect.ValueOf(x)
	t := v.Type()
	words := make([]string, 1, t.NumField()+1)
	words[0] = verb(t)
	for i := range t.NumField() {
		words = append(words, write(v.Field(i)))
	}
	for i := t.NumField() - 1; i >= 0 && optional(t.Field(i)) && v.Field(i).IsZero(); i-- {
		words = words[:len(words)-1]
	}
	if isSeat(t) {
		words[0], words[1] = words[1], words[0]
	}
	return words
}

// Parse reads a line that Format wrote. A line that Format would write differently (a number with
// leading zeros, say) is an error. If a field is tagged word:"unordered", it and the one before it
// may be swapped: the lower value comes first in the result.
func (v Vocabulary) Parse(line string) (any, error) {
	words := strings.Fields(line)
	if len(words) > 1 && v.verbs[words[0]] == nil {
		words[0], words[1] = words[1], words[0]
	}
	if len(words) == 0 || v.verbs[words[0]] == nil {
		return nil, fmt.Errorf("%q has no verb of this game", line)
	}
	t := v.verbs[words[0]]
	if most, least := t.NumField(), required(t); len(words)-1 > most || len(words)-1 < least {
		return nil, fmt.Errorf("%q: %s takes %s, not %d", line, words[0], count(least, most), len(words)-1)
	}
	x := reflect.New(t).Elem()
	for i, w := range words[1:] {
		if err := read(w, x.Field(i)); err != nil {
			return nil, fmt.Errorf("%q: %w", line, err)
		}
	}
	if again := Format(x.Interface()); again != canonical(line) {
		return nil, fmt.Errorf("%q: write it %q", line, again)
	}
	arrange(x)
	return x.Interface(), nil
}

// arrange orders the values of fields without an order.
func arrange(x reflect.Value) {
	for i := 1; i < x.NumField(); i++ {
		a, b := x.Field(i-1), x.Field(i)
		if x.Type().Field(i).Tag.Get("word") == "unordered" && a.Uint() > b.Uint() {
			low, high := b.Uint(), a.Uint()
			a.SetUint(low)
			b.SetUint(high)
		}
	}
}

// Plain reports whether s can be a single word of a line.
func Plain(s string) bool {
	return s != "" && s != None && !strings.ContainsFunc(s, func(r rune) bool {
		return unicode.IsSpace(r) || !unicode.IsPrint(r) || r == '#'
	})
}

// Edited returns the text of a file that people edit, without the byte order mark and the carriage
// returns that some editors add.
func Edited[T string | []byte](text T) T {
	return T(strings.ReplaceAll(strings.TrimPrefix(string(text), "\ufeff"), "\r\n", "\n"))
}

func canonical(line string) string { return strings.Join(strings.Fields(line), " ") }

func count(least, most int) string {
	if least == most {
		return fmt.Sprintf("%d words", most)
	}
	return fmt.Sprintf("%d to %d words", least, most)
}

func required(t reflect.Type) int {
	n := t.NumField()
	for n > 0 && optional(t.Field(n-1)) {
		n--
	}
	return n
}

func optional(f reflect.StructField) bool { return f.Tag.Get("word") == "optional" }

func verb(t reflect.Type) string {
	var b strings.Builder
	for i, r := range t.Name() {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte('-')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

func isSeat(t reflect.Type) bool { return t.NumField() > 0 && t.Field(0).Name == "Seat" }

func write(f reflect.Value) string {
	var word string
	switch m, ok := f.Interface().(encoding.TextMarshaler); {
	case ok:
		b, err := m.MarshalText()
		if err != nil {
			panic(err)
		}
		word = string(b)
	case f.CanInt():
		word = strconv.FormatInt(f.Int(), 10)
	case f.CanUint():
		word = strconv.FormatUint(f.Uint(), 10)
	default:
		word = f.String()
	}
	if word == "" {
		return None
	}
	return word
}

func read(word string, f reflect.Value) error {
	if u, ok := f.Addr().Interface().(encoding.TextUnmarshaler); ok {
		if word == None {
			word = ""
		}
		return u.UnmarshalText([]byte(word))
	}
	switch {
	case f.Kind() == reflect.String:
		if word != None {
			f.SetString(word)
		}
	case f.CanInt():
		n, err := strconv.ParseInt(word, 10, f.Type().Bits())
		if err != nil {
			return fmt.Errorf("%q is not a number that fits here", word)
		}
		f.SetInt(n)
	case f.CanUint():
		n, err := strconv.ParseUint(word, 10, f.Type().Bits())
		if err != nil {
			return fmt.Errorf("%q is not a number that fits here", word)
		}
		f.SetUint(n)
	default:
		panic("notation: no words for " + f.Type().String())
	}
	return nil
}
