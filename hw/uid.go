package hw

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
)

// UID is the unchangeable number of a tag: 4, 7 or 10 bytes (ISO/IEC 14443-3, 6.5.4). The zero UID
// is no tag. UIDs are comparable and can be map keys.
type UID struct {
	n uint8
	b [10]byte
}

// NewUID takes 4, 7 or 10 bytes, most significant (first sent) first.
func NewUID(b []byte) (UID, error) {
	switch len(b) {
	case 4, 7, 10:
		u := UID{n: uint8(len(b))}
		copy(u.b[:], b)
		return u, nil
	}
	return UID{}, fmt.Errorf("a UID has 4, 7 or 10 bytes, not %d", len(b))
}

// VirtualUID returns the UID that a virtual reader sees for a card without a tag: always the same
// for the same words, and seven bytes long. Its first byte belongs to no maker of tags (ISO/IEC
// 7816-6).
func VirtualUID(words []string) UID {
	sum := sha256.Sum256([]byte(strings.Join(words, " ")))
	u := UID{n: 7}
	copy(u.b[1:], sum[:6])
	return u
}

// ParseUID reads hexadecimal digits in upper or lower case, ignoring spaces and colons between
// them.
func ParseUID(s string) (UID, error) {
	b, err := hex.DecodeString(strings.NewReplacer(" ", "", ":", "").Replace(s))
	if err != nil {
		return UID{}, fmt.Errorf("UID %q is not hexadecimal", s)
	}
	u, err := NewUID(b)
	if err != nil {
		return UID{}, fmt.Errorf("UID %q: %w", s, err)
	}
	return u, nil
}

// Bytes returns a copy of the UID's bytes, in the order in which they are sent.
func (u UID) Bytes() []byte { return append([]byte(nil), u.b[:u.n]...) }

// IsZero reports whether u is no tag at all.
func (u UID) IsZero() bool { return u.n == 0 }

// Random reports whether the tag, usually a phone, makes up a new UID each time that it enters a
// field: four bytes, the first 08h (ISO/IEC 14443-3, 6.5.4).
func (u UID) Random() bool { return u.n == 4 && u.b[0] == 0x08 }

// Whole returns ErrCut if a reader that tells nothing but u has told only the beginning of a longer
// UID: four bytes, the first 88h, which says that more follow (ISO/IEC 14443-3, 6.5.4). Drivers that
// know the card's own answer (SAK) need not ask.
func (u UID) Whole() error {
	if u.n == 4 && u.b[0] == 0x88 {
		return fmt.Errorf("%w: %w (%v)", ErrUnreadable, ErrCut, u)
	}
	return nil
}

// String returns the UID in upper-case hexadecimal without separators: "04A2241B5C6D80".
func (u UID) String() string { return strings.ToUpper(hex.EncodeToString(u.b[:u.n])) }

// MarshalText returns what String returns; the zero UID is the empty text.
func (u UID) MarshalText() ([]byte, error) { return []byte(u.String()), nil }

// UnmarshalText reads what ParseUID reads; the empty text is the zero UID.
func (u *UID) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*u = UID{}
		return nil
	}
	v, err := ParseUID(string(text))
	if err != nil {
		return err
	}
	*u = v
	return nil
}
