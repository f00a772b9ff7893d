package pn532

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"
)

// decodeAll feeds the bytes in pieces of n and lists the frames.
func decodeAll(b []byte, n int) (frames []string) {
	var d decoder
	for len(b) > 0 {
		m := min(n, len(b))
		d.feed(b[:m])
		b = b[m:]
		for f, ok := d.next(); ok; f, ok = d.next() {
			frames = append(frames, fmt.Sprintf("%d:%X", f.kind, f.data))
		}
	}
	return frames
}

// The frames are the examples of UM0701-02, 6.2.1 and 7.2.
func TestDecode(t *testing.T) {
	long := bytes.Repeat([]byte{0xAB}, 263)
	for name, c := range map[string]struct {
		in   []byte
		want []string
	}{
		"acknowledgment":          {[]byte{0, 0, 0xFF, 0, 0xFF, 0}, []string{"2:"}},
		"NACK":                    {[]byte{0, 0, 0xFF, 0xFF, 0, 0}, []string{"3:"}},
		"error frame":             {[]byte{0, 0, 0xFF, 0x01, 0xFF, 0x7F, 0x81, 0}, []string{"4:"}},
		"firmware":                {[]byte{0, 0, 0xFF, 0x06, 0xFA, 0xD5, 0x03, 0x32, 0x01, 0x06, 0x07, 0xE8, 0}, []string{"1:D50332010607"}},
		"without preamble":        {[]byte{0, 0xFF, 0x02, 0xFE, 0xD5, 0x15, 0x16}, []string{"1:D515"}},
		"behind noise":            {[]byte{0x55, 0xFF, 0x00, 0x12, 0, 0, 0, 0xFF, 0x02, 0xFE, 0xD5, 0x15, 0x16, 0}, []string{"1:D515"}},
		"two in a row":            {[]byte{0, 0, 0xFF, 0, 0xFF, 0, 0, 0, 0xFF, 0x02, 0xFE, 0xD5, 0x15, 0x16, 0}, []string{"2:", "1:D515"}},
		"extended":                {encode(append([]byte{0xD5, 0x41}, long...)), []string{fmt.Sprintf("1:D541%X", long)}},
		"wrong length sum":        {[]byte{0, 0, 0xFF, 0x02, 0xFD, 0xD5, 0x15, 0x16, 0}, []string{"5:"}},
		"wrong sum":               {[]byte{0, 0, 0xFF, 0x02, 0xFE, 0xD5, 0x14, 0x16, 0}, []string{"5:"}},
		"extended, wrong lengths": {[]byte{0, 0, 0xFF, 0xFF, 0xFF, 0x01, 0x01, 0x00, 0xD5}, []string{"5:"}},
		"extended, too long":      {[]byte{0, 0, 0xFF, 0xFF, 0xFF, 0x7F, 0x81, 0x00, 0xD5}, []string{"5:"}},
		"extended, empty":         {[]byte{0, 0, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0xD5}, []string{"5:"}},
		"a whole one behind half": {[]byte{0, 0, 0xFF, 0x06, 0xFA, 0xD5, 0x03, 0, 0, 0xFF, 0x02, 0xFE, 0xD5, 0x15, 0x16, 0}, []string{"5:", "1:D515"}},
		"half":                    {[]byte{0, 0, 0xFF, 0x06, 0xFA, 0xD5}, nil},
		"nothing":                 {bytes.Repeat([]byte{0}, 1000), nil},
	} {
		for _, n := range []int{1, 2, 3, 7, 1000} {
			if got := decodeAll(c.in, n); fmt.Sprint(got) != fmt.Sprint(c.want) {
				t.Errorf("%s in pieces of %d: %v, want %v", name, n, got, c.want)
			}
		}
	}
}

func TestEncode(t *testing.T) {
	if got, want := fmt.Sprintf("%X", encode([]byte{0xD4, 0x02})), "0000FF02FED4022A00"; got != want {
		t.Errorf("GetFirmwareVersion: %s, want %s", got, want)
	}
	for n := 1; n <= maxData; n++ {
		d := bytes.Repeat([]byte{byte(n)}, n)
		if n == 1 && d[0] == refused {
			continue
		}
		if got, want := decodeAll(encode(d), 1000), fmt.Sprintf("1:%X", d); len(got) != 1 || got[0] != want {
			t.Errorf("%d bytes come back as %v", n, got)
		}
	}
}

// Every single flipped bit is noticed, or does not matter.
func TestSingleBits(t *testing.T) {
	whole := encode([]byte{0xD5, 0x4B, 1, 1, 0, 0x44, 0, 7, 4, 0xA2, 0x24, 0x1B, 0x5C, 0x6D, 0x80})
	want := decodeAll(whole, 1000)[0]
	harmless := 0
	for i := range 8 * len(whole) {
		b := append([]byte(nil), whole...)
		b[i/8] ^= 1 << (i % 8)
		for _, f := range decodeAll(append(b, make([]byte, maxData)...), 1000) {
			if f[0] != '1' {
				continue
			}
			if f != want {
				t.Errorf("bit %d makes %s", i, f)
			}
			harmless++
		}
	}
	if harmless != 16 { // preamble and postamble
		t.Errorf("%d bits do no harm, want 16", harmless)
	}
}

