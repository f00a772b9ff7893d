package web

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/maphash"
	"html/template"
	"maps"
	"sync"
)

// An update is what a group of streams sees at one moment. It is never changed.
type update struct {
	id      string // version, and a mark of the parts that no other frame has
	version int
	parts   map[string]template.HTML
	before  *update // the one before it, without its own before; nil at first
	delta   []byte  // the event that leads here from before

	whole sync.Once
	all   []byte
}

// Marks of moments are of this run of the program alone: a browser that comes
// back after a restart gets everything.
var seed = maphash.MakeSeed()

// newUpdate returns the moment after last, which is last itself if nothing
// differs.
func newUpdate(last *update, version int, parts map[string]template.HTML) *update {
	if last == nil {
		return &update{id: stamp(version, parts), version: version, parts: parts}
	}
	if maps.Equal(last.parts, parts) && last.version == version {
		return last
	}
	f := &update{id: stamp(version, parts), version: version, parts: parts}
	f.before = &update{id: last.id, version: last.version, parts: last.parts}
	f.delta = f.since(f.before)
	return f
}

// from is the event that leads to the moment from another one; nil stands for a
// browser that knows nothing.
func (f *update) from(have *update) []byte {
	switch {
	case have == nil:
		f.whole.Do(func() { f.all = encode(f.id, f.version, f.parts, nil) })
		return f.all
	case f.before != nil && have.id == f.before.id:
		return f.delta
	}
	return f.since(have)
}

// since is the event that leads here from a moment that the browser has: of a part that was
// there it tells what became different in it.
func (f *update) since(have *update) []byte {
	fresh, patches := map[string]template.HTML{}, map[string]patch{}
	for name, html := range f.parts {
		was, known := have.parts[name]
		if was == html && known {
			continue
		}
		if p := newPatch(string(was), string(html)); p != nil {
			patches[name] = p
		} else {
			fresh[name] = html
		}
	}
	return encode(f.id, f.version, fresh, patches)
}

func stamp(version int, parts map[string]template.HTML) string {
	var sum uint64
	for name, html := range parts {
		sum += maphash.String(seed, name) * (maphash.String(seed, string(html)) | 1) // in any order
	}
	return fmt.Sprintf("%d-%x", version, sum)
}

// encode writes an event of a stream: parts that are whole, and patches of others, each a
// list of what its hunks keep, leave out and put there.
func encode(id string, version int, parts map[string]template.HTML, patches map[string]patch) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "id: %s\nevent: parts\ndata: ", id)
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.Encode(struct { // numbers and strings alone: it cannot fail
		Version int                      `json:"version"`
		Parts   map[string]template.HTML `json:"parts"`
		Patches map[string][]any         `json:"patches,omitempty"`
	}{version, parts, flat(patches)})
	b.WriteByte('\n')
	return b.Bytes()
}

func flat(patches map[string]patch) map[string][]any {
	all := make(map[string][]any, len(patches))
	for name, p := range patches {
		for _, h := range p {
			all[name] = append(all[name], h.keep, h.drop, h.text)
		}
	}
	return all
}
