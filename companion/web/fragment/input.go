package fragment

import (
	"encoding/binary"
	"fmt"
	"reflect"
	"sync"
	"sync/atomic"
)

// appendInput encodes a value so that two encodings are equal if and only if the values are deeply
// equal. It is the key of the cache. Values that cannot be compared, such as maps and functions,
// are equal to nothing.
func appendInput(b []byte, v reflect.Value) []byte { return writerOf(v.Type())(b, v) }

type writer func(b []byte, v reflect.Value) []byte

var writers sync.Map // by reflect.Type

func writerOf(t reflect.Type) writer {
	if w, ok := writers.Load(t); ok {
		return w.(writer)
	}
	w := newWriter(t)
	writers.Store(t, w)
	return w
}

func newWriter(t reflect.Type) writer {
	switch t.Kind() {
	case reflect.String:
		return func(b []byte, v reflect.Value) []byte {
			text := v.String()
			return append(binary.AppendUvarint(b, uint64(len(text))), text...)
		}
	case reflect.Bool:
		return func(b []byte, v reflect.Value) []byte { return appendBool(b, v.Bool()) }
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return func(b []byte, v reflect.Value) []byte { return binary.AppendVarint(b, v.Int()) }
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return func(b []byte, v reflect.Value) []byte { return binary.AppendUvarint(b, v.Uint()) }
	case reflect.Float32, reflect.Float64:
		return func(b []byte, v reflect.Value) []byte { return fmt.Appendf(b, "%x ", v.Float()) }
	case reflect.Slice, reflect.Array:
		return listWriter(t)
	case reflect.Struct:
		return structWriter(t)
	case reflect.Pointer, reflect.Interface:
		return appendElement
	}
	return func(b []byte, v reflect.Value) []byte {
		if !v.IsZero() {
			return binary.AppendUvarint(append(b, 1), incomparable.Add(1))
		}
		return append(b, 0)
	}
}

// incomparable numbers the values that are equal to no other.
var incomparable atomic.Uint64

func appendBool(b []byte, is bool) []byte {
	if is {
		return append(b, 1)
	}
	return append(b, 0)
}

// appendElement encodes the value in a pointer or an interface, and its type.
func appendElement(b []byte, v reflect.Value) []byte {
	if b = appendBool(b, !v.IsNil()); v.IsNil() {
		return b
	}
	if v.Kind() == reflect.Interface {
		b = append(append(b, v.Elem().Type().String()...), 0)
	}
	return appendInput(b, v.Elem())
}

func listWriter(t reflect.Type) writer {
	each := sync.OnceValue(func() writer { return writerOf(t.Elem()) }) // deferred, as a type may contain itself
	return func(b []byte, v reflect.Value) []byte {
		b = binary.AppendUvarint(b, uint64(v.Len()))
		for i := range v.Len() {
			b = each()(b, v.Index(i))
		}
		return b
	}
}

func structWriter(t reflect.Type) writer {
	fields := sync.OnceValue(func() (all []writer) {
		for i := range t.NumField() {
			all = append(all, writerOf(t.Field(i).Type))
		}
		return all
	})
	return func(b []byte, v reflect.Value) []byte {
		for i, w := range fields() {
			b = w(b, v.Field(i))
		}
		return b
	}
}
