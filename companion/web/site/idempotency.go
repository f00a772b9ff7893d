package site

import (
	"net/http"
	"sync"
	"time"

	"arbiter/companion/web/session"
)

// How many answers are kept, far more than phones ask for again, and for how long: our script gives
// up within a minute, but a phone may sleep in between.
const (
	mostReplies = 512
	replyLasts  = 10 * time.Minute
)

// A requestKey identifies a request that a browser has named, to be able to send it again.
type requestKey struct{ path, name, token string }

// Names made by our script are 128 random bits, in up to 43 characters. For a browser without a
// token the name is the only proof that it is the same browser, so it must be as hard to guess as a
// token.
const (
	longestKey  = 100
	shortestKey = 22
)

// requestKeyOf returns the key of a request; its name is empty if the request has no valid one.
func requestKeyOf(r *http.Request) requestKey {
	x := requestKey{r.URL.Path, r.PostFormValue("wish"), session.Token(r)}
	if len(x.name) > longestKey || x.token == "" && len(x.name) < shortestKey {
		x.name = ""
	}
	return x
}

// key returns a string that differs between requests and between browsers; those without a token
// share one space.
func (x requestKey) key() string {
	if x.token == "" {
		return x.path + " " + x.name
	}
	return x.path + " " + x.name + " " + session.Mark(x.token)
}

// replies are the outcomes of the latest requests. A browser that did not get its answer sends the
// request again under the same name, and nothing is done twice. If it got a token with the answer,
// it gets that again, too.
type replies struct {
	now   func() time.Time
	mu    sync.Mutex
	all   map[string]*keptReply
	order []string // oldest first
}

type keptReply struct {
	at      time.Time
	ready   chan struct{} // closed once the outcome is known
	done    Outcome
	err     error
	cookies []string
}

// once carries a request out, or returns the outcome of an earlier one with the same key. Without a
// name it always carries it out. Cookies that carry set on w are set again.
func (a *replies) once(x requestKey, w http.ResponseWriter, carry func() (Outcome, error)) (Outcome, error) {
	if x.name == "" {
		return carry()
	}
	a.mu.Lock()
	was, known := a.all[x.key()]
	if known = known && a.now().Sub(was.at) <= replyLasts; !known {
		was = &keptReply{at: a.now(), ready: make(chan struct{})}
		a.keep(x, was)
	}
	a.mu.Unlock()
	if known {
		<-was.ready // carry has a deadline of its own
		for _, c := range was.cookies {
			w.Header().Add("Set-Cookie", c)
		}
		return was.done, was.err
	}
	defer close(was.ready)
	was.done, was.err = carry()
	was.cookies = w.Header().Values("Set-Cookie")
	if x.token = session.Given(was.cookies); x.token != "" { // the answer may get lost, but not its cookie
		a.mu.Lock()
		defer a.mu.Unlock()
		a.keep(x, was)
	}
	return was.done, was.err
}

// forget drops the answer to a request.
func (a *replies) forget(x requestKey) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.all, x.key())
}

func (a *replies) keep(x requestKey, y *keptReply) {
	if a.all == nil {
		a.all = map[string]*keptReply{}
	}
	for len(a.order) > 0 && (len(a.order) >= mostReplies || a.old(a.order[0])) {
		delete(a.all, a.order[0])
		a.order = a.order[1:]
	}
	a.all[x.key()], a.order = y, append(a.order, x.key())
}

// old reports whether an answer is too old or was dropped.
func (a *replies) old(key string) bool {
	x := a.all[key]
	return x == nil || a.now().Sub(x.at) > replyLasts
}
