package iso14443_test

import (
	"testing"

	"arbiter/hw/iso14443"
)

// FuzzAnswers: whatever comes back, an inventory ends, and finds only tags whose
// selection was confirmed.
func FuzzAnswers(f *testing.F) {
	f.Add([]byte{2, 0x44, 0, 5, 1, 2, 3, 4, 4, 3, 8, 0xB6, 0xDD, 0, 0})
	f.Add([]byte{0x82, 7, 0x44, 0, 0x85, 3, 1, 2, 3, 4, 4})
	f.Fuzz(func(t *testing.T, text []byte) {
		s := &stream{text: text}
		found, err := iso14443.Inventory(t.Context(), s)
		if len(found) > iso14443.MaxTags || err == nil && len(found) > s.selected {
			t.Errorf("%v, %v with %d confirmed selections", found, err, s.selected)
		}
		var r iso14443.Roll
		for range 4 {
			if found, _ := r.Call(t.Context(), s); len(found) > iso14443.MaxTags {
				t.Errorf("%d tags", len(found))
			}
		}
	})
}

// stream makes answers out of bytes: a length, whose high bit means a collision at the position
// that follows, then the data. Zero is silence.
type stream struct {
	text     []byte
	selected int
}

func (s *stream) take() byte {
	if len(s.text) == 0 {
		return 0
	}
	b := s.text[0]
	s.text = s.text[1:]
	return b
}

func (s *stream) Transceive(f iso14443.Frame) (iso14443.Answer, error) {
	n := s.take()
	a := iso14443.Answer{}
	if n&0x80 != 0 {
		a.Collision = int(s.take()&0x3F) + 1
	}
	for range n & 0x0F {
		a.Data = append(a.Data, s.take())
	}
	if a.Bits = 8*len(a.Data) - f.Align; a.Bits <= 0 {
		return iso14443.Answer{}, iso14443.ErrSilence
	}
	if len(f.Data) == 9 && len(a.Data) == 3 && a.Collision == 0 && iso14443.CRC(a.Data[:1]) == [2]byte(a.Data[1:]) {
		s.selected++
	}
	return a, nil
}
