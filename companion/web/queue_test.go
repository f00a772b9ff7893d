package web_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"arbiter/companion/companiontest/chromium"
	"arbiter/companion/history"
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

// What somebody is told who asks.
type told struct {
	status      int
	again, text string
}

// What is done for somebody who looks back ends when they go. Until then the next ones
// wait, who get an answer when that is too long; who looks on at the table does not wait.
func TestLookersWaitForEachOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := slowRecords{make(chan bool), make(chan error)}
		w, l := behindPipes(t, func(o *web.Opts) { o.Past.Records = slow })
		id := w.store.Games()[0].ID
		conclude(t, w.table)
		h := &house{t: t, table: w.table, url: "http://localhost"}
		ask := func(ctx context.Context, path string) <-chan told {
			b, all := h.browser(), make(chan told, 1)
			b.client.Transport = &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) { return l.dial(), nil }, DisableKeepAlives: true}
			go func() {
				q := b.request(http.MethodGet, path, nil).WithContext(ctx)
				q.Header.Set("Accept-Language", "de")
				r, err := b.client.Do(q)
				if err != nil {
					all <- told{}
					return
				}
				defer r.Body.Close()
				text, _ := io.ReadAll(r.Body)
				all <- told{r.StatusCode, r.Header.Get("Retry-After"), string(text)}
			}()
			return all
		}
		script := "/games/" + id + "/script.txt"
		ctx, leave := context.WithCancel(t.Context())
		var first []<-chan told
		for range web.Lookers(w.web) {
			first = append(first, ask(ctx, script))
			<-slow.begun
		}
		if got := <-ask(t.Context(), "/table"); got.status != http.StatusOK {
			t.Errorf("who looks on gets %d", got.status)
		}
		began := time.Now()
		if got := <-ask(t.Context(), "/games"); got.status != http.StatusServiceUnavailable || time.Since(began) != 8*time.Second || got.again == "" || !strings.Contains(got.text, "Gerade sehen sich viele vergangene Spiele an") {
			t.Errorf("who waits gets %d after %v, to try again in %q s; want a refusal after 8 s that says so, in German", got.status, time.Since(began), got.again)
		}
		soon, done := context.WithTimeout(t.Context(), 3*time.Second)
		if got := <-ask(soon, "/events?page=table&since=0"); !strings.Contains(got.text, "id:") {
			t.Errorf("a page that asks what it missed is not told the table within 3 s: %q", got.text)
		}
		done()
		waiting := ask(t.Context(), "/games")
		leave()
		for _, one := range first {
			if err := <-slow.ended; err == nil || (<-one).status != 0 {
				t.Errorf("the work for who has gone ends with %v", err)
			}
		}
		if got := <-waiting; got.status != http.StatusOK {
			t.Errorf("the next in the queue gets %d", got.status)
		}
	})
}

// A leftHistory tells when what it gave out has gone from the memory.
type leftHistory struct {
	web.History
	gone atomic.Bool
}

func (w *leftHistory) Saved(id string) (history.Saved, error) {
	saved, err := w.History.Saved(id)
	saved.Entries = slices.Clone(saved.Entries)
	last := &saved.Entries[len(saved.Entries)-2] // the last one that was not taken back has events
	last.Events = slices.Clone(last.Events)
	runtime.AddCleanup(&last.Events[0], func(struct{}) { w.gone.Store(true) }, struct{}{})
	return saved, err
}

// A game is gone from the memory when its answer is made, although whoever asked takes
// nothing yet, and gets all of it.
func TestAGameIsGoneBeforeItsAnswerIsTaken(t *testing.T) {
	t.Parallel()
	var kept *leftHistory
	w, l := behindPipes(t, func(o *web.Opts) {
		o.Streams.Slow = time.Hour
		kept = &leftHistory{History: o.Past.History}
		o.Past.History = kept
	})
	path := "/games/" + w.store.Games()[0].ID + "/tracks.csv"
	for version := 0; version < 1600; version += 2 {
		(&house{t: t, table: w.table}).play("purple buy ai-07")
		_, err := w.table.Undo(t.Context(), "purple", version+1)
		check(t, err)
	}
	conclude(t, w.table)
	c := l.dial()
	_, err := fmt.Fprintf(c, "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n", path)
	check(t, err)
	in := bufio.NewReaderSize(c, 16)
	_, err = in.Peek(1)
	check(t, err)
	for end := time.Now().Add(chromium.Patience); !kept.gone.Load() && time.Now().Before(end); {
		runtime.GC()
		time.Sleep(time.Millisecond) // until it is collected
	}
	answer, err := http.ReadResponse(in, nil)
	check(t, err)
	text, err := io.ReadAll(answer.Body)
	if err != nil || !kept.gone.Load() || len(text) < 80<<10 {
		t.Errorf("the game is gone: %t; who asked gets %d bytes, %v", kept.gone.Load(), len(text), err)
	}
}

// Who takes nothing is left, so that what is kept for somebody else finds room.
func TestSlowReadersAreLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, l := behindPipes(t)
		c := l.dial()
		_, err := io.WriteString(c, "GET /table HTTP/1.1\r\nHost: localhost\r\n\r\n")
		check(t, err)
		_, err = c.Read(make([]byte, 1))
		check(t, err)
		began := time.Now()
		time.Sleep(6 * time.Second) // bubble: it takes nothing
		_, err = io.ReadAll(c)
		if took := time.Since(began); err != nil || took > 7*time.Second {
			t.Errorf("who takes nothing is left after %v: %v", took, err)
		}
	})
}
