package iso14443

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"arbiter/hw"
)

const (
	// MaxTags is the most tags that an inventory finds.
	MaxTags = 8
	// maxFailures is how many failed exchanges end an inventory.
	maxFailures = 4
	// tries is how many times a tag is asked for by its UID before it is looked for among all
	// others.
	tries = 2
	// How many silent requests in a row end an inventory: one, two after a failure, five while a
	// tag is missing that was there before. One lost answer makes two silences: the tag takes the
	// next request for a mistake.
	enough, enoughAfterFailure, enoughToMiss = 1, 2, 5
)

// Present reports whether a tag is in the field, be it idle or halted, and leaves
// it selected. All other tags fall back; it finds none of them. ErrSilence: the
// tag did not answer.
func Present(ctx context.Context, l Link, u hw.UID) error {
	var err error
	// After a failure the tag ignores the first request on its way back.
	for range 2 * tries {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err = request(l, wupa); err == nil {
			err = find(l, u)
		}
		if err == nil || !ofTags(err) {
			return err
		}
	}
	return err
}

// inventory finds every tag in the field, up to MaxTags. The field must just have been switched on,
// so that no tag is halted. With an error, the UIDs are those that were read completely before it.
// A failed exchange is repeated; it is an error only if tags still answer at the end. An empty
// field is not an error.
//
// It expects some tags, which it asks for by UID first: that takes two frames less for a tag of
// seven bytes, and only their absence takes longer. Others of unknown UID may be expected too.
func inventory(ctx context.Context, l Link, expected []hw.UID, others bool) ([]hw.UID, error) {
	c := census{l: l, expected: expected, others: others}
	for len(c.found) <= MaxTags {
		if err := ctx.Err(); err != nil {
			return c.found, err
		}
		switch err := request(l, reqa); {
		case errors.Is(err, ErrSilence):
			if c.silent() {
				return c.found, nil
			}
			continue
		case err != nil:
			return c.found, err
		}
		c.silences = 0
		if err := c.next(); err != nil && (!ofTags(err) || c.failures >= maxFailures) {
			return c.found, err
		}
	}
	return c.found[:MaxTags], fmt.Errorf("%w: more than %d", ErrCollision, MaxTags)
}

// census is one inventory in progress.
type census struct {
	l        Link
	found    []hw.UID
	expected []hw.UID
	others   bool
	asked    int // how many times expected tags were asked for in vain
	silences int // in a row
	failures int
	doubt    bool   // some tag may be in an unexpected state
	awake    hw.UID // the last tag found, which is not halted
}

// silent counts a request without an answer, and reports whether it was the last. A tag in an
// unexpected state ignores one request on its way back to idle, so one silence after a failure
// proves nothing. A tag that was there before gets more chances.
func (c *census) silent() bool {
	c.silences++
	switch {
	case c.missing() >= 0:
		return c.silences >= enoughToMiss
	case c.doubt:
		return c.silences >= enoughAfterFailure
	}
	return c.silences >= enough
}

// missing returns the index of the first expected tag that has not been found.
func (c *census) missing() int {
	return slices.IndexFunc(c.expected, func(u hw.UID) bool { return !slices.Contains(c.found, u) })
}

// next talks to one of the tags that answered.
func (c *census) next() error {
	if i := c.missing(); i >= 0 && c.asked < tries*len(c.expected) {
		return c.ask(c.expected[i])
	}
	u, err := choose(c.l)
	switch {
	case err != nil:
	case slices.Contains(c.found, u) && u != c.awake:
		err = fmt.Errorf("%w: tag %v does not halt", ErrGarbled, u)
	case u != c.awake:
		c.found = append(c.found, u)
	}
	if err != nil {
		c.failures, c.doubt = c.failures+1, true
	}
	if u.IsZero() {
		return err
	}
	c.awake = hw.UID{}
	if broken := Halt(c.l); broken != nil {
		return broken
	}
	return err
}

// ask looks for an expected tag. The last one is not halted: it does not answer the next request
// because it is selected (ISO/IEC 14443-3, figure 7), so that request finds out whether there are
// others, and a frame is saved. If others are expected it is halted, because it would answer the
// request after that one and be found again.
func (c *census) ask(u hw.UID) error {
	if err := find(c.l, u); err != nil {
		c.asked, c.doubt = c.asked+1, true
		if i := c.missing(); len(c.expected) > 1 { // another one next time
			c.expected = append(slices.Delete(slices.Clone(c.expected), i, i+1), u)
		}
		return err
	}
	c.found = append(c.found, u)
	if c.missing() < 0 && !c.others {
		c.awake = u
		return nil
	}
	return Halt(c.l)
}
