package web

import "sync"

// How many answers are kept: far more than phones ask for again.
const mostAnswers = 512

// Answers are what came of the last wishes, by the names that browsers gave
// them. A browser that did not get its answer asks again under the same name, and
// nothing is done twice.
type answers struct {
	mu    sync.Mutex
	all   map[string]*answer
	order []string // oldest first
}

type answer struct {
	ready chan struct{} // closed once the rest is known
	done  done
	err   error
}

// once carries a wish out, or returns what came of it before. Without a name it
// is carried out each time.
func (a *answers) once(name string, carry func() (done, error)) (done, error) {
	if name == "" {
		return carry()
	}
	a.mu.Lock()
	was, known := a.all[name]
	if !known {
		was = &answer{ready: make(chan struct{})}
		a.keep(name, was)
	}
	a.mu.Unlock()
	if known {
		<-was.ready // carrying has a deadline of its own
		return was.done, was.err
	}
	defer close(was.ready)
	was.done, was.err = carry()
	return was.done, was.err
}

func (a *answers) keep(name string, x *answer) {
	if a.all == nil {
		a.all = map[string]*answer{}
	}
	if len(a.order) == mostAnswers {
		delete(a.all, a.order[0])
		a.order = a.order[1:]
	}
	a.all[name], a.order = x, append(a.order, name)
}
