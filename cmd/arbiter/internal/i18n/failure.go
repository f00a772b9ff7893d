package i18n

import (
	"strings"

	"arbiter/engine"
)

// Failure says why something failed. Whatever in an error has a translation is translated; the
// rest, such as what the system says of files, stays as it is.
func Failure(err error, say Say) string {
	said := err.Error()
	switch e := err.(type) {
	case engine.Refusal:
		return say(e.Text)
	case interface{ Told() engine.Text }:
		said = say(e.Told())
	}
	for _, cause := range causes(err) {
		said = strings.Replace(said, cause.Error(), Failure(cause, say), 1)
	}
	return said
}

func causes(err error) []error {
	switch e := err.(type) {
	case interface{ Unwrap() []error }:
		return e.Unwrap()
	case interface{ Unwrap() error }:
		if cause := e.Unwrap(); cause != nil {
			return []error{cause}
		}
	}
	return nil
}
