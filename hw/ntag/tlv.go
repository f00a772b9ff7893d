package ntag

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
)

// Blocks of the memory of a tag: type, length, value (NFC Forum, Type 2 Tag, 2.3).
const (
	blockNull        = 0x00 // a byte without a length
	blockLock        = 0x01
	blockMemory      = 0x02
	blockMessage     = 0x03 // what phones read
	blockProprietary = 0xFD // ours
	blockTerminator  = 0xFE // a byte without a length; everything after it is ignored

	longLength = 0xFF // two bytes of length follow
)

// A token's block: the mark, the token, a CRC-32 of both.
const (
	mark      = "Arb1"
	tokenSize = len(mark) + len(Token{}) + 4
	blockSize = 2 + tokenSize
)

// errShort means that the contents continue after what was read.
var errShort = errors.New("the contents go on")

// A layout is what a memory holds, as far as tokens are concerned.
type layout struct {
	token Token
	found bool
	at    int // where our block is, or where one may begin
	torn  bool
	size  int // of the whole memory for the user, in bytes
}

// parse reads the beginning of a memory of the given size. The error is errShort if that beginning
// does not reach the end of the contents, ErrForeign if the contents are not blocks.
func parse(user []byte, size int) (layout, error) {
	for at := 0; at < len(user); {
		switch user[at] {
		case blockTerminator:
			return layout{at: at, size: size}, nil
		case blockNull:
			if len(user) == size && len(bytes.Trim(user[at:], "\x00")) == 0 {
				return layout{at: at, size: size}, nil
			}
			at++
			continue
		case blockLock, blockMemory, blockMessage, blockProprietary:
		default:
			return layout{}, fmt.Errorf("%w: block %02Xh", ErrForeign, user[at])
		}
		value, end, err := extent(user[at:], size-at)
		if err != nil {
			return layout{}, err
		}
		if user[at] == blockProprietary && end-value == tokenSize && bytes.HasPrefix(user[at+value:], []byte(mark)) {
			t, ok := unseal(user[at+value : at+end])
			return layout{token: t, found: ok, torn: !ok, at: at, size: size}, nil
		}
		at += end
	}
	if len(user) < size {
		return layout{}, errShort
	}
	return layout{at: size, size: size}, nil
}

// extent returns where the value of the first block begins and ends; room is how much memory there
// is.
func extent(b []byte, room int) (value, end int, err error) {
	foreign := fmt.Errorf("%w: a block that ends behind the memory", ErrForeign)
	value = 2
	if len(b) >= 2 && b[1] == longLength {
		value = 4
	}
	switch {
	case value > room:
		return 0, 0, foreign
	case value > len(b):
		return 0, 0, errShort
	case value == 2:
		end = value + int(b[1])
	default:
		end = value + int(binary.BigEndian.Uint16(b[2:]))
	}
	switch {
	case end > room:
		return 0, 0, foreign
	case end > len(b):
		return 0, 0, errShort
	}
	return value, end, nil
}

// seal returns the block of a token.
func seal(t Token) []byte {
	b := append([]byte{blockProprietary, byte(tokenSize)}, mark...)
	b = append(b, t[:]...)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b[2:]))
}

// unseal returns the token in the value of its block; ok is false if it was not written completely.
func unseal(value []byte) (t Token, ok bool) {
	body, sum := value[:tokenSize-4], binary.BigEndian.Uint32(value[tokenSize-4:])
	copy(t[:], body[len(mark):])
	if crc32.ChecksumIEEE(body) != sum {
		return Token{}, false
	}
	return t, true
}

// A page is a page to be written.
type page struct {
	number int
	data   [PageSize]byte
}

// plan returns the pages to write, in order: from the last page to the first, so that the block
// appears with the last write and not before. Until then a terminator hides what has been written.
// User is the memory as far as it has been read.
func (l layout) plan(user []byte, t Token) (pages []page, err error) {
	block := seal(t)
	if l.at+len(block) > l.size {
		return nil, ErrNoRoom
	}
	whole := make([]byte, l.size)
	copy(whole, user)
	write := func(p int) { pages = append(pages, page{FirstUser + p, [PageSize]byte(whole[p*PageSize:])}) }
	if first := l.at / PageSize; !l.torn {
		if whole[l.at] != blockTerminator {
			whole[l.at] = blockTerminator
			write(first)
		}
		if l.at+len(block) < l.size {
			block = append(block, blockTerminator)
		}
	}
	copy(whole[l.at:], block)
	for p := (l.at + len(block) - 1) / PageSize; p >= l.at/PageSize; p-- {
		write(p)
	}
	return pages, nil
}
