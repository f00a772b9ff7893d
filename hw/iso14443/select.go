package iso14443

import (
	"errors"
	"fmt"

	"arbiter/hw"
)

// request asks who is there: idle tags with reqa, halted ones as well with wupa. A garbled answer
// counts as an answer, since that is usual with several tags (6.5.1).
func request(l Link, cmd byte) error {
	_, err := l.Transceive(Frame{Data: []byte{cmd}, LastBits: 7, Any: true})
	if errors.Is(err, ErrGarbled) || errors.Is(err, ErrCollision) {
		return nil
	}
	return err
}

// choose goes through the cascade levels until one tag is active. Whether its UID goes on is what its
// SAK says (6.5.3): 88h may also be the first byte of a UID that ends there, as in copies of old cards.
func choose(l Link) (hw.UID, error) {
	uid := make([]byte, 0, 10)
	for i, sel := range levels {
		part, err := resolve(l, sel)
		if err != nil {
			return hw.UID{}, err
		}
		last := i == len(levels)-1
		more, err := selectTag(l, sel, part)
		switch {
		case err != nil:
			return hw.UID{}, err
		case more && (last || part[0] != cascadeTag):
			return hw.UID{}, fmt.Errorf("%w: SAK and cascade tag disagree", ErrGarbled)
		case !more:
			return hw.NewUID(append(uid, part[:4]...))
		}
		uid = append(uid, part[1:4]...)
	}
	return hw.UID{}, ErrGarbled
}

// find selects the tag with this UID. All others fall back.
func find(l Link, u hw.UID) error {
	parts := split(u)
	for i, part := range parts {
		more, err := selectTag(l, levels[i], part)
		switch {
		case err != nil:
			return err
		case more != (i < len(parts)-1):
			return fmt.Errorf("%w: the UID ends elsewhere", ErrGarbled)
		}
	}
	return nil
}

// split returns the UID as it goes over the air, level by level (6.5.4).
func split(u hw.UID) (parts [][5]byte) {
	for b := u.Bytes(); len(b) > 0; {
		var p [5]byte
		if len(b) > 4 {
			p[0] = cascadeTag
			copy(p[1:], b[:3])
			b = b[3:]
		} else {
			copy(p[:], b)
			b = nil
		}
		p[4] = p[0] ^ p[1] ^ p[2] ^ p[3]
		parts = append(parts, p)
	}
	return parts
}

// resolve finds the five bytes (UID part and BCC) of one tag at one level. At each collision it
// continues with the tags that agree with what is certain.
func resolve(l Link, sel byte) ([5]byte, error) {
	var part [5]byte
	for known := 0; ; {
		a, err := l.Transceive(question(sel, part, known))
		if err != nil {
			return part, err
		}
		if a.Collision == 0 {
			if a.Bits != levelBits-known || len(a.Data) != (a.Bits+known%8+7)/8 {
				return part, fmt.Errorf("%w: %d bits instead of %d", ErrGarbled, a.Bits, levelBits-known)
			}
			merge(&part, known, a.Data)
			break
		}
		next := certain(known, a.Collision)
		switch first := known - known%8; {
		case next > uidBits:
			return part, fmt.Errorf("%w: collision behind the UID", ErrCollision)
		case 8*len(a.Data) < next-1-first || 8*len(a.Data) > levelBits-first:
			return part, fmt.Errorf("%w: %d bytes with a collision at bit %d", ErrGarbled, len(a.Data), a.Collision)
		}
		merge(&part, known, a.Data)
		keep(&part, next)
		known = next
	}
	if part[0]^part[1]^part[2]^part[3] != part[4] {
		return part, fmt.Errorf("%w: wrong BCC", ErrGarbled)
	}
	return part, nil
}

// certain returns how many bits of a level are known after a collision, whether its position counts
// from the first received bit or from the first bit of Data. In the latter case the collision is up
// to seven bits earlier. All tags agree before it; the bit there is taken as received, or as zero
// if the answer ended: if the collision is there, some tag sent it, and if it is later, all did,
// which the next answer shows. A position within the known bits can only count from the first
// received bit.
func certain(known, collision int) int {
	if n := known - known%8 + collision; n > known {
		return n
	}
	return known + collision
}

// question returns the ANTICOLLISION frame for the tags whose first bits are known.
func question(sel byte, part [5]byte, known int) Frame {
	nvb := byte(2+known/8)<<4 | byte(known%8)
	data := append([]byte{sel, nvb}, part[:(known+7)/8]...)
	return Frame{Data: data, LastBits: known % 8, Align: known % 8}
}

// merge adds an aligned answer to the known bits; bits that the reader stored below the alignment
// do not come from the tags.
func merge(part *[5]byte, known int, data []byte) {
	keep(part, known)
	for i, b := range data {
		if i == 0 {
			b &= 0xFF << (known % 8)
		}
		part[known/8+i] |= b
	}
}

// keep clears everything after the first n bits.
func keep(part *[5]byte, n int) {
	for i := range part {
		if left := max(0, n-8*i); left < 8 {
			part[i] &= 1<<left - 1
		}
	}
}

// selectTag selects a part of a UID, and reports whether the UID continues at the next level.
func selectTag(l Link, sel byte, part [5]byte) (more bool, err error) {
	frame := sealed(append([]byte{sel, nvbSelect}, part[:]...))
	a, err := l.Transceive(Frame{Data: frame})
	switch {
	case err != nil:
		return false, err
	case a.Collision != 0 || a.Bits != 24 || len(a.Data) != 3:
		return false, fmt.Errorf("%w: SAK of %d bits", ErrGarbled, a.Bits)
	case CRC(a.Data[:1]) != [2]byte(a.Data[1:]):
		return false, fmt.Errorf("%w: wrong CRC of the SAK", ErrGarbled)
	}
	return a.Data[0]&sakCascade != 0, nil
}

// Halt sends HLTA to the selected tag, which accepts by staying silent and from then on reacts only
// to Present.
func Halt(l Link) error {
	_, err := l.Transceive(Frame{Data: sealed([]byte{hltaCmd, hltaArg}), Within: working})
	if err == nil || ofTags(err) {
		return nil
	}
	return err
}

// ofTags reports whether the tags, and not the reader, are the trouble.
func ofTags(err error) bool {
	return errors.Is(err, ErrSilence) || errors.Is(err, ErrGarbled) || errors.Is(err, ErrCollision)
}

func sealed(data []byte) []byte {
	crc := CRC(data)
	return append(data, crc[:]...)
}
