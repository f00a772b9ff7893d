package sqlitefile

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
)

// A journal is the content of SQLite's -wal file up to its last whole transaction:
// https://www.sqlite.org/fileformat2.html#walformat
type journal struct {
	head  []byte // its header; nil if that is not sound
	big   bool   // checksums use big-endian words
	page  int    // page size in bytes
	end   int64  // offset where the last transaction ends
	sum   sums   // checksum up to end
	last  []byte // the frame that ends there; empty if there is none yet
	pages int    // size of the games file after that, in pages

	room []byte // buffer for reading
}

// sums are the two words of a checksum.
type sums [2]uint32

const (
	journalHead = 32
	frameHead   = 24
	journalWord = 0x377f0682 // the lowest bit is set for big-endian words
)

// readJournal reads the header of a journal and its transactions. put, which may be nil, gets each
// page in turn; later ones replace earlier ones of the same number.
func readJournal(r io.ReaderAt, put func(page int, text []byte)) (*journal, error) {
	j := &journal{}
	head := make([]byte, journalHead)
	if n, err := r.ReadAt(head, 0); n < len(head) {
		return j, notEOF(err)
	}
	word, page := binary.BigEndian.Uint32(head), int(binary.BigEndian.Uint32(head[8:]))
	j.big = word&1 != 0
	sum := j.over(sums{}, head[:24])
	if word&^1 != journalWord || !aPageSize(page) || sum != sumsIn(head[24:]) {
		return j, nil
	}
	j.head, j.page, j.end, j.sum = head, page, journalHead, sum
	_, err := j.follow(r, put)
	return j, err
}

func aPageSize(n int) bool { return n >= 512 && n <= 65536 && n&(n-1) == 0 }

func notEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// follow reads transactions written since. It reports whether the header and the last frame that
// was known are still there.
func (j *journal) follow(r io.ReaderAt, put func(page int, text []byte)) (intact bool, err error) {
	if j.head == nil {
		return true, nil
	}
	size := frameHead + j.page
	if j.room == nil {
		j.room = make([]byte, 4*size)
	}
	if n, err := r.ReadAt(j.room[:journalHead], 0); !bytes.Equal(j.room[:n], j.head) {
		return false, notEOF(err)
	}
	var open [][]byte
	at, sum := j.end-int64(len(j.last)), j.sum
	for first := len(j.last) > 0; ; {
		n, err := r.ReadAt(j.room, at)
		if notEOF(err) != nil {
			return false, err
		}
		frames := j.room[:n-n%size]
		if first && (n < size || !bytes.Equal(frames[:size], j.last)) {
			return false, nil
		}
		at += int64(len(frames))
		if first {
			frames, first = frames[size:], false
		}
		for ; len(frames) > 0; frames = frames[size:] {
			frame := frames[:size]
			if sum = j.over(j.over(sum, frame[:8]), frame[frameHead:]); !bytes.Equal(frame[8:16], j.head[16:24]) || sum != sumsIn(frame[16:]) {
				return true, nil // left from an earlier round, or not whole
			}
			if put != nil {
				open = append(open, bytes.Clone(frame))
			}
			if pages := binary.BigEndian.Uint32(frame[4:]); pages > 0 { // the frame ends a transaction
				for _, f := range open {
					put(int(binary.BigEndian.Uint32(f)), f[frameHead:])
				}
				j.end, j.sum, j.pages, open = at-int64(len(frames)-size), sum, int(pages), nil
				j.last = append(j.last[:0], frame...)
			}
		}
		if n < len(j.room) {
			return true, nil
		}
	}
}

// over extends a checksum; the length of text is a multiple of 8.
func (j *journal) over(s sums, text []byte) sums {
	a, b := s[0], s[1]
	for ; len(text) >= 8; text = text[8:] {
		if j.big {
			a += binary.BigEndian.Uint32(text) + b
			b += binary.BigEndian.Uint32(text[4:]) + a
			continue
		}
		a += binary.LittleEndian.Uint32(text) + b
		b += binary.LittleEndian.Uint32(text[4:]) + a
	}
	return sums{a, b}
}

func sumsIn(text []byte) sums {
	return sums{binary.BigEndian.Uint32(text), binary.BigEndian.Uint32(text[4:])}
}
