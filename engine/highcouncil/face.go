package highcouncil

import "arbiter/engine"

// face returns what is printed on a card, or the piece itself.
func face(_ engine.State, t engine.Term) (engine.Face, bool) {
	f, ok := faces[t]
	return f, ok
}

var faces = allFaces()

func allFaces() map[engine.Term]engine.Face {
	all := map[engine.Term]engine.Face{trilithon: {Kind: "piece", Name: engine.Say("%s", trilithon), Words: engine.Say("lies in the middle while voting."), Art: "trilithon"}}
	for c := Card(1); c < afterCards; c++ {
		all[c.term()] = c.face()
	}
	for c := White; c <= allColors; c++ {
		all[c.term()] = engine.Face{Kind: "piece", Name: engine.Say("%s", c.term()), Art: "color", Color: c.String()}
		for r := Follower; r <= Speaker && c.Faction() != 0; r++ {
			t := Piece{c, r}.term()
			all[t] = engine.Face{Kind: "piece", Name: engine.Say("%s", t), Words: r.words(), Art: r.String(), Color: c.String()}
		}
	}
	return all
}

// face shows the number of a number card, and the two arguments that a trilithon card brings.
func (c Card) face() engine.Face {
	f := engine.Face{Kind: []string{"day", "night"}[c.Faction().index()], Name: engine.Say("%s", c.term())}
	n := int(c.Number())
	if n == 0 {
		f.Art, f.Color = "trilithon", c.trilithon().String()
		f.Steps = []engine.FaceStep{{{{Icon: "speak", Times: 2}}}}
		f.Words = engine.Say("discuss: take two arguments of any color.")
		return f
	}
	f.Art, f.Color, f.Ring = "sun", c.Color().String(), engine.Amount{Of: "field", N: n}
	if c.Faction() == Contra {
		f.Art = "moon"
	}
	f.Steps = []engine.FaceStep{{{{Icon: "seat"}}, {{Icon: "speak"}}}}
	f.Words = engine.Say("take seat %d, or discuss for an argument: %s.", n, c.Color().term())
	if c.Color() == Black {
		f.Words = engine.Say("take seat %d, or discuss: it goes with any color.", n)
	}
	return f
}
