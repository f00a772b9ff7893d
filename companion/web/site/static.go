package site

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"hash/fnv"
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"strings"
	"sync"

	"arbiter/companion/web/page"
)

// static serves an embedded file. Its address changes with its content, so that browsers may cache
// it.
func static(w http.ResponseWriter, r *http.Request) {
	name := path.Base(r.PathValue("file"))
	text, err := asset(name)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	types := map[string]string{".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml", ".woff2": "font/woff2", ".txt": "text/plain; charset=utf-8"}
	w.Header().Set("Content-Type", types[path.Ext(name)])
	w.Header().Set("Cache-Control", "no-cache")
	if r.URL.RawQuery != "" {
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	if small := packed(name); small != nil && strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		w.Header().Set("Content-Encoding", "gzip")
		text = small
	}
	w.Header().Set("Vary", "Accept-Encoding")
	w.Write(text) // #nosec G705 -- a file that comes with the program
}

// packedFiles are styles and scripts, without comments and compressed once, to a quarter. Pages are
// not compressed, because they hold secrets of a seat next to text that others have sent.
var packedFiles = map[string]func() []byte{"look.css": packedOnce("look.css"), "look.js": packedOnce("look.js")}

// blank matches what may become one space in a style: comments and white space.
var blank = regexp.MustCompile(`(?s)(\s|/\*.*?\*/)+`)

// unread matches whole-line comments of a script, and indentation. No string of ours has more than
// one line.
var unread = regexp.MustCompile(`(?m)^[\t ]*(//.*\n)?`)

func packedOnce(name string) func() []byte {
	return sync.OnceValue(func() []byte {
		text, err := asset(name)
		if err != nil {
			panic(err) // it is embedded
		}
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		if path.Ext(name) == ".css" {
			text = blank.ReplaceAll(text, []byte(" "))
		} else {
			text = unread.ReplaceAll(text, nil)
		}
		z.Write(text)
		z.Close()
		return b.Bytes()
	})
}

// packed returns a file compressed with gzip, or nil if there is none.
func packed(name string) []byte {
	if f, ok := packedFiles[name]; ok {
		return f()
	}
	return nil
}

// asset returns an embedded file. All scripts of a page are one file, so that phones fetch them at
// once; it ends with the scripts of the parts.
func asset(name string) ([]byte, error) {
	if name != "look.js" {
		if text, err := page.Asset(name, looks...); err == nil {
			return text, nil
		}
		return fs.ReadFile(files, "static/"+name)
	}
	var all []byte
	for _, part := range []string{"arbiter.js", "sums.js", "senses.js"} {
		text, err := fs.ReadFile(files, "static/"+part)
		if err != nil {
			return nil, err
		}
		all = append(all, text...)
	}
	text, err := page.Asset(name, looks...)
	return append(all, text...), err
}

// addresses caches the addresses of static files, since working one out takes reading the file.
var addresses sync.Map

// address returns the address of a static file.
func address(name string) string {
	if known, ok := addresses.Load(name); ok {
		return known.(string)
	}
	text, err := asset(name)
	if err != nil {
		panic(err) // a template names a missing file
	}
	h := fnv.New32a()
	h.Write(text)
	known, _ := addresses.LoadOrStore(name, fmt.Sprintf("/static/%s?%x", name, h.Sum32()))
	return known.(string)
}
