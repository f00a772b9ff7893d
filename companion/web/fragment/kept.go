package fragment

import (
	"hash/maphash"
	"reflect"
	"sync"
)

// Kept is what was made already, by what it was made of: the same card or the same move
// looks the same to everybody who may know it, so it is made once. It is of one language,
// and never changed. A nil *Kept keeps nothing.
type Kept[T any] struct {
	Size func(T) int // bytes, about

	mu         sync.Mutex
	young, old map[key]T
	held       int // bytes in young
	made       int // how often there was none
}

// The most bytes in young: then they are old, and what is old and was not asked for since
// is forgotten.
const mostKept = 1 << 19

// A key is a hash of a name and an input, which are as long as what is made of them. Its
// seeds are of this process alone: that two inputs have one key is chance, once in 2^128.
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

// Of returns what was made of an input under a name, such as that of a template; anew makes
// it where it is not there.
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

// Forget forgets it all.
func (k *Kept[T]) Forget() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.young, k.old, k.held = nil, nil, 0
}

// Made is how many were made because none was there.
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

// put is for who holds mu.
func (k *Kept[T]) put(at key, x T) {
	if k.young == nil || k.held > mostKept {
		k.young, k.old, k.held = map[key]T{}, k.young, 0
	}
	k.young[at] = x
	k.held += len(at)*8 + k.Size(x)
}
