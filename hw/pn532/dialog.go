package pn532

import (
	"context"
	"errors"
	"fmt"
	"time"

	"arbiter/hw"
	"arbiter/hw/serialport"
)

// Values that can only be determined on hardware; the bench checklist in hw/README.md says how.
const (
	// DefaultAck is how long the acknowledgment of a command may take. The chip needs 15 ms at most
	// (6.2.2); an adapter and a busy computer need more.
	DefaultAck = 50 * time.Millisecond
	// DefaultReply is how long an answer may take after the acknowledgment. The longest is that of
	// InListPassiveTarget with two targets.
	DefaultReply = 100 * time.Millisecond
)

const (
	// repeats is how many times a garbled answer is asked for again.
	repeats = 2
	// quiet is how long there must be silence after that. Hardware must confirm it.
	quiet = 10 * time.Millisecond
)

// A line carries bytes to the chip and back; a serialport.Port is one.
type line interface {
	Read(context.Context) ([]byte, error)
	Write(context.Context, []byte) error
	Discard()
}

// A dialog exchanges commands for answers (6.2.2).
type dialog struct {
	line    line
	ack     time.Duration
	reply   time.Duration
	decoder decoder
}

// command sends one command and returns the chip's answer without the command code. A command is
// sent only once, because many must not be carried out twice.
func (d *dialog) command(ctx context.Context, code byte, args ...byte) ([]byte, error) {
	d.line.Discard()
	d.decoder.buf = nil
	answer, err := d.converse(ctx, code, args)
	switch {
	case err == nil || ctx.Err() != nil:
		return answer, err
	case errors.Is(err, serialport.ErrGone), errors.Is(err, serialport.ErrStuck):
		return nil, fmt.Errorf("%w: %w", hw.ErrNoReader, err)
	}
	return nil, fmt.Errorf("command %02Xh: %w", code, err)
}

var (
	errSilent  = fmt.Errorf("%w: no PN532 speaks", hw.ErrNoReader)
	errNothing = fmt.Errorf("%w: it takes the command and says nothing", hw.ErrIO)
	errGarbled = fmt.Errorf("%w: its frames are garbled", hw.ErrIO)
	errRefused = fmt.Errorf("%w: it does not know the command", hw.ErrIO)
)

func (d *dialog) converse(ctx context.Context, code byte, args []byte) ([]byte, error) {
	if err := d.send(ctx, encode(append([]byte{toChip, code}, args...))); err != nil {
		return nil, err
	}
	// A garbled acknowledgment, or one lost before the answer, counts as one.
	f, err := d.hear(ctx, d.ack, code+1)
	if err == nil && f.kind != data && f.kind != refusal {
		f, err = d.answer(ctx, code+1)
	}
	switch {
	case err != nil:
		return nil, err
	case f.kind == refusal:
		return nil, errRefused
	}
	return append([]byte(nil), f.data[2:]...), nil
}

// answer waits for an answer, and asks for it again if it was garbled or incomplete. If nothing
// came it does not ask: a late answer and its repetition could be taken for the answers to two
// commands.
func (d *dialog) answer(ctx context.Context, code byte) (frame, error) {
	asked := false
	for range 1 + repeats {
		f, err := d.hear(ctx, d.reply, code)
		switch {
		case errors.Is(err, errSilent) && !d.begun():
			return f, errNothing
		case err != nil && !errors.Is(err, errSilent):
			return f, err
		case err == nil && f.kind == ack:
			continue // after something garbled
		case err == nil && f.kind != garbled:
			if asked && f.kind == data {
				f.data = append([]byte(nil), f.data...)
				d.settle(ctx, code)
			}
			return f, nil
		}
		d.decoder.buf, asked = nil, true
		if err := d.send(ctx, nackFrame); err != nil {
			return f, err
		}
	}
	return frame{}, errGarbled
}

// begun reports whether part of a frame has arrived.
func (d *dialog) begun() bool { return len(d.decoder.buf) > 1 }

// settle waits until all copies of an answer that was asked for again have come.
func (d *dialog) settle(ctx context.Context, code byte) {
	for {
		if _, err := d.hear(ctx, quiet, code); err != nil {
			return
		}
	}
}

func (d *dialog) send(ctx context.Context, b []byte) error {
	ctx, cancel := context.WithTimeout(ctx, d.ack)
	defer cancel()
	return d.line.Write(ctx, b)
}

// hear waits for an acknowledgment, for the answer with the given code, for a refusal or for
// something garbled. It ignores everything else, such as the late answer to an earlier command.
func (d *dialog) hear(ctx context.Context, within time.Duration, code byte) (frame, error) {
	patient, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	for {
		for f, ok := d.decoder.next(); ok; f, ok = d.decoder.next() {
			switch {
			case f.kind == nack:
			case f.kind != data:
				return f, nil
			case len(f.data) >= 2 && f.data[0] == fromChip && f.data[1] == code:
				return f, nil
			}
		}
		b, err := d.line.Read(patient)
		switch {
		case ctx.Err() != nil:
			return frame{}, ctx.Err()
		case errors.Is(err, context.DeadlineExceeded):
			return frame{}, errSilent
		case err != nil:
			return frame{}, err
		}
		d.decoder.feed(b)
	}
}
