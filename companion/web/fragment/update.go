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

// A Scene is a moment that an Update passes over: what it shows differently from the moment before.
type Scene struct {
	Version float64 // of its entry, or a fraction less if more of the entry follows
	Parts   map[string]template.HTML
}

// seed makes the marks of this run of the program unique: a browser that comes back after a restart
// gets everything.
var seed = maphash.MakeSeed()

// NewUpdate returns the moment after last, or last itself if nothing has changed. Browsers that show
// last are told the scenes between them, too.
func NewUpdate(last *Update, version int, parts map[string]template.HTML, scenes ...Scene) *Update {
	if last == nil {
		return &Update{ID: stamp(version, parts), version: version, parts: parts}
	}
	if maps.Equal(last.parts, parts) && last.version == version {
		return last
	}
	f := &Update{ID: stamp(version, parts), version: version, parts: parts}
	f.before = &Update{ID: last.ID, version: last.version, parts: last.parts}
	f.delta = f.since(f.before, scenes)
	return f
}

// Version returns the version of the game.
func (f *Update) Version() int { return f.version }

// From returns the event that leads here from another moment; nil stands for a browser that knows
// nothing.
func (f *Update) From(have *Update) []byte {
	switch {
	case have == nil:
		f.whole.Do(func() { f.all = f.since(&Update{}, nil) })
		return f.all
	case f.before != nil && have.ID == f.before.ID:
		return f.delta
	}
	return f.since(have, nil)
}

// Past returns the event for a browser that knows nothing, with the scenes that led here: the newest
// ones, in at most so many bytes.
func (f *Update) Past(scenes []Scene, most int) []byte {
	for {
		event := f.since(&Update{}, scenes)
		if len(event) <= len(f.From(nil))+most || len(scenes) == 0 {
			return event
		}
		scenes = scenes[(len(scenes)+3)/4:]
	}
}

// A told moment is what the browser gets of it: whole parts, and patches of others, each a list of
// what its hunks keep, skip and insert.
type told struct {
	Version any                      `json:"version"`
	Scenes  []told                   `json:"scenes,omitempty"`
	Parts   map[string]template.HTML `json:"parts"`
	Patches map[string][]any         `json:"patches,omitempty"`
}

// since returns the event that leads here from a moment that the browser has, over some scenes: for
// parts that it has, only what has changed.
func (f *Update) since(have *Update, scenes []Scene) []byte {
	known := maps.Clone(have.parts)
	if known == nil {
		known = map[string]template.HTML{}
	}
	tell := func(version any, parts map[string]template.HTML) told {
		t := told{Version: version, Parts: map[string]template.HTML{}, Patches: map[string][]any{}}
		for name, html := range parts {
			was, is := known[name]
			if was == html && is {
				continue
			}
			if p := Patch(string(was), string(html)); is && p != nil {
				t.Patches[name] = p
			} else {
				t.Parts[name] = html
			}
			known[name] = html
		}
		return t
	}
	var before []told
	for _, s := range scenes {
		before = append(before, tell(s.Version, s.Parts))
	}
	now := tell(f.version, f.parts)
	now.Scenes = before
	var b bytes.Buffer
	fmt.Fprintf(&b, "id: %s\nevent: parts\ndata: ", f.ID)
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.Encode(now) // only numbers and strings: it cannot fail
	b.WriteByte('\n')
	return b.Bytes()
}

func stamp(version int, parts map[string]template.HTML) string {
	var sum uint64
	for name, html := range parts {
		sum += maphash.String(seed, name) * (maphash.String(seed, string(html)) | 1) // the sum does not depend on the order
	}
	return fmt.Sprintf("%d-%x", version, sum)
}
