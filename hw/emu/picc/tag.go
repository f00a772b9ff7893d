// Package picc emulates ISO/IEC 14443A tags and the radio field they are in, bit by bit:
// collisions, cascade levels, halt, NTAG memory, weak tags and lost frames.
//
// It is a test bench for readers. It knows no reader chip (see emu/mfrc522) and no time: a tag
// answers at once or never. It has its own CRC, so that it does not share a mistake with the code
// under test. It does not emulate the NTAG's password, counter, mirror and COMPATIBILITY_WRITE.
package picc

import "math/rand/v2"

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

// Tag is one tag. A Tag lies in one field at a time.
type Tag struct {
	uid   []byte
	fresh *rand.Rand // source of a new UID each time the field comes on; nil: the UID stays
	chip  *chip      // nil: a tag with nothing but its UID

	volatile
	was    volatile // before the field went off
	chance float64  // chance of answering at all
	heard  bool     // it has answered since it was placed
}

// volatile is the state that a tag loses without a field.
type volatile struct {
	state state
	woken bool // woken from halt: falls back to halt instead of idle
	level int
}

// New makes a tag with a UID of 4, 7 or 10 bytes. With 7 bytes it is an NTAG213; all others have no
// memory. It panics at any other length, which is a bug in the test.
func New(uid ...byte) *Tag {
	switch len(uid) {
	case 4, 10:
		return &Tag{uid: uid, chance: 1}
	}
	return NewNTAG(NTAG213, uid...)
}

// NewNTAG makes an NTAG with a UID of 7 bytes and its factory memory, except for the signature,
// which is zero. It panics at any other length.
func NewNTAG(m Model, uid ...byte) *Tag {
	return &Tag{uid: uid, chip: newChip(m, uid), chance: 1}
}

// NewPhone makes a tag with a random UID, a new one each time the field comes on (ISO/IEC 14443-3,
// 6.5.4). The seed decides all of them.
func NewPhone(seed uint64) *Tag {
	return &Tag{uid: []byte{0x08, 0, 0, 0}, fresh: rand.New(rand.NewPCG(seed, 8)), chance: 1}
}

// Sign gives an NTAG the 32 bytes with which it answers READ_SIG.
func (t *Tag) Sign(signature [32]byte) *Tag {
	t.chip.mu.Lock()
	defer t.chip.mu.Unlock()
	t.chip.signature = signature
	return t
}

// Lock makes the first pages of an NTAG read-only for good (8.5.2).
func (t *Tag) Lock() *Tag {
	t.chip.mu.Lock()
	defer t.chip.mu.Unlock()
	t.chip.writeStatic(0xF0, 0xFF)
	return t
}

// Memory returns a copy of all pages of an NTAG, four bytes each.
func (t *Tag) Memory() []byte {
	t.chip.mu.Lock()
	defer t.chip.mu.Unlock()
	return append([]byte(nil), t.chip.memory...)
}

// UID returns the tag's UID.
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

// part returns the four UID bytes and the BCC of a cascade level, and whether more levels follow.
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
	t.was, t.volatile = t.volatile, volatile{}
	if on {
		t.state = idle
	}
	if on && t.fresh != nil {
		r := t.fresh.Uint32()
		t.uid = []byte{0x08, byte(r), byte(r >> 8), byte(r >> 16)}
	}
}

// resume restores power after so short a time that the tag has kept its state.
func (t *Tag) resume() {
	if t.volatile = t.was; t.state == unpowered {
		t.state = idle
	}
}

// lost returns where a tag goes when it hears something unexpected (ISO/IEC 14443-3, figure 7).
func (t *Tag) lost() (Bits, bool) {
	t.state = idle
	if t.woken {
		t.state = halted
	}
	return Bits{}, false
}

// hear returns the tag's answer to a frame.
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

// obey returns the answer of the active tag: to HLTA, or what its memory makes of the command. A
// command that it does not accept deselects it (NTAG213, 8.4).
func (t *Tag) obey(f Bits) (Bits, bool) {
	if f.N%8 != 0 || f.N < 24 || !crcOK(f) {
		return t.lost()
	}
	command := f.Data[:f.N/8-2]
	if len(command) == 2 && command[0] == 0x50 && command[1] == 0 {
		t.state = halted
		return Bits{}, false
	}
	if t.chip == nil {
		return t.lost()
	}
	if a := t.chip.obey(command); a != nil {
		return *a, true
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

// CRCA returns CRC_A, computed bit by bit from its polynomial (ISO/IEC 14443-3, annex B), low byte
// first.
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
