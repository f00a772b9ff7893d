// Package iso14443 finds the tags in a radio field: ISO/IEC 14443-3 type A, initialization and
// anticollision, for UIDs of 4, 7 and 10 bytes. It takes the inventory of a field, asks for known
// tags, and exchanges commands with a tag that it has selected.
//
// It is pure: it speaks through a Link and knows no chip, no clock and no waiting. It does not know
// the memory of tags (see hw/ntag) and does not do type B.
package iso14443

import (
	"errors"
	"time"
)

// Frame is what the reader sends.
type Frame struct {
	Data []byte
	// LastBits is how many bits of the last byte are sent, least significant
	// first; 0 means all eight.
	LastBits int
	// Align is the bit position in the answer's first byte at which the first
	// received bit is stored (0 to 7).
	Align int
	// Within is how late the answer may begin, for tags that have work to do. It is 0 for requests,
	// anticollision and selection, which every tag answers 86 or 91 us later (ISO/IEC 14443-3,
	// 6.2).
	Within time.Duration
	// Any says that any answer will do, and its Data need not be read.
	Any bool
}

// Answer is what was received, least significant bit first.
type Answer struct {
	Data []byte
	Bits int // received bits, without Align
	// Collision is 0, or the number (from 1) of the bit at which tags first contradicted each
	// other. Bits from there on mean nothing, and may be missing. It may count from the first
	// received bit or from the first bit of Data, since chips are not clear about it.
	Collision int
}

// Link exchanges one frame for one answer. Errors other than ErrSilence and ErrGarbled are failures
// of the reader and end the inventory. The answer's Data is valid until the next call.
type Link interface {
	Transceive(Frame) (Answer, error)
}

var (
	// ErrSilence means that no tag answered in time.
	ErrSilence = errors.New("no tag answered")
	// ErrGarbled means that an answer failed its check (parity, length, BCC, CRC).
	ErrGarbled = errors.New("garbled answer")
	// ErrCollision means that there are tags, but anticollision cannot tell them apart.
	ErrCollision = errors.New("tags cannot be told apart")
	// ErrRefused means that the selected tag does not do what it was told.
	ErrRefused = errors.New("the tag refuses")
)

// Commands (ISO/IEC 14443-3, 6.4 and 6.5).
const (
	reqa    = 0x26 // 7 bits: all tags that are idle
	wupa    = 0x52 // 7 bits: halted ones too
	hltaCmd = 0x50
	hltaArg = 0x00

	cascadeTag = 0x88 // first UID byte of every level but the last
	sakCascade = 0x04 // SAK bit: the UID continues
	nvbSelect  = 0x70 // all 40 bits known

	levelBits = 40 // four UID bytes and their BCC
	uidBits   = 32
)

var levels = [...]byte{0x93, 0x95, 0x97}

// CRC returns CRC_A over data, low byte first as it is sent (ISO/IEC 14443-3, annex B).
func CRC(data []byte) [2]byte {
	crc := uint16(0x6363)
	for _, b := range data {
		b ^= byte(crc)
		b ^= b << 4
		crc = crc>>8 ^ uint16(b)<<8 ^ uint16(b)<<3 ^ uint16(b)>>4
	}
	return [2]byte{byte(crc), byte(crc >> 8)}
}
