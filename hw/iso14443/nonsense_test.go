package iso14443_test

import (
	"errors"
	"slices"
	"testing"

	"arbiter/hw/iso14443"
)

// script gives one answer after the other, whatever is asked.
type script []iso14443.Answer

func (s *script) Transceive(iso14443.Frame) (iso14443.Answer, error) {
	if len(*s) == 0 {
		return iso14443.Answer{}, iso14443.ErrSilence
	}
	a := (*s)[0]
	*s = (*s)[1:]
	return a, nil
}

func bytes(b ...byte) iso14443.Answer { return iso14443.Answer{Data: b, Bits: 8 * len(b)} }

func sealed(b ...byte) iso14443.Answer {
	crc := iso14443.CRC(b)
	return bytes(append(b, crc[:]...)...)
}

func collide(a iso14443.Answer, at int) iso14443.Answer {
	a.Collision = at
	return a
}

// TestNonsenseIsRefused repeats one broken conversation until the inventory
// gives up.
func TestNonsenseIsRefused(t *testing.T) {
	atqa, part := bytes(0x44, 0), bytes(0x88, 1, 2, 3, 0x88)
	for _, c := range []struct {
		talk []iso14443.Answer
		want string
	}{
		{[]iso14443.Answer{atqa, collide(part, 33)}, "tags cannot be told apart: collision behind the UID"},
		{[]iso14443.Answer{atqa, {Data: make([]byte, 5), Bits: 39}}, "garbled answer: 39 bits instead of 40"},
		{[]iso14443.Answer{atqa, collide(part, 1), part}, "garbled answer: 40 bits instead of 39"},
		{[]iso14443.Answer{atqa, bytes(0x88, 1, 2, 3, 0x89)}, "garbled answer: wrong BCC"},
		{[]iso14443.Answer{atqa, part, part}, "garbled answer: SAK of 40 bits"},
		{[]iso14443.Answer{atqa, part, bytes(4, 0, 0)}, "garbled answer: wrong CRC of the SAK"},
		{[]iso14443.Answer{atqa, bytes(1, 2, 3, 4, 4), sealed(4)}, "garbled answer: SAK and cascade tag disagree"},
		{[]iso14443.Answer{atqa, part, sealed(4), part, sealed(4), part, sealed(4)}, "garbled answer: SAK and cascade tag disagree"},
	} {
		s := script(slices.Concat(c.talk, c.talk, c.talk, c.talk))
		uids, err := iso14443.Inventory(t.Context(), &s)
		if err == nil || err.Error() != c.want || len(uids) != 0 {
			t.Errorf("%v, %v; want %q", uids, err, c.want)
		}
	}
}

// A tag that does not halt is found again and again.
func TestTagThatDoesNotHalt(t *testing.T) {
	talk := []iso14443.Answer{bytes(4, 0), bytes(1, 2, 3, 4, 4), sealed(8), {}}
	s := script(slices.Concat(talk, talk, talk, talk, talk))
	uids, err := iso14443.Inventory(t.Context(), &s)
	if !errors.Is(err, iso14443.ErrGarbled) || len(uids) != 1 {
		t.Errorf("%v, %v; want one tag and %v", uids, err, iso14443.ErrGarbled)
	}
}
