package ntag

import "testing"

// The control of the order of writing: pages written from the first one on leave something other
// than the old contents.
func TestPagesFromTheFirstOnTear(t *testing.T) {
	memory := make([]byte, 144)
	copy(memory, []byte{0x03, 0x00, 0xFE})
	l, err := parse(memory, len(memory))
	if err != nil {
		t.Fatal(err)
	}
	pages, err := l.plan(memory, Token{1})
	if err != nil {
		t.Fatal(err)
	}
	clean, torn := 0, 0
	for i := len(pages) - 1; i > 0; i-- {
		copy(memory[(pages[i].number-FirstUser)*PageSize:], pages[i].data[:])
		switch l, err := parse(memory, len(memory)); {
		case err == nil && l.torn:
			torn++
		case err == nil && l.at == 2 && !l.found:
			clean++
		}
	}
	if clean > 0 || torn == 0 {
		t.Errorf("of %d steps %d leave no trace, %d half a token", len(pages)-1, clean, torn)
	}
}
