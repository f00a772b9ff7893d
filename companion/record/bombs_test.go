package record_test

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"arbiter/companion/record"
)

// sealed returns a line with its hash, given the hash of the line before.
func sealed(before, text string) (line, hash string) {
	text = strings.TrimSuffix(text, "}")
	sum := sha256.Sum256([]byte(before + "\n" + text))
	hash = hex.EncodeToString(sum[:])
	return text + `,"hash":"` + hash + "\"}\n", hash
}

// An endless file repeats itself; it counts what is read of it.
type endless struct {
	text string
	read int
}

func (e *endless) Read(b []byte) (int, error) {
	n := 0
	for n < len(b) {
		n += copy(b[n:], e.text[(e.read+n)%len(e.text):])
	}
	e.read += n
	return n, nil
}

// Files made to break their readers are refused with their line and a reason, before they have cost
// more than a record may.
func TestBombs(t *testing.T) {
	const begin = `{"record":"arbiter game record","version":1,"id":"x","game":"hush","seats":["ana","ben"],"created":"2026-05-04T12:00:00Z","program":"","result":""`
	seal := func(more string) string { line, _ := sealed("", begin+more+"}"); return line }
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, err := io.Copy(z, io.LimitReader(&endless{text: "0"}, 8<<20))
	check(t, errors.Join(err, z.Close()))
	for name, c := range map[string]struct {
		text string
		why  string
	}{
		"deep lists":        {seal(`,"facts":` + strings.Repeat("[", 400<<10) + strings.Repeat("]", 400<<10)), "cannot be read"},
		"many facts":        {seal(`,"facts":["` + strings.Repeat(`x","`, 200_000) + `"]`), `"x"`},
		"more entries":      {seal(`,"entries":2000000000`), "at most 10000 entries"},
		"less than none":    {seal(`,"entries":-1`), "at most 10000 entries"},
		"a number too long": {seal(`,"entries":` + strings.Repeat("9", 900<<10)), "cannot be read"},
		"a long name":       {seal(`,"names":{"ana":"` + strings.Repeat("a", 900<<10) + `"}`), "called"},
		"a field of ours":   {seal(`,"admin":true`), "cannot be read"},
		"packed":            {packed.String(), "UTF-8"},
	} {
		_, err := record.Read(strings.NewReader(c.text), rules)
		var fault *record.Fault
		if !errors.As(err, &fault) || fault.Line != 1 || !strings.Contains(fault.Why, c.why) {
			t.Errorf("%s: %.200v, want line 1 and %q", name, err, c.why)
		}
	}
	for name, c := range map[string]struct {
		text string
		line int
	}{
		"one line":   {"x", 1},
		"many lines": {"{}\n", 1},
		"no lines":   {"\n", 1},
	} {
		e := &endless{text: c.text}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := record.Read(e, rules)
		runtime.ReadMemStats(&after)
		var fault *record.Fault
		if !errors.As(err, &fault) || fault.Line != c.line {
			t.Errorf("%s without end: %v, want a fault in line %d", name, err, c.line)
		}
		if cost := after.TotalAlloc - before.TotalAlloc; e.read > record.MostBytes+1 || cost > 4*record.MostBytes {
			t.Errorf("%s without end: %d bytes read, %d allocated", name, e.read, cost)
		}
	}
	// The control: after a valid header sealed like that, reading continues.
	first, hash := sealed("", begin+`,"entries":1,"facts":[]}`)
	if _, err := record.Read(strings.NewReader(first), rules); err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("a header without its entry: %v, want line 2", err)
	}
	second, _ := sealed(hash, `{"seq":1,"by":"eve","command":"eve x"}`)
	if _, err := record.Read(strings.NewReader(first+second), rules); err == nil || !strings.Contains(fmt.Sprint(err), "no command of eve") {
		t.Errorf("an entry of nobody: %v", err)
	}
}

// A record of a newer version, which says more, is refused by its version, naming the program that
// its game began with, whatever else is in it.
func TestRecordOfANewerProgram(t *testing.T) {
	for more, want := range map[string]string{
		`"version":3,"clock":true`: "versions 1 to 2 of records, not 3, and the game began with \"arbiter v99.1\"; update it",
		`"version":2,"clock":true`: "it cannot be read", // the control
	} {
		line, _ := sealed("", `{"record":"arbiter game record","program":"arbiter v99.1",`+more+"}")
		if _, err := record.Read(strings.NewReader(line), rules); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", more, err, want)
		}
	}
}
