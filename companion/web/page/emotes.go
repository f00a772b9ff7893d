package page

import "arbiter/engine"

// An Emote is what seats can send to each other, drawn in static/emotes.svg under its name.
type Emote struct {
	Name  string
	Words engine.Text
}

// Emotes are all of them, in the order in which they are offered.
var Emotes = []Emote{
	{"hello", engine.Say("Hello!")},
	{"haha", engine.Say("Haha!")},
	{"wow", engine.Say("Wow!")},
	{"hmm", engine.Say("Hmm …")},
	{"oh-no", engine.Say("Oh no!")},
	{"bravo", engine.Say("Well played!")},
	{"thanks", engine.Say("Thanks!")},
	{"sorry", engine.Say("Sorry!")},
}
