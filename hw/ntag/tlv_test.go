package ntag

import "testing"

// The control of the order of writing: pages that are written from the first on
// leave half a token behind, which only the sum tells.
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
	torn := 0
	for i := len(pages) - 1; i > 0; i-- {
		copy(memory[(pages[i].number-FirstUser)*PageSize:], pages[i].data[:])
		if l, err := parse(memory, len(memory)); err == nil && l.torn {
			torn++
		}
	}
	if torn != len(pages)-1 {
		t.Errorf("%d of %d steps leave half a token", torn, len(pages)-1)
	}
}
