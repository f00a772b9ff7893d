package site

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// A phone gives up an answer after some seconds and asks for it again. What it wished is not
// ended halfway: of many values that were told at once, all arrive.
func TestWhatIsAskedAgainIsDoneWhole(t *testing.T) {
	ctx, leave := context.WithCancel(t.Context())
	did := 0
	post := (&Server{replies: replies{now: time.Now}}).post(func(_ http.ResponseWriter, r *http.Request) (Outcome, error) {
		for range 3 {
			if leave(); r.Context().Err() == nil {
				did++
			}
		}
		return Outcome{Version: did}, nil
	})
	for _, ctx := range []context.Context{ctx, t.Context()} {
		r := httptest.NewRequestWithContext(ctx, http.MethodPost, "/do", strings.NewReader("wish="+strings.Repeat("w", shortestKey)))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Accept", "application/json")
		w := httptest.NewRecorder()
		if post(w, r); did != 3 || strings.TrimSpace(w.Body.String()) != `{"version":3}` {
			t.Errorf("%d of three were done, the answer is %s", did, w.Body)
		}
	}
}
