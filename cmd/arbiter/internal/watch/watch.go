// Package watch prints in a terminal what a spectator of a table sees, from its API.
package watch

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"arbiter/companion/spectator"
	"arbiter/engine"
)

// Opts says what is watched, and how.
type Opts struct {
	URL   string // of the pages
	Token string
	Lang  string
	Say   func(engine.Text) string
	Pause time.Duration // before it reconnects; default 2 s
}

// Table prints what happens until ctx ends. It reconnects when the connection is lost; if the API
// does not let it in, that is its error.
func Table(ctx context.Context, out io.Writer, o Opts) error {
	if o.Pause == 0 {
		o.Pause = 2 * time.Second
	}
	w := &watcher{Opts: o, out: out}
	for {
		err := w.stream(ctx)
		switch {
		case ctx.Err() != nil:
			return nil
		case errors.As(err, new(engine.Refusal)):
			return err
		case !w.lost:
			w.lost = true
			fmt.Fprintln(out, o.Say(engine.Say("The connection is lost; it comes back by itself.")))
		}
		select {
		case <-time.After(o.Pause):
		case <-ctx.Done():
			return nil
		}
	}
}

type watcher struct {
	Opts
	out  io.Writer
	last string // id of the last event
	was  spectator.Table
	lost bool
}

// first is how long a table may take to answer; after that its heartbeat says how long it may be
// silent.
const first = 15 * time.Second

// stream reads one stream to its end.
func (w *watcher) stream(ctx context.Context) error {
	ctx, end := context.WithCancel(ctx)
	defer end()
	silent := time.AfterFunc(first, end)
	defer silent.Stop()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimSuffix(w.URL, "/")+"/api/events?lang="+w.Lang, nil)
	if err != nil {
		return engine.Refuse("%s is no address of a table; write it as http://arbiter.local", w.URL)
	}
	r.Header.Set("Authorization", "Bearer "+w.Token)
	r.Header.Set("Last-Event-ID", w.last)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	switch answer.StatusCode {
	case http.StatusOK:
	case http.StatusUnauthorized:
		return engine.Refuse("the table asks for a token; its owner finds it on the page /settings, and it goes into --token")
	case http.StatusNotFound:
		return engine.Refuse("the table shows other programs nothing; its owner can change that on the page /settings")
	default:
		return errors.New(answer.Status)
	}
	lines := bufio.NewScanner(answer.Body)
	lines.Buffer(nil, 1<<20)
	for name, id := "", ""; lines.Scan(); {
		switch key, value, _ := strings.Cut(lines.Text(), ": "); key {
		case "event":
			name = value
		case "id":
			id = value
		case "data":
			if name == "beat" {
				often, _, _ := strings.Cut(value, " ")
				if ms, err := strconv.Atoi(often); err == nil {
					silent.Reset(2*time.Duration(ms)*time.Millisecond + first)
				}
				continue
			}
			var t spectator.Table
			if name != "table" || json.Unmarshal([]byte(value), &t) != nil {
				continue
			}
			w.last = id
			w.print(t)
		}
	}
	return lines.Err()
}

// print prints how a table differs from what it was.
func (w *watcher) print(t spectator.Table) {
	was := w.was
	w.was, w.lost = t, false
	if t.ID == "" {
		fmt.Fprintln(w.out, w.Say(engine.Say("No game is on the table.")))
		return
	}
	if t.ID != was.ID || !slices.Equal(t.Stage, was.Stage) {
		fmt.Fprintf(w.out, "== %s: %s\n", t.Title, strings.Join(t.Stage, ", "))
		for _, s := range t.Seats {
			fmt.Fprintf(w.out, "   %s:%s\n", s.Called, numbers(t, s))
		}
	}
	if t.Entry != was.Entry || t.ID != was.ID {
		for _, line := range t.Last {
			fmt.Fprintln(w.out, line)
		}
	}
	for _, p := range t.Prompts {
		if !slices.Contains(was.Prompts, p) {
			fmt.Fprintln(w.out, "   →", p.Text)
		}
	}
}

func numbers(t spectator.Table, s spectator.Seat) (said string) {
	for _, tr := range t.Tracks {
		said += fmt.Sprintf("  %s %d", tr.Title, s.Tracks[tr.Name])
	}
	return said
}
