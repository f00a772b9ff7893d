package pn532

import "bytes"

// The chip's frames that never vary (6.2.1.3, 6.2.1.5).
var (
	frameACK   = []byte{0x00, 0x00, 0xFF, 0x00, 0xFF, 0x00}
	frameError = []byte{0x00, 0x00, 0xFF, 0x01, 0xFF, 0x7F, 0x81, 0x00}
)

const (
	toChip   = 0xD4
	fromChip = 0xD5

	maxNormal = 255 // bytes of data with their TFI (6.2.1.1)
	maxFrame  = 265 // in an extended frame (6.2.1.2)
)

// wrap puts an answer into the shortest frame that fits it.
func wrap(answer []byte) []byte {
	data := append([]byte{fromChip}, answer...)
	f := []byte{0x00, 0x00, 0xFF}
	if n := len(data); n <= maxNormal {
		f = append(f, byte(n), -byte(n))
	} else {
		f = append(f, 0xFF, 0xFF, byte(n>>8), byte(n), -(byte(n>>8) + byte(n)))
	}
	var sum byte
	for _, b := range data {
		sum += b
	}
	return append(append(f, data...), -sum, 0x00)
}

// hear takes bytes from the host and returns the replies to them.
func (c *Chip) hear(b []byte) (said [][]byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.traffic.In += len(b)
	if c.faults.silent {
		return nil
	}
	if c.faults.flipIn > 0 && c.rng.Float64() < c.faults.flipIn {
		b[c.rng.IntN(len(b))] ^= 1 << c.rng.IntN(8)
	}
	if !c.awake {
		// The serial interface wakes it at the fifth rising edge; 55h has five of them (6.3.2.3).
		i := bytes.IndexByte(b, 0x55)
		if i < 0 {
			return nil
		}
		c.awake, b = true, b[i+1:]
	}
	c.input = append(c.input, b...)
	for {
		frame, ok := c.frame()
		if !ok {
			break
		}
		said = append(said, c.take(frame)...)
	}
	for _, s := range said {
		c.traffic.Out += len(s)
	}
	return said
}

// frame cuts the next whole frame out of the input: nil data stands for garbage that was skipped,
// "A" and "N" for ACK and NACK.
func (c *Chip) frame() (data []byte, ok bool) {
	for {
		i := bytes.Index(c.input, []byte{0x00, 0xFF})
		if i < 0 {
			if n := len(c.input); n > 1 { // the last byte may begin the start code
				c.input = c.input[n-1:]
			}
			return nil, false
		}
		c.input = c.input[i:]
		data, used, complete := parse(c.input[2:])
		if !complete {
			return nil, false
		}
		if used == 0 {
			c.input = c.input[2:]
			continue
		}
		c.input = c.input[2+used:]
		return data, true
	}
}

// parse reads what follows a start code. Used is 0 for garbage.
func parse(b []byte) (data []byte, used int, complete bool) {
	if len(b) < 2 {
		return nil, 0, false
	}
	head, n := 2, int(b[0])
	switch {
	case b[0] == 0x00 && b[1] == 0xFF:
		return []byte("A"), 2, true
	case b[0] == 0xFF && b[1] == 0x00:
		return []byte("N"), 2, true
	case b[0] == 0xFF && b[1] == 0xFF:
		if len(b) < 5 {
			return nil, 0, false
		}
		head, n = 5, int(b[2])<<8|int(b[3])
		if b[2]+b[3]+b[4] != 0 || n > maxFrame {
			return nil, 0, true
		}
	case b[0]+b[1] != 0:
		return nil, 0, true
	}
	if len(b) < head+n+1 {
		return nil, 0, false
	}
	var sum byte
	for _, x := range b[head : head+n+1] {
		sum += x
	}
	if n == 0 || sum != 0 || b[head] != toChip {
		return nil, 0, true
	}
	return b[head : head+n], head + n + 1, true
}

// take handles one frame. Any frame ends a command that is still waiting (6.2.2).
func (c *Chip) take(frame []byte) [][]byte {
	c.pending = nil
	switch {
	case string(frame) == "A":
		return nil
	case string(frame) == "N":
		if c.last == nil {
			return nil
		}
		return [][]byte{c.spoil(c.last)}
	}
	command := append([]byte(nil), frame[1:]...)
	if len(command) == 0 || !c.normal && command[0] != cmdSAMConfiguration && command[0] != cmdDiagnose {
		return nil
	}
	c.traffic.Commands++
	said := c.acknowledge()
	if answer, ok := c.obey(command); ok {
		c.last = answer
		return append(said, c.spoil(answer))
	}
	c.pending = command
	return said
}

func (c *Chip) acknowledge() [][]byte {
	if c.faults.acks > 0 {
		c.faults.acks--
		return nil
	}
	return [][]byte{frameACK}
}

// wait looks for a tag for a command that is waiting for one.
func (c *Chip) wait() [][]byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.pending == nil {
		return nil
	}
	answer, ok := c.obey(c.pending)
	if !ok {
		return nil
	}
	c.pending, c.last = nil, answer
	c.traffic.Out += len(answer)
	return [][]byte{c.spoil(answer)}
}

// spoil applies the faults of the line to an answer.
func (c *Chip) spoil(answer []byte) []byte {
	answer = append([]byte(nil), answer...)
	if c.faults.halves > 0 {
		c.faults.halves--
		answer = answer[:len(answer)/2]
	}
	if c.faults.flipOut > 0 && c.rng.Float64() < c.faults.flipOut {
		answer[c.rng.IntN(len(answer))] ^= 1 << c.rng.IntN(8)
	}
	return answer
}
