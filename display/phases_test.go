package display_test

import (
	"fmt"
	"maps"

	"arbiter/engine"
)

// The phases that the other scenes do not show: before a game, while it is set up,
// cards revealed, the full book, the final scoring, the end of a debate.
func rest() []scene {
	return []scene{
		{name: "start"},
		{name: "setup", view: setup()},
		{name: "reveal", view: reveal()},
		{name: "full", view: full()},
		{name: "scoring", view: scoring()},
		{name: "council over", view: councilOver()},
		{name: "joining", view: act(), join: true},
		{name: "asleep", view: act(), asleep: true},
		{name: "tracks of a third game", view: other()},
		{name: "its board", view: hexes()},
		{name: "trouble", view: full(), notices: []string{"panel hall does not answer: check its cable; the game goes on",
			"reader purple-1 does not answer: check its cable; the game goes on"}},
	}
}

// everything returns all scenes, in the order in which an evening has them.
func everything() []scene {
	return append(append(rest()[:2:2], append(scenes(), council()...)...), rest()[2:]...)
}

func setup() engine.View {
	v := plan()
	v.Stage, v.Window, v.Headline = []engine.Text{engine.Say("Setting up")}, false, engine.Text{}
	v.Tracks = tracks([3]int{0, 0, 20}, [3]int{0, 0, 20}, [3]int{0, 0, 20}, [3]int{0, 0, 20})
	for i := range v.Seats {
		v.Seats[i].Turn, v.Seats[i].Notes, v.Seats[i].Who = false, nil, engine.Text{}
	}
	v.Prompts = []engine.Prompt{{Seat: engine.Table, Text: engine.Say("Draw a tile from the stack of parsec %d", 1), Brief: engine.Say("Draw: parsec %d", 1)}}
	v.Caveat = engine.Say("Stand-in values, not those of the real game")
	return v
}

// reveal: the cards lie open; two are equal, and the galaxies are counted.
func reveal() engine.View {
	v := act()
	v.Stage[1] = engine.Say("Phase 2: turn order")
	v.Remind = nil
	v.Prompts = []engine.Prompt{{Seat: "green", Text: engine.Say("Turn over the cards from left to right and say what lies there"), Brief: engine.Say("Turn over")}}
	for i := range v.Seats {
		v.Seats[i].Turn = v.Seats[i].Seat == "green"
	}
	return v
}

// other: a game without a race, whose tracks have names that nothing here knows.
func other() engine.View {
	v := act()
	v.Tracks = []engine.Track{{Name: "hp", Title: engine.Say("HP"), At: []int{20, 7, 100, 12}}, {Name: "energy", Title: engine.Say("Energy"), At: []int{3, 5, 2, 0}}}
	return v
}

// hexes: the same game with a board on which several figures may stand side by side.
func hexes() engine.View {
	v := other()
	for i := range 19 {
		x, y := i%4, i/4
		f := engine.Field{Name: fmt.Sprint(i), Hex: true, Size: 0.19, X: 0.15 + 0.2*float32(x) + 0.1*float32(y%2), Y: 0.15 + 0.17*float32(y)}
		for k := range i % 5 * (i % 2) {
			f.Pieces = append(f.Pieces, engine.Piece{Color: v.Seats[k].Color, Shape: v.Seats[k].Shape})
		}
		v.Board = append(v.Board, f)
	}
	return v
}

// full: the device keeps every gem.
func full() engine.View {
	v := act()
	for i := range v.Seats {
		v.Seats[i].Notes = []engine.Text{engine.Say("Gems: %s", engine.Say("%d anthracite, %d gold, %d crystal", i+1, 4-i, 10+i))}
	}
	v.Prompts = []engine.Prompt{{Seat: "blue", Text: engine.Say("Found a colony: cubes on a planet: %d (in range, by adaptability)", 2), Brief: engine.Say("Found a colony")}}
	return v
}

