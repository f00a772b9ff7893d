package mfrc522

import (
	"time"

	"arbiter/hw/emu/picc"
)

// Registers (9.2, table 20). The emulator has its own names, so that it does not share a mistake
// with a driver.
const (
	rCommand     = 0x01
	rComIrq      = 0x04
	rDivIrq      = 0x05
	rError       = 0x06
	rFIFOData    = 0x09
	rFIFOLevel   = 0x0A
	rControl     = 0x0C
	rBitFraming  = 0x0D
	rColl        = 0x0E
	rMode        = 0x11
	rTxMode      = 0x12
	rTxControl   = 0x14
	rTxASK       = 0x15
	rSerialSpeed = 0x1F
	rCRCHigh     = 0x21
	rCRCLow      = 0x22
	rTMode       = 0x2A
	rTPrescaler  = 0x2B
	rTReloadH    = 0x2C
	rTReloadL    = 0x2D
	rVersion     = 0x37
)

// Commands (10.3).
const (
	cmdCalcCRC    = 0x03
	cmdTransceive = 0x0C
	cmdSoftReset  = 0x0F
)

// Bits.
const (
	irqTx, irqRx, irqErr, irqTimer         = 0x40, 0x20, 0x02, 0x01
	errOverflow, errColl                   = 0x10, 0x08
	startSend, forceASK, autoStart, rfBoth = 0x80, 0x40, 0x80, 0x03
	valuesAfterColl, collPosInvalid, speed = 0x80, 0x20, 0x70

	fifoSize = 64
)

// reset sets the state after power-up or SoftReset (reset values of 9.3).
func (c *Chip) reset() {
	c.regs = [64]byte{
		rCommand: 0x20, 0x02: 0x80, rComIrq: 0x14, 0x07: 0x21, 0x0B: 0x08, rControl: 0x10,
		rColl: 0x80, rMode: 0x3F, rTxControl: 0x80, 0x16: 0x10, 0x17: 0x84, 0x18: 0x84,
		0x19: 0x4D, 0x1C: 0x62, rSerialSpeed: 0xEB, rCRCHigh: 0xFF, rCRCLow: 0xFF,
		0x24: 0x26, 0x26: 0x48, 0x27: 0x88, 0x28: 0x20, 0x29: 0x20,
	}
	c.fifo = c.fifo[:0]
	c.pending = nil
	c.radiate(false)
}

func (c *Chip) read(addr byte) byte {
	switch addr {
	case rFIFOData:
		if len(c.fifo) == 0 {
			return 0
		}
		v := c.fifo[0]
		c.fifo = c.fifo[1:]
		return v
	case rFIFOLevel:
		return byte(len(c.fifo))
	case rVersion:
		return c.version
	}
	return c.regs[addr]
}

func (c *Chip) write(addr, v byte) {
	switch addr {
	case rCommand:
		c.command(v)
	case rComIrq, rDivIrq: // bit 7 says whether the marked bits are set or cleared
		if v&0x80 != 0 {
			c.regs[addr] |= v &^ 0x80
		} else {
			c.regs[addr] &^= v
		}
	case rError, rVersion, rCRCHigh, rCRCLow, 0x07: // read only
	case rFIFOData:
		c.push(v)
	case rFIFOLevel:
		if v&0x80 != 0 {
			c.fifo = c.fifo[:0]
			c.regs[rError] &^= errOverflow
		}
	case rControl:
		c.regs[addr] = c.regs[addr]&0x07 | v&0x38
	case rColl:
		c.regs[addr] = c.regs[addr]&^valuesAfterColl | v&valuesAfterColl
	case rBitFraming:
		c.regs[addr] = v
		if v&startSend != 0 && c.regs[rCommand]&0x0F == cmdTransceive {
			c.transceive()
		}
	case rTxControl:
		c.regs[addr] = v
		c.radiate(v&rfBoth == rfBoth)
	default:
		c.regs[addr] = v
	}
}

func (c *Chip) push(v byte) {
	if len(c.fifo) == fifoSize {
		c.regs[rError] |= errOverflow
		return
	}
	c.fifo = append(c.fifo, v)
}

func (c *Chip) command(v byte) {
	c.regs[rCommand] = v & 0x3F
	c.pending = nil
	switch v & 0x0F {
	case cmdSoftReset:
		c.reset()
		c.starts = time.Now().Add(starting)
	case cmdCalcCRC:
		if !c.hung {
			c.calcCRC()
		}
	}
}

// calcCRC runs the CRC coprocessor with the preset in ModeReg (9.3.2.2); only CRC_A's preset is
// emulated, others give zero.
func (c *Chip) calcCRC() {
	var crc [2]byte
	if c.regs[rMode]&0x03 == 1 {
		crc = picc.CRCA(c.fifo)
	}
	c.regs[rCRCLow], c.regs[rCRCHigh] = crc[0], crc[1]
	c.fifo = c.fifo[:0]
	c.regs[rDivIrq] |= 0x04
}

// transceive sends the FIFO and receives the answer into it.
func (c *Chip) transceive() {
	bits := 8 * len(c.fifo)
	if last := int(c.regs[rBitFraming] & 7); last > 0 {
		bits -= 8 - last
	}
	frame := picc.Bits{Data: append([]byte(nil), c.fifo...), N: max(bits, 0)}
	c.fifo = c.fifo[:0]
	c.regs[rError] = 0
	if c.hung {
		return
	}
	var answer picc.Bits
	collision := 0
	// Without 100 % ASK a type A tag sees no pauses, and it does not understand any speed other
	// than 106 kbit/s.
	if c.regs[rTxASK]&forceASK != 0 && c.regs[rTxMode]&speed == 0 && frame.N > 0 && c.reaches() {
		answer, collision = c.field.Exchange(frame)
	}
	if c.timed() && c.timer() < earliest {
		answer = picc.Bits{}
	}
	c.expect(frame, answer, collision)
}

// earliest is when an answer may begin, 1172 clocks of 13.56 MHz after the
// frame (ISO/IEC 14443-3, 6.2.1.1).
const earliest = 86 * time.Microsecond

func (c *Chip) receive(a picc.Bits, collision int) {
	align := int(c.regs[rBitFraming] >> 4 & 7)
	if collision > 0 && c.ends {
		a.N = collision - 1
	}
	data := make([]byte, (align+a.N+7)/8)
	for i := range a.N {
		if collision > 0 && i >= collision-1 && c.regs[rColl]&valuesAfterColl == 0 {
			break // cleared from the collision on
		}
		at := align + i
		data[at/8] |= a.Data[i/8] >> (i % 8) & 1 << (at % 8)
	}
	for _, b := range data {
		c.push(b)
	}
	c.regs[rControl] = c.regs[rControl]&^7 | byte((align+a.N)%8)
	c.regs[rComIrq] |= irqRx
	if collision > 0 {
		c.collide(collision, align)
	}
}

func (c *Chip) collide(collision, align int) {
	if !c.received {
		collision += align
	}
	pos := byte(collision % 32) // 0 is the 32nd bit
	if collision > 32 {
		pos = collPosInvalid
	}
	c.regs[rColl] = c.regs[rColl]&valuesAfterColl | pos
	c.regs[rError] |= errColl
	c.regs[rComIrq] |= irqErr
}
