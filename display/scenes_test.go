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
	join    bool // the code is shown during the game
	calm    bool
	asleep  bool
}

var languages = []string{"de", "es", "en"}

// words translates the texts of the scenes.
var words = map[string]map[string]string{
	"de": {
		"Turn %d": "Zug %d", "Vote": "Abstimmung", "Debate": "Debatte", "Pieces": "Figuren", "%s: arguments": "%s: Argumente",
		"Supply: %d (%s)": "Vorrat: %d (%s)", "Speaker waits (%s)": "Wortführer wartet (%s)", "white": "Weiß", "yellow": "Gelb",
		"Play a card or confer; convince":       "Karte spielen oder beraten; überzeugen",
		"Convince or finish":                    "Überzeugen oder beenden",
		"Convince somebody, or finish the turn": "Überzeuge jemanden oder beende den Zug",
		"Vote: a larger group convinces a smaller one for 1 argument, speakers too.": "Abstimmung: Eine größere Gruppe überzeugt eine " +
			"kleinere für 1 Argument, auch Wortführer.",
		"Play a card to discuss or to take a seat, ponder or confer; you may convince before and after": "Spiele eine Karte, um zu diskutieren " +
			"oder Platz zu nehmen, grüble oder berate dich; davor und danach darfst du überzeugen",
		"Round %d": "Runde %d", "Round %d, the last": "Runde %d, die letzte", "Phase 2: plan": "Phase 2: Planen",
		"Phase 3: actions": "Phase 3: Aktionen", "End of the game": "Spielende",
		"%d of %d ready": "%d von %d bereit", "%s begins: %d beats %d": "%s beginnt: %d schlägt %d", "%s wins": "%s gewinnt", "The game is kept": "Das Spiel ist gespeichert",
		"Order": "Reihenfolge", "Level": "Level", "Energy": "Energie", "Consumption": "Verbrauch", "To go": "Rest",
		"Lay a card on the left field; cover others if you like; then say ready": "Lege eine Karte auf das linke Feld; " +
			"überdecke andere, wenn du magst; melde dich dann bereit",
		"Carry out your cards, report the energy, then slide":  "Führe deine Karten aus, gib die Energie an und verschiebe sie",
		"You rise a level: choose a card of %s":                "Du steigst ein Level auf: Wähle eine Karte aus dem %s",
		"Plan, then ready":                                     "Planen, dann bereit",
		"Act, then slide":                                      "Ausführen, schieben",
		"Choose: %s":                                           "Wählen: %s",
		"Automa: action %d":                                    "Automa: Aktion %d",
		"The Automa's action %d: %s If that is impossible: %s": "Aktion %d des Automa: %s Wenn das nicht geht: %s",
		"It gains energy: %d.":                                 "Der Automa bekommt Energie: %d.",
		"Replace the four AI cards shown crossed out.":         "Ersetze die vier durchgestrichenen KI-Karten.",
		"Before scoring, gain 3 energy for each galaxy in which you have the majority.": "Vor der Wertung bekommst du " +
			"3 Energie für jede Galaxie, in der du die Mehrheit hast.",
		"Refill the display": "Fülle die Auslage auf",
		"dark-tech-2":        "Dark-Tech-Stapel II", "feudalism": "Feudalismus", "Throne": "Thron", "Ready": "Bereit",
		"energy-saver": "Energiesparer", "new-stargate": "Neues Sternentor", "treton": "Tretons",
		"purple": "Violett", "red": "Rot", "green": "Grün", "blue": "Blau",
		"reader purple-1 does not answer: check its cable; the game goes on": "Kartenleser violett-1 antwortet nicht: " +
			"Prüf sein Kabel; das Spiel geht weiter",
	},
	"es": {
		"Turn %d": "Turno %d", "Vote": "Votación", "Debate": "Debate", "Pieces": "Piezas", "Block": "Bloque", "%s: arguments": "%s: argumentos",
		"Supply: %d (%s)": "Reserva: %d (%s)", "Speaker waits (%s)": "Portavoz en espera (%s)", "white": "Blanco", "yellow": "Amarillo",
		"Play a card or confer; convince":       "Juega o consulta; convence",
		"Convince or finish":                    "Convence o termina",
		"Convince somebody, or finish the turn": "Convence a alguien o termina el turno",
		"Vote: a larger group convinces a smaller one for 1 argument, speakers too.": "Votación: un grupo mayor convence a uno menor " +
			"por 1 argumento, también a portavoces.",
		"Play a card to discuss or to take a seat, ponder or confer; you may convince before and after": "Juega una carta para debatir o " +
			"tomar asiento, medita o consulta; antes y después puedes convencer",
		"Round %d": "Ronda %d", "Round %d, the last": "Ronda %d, la última", "Phase 2: plan": "Fase 2: planificar",
		"Phase 3: actions": "Fase 3: acciones", "End of the game": "Fin de la partida",
		"%d of %d ready": "%d de %d listos", "%s begins: %d beats %d": "Empieza %s: %d gana a %d", "%s wins": "%s gana", "The game is kept": "La partida está guardada",
		"Order": "Orden", "Level": "Nivel", "Energy": "Energía", "Consumption": "Consumo", "To go": "Faltan",
		"Lay a card on the left field; cover others if you like; then say ready": "Pon una carta en la casilla izquierda; " +
			"tapa otras si quieres; di después que estás a punto",
		"Carry out your cards, report the energy, then slide":  "Realiza tus cartas, indica la energía y deslízalas después",
		"You rise a level: choose a card of %s":                "Subes un nivel: escoge una carta del %s",
		"Plan, then ready":                                     "Planifica y ¡a punto!",
		"Act, then slide":                                      "Actúa y desliza",
		"Choose: %s":                                           "Escoge: %s",
		"Automa: action %d":                                    "Automa: acción %d",
		"The Automa's action %d: %s If that is impossible: %s": "Acción %d de la IA: %s ¿No es factible? %s",
		"It gains energy: %d.":                                 "La IA obtiene energía: %d.",
		"Replace the four AI cards shown crossed out.":         "Cambia las cuatro cartas de IA tachadas.",
		"Before scoring, gain 3 energy for each galaxy in which you have the majority.": "Antes de puntuar, recibes 3 de " +
			"energía por cada galaxia en la que tengas la mayoría.",
		"Refill the display": "Rellena la exposición",
		"dark-tech-2":        "montón Dark Tech II", "feudalism": "Feudalismo", "Throne": "Trono", "Ready": "A punto",
		"energy-saver": "Ahorrador de energía", "new-stargate": "Portal estelar nuevo", "treton": "Treton",
		"purple": "Morado", "red": "Rojo", "green": "Verde", "blue": "Azul",
		"reader purple-1 does not answer: check its cable; the game goes on": "El lector morado-1 no responde: " +
			"revisa su cable; la partida continúa",
	},
	"en": {
		"white": "White", "yellow": "Yellow", "red": "Red", "blue": "Blue", "green": "Green",
		"dark-tech-2": "Dark Tech pile II", "feudalism": "Feudalism", "energy-saver": "Energy saver",
		"new-stargate": "New stargate", "treton": "Treton",
	},
}

