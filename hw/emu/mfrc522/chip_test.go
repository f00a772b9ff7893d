package mfrc522_test

import (
	"errors"
	"fmt"
	"testing"

	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"

	"arbiter/hw/emu/mfrc522"
	"arbiter/hw/emu/picc"
)

// bench is a chip with a probe at its registers.
type bench struct {
	*testing.T
	chip  *mfrc522.Chip
	field *picc.Field
	conn  spi.Conn
}

func newBench(t *testing.T) bench {
	field := picc.NewField(1)
	chip := mfrc522.New("SPI0.0", field)
	conn, err := chip.Connect(4*physic.MegaHertz, spi.Mode0, 8)
	if err != nil {
		t.Fatal(err)
	}
	return bench{t, chip, field, conn}
}

func (b bench) write(reg byte, values ...byte) {
	b.Helper()
	if err := b.conn.Tx(append([]byte{reg << 1}, values...), nil); err != nil {
		b.Fatal(err)
	}
}

// want reads registers in one transaction and compares.
func (b bench) want(what string, regs []byte, want ...byte) {
	b.Helper()
	w, r := make([]byte, len(regs)+1), make([]byte, len(regs)+1)
	for i, reg := range regs {
		w[i] = reg<<1 | 0x80
	}
	if err := b.conn.Tx(w, r); err != nil {
		b.Fatal(err)
	}
	if got := string(r[1:]); got != string(want) {
		b.Errorf("%s: registers % X read % X, want % X", what, regs, got, want)
	}
}

// typeA sets the chip up: 100 % ASK, CRC_A, timer of 1 ms, field on.
func (b bench) typeA() {
	for _, v := range [][2]byte{{0x15, 0x40}, {0x11, 0x3D}, {0x2A, 0x80}, {0x2B, 0xA9}, {0x2D, 40}, {0x14, 0x83}} {
		b.write(v[0], v[1])
	}
}

func (b bench) transceive(framing byte, data ...byte) {
	b.write(0x01, 0x00)
	b.write(0x04, 0x7F)
	b.write(0x0A, 0x80)
	b.write(0x09, data...)
	b.write(0x01, 0x0C)
	b.write(0x0D, 0x80|framing)
}

func TestRegisters(t *testing.T) {
	b := newBench(t)
	b.want("after power-up", []byte{0x37, 0x11, 0x14, 0x0E, 0x01}, 0x92, 0x3F, 0x80, 0x80, 0x20)
	b.write(0x37, 0x55)
	b.want("the version is read only", []byte{0x37}, 0x92)
	b.write(0x04, 0x7F)
	b.want("clearing interrupts", []byte{0x04}, 0x00)
	b.write(0x04, 0x80|0x21)
	b.want("setting interrupts", []byte{0x04}, 0x21)
	b.write(0x04, 0x20)
	b.want("clearing one", []byte{0x04}, 0x01)
	b.write(0x09, 1, 2, 3)
	b.want("FIFO", []byte{0x0A, 0x09, 0x09, 0x0A, 0x09, 0x09, 0x0A}, 3, 1, 2, 1, 3, 0, 0)
	b.write(0x09, make([]byte, 65)...)
	b.want("FIFO overflow", []byte{0x0A, 0x06}, 64, 0x10)
	b.write(0x0A, 0x80)
	b.want("FIFO flushed", []byte{0x0A, 0x06}, 0, 0)
	b.write(0x11, 0x3D)
	b.write(0x01, 0x0F)
	b.want("soft reset", []byte{0x11}, 0x3F)
}

func TestCRCCoprocessor(t *testing.T) {
	b := newBench(t)
	b.write(0x11, 0x3D)
	b.write(0x09, 0x12, 0x34)
	b.write(0x01, 0x03)
	b.want("CRC_A of 12 34", []byte{0x05, 0x22, 0x21}, 0x04, 0x26, 0xCF)
}

func TestTransceive(t *testing.T) {
	b := newBench(t)
	b.field.Place(picc.New(0xDE, 0xAD, 0xBE, 0xEF))
	b.transceive(7, 0x26)
	b.want("field off, timer not started", []byte{0x04, 0x0A}, 0x40, 0)
	b.typeA()
	b.transceive(7, 0x26)
	b.want("ATQA", []byte{0x04, 0x06, 0x0A, 0x0C, 0x09, 0x09}, 0x60, 0, 2, 0x10, 0x04, 0x00)
	b.transceive(0, 0x93, 0x20)
	b.want("UID and BCC", []byte{0x0A, 0x09, 0x09, 0x09, 0x09, 0x09}, 5, 0xDE, 0xAD, 0xBE, 0xEF, 0x22)
	b.transceive(0, 0x95, 0x20)
	b.want("silence", []byte{0x04, 0x0A}, 0x41, 0)
	b.write(0x2B, 1)
	b.transceive(7, 0x26)
	b.want("timer too short", []byte{0x04, 0x0A}, 0x41, 0)
	b.typeA()
	b.write(0x15, 0)
	b.transceive(7, 0x26)
	b.want("no 100 % ASK", []byte{0x04, 0x0A}, 0x41, 0)
	b.write(0x01, 0x00)
	b.write(0x04, 0x7F)
	b.write(0x0D, 0x87)
	b.want("StartSend without Transceive", []byte{0x04}, 0)
}

