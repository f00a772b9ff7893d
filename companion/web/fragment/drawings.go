package fragment

import (
	"html/template"
	"reflect"
	"sync"
)

// Drawings are what was drawn already, by what it was drawn of: the same card or the same
// move looks the same to everybody who may know it, so it is drawn once. They are of one
// language. A nil *Drawings keeps nothing.
type Drawings struct {
	mu         sync.Mutex
	young, old map[string]template.HTML // by template and input
	held       int                      // bytes in young
	made       int                      // how often there was none
}

// The most bytes in young: then they are old, and what is old and was not asked for since
// is forgotten.
const mostDrawings = 4 << 20

var keys = sync.Pool{New: func() any { return new([]byte) }}

// Of returns what a template makes of an input; draw makes it where it is not there.
func (d *Drawings) Of(name string, input any, draw func() (template.HTML, error)) (template.HTML, error) {
	if d == nil {
		return draw()
	}
	buffer := keys.Get().(*[]byte)
	defer keys.Put(buffer)
	*buffer = appendInput(append(append((*buffer)[:0], name...), 0), reflect.ValueOf(&input).Elem())
	if html, ok := d.find(*buffer); ok {
		return html, nil
	}
	key := string(*buffer) // drawing needs the buffer for what lies within
	html, err := draw()
	if err == nil {
		d.keep(key, html)
	}
	return html, err
}

// Made is how many drawings were made because none was there.
func (d *Drawings) Made() int { return d.made }

func (d *Drawings) find(key []byte) (template.HTML, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	html, ok := d.young[string(key)]
	if !ok {
		if html, ok = d.old[string(key)]; ok {
			d.put(string(key), html)
		}
	}
	if !ok {
		d.made++
	}
	return html, ok
}

func (d *Drawings) keep(key string, html template.HTML) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.put(key, html)
}

// put is for who holds mu.
func (d *Drawings) put(key string, html template.HTML) {
	if d.young == nil || d.held > mostDrawings {
		d.young, d.old, d.held = map[string]template.HTML{}, d.young, 0
	}
	d.young[key] = html
	d.held += len(key) + len(html)
}
