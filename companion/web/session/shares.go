package session

import "sync"

// Shares limit how many requests of one browser are answered before those of spectators: one page
// and one step at a time, so that a player's script keeps nobody else waiting. The zero value has
// no requests.
type Shares struct{ taken sync.Map }

type share struct {
	token string
	page  bool
}

// Take returns how to end a request that goes before spectators; nil if the browser has one of its
// kind under way.
func (s *Shares) Take(token string, page bool) (leave func()) {
	at := share{token, page}
	if _, has := s.taken.LoadOrStore(at, true); has {
		return nil
	}
	return func() { s.taken.Delete(at) }
}