func TestAlignment(t *testing.T) {
	b := newBench(t)
	b.typeA()
	b.field.Place(picc.New(0x00, 0xFF, 0x0F, 0x55))
	b.transceive(7, 0x26)
	b.transceive(4<<4|4, 0x93, 0x34, 0x00, 0x0F) // 12 bits known
	b.want("28 bits from bit 4 on", []byte{0x0A, 0x0C, 0x09, 0x09, 0x09, 0x09}, 4, 0x10, 0xF0, 0x0F, 0x55, 0xA5)
}

func TestCollision(t *testing.T) {
	for _, c := range []struct {
		name  string
		coll  byte // written to CollReg
		other []byte
		want  []byte // ErrorReg, CollReg, first two UID bytes
	}{
		{"10th bit, rest cleared", 0x00, []byte{0xFF, 0x03, 0, 0}, []byte{0x08, 10, 0xFF, 0x01}},
		{"10th bit, rest kept", 0x80, []byte{0xFF, 0x03, 0, 0}, []byte{0x08, 0x80 | 10, 0xFF, 0x03}},
		{"32nd bit reads as 0", 0x00, []byte{0xFF, 0x01, 0, 0x80}, []byte{0x08, 0, 0xFF, 0x01}},
	} {
		b := newBench(t)
		b.typeA()
		b.write(0x0E, c.coll)
		b.field.Place(picc.New(0xFF, 0x01, 0, 0))
		b.field.Place(picc.New(c.other...))
		b.transceive(7, 0x26)
		b.transceive(0, 0x93, 0x20)
		b.want(c.name, []byte{0x06, 0x0E, 0x09, 0x09}, c.want...)
	}
}

func TestBothReadingsOfCollPos(t *testing.T) {
	for received, want := range map[bool]byte{true: 3, false: 7} {
		b := newBench(t)
		b.typeA()
		b.chip.CountReceived(received)
		b.field.Place(picc.New(0x0F, 0, 0, 0))
		b.field.Place(picc.New(0x4F, 0, 0, 0))
		b.transceive(7, 0x26)
		b.transceive(4<<4|4, 0x93, 0x24, 0x0F) // 4 bits known
		b.want("CollPos", []byte{0x06, 0x0E}, 0x08, 0x80|want)
	}
}

// An answer with a collision leaves a certain number of bytes in the FIFO.
func TestWhereAnAnswerEnds(t *testing.T) {
	for _, c := range []struct {
		ends  bool
		other byte   // the third UID byte, beside a zero
		want  []byte // FIFOLevelReg, RxLastBits, the first three bytes
	}{
		{false, 0x08, []byte{5, 0x10, 0xFF, 0x01, 0}},
		{true, 0x08, []byte{3, 0x13, 0xFF, 0x01, 0}},
		{true, 0x01, []byte{2, 0x10, 0xFF, 0x01, 0}},
	} {
		b := newBench(t)
		b.typeA()
		b.write(0x0E, 0)
		b.chip.EndAtCollision(c.ends)
		b.field.Place(picc.New(0xFF, 0x01, 0, 0))
		b.field.Place(picc.New(0xFF, 0x01, c.other, 0))
		b.transceive(7, 0x26)
		b.transceive(0, 0x93, 0x20)
		b.want(fmt.Sprintf("%+v", c), []byte{0x0A, 0x0C, 0x09, 0x09, 0x09}, c.want...)
	}
}

func TestUnplugStickAndFail(t *testing.T) {
	b := newBench(t)
	b.write(0x11, 0x3D)
	b.chip.Stick(0x55)
	b.want("MISO stuck", []byte{0x37, 0x11}, 0x55, 0x55)
	b.chip.Unstick()
	b.want("MISO free", []byte{0x11}, 0x3D)
	b.chip.Unplug(0xFF)
	b.want("unplugged", []byte{0x37, 0x11}, 0xFF, 0xFF)
	b.chip.Plug()
	b.want("replugged: power-up state", []byte{0x37, 0x11}, 0x92, 0x3F)
	transactions, packets := b.chip.Traffic()
	if got, want := [2]int{transactions, packets}, [2]int{5, 5}; got != want {
		t.Errorf("traffic %v, want %v", got, want)
	}
	cable := errors.New("cable")
	b.chip.FailBus(cable)
	if err := b.conn.Tx([]byte{0, 0}, nil); !errors.Is(err, cable) {
		t.Errorf("failing bus: %v", err)
	}
	b.chip.FailBus(nil)
	if err := b.chip.Close(); err != nil {
		t.Error(err)
	}
	if err := b.conn.Tx([]byte{0, 0}, nil); err == nil {
		t.Error("a closed port went on")
	}
}

func TestConnectRefuses(t *testing.T) {
	for _, c := range []struct {
		name string
		f    physic.Frequency
		mode spi.Mode
		bits int
	}{
		{"too fast", 11 * physic.MegaHertz, spi.Mode0, 8},
		{"wrong mode", physic.MegaHertz, spi.Mode1, 8},
		{"wrong word", physic.MegaHertz, spi.Mode0, 16},
	} {
		if _, err := mfrc522.New("x", picc.NewField(1)).Connect(c.f, c.mode, c.bits); err == nil {
			t.Errorf("%s was accepted", c.name)
		}
	}
	b := newBench(t)
	if _, err := b.chip.Connect(physic.MegaHertz, spi.Mode0, 8); err == nil {
		t.Error("connected twice")
	}
	if err := b.conn.TxPackets([]spi.Packet{{W: []byte{0, 0}, KeepCS: true}}); err == nil {
		t.Error("KeepCS was accepted")
	}
}
