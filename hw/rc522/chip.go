package rc522

import (
	"context"
	"fmt"
	"time"

	"periph.io/x/devices/v3/mfrc522/commands"

	"arbiter/hw"
)

// models are the known values of VersionReg (9.3.4.8): NXP's chips, the Fudan
// FM17522 family, and clones seen in the field. Hardware must confirm more.
var models = map[byte]string{
	0x90: "MFRC522, version 0.0", 0x91: "MFRC522, version 1.0", 0x92: "MFRC522, version 2.0",
	0x88: "FM17522", 0x82: "clone 0x82", 0xB2: "clone 0xB2", 0x12: "clone 0x12",
}

// Chip asks the chip what it is. Its errors tell a reader that is not connected
// (hw.ErrNoReader) from a chip that is none of these (hw.ErrIO).
func (r *Reader) Chip(ctx context.Context) (string, error) {
	if err := r.opts.Air.Enter(ctx); err != nil {
		return "", err
	}
	defer r.opts.Air.Leave()
	return r.identify()
}

// identify reads the version register: it is the only one that cannot be
// confused with an open or shorted line.
func (r *Reader) identify() (string, error) {
	v, err := r.read(commands.VersionReg)
	switch {
	case err != nil:
		return "", err
	case v == 0x00 || v == 0xFF:
		return "", fmt.Errorf("%w: version register reads %#02x, is the board connected?", hw.ErrNoReader, v)
	case models[v] == "":
		return "", fmt.Errorf("%w: %w: version register reads %#02x, which is no MFRC522", hw.ErrIO, hw.ErrForeign, v)
	}
	return models[v], nil
}

// because tells a chip that has gone from one that answers nonsense.
func (r *Reader) because(symptom error) error {
	if _, err := r.identify(); err != nil {
		return err
	}
	return fmt.Errorf("%w: %w", hw.ErrIO, symptom)
}

// wake makes sure that the right chip answers and has our values.
func (r *Reader) wake(ctx context.Context) error {
	if _, err := r.identify(); err != nil {
		return err
	}
	if r.ready {
		// After a moment without power the chip answers, but has forgotten.
		if v, err := r.read(commands.TReloadRegL); err != nil || v == ticks(r.timer) {
			return err
		}
		r.ready = false
	}
	r.chip.SetAntennaGain(r.opts.Gain)
	if err := r.chip.Init(); err != nil {
		return r.because(err)
	}
	if err := r.write(commands.TxControlReg, fieldOff); err != nil {
		return err
	}
	r.off = time.Now()
	if err := pause(ctx, wakeUp); err != nil {
		return err
	}
	return r.setUp()
}

// setUp writes our values over those of LowLevel.Init, which stay 15.5 ms in
// silence, and repeats those that a chip still waking may have missed.
func (r *Reader) setUp() error {
	for _, v := range [...]struct {
		reg int
		val byte
	}{
		{commands.TxAutoReg, forceASK},
		{commands.ModeReg, crcPresetA},
		{commands.RFCfgReg, byte(r.opts.Gain) << 4},
		{commands.CollReg, 0}, // for bitwise anticollision (9.3.1.15)
		{commands.TModeReg, timerAuto},
		{commands.TPrescalerReg, timerPrescaler},
		{commands.TReloadRegH, 0},
		{commands.TReloadRegL, timerReload},
	} {
		if err := r.write(v.reg, v.val); err != nil {
			return err
		}
	}
	v, err := r.read(commands.TReloadRegL)
	if err != nil {
		return err
	}
	if v != timerReload {
		return r.because(fmt.Errorf("wrote %d, read back %d", timerReload, v))
	}
	r.ready, r.scans, r.timer = true, 0, timerReload*timerTick
	return nil
}

// listen sets how late an answer may begin.
func (r *Reader) listen(within time.Duration) error {
	within = max(within, timerReload*timerTick)
	if ticks(within) == ticks(r.timer) {
		return nil
	}
	if err := r.write(commands.TReloadRegL, ticks(within)); err != nil {
		return err
	}
	r.timer = within
	return nil
}

// ticks is the value of the lower reload register, which suffices for 6.3 ms;
// more would not be waited for.
func ticks(d time.Duration) byte { return byte(min(d/timerTick, 0xFF)) }
