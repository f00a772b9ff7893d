package faces

import (
	"bytes"
	"encoding/binary"
)

// A head is what is read of a JPEG before its pixels.
type head struct {
	orientation int // 1 to 8, as in Exif; 1 if it is not given
	perPixel    int // bytes per pixel that decoding takes, times four
}

// Markers of ITU-T T.81.
const (
	sof0, sof15 = 0xC0, 0xCF // frames, except 0xC4, 0xC8 and 0xCC
	app1        = 0xE1
	sos         = 0xDA
)

// headOf reads the segments before the pixels. What cannot be read counts as not given.
func headOf(text []byte) head {
	h := head{orientation: 1}
	for rest := text[2:]; len(rest) >= 4 && rest[0] == 0xFF; {
		marker, n := rest[1], int(binary.BigEndian.Uint16(rest[2:]))
		switch {
		case marker == 0xFF: // fill byte
			rest = rest[1:]
			continue
		case marker == sos || n < 2 || len(rest) < 2+n:
			return h
		case marker >= sof0 && marker <= sof15 && marker != 0xC4 && marker != 0xC8 && marker != 0xCC:
			h.perPixel = max(h.perPixel, perPixel(rest[4:2+n], marker >= 0xC2))
		case marker == app1:
			if exif, ok := bytes.CutPrefix(rest[4:2+n], []byte("Exif\x00\x00")); ok {
				h.orientation = orientation(exif)
			}
		}
		rest = rest[2+n:]
	}
	return h
}

// perPixel reads a frame: colors may have fewer samples than luminance. For a progressive one the
// decoder keeps the coefficients, four bytes each, beside the samples, because rows come in several
// scans; one with four colors is held twice.
func perPixel(frame []byte, progressive bool) int {
	if len(frame) < 6 || len(frame) < 6+3*int(frame[5]) {
		return 0 // no frame, so it will not be decoded
	}
	samples, wide, high := 0, 1, 1
	for i := range int(frame[5]) {
		w, h := int(frame[7+3*i]>>4), int(frame[7+3*i]&0xF)
		samples += w * h
		wide, high = max(wide, w), max(high, h)
	}
	n := (4*samples + wide*high - 1) / (wide * high)
	if progressive {
		n *= 5
	}
	if frame[5] == 4 {
		n += 4 * 4
	}
	return n
}

// orientation looks for tag 274 in the first directory of a TIFF header.
func orientation(tiff []byte) int {
	const usual, entry, tag = 1, 12, 274
	if len(tiff) < 8 {
		return usual
	}
	var order binary.ByteOrder = binary.LittleEndian
	if tiff[0] == 'M' {
		order = binary.BigEndian
	}
	at := int(order.Uint32(tiff[4:]))
	if at < 8 || at > len(tiff)-2 {
		return usual
	}
	n := int(order.Uint16(tiff[at:]))
	for i := at + 2; n > 0 && i+entry <= len(tiff); i, n = i+entry, n-1 {
		if order.Uint16(tiff[i:]) == tag {
			if value := int(order.Uint16(tiff[i+8:])); value >= 1 && value <= 8 {
				return value
			}
		}
	}
	return usual
}
