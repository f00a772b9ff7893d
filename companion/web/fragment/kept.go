package fragment

import (
	"reflect"
	"sync"
)

// Kept is what was made already, by what it was made of: the same card or the same move
// looks the same to everybody who may know it, so it is made once. It is of one language,
// and never changed. A nil *Kept keeps nothing.
type Kept[T any] struct {
	Size func(T) int // bytes, about

	mu         sync.Mutex
	young, old map[string]T // by name and input
	held       int          // bytes in young
	made       int          // how often there was none
}

// The most bytes in young: then they are old, and what is old and was not asked for since
// is forgotten.
const mostKept = 1 << 20

var keys = sync.Pool{New: func() any { return new([]byte) }}

// Of returns what was made of an input under a name, such as that of a template; anew makes
// it where it is not there.
func (k *Kept[T]) Of(name string, input any, anew func() (T, error)) (T, error) {
	if k == nil {
		return anew()
	}
	buffer := keys.Get().(*[]byte)
	defer keys.Put(buffer)
	*buffer = appendInput(append(append((*buffer)[:0], name...), 0), reflect.ValueOf(&input).Elem())
	if x, ok := k.find(*buffer); ok {
		return x, nil
	}
	key := string(*buffer) // making it needs the buffer for what lies within
	x, err := anew()
	if err == nil {
		k.keep(key, x)
	}
	return x, err
}

// Made is how many were made because none was there.
func (k *Kept[T]) Made() int { return k.made }

func (k *Kept[T]) find(key []byte) (T, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	x, ok := k.young[string(key)]
	if !ok {
		if x, ok = k.old[string(key)]; ok {
			k.put(string(key), x)
		}
	}
	if !ok {
		k.made++
	}
	return x, ok
}

func (k *Kept[T]) keep(key string, x T) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.put(key, x)
}

// put is for who holds mu.
func (k *Kept[T]) put(key string, x T) {
	if k.young == nil || k.held > mostKept {
		k.young, k.old, k.held = map[string]T{}, k.young, 0
	}
	k.young[key] = x
	k.held += len(key) + k.Size(x)
}
