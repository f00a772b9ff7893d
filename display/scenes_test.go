package display_test

import (
	"fmt"

	"arbiter/display"
	"arbiter/engine"
)

// A scene is a position of Council of Shadows as the game shows it.
type scene struct {
	name    string
	view    engine.View
	notices []string
}

var languages = []string{"de", "es", "en"}

// words translates what the scenes say.
var words = map[string]map[string]string{
	"de": {
		"Round %d": "Runde %d", "Phase 2: Plan": "Phase 2: Karten planen", "Phase 3: Act": "Phase 3: Aktionen ausführen",
		"Final scoring": "Schlusswertung", "Last round": "Letzte Runde",
		"level": "Stufe", "energy": "Energie", "consumption": "Verbrauch", "to next level": "Abstand", "order": "Reihenfolge",
		"plan your cards, then ready":             "Karten planen, dann fertig melden",
		"carry out field %d: %s":                  "Feld %d ausführen: %s",
		"Choose a Dark Tech of level %d":          "Dunkle Technologie der Stufe %d wählen",
		"read out the left action of card %d: %s": "Linke Aktion von Karte %d vorlesen: %s",
		"Take %d energy for Feudalism":            "%d Energie für Feudalismus nehmen",
		"Refill the display of AI cards":          "KI-Kartenauslage auffüllen",
		"colonize":                                "Kolonisieren", "discover": "Entdecken", "Throne": "Thron",
		"Energy saver": "Energiesparer", "New stargate": "Neues Sternentor", "Perpetual motion": "Perpetuum mobile",
		"purple": "lila", "red": "rot", "green": "grün", "blue": "blau",
		"Reader purple-1 does not answer": "Leser lila-1 antwortet nicht",
	},
	"es": {
		"Round %d": "Ronda %d", "Phase 2: Plan": "Fase 2: planificación", "Phase 3: Act": "Fase 3: ejecución de acciones",
		"Final scoring": "Puntuación final", "Last round": "Última ronda",
		"level": "Nivel", "energy": "Energía", "consumption": "Consumo", "to next level": "Distancia", "order": "Orden",
		"plan your cards, then ready":             "planificad y decid «listo»",
		"carry out field %d: %s":                  "ejecuta el campo %d: %s",
		"Choose a Dark Tech of level %d":          "¡Elige una tecnología oscura de nivel %d!",
		"read out the left action of card %d: %s": "¿Puede la acción izquierda de la carta %d? %s",
		"Take %d energy for Feudalism":            "Toma %d de energía por Feudalismo",
		"Refill the display of AI cards":          "Rellena la exposición de cartas de IA",
		"colonize":                                "colonizar", "discover": "descubrir", "Throne": "Trono",
		"Energy saver": "Ahorro energético", "New stargate": "Nuevo portal estelar", "Perpetual motion": "Móvil perpetuo",
		"purple": "morado", "red": "rojo", "green": "verde", "blue": "azul",
		"Reader purple-1 does not answer": "El lector morado-1 no responde",
	},
}

func (s scene) opts(lang string) display.Opts {
	var say func(engine.Text) string
	term := func(t engine.Term) string {
		if w := words[lang][string(t)]; w != "" {
			return w
		}
		return string(t)
	}
	say = func(t engine.Text) string {
		args := make([]any, len(t.Args))
		for i, a := range t.Args {
			if args[i] = a; a == nil {
				continue
			}
			switch a := a.(type) {
			case engine.Text:
				args[i] = say(a)
			case engine.Term:
				args[i] = term(a)
			}
		}
		return fmt.Sprintf(term(engine.Term(t.Format)), args...)
	}
	var notices []string
	for _, n := range s.notices {
		notices = append(notices, term(engine.Term(n)))
	}
	return display.Opts{Say: say, Term: term, Label: label, Notices: notices}
}

func label(s engine.Seat) string {
	switch s {
	case "purple":
		return "Ana"
	case "red":
		return "Darío"
	case "green":
		return "Cecilia"
	case "blue":
		return "Müller-Lüdenscheidt"
	}
	return "Automa"
}

func place(seat engine.Seat, color string, shape engine.Shape, notes ...string) engine.Place {
	p := engine.Place{Seat: seat, Color: color, Shape: shape}
	for _, n := range notes {
		p.Notes = append(p.Notes, engine.Say(n))
	}
	return p
}

func purple(n ...string) engine.Place { return place("purple", "purple", engine.Circle, n...) }
func red(n ...string) engine.Place    { return place("red", "red", engine.Square, n...) }
func green(n ...string) engine.Place  { return place("green", "green", engine.Triangle, n...) }
func blue(n ...string) engine.Place   { return place("blue", "blue", engine.Diamond, n...) }

