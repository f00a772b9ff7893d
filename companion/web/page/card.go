package page

import "arbiter/engine"

// A Card is a card or another thing with a face, in any size: its style measures in
// parts of its width, --w.
type Card struct {
	Key   string // of the element; the same wherever the card lies, so that it can travel
	Thing string // what a tap on it means, as engine.Aimed says: "card ai-07"; "" if nothing
	Label string // name, ring and words, for people who do not see it
	Name  string
	Words string
	Kind  string // "start", "ai" ...; "" if nothing is known of it
	Down  bool   // face down
	Fresh bool   // may still be taken back
	Face  engine.Face
}

// Card shows a card that lies somewhere. Owner is whose shape its back shows.
func (c Context) Card(k engine.Card, owner engine.Seat) Card {
	if k.Name == "" {
		return Card{Down: true, Fresh: k.Fresh, Label: c.Say(engine.Say("face down"))}
	}
	out := Card{Key: "card-" + string(owner) + "-" + string(k.Name), Thing: "card " + string(k.Name), Name: c.Term(k.Name), Down: k.Down, Fresh: k.Fresh}
	out.Label = out.Name
	if c.Game.Face == nil || c.Snap.State == nil {
		return out
	}
	face, ok := c.Game.Face(c.Snap.State, k.Name)
	if !ok {
		return out
	}
	out.Face, out.Kind = face, face.Kind
	if !face.Name.IsZero() {
		out.Name = c.Say(face.Name)
	}
	out.Words = c.Say(face.Words)
	out.Label = out.Name
	if out.Words != "" {
		out.Label += ": " + out.Words
	}
	return out
}
