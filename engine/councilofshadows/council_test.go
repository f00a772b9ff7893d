package councilofshadows_test

import (
	"testing"

	"arbiter/engine"
	"arbiter/engine/councilofshadows"
	"arbiter/engine/enginetest"
	"arbiter/engine/scenario"
	"arbiter/setups"
)

var env = scenario.Env{Games: []engine.Game{councilofshadows.Game}, Box: setups.BoxLines}

func TestScripts(t *testing.T) { enginetest.Scripts(t, env) }
