package hw_test

import (
	"encoding/json"
	"testing"

	"arbiter/hw"
)

func TestParseUID(t *testing.T) {
	for _, c := range []struct{ in, out, err string }{
		{"04a2241b5c6d80", "04A2241B5C6D80", ""},
		{"04:A2:24:1B:5C:6D:80", "04A2241B5C6D80", ""},
		{" 04 A2 24 1b 5c 6d 80 ", "04A2241B5C6D80", ""},
		{"DEADBEEF", "DEADBEEF", ""},
		{"00010203040506070809", "00010203040506070809", ""},
		{"", "", `UID "": a UID has 4, 7 or 10 bytes, not 0`},
		{"0102030405", "", `UID "0102030405": a UID has 4, 7 or 10 bytes, not 5`},
		{"card", "", `UID "card" is not hexadecimal`},
		{"123", "", `UID "123" is not hexadecimal`},
	} {
		u, err := hw.ParseUID(c.in)
		if got, want := u.String(), c.out; got != want {
			t.Errorf("ParseUID(%q) = %q, want %q", c.in, got, want)
		}
		msg := ""
		if err != nil {
			msg = err.Error()
		}
		if got, want := msg, c.err; got != want {
			t.Errorf("ParseUID(%q): error %q, want %q", c.in, got, want)
		}
		if got, want := u.IsZero(), c.err != ""; got != want {
			t.Errorf("ParseUID(%q).IsZero() = %v, want %v", c.in, got, want)
		}
	}
}

func TestUIDsOfDifferentLengthDiffer(t *testing.T) {
	short, long := uid(t, "00000000"), uid(t, "00000000000000")
	if short == long {
		t.Error("a 4-byte UID equals a 7-byte UID")
	}
	b := short.Bytes()
	b[0] = 9
	if got, want := short.String(), "00000000"; got != want {
		t.Errorf("after changing the bytes: %s, want %s", got, want)
	}
}

func TestUIDAsText(t *testing.T) {
	in := map[hw.UID]hw.UID{uid(t, "01020304"): {}}
	b, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := string(b), `{"01020304":""}`; got != want {
		t.Errorf("JSON %s, want %s", got, want)
	}
	var out map[hw.UID]hw.UID
	if err := json.Unmarshal(b, &out); err != nil {
		t.Fatal(err)
	}
	if v, ok := out[uid(t, "01020304")]; !ok || !v.IsZero() {
		t.Errorf("back from JSON: %v", out)
	}
	if err := json.Unmarshal([]byte(`{"0102":""}`), &out); err == nil {
		t.Error("a 2-byte UID was accepted")
	}
}

func uid(t testing.TB, s string) hw.UID {
	t.Helper()
	u, err := hw.ParseUID(s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func TestRandomUIDs(t *testing.T) {
	for hex, want := range map[string]bool{"08A2241B": true, "04A2241B": false, "88A2241B": false, "08A2241B5C6D80": false, "08A2241B5C6D80112233": false} {
		if got := uid(t, hex).Random(); got != want {
			t.Errorf("%s random: %v, want %v", hex, got, want)
		}
	}
}
