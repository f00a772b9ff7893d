package wedge_test

import (
	"errors"
	"fmt"
	"os"
	"testing"
	"time"

	"arbiter/hw"
	emulated "arbiter/hw/emu/wedge"
	"arbiter/hw/wedge"
)

// until waits for certain scans: UIDs, "!" for no answer, "?" for nonsense.
func until(t *testing.T, r *wedge.Reader, want string) {
	t.Helper()
	var got string
	for end := time.Now().Add(5 * time.Minute); time.Now().Before(end); {
		uids, err := r.Scan(t.Context())
		switch got = fmt.Sprint(uids); {
		case errors.Is(err, hw.ErrNoReader):
			got = "!"
		case err != nil:
			got = "?"
		}
		if got == want {
			return
		}
		time.Sleep(time.Millisecond) // until the reader says so
	}
	t.Fatalf("%s, want %s", got, want)
}

// The real driver reads what the emulated keyboard types.
func TestTyping(t *testing.T) {
	k := emulated.New()
	if err := k.Show(1, 2, 3, 4); err != nil { // nobody listens
		t.Error(err)
	}
	r := wedge.Start("w", k.Open, wedge.Opts{Hold: time.Millisecond, RetryMin: time.Millisecond, RetryMax: 5 * time.Millisecond})
	defer r.Close()
	until(t, r, "[]")
	show := func(uid ...byte) {
		if err := k.Show(uid...); err != nil {
			t.Fatal(err)
		}
	}
	show(0x04, 0xA2, 0x24, 0x1B, 0x5C, 0x6D, 0x80)
	until(t, r, "[04A2241B5C6D80]")
	until(t, r, "[]")
	show(0x39, 0xBE, 0xEF, 0x78)
	until(t, r, "[39BEEF78]")
	k.Garble(1)
	show(1, 2, 3, 4)
	until(t, r, "?")
	if err := k.Unplug(); err != nil {
		t.Fatal(err)
	}
	until(t, r, "!")
	show(1, 2, 3, 4) // without power
	if _, err := k.Open(); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a keyboard that is not there was opened: %v", err)
	}
	if err := k.Plug(); err != nil {
		t.Fatal(err)
	}
	until(t, r, "[]")
	show(1, 2, 3, 4)
	until(t, r, "[01020304]")
	again, err := k.Open() // by another program
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Close(); err != nil {
		t.Fatal(err)
	}
	show(1, 2, 3, 4) // nobody reads it any more
}
