package crashtest

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
)

// A call is a system call. Until it has ended, only its first arguments may be known.
type call struct {
	pid    string
	name   string
	args   []arg
	result int
	failed bool
}

// An arg is a word as strace writes it, or a string as the program passed it.
type arg struct {
	word string
	text []byte // nil for a word
}

// An event is the start or the end of a call.
type event struct {
	end bool
	*call
}

// A transcript is what strace has written.
type transcript struct {
	events  []event
	open    map[string]*call  // by process: calls that have not ended
	halves  map[string]string // the first parts of their lines
	counted map[string]int    // ended calls, by name
	told    map[string]int    // counts in strace's own table
	table   bool              // that table has begun
}

func listen(pipe string) (transcript, error) {
	in, err := os.Open(pipe)
	if err != nil {
		return transcript{}, err
	}
	defer in.Close()
	t, err := transcribe(in)
	if err != nil {
		_, err2 := io.Copy(io.Discard, in) // otherwise strace waits, and the program with it
		err = errors.Join(err, err2)
	}
	return t, err
}

// transcribe reads to the end.
func transcribe(from io.Reader) (transcript, error) {
	t := transcript{open: map[string]*call{}, halves: map[string]string{}, counted: map[string]int{}, told: map[string]int{}}
	in := bufio.NewReaderSize(from, 1<<20)
	for {
		line, err := in.ReadString('\n')
		switch {
		case err == io.EOF && line == "":
			return t, t.complete()
		case err != nil:
			return t, fmt.Errorf("strace: after %q: %w", line, err)
		}
		if err := t.line(strings.TrimSuffix(line, "\n")); err != nil {
			return t, fmt.Errorf("strace: %w: %.200q", err, line)
		}
	}
}

// complete compares what was read with strace's own counts.
func (t *transcript) complete() error {
	if len(t.told) == 0 {
		return errors.New("strace has not counted its calls: it was killed")
	}
	for name, n := range t.told {
		if t.counted[name] != n {
			return fmt.Errorf("%d calls of %s were read, and strace has seen %d", t.counted[name], name, n)
		}
	}
	for pid, c := range t.open {
		return fmt.Errorf("%s of process %s has no end", c.name, pid)
	}
	return nil
}

var errLine = errors.New("a line that is not understood")

func (t *transcript) line(line string) error {
	if t.table || strings.HasPrefix(line, "syscall ") {
		t.table = true
		return t.count(line)
	}
	pid, rest, ok := strings.Cut(line, " ")
	if _, err := strconv.Atoi(pid); !ok || err != nil {
		return errLine
	}
	rest = strings.TrimLeft(rest, " ")
	switch {
	case strings.HasPrefix(rest, "--- "), strings.HasPrefix(rest, "???( <detached"):
		return nil // a signal, or a process that is ignored
	case strings.HasPrefix(rest, "+++ "):
		if t.open[pid] != nil { // the process ended within a call, whose second half strace may leave out
			delete(t.halves, pid)
			return t.end(pid, "?")
		}
		return nil
	case strings.HasSuffix(rest, " <unfinished ...>"):
		half := strings.TrimSuffix(rest, " <unfinished ...>")
		t.halves[pid] = half
		return t.begin(pid, half)
	case strings.HasPrefix(rest, "<... "):
		_, more, ok := strings.Cut(rest, " resumed>")
		half, begun := t.halves[pid]
		if !ok || !begun {
			return errLine
		}
		return t.resume(pid, half, more)
	}
	return t.both(pid, rest)
}

// both reads a call in one line.
func (t *transcript) both(pid, text string) error {
	call, result, ok := took(text)
	if !ok {
		return errLine
	}
	if err := t.begin(pid, call); err != nil {
		return err
	}
	return t.end(pid, result)
}

// took splits a call from its result.
func took(text string) (call, result string, ok bool) {
	at := strings.LastIndex(text, " = ")
	if at < 0 {
		return "", "", false
	}
	call, ok = strings.CutSuffix(strings.TrimRight(text[:at], " "), ")")
	return call, text[at+len(" = "):], ok
}

