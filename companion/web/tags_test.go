package web_test

import (
	"context"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"arbiter/companion/companiontest/chromium"
	"arbiter/companion/history"
	"arbiter/companion/taglist"
	"arbiter/companion/web"
	"arbiter/engine/enginetest/tier"
)

// A tagBook keeps tags in memory.
type tagBook struct {
	mu   sync.Mutex
	tags []history.Tag
	open bool // a game can go on
}

func (b *tagBook) List() ([]history.Tag, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.open {
		return nil, taglist.ErrOpen
	}
	return slices.Clone(b.tags), nil
}

func (b *tagBook) Change(_ context.Context, tags []history.Tag) error {
	if _, err := b.List(); err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, t := range tags {
		b.tags = slices.DeleteFunc(b.tags, func(old history.Tag) bool { return old.UID == t.UID })
		if len(t.Words) > 0 {
			b.tags = append(b.tags, t)
		}
	}
	return nil
}

func (b *tagBook) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	var all []string
	for _, t := range b.tags {
		all = append(all, t.UID+"="+strings.Join(t.Words, "/")+" "+t.Origin)
	}
	slices.Sort(all)
	return strings.Join(all, "; ")
}

// taught are tags of most kinds of origin.
func taught() *tagBook {
	at := time.Date(2026, 11, 20, 19, 30, 0, 0, time.UTC)
	b := &tagBook{tags: []history.Tag{
		{UID: "04A2241B5C6D80", Words: []string{"purple", "discover"}, Origin: history.FromReader, At: at},
		{UID: "04A2241B5C6D81", Words: []string{"ai-07"}},
		{UID: "04A2241B5C6D82", Words: []string{"day-03"}, Origin: "Handy von Ana.csv", At: at},
	}}
	for n := range 18 {
		b.tags = append(b.tags, history.Tag{UID: fmt.Sprintf("04A2241B5C6E%02X", n), Words: []string{fmt.Sprintf("ai-%02d", n+8)}, Origin: history.FromReader, At: at.Add(time.Duration(n) * time.Minute)})
	}
	return b
}

var ledTo = regexp.MustCompile(`looked=([0-9a-f]+)`)

var lookedAt = regexp.MustCompile(`name="list" value="([0-9a-f]+)"`)

