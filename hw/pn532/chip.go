package pn532

import (
	"context"
	"fmt"
	"slices"

	"arbiter/hw"
)

// Commands (chapter 7).
const (
	getFirmwareVersion  = 0x02 // 7.2.2
	writeRegister       = 0x08 // 7.2.5
	setParameters       = 0x12 // 7.2.9
	samConfiguration    = 0x14 // 7.2.10
	rfConfiguration     = 0x32 // 7.3.1
	inDataExchange      = 0x40 // 7.3.8
	inCommunicateThru   = 0x42 // 7.3.9
	inDeselect          = 0x44 // 7.3.10
	inListPassiveTarget = 0x4A // 7.3.5
	inRelease           = 0x52 // 7.3.11
	inSelect            = 0x54 // 7.3.12
)

// Arguments.
const (
	samNormal  = 0x01 // no SAM
	samTimeout = 0x14 // in units of 50 ms; has no effect without a SAM
	samIRQ     = 0x01

	rfField   = 0x01 // items of RFConfiguration
	rfTimings = 0x02
	rfRetries = 0x05

	atrTimeout = 0x0B // the reset value; type A does not use it
	typeA      = 0x00 // 106 kbit/s
	allTargets = 0x00

	maxTargets = 2 // at once, by firmware (7.3.5)

	genuine = 0x32 // IC of a PN532 (7.2.2)
)

// Timings of InDataExchange and InCommunicateThru, 100 us times 2^(n-1) (7.3.1). Hardware must
// confirm that the shortest is long enough.
const (
	briefly = 0x05 // 1.6 ms: a tag answers a request after 0.09 ms
	longest = 0x10
)

// passiveRetries is how many more times the chip looks for a tag before it reports that there is
// none; its reset value FFh means forever. Hardware must confirm that one look is enough.
const passiveRetries = 0x00

// wakeUp is five rising edges and time for the oscillator (6.3.2.3): 1.4 ms at 115200 baud. The
// acknowledgment at the end aborts whatever command is running (6.2.2.2). Hardware must confirm the
// length.
var wakeUp = append([]byte{0x55, 0x55, 15: 0x00}, ackFrame...)

// MaxTags ends an inventory that would go on forever.
const MaxTags = 8

// chip is a PN532 behind a dialog.
type chip struct {
	dialog
	timing byte
}

// setUp wakes the chip, asks what it is and sets our values; the field is off afterwards.
func (c *chip) setUp(ctx context.Context) (model string, err error) {
	if err := c.send(ctx, wakeUp); err != nil {
		return "", fmt.Errorf("%w: %w", hw.ErrNoReader, err)
	}
	if err := c.configure(ctx, samConfiguration, samNormal, samTimeout, samIRQ); err != nil {
		return "", err
	}
	if model, err = c.identify(ctx); err != nil {
		return "", err
	}
	for _, v := range [][]byte{
		{setParameters, 0}, // no RATS: phones must not be talked to
		{rfConfiguration, rfRetries, 0xFF, 0x01, passiveRetries},
		{rfConfiguration, rfField, 0},
	} {
		if err := c.configure(ctx, v[0], v[1:]...); err != nil {
			return model, err
		}
	}
	c.timing = 0
	return model, c.setTiming(ctx, briefly)
}

// identify returns the chip and its firmware (7.2.2).
func (c *chip) identify(ctx context.Context) (string, error) {
	a, err := c.command(ctx, getFirmwareVersion)
	switch {
	case err != nil:
		return "", err
	case len(a) != 4:
		return "", fmt.Errorf("%w: its version has %d bytes", hw.ErrIO, len(a))
	case a[0] != genuine:
		return "", fmt.Errorf("%w: %w: it says that it is a chip %02X, which is no PN532", hw.ErrIO, hw.ErrForeign, a[0])
	}
	return fmt.Sprintf("PN532, firmware %d.%d", a[1], a[2]), nil
}

// configure sends a command whose answer has no data.
func (c *chip) configure(ctx context.Context, code byte, args ...byte) error {
	_, err := c.command(ctx, code, args...)
	return err
}

func (c *chip) setField(ctx context.Context, on bool) error {
	if on {
		return c.configure(ctx, rfConfiguration, rfField, 1)
	}
	return c.configure(ctx, rfConfiguration, rfField, 0)
}

// setTiming sets how long a tag may take to answer.
func (c *chip) setTiming(ctx context.Context, v byte) error {
	if c.timing == v {
		return nil
	}
	c.timing = v
	return c.configure(ctx, rfConfiguration, rfTimings, 0x00, atrTimeout, v)
}

// A target is a tag that the chip has numbered.
type target struct {
	tg  byte
	uid hw.UID
}

// search lists tags, two at a time, until it finds the wanted one or there are no more; the zero
// UID is never found. The field must just have been switched on. With an error, the UIDs are those
// that were read before it.
func (c *chip) search(ctx context.Context, wanted hw.UID) (found []hw.UID, tg byte, err error) {
	for {
		targets, err := c.list(ctx)
		if err != nil {
			return found, 0, err
		}
		before := len(found)
		for _, t := range targets {
			if !slices.Contains(found, t.uid) {
				found = append(found, t.uid)
			}
			if t.uid == wanted {
				return found, t.tg, nil
			}
		}
		switch {
		case len(targets) < maxTargets || len(found) == before: // tags that do not halt would be listed again
			return found, 0, nil
		case len(found) >= MaxTags:
			return found, 0, fmt.Errorf("%w: more than %d", hw.ErrCollision, MaxTags-1)
		}
		if err := c.configure(ctx, inRelease, allTargets); err != nil {
			return found, 0, err
		}
	}
}

// list asks for two tags that are neither halted nor listed.
func (c *chip) list(ctx context.Context) ([]target, error) {
	a, err := c.command(ctx, inListPassiveTarget, maxTargets, typeA)
	if err != nil {
		return nil, err
	}
	targets, ok := parseTargets(a)
	if !ok {
		return nil, fmt.Errorf("%w: a list of tags that reads % X", hw.ErrIO, a)
	}
	return targets, nil
}

// parseTargets reads NbTg and for each target Tg, SENS_RES (2), SEL_RES, length
// and UID (7.3.5).
func parseTargets(a []byte) (targets []target, ok bool) {
	if len(a) == 0 || a[0] > maxTargets {
		return nil, false
	}
	n, rest := int(a[0]), a[1:]
	for range n {
		if len(rest) < 5 || len(rest) < 5+int(rest[4]) {
			return nil, false
		}
		end := 5 + int(rest[4])
		u, err := hw.NewUID(withoutCascade(rest[5:end]))
		if err != nil || rest[0] == 0 {
			return nil, false
		}
		targets = append(targets, target{rest[0], u})
		rest = rest[end:]
	}
	return targets, len(rest) == 0
}

// withoutCascade removes the cascade tags from a UID. The firmware of some chips leaves them in.
func withoutCascade(uid []byte) []byte {
	const ct = 0x88
	switch {
	case len(uid) == 8 && uid[0] == ct:
		return uid[1:]
	case len(uid) == 12 && uid[0] == ct && uid[4] == ct:
		return append(append([]byte(nil), uid[1:4]...), uid[5:]...)
	}
	return uid
}
