package picc

import (
	"fmt"
	"sync"
)

// Model is a type of NTAG; the data sheet is NXP's NTAG213/215/216, revision 3.2, whose sections
// are named below.
type Model uint8

// The models differ in the size of their memory.
const (
	NTAG213 Model = iota + 1 // 45 pages, 144 bytes for the user
	NTAG215                  // 135 pages, 504 bytes
	NTAG216                  // 231 pages, 888 bytes
)

const pageSize = 4

// Pages with a special meaning (8.5).
const (
	lockPage  = 2 // its bytes 2 and 3 are the static lock bytes
	otpPage   = 3 // capability container
	firstUser = 4
)

// layout is the memory map of a model (8.5, figures 7 to 9).
type layout struct {
	pages   int
	dynamic int  // page of the dynamic lock bytes; four pages of configuration follow
	span    int  // pages that a dynamic lock bit locks
	block   int  // pages that a dynamic block-locking bit freezes
	cc      byte // size in the capability container, in units of 8 bytes
	storage byte // size in the answer to GET_VERSION (10.1)
}

var layouts = map[Model]layout{
	NTAG213: {45, 0x28, 2, 4, 0x12, 0x0F},
	NTAG215: {135, 0x82, 16, 32, 0x3E, 0x11},
	NTAG216: {231, 0xE2, 16, 32, 0x6D, 0x13},
}

const firstDynamic = 16 // the pages below have static lock bits

// chip is the memory of an NTAG.
type chip struct {
	layout

	mu        sync.Mutex
	memory    []byte
	signature [32]byte
}

// newChip returns a memory in its factory state (8.5.6).
func newChip(m Model, uid []byte) *chip {
	l, ok := layouts[m]
	if !ok || len(uid) != 7 {
		panic(fmt.Sprintf("picc: no NTAG %d with a UID of %d bytes", m, len(uid)))
	}
	c := &chip{layout: l, memory: make([]byte, l.pages*pageSize)}
	copy(c.memory, uid[:3])
	c.memory[3] = cascadeTag ^ uid[0] ^ uid[1] ^ uid[2]
	copy(c.memory[4:], uid[3:])
	c.memory[8] = uid[3] ^ uid[4] ^ uid[5] ^ uid[6]
	c.memory[9] = 0x48
	copy(c.page(otpPage), []byte{0xE1, 0x10, l.cc, 0x00})
	if m == NTAG213 {
		copy(c.memory[firstUser*pageSize:], []byte{0x01, 0x03, 0xA0, 0x0C, 0x34, 0x03, 0x00, 0xFE})
	} else {
		copy(c.page(firstUser), []byte{0x03, 0x00, 0xFE, 0x00})
	}
	c.page(l.dynamic)[3] = 0xBD
	c.page(l.dynamic + 1)[0] = 0x04 // strong modulation
	c.page(l.dynamic + 1)[3] = 0xFF // AUTH0: nothing is protected
	return c
}

func (c *chip) page(n int) []byte { return c.memory[n*pageSize : (n+1)*pageSize] }

// obey returns the answer to a command without its CRC (chapter 10), nil for a NAK.
func (c *chip) obey(frame []byte) *Bits {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch arg := frame[1:]; {
	case frame[0] == 0x60 && len(arg) == 0: // GET_VERSION
		return answer(0x00, 0x04, 0x04, 0x02, 0x01, 0x00, c.storage, 0x03)
	case frame[0] == 0x30 && len(arg) == 1 && int(arg[0]) < c.pages: // READ
		return answer(c.read(int(arg[0]), 4)...)
	case frame[0] == 0x3A && len(arg) == 2 && arg[0] <= arg[1] && int(arg[1]) < c.pages: // FAST_READ
		return answer(c.read(int(arg[0]), int(arg[1])-int(arg[0])+1)...)
	case frame[0] == 0x3C && len(arg) == 1 && arg[0] == 0: // READ_SIG
		return answer(c.signature[:]...)
	case frame[0] == 0xA2 && len(arg) == 1+pageSize && c.write(int(arg[0]), [pageSize]byte(arg[1:])): // WRITE
		return &Bits{[]byte{0x0A}, 4}
	}
	return nil
}

func answer(data ...byte) *Bits {
	b := sealed(append([]byte(nil), data...)...)
	return &b
}

// read returns n pages; after the last page comes the first (10.2). The last two pages, password
// and password acknowledgment, read as zero (8.5.7).
func (c *chip) read(first, n int) (data []byte) {
	for i := first; i < first+n; i++ {
		p := i % c.pages
		if p >= c.pages-2 {
			data = append(data, 0, 0, 0, 0)
			continue
		}
		data = append(data, c.page(p)...)
	}
	return data
}

// write reports whether the page accepts the bytes. Bits in lock bytes and in the capability
// container can be set but never cleared (8.5.2 to 8.5.4).
func (c *chip) write(page int, data [pageSize]byte) bool {
	switch {
	case page < lockPage || page >= c.pages:
		return false
	case page == lockPage:
		c.writeStatic(data[2], data[3])
	case page == c.dynamic:
		c.writeDynamic([3]byte(data[:3]))
	case c.locked(page):
		return false
	case page == otpPage:
		for i, b := range data {
			c.page(page)[i] |= b
		}
	default:
		copy(c.page(page), data[:])
	}
	return true
}

// locked reports whether a page is read only.
func (c *chip) locked(page int) bool {
	switch {
	case page < 8:
		return c.page(lockPage)[2]>>page&1 == 1 // bit 3 is that of the capability container
	case page < firstDynamic:
		return c.page(lockPage)[3]>>(page-8)&1 == 1
	case page < c.dynamic:
		i := (page - firstDynamic) / c.span
		return c.page(c.dynamic)[i/8]>>(i%8)&1 == 1
	}
	const cfgLock = 0x40 // in ACCESS, the first byte of the second page (8.5.7)
	return page <= c.dynamic+2 && c.page(c.dynamic + 2)[0]&cfgLock != 0
}

// writeStatic sets lock bits, except those frozen by a block-locking bit (8.5.2): BL_CC bit 3,
// BL_9-4 pages 4 to 9, BL_15-10 pages 10 to 15.
func (c *chip) writeStatic(low, high byte) {
	p := c.page(lockPage)
	frozen := p[2]
	if frozen&0x01 != 0 {
		low &^= 0x08
	}
	if frozen&0x02 != 0 {
		low, high = low&^0xF0, high&^0x03
	}
	if frozen&0x04 != 0 {
		high &^= 0xFC
	}
	p[2], p[3] = p[2]|low, p[3]|high
}

// writeDynamic is writeStatic for the pages from 16 on (8.5.3); byte 2 has the block-locking bits,
// byte 3 never changes.
func (c *chip) writeDynamic(bits [3]byte) {
	p := c.page(c.dynamic)
	frozen := p[2]
	for page := firstDynamic; page < c.dynamic; page += c.span {
		i := (page - firstDynamic) / c.span
		if frozen>>((page-firstDynamic)/c.block)&1 == 0 {
			p[i/8] |= bits[i/8] & (1 << (i % 8))
		}
	}
	blocks := (c.dynamic - firstDynamic + c.block - 1) / c.block
	p[2] |= bits[2] & (1<<blocks - 1)
}