func (s scene) opts(lang string) display.Opts {
	var say func(engine.Text) string
	words := wordsOf(lang)
	term := func(t engine.Term) string {
		if w := words[string(t)]; w != "" {
			return w
		}
		return string(t)
	}
	say = func(t engine.Text) string {
		args := make([]any, len(t.Args))
		for i, a := range t.Args {
			args[i] = a
			switch a := a.(type) {
			case engine.Text:
				args[i] = say(a)
			case engine.Term:
				args[i] = term(a)
			case engine.Seat:
				args[i] = label(a)
			}
		}
		return fmt.Sprintf(term(engine.Term(t.Format)), args...)
	}
	var notices []string
	for _, n := range s.notices {
		notices = append(notices, term(engine.Term(n)))
	}
	return display.Opts{Say: say, Term: term, Label: label, Notices: notices, Join: address, ShowJoin: s.join, Calm: s.calm, Asleep: s.asleep}
}

func label(s engine.Seat) string {
	switch s {
	case "purple", "white":
		return "Ana"
	case "red":
		return "Darío"
	case "green", "yellow":
		return "Cecilia"
	case "blue":
		return "Müller-Lüdenscheidt"
	}
	return "Automa"
}

func place(seat engine.Seat, color string, shape engine.Shape, notes ...string) engine.Place {
	p := engine.Place{Seat: seat, Color: color, Shape: shape}
	for _, n := range notes {
		p.Notes = append(p.Notes, term(n))
	}
	return p
}

