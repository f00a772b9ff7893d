package main

import (
	"arbiter/engine"
	"arbiter/engine/councilofshadows"
	"arbiter/setups"
)

// played lists the games that this program can referee.
func played() []engine.Game { return []engine.Game{councilofshadows.Game} }

// rules finds a game by its name.
func rules(name string) (engine.Game, bool) {
	for _, g := range played() {
		if g.Name == name {
			return g, true
		}
	}
	return engine.Game{}, false
}

// facts returns the facts of a box that comes with the program.
func facts(game, box string) ([]string, error) {
	lines, err := setups.Box(game, box)
	if err != nil {
		return nil, err
	}
	list := make([]string, len(lines))
	for i, l := range lines {
		list[i] = l.Text
	}
	return list, nil
}
