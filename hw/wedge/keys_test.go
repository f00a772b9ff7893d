package wedge

import (
	"encoding/binary"
	"fmt"
	"strings"
	"testing"
	"time"
)

// encode returns an event as the kernel writes it.
func encode(e event) (b []byte) {
	seconds, rest := e.at/time.Second, e.at%time.Second/time.Microsecond
	if wordSize == 4 {
		b = binary.NativeEndian.AppendUint32(b, uint32(seconds))
		b = binary.NativeEndian.AppendUint32(b, uint32(rest))
	} else {
		b = binary.NativeEndian.AppendUint64(b, uint64(seconds))
		b = binary.NativeEndian.AppendUint64(b, uint64(rest))
	}
	b = binary.NativeEndian.AppendUint16(b, e.kind)
	b = binary.NativeEndian.AppendUint16(b, e.code)
	return binary.NativeEndian.AppendUint32(b, uint32(e.value))
}

// tapped returns the events of a key pressed and released, each with its report, as a keyboard
// sends them; the clock advances two milliseconds.
func tapped(at *time.Duration, code uint16) (events []event) {
	for _, value := range []int32{pressed, 0} {
		events = append(events, event{*at, 4, 4, 7}, event{*at, kindKey, code, value}, event{*at, kindSync, syncReport, 0})
		*at += time.Millisecond
	}
	return events
}

// typed returns the events of a text, where "\n" is Enter, "^" a shift, "~" a dropped event, "_" a
// pause of a second and "x" a key that is not a digit.
func typed(at *time.Duration, text string) (events []event) {
	for _, r := range text {
		switch r {
		case '\n':
			events = append(events, tapped(at, keyEnter)...)
		case '^':
			events = append(events, tapped(at, keyLeftShift)...)
		case '~':
			events = append(events, event{*at, kindSync, syncDropped, 0}, event{*at, kindKey, 2, pressed}, event{*at, kindSync, syncReport, 0})
		case '_':
			*at += time.Second
		case 'x':
			events = append(events, tapped(at, 45)...)
		default:
			for code, digit := range digits {
				if digit == byte(r) && code < 70 {
					events = append(events, tapped(at, code)...)
				}
			}
		}
	}
	return events
}

func TestKeyboard(t *testing.T) {
	for text, want := range map[string]string{
		"DEADBEEF\n":                     "[DEADBEEF]",
		"04A2241B5C6D80\n":               "[04A2241B5C6D80]",
		"00112233445566778899\n":         "[00112233445566778899]",
		"0012345678\n":                   "[00BC614E]",
		"4294967295\n":                   "[FFFFFFFF]",
		"4294967296\n":                   "[ten digits that are no 32-bit number]",
		"00ABCDEF01\n":                   "[ten digits that are no 32-bit number]",
		"12345678\n12345679\n":           "[12345678 12345679]",
		"^D^E^A^D^B^E^E^F\n":             "[DEADBEEF]",
		"DEAD":                           "[]",
		"DEAD\n":                         "[it typed 4 digits]",
		"\n":                             "[it typed 0 digits]",
		"DEADx\nDEADBEEF\n":              "[no number DEADBEEF]",
		"DEADBEE~F\nDEADBEEF\n":          "[no number DEADBEEF]",
		"1234_DEADBEEF\n":                "[DEADBEEF]",
		"12x34_DEADBEEF\n":               "[DEADBEEF]",
		"DEADBEEF_\n":                    "[it typed 0 digits]",
		strings.Repeat("1", 21) + "\n":   "[no number]",
		strings.Repeat("1", 2000) + "\n": "[no number]",
		"04A2241B5C6D8\nDEADBEEF\n":      "[it typed 13 digits DEADBEEF]",
	} {
		var k keyboard
		var got []string
		var at time.Duration
		for _, e := range typed(&at, text) {
			uid, ended, err := k.press(e)
			switch {
			case err != nil:
				s := err.Error()
				for _, part := range []string{"ten digits that are no 32-bit number", "no number", "it typed 13 digits", "it typed 4 digits", "it typed 0 digits"} {
					if strings.Contains(s, part) {
						s = part
					}
				}
				got = append(got, s)
			case ended:
				got = append(got, uid.String())
			}
		}
		if fmt.Sprint(got) != want {
			t.Errorf("%q: %v, want %s", text, got, want)
		}
	}
}

func TestKeypad(t *testing.T) {
	var k keyboard
	got := ""
	for _, code := range []uint16{79, 80, 81, 75, 76, 77, 71, 72, keyKeypadEnter} {
		for _, value := range []int32{pressed, 2, 2, 0} { // held down for a while
			uid, ended, err := k.press(event{kind: kindKey, code: code, value: value})
			if err != nil {
				t.Fatal(err)
			}
			if ended {
				got += uid.String()
			}
		}
	}
	if want := "12345678"; got != want {
		t.Errorf("keypad: %s, want %s", got, want)
	}
}

func TestDecode(t *testing.T) {
	want := event{1700000000*time.Second + 123456*time.Microsecond, kindKey, keyEnter, -1}
	b := encode(want)
	if got, want := len(b), eventSize; got != want {
		t.Fatalf("%d bytes, want %d", got, want)
	}
	if got := decode([eventSize]byte(b)); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// FuzzKeys: whatever a device sends, numbers are UIDs or errors.
func FuzzKeys(f *testing.F) {
	var at time.Duration
	var seed []byte
	for _, e := range typed(&at, "DEADBEEF\nx\n12~34\n") {
		seed = append(seed, encode(e)...)
	}
	f.Add(seed)
	f.Fuzz(func(t *testing.T, stream []byte) {
		var k keyboard
		for len(stream) >= eventSize {
			uid, ended, err := k.press(decode([eventSize]byte(stream)))
			stream = stream[eventSize:]
			if ended && (err == nil) == uid.IsZero() || !ended && (err != nil || !uid.IsZero()) {
				t.Errorf("UID %v, %v, ended %v", uid, err, ended)
			}
			if len(k.text) > longest {
				t.Errorf("%d digits kept", len(k.text))
			}
		}
	})
}
