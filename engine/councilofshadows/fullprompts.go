package councilofshadows

import "arbiter/engine"

func (o option) fits() engine.Text {
	if o.any {
		return engine.Say("any planet")
	}
	return engine.Say("by adaptability")
}
