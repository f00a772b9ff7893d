package rc522_test

import (
	"fmt"
	"strings"
	"testing"

	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"

	"arbiter/hw"
	chip "arbiter/hw/emu/mfrc522"
	"arbiter/hw/emu/picc"
)

func contains(s, part string) bool { return strings.Contains(s, part) }

// scissors cut the chip off after a number of transactions.
type scissors struct {
	*chip.Chip
	left int
	miso byte
}

func (s *scissors) Connect(f physic.Frequency, m spi.Mode, bits int) (spi.Conn, error) {
	_, err := s.Chip.Connect(f, m, bits)
	return s, err
}

func (s *scissors) Tx(w, r []byte) error {
	if s.left == 0 {
		s.Chip.Unplug(s.miso)
	}
	s.left--
	return s.Chip.Tx(w, r)
}

func BenchmarkScan(b *testing.B) {
	for n := range 4 {
		b.Run(fmt.Sprintf("%d_tags", n), func(b *testing.B) {
			r, c, field := open(b)
			for i := range n {
				field.Place(picc.New(0x04, 0xA2, 0x24, 0x1B, 0x5C, 0x6D, byte(0x80+i)))
			}
			scan(b, r, n) // sets the chip up
			before, _ := c.Traffic()
			b.ReportAllocs()
			for b.Loop() {
				scan(b, r, n)
			}
			after, _ := c.Traffic()
			b.ReportMetric(float64(after-before)/float64(b.N), "transactions/op")
		})
	}
}

func scan(b *testing.B, r hw.Reader, want int) {
	uids, err := r.Scan(b.Context())
	if err != nil || len(uids) != want {
		b.Fatalf("%v, %v; want %d tags", uids, err, want)
	}
}
