package lessons

import (
	"context"
	"errors"

	"arbiter/cmd/arbiter/internal/device"
	"arbiter/companion/gamelog"
	"arbiter/companion/learning"
	"arbiter/engine"
	"arbiter/hw"
	"arbiter/hw/ntag"
)

// A tagStore is the log as a lesson needs it.
type tagStore struct{ *gamelog.DB }

var _ learning.TagStore = tagStore{}

// TagMemory gives access to the memory of tags on wired readers.
type TagMemory struct {
	Buses []hw.Bus
	Maker ntag.PublicKey // public key of the maker of genuine tags
}

var _ learning.TagMemory = TagMemory{}

func (c TagMemory) at(reader string) (hw.Memory, error) {
	if m := device.MemoryOf(c.Buses, reader); m != nil {
		return m, nil
	}
	return nil, learning.ErrNoMemory
}

// Token reads the token of a tag.
func (c TagMemory) Token(ctx context.Context, reader string, card hw.UID) (string, error) {
	m, err := c.at(reader)
	if err != nil {
		return "", err
	}
	token, err := ntag.ReadToken(ctx, m, card)
	switch {
	case err == nil:
		return token.String(), nil
	case errors.Is(err, ntag.ErrNoToken), errors.Is(err, ntag.ErrForeign), errors.Is(err, ntag.ErrModel):
		return "", nil
	}
	return "", err
}

// Mark gives a tag a token.
func (c TagMemory) Mark(ctx context.Context, reader string, card hw.UID) (string, error) {
	m, err := c.at(reader)
	if err != nil {
		return "", err
	}
	token, err := ntag.WriteToken(ctx, m, card, ntag.NewToken())
	if err != nil {
		return "", forPeople(err)
	}
	return token.String(), nil
}

// Genuine reports whether the maker signed a tag.
func (c TagMemory) Genuine(ctx context.Context, reader string, card hw.UID) (bool, error) {
	m, err := c.at(reader)
	if err != nil {
		return false, err
	}
	signature, err := m.Signature(ctx, card)
	return err == nil && c.Maker.Signed(card.Bytes(), signature), forPeople(err)
}

// forPeople says what people can do about a memory that takes no token.
func forPeople(err error) error {
	switch {
	case errors.Is(err, ntag.ErrForeign):
		return engine.Refuse("the tag holds something of another program and is left alone")
	case errors.Is(err, ntag.ErrModel):
		return engine.Refuse("only an NTAG213, NTAG215 or NTAG216 takes a token")
	case errors.Is(err, ntag.ErrNoRoom):
		return engine.Refuse("the tag is full")
	}
	return err
}
