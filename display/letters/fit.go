package letters

import (
	"image"
	"unicode/utf8"
)

// Baseline returns the base line that centers the capitals in the box, as long as Ä and g stay
// inside.
func (f *Face) Baseline(box image.Rectangle) int {
	base := box.Min.Y + (box.Dy()+f.Capital()+1)/2
	base = min(base, box.Max.Y-f.Deep())
	return max(base, box.Min.Y+f.Capital())
}

// Prefix returns how many bytes of s are written in a line of the given width, and how wide the
// line then is, including the ellipsis if s is cut.
func (f *Face) Prefix(s string, width int) (n, w int) {
	if w := f.Width(s); w <= width {
		return len(s), w
	}
	dots := f.advance(slot('…'))
	for n < len(s) {
		r, size := utf8.DecodeRuneInString(s[n:])
		a := f.advance(slot(r))
		if w+a+dots > width {
			break
		}
		w, n = w+a, n+size
	}
	for n > 0 && s[n-1] == ' ' {
		n, w = n-1, w-f.advance(slot(' '))
	}
	return n, w + dots
}

// Fits reports whether a text fits into a box, on several lines if necessary.
func (f *Face) Fits(s string, box image.Rectangle) bool {
	rows := box.Dy() / f.Line()
	return f.lines(s, box.Dx(), rows) <= rows
}

// lines returns how many lines a text needs; more than most if it needs more, or if a word is too
// long for a line.
func (f *Face) lines(s string, width, most int) int {
	for n := 1; n <= most; n++ {
		cut, whole := f.Wrap(s, width)
		if whole {
			return n
		}
		if cut == 0 {
			break
		}
		s = Trim(s[cut:])
	}
	return most + 1
}

// Rows returns how many lines, at most most, a text takes if what does not fit is cut off: the last
// line, or one with a word that is too long, gets the rest.
func (f *Face) Rows(s string, width, most int) int {
	for n := 1; n < most; n++ {
		cut, whole := f.Wrap(s, width)
		if whole || cut == 0 {
			return n
		}
		s = Trim(s[cut:])
	}
	return most
}

// Wrap returns how many bytes of s go into a line: all, or those up to a space or a hyphen.
func (f *Face) Wrap(s string, width int) (n int, whole bool) {
	f.ready()
	w := 0
	for i, r := range s {
		if r == ' ' && w <= width {
			n = i
		}
		if w += int(f.advances[slot(r)]); w > width {
			return n, false
		}
		if r == '-' {
			n = i + 1
		}
	}
	return len(s), true
}

// Trim removes spaces at both ends.
func Trim(s string) string {
	for s != "" && s[0] == ' ' {
		s = s[1:]
	}
	for s != "" && s[len(s)-1] == ' ' {
		s = s[:len(s)-1]
	}
	return s
}

// Cell returns the width of a digit's cell: that of a zero and a bit more.
func (f *Face) Cell() int { return f.advance(slot('0')) + max(1, f.high*3/100) }

// Figures returns the largest face in which n digits fit into a width, with a height of at most
// most.
func (t *Typeface) Figures(most, n, width int) *Face {
	f := t.High(most)
	for f.Cell()*n > width && f.Smaller() != nil {
		f = f.Smaller()
	}
	return f
}
