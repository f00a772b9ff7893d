package page

// Emotes are what seats can send to each other, drawn in static/emotes.svg.
var Emotes = []string{"hello", "haha", "wow", "hmm", "oh-no", "bravo", "thanks", "sorry"}
