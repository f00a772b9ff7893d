package councilofshadows_test

import (
	"testing"

	"arbiter/engine"
	"arbiter/engine/councilofshadows"
	"arbiter/engine/enginetest"
	"arbiter/engine/scenario"
	"arbiter/setups"
)

var env = scenario.Env{Games: []engine.Game{councilofshadows.Game}, Box: box}

// box finds the box of the scripts, example, beside them.
var box = setups.BoxLinesFrom("testdata")

func TestScripts(t *testing.T) { enginetest.Scripts(t, env) }