func term(s string) engine.Text { return engine.Say("%s", engine.Term(s)) }

func purple(n ...string) engine.Place { return place("purple", "purple", engine.Circle, n...) }
func red(n ...string) engine.Place    { return place("red", "red", engine.Square, n...) }
func green(n ...string) engine.Place  { return place("green", "green", engine.Triangle, n...) }
func blue(n ...string) engine.Place   { return place("blue", "blue", engine.Diamond, n...) }

// tracks takes the level, energy and consumption of each seat.
func tracks(at ...[3]int) []engine.Track {
	t := []engine.Track{
		{Name: "order", Title: engine.Say("Order"), Role: engine.RoleRank},
		{Name: "level", Title: engine.Say("Level"), Roman: true},
		{Name: "energy", Title: engine.Say("Energy"), Role: engine.RoleProgress},
		{Name: "consumption", Title: engine.Say("Consumption"), Role: engine.RoleGoal},
		{Name: "distance", Title: engine.Say("To go"), Derived: true},
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
		{name: "level-up", view: levelUp(), notices: []string{"reader purple-1 does not answer: check its cable; the game goes on"}},
		{name: "over", view: over()},
		{name: "automa", view: automa()},
		{name: "order", view: order()},
		{name: "two", view: two()},
		{name: "rise", view: rise()},
		{name: "calm", view: rise(), calm: true},
	}
}

// plan: all plan at once; Darío is ready.
func plan() engine.View {
	v := engine.View{
		Stage:  []engine.Text{engine.Say("Round %d", 3), engine.Say("Phase 2: plan")},
		Seats:  []engine.Place{green(), red("Throne", "Ready"), purple("energy-saver"), blue()},
		Tracks: tracks([3]int{1, 36, 45}, [3]int{1, 41, 47}, [3]int{2, 7, 56}, [3]int{0, 18, 20}),
	}
	v.Seats[2].Who = term("treton")
	for i, p := range v.Seats {
		if p.Seat != "red" {
			v.Seats[i].Turn = true
			v.Window, v.Headline = true, engine.Say("%d of %d ready", 1, 4)
			v.Prompts = append(v.Prompts, engine.Prompt{Seat: p.Seat,
				Text:  engine.Say("Lay a card on the left field; cover others if you like; then say ready"),
				Brief: engine.Say("Plan, then ready")})
		}
	}
	return v
}

// act: one seat acts, and people forget a step.
func act() engine.View {
	v := plan()
	v.Stage[1], v.Window, v.Headline = engine.Say("Phase 3: actions"), false, engine.Text{}
	for i := range v.Seats {
		v.Seats[i].Turn = v.Seats[i].Seat == "blue"
	}
	v.Seats[1].Notes = v.Seats[1].Notes[:1]
	v.Prompts = []engine.Prompt{{Seat: "blue", Text: engine.Say("Carry out your cards, report the energy, then slide"), Brief: engine.Say("Act, then slide")}}
	v.Remind = []engine.Prompt{feudalism("blue")}
	return v
}

func feudalism(seat engine.Seat) engine.Prompt {
	return engine.Prompt{Seat: seat, Text: engine.Say("%s: %s", engine.Term("feudalism"),
		engine.Say("Before scoring, gain 3 energy for each galaxy in which you have the majority.")), Brief: term("feudalism")}
}

// levelUp: a choice, in the last round, with a reader gone.
func levelUp() engine.View {
	v := act()
	v.Stage[0] = engine.Say("Round %d, the last", 9)
	v.Seats[2].Notes = []engine.Text{term("energy-saver"), term("new-stargate"), term("Throne")}
	v.Seats[2].Turn, v.Seats[3].Turn = true, false
	v.Tracks = tracks([3]int{3, 88, 100}, [3]int{2, 99, 100}, [3]int{4, 100, 100}, [3]int{2, 54, 98})
	v.Prompts = []engine.Prompt{
		{Seat: "purple", Text: engine.Say("You rise a level: choose a card of %s", engine.Term("dark-tech-2")),
			Brief: engine.Say("Choose: %s", engine.Term("dark-tech-2"))},
		{Seat: "blue", Text: engine.Say("Carry out your cards, report the energy, then slide"), Brief: engine.Say("Act, then slide")},
	}
	v.Remind = append(v.Remind, engine.Prompt{Seat: engine.Table, Text: engine.Say("Refill the display")})
	return v
}

