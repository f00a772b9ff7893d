// Package picc emulates ISO/IEC 14443A tags and the radio field they lie in,
// bit by bit: collisions, cascade levels, halt, NTAG memory, weak tags and
// lost frames.
//
// It is a test bench for readers. It knows no reader chip (see emu/mfrc522)
// and no time: a tag answers at once or never. It has its own CRC, so that it
// does not share a mistake with the code that it judges.
package picc

import "fmt"

// Bits is a frame on the air, least significant bit first.
type Bits struct {
	Data []byte
	N    int
}

func whole(b ...byte) Bits { return Bits{b, 8 * len(b)} }

func (b Bits) bit(i int) byte { return b.Data[i/8] >> (i % 8) & 1 }

type state uint8

const (
	unpowered state = iota
	idle
	ready
	active
	halted
)

const pageSize = 4

// Tag is one tag. A Tag lies in one field at a time.
type Tag struct {
	uid    []byte
	memory []byte

	state  state
	woken  bool // from halt: falls back to halt instead of idle
	level  int
	chance float64 // of answering at all
}

// New makes a tag with a UID of 4, 7 or 10 bytes and the 45 pages of an
// NTAG213. It panics at any other length: that is a bug in the test.
func New(uid ...byte) *Tag {
	switch len(uid) {
	case 4, 7, 10:
	default:
		panic(fmt.Sprintf("picc: a UID of %d bytes", len(uid)))
	}
	t := &Tag{uid: uid, memory: make([]byte, 45*pageSize), chance: 1}
	if len(uid) == 7 { // NTAG213 data sheet, 8.5.1: UID and check bytes
		copy(t.memory, uid[:3])
		t.memory[3] = cascadeTag ^ uid[0] ^ uid[1] ^ uid[2]
		copy(t.memory[4:], uid[3:])
		t.memory[8] = uid[3] ^ uid[4] ^ uid[5] ^ uid[6]
	}
	return t
}

// UID is the tag's UID.
func (t *Tag) UID() []byte { return append([]byte(nil), t.uid...) }

// Weak lets the tag answer each frame only with probability p. It must be
// called before the tag is placed.
func (t *Tag) Weak(p float64) *Tag {
	t.chance = p
	return t
}

const (
	cascadeTag = 0x88
	reqa       = 0x26
	wupa       = 0x52
)

// part is the four UID bytes and the BCC of a cascade level, and whether
// levels follow.
func (t *Tag) part(level int) (p [5]byte, more bool) {
	rest := t.uid[3*level:]
	if len(rest) > 4 {
		p[0], more = cascadeTag, true
		copy(p[1:4], rest)
	} else {
		copy(p[:4], rest)
	}
	p[4] = p[0] ^ p[1] ^ p[2] ^ p[3]
	return p, more
}

func (t *Tag) power(on bool) {
	t.state, t.woken = unpowered, false
	if on {
		t.state = idle
	}
}

// lost is where a tag goes when it hears what it does not expect (ISO/IEC
// 14443-3, figure 7).
func (t *Tag) lost() (Bits, bool) {
	t.state = idle
	if t.woken {
		t.state = halted
	}
	return Bits{}, false
}

// hear is the tag's answer to a frame.
func (t *Tag) hear(f Bits) (Bits, bool) {
	switch {
	case t.state == unpowered || f.N == 0:
		return Bits{}, false
	case f.N == 7:
		return t.request(f.Data[0])
	case t.state == ready:
		return t.arbitrate(f)
	case t.state == active:
		return t.obey(f)
	}
	return Bits{}, false // idle or halted: not a request
}

func (t *Tag) request(cmd byte) (Bits, bool) {
	switch {
	case t.state == idle && (cmd == reqa || cmd == wupa):
	case t.state == halted && cmd == wupa:
		t.woken = true
	case t.state == halted:
		return Bits{}, false
	default:
		return t.lost()
	}
	t.state, t.level = ready, 0
	return whole(byte(len(t.uid)-4)/3<<6|0x04, 0), true
}

// arbitrate answers ANTICOLLISION and SELECT.
func (t *Tag) arbitrate(f Bits) (Bits, bool) {
	p, more := t.part(t.level)
	if f.N < 16 || f.Data[0] != [...]byte{0x93, 0x95, 0x97}[t.level] {
		return t.lost()
	}
	known := int(f.Data[1]>>4-2)*8 + int(f.Data[1]&7)
	said := Bits{f.Data[2:], f.N - 16}
	if known == 40 {
		if said.N != 56 || !crcOK(f) || [5]byte(said.Data[:5]) != p {
			return t.lost()
		}
		return t.selected(more)
	}
	if known < 0 || known > 39 || said.N != known || !prefix(said, p) {
		return t.lost()
	}
	return tail(p, known), true
}

func (t *Tag) selected(more bool) (Bits, bool) {
	if more {
		t.level++
		return sealed(0x04), true
	}
	t.state = active
	if len(t.uid) == 4 {
		return sealed(0x08), true
	}
	return sealed(0x00), true
}

// obey is the active tag: HLTA, READ, WRITE (NTAG213 data sheet, chapter 10).
func (t *Tag) obey(f Bits) (Bits, bool) {
	if f.N%8 != 0 || f.N < 32 || !crcOK(f) {
		return t.lost()
	}
	at := int(f.Data[1]) * pageSize
	switch cmd := f.Data[0]; {
	case cmd == 0x50 && f.Data[1] == 0 && f.N == 32:
		t.state = halted
		return Bits{}, false
	case cmd == 0x30 && f.N == 32 && at < len(t.memory):
		twice := append(append([]byte(nil), t.memory...), t.memory...) // wraps round
		return sealed(twice[at : at+16]...), true
	case cmd == 0xA2 && f.N == 64 && at >= 2*pageSize && at < len(t.memory):
		copy(t.memory[at:at+pageSize], f.Data[2:6])
		return Bits{[]byte{0x0A}, 4}, true
	}
	t.lost()
	return Bits{[]byte{0x00}, 4}, true
}

func prefix(said Bits, p [5]byte) bool {
	for i := range said.N {
		if said.bit(i) != p[i/8]>>(i%8)&1 {
			return false
		}
	}
	return true
}

func tail(p [5]byte, known int) Bits {
	out := Bits{make([]byte, (40-known+7)/8), 40 - known}
	for i := range out.N {
		out.Data[i/8] |= p[(known+i)/8] >> ((known + i) % 8) & 1 << (i % 8)
	}
	return out
}

// CRCA is CRC_A computed bit by bit from its polynomial (ISO/IEC 14443-3,
// annex B), low byte first.
func CRCA(data []byte) [2]byte {
	crc := uint16(0x6363)
	for _, b := range data {
		for i := range 8 {
			odd := (crc ^ uint16(b>>i)) & 1
			crc = crc>>1 ^ odd*0x8408
		}
	}
	return [2]byte{byte(crc), byte(crc >> 8)}
}

func sealed(data ...byte) Bits {
	crc := CRCA(data)
	return whole(append(data, crc[:]...)...)
}

func crcOK(f Bits) bool {
	n := f.N/8 - 2
	return n > 0 && f.N%8 == 0 && CRCA(f.Data[:n]) == [2]byte(f.Data[n:n+2])
}
