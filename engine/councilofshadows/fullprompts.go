package councilofshadows

import "arbiter/engine"

func (o alternative) fits() engine.Text {
	if o.any {
		return engine.Say("any planet")
	}
	return engine.Say("by adaptability")
}
