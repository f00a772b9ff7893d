package session

import "sync"

// mostRenewals is how many browsers can be in between two tokens.
const mostRenewals = 1000

// Renewals are tokens that browsers were given to replace older ones but have not sent yet, all by
// their marks. Until then the older one stays valid, since an answer may get lost.
type Renewals struct {
	mu  sync.Mutex
	old map[string]string // by the new one
}

// Begin records that a token replaces another one.
func (r *Renewals) Begin(old, token string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.old == nil || len(r.old) >= mostRenewals {
		r.old = map[string]string{}
	}
	r.old[Mark(token)] = Mark(old)
}

// End returns the mark of the token that ends now that the browser has sent its replacement; "" if
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