func (t *transcript) begin(pid, text string) error {
	name, args, ok := strings.Cut(text, "(")
	if !ok || t.open[pid] != nil {
		return errLine
	}
	list, err := split(args)
	if err != nil {
		return err
	}
	c := &call{pid: pid, name: name, args: list}
	t.open[pid] = c
	t.events = append(t.events, event{false, c})
	return nil
}

// resume reads the second half of a line whose first half was text.
func (t *transcript) resume(pid, text, more string) error {
	delete(t.halves, pid)
	call, result, ok := took(text + more)
	if !ok || t.open[pid] == nil {
		return errLine
	}
	_, args, _ := strings.Cut(call, "(")
	list, err := split(args)
	if err != nil {
		return err
	}
	t.open[pid].args = list
	return t.end(pid, result)
}

func (t *transcript) end(pid, result string) error {
	c := t.open[pid]
	word, _, _ := strings.Cut(result, " ")
	n, err := strconv.ParseInt(word, 0, 64)
	switch {
	case word == "?":
		c.failed = true // interrupted, or the program ended in it
	case err != nil:
		return errLine
	default:
		c.result, c.failed = int(n), n < 0
	}
	if result != "?" { // strace does not count a call in which the program ended
		t.counted[c.name]++
	}
	t.events = append(t.events, event{true, c})
	delete(t.open, pid)
	return nil
}

// count reads a line of the table at the end.
func (t *transcript) count(line string) error {
	words := strings.Fields(line)
	if len(words) != 2 {
		return errLine
	}
	n, err := strconv.Atoi(words[1])
	if err == nil && words[0] != "total" {
		t.told[words[0]] = n
	}
	return nil
}

// split splits arguments; strings are in hexadecimal and contain no commas.
func split(args string) ([]arg, error) {
	var list []arg
	for word := range strings.SplitSeq(strings.TrimSuffix(args, ","), ", ") {
		a := arg{word: word}
		switch {
		case strings.HasSuffix(word, `"...`):
			return nil, errors.New("a string that was cut short")
		case strings.HasPrefix(word, `"`) && strings.HasSuffix(word, `"`):
			text, err := unquote(word)
			if err != nil {
				return nil, err
			}
			a = arg{text: text}
		}
		list = append(list, a)
	}
	return list, nil
}

// unquote decodes "\x4a\x5b".
func unquote(quoted string) ([]byte, error) {
	inner := quoted[1:max(1, len(quoted)-1)]
	if len(inner)%4 != 0 {
		return nil, errLine
	}
	text := make([]byte, len(inner)/4)
	for i := range text {
		high, low := strings.IndexByte(digits, inner[4*i+2]), strings.IndexByte(digits, inner[4*i+3])
		if inner[4*i] != '\\' || inner[4*i+1] != 'x' || high < 0 || low < 0 {
			return nil, errLine
		}
		text[i] = byte(high<<4 | low)
	}
	return text, nil
}

const digits = "0123456789abcdef"

func (c *call) String() string {
	var list []string
	for _, a := range c.args {
		list = append(list, fmt.Sprintf("%.60s%.60q", a.word, a.text))
	}
	return fmt.Sprintf("%s(%s)", c.name, strings.Join(list, ", "))
}

// word returns an argument that is not a string; "" if there is none.
func (c *call) word(i int) string {
	if i >= len(c.args) {
		return ""
	}
	return c.args[i].word
}

func (c *call) number(i int) (int, error) {
	n, err := strconv.ParseInt(c.word(i), 0, 64)
	if err != nil {
		return 0, fmt.Errorf("argument %d is no number", i)
	}
	return int(n), nil
}

func (c *call) text(i int) ([]byte, error) {
	if i >= len(c.args) || c.args[i].text == nil {
		return nil, fmt.Errorf("argument %d is no string", i)
	}
	return c.args[i].text, nil
}