// The owner brings a list, sees what it would change, and nothing has changed until it is taken in;
// what contradicts what is known has to be believed. A list with mistakes names them and changes
// nothing, and nobody else has anything of it.
func TestAListOfTagsIsTakenIn(t *testing.T) {
	tier.Unraced(t, "one request after the other")
	t.Parallel()
	book := taught()
	h := newHouse(t, func(o *web.Opts) { o.Owner.Tags = book })
	owner, before := h.owner(), book.String()
	look := func(text string) (id string) {
		t.Helper()
		status, answer := owner.uploaded("/tags?do=look", "list", text)
		m := ledTo.FindStringSubmatch(answer)
		if status != http.StatusOK || m == nil {
			t.Fatalf("a list: %d %s", status, answer)
		}
		if book.String() != before {
			t.Fatalf("looking has changed tags: %s", book)
		}
		return m[1]
	}
	shown := func(id string) string {
		t.Helper()
		_, page := owner.get("/tags?looked=" + id)
		return page
	}
	id := look("04A2241B5C6D99,ai-01\n04A2241B5C6D81,ai-02\n")
	page := shown(id)
	if m := lookedAt.FindStringSubmatch(page); m == nil || m[1] != id || !strings.Contains(page, "tags-replace") || !strings.Contains(page, ", until now ") {
		t.Fatalf("what would change is not shown:\n%s", page)
	}
	if status, _ := owner.post("/tags", "do", "take", "list", id); status != http.StatusConflict || book.String() != before {
		t.Errorf("a list that contradicts what is known: %d %s", status, book)
	}
	if status, _ := owner.post("/tags", "do", "take", "list", "0123456789abcdef", "replace", "1"); status != http.StatusConflict || book.String() != before {
		t.Errorf("a list that nobody looked at: %d", status)
	}
	owner.ok("/tags", "do", "take", "list", id, "replace", "1")
	if got := book.String(); !strings.Contains(got, "04A2241B5C6D81=ai-02 file; ") || !strings.Contains(got, "04A2241B5C6D99=ai-01 file") {
		t.Errorf("after it was taken in: %s", got)
	}
	before = book.String()
	bad := look("04A2241B5C6D99,no such <b>card\nrubbish\n")
	if page := shown(bad); !strings.Contains(page, "file, line 2: ") || strings.Contains(page, "<b>card") || strings.Contains(page, "tags-take") {
		t.Errorf("mistakes are not told, or could be taken in:\n%s", page)
	}
	// One tag by itself.
	owner.ok("/tags", "do", "name", "uid", "04A2241B5C6D99", "card", "ai-03")
	if status, _ := owner.post("/tags", "do", "name", "uid", "04A2241B5C6D99", "card", "ai-02"); status != http.StatusConflict {
		t.Errorf("two tags become one card: %d", status)
	}
	owner.ok("/tags", "do", "remove", "uid", "04A2241B5C6D80")
	if got := book.String(); !strings.Contains(got, "04A2241B5C6D99=ai-03 page") || strings.Contains(got, "5C6D80") {
		t.Errorf("mended and removed: %s", got)
	}
	for path, holds := range map[string]string{"/tags/tags.csv": "04A2241B5C6D99,council-of-shadows,ai-03,page,", "/tags/tags.json": `"card":"ai-03"`, "/tags?q=04:a2:24:1b:5c:6d:99": "04A2241B5C6D99"} {
		if status, text := owner.get(path); status != http.StatusOK || !strings.Contains(text, holds) || path[5] == '?' && strings.Contains(text, "04A2241B5C6D82") {
			t.Errorf("%s: %d %.300s", path, status, text)
		}
		if status, text := h.browser().get(path); status != http.StatusForbidden || strings.Contains(text, "04A2241B5C6D99") {
			t.Errorf("%s of somebody else: %d", path, status)
		}
	}
	if status := owner.upload("/tags?do=look", "list", strings.Repeat("x", taglist.MostBytes+100<<10)); status != http.StatusRequestEntityTooLarge && status != http.StatusConflict {
		t.Errorf("a list that is too large: %d", status)
	}
	before = book.String()
	book.open = true
	for _, path := range []string{"/tags", "/tags?uid=04A2241B5C6D99", "/tags?q=ai", "/tags?looked=" + id, "/tags/tags.csv", "/tags/tags.json"} {
		if _, text := owner.get(path); strings.Contains(text, "04A2") {
			t.Errorf("%s tells numbers while a game can go on", path)
		}
	}
	for _, form := range [][]string{{"do", "remove", "uid", "04A2241B5C6D99"}, {"do", "take", "list", id}} {
		if status, _ := owner.post("/tags", form...); status != http.StatusConflict {
			t.Errorf("%v while a game can go on: %d", form, status)
		}
	}
	if book.open = false; book.String() != before {
		t.Errorf("changed while a game can go on: %s", book)
	}
}

// The list and what a file would change, as people see them.
func TestTagsAreShown(t *testing.T) {
	t.Parallel()
	chrome := browse(t, false)
	says := map[string]string{"en": "What this list would change", "de": "Was diese Liste ändern würde", "es": "Qué cambiaría esta lista"}
	for _, lang := range spoken(t) {
		h := newHouse(t, func(o *web.Opts) { o.Owner.Tags = taught() })
		p := chrome.Page(t, h.url, lang, 390, 844)
		prove(p)
		p.Open("/tags")
		p.Wait("#tags-look")
		for _, size := range [][2]int64{{390, 844}, {1024, 768}, {1920, 1080}} {
			p.Resize(size[0], size[1])
			p.Shot(fmt.Sprintf("tags-%s-%d", lang, size[0]))
			if chromium.Ask[bool](p, `document.documentElement.scrollWidth > innerWidth`) {
				t.Errorf("%s at %d: the page scrolls sideways", lang, size[0])
			}
		}
		p.Resize(390, 844)
		// As a browser does it that somebody gives a file.
		chromium.Ask[bool](p, `(() => { const d = new DataTransfer(); d.items.add(new File(["uid,card\n04A2241B5C6D99,ai-01\n04A2241B5C6D81,ai-02\n"], "phone.csv")); document.querySelector("#tags-file").files = d.files; return true })()`)
		press(p, "#tags-look", `document.querySelector("#looked")`)
		p.Reads("#looked h2", says[lang])
		p.Shot("tags-looked-" + lang + "-390")
		p.Click("#tags-replace")
		press(p, "#tags-take", `document.querySelector("#tags-taken")`)
		p.Open("/tags?uid=04A2241B5C6D99")
		p.Wait("#name-tag")
		p.Shot("tags-one-" + lang + "-390")
	}
}
