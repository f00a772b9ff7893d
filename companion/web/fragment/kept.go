package fragment

import (
	"hash/maphash"
	"reflect"
	"sync"
)

// Kept is a cache of what was made, by what it was made from: the same card or move looks the same
// to everybody who may know it. Each Kept is for one language, and its values are never changed. A
// nil *Kept caches nothing.
type Kept[T any] struct {
	Size func(T) int // approximate size in bytes

	mu         sync.Mutex
	young, old map[key]T
	held       int // bytes in young
	made       int // how many were made
}

// mostKept is how many bytes young may have: then young becomes old, and what was old and has not
// been asked for since is dropped.
const mostKept = 1 << 19

// A key is a hash of a name and an input, which may be as long as what is made from them. Its seeds
// are random for each process; two inputs share a key with a chance of 1 in 2^128.
type key [2]uint64

var seeds = [len(key{})]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}

var buffers = sync.Pool{New: func() any { return new([]byte) }}

func keyOf(name string, input any) (k key) {
	b := buffers.Get().(*[]byte)
	defer buffers.Put(b)
	*b = appendInput(append(append((*b)[:0], name...), 0), reflect.ValueOf(&input).Elem())
	for i, seed := range seeds {
		k[i] = maphash.Bytes(seed, *b)
	}
	return k
}

// Of returns what was made from an input under a name, such as that of a template; if it is not
// cached, anew makes it.
func (k *Kept[T]) Of(name string, input any, anew func() (T, error)) (T, error) {
	if k == nil {
		return anew()
	}
	at := keyOf(name, input)
	if x, ok := k.find(at); ok {
		return x, nil
	}
	x, err := anew()
	if err == nil {
		k.keep(at, x)
	}
	return x, err
}

// Forget empties the cache.
func (k *Kept[T]) Forget() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.young, k.old, k.held = nil, nil, 0
}

// Made returns how many values were made because they were not cached.
func (k *Kept[T]) Made() int { return k.made }

func (k *Kept[T]) find(at key) (T, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	x, ok := k.young[at]
	if !ok {
		if x, ok = k.old[at]; ok {
			k.put(at, x)
		}
	}
	if !ok {
		k.made++
	}
	return x, ok
}

func (k *Kept[T]) keep(at key, x T) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.put(at, x)
}

// put must be called with mu held.
func (k *Kept[T]) put(at key, x T) {
	if k.young == nil || k.held > mostKept {
		k.young, k.old, k.held = map[key]T{}, k.young, 0
	}
	k.young[at] = x
	k.held += len(at)*8 + k.Size(x)
}
