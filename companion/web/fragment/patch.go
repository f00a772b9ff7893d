package fragment

import (
	"hash/maphash"
	"sort"
	"strings"
)

// A patch turns the earlier HTML of a part into the later one. HTML is split into pieces, which
// begin at each "<".
type patch []hunk

// A hunk keeps some pieces, skips some, and inserts HTML in their place. Whatever follows the last
// hunk is kept.
type hunk struct {
	keep, drop int
	text       string
}

// farthestAhead is how many pieces ahead a match is searched: more makes smaller patches and more
// work.
const farthestAhead = 60

// Patch returns how before becomes after, as in an event: what each hunk keeps, skips and inserts;
// nil if after itself is as short.
func Patch(before, after string) (all []any) {
	for _, h := range newPatch(before, after) {
		all = append(all, h.keep, h.drop, h.text)
	}
	return all
}

// newPatch returns how before becomes after; nil if after itself is as short.
func newPatch(before, after string) patch {
	front := strings.LastIndexByte(before[:alike(before, after)], '<')
	if front < 0 {
		front = 0
	}
	kept := pieceCount(before[:front])
	was, is := before[front:], after[front:]
	if end := tail(was, is); end > 0 {
		was, is = was[:len(was)-end], is[:len(is)-end]
	}
	var p patch
	size := 0
	a, b := inPieces(was), inPieces(is)
	for len(a)+len(b) > 0 {
		if len(a) > 0 && len(b) > 0 && a[0] == b[0] {
			a, b, kept = a[1:], b[1:], kept+1
			continue
		}
		x, y := meet(a, b)
		h := hunk{kept, x, joined(b[:y])}
		p, size = append(p, h), size+len(h.text)+10
		a, b, kept = a[x:], b[y:], 0
	}
	if size > len(after)*3/4 {
		return nil
	}
	return p
}

// alike returns the length of the common prefix.
func alike(a, b string) int {
	return sort.Search(min(len(a), len(b)), func(n int) bool { return a[:n+1] != b[:n+1] })
}

// tail returns the length of the common suffix in whole pieces.
func tail(a, b string) int {
	n := sort.Search(min(len(a), len(b)), func(n int) bool { return a[len(a)-n-1:] != b[len(b)-n-1:] })
	same := a[len(a)-n:]
	if at := strings.IndexByte(same, '<'); at >= 0 {
		return len(same) - at
	}
	return 0
}

func pieceCount(html string) int {
	n := strings.Count(html, "<")
	if html != "" && html[0] != '<' {
		n++
	}
	return n
}

// A piece of HTML is identified by its checksum, since most pieces differ.
type piece struct {
	sum  uint64
	text string
}

func inPieces(html string) []piece {
	all := make([]piece, 0, pieceCount(html))
	for html != "" {
		end := strings.IndexByte(html[1:], '<') + 1
		if end == 0 {
			end = len(html)
		}
		all, html = append(all, piece{maphash.String(seed, html[:end]), html[:end]}), html[end:]
	}
	return all
}

func joined(pieces []piece) string {
	var b strings.Builder
	for _, p := range pieces {
		b.WriteString(p.text)
	}
	return b.String()
}

// meet returns how many pieces of each to skip until both continue with the same two, the fewest in
// total; all of them if that is too far. Since elements end alike everywhere, the first of the two
// must begin one.
func meet(a, b []piece) (x, y int) {
	for sum := 1; sum <= farthestAhead; sum++ {
		for x, last := max(0, sum-len(b)+2), min(sum, len(a)-2); x <= last; x++ {
			if y := sum - x; a[x].sum == b[y].sum && a[x] == b[y] && a[x+1] == b[y+1] && !strings.HasPrefix(a[x].text, "</") {
				return x, y
			}
		}
	}
	return len(a), len(b)
}
