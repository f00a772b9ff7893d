package picc_test

import (
	"fmt"
	"slices"
	"testing"

	"arbiter/hw/emu/picc"
)

var models = map[string]struct {
	model   picc.Model
	pages   int
	version string
	cc      string
	dynamic byte // page of the dynamic lock bytes
	last    byte // page that they can lock
}{
	"NTAG213": {picc.NTAG213, 45, "0004040201000F03", "E1101200", 0x28, 0x27},
	"NTAG215": {picc.NTAG215, 135, "0004040201001103", "E1103E00", 0x82, 0x81},
	"NTAG216": {picc.NTAG216, 231, "0004040201001303", "E1106D00", 0xE2, 0xE1},
}

// session is an active NTAG.
type session struct {
	*testing.T
	field *picc.Field
	tag   *picc.Tag
}

func begin(t *testing.T, m picc.Model) session {
	s := session{t, picc.NewField(1), picc.NewNTAG(m, 0x04, 0xA2, 0x24, 0x1B, 0x5C, 0x6D, 0x80)}
	s.field.Place(s.tag)
	s.wake()
	return s
}

// wake selects the tag again.
func (s session) wake() {
	s.field.Power(false)
	s.field.Power(true)
	for _, b := range [][]byte{{0x26}, cl1.send, cl2.send} {
		say(s.field, b...)
	}
}

// want sends a command; the answer is hex without CRC, "ACK" or "NAK".
func (s session) want(answer string, command ...byte) {
	s.Helper()
	a, _ := s.field.Exchange(picc.Bits{Data: sealed(command...), N: 8*len(command) + 16})
	got := "-"
	switch {
	case a.N == 4 && a.Data[0] == 0x0A:
		got = "ACK"
	case a.N == 4 && a.Data[0] == 0x00:
		got = "NAK"
		s.wake()
	case a.N >= 24:
		got = fmt.Sprintf("%X", a.Data[:len(a.Data)-2])
		if !slices.Equal(sealed(a.Data[:len(a.Data)-2]...), a.Data) {
			s.Errorf("% X: wrong CRC in % X", command, a.Data)
		}
	}
	if got != answer {
		s.Errorf("% X: %s, want %s", command, got, answer)
	}
}

func TestModels(t *testing.T) {
	for name, m := range models {
		t.Run(name, func(t *testing.T) {
			s := begin(t, m.model)
			s.want(m.version, 0x60)
			if got, want := len(s.tag.Memory()), 4*m.pages; got != want {
				t.Errorf("%d bytes, want %d", got, want)
			}
			s.want("04A2240A1B5C6D80AA480000"+m.cc, 0x30, 0)
			last := byte(m.pages - 1)
			s.want("NAK", 0x30, last+1)
			s.want("00000000"+"04A2240A"+"1B5C6D80"+"AA480000", 0x30, last)
			s.want("000000BD"+"040000FF"+"00000000"+"00000000", 0x30, m.dynamic)
			s.want("ACK", 0xA2, last-1, 1, 2, 3, 4)
			s.want("00000000"+"00000000"+"04A2240A"+"1B5C6D80", 0x30, last-1) // the password is not revealed
			s.want("NAK", 0xA2, last+1, 0, 0, 0, 0)
			s.want("ACK", 0xA2, m.last, 0xCA, 0xFE, 0xBA, 0xBE)
			s.want("CAFEBABE"+"000000BD", 0x3A, m.last, m.dynamic)
			s.want("NAK", 0x3A, 5, 4)
			s.want("NAK", 0x3A, 5, last+1)
		})
	}
}

func TestSignature(t *testing.T) {
	s := begin(t, picc.NTAG213)
	var sig [32]byte
	for i := range sig {
		sig[i] = byte(i)
	}
	s.tag.Sign(sig)
	s.want(fmt.Sprintf("%X", sig), 0x3C, 0)
	s.want("NAK", 0x3C, 1)
	s.want("NAK", 0x99)
}

