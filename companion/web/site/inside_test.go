package site

import "testing"

func TestWaysBackStayInside(t *testing.T) {
	for path, want := range map[string]string{"/table": "/table", "/seat/red": "/seat/red", "": "/", "//evil.example": "/", "http://evil.example": "/", "/\\evil.example": "/", "/a\r\nb": "/"} {
		if got := Inside(path); got != want {
			t.Errorf("%q leads to %q, want %q", path, got, want)
		}
	}
}
