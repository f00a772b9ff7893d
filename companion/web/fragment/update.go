package fragment

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/maphash"
	"html/template"
	"maps"
	"sync"
)

// An Update is what a group of streams sees at one moment. It is never changed.
type Update struct {
	ID      string // version, and a mark of the parts that no other update has
	version int
	parts   map[string]template.HTML
	before  *Update // the previous one, without its own before; nil at first
	delta   []byte  // the event that leads here from before

	whole sync.Once
	all   []byte
}

// seed makes the marks of this run of the program unique: a browser that comes back after a restart
// gets everything.
var seed = maphash.MakeSeed()

// NewUpdate returns the moment after last, or last itself if nothing has changed.
func NewUpdate(last *Update, version int, parts map[string]template.HTML) *Update {
	if last == nil {
		return &Update{ID: stamp(version, parts), version: version, parts: parts}
	}
	if maps.Equal(last.parts, parts) && last.version == version {
		return last
	}
	f := &Update{ID: stamp(version, parts), version: version, parts: parts}
	f.before = &Update{ID: last.ID, version: last.version, parts: last.parts}
	f.delta = f.since(f.before)
	return f
}

// From returns the event that leads here from another moment; nil stands for a browser that knows
// nothing.
func (f *Update) From(have *Update) []byte {
	switch {
	case have == nil:
		f.whole.Do(func() { f.all = encode(f.ID, f.version, f.parts, nil) })
		return f.all
	case f.before != nil && have.ID == f.before.ID:
		return f.delta
	}
	return f.since(have)
}

// since returns the event that leads here from a moment that the browser has: for parts that it
// has, only what has changed.
func (f *Update) since(have *Update) []byte {
	fresh, patches := map[string]template.HTML{}, map[string][]any{}
	for name, html := range f.parts {
		was, known := have.parts[name]
		if was == html && known {
			continue
		}
		if p := Patch(string(was), string(html)); p != nil {
			patches[name] = p
		} else {
			fresh[name] = html
		}
	}
	return encode(f.ID, f.version, fresh, patches)
}

func stamp(version int, parts map[string]template.HTML) string {
	var sum uint64
	for name, html := range parts {
		sum += maphash.String(seed, name) * (maphash.String(seed, string(html)) | 1) // the sum does not depend on the order
	}
	return fmt.Sprintf("%d-%x", version, sum)
}

// encode writes an event of a stream: whole parts, and patches of others, each a list of what its
// hunks keep, skip and insert.
func encode(id string, version int, parts map[string]template.HTML, patches map[string][]any) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "id: %s\nevent: parts\ndata: ", id)
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.Encode(struct { // only numbers and strings: it cannot fail
		Version int                      `json:"version"`
		Parts   map[string]template.HTML `json:"parts"`
		Patches map[string][]any         `json:"patches,omitempty"`
	}{version, parts, patches})
	b.WriteByte('\n')
	return b.Bytes()
}
