package main

import (
	"strings"

	"arbiter/engine"
)

// mistake says in the user's language what is wrong with a command line.
func (u usage) mistake(err error) string {
	return u.say(engine.Say("%s; arbiter --help lists what there is", likeOne(err.Error(),
		engine.Text{Format: "unknown flag %s, did you mean %s?"}, engine.Text{Format: "unknown flag %s"},
		engine.Text{Format: "unexpected argument %s, did you mean %s?"}, engine.Text{Format: "unexpected argument %s"},
		engine.Text{Format: "missing flags: %s"}, engine.Text{Format: "expected one of %s"}, engine.Text{Format: "expected %s"},
		engine.Text{Format: "%s must be one of %s but got %s"}, engine.Text{Format: "%s can't be used together"})))
}

// likeOne returns the first of the texts that matches the English sentence, with its arguments;
// else the sentence as it is.
func likeOne(said string, texts ...engine.Text) engine.Text {
	for _, t := range texts {
		if args, ok := filledIn(said, strings.Split(t.Format, "%s")); ok {
			return engine.Text{Format: t.Format, Args: args}
		}
	}
	return engine.Say("%s", said)
}

// filledIn returns what stands between the parts of a sentence.
func filledIn(said string, parts []string) (args []any, ok bool) {
	rest, ok := strings.CutPrefix(said, parts[0])
	for i, part := range parts[1:] {
		at := strings.Index(rest, part)
		if i == len(parts)-2 {
			at = len(rest) - len(part)
		}
		if !ok || at < 0 || !strings.HasPrefix(rest[at:], part) {
			return nil, false
		}
		args, rest = append(args, rest[:at]), rest[at+len(part):]
	}
	return args, ok
}
