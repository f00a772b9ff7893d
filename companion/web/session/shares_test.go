package session_test

import (
	"testing"

	"arbiter/companion/web/session"
)

// A browser has one page and one step at a time; what others have counts for them alone.
func TestABrowserHasItsShare(t *testing.T) {
	t.Parallel()
	var s session.Shares
	first := s.Take("red", true)
	for name, c := range map[string]struct {
		token      string
		page, want bool
	}{"a second page": {"red", true, false}, "a step": {"red", false, true}, "a page of another": {"blue", true, true}} {
		leave := s.Take(c.token, c.page)
		if (leave != nil) != c.want {
			t.Errorf("%s goes before spectators: %t, want %t", name, leave != nil, c.want)
		}
		if leave != nil {
			leave()
		}
	}
	first()
	if s.Take("red", true) == nil {
		t.Error("a page waits for one that has ended")
	}
}
