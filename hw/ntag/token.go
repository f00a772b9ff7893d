package ntag

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"arbiter/hw"
)

// A Token is a random number in the memory of a tag. It says nothing about the card; whoever keeps
// a list of tokens can tell a tag from a copy.
type Token [16]byte

// NewToken returns a random token.
func NewToken() (t Token) {
	rand.Read(t[:]) // never fails
	return t
}

// String returns the token in upper-case hexadecimal.
func (t Token) String() string { return strings.ToUpper(hex.EncodeToString(t[:])) }

// What can be wrong with a memory that is to hold a token.
var (
	// ErrNoToken means that the tag has none.
	ErrNoToken = errors.New("the tag has no token")
	// ErrModel means that this package does not know the memory of the tag.
	ErrModel = errors.New("the tag is no NTAG213, 215 or 216")
	// ErrNoRoom means that the contents of the tag leave no room.
	ErrNoRoom = errors.New("the tag has no room for a token")
	// ErrForeign means that the memory is not in the standard format of tags (NFC Forum, Type 2
	// Tag), so nothing is written there.
	ErrForeign = errors.New("the tag holds something of another program")
)

// ReadToken reads the token of a card; ErrNoToken if it has none, or one that was not written
// completely.
func ReadToken(ctx context.Context, m hw.Memory, card hw.UID) (Token, error) {
	l, _, err := survey(ctx, m, card)
	if err == nil && !l.found {
		err = ErrNoToken
	}
	return l.token, err
}

// WriteToken gives a card a token and returns the one that it has afterward, read back: an existing
// token stays. The other contents of the tag stay too, and nothing is locked. A card that is lifted
// meanwhile holds what it held before or the whole token, never a part of it.
func WriteToken(ctx context.Context, m hw.Memory, card hw.UID, t Token) (Token, error) {
	l, user, err := survey(ctx, m, card)
	if err != nil || l.found {
		return l.token, err
	}
	pages, err := l.plan(user, t)
	if err != nil {
		return Token{}, err
	}
	for _, p := range pages {
		if err := m.WritePage(ctx, card, p.number, p.data); err != nil {
			return Token{}, fmt.Errorf("token: %w", err)
		}
	}
	back, err := ReadToken(ctx, m, card)
	if err == nil && back != t {
		err = fmt.Errorf("token: %w: it reads another one", hw.ErrRefused)
	}
	return back, err
}

// survey reads the user memory of a card up to where its contents end.
func survey(ctx context.Context, m hw.Memory, card hw.UID) (l layout, user []byte, err error) {
	v, err := versionOf(ctx, m, card)
	if err != nil {
		return layout{}, nil, err
	}
	pages := Version(v).userPages()
	if pages == 0 {
		return layout{}, nil, fmt.Errorf("%w: %s", ErrModel, Version(v))
	}
	const chunk = 12
	for first := 0; first < pages; first += chunk {
		n := min(chunk, pages-first)
		more, err := m.ReadPages(ctx, card, FirstUser+first, n)
		if err != nil {
			return layout{}, nil, err
		}
		user = append(user, more...)
		if l, err = parse(user, pages*PageSize); !errors.Is(err, errShort) {
			return l, user, err
		}
	}
	return l, user, err
}

// versionOf asks a card what it is. Tags without GET_VERSION, such as an NTAG203, ignore or refuse
// the command although they can be read; the error is ErrModel. At the edge of a reader any answer
// is equally likely to be lost.
func versionOf(ctx context.Context, m hw.Memory, card hw.UID) (v [8]byte, err error) {
	for range 2 {
		v, err = m.TagVersion(ctx, card)
		if !errors.Is(err, hw.ErrUnreadable) && !errors.Is(err, hw.ErrRefused) {
			return v, err
		}
		if _, err := m.ReadPages(ctx, card, 0, 1); err != nil {
			return v, err
		}
	}
	return v, fmt.Errorf("%w: it does not tell what it is", ErrModel)
}

// userPages returns how many pages belong to the user (8.5, figures 7 to 9); after them come lock
// bits and configuration.
func (v Version) userPages() int {
	const behind = 5 // lock bits, two of configuration, password, its acknowledgment
	if n := v.Pages(); n > 0 {
		return n - FirstUser - behind
	}
	return 0
}
