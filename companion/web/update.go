package web

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/maphash"
	"html/template"
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
	changed := changes(last.parts, parts)
	if len(changed) == 0 && last.version == version {
		return last
	}
	f := &update{id: stamp(version, parts), version: version, parts: parts}
	f.before = &update{id: last.id, version: last.version, parts: last.parts}
	f.delta = encode(f.id, version, changed)
	return f
}

// from is the event that leads to the moment from another one; nil stands for a
// browser that knows nothing.
func (f *update) from(have *update) []byte {
	switch {
	case have == nil:
		f.whole.Do(func() { f.all = encode(f.id, f.version, f.parts) })
		return f.all
	case f.before != nil && have.id == f.before.id:
		return f.delta
	}
	return encode(f.id, f.version, changes(have.parts, f.parts))
}

func changes(before, after map[string]template.HTML) map[string]template.HTML {
	changed := map[string]template.HTML{}
	for name, html := range after {
		if was, known := before[name]; !known || was != html {
			changed[name] = html
		}
	}
	return changed
}

func stamp(version int, parts map[string]template.HTML) string {
	var sum uint64
	for name, html := range parts {
		sum += maphash.String(seed, name+" "+string(html)) // in any order
	}
	return fmt.Sprintf("%d-%x", version, sum)
}

// encode writes an event of a stream.
func encode(id string, version int, parts map[string]template.HTML) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "id: %s\nevent: parts\ndata: ", id)
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.Encode(struct { // strings alone: it cannot fail
		Version int                      `json:"version"`
		Parts   map[string]template.HTML `json:"parts"`
	}{version, parts})
	b.WriteByte('\n')
	return b.Bytes()
}
