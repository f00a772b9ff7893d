package ntag

import (
	"bytes"
	"errors"
	"testing"
)

// FuzzMemory reads any memory as that of a tag. If there is room for a token, it is found after
// writing, everything before it is unchanged, and each step on the way leaves either the old
// contents or the whole token.
func FuzzMemory(f *testing.F) {
	f.Add([]byte{0x01, 0x03, 0xA0, 0x0C, 0x34, 0x03, 0x00, 0xFE})
	f.Add([]byte{0x03, 0x00, 0xFE, 0x00})
	f.Add([]byte{0x03, 0xFF, 0x00, 0x20})
	f.Add([]byte{})
	f.Add(append([]byte{0x03, 0x00}, seal(Token{1, 2, 3})...))
	f.Add(append([]byte{0x00, 0x03, 0x00}, seal(Token{1, 2, 3})[:20]...))
	f.Fuzz(func(t *testing.T, content []byte) {
		const size = 144
		memory := make([]byte, size)
		copy(memory, content)
		before, err := parse(memory, size)
		short, early := parse(memory[:48], size)
		switch {
		case errors.Is(err, errShort):
			t.Fatal("the whole memory is too short")
		case early == nil && (err != nil || short.found != before.found || short.token != before.token):
			t.Fatalf("the beginning reads %+v, all of it %+v, %v", short, before, err)
		case err != nil || before.found:
			return
		}
		want := Token{7, 15: 9}
		pages, err := before.plan(memory, want)
		if errors.Is(err, ErrNoRoom) {
			return
		}
		was := bytes.Clone(memory)
		for i, p := range pages {
			copy(memory[(p.number-FirstUser)*PageSize:], p.data[:])
			l, err := parse(memory, size)
			last := i == len(pages)-1
			if err != nil || last && !l.found || !last && !before.torn && l.found || l.found && l.token != want {
				t.Fatalf("after write %d of %d: %+v, %v\n% X", i+1, len(pages), l, err, memory)
			}
		}
		if !bytes.Equal(memory[:before.at], was[:before.at]) {
			t.Fatalf("before the token\n% X\n% X", was, memory)
		}
	})
}
