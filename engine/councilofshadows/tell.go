package councilofshadows

func (c Step) acts() Acts {
	return Acts{c.Card, c.Number, c.Side, c.Does, c.Count, c.Planet, c.Parsec, c.Galaxy, Owner}
}
