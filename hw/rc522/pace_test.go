package rc522_test

import (
	"testing"
	"testing/synctest"
	"time"

	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"

	chip "arbiter/hw/emu/mfrc522"
	"arbiter/hw/emu/picc"
	"arbiter/hw/rc522"
)

// meter counts what goes over a bus.
type meter struct {
	*chip.Chip
	calls, bytes int
}

func (m *meter) Connect(f physic.Frequency, mode spi.Mode, bits int) (spi.Conn, error) {
	_, err := m.Chip.Connect(f, mode, bits)
	return m, err
}

func (m *meter) Tx(w, r []byte) error {
	m.calls, m.bytes = m.calls+1, m.bytes+len(w)
	return m.Chip.Tx(w, r)
}

// spent is what a scan took.
type spent struct {
	calls, bytes, sleeps int
	asleep, whole        time.Duration
}

// resting scans a card that the reader expects, with a chip that takes as long as a real one, and
// sleeps that take as long as late says.
func resting(t *testing.T, late func(time.Duration) time.Duration) (s spent) {
	t.Helper()
	field := picc.NewField(1)
	m := &meter{Chip: chip.New("SPI0.0", field)}
	m.SetPace(chip.Real(rc522.DefaultSpeed))
	r, err := rc522.Open("p", m, nil, rc522.Opts{Sleep: func(d time.Duration) {
		s.sleeps, s.asleep = s.sleeps+1, s.asleep+late(d)
		time.Sleep(late(d)) // bubble: as long as late says
	}})
	if err != nil {
		t.Fatal(err)
	}
	field.Place(tag(t, "04A2241B5C6D80"))
	for range 3 {
		time.Sleep(20 * time.Millisecond) // bubble: between two rounds
		s, m.calls, m.bytes = spent{}, 0, 0
		begin := time.Now()
		expect(t, r, nil, "04A2241B5C6D80")
		s.whole = time.Since(begin)
	}
	s.calls, s.bytes = m.calls, m.bytes
	return s
}

// TestWhereTheTimeGoes accounts for a scan: the field's power-up, the transactions, and the sleeps,
// which are requested where they can be exact. Nothing else takes time: no time.Sleep of
// microseconds, which would take a millisecond and more. With every sleep 0.1 ms late, as the
// kernel's may be, twenty such scans and a pause of 20 ms make a round of 250 ms, and the bus is
// busy for at most a quarter of it.
//
// The control rounds sleeps up to milliseconds.
func TestWhereTheTimeGoes(t *testing.T) {
	const round, slots, pause = 250 * time.Millisecond, 20, 20 * time.Millisecond
	synctest.Test(t, func(t *testing.T) {
		for name, c := range map[string]struct {
			late  func(time.Duration) time.Duration
			bound bool
		}{
			"kernel":  {func(d time.Duration) time.Duration { return d + 100*time.Microsecond }, true},
			"control": {func(d time.Duration) time.Duration { return d.Truncate(time.Millisecond) + time.Millisecond }, false},
		} {
			s := resting(t, c.late)
			busy := time.Duration(s.calls)*35*time.Microsecond + time.Duration(8*s.bytes)*rc522.DefaultSpeed.Period()
			t.Logf("%s: %v for a scan: %d transactions, %d bytes and %v of bus, %d sleeps of %v", name, s.whole, s.calls, s.bytes, busy, s.sleeps, s.asleep)
			if got, want := s.whole, rc522.DefaultPowerUp+busy+s.asleep; got != want {
				t.Errorf("%s: %v for a scan, of which only %v are accounted for", name, got, want)
			}
			if got := slots*s.whole + pause; (got <= round) != c.bound {
				t.Errorf("%s: a round of %v", name, got)
			}
			if s.calls > 40 || s.sleeps > 8 || 4*busy > s.whole {
				t.Errorf("%s: %d transactions, %d sleeps, %v of %v busy", name, s.calls, s.sleeps, busy, s.whole)
			}
		}
	})
}
