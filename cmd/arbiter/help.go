package main

import (
	"bytes"
	"io"
	"strings"

	"github.com/alecthomas/kong"

	"arbiter/cmd/arbiter/internal/home"
	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/engine"
)

// A usage prints help in the user's language.
type usage struct {
	lang string
	say  i18n.Say
	home home.Home
}

func usageOf(args []string, h home.Home) usage {
	lang := i18n.Language(args, h.Environment)
	return usage{lang, i18n.Later(lang), h}
}

// translate translates the help of commands, flags and arguments.
func (u usage) translate(n *kong.Node) {
	n.Help = u.purpose(n.Help, "")
	n.Detail = u.longer(n.Detail)
	for _, f := range n.Flags {
		f.Help = u.purpose(f.OrigHelp, f.Default)
	}
	for _, v := range n.Positional {
		v.Help = u.purpose(v.OrigHelp, v.Default)
	}
	for _, c := range n.Children {
		u.translate(c)
	}
}

// longer translates the detailed help of a command, paragraph by paragraph. Indented text is to be
// typed and stays as it is.
func (u usage) longer(help string) string {
	lines := strings.Split(help, "\n")
	for i, line := range lines {
		if line != "" && line[0] != ' ' {
			lines[i] = u.say(engine.Text{Format: strings.ReplaceAll(line, "%", "%%")})
		}
	}
	return strings.Join(lines, "\n")
}

// helpFlag is kong's own help for its help flag.
var helpFlag = engine.Text{Format: "Show context-sensitive help."}

func (u usage) purpose(help, value string) string {
	t := engine.Text{Format: strings.ReplaceAll(help, "${default}", "%s")}
	if t.Format != help {
		t.Args = []any{value}
	}
	return u.say(t)
}

// print prints help as kong does, with translated headings.
func (u usage) print(options kong.HelpOptions, ctx *kong.Context) error {
	u.translate(ctx.Model.Node)
	out, page := ctx.Stdout, &bytes.Buffer{}
	ctx.Stdout = page
	err := kong.DefaultHelpPrinter(options, ctx)
	ctx.Stdout = out
	if err != nil {
		return err
	}
	_, err = io.WriteString(out, u.headings(page.String()))
	return err
}

func (u usage) headings(page string) string {
	lines := strings.Split(page, "\n")
	for i, line := range lines {
		switch rest, usage := strings.CutPrefix(line, "Usage: "); {
		case usage:
			lines[i] = u.say(engine.Say("Usage:")) + " " + rest
		case line == "Arguments:":
			lines[i] = u.say(engine.Say("Arguments:"))
		case line == "Flags:":
			lines[i] = u.say(engine.Say("Flags:"))
		case line == "Commands:":
			lines[i] = u.say(engine.Say("Commands:"))
		case strings.HasPrefix(line, `Run "`):
			lines[i] = u.say(likeOne(line, engine.Text{Format: `Run "%s" for more information on a command.`}, engine.Text{Format: `Run "%s" for more information.`}))
		}
	}
	return strings.Join(lines, "\n")
}
