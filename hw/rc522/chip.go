package rc522

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"periph.io/x/devices/v3/mfrc522/commands"

	"arbiter/hw"
)

// models are values of VersionReg (9.3.4.8) with a name: NXP's chips, and Fudan's FM17522 family.
// Others are reported by their number. Hardware must confirm more.
var models = map[byte]string{
	0x90: "MFRC522, version 0.0", 0x91: "MFRC522, version 1.0", 0x92: "MFRC522, version 2.0",
	0x88: "clone 0x88, FM17522", 0x89: "clone 0x89, FM17522E", 0xB2: "clone 0xb2, FM17522",
}

// Chip asks the chip what it is: "MFRC522, ..." or "clone ...", which is another chip that does
// what it is told. Its errors tell a reader that is not connected (hw.ErrNoReader) from a chip that
// is neither (hw.ErrIO).
func (r *Reader) Chip(ctx context.Context) (string, error) {
	if err := r.opts.Neighborhood.Enter(ctx); err != nil {
		return "", err
	}
	defer r.opts.Neighborhood.Leave()
	v, err := r.version()
	if err == nil {
		err = r.prove()
	}
	if err != nil {
		return "", err
	}
	return cmp.Or(models[v], fmt.Sprintf("clone %#02x", v)), nil
}

// version reads the version register: it is the only one that cannot be
// confused with an open or shorted line.
func (r *Reader) version() (byte, error) {
	v, err := r.read(commands.VersionReg)
	if err == nil && (v == 0x00 || v == 0xFF) {
		err = fmt.Errorf("%w: version register reads %#02x, is the board connected?", hw.ErrNoReader, v)
	}
	return v, err
}

// prove checks that a register reads back what was written to it. A chip that passes is accepted
// whatever its version. The register is zero at all other times.
func (r *Reader) prove() error {
	for _, v := range [...]byte{0x55, 0xAA, 0} {
		if err := r.write(commands.TReloadRegH, v); err != nil {
			return err
		}
		got, err := r.read(commands.TReloadRegH)
		if err != nil {
			return err
		}
		if got == v {
			continue
		}
		switch version, err := r.version(); {
		case err != nil:
			return err
		case version&^3 != genuine:
			return fmt.Errorf("%w: %w: version register reads %#02x, which is no MFRC522", hw.ErrIO, hw.ErrForeign, version)
		}
		return fmt.Errorf("%w: wrote %#02x, read back %#02x", hw.ErrIO, v, got)
	}
	return nil
}

// genuine is the version of NXP's chips without its lowest two bits.
const genuine = 0x90

// because returns why the symptom occurred: the chip has gone, or it answers nonsense.
func (r *Reader) because(symptom error) error {
	if _, err := r.version(); err != nil {
		return err
	}
	return fmt.Errorf("%w: %w", hw.ErrIO, symptom)
}

// wake makes sure that the right chip answers and has our values.
func (r *Reader) wake(ctx context.Context) error {
	if _, err := r.version(); err != nil {
		return err
	}
	if r.ready {
		// After a brief loss of power the chip answers, but has lost its values.
		if v, err := r.read(commands.TReloadRegL); err != nil || v == ticks(r.timer) {
			return err
		}
		r.ready = false
	}
	if err := r.prove(); err != nil {
		return err
	}
	r.chip.SetAntennaGain(r.opts.Gain)
	if err := r.chip.Init(); err != nil {
		return r.because(err)
	}
	if err := r.write(commands.TxControlReg, fieldOff); err != nil {
		return err
	}
	r.off = time.Now()
	if err := hw.Pause(ctx, wakeUp); err != nil {
		return err
	}
	return r.setUp()
}

// setUp writes our values over those of LowLevel.Init, with which the chip would wait 15.5 ms for a
// silent tag, and repeats those that a chip may have missed while waking up.
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

// ticks returns the value of the lower reload register, which is enough for 6.3 ms; longer times
// are capped.
func ticks(d time.Duration) byte { return byte(min(d/timerTick, 0xFF)) }
