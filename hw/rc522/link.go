package rc522

import (
	"fmt"
	"time"

	"periph.io/x/devices/v3/mfrc522/commands"

	"arbiter/hw/iso14443"
)

// Values of registers that package commands names but does not define.
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

	fifoSize  = 64
	minLooks  = 8  // fewest looks at the chip, however late the goroutine runs
	mostHasty = 24 // looks in quick succession; the longest answers need 20
)

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
	s, err := l.wait(onAir(f))
	switch {
	case err != nil:
		return iso14443.Answer{}, err
	case s.irq&irqRx == 0:
		return iso14443.Answer{}, iso14443.ErrSilence
	case f.Any:
		return iso14443.Answer{}, nil
	}
	return l.receive(s, f.Align)
}

// onAir returns how long an exchange takes at least: 9.44 us a bit, with a parity bit after each
// byte, 86 us in between (ISO/IEC 14443-3, 6.2), and two bytes of answer; only acknowledgments are
// shorter.
func onAir(f iso14443.Frame) time.Duration {
	return time.Duration(9*(len(f.Data)+2))*9440*time.Nanosecond + 86*time.Microsecond
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
	if err := l.fill(f.Data); err != nil {
		return err
	}
	if err := l.write(commands.CommandReg, commands.PCD_TRANSCEIVE); err != nil {
		return err
	}
	return l.write(commands.BitFramingReg, startSend|framing)
}

// status is what the chip reports about an exchange.
type status struct{ irq, trouble, level, control byte }

func (l link) look() (status, error) {
	v, err := l.fetch(commands.CommIrqReg, commands.ErrorReg, commands.FIFOLevelReg, commands.ControlReg)
	if err != nil {
		return status{}, err
	}
	return status{v[0], v[1], v[2], v[3]}, nil
}

// wait polls the chip until it has received something or its timer has run out. It sleeps before
// each look, the first time for the least that the exchange takes, so that others can use the bus
// and the processor. A chip that does neither is gone or broken.
func (l link) wait(least time.Duration) (status, error) {
	end := time.Now().Add(finish + l.timer)
	for looks := 0; looks < minLooks || time.Now().Before(end); looks++ {
		switch {
		case looks == 0:
			l.opts.Sleep(least)
		case looks < mostHasty:
			l.opts.Sleep(glance)
		default:
			time.Sleep(time.Millisecond)
		}
		switch s, err := l.look(); {
		case err != nil:
			return status{}, err
		case s.irq&irqSet1 != 0: // reads as zero in every chip
			return status{}, l.lost()
		case s.irq&(irqRx|irqTimer) != 0:
			return s, nil
		}
	}
	return status{}, l.lost()
}

// lost returns why the chip did not finish.
func (l link) lost() error {
	return l.because(fmt.Errorf("the chip did not finish within %v", finish))
}

func (l link) receive(s status, align int) (a iso14443.Answer, err error) {
	switch {
	case s.trouble&errColl != 0:
		if a.Collision, err = l.collision(); err != nil {
			return a, err
		}
	case s.trouble&errOthers != 0:
		return a, fmt.Errorf("%w: error register %#02x", iso14443.ErrGarbled, s.trouble)
	}
	if s.level > fifoSize {
		return a, l.lost()
	}
	if a.Data, err = l.drain(s.level); err != nil {
		return a, err
	}
	a.Bits = 8*len(a.Data) - align
	if n := int(s.control & 7); n > 0 {
		a.Bits += n - 8
	}
	return a, nil
}

// collision returns the number of the bit with the first collision. The data sheet leaves open
// whether it counts the bits below RxAlign.
func (l link) collision() (int, error) {
	v, err := l.read(commands.CollReg)
	switch {
	case err != nil:
		return 0, err
	case v&collPosInvalid != 0:
		return 0, fmt.Errorf("%w: no collision position (%#02x)", iso14443.ErrCollision, v)
	case v&collPos == 0:
		return 32, nil
	}
	return int(v & collPos), nil
}
