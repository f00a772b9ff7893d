package pn532

import "arbiter/hw/emu/picc"

// Commands (chapter 7).
const (
	cmdDiagnose         = 0x00
	cmdFirmware         = 0x02
	cmdStatus           = 0x04
	cmdReadRegister     = 0x06
	cmdWriteRegister    = 0x08
	cmdSetParameters    = 0x12
	cmdSAMConfiguration = 0x14
	cmdPowerDown        = 0x16
	cmdRFConfiguration  = 0x32
	cmdDataExchange     = 0x40
	cmdCommunicateThru  = 0x42
	cmdDeselect         = 0x44
	cmdListPassive      = 0x4A
	cmdRelease          = 0x52
	cmdSelect           = 0x54
)

// Status bytes (7.1).
const (
	statusOK        = 0x00
	statusTimeout   = 0x01
	statusCRC       = 0x02
	statusCollision = 0x06
	statusFormat    = 0x13
	statusContext   = 0x27 // the command does not fit the situation
)

// Registers of the contactless interface (data sheet PN532/C1, 8.6.23).
const (
	regTxMode     = 0x6302
	regRxMode     = 0x6303
	regBitFraming = 0x633D

	crcOn = 0x80
)

// obey carries out a command. If ok is false it is still running, waiting for a tag.
func (c *Chip) obey(command []byte) (frame []byte, ok bool) {
	cmd, arg := command[0], command[1:]
	answer, known := c.configure(cmd, arg)
	if !known {
		answer, known, ok = c.talk(cmd, arg)
		if !ok {
			return nil, false
		}
	}
	if !known {
		return frameError, true
	}
	return wrap(append([]byte{cmd + 1}, answer...)), true
}

// configure carries out commands that need no tag.
func (c *Chip) configure(cmd byte, arg []byte) (answer []byte, known bool) {
	switch cmd {
	case cmdDiagnose:
		return arg, len(arg) > 0 && arg[0] == 0 // the communication test echoes
	case cmdFirmware:
		return c.firmware[:], true
	case cmdStatus:
		return c.status(), true
	case cmdReadRegister:
		for i := 0; i+1 < len(arg); i += 2 {
			answer = append(answer, c.regs[uint16(arg[i])<<8|uint16(arg[i+1])])
		}
		return answer, len(arg)%2 == 0
	case cmdWriteRegister:
		for i := 0; i+2 < len(arg); i += 3 {
			c.regs[uint16(arg[i])<<8|uint16(arg[i+1])] = arg[i+2]
		}
		return nil, len(arg)%3 == 0
	case cmdSetParameters:
		if len(arg) != 1 {
			return nil, false
		}
		c.params = arg[0]
		return nil, true
	case cmdSAMConfiguration:
		if len(arg) < 1 || arg[0] < 1 || arg[0] > 4 {
			return nil, false
		}
		c.normal = true
		return nil, true
	case cmdPowerDown:
		c.awake = len(arg) == 0
		return []byte{statusOK}, len(arg) > 0
	case cmdRFConfiguration:
		return nil, c.configureRF(arg)
	}
	return nil, false
}

// status returns the answer to GetGeneralStatus (7.2.3).
func (c *Chip) status() []byte {
	answer := []byte{statusOK, 0, byte(len(c.targets))}
	for i := range c.targets {
		answer = append(answer, byte(i+1), 0, 0, 0) // 106 kbit/s, type A
	}
	return append(answer, 0)
}

// configureRF handles an item of RFConfiguration (7.3.1).
func (c *Chip) configureRF(arg []byte) bool {
	sizes := map[byte]int{0x01: 1, 0x02: 3, 0x04: 1, 0x05: 3, 0x0A: 11, 0x0B: 8, 0x0C: 3, 0x0D: 9}
	if len(arg) < 2 || len(arg)-1 != sizes[arg[0]] {
		return false
	}
	switch arg[0] {
	case 0x01:
		c.power(arg[1]&1 == 1)
	case 0x02:
		c.timing = arg[3]
	case 0x05:
		c.retries = arg[3]
	}
	return true
}

func (c *Chip) power(on bool) {
	if !on {
		c.active = 0
	}
	c.field.Power(on)
}

// talk carries out commands that need a tag.
func (c *Chip) talk(cmd byte, arg []byte) (answer []byte, known, ok bool) {
	switch {
	case cmd == cmdListPassive && len(arg) >= 2 && arg[0] >= 1 && arg[0] <= 2:
		answer, ok = c.list(int(arg[0]), arg[1], arg[2:])
		return answer, true, ok
	case cmd == cmdDataExchange && len(arg) >= 2:
		return c.exchangeData(arg[0], arg[1:]), true, true
	case cmd == cmdCommunicateThru && len(arg) >= 1:
		return c.communicate(arg), true, true
	case (cmd == cmdDeselect || cmd == cmdRelease) && len(arg) == 1:
		return c.release(cmd == cmdRelease, arg[0]), true, true
	case cmd == cmdSelect && len(arg) == 1:
		return []byte{c.choose(int(arg[0]))}, true, true
	}
	return nil, false, true
}

// exchangeData is InDataExchange (7.3.8) with a type 2 tag: the chip adds and checks the CRC and
// treats the tag's four-bit acknowledgment as an answer.
func (c *Chip) exchangeData(tg byte, data []byte) []byte {
	if status := c.choose(int(tg)); status != statusOK {
		return []byte{status}
	}
	a, collision := c.air(sealed(data))
	c.await(a)
	switch {
	case a.N == 0:
		return []byte{statusTimeout}
	case collision > 0:
		return []byte{statusCollision}
	case a.N == 4 && a.Data[0] == 0x0A:
		return []byte{statusOK}
	case a.N == 4:
		return []byte{statusFormat}
	case !intact(a):
		return []byte{statusCRC}
	}
	return append([]byte{statusOK}, a.Data[:a.N/8-2]...)
}

// communicate is InCommunicateThru (7.3.9): the frame is sent as the registers say.
func (c *Chip) communicate(data []byte) []byte {
	frame := picc.Bits{Data: data, N: 8 * len(data)}
	if last := int(c.regs[regBitFraming] & 7); last > 0 {
		frame.N += last - 8
	} else if c.regs[regTxMode]&crcOn != 0 {
		frame = sealed(data)
	}
	a, collision := c.air(frame)
	c.await(a)
	switch {
	case a.N == 0:
		return []byte{statusTimeout}
	case collision > 0:
		return []byte{statusCollision}
	case c.regs[regRxMode]&crcOn == 0:
		return append([]byte{statusOK}, a.Data...)
	case !intact(a):
		return []byte{statusCRC}
	}
	return append([]byte{statusOK}, a.Data[:a.N/8-2]...)
}
