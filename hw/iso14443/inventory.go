package iso14443

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"arbiter/hw"
)

const (
	// MaxTags ends an inventory that finds no end.
	MaxTags = 8
	// maxFailures is how many failed conversations one inventory forgives.
	maxFailures = 3
)

// Inventory finds every tag in the field. The field must just have been
// switched on, so that no tag is halted. With an error, the UIDs are those
// that were read completely before it.
//
// A failed conversation is repeated; it is an error only when tags still
// answer in the end. An empty field is no error.
func Inventory(ctx context.Context, l Link) ([]hw.UID, error) {
	var found []hw.UID
	failures, silences := 0, 0
	for len(found) < MaxTags {
		if err := ctx.Err(); err != nil {
			return found, err
		}
		u, err := next(l)
		switch {
		case errors.Is(err, errEmpty):
			// A tag that lost the thread ignores one request on its way back
			// to idle; so one silence after a failure proves nothing.
			if silences++; failures == 0 || silences > 1 {
				return found, nil
			}
			continue
		case err == nil && !slices.Contains(found, u):
			found = append(found, u)
			silences = 0
			continue
		case err == nil:
			err = fmt.Errorf("%w: tag %v does not halt", ErrUnresolved, u)
		case !ofTags(err):
			return found, err
		}
		silences = 0
		if failures++; failures >= maxFailures {
			return found, err
		}
	}
	return found, fmt.Errorf("%w: more than %d", ErrUnresolved, MaxTags-1)
}

var errEmpty = fmt.Errorf("%w to the request", ErrSilence)

func ofTags(err error) bool {
	return errors.Is(err, ErrSilence) || errors.Is(err, ErrGarbled) || errors.Is(err, ErrUnresolved)
}

// next selects one tag, and halts it so that it leaves room for the others.
func next(l Link) (hw.UID, error) {
	// What the ATQA says is not needed, and with several tags it is garbled.
	_, err := l.Transceive(Frame{Data: []byte{reqa}, LastBits: 7})
	switch {
	case errors.Is(err, ErrSilence):
		return hw.UID{}, errEmpty
	case err != nil && !errors.Is(err, ErrGarbled):
		return hw.UID{}, err
	}
	u, err := choose(l)
	if err != nil {
		return hw.UID{}, err
	}
	return u, halt(l)
}

// choose goes through the cascade levels until one tag is active.
func choose(l Link) (hw.UID, error) {
	uid := make([]byte, 0, 10)
	for i, sel := range levels {
		part, err := resolve(l, sel)
		if err != nil {
			return hw.UID{}, err
		}
		more, err := selectTag(l, sel, part)
		switch {
		case err != nil:
			return hw.UID{}, err
		case !more:
			return hw.NewUID(append(uid, part[:4]...))
		case part[0] != cascadeTag || i == len(levels)-1:
			return hw.UID{}, fmt.Errorf("%w: a UID that does not end", ErrGarbled)
		}
		uid = append(uid, part[1:4]...)
	}
	return hw.UID{}, ErrGarbled
}

// resolve finds the five bytes (UID part and BCC) of one tag at one level. At
// a collision it goes on with the tags that sent a one.
func resolve(l Link, sel byte) ([5]byte, error) {
	var part [5]byte
	known := 0
	for {
		a, err := l.Transceive(question(sel, part, known))
		switch {
		case err != nil:
			return part, err
		case a.Bits != levelBits-known || len(a.Data) != (levelBits-known+known%8+7)/8:
			return part, fmt.Errorf("%w: %d bits instead of %d", ErrGarbled, a.Bits, levelBits-known)
		}
		merge(&part, known, a.Data)
		if a.Collision == 0 {
			break
		}
		at := known + a.Collision - 1
		if at >= uidBits {
			return part, fmt.Errorf("%w: collision behind the UID", ErrUnresolved)
		}
		part[at/8] |= 1 << (at % 8)
		known = at + 1
	}
	if part[0]^part[1]^part[2]^part[3] != part[4] {
		return part, fmt.Errorf("%w: wrong BCC", ErrGarbled)
	}
	return part, nil
}

// question is the ANTICOLLISION frame for the tags whose first bits are known.
func question(sel byte, part [5]byte, known int) Frame {
	nvb := byte(2+known/8)<<4 | byte(known%8)
	data := append([]byte{sel, nvb}, part[:(known+7)/8]...)
	return Frame{Data: data, LastBits: known % 8, Align: known % 8}
}

// merge adds an aligned answer to the known bits; what the reader stored
// below the alignment is not from the tags.
func merge(part *[5]byte, known int, data []byte) {
	keep(part, known)
	for i, b := range data {
		if i == 0 {
			b &= 0xFF << (known % 8)
		}
		part[known/8+i] |= b
	}
}

// keep clears everything behind the first n bits.
func keep(part *[5]byte, n int) {
	for i := range part {
		if left := max(0, n-8*i); left < 8 {
			part[i] &= 1<<left - 1
		}
	}
}

// selectTag says whether the UID goes on at the next level.
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

// halt sends HLTA; the tag agrees by silence.
func halt(l Link) error {
	_, err := l.Transceive(Frame{Data: sealed([]byte{hltaCmd, hltaArg})})
	if err == nil || ofTags(err) {
		return nil
	}
	return err
}

func sealed(data []byte) []byte {
	crc := CRC(data)
	return append(data, crc[:]...)
}
