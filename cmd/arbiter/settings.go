package main

import (
	"os"

	"github.com/alecthomas/kong"

	"arbiter/engine"
)

// setting is the tag of flags with the key of the settings of the device that sets them.
const setting = "setting"

// options put help into the language, and make it that of --lang, too.
func (u usage) options() []kong.Option {
	return []kong.Option{
		kong.Description(u.say(engine.Say("Arbiter is the referee at a board game table."))),
		kong.Help(u.print),
		kong.Resolvers(kong.ResolverFunc(func(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
			if flag.Name == "lang" && os.Getenv("ARBITER_LANG") == "" {
				return u.lang, nil
			}
			return u.home.Value(flag.Tag.Get(setting), flag.Envs), nil
		})),
	}
}

// setBy tells whether a command has a flag that the settings may set.
func setBy(command *kong.Node) bool {
	for _, f := range command.Flags {
		if f.Tag.Get(setting) != "" {
			return true
		}
	}
	return false
}
