package iso14443

import (
	"fmt"
	"time"
)

// ack is the four bits with which a tag accepts a command; any other four refuse it
// (NTAG213/215/216 data sheet, 9.3).
const ack = 0x0A

// working is how late the answer to a command may begin in any case, and how long HLTA waits for a
// tag that does not agree (ISO/IEC 14443-3, 6.4).
const working = time.Millisecond

// Exchange sends a command to the tag that Present selected, and returns its answer, both without
// CRC. An acknowledgment is an empty answer; a refusal is ErrRefused, after which the tag is no
// longer selected. The answer may begin as late as within, or as a millisecond if that is longer.
func Exchange(l Link, command []byte, within time.Duration) ([]byte, error) {
	a, err := l.Transceive(Frame{Data: sealed(append([]byte(nil), command...)), Within: max(within, working)})
	switch n := len(a.Data); {
	case err != nil:
		return nil, err
	case a.Collision != 0:
		return nil, fmt.Errorf("%w: two tags answer at once", ErrCollision)
	case a.Bits == 4 && n == 1 && a.Data[0]&0x0F == ack:
		return nil, nil
	case a.Bits == 4 && n == 1:
		return nil, fmt.Errorf("%w: NAK %X", ErrRefused, a.Data[0]&0x0F)
	case a.Bits != 8*n || n < 3:
		return nil, fmt.Errorf("%w: an answer of %d bits", ErrGarbled, a.Bits)
	case CRC(a.Data[:n-2]) != [2]byte(a.Data[n-2:]):
		return nil, fmt.Errorf("%w: wrong CRC", ErrGarbled)
	default:
		return append([]byte(nil), a.Data[:n-2]...), nil
	}
}
