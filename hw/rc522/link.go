package rc522

import (
	"fmt"
	"time"

	"periph.io/x/devices/v3/mfrc522/commands"

	"arbiter/hw"
	"arbiter/hw/iso14443"
)

// Values of registers that commands names but does not spell out.
const (
	fieldOff   = 0x80 // TxControlReg: reset value (9.3.2.5)
	fieldOn    = 0x83 // Tx1RFEn, Tx2RFEn
	forceASK   = 0x40 // TxASKReg: type A (9.3.2.6)
	crcPresetA = 0x3D // ModeReg: CRC preset 6363h (9.3.2.2)
	timerAuto  = 0x80 // TModeReg: start at the end of a transmission (9.3.3.10)
	clearAll   = 0x7F // ComIrqReg: clear every bit (9.3.1.5)
	flushFIFO  = 0x80 // FIFOLevelReg (9.3.1.11)
	startSend  = 0x80 // BitFramingReg (9.3.1.14)

	irqSet1, irqRx, irqTimer = 0x80, 0x20, 0x01 // ComIrqReg

	errColl   = 0x08 // ErrorReg (9.3.1.7)
	errOthers = 0x13 // overflow, parity, protocol

	collPosInvalid = 0x20 // CollReg (9.3.1.15)
	collPos        = 0x1F

	fifoSize = 64
	minPolls = 8 // of the IRQ register, however late the goroutine runs
)

func (r *Reader) write(reg int, v byte) error {
	if err := r.chip.DevWrite(reg, v); err != nil {
		return fmt.Errorf("%w: %w", hw.ErrIO, err)
	}
	return nil
}

func (r *Reader) read(reg int) (byte, error) {
	v, err := r.chip.DevRead(reg)
	if err != nil {
		return 0, fmt.Errorf("%w: %w", hw.ErrIO, err)
	}
	return v, nil
}

// link is the reader as iso14443 sees it.
type link struct{ *Reader }

// Transceive sends a frame and waits for the answer or the chip's timer.
func (l link) Transceive(f iso14443.Frame) (iso14443.Answer, error) {
	if err := l.listen(f.Within); err != nil {
		return iso14443.Answer{}, err
	}
	if err := l.send(f); err != nil {
		return iso14443.Answer{}, err
	}
	irq, err := l.wait(onAir(f))
	switch {
	case err != nil:
		return iso14443.Answer{}, err
	case irq&irqRx == 0:
		return iso14443.Answer{}, iso14443.ErrSilence
	case f.Any:
		return iso14443.Answer{}, nil
	}
	return l.receive(f.Align)
}

// onAir is how long a frame and the silence behind it take at least: 9.44 us a
// bit, with a parity bit after each byte, and 86 us (ISO/IEC 14443-3, 6.2).
func onAir(f iso14443.Frame) time.Duration {
	return time.Duration(9*len(f.Data))*9440*time.Nanosecond + 86*time.Microsecond
}

func (l link) send(f iso14443.Frame) error {
	framing := byte(f.Align<<4 | f.LastBits)
	for _, v := range [...]struct {
		reg int
		val byte
	}{
		{commands.CommandReg, commands.PCD_IDLE},
		{commands.CommIrqReg, clearAll},
		{commands.FIFOLevelReg, flushFIFO},
	} {
		if err := l.write(v.reg, v.val); err != nil {
			return err
		}
	}
	for _, b := range f.Data {
		if err := l.write(commands.FIFODataReg, b); err != nil {
			return err
		}
	}
	if err := l.write(commands.CommandReg, commands.PCD_TRANSCEIVE); err != nil {
		return err
	}
	return l.write(commands.BitFramingReg, startSend|framing)
}

// wait polls the interrupt register until the chip has received something or
// its timer has run out; between the first polls it leaves the bus to others. A
// chip that does neither is gone or broken.
func (l link) wait(least time.Duration) (irq byte, err error) {
	end := time.Now().Add(finish + l.timer)
	for polls := 0; polls < minPolls || time.Now().Before(end); polls++ {
		irq, err = l.read(commands.CommIrqReg)
		switch {
		case err != nil:
			return 0, err
		case irq&irqSet1 != 0: // reads as zero in every chip
			return 0, l.lost()
		case irq&(irqRx|irqTimer) != 0:
			return irq, nil
		}
		time.Sleep(max(least, glance))
		least = 0
	}
	return 0, l.lost()
}

// lost says why the chip did not finish.
func (l link) lost() error {
	return l.because(fmt.Errorf("the chip did not finish within %v", finish))
}

func (l link) receive(align int) (a iso14443.Answer, err error) {
	trouble, err := l.read(commands.ErrorReg)
	if err != nil {
		return a, err
	}
	if trouble&errColl != 0 {
		if a.Collision, err = l.collision(align); err != nil {
			return a, err
		}
	} else if trouble&errOthers != 0 {
		return a, fmt.Errorf("%w: error register %#02x", iso14443.ErrGarbled, trouble)
	}
	if a.Data, err = l.drain(); err != nil {
		return a, err
	}
	last, err := l.read(commands.ControlReg)
	a.Bits = 8*len(a.Data) - align
	if n := int(last & 7); n > 0 {
		a.Bits += n - 8
	}
	return a, err
}

// drain empties the FIFO.
func (l link) drain() ([]byte, error) {
	n, err := l.read(commands.FIFOLevelReg)
	switch {
	case err != nil:
		return nil, err
	case n > fifoSize:
		return nil, l.lost()
	}
	data := make([]byte, n)
	for i := range data {
		if data[i], err = l.read(commands.FIFODataReg); err != nil {
			return nil, err
		}
	}
	return data, nil
}

// collision is the position of the first collision among the received bits,
// from 1.
func (l link) collision(align int) (int, error) {
	v, err := l.read(commands.CollReg)
	if err != nil {
		return 0, err
	}
	pos := int(v & collPos)
	if pos == 0 {
		pos = 32
	}
	if collCountsAlign {
		pos -= align
	}
	if v&collPosInvalid != 0 || pos < 1 {
		return 0, fmt.Errorf("%w: no collision position (%#02x)", iso14443.ErrCollision, v)
	}
	return pos, nil
}
