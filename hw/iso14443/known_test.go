package iso14443_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"arbiter/hw"
	"arbiter/hw/emu/picc"
	"arbiter/hw/iso14443"
)

func uid(t testing.TB, hex string) hw.UID {
	t.Helper()
	u, err := hw.ParseUID(hex)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func TestPresent(t *testing.T) {
	for _, c := range []struct {
		name string
		lie  []string
		ask  string
		want error
	}{
		{"nobody", nil, "DEADBEEF", iso14443.ErrSilence},
		{"four bytes", []string{"DEADBEEF"}, "DEADBEEF", nil},
		{"seven bytes", []string{"04A2241B5C6D80"}, "04A2241B5C6D80", nil},
		{"ten bytes", []string{"00112233445566778899"}, "00112233445566778899", nil},
		{"one of many", []string{"DEADBEEF", "04A2241B5C6D81", "04A2241B5C6D80", "00112233445566778899"}, "04A2241B5C6D80", nil},
		{"another", []string{"04A2241B5C6D81"}, "04A2241B5C6D80", iso14443.ErrSilence},
		{"another of another length", []string{"DEADBEEF"}, "04A2241B5C6D80", iso14443.ErrSilence},
	} {
		f := picc.NewField(1)
		for _, u := range c.lie {
			f.Place(tag(t, u))
		}
		f.Power(true)
		l := &air{field: f}
		for i := range 2 {
			if err := iso14443.Present(t.Context(), l, uid(t, c.ask)); !errors.Is(err, c.want) {
				t.Errorf("%s, time %d: %v, want %v", c.name, i, err, c.want)
			}
			if err := iso14443.Halt(l); err != nil {
				t.Error(err)
			}
		}
		// Halted or not, all tags are found again in a fresh field.
		got, err := inventory(t, l)
		if slices.Sort(c.lie); err != nil || !slices.Equal(got, c.lie) {
			t.Errorf("%s: inventory %v, %v", c.name, got, err)
		}
	}
}

// A halted tag hears no request, but Present finds it.
func TestHalt(t *testing.T) {
	f := picc.NewField(1)
	f.Place(tag(t, "04A2241B5C6D80"))
	f.Power(true)
	l := &air{field: f}
	known := uid(t, "04A2241B5C6D80")
	if err := errors.Join(iso14443.Present(t.Context(), l, known), iso14443.Halt(l)); err != nil {
		t.Fatal(err)
	}
	if uids, err := iso14443.Inventory(t.Context(), l); err != nil || len(uids) > 0 {
		t.Errorf("a halted tag was found: %v, %v", uids, err)
	}
	if err := iso14443.Present(t.Context(), l, known); err != nil {
		t.Error("a halted tag was not woken:", err)
	}
	broken := errors.New("cable")
	l.after = func(int) error { return broken }
	if err := iso14443.Halt(l); !errors.Is(err, broken) {
		t.Errorf("halt through a broken cable: %v", err)
	}
	if err := iso14443.Present(t.Context(), l, known); !errors.Is(err, broken) {
		t.Errorf("present through a broken cable: %v", err)
	}
}

func TestExchange(t *testing.T) {
	f := picc.NewField(1)
	f.Place(tag(t, "04A2241B5C6D80"))
	f.Power(true)
	l := &air{field: f}
	if err := iso14443.Present(t.Context(), l, uid(t, "04A2241B5C6D80")); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		command []byte
		want    string
		err     error
	}{
		{[]byte{0x30, 0}, "04A2240A1B5C6D80AA480000E1101200", nil},
		{[]byte{0xA2, 8, 1, 2, 3, 4}, "", nil},
		{[]byte{0x3A, 8, 8}, "01020304", nil},
		{[]byte{0x30, 99}, "", iso14443.ErrRefused},
		{[]byte{0x30, 0}, "", iso14443.ErrSilence},
	} {
		got, err := iso14443.Exchange(l, c.command, 0)
		if fmt.Sprintf("%X", got) != c.want || !errors.Is(err, c.err) {
			t.Errorf("% X: %X, %v; want %s, %v", c.command, got, err, c.want, c.err)
		}
	}
}

func TestExchangeRefusesNonsense(t *testing.T) {
	for _, c := range []struct {
		answer iso14443.Answer
		want   error
	}{
		{collide(sealed(1, 2), 3), iso14443.ErrCollision},
		{iso14443.Answer{Data: []byte{0x0A}, Bits: 4}, nil},
		{iso14443.Answer{Data: []byte{0x01}, Bits: 4}, iso14443.ErrRefused},
		{iso14443.Answer{Data: []byte{0x0A}, Bits: 5}, iso14443.ErrGarbled},
		{bytes(1, 2), iso14443.ErrGarbled},
		{bytes(1, 2, 3), iso14443.ErrGarbled},
		{sealed(1), nil},
	} {
		s := script{c.answer}
		if _, err := iso14443.Exchange(&s, []byte{0x30, 4}, time.Millisecond); !errors.Is(err, c.want) {
			t.Errorf("% X (%d bits): %v, want %v", c.answer.Data, c.answer.Bits, err, c.want)
		}
	}
}