// tracks takes the level, energy and consumption of each seat.
func tracks(at ...[3]int) []engine.Track {
	t := []engine.Track{
		{Name: "order", Title: engine.Say("order")},
		{Name: "level", Title: engine.Say("level"), Roman: true},
		{Name: "energy", Title: engine.Say("energy")},
		{Name: "consumption", Title: engine.Say("consumption")},
		{Name: "distance", Title: engine.Say("to next level"), Derived: true},
	}
	for i, a := range at {
		for j, n := range []int{i + 1, a[0], a[1], a[2], a[2] - a[1]} {
			t[j].At = append(t[j].At, n)
		}
	}
	return t
}

func scenes() []scene {
	return []scene{
		{name: "plan", view: plan()},
		{name: "act", view: act()},
		{name: "level-up", view: levelUp(), notices: []string{"Reader purple-1 does not answer"}},
		{name: "over", view: over()},
		{name: "automa", view: automa()},
	}
}

// plan: all plan at once; Darío is ready.
func plan() engine.View {
	v := engine.View{
		Stage:  []engine.Text{engine.Say("Round %d", 3), engine.Say("Phase 2: Plan")},
		Seats:  []engine.Place{green(), red("Throne"), purple("Energy saver"), blue()},
		Tracks: tracks([3]int{1, 36, 45}, [3]int{1, 41, 47}, [3]int{2, 7, 56}, [3]int{0, 18, 20}),
	}
	for i, p := range v.Seats {
		if p.Seat != "red" {
			v.Seats[i].Turn = true
			v.Prompts = append(v.Prompts, engine.Prompt{Seat: p.Seat, Text: engine.Say("plan your cards, then ready")})
		}
	}
	return v
}

// act: one seat acts, and people forget a step.
func act() engine.View {
	v := plan()
	v.Stage[1] = engine.Say("Phase 3: Act")
	for i := range v.Seats {
		v.Seats[i].Turn = v.Seats[i].Seat == "blue"
	}
	v.Prompts = []engine.Prompt{{Seat: "blue", Text: engine.Say("carry out field %d: %s", 3, engine.Term("colonize"))}}
	v.Remind = []engine.Prompt{
		{Seat: "purple", Text: engine.Say("Take %d energy for Feudalism", 3)},
		{Seat: engine.Table, Text: engine.Say("Refill the display of AI cards")},
	}
	return v
}

// levelUp: a choice, in the last round, with a reader gone.
func levelUp() engine.View {
	v := act()
	v.Stage = append(v.Stage, engine.Say("Last round"))
	v.Seats[2].Notes = []engine.Text{engine.Say("Energy saver"), engine.Say("New stargate"), engine.Say("Perpetual motion")}
	v.Seats[2].Turn, v.Seats[3].Turn = true, false
	v.Tracks = tracks([3]int{3, 88, 100}, [3]int{2, 99, 100}, [3]int{4, 100, 100}, [3]int{2, 54, 98})
	v.Prompts = []engine.Prompt{
		{Seat: "purple", Text: engine.Say("Choose a Dark Tech of level %d", 2)},
		{Seat: "blue", Text: engine.Say("carry out field %d: %s", 3, engine.Term("colonize"))},
	}
	return v
}

func over() engine.View {
	v := plan()
	v.Stage = []engine.Text{engine.Say("Final scoring")}
	v.Prompts, v.Over = nil, true
	for i := range v.Seats {
		v.Seats[i].Turn = false
		v.Seats[i].Winner = v.Seats[i].Seat == "purple"
	}
	v.Tracks = tracks([3]int{3, 88, 100}, [3]int{2, 99, 100}, [3]int{4, 12, 100}, [3]int{2, 54, 98})
	return v
}

// automa: one player against the robot.
func automa() engine.View {
	robot := place("automa", "blue", engine.Diamond)
	robot.Robot, robot.Turn = true, true
	return engine.View{
		Stage:  []engine.Text{engine.Say("Round %d", 5), engine.Say("Phase 3: Act")},
		Seats:  []engine.Place{robot, purple("Throne", "Energy saver")},
		Tracks: tracks([3]int{2, 31, 64}, [3]int{2, 58, 60}),
		Prompts: []engine.Prompt{{Seat: "automa",
			Text: engine.Say("read out the left action of card %d: %s", 3, engine.Term("discover"))}},
		Remind: []engine.Prompt{{Seat: "purple", Text: engine.Say("Take %d energy for Feudalism", 3)}},
	}
}