func FuzzFrames(f *testing.F) {
	f.Add([]byte{0, 0, 0xFF, 0, 0xFF, 0}, uint8(1))
	f.Add(encode([]byte{0xD5, 0x4B, 0}), uint8(3))
	f.Add(encode(bytes.Repeat([]byte{1}, 260)), uint8(9))
	f.Add([]byte{0, 0xFF, 0, 0xFF, 0xFF, 0, 0xFF, 0xFF, 1, 2}, uint8(2))
	f.Fuzz(func(t *testing.T, b []byte, n uint8) {
		got := decodeAll(b, 1+int(n))
		if at := decodeAll(b, 1); fmt.Sprint(got) != fmt.Sprint(at) {
			t.Errorf("pieces of %d: %v, bytes: %v", n, got, at)
		}
		var d decoder
		d.feed(b)
		for x, ok := d.next(); ok; x, ok = d.next() {
			if x.kind == data && len(x.data) > 0 {
				again := decodeAll(encode(x.data), 1000)
				if len(again) != 1 || again[0] != fmt.Sprintf("1:%X", x.data) {
					t.Errorf("%X comes back as %v", x.data, again)
				}
			}
			if x.kind < data || x.kind > garbled {
				t.Errorf("kind %d", x.kind)
			}
		}
		if len(d.buf) > len(b) {
			t.Errorf("%d bytes kept of %d", len(d.buf), len(b))
		}
	})
}

func FuzzTargets(f *testing.F) {
	f.Add([]byte{1, 1, 0, 0x44, 0, 7, 4, 1, 2, 3, 4, 5, 6})
	f.Add([]byte{2, 1, 0, 4, 8, 4, 1, 2, 3, 4, 2, 0, 4, 8, 8, 0x88, 1, 2, 3, 4, 5, 6, 7})
	f.Fuzz(func(t *testing.T, a []byte) {
		targets, ok := parseTargets(a)
		if ok && len(targets) != int(a[0]) {
			t.Errorf("%d targets from % X", len(targets), a)
		}
		for _, x := range targets {
			if x.uid.IsZero() || x.tg == 0 {
				t.Errorf("target %v from % X", x, a)
			}
		}
	})
}

func TestParseTargets(t *testing.T) {
	seven := []byte{1, 0, 0x44, 0, 7, 4, 0xA2, 0x24, 0x1B, 0x5C, 0x6D, 0x80}
	four := []byte{2, 0, 4, 8, 4, 0xDE, 0xAD, 0xBE, 0xEF}
	for name, c := range map[string]struct {
		in   []byte
		want string
	}{
		"none":                {[]byte{0}, "[] true"},
		"one":                 {append([]byte{1}, seven...), "[{1 04A2241B5C6D80}] true"},
		"two":                 {append(append([]byte{2}, seven...), four...), "[{1 04A2241B5C6D80} {2 DEADBEEF}] true"},
		"with a cascade tag":  {[]byte{1, 1, 0, 0x44, 0, 8, 0x88, 4, 0xA2, 0x24, 0x1B, 0x5C, 0x6D, 0x80}, "[{1 04A2241B5C6D80}] true"},
		"with two of them":    {[]byte{1, 1, 0, 0x44, 0, 12, 0x88, 0, 0x11, 0x22, 0x88, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99}, "[{1 00112233445566778899}] true"},
		"empty":               {nil, "[] false"},
		"three":               {append([]byte{3}, seven...), "[] false"},
		"one that is missing": {append([]byte{2}, seven...), "[] false"},
		"one cut off":         {append([]byte{1}, seven[:9]...), "[] false"},
		"one too many":        {append(append([]byte{1}, seven...), 0), "[{1 04A2241B5C6D80}] false"},
		"five bytes":          {[]byte{1, 1, 0, 4, 8, 5, 1, 2, 3, 4, 5}, "[] false"},
		"no number":           {[]byte{1, 0, 0, 4, 8, 4, 1, 2, 3, 4}, "[] false"},
	} {
		targets, ok := parseTargets(c.in)
		list := []string{}
		for _, x := range targets {
			list = append(list, fmt.Sprintf("{%d %v}", x.tg, x.uid))
		}
		if got := fmt.Sprint(list, ok); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// Random bytes hardly ever form a frame, and never a longer one than they are.
func TestNoise(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	var d decoder
	b := make([]byte, 64)
	for range 20000 {
		for i := range b {
			b[i] = byte(rng.Uint32())
		}
		d.feed(b)
		for f, ok := d.next(); ok; f, ok = d.next() {
			if len(f.data) > maxData {
				t.Fatalf("%d bytes of data", len(f.data))
			}
		}
		if got, most := len(d.buf), maxData+len(b)+8; got > most {
			t.Fatalf("%d bytes kept, at most %d can be of use", got, most)
		}
	}
}
