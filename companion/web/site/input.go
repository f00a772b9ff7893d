package site

import (
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"unicode"

	"arbiter/companion/web/commands"
	"arbiter/engine"
)

// Filled returns the line of a command with what was typed in place of its gaps.
func Filled(line string, with []string) (string, error) {
	words := strings.Fields(line)
	for i, w := range words {
		if w != commands.Hole {
			continue
		}
		if len(with) == 0 || len(strings.Fields(with[0])) != 1 {
			return "", fmt.Errorf("%w: a word is missing", ErrMalformed)
		}
		words[i], with = strings.TrimSpace(with[0]), with[1:]
	}
	if len(words) == 0 || len(with) > 0 {
		return "", fmt.Errorf("%w: words do not fit the line", ErrMalformed)
	}
	return strings.Join(words, " "), nil
}

// Sides returns what dice show, from a form with side-1, side-2 and so on.
func Sides(form url.Values) (all []string) {
	for i := 1; form.Has("side-" + strconv.Itoa(i)); i++ {
		all = append(all, form.Get("side-"+strconv.Itoa(i)))
	}
	return all
}

// MostName is how many characters the name of a card may have.
const MostName = 40

// Sent returns the file in a form, by the name of its field.
func Sent(r *http.Request, name string) (*multipart.Part, error) {
	parts, err := r.MultipartReader()
	if err != nil {
		return nil, fmt.Errorf("%w: %v", ErrMalformed, err)
	}
	for {
		part, err := parts.NextPart()
		if err != nil {
			return nil, engine.Refuse("choose a file first")
		}
		if part.FormName() == name && part.FileName() != "" {
			return part, nil
		}
	}
}

// A SentFile is a file in a form.
type SentFile struct {
	Name string // as the browser tells it
	Text []byte
}

// SentFiles returns all files in a form, by the name of their field, and the values of the fields
// before them.
func SentFiles(r *http.Request, name string) (files []SentFile, before url.Values, err error) {
	parts, err := r.MultipartReader()
	if err != nil {
		return nil, nil, fmt.Errorf("%w: %v", ErrMalformed, err)
	}
	before = url.Values{}
	for {
		part, err := parts.NextPart()
		switch {
		case errors.Is(err, io.EOF) && len(files) == 0:
			return nil, nil, engine.Refuse("choose a file first")
		case errors.Is(err, io.EOF):
			return files, before, nil
		case err != nil:
			return nil, nil, Unread(err)
		}
		text, err := io.ReadAll(part) // the body has a largest size
		switch {
		case err != nil:
			return nil, nil, Unread(err)
		case part.FormName() == name && part.FileName() != "":
			files = append(files, SentFile{part.FileName(), text})
		case part.FileName() == "":
			before.Add(part.FormName(), string(text))
		}
	}
}

const longestNote = 1000 // runes

// Tidied reduces what somebody typed to visible characters and line breaks.
func Tidied(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case r == '\n', r == ' ':
			return r
		case unicode.IsSpace(r) && r != '\r':
			return ' '
		case !unicode.IsPrint(r) || unicode.Is(unicode.Cf, r) && r != '\u200d': // U+200D joins emoji
			return -1
		}
		return r
	}, text)
	runes := []rune(strings.TrimSpace(text))
	return strings.TrimSpace(string(runes[:min(len(runes), longestNote)]))
}
