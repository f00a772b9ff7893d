package pn532

import (
	"time"

	"arbiter/hw/emu/picc"
)

// target is a tag that the chip has listed.
type target struct {
	atqa [2]byte
	sak  byte
	uid  []byte
}

const (
	reqa       = 0x26
	wupa       = 0x52
	cascadeTag = 0x88

	typeA = 0 // BrTy: 106 kbit/s type A (7.3.5)
)

var levels = [...]byte{0x93, 0x95, 0x97}

// bit is the time of one bit at 106 kbit/s; a frame and its answer are 91 us
// apart (ISO/IEC 14443-3, 6.2.1). Search is what the firmware is said to need to
// find that no tag answers a request.
const (
	bit    = 9440 * time.Nanosecond
	delay  = 91 * time.Microsecond
	search = 5 * time.Millisecond
)

// air sends a frame and adds up the time: every eight bits have a parity bit.
func (c *Chip) air(f picc.Bits) (picc.Bits, int) {
	a, collision := c.field.Exchange(f)
	bits := f.N + f.N/8 + 2 + a.N + a.N/8 + 2
	c.traffic.Air += time.Duration(bits)*bit + delay
	return a, collision
}

// await adds the time until the chip gives up on a tag.
func (c *Chip) await(a picc.Bits) {
	if a.N == 0 && c.timing >= 1 && c.timing <= 0x10 {
		c.traffic.Air += 100 * time.Microsecond << (c.timing - 1)
	}
}

func sealed(data []byte) picc.Bits {
	crc := picc.CRCA(data)
	data = append(append([]byte(nil), data...), crc[:]...)
	return picc.Bits{Data: data, N: 8 * len(data)}
}

// intact reports whether an answer of whole bytes has the right CRC.
func intact(a picc.Bits) bool {
	n := a.N/8 - 2
	return a.N%8 == 0 && n > 0 && picc.CRCA(a.Data[:n]) == [2]byte(a.Data[n:n+2])
}

// list is InListPassiveTarget (7.3.5). It forgets the previous list; tags that were halted and have
// been powered all the time stay silent.
func (c *Chip) list(most int, modulation byte, wanted []byte) (answer []byte, ok bool) {
	c.targets, c.active = nil, 0
	c.field.Power(true)
	for try := 0; modulation == typeA && try <= int(c.retries) && len(c.targets) < most; try++ {
		for len(c.targets) < most {
			t, found := c.activate(reqa, wanted)
			if !found {
				break
			}
			c.targets = append(c.targets, t)
			c.active = len(c.targets)
			if len(c.targets) < most {
				c.halt()
			}
		}
		if len(c.targets) > 0 {
			break
		}
	}
	if len(c.targets) == 0 && c.retries == 0xFF {
		return nil, false
	}
	answer = []byte{byte(len(c.targets))}
	for i, t := range c.targets {
		answer = append(answer, byte(i+1), t.atqa[1], t.atqa[0], t.sak, byte(len(t.uid)))
		answer = append(answer, t.uid...)
	}
	return answer, true
}

// activate wakes the tags and selects one: the wanted one, whose UID is given with its cascade
// tags, or any tag.
func (c *Chip) activate(request byte, wanted []byte) (t target, found bool) {
	a, _ := c.air(picc.Bits{Data: []byte{request}, N: 7})
	if a.N != 16 {
		c.traffic.Air += search
		return t, false
	}
	t.atqa = [2]byte{a.Data[0], a.Data[1]}
	for i, sel := range levels {
		var part [5]byte
		if len(wanted) >= 4*(i+1) {
			copy(part[:], wanted[4*i:])
			part[4] = part[0] ^ part[1] ^ part[2] ^ part[3]
		} else if part, found = c.arbitrate(sel); !found {
			return t, false
		}
		a, _ := c.air(sealed(append([]byte{sel, 0x70}, part[:]...)))
		if a.N != 24 || !intact(a) {
			return t, false
		}
		if t.sak = a.Data[0]; t.sak&0x04 == 0 {
			t.uid = append(t.uid, part[:4]...)
			return t, true
		}
		t.uid = append(t.uid, part[1:4]...)
	}
	return t, false
}

// arbitrate finds the UID part of one tag at a level, following the ones.
func (c *Chip) arbitrate(sel byte) (part [5]byte, ok bool) {
	for known := 0; known < 40; {
		frame := picc.Bits{Data: append([]byte{sel, byte(2+known/8)<<4 | byte(known%8)}, part[:(known+7)/8]...), N: 16 + known}
		a, collision := c.air(frame)
		if a.N != 40-known {
			return part, false
		}
		got := a.N
		if collision > 0 {
			got = collision
		}
		for i := range got {
			part[known/8] |= a.Data[i/8] >> (i % 8) & 1 << (known % 8)
			known++
		}
	}
	return part, part[0]^part[1]^part[2]^part[3] == part[4]
}

func (c *Chip) halt() {
	c.air(sealed([]byte{0x50, 0x00}))
	c.active = 0
}

// choose makes a listed target the active one (7.3.12).
func (c *Chip) choose(tg int) (status byte) {
	switch {
	case tg < 1 || tg > len(c.targets):
		return statusContext
	case tg == c.active:
		return statusOK
	}
	if c.active > 0 {
		c.halt()
	}
	if _, found := c.activate(wupa, cascaded(c.targets[tg-1].uid)); !found {
		return statusTimeout
	}
	c.active = tg
	return statusOK
}

// cascaded returns a UID with its cascade tags.
func cascaded(uid []byte) (out []byte) {
	for len(uid) > 4 {
		out = append(append(out, cascadeTag), uid[:3]...)
		uid = uid[3:]
	}
	return append(out, uid...)
}

// release halts one target, or all of them if tg is 0, and forgets it if it is released (7.3.10,
// 7.3.11).
func (c *Chip) release(forget bool, tg byte) []byte {
	if int(tg) > len(c.targets) {
		return []byte{statusContext}
	}
	if c.active > 0 && (tg == 0 || int(tg) == c.active) {
		c.halt()
	}
	if forget && tg == 0 {
		c.targets = nil
	}
	return []byte{statusOK}
}
