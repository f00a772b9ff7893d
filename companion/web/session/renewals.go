package session

import "sync"

// mostRenewals is how many browsers may be on their way from one token to the next.
const mostRenewals = 1000

// Renewals are tokens that browsers were given in place of older ones and have not come
// with yet, all by their marks. The older one is good until then: an answer may be lost.
type Renewals struct {
	mu  sync.Mutex
	old map[string]string // by the new one
}

// Begin notes that a token is to take the place of another one.
func (r *Renewals) Begin(old, token string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.old == nil || len(r.old) >= mostRenewals {
		r.old = map[string]string{}
	}
	r.old[Mark(token)] = Mark(old)
}

// End returns the mark that is good no longer, now that a browser comes with a token; "" if
// there is none.
func (r *Renewals) End(token string) (old string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.old) == 0 {
		return ""
	}
	m := Mark(token)
	old = r.old[m]
	delete(r.old, m)
	return old
}
