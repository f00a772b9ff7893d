package site

import (
	"context"
	"io"
	"net/http"
	"time"

	"arbiter/companion"
)

// patient is how long a health check may take.
const patient = 3 * time.Second

// health answers machines: 200 if a game can go on, else 503.
func (s *Server) health(w http.ResponseWriter, r *http.Request) {
	ctx, done := context.WithTimeout(r.Context(), patient)
	defer done()
	report, well := s.Opts.Program.Health(ctx)
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	if !well {
		w.WriteHeader(http.StatusServiceUnavailable)
	}
	io.WriteString(w, report)
}

// answering returns a health check: whether the table's loop answers.
func answering(t *companion.Table) func(context.Context) (string, bool) {
	return func(ctx context.Context) (string, bool) {
		if _, err := t.Snapshot(ctx, ""); err != nil {
			return "table: fault: " + err.Error() + "\n", false
		}
		return "table: ok\n", true
	}
}
