package highcouncil_test

import (
	"testing"

	"arbiter/engine"
	"arbiter/engine/enginetest"
	"arbiter/engine/highcouncil"
	"arbiter/engine/scenario"
	"arbiter/setups"
)

var env = scenario.Env{Games: []engine.Game{highcouncil.Game}, Box: setups.BoxLines}

func TestScripts(t *testing.T) { enginetest.Scripts(t, env) }