func over() engine.View {
	v := plan()
	v.Stage = []engine.Text{engine.Say("End of the game")}
	v.Prompts, v.Over, v.Window, v.Headline = nil, true, false, engine.Say("%s wins", engine.Seat("purple"))
	for i := range v.Seats {
		v.Seats[i].Turn, v.Seats[1].Notes = false, v.Seats[1].Notes[:1]
		v.Seats[i].Winner = v.Seats[i].Seat == "purple"
		v.Seats[i].Rank = []int{2, 3, 1, 4}[i]
	}
	v.Tracks = tracks([3]int{3, 88, 100}, [3]int{2, 99, 100}, [3]int{4, 12, 100}, [3]int{2, 54, 98})
	return v
}

// automa: one player against the robot.
func automa() engine.View {
	robot := place("automa", "blue", engine.Diamond)
	robot.Robot, robot.Turn = true, true
	return engine.View{
		Stage:  []engine.Text{engine.Say("Round %d", 5), engine.Say("Phase 3: actions")},
		Seats:  []engine.Place{robot, purple("Throne", "energy-saver", "new-stargate")},
		Tracks: tracks([3]int{2, 31, 64}, [3]int{2, 58, 60}),
		Prompts: []engine.Prompt{{Seat: engine.Table, Text: engine.Say("The Automa's action %d: %s If that is impossible: %s", 2,
			engine.Say("Replace the four AI cards shown crossed out."), engine.Say("It gains energy: %d.", 3)), Brief: engine.Say("Automa: action %d", 2)}},
		Remind: []engine.Prompt{feudalism("purple")},
		InPlay: engine.InPlay{Seat: "automa", Card: "Automa 7", Steps: []engine.InPlayStep{
			{Text: engine.Say("It gains energy: %d.", 3), Progress: engine.Finished},
			{Text: engine.Say("Replace the four AI cards shown crossed out."), Progress: engine.Current},
			{Text: engine.Say("Before scoring, gain 3 energy for each galaxy in which you have the majority.")},
			{Text: engine.Say("It gains energy: %d.", 5)},
		}},
	}
}

// order: the cards have just decided who acts when.
func order() engine.View {
	v := act()
	v.Headline = engine.Say("%s begins: %d beats %d", engine.Seat("green"), 14, 12)
	v.Tracks = tracks([3]int{1, 41, 72}, [3]int{2, 24, 64}, [3]int{1, 44, 54}, [3]int{3, 9, 100})
	for i, cards := range [][]int{{6, 5, 3}, {6, 3, 3}, {3, 3, 2}, {-4, 3, 3}} {
		v.Seats[i].Turn, v.Seats[i].Shown = i == 0, cards
		for _, n := range cards {
			v.Seats[i].Moved += n
		}
	}
	return v
}

// two: two people, one with a long name.
func two() engine.View {
	v := act()
	v.Seats = v.Seats[2:]
	v.Tracks = tracks([3]int{2, 24, 52}, [3]int{1, 44, 46})
	return v
}

// rise: a seat has reached the next level, and there is nothing else to say.
func rise() engine.View {
	v := act()
	v.Tracks = tracks([3]int{1, 41, 58}, [3]int{2, 24, 52}, [3]int{3, 9, 100}, [3]int{2, 2, 46})
	v.Rise = engine.Rise{Seat: "blue", Level: 2, Before: 48, Costs: 46, Left: 2}
	v.Prompts = []engine.Prompt{{Seat: "blue", Text: engine.Say("You rise a level: choose a card of %s", engine.Term("dark-tech-2")),
		Brief: engine.Say("Choose: %s", engine.Term("dark-tech-2"))}}
	return v
}
