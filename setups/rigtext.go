package setups

import "github.com/pelletier/go-toml/v2"

// TOML is the rig as a file, which LoadRig reads.
func (r Rig) TOML() ([]byte, error) { return toml.Marshal(r) }
