package main

import (
	"os"

	"github.com/alecthomas/kong"

	"arbiter/engine"
)

// setting is the struct tag that names the device setting for a flag.
const setting = "setting"

// options returns the options of kong: help in the language of u, and flags set by the settings.
func (u usage) options() []kong.Option {
	return []kong.Option{
		kong.Description(engine.Say("Arbiter is the referee at a board game table.").Format),
		kong.Help(u.print),
		kong.Resolvers(kong.ResolverFunc(func(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
			if flag.Name == "lang" && os.Getenv("ARBITER_LANG") == "" {
				return u.lang, nil
			}
			return u.home.Value(flag.Tag.Get(setting), flag.Envs), nil
		})),
	}
}

// setBy reports whether a command has a flag that a setting provides.
func setBy(command *kong.Node) bool {
	for _, f := range command.Flags {
		if f.Tag.Get(setting) != "" {
			return true
		}
	}
	return false
}
