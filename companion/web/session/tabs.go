package session

import (
	"sync"
)

// mostLasting is how many streams of one browser last. Over HTTP/1.1 a browser opens six
// connections to one host, for all of its tabs: when streams have them all, no page loads
// and nothing can be done on any.
const mostLasting = 4

// NewTabs returns none.
func NewTabs() *Tabs { return &Tabs{all: map[string]map[string]*tab{}} }

// Tabs are the pages of each browser that have a stream which lasts.
type Tabs struct {
	mu  sync.Mutex
	all map[string]map[string]*tab
}

type tab struct{ end func() }

// Enter is called when a tab of a browser asks for a stream, which end ends. An older one of
// the same tab is ended: its connection has died, though nobody has said so. It is false where
// the browser has no connection to spare, so that the stream has to end by itself; else leave
// is called at its end.
func (t *Tabs) Enter(browser, name string, end func()) (leave func(), lasts bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	of := t.all[browser]
	if old := of[name]; old != nil {
		old.end()
	} else if len(of) >= mostLasting {
		return nil, false
	}
	if of == nil {
		of = map[string]*tab{}
		t.all[browser] = of
	}
	now := &tab{end}
	of[name] = now
	return func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		if of[name] != now {
			return
		}
		if delete(of, name); len(of) == 0 {
			delete(t.all, browser)
		}
	}, true
}
