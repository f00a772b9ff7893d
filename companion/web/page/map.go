package page

import "arbiter/engine"

// A Map is the game board where it is a map: sites of regions, with pieces.
type Map struct {
	Sites   []engine.Site
	Regions []engine.Region
}

// NewMap is the map of the game; nil if it has none.
func NewMap(c Context) *Map {
	if len(c.Snap.View.Map) == 0 {
		return nil
	}
	return &Map{Sites: c.Snap.View.Map, Regions: c.Snap.View.Regions}
}
