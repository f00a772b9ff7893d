package main

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"arbiter/companion/words"
	"arbiter/engine/enginetest/tier"
)

// headed are the words of kong around the help, and of its complaints.
var headed = []string{"Usage:", "Flags:", "Commands:", "Arguments:", "for more information", helpFlag.Format}

var complaints = map[string]string{ // a wrong line, and what is English of the answer
	"--cake":                     "unknown flag",
	"doctor --card":              "did you mean",
	"doctor cake":                "unexpected argument",
	"wiring":                     "expected",
	"games":                      "expected one of",
	"games export --as=x":        "must be one of",
	"wiring a --table --overlay": "be used together",
}

// Help of every command, and what is wrong with a line, is in the language asked for: no
// English sentence of them is left. In English they are all there.
func TestHelpInEveryLanguage(t *testing.T) {
	tier.Unraced(t, "one goroutine")
	parser, err := kong.New(&program{})
	must(t, err)
	for _, lang := range words.Languages() {
		t.Setenv("ARBITER_LANG", lang)
		english, seen := lang == words.English, 0
		for _, c := range commandPaths(parser.Model.Node, nil) {
			page := replyTo(append(slices.Clone(c.path), "--help")...)
			for _, purpose := range c.purposes {
				if strings.Contains(page, purpose) != english {
					t.Errorf("%s %v --help: %q is there: %t", lang, c.path, purpose, !english)
				}
				seen++
			}
		}
		if seen < 190 {
			t.Errorf("%s: only %d sentences", lang, seen)
		}
		for line, said := range complaints {
			got := replyTo(strings.Fields(line)...)
			if strings.Contains(got, said) != english {
				t.Errorf("%s: %q is answered %q", lang, line, got)
			}
		}
	}
}

// The language of the environment is that of a command, too.
func TestLanguageOfTheEnvironment(t *testing.T) {
	tier.Unraced(t, "one goroutine")
	for _, name := range []string{"ARBITER_LANG", "LC_ALL", "LC_MESSAGES"} {
		t.Setenv(name, "")
		must(t, os.Unsetenv(name))
	}
	t.Setenv("LANG", "de_DE.UTF-8")
	if got := replyTo("setup"); !strings.Contains(got, "Spielplan") {
		t.Errorf("in German arbiter setup says %q", got)
	}
	if got := replyTo("setup", "--lang=es"); !strings.Contains(got, "tablero") {
		t.Errorf("in Spanish arbiter setup says %q", got)
	}
}

type commandHelp struct {
	path     []string
	purposes []string
}

func commandPaths(n *kong.Node, path []string) []commandHelp {
	here := commandHelp{path, slices.Clone(headed[:2])}
	for line := range strings.SplitSeq(n.Detail, "\n") {
		if line != "" && line[0] != ' ' {
			here.purposes = append(here.purposes, flat(line))
		}
	}
	for _, f := range n.Flags {
		if f.Hidden {
			continue
		}
		here.purposes = append(here.purposes, sentence(f.OrigHelp))
	}
	for _, v := range n.Positional {
		here.purposes = append(here.purposes, sentence(v.OrigHelp))
	}
	all := []commandHelp{here}
	for _, c := range n.Children {
		all = append(all, commandPaths(c, append(slices.Clone(path), c.Name))...)
	}
	return all
}

// sentence is what of a help text stands on the page as it is: kong names variables of
// the environment before its end.
func sentence(help string) string {
	text, _, _ := strings.Cut(flat(help), "$")
	return strings.TrimSuffix(text, ".")
}

// flat undoes the breaks of lines.
func flat(text string) string { return strings.Join(strings.Fields(text), " ") }

func replyTo(args ...string) string {
	var out bytes.Buffer
	run(args, &out, &out)
	return flat(out.String())
}
