package web_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"arbiter/companion/record"
	"arbiter/companion/web"
)

// Slow records take as long for a script as somebody waits for it.
type slowRecords struct {
	begun chan bool
	ended chan error
}

func (r slowRecords) Script(ctx context.Context, _ io.Writer, _ string) error {
	r.begun <- true
	<-ctx.Done()
	r.ended <- ctx.Err()
	return ctx.Err()
}

func (slowRecords) Import(record.Game) error { return nil }

// What is done for somebody who looks back ends when they go. Until then the next ones
// wait, who get an answer when that is too long; who plays does not wait.
func TestLookersWaitForEachOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := slowRecords{make(chan bool), make(chan error)}
		w, l := behindPipes(t, func(o *web.Opts) { o.Records = slow })
		id := w.store.Games()[0].ID
		conclude(t, w.table)
		h := &house{t: t, table: w.table, url: "http://localhost"}
		ask := func(ctx context.Context, path string) <-chan int {
			b, status := h.browser(), make(chan int, 1)
			b.client.Transport = &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) { return l.dial(), nil }, DisableKeepAlives: true}
			go func() {
				r, err := b.client.Do(b.request(http.MethodGet, path, nil).WithContext(ctx))
				if err != nil {
					status <- 0
					return
				}
				r.Body.Close()
				status <- r.StatusCode
			}()
			return status
		}
		script := "/games/" + id + "/script.txt"
		ctx, leave := context.WithCancel(t.Context())
		var first []<-chan int
		for range web.Lookers(w.web) {
			first = append(first, ask(ctx, script))
			<-slow.begun
		}
		if got := <-ask(t.Context(), "/table"); got != http.StatusOK {
			t.Errorf("who plays gets %d", got)
		}
		began := time.Now()
		if got := <-ask(t.Context(), "/games"); got != http.StatusConflict || time.Since(began) != 10*time.Second {
			t.Errorf("who waits gets %d after %v, want a refusal after 10 s", got, time.Since(began))
		}
		waiting := ask(t.Context(), "/games")
		leave()
		for _, one := range first {
			if err := <-slow.ended; err == nil || <-one != 0 {
				t.Errorf("the work for who has gone ends with %v", err)
			}
		}
		if got := <-waiting; got != http.StatusOK {
			t.Errorf("the next in the queue gets %d", got)
		}
	})
}
