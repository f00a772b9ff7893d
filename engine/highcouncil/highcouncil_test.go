package highcouncil_test

import (
	"testing"

	"arbiter/engine"
	"arbiter/engine/enginetest"
	"arbiter/engine/highcouncil"
	"arbiter/engine/scenario"
	"arbiter/setups"
)

var env = scenario.Env{
	Games: []engine.Game{highcouncil.Game},
	Box: func(game, box string) ([]string, error) {
		lines, err := setups.Box(game, box)
		var facts []string
		for _, l := range lines {
			facts = append(facts, l.Text)
		}
		return facts, err
	},
}

func TestScripts(t *testing.T) { enginetest.Scripts(t, env) }
