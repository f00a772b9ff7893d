package rc522_test

import (
	"fmt"
	"testing"

	"arbiter/hw"
	"arbiter/hw/emu/picc"
)

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
