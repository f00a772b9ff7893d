package setups

import (
	"bytes"
	"regexp"

	"github.com/pelletier/go-toml/v2"

	"arbiter/engine/notation"
)

// A Setting is a key of the settings and its new value.
type Setting struct {
	Key   string
	Value any // nil: the key is removed
}

// Changed returns the text of a settings file after changes. Everything else stays as it is,
// including the owner's comments. The error names every mistake with its place.
func Changed(file string, text []byte, changes ...Setting) ([]byte, error) {
	text = notation.Edited(text)
	for _, c := range changes {
		line := []byte(nil)
		if c.Value != nil {
			var err error
			if line, err = toml.Marshal(map[string]any{c.Key: c.Value}); err != nil {
				return nil, err
			}
		}
		text = withLine(text, c.Key, line)
	}
	_, err := ReadSettings(file, text)
	return text, err
}

// withLine replaces the line that sets a key or, if there is none, adds one below the comment that
// shows how it is set, or at the end.
func withLine(text []byte, key string, line []byte) []byte {
	set := regexp.MustCompile(`(?m)^[ \t]*"?` + regexp.QuoteMeta(key) + `"?[ \t]*=(?:[ \t]*\[[^\]]*\][^\n]*|[^\n]*)\n?`)
	if at := set.FindIndex(text); at != nil {
		return bytes.Join([][]byte{text[:at[0]], text[at[1]:]}, line)
	}
	if line == nil {
		return text
	}
	note := regexp.MustCompile(`(?m)^#[ \t]*` + regexp.QuoteMeta(key) + `[ \t]*=[^\n]*\n`)
	if at := note.FindIndex(text); at != nil {
		return bytes.Join([][]byte{text[:at[1]], text[at[1]:]}, line)
	}
	if len(text) > 0 && !bytes.HasSuffix(text, []byte("\n")) {
		text = append(text, '\n')
	}
	return append(text, line...)
}
