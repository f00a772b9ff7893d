package castingshadows_test

import (
	"testing"

	"arbiter/engine"
	"arbiter/engine/castingshadows"
	"arbiter/engine/enginetest"
	"arbiter/engine/scenario"
	"arbiter/setups"
)

var env = scenario.Env{Games: []engine.Game{castingshadows.Game}, Box: setups.BoxLines}

func TestScripts(t *testing.T) { enginetest.Scripts(t, env) }
