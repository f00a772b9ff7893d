package pn532

import "bytes"

// A kind of frame (UM0701-02, 6.2.1).
type kind uint8

const (
	data    kind = iota + 1 // normal or extended
	ack                     // the chip has accepted the command
	nack                    // only sent, never received: repeat the answer
	refusal                 // error frame: the chip does not know the command
	garbled                 // something began like a frame but was not one
)

type frame struct {
	kind kind
	data []byte // TFI and what follows
}

var (
	ackFrame  = []byte{0x00, 0x00, 0xFF, 0x00, 0xFF, 0x00} // 6.2.1.3
	nackFrame = []byte{0x00, 0x00, 0xFF, 0xFF, 0x00, 0x00} // 6.2.1.4
)

const (
	toChip   = 0xD4 // TFI
	fromChip = 0xD5

	refused = 0x7F // the content of an error frame (6.2.1.5)

	maxShort = 255 // bytes of data in a normal frame
	maxData  = 265 // bytes of data in an extended frame (6.2.1.2)
)

// encode puts a TFI and its data into a frame, an extended one if necessary.
func encode(d []byte) []byte {
	n := len(d)
	f := []byte{0x00, 0x00, 0xFF}
	if n <= maxShort {
		f = append(f, byte(n), -byte(n))
	} else {
		f = append(f, 0xFF, 0xFF, byte(n>>8), byte(n), -byte(n>>8)-byte(n))
	}
	f = append(f, d...)
	return append(f, -sum(d), 0x00)
}

func sum(b []byte) (s byte) {
	for _, x := range b {
		s += x
	}
	return s
}

// A decoder finds frames in a stream of bytes. It looks for the start code 00 FF and ignores what
// comes before it; after garbage it looks for the next one.
type decoder struct{ buf []byte }

func (d *decoder) feed(b []byte) { d.buf = append(d.buf, b...) }

// next returns the next frame if it has arrived completely. Its data is valid until feed is called.
func (d *decoder) next() (f frame, ok bool) {
	i := bytes.Index(d.buf, []byte{0x00, 0xFF})
	if i < 0 {
		d.buf = d.buf[max(0, len(d.buf)-1):] // a start code may have begun
		return f, false
	}
	d.buf = d.buf[i:]
	f, used := decode(d.buf[2:])
	if used == 0 {
		return f, false
	}
	d.buf = d.buf[used:]
	return f, true
}

// decode reads what follows a start code. Used counts from the start code; 0 means that more bytes
// are needed. If garbage follows, only the start code is used.
func decode(b []byte) (f frame, used int) {
	const start = 2
	if len(b) < 2 {
		return f, 0
	}
	head, n := 2, int(b[0])
	switch {
	case b[0] == 0x00 && b[1] == 0xFF:
		return frame{kind: ack}, start + 2
	case b[0] == 0xFF && b[1] == 0x00:
		return frame{kind: nack}, start + 2
	case b[0] == 0xFF && b[1] == 0xFF && len(b) < 5:
		return f, 0
	case b[0] == 0xFF && b[1] == 0xFF:
		head, n = 5, int(b[2])<<8|int(b[3])
		if sum(b[2:5]) != 0 || n > maxData {
			return frame{kind: garbled}, start
		}
	case b[0]+b[1] != 0:
		return frame{kind: garbled}, start
	}
	switch {
	case n == 0:
		return frame{kind: garbled}, start
	case len(b) < head+n+1:
		return f, 0
	case sum(b[head:head+n+1]) != 0:
		return frame{kind: garbled}, start
	}
	f = frame{data, b[head : head+n]}
	if n == 1 && f.data[0] == refused {
		f = frame{kind: refusal}
	}
	return f, start + head + n + 1
}
