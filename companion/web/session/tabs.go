package session

import (
	"sync"
)

// mostLasting is how many long-lived streams one browser may have. Over HTTP/1.1 a browser opens
// six connections to a host for all of its tabs: if streams took them all, no page could load.
const mostLasting = 4

// NewTabs returns empty Tabs.
func NewTabs() *Tabs { return &Tabs{all: map[string]map[string]*tab{}} }

// Tabs are each browser's tabs that have a long-lived stream.
type Tabs struct {
	mu  sync.Mutex
	all map[string]map[string]*tab
}

type tab struct{ end func() }

// Enter is called when a tab of a browser asks for a stream; end is called to end it. An older
// stream of the same tab is ended: its connection must be dead, even if nobody has noticed. lasts
// is false if the browser has no connection to spare, so the stream must end by itself; otherwise
// leave must be called at its end.
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