func scoring() engine.View {
	v := levelUp()
	v.Stage = []engine.Text{engine.Say("Final scoring")}
	v.Prompts = []engine.Prompt{{Seat: "red", Text: engine.Say("Show your bonus cards one after the other"), Brief: engine.Say("Show bonus cards")}}
	v.Remind = nil
	for i := range v.Seats {
		v.Seats[i].Turn = v.Seats[i].Seat == "red"
	}
	return v
}

// councilOver: a side has won, so two seats have.
func councilOver() engine.View {
	v := vote()
	v.Stage, v.Over = []engine.Text{engine.Say("Turn %d", 41), engine.Say("Pro has won the council over")}, true
	v.Prompts, v.Remind = nil, nil
	for i := range v.Seats {
		v.Seats[i].Turn, v.Seats[i].Winner = false, i%2 == 0
		v.Seats[i].Rank = 1 + i%2*2
	}
	return v
}

// later has the words of these phases.
var later = map[string]map[string]string{
	"de": {
		"Setting up": "Spielvorbereitung", "Phase 2: turn order": "Phase 2: Zugreihenfolge", "Final scoring": "Endwertung",
		"Draw a tile from the stack of parsec %d": "Zieht ein Plättchen vom Stapel Parsec %d", "Draw: parsec %d": "Ziehen: Parsec %d",
		"Stand-in values, not those of the real game":                    "Platzhalter-Werte, nicht die des Spiels",
		"Turn over the cards from left to right and say what lies there": "Drehe die Karten von links nach rechts um und sage, was da liegt",
		"Turn over": "Umdrehen", "Gems: %s": "Edelsteine: %s", "%d anthracite, %d gold, %d crystal": "%d × Anthrazit, %d × Gold, %d × Transparent",
		"Found a colony: cubes on a planet: %d (in range, by adaptability)": "Kolonie gründen: Cubes auf einen Planeten: %d (in Reichweite, nach Anpassungsfähigkeit)",
		"Found a colony": "Kolonie gründen",
		"Show your bonus cards one after the other": "Zeige deine Bonuskarten, eine nach der anderen", "Show bonus cards": "Bonuskarten zeigen",
		"Pro has won the council over":                                  "Pro hat den Rat überzeugt",
		"Start a game on a phone":                                       "Beginne ein Spiel auf einem Handy",
		"Scan the code with a phone to start a game. The address:":      "Scanne den Code mit einem Handy, um ein Spiel zu beginnen. Die Adresse:",
		"panel hall does not answer: check its cable; the game goes on": "Anzeige Flur antwortet nicht: Prüf ihr Kabel; das Spiel geht weiter",
	},
	"es": {
		"Setting up": "Preparación del juego", "Phase 2: turn order": "Fase 2: orden de turno", "Final scoring": "Puntuación final",
		"Draw a tile from the stack of parsec %d": "Robad una loseta del montón de Parsec %d", "Draw: parsec %d": "Robar: Parsec %d",
		"Stand-in values, not those of the real game":                    "Valores provisionales, no los reales",
		"Turn over the cards from left to right and say what lies there": "Descubre las cartas de izquierda a derecha y di cuáles son",
		"Turn over": "Descubrir", "Gems: %s": "Gemas: %s", "%d anthracite, %d gold, %d crystal": "%d antracita, %d doradas, %d transparentes",
		"Found a colony: cubes on a planet: %d (in range, by adaptability)": "Fundar colonia: cubos en un planeta: %d (al alcance, por adaptabilidad)",
		"Found a colony": "Fundar colonia",
		"Show your bonus cards one after the other": "Muestra tus cartas bonus una tras otra", "Show bonus cards": "Mostrar cartas bonus",
		"Pro has won the council over":                                  "Pro ha convencido al consejo",
		"Start a game on a phone":                                       "Empieza una partida en un móvil",
		"Scan the code with a phone to start a game. The address:":      "Escanea el código con un móvil para empezar una partida. La dirección:",
		"panel hall does not answer: check its cable; the game goes on": "La pantalla pasillo no responde: revisa su cable; la partida continúa",
	},
}

// wordsOf returns all words of a language.
func wordsOf(lang string) map[string]string {
	all := maps.Clone(words[lang])
	maps.Copy(all, later[lang])
	return all
}

const address = "http://192.168.178.45:8080/"
