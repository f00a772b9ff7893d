package main

import (
	"strings"

	"arbiter/engine"
)

// failure says why a command failed, in the language: of an error, whatever in it has a
// translation; the rest, such as what the system says of files, stands as it is.
func (u usage) failure(err error) string {
	said := err.Error()
	switch e := err.(type) {
	case engine.Refusal:
		return u.say(e.Text)
	case interface{ Told() engine.Text }:
		said = u.say(e.Told())
	}
	for _, cause := range causes(err) {
		said = strings.Replace(said, cause.Error(), u.failure(cause), 1)
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