// Bits of the capability container and lock bits can be set, never cleared.
func TestOneTimeBits(t *testing.T) {
	s := begin(t, picc.NTAG213)
	s.want("ACK", 0xA2, 3, 0, 0, 0, 0x0F)
	s.want("E110120F"+"0103A00C"+"340300FE"+"00000000", 0x30, 3)
	s.want("ACK", 0xA2, 2, 0xFF, 0xFF, 0x30, 0x01) // pages 4, 5 and 8; the UID stays
	s.want("ACK", 0xA2, 2, 0, 0, 0, 0)
	s.want("AA483001"+"E110120F"+"0103A00C"+"340300FE", 0x30, 2)
	for page, answer := range map[byte]string{4: "NAK", 5: "NAK", 6: "ACK", 7: "ACK", 8: "NAK", 9: "ACK", 15: "ACK", 16: "ACK"} {
		s.want(answer, 0xA2, page, 1, 2, 3, 4)
	}
	s.want("ACK", 0xA2, 2, 0, 0, 0x08, 0)
	s.want("NAK", 0xA2, 3, 0, 0, 0, 0xF0)
}

// A block-locking bit freezes the lock bits of its pages.
func TestFrozenLocks(t *testing.T) {
	for _, c := range []struct {
		block byte
		free  []byte // of the pages 3, 4, 9, 10 and 15
	}{{0x00, nil}, {0x01, []byte{3}}, {0x02, []byte{4, 9}}, {0x04, []byte{10, 15}}} {
		s := begin(t, picc.NTAG213)
		s.want("ACK", 0xA2, 2, 0, 0, c.block, 0)
		s.want("ACK", 0xA2, 2, 0, 0, 0xF8, 0xFF)
		for _, page := range []byte{3, 4, 9, 10, 15} {
			answer := "NAK"
			if slices.Contains(c.free, page) {
				answer = "ACK"
			}
			s.want(answer, 0xA2, page, 0, 0, 0, 0)
		}
	}
}

func TestDynamicLocks(t *testing.T) {
	for name, m := range models {
		t.Run(name, func(t *testing.T) {
			s := begin(t, m.model)
			s.want("ACK", 0xA2, m.dynamic, 0x02, 0, 0, 0) // the second group of pages
			second := byte(18)
			if m.model != picc.NTAG213 {
				second = 32
			}
			for page, answer := range map[byte]string{16: "ACK", second - 1: "ACK", second: "NAK", 2*second - 17: "NAK", 2*second - 16: "ACK", m.last: "ACK"} {
				s.want(answer, 0xA2, page, 0, 0, 0, 0)
			}
			s.want("ACK", 0xA2, m.dynamic, 0, 0, 0xFF, 0) // freezes the rest
			s.want("ACK", 0xA2, m.dynamic, 0xFF, 0xFF, 0, 0x11)
			s.want("ACK", 0xA2, 16, 0, 0, 0, 0)
			s.want("ACK", 0xA2, m.last, 0, 0, 0, 0)
			s.want("NAK", 0xA2, second, 0, 0, 0, 0)

			free := begin(t, m.model)
			free.want("ACK", 0xA2, m.dynamic, 0xFF, 0xFF, 0, 0)
			free.want("NAK", 0xA2, 16, 0, 0, 0, 0)
			free.want("NAK", 0xA2, m.last, 0, 0, 0, 0)
			free.want("ACK", 0xA2, m.dynamic+1, 4, 0, 0, 0xFF)
			free.want("ACK", 0xA2, m.dynamic+2, 0x40, 0, 0, 0)
			free.want("NAK", 0xA2, m.dynamic+1, 4, 0, 0, 0xFF)
			free.want("ACK", 0xA2, m.dynamic+3, 1, 2, 3, 4)
		})
	}
}

func TestTagsWithoutMemory(t *testing.T) {
	f := picc.NewField(1)
	f.Place(picc.New(1, 2, 3, 4))
	f.Power(true)
	for _, s := range []step{{[]byte{0x26}, "0400/16"}, {sealed(0x93, 0x70, 1, 2, 3, 4, 4), "08B6DD/24"}, {sealed(0x30, 0), "-"}, {[]byte{0x26}, "0400/16"}} {
		if got := say(f, s.send...); got != s.want {
			t.Errorf("% X: %s, want %s", s.send, got, s.want)
		}
	}
	for _, make := range []func(){
		func() { picc.New(1, 2, 3) },
		func() { picc.NewNTAG(picc.NTAG213, 1, 2, 3, 4) },
		func() { picc.NewNTAG(0, 4, 2, 3, 4, 5, 6, 7) },
	} {
		if !panics(make) {
			t.Error("an impossible tag was made")
		}
	}
}

func panics(f func()) (did bool) {
	defer func() { did = recover() != nil }()
	f()
	return false
}
