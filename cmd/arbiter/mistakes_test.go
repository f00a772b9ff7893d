package main

import (
	"slices"

	"arbiter/hw/emu/picc"
)

// A mistake that people make with cards, what they read about it in English,
// German and Spanish, and what the sentence tells them to do. P1 after the name of
// a field is its range: one parsec in round 1.
type mistake struct {
	name        string
	reader      string // on which ...
	card        string // ... this card is laid, and taken off to mend it
	make, mend  func(*clumsy)
	own, public [3]string // what purple reads, and everybody else; nothing: the same
}

func (m mistake) do(c *clumsy) {
	if m.make != nil {
		m.make(c)
		return
	}
	c.place(m.reader, m.card)
}

func (m mistake) undo(c *clumsy) {
	if m.mend != nil {
		m.mend(c)
		return
	}
	c.lift(m.reader, m.card)
}

// read is what people read in a language.
func (m mistake) read(lang int) (own, public []string) {
	own, public = []string{m.own[lang]}, []string{m.public[lang]}
	if m.public[lang] == "" {
		public = own
	}
	return own, public
}

// mistakes are those that can be made while cards are planned, in the order in
// which they are made.
func mistakes() []mistake { return slices.Concat(ofReaders(), ofCards()) }

// ofReaders are those that concern readers.
func ofReaders() []mistake {
	twin := picc.New(4, 0xA2, 0x24, 0x1B, 0x5C, 0, 0x80) // of purple's discover
	return []mistake{
		{name: "one UID at two readers",
			make: func(c *clumsy) { c.device.fields["SPI0.3"].Place(twin) },
			mend: func(c *clumsy) { c.device.fields["SPI0.3"].Lift(twin) },
			own: [3]string{"readers green-1 and purple-1 see the same card: take it off one of them",
				"Die Kartenleser green-1 und purple-1 sehen dieselbe Karte: Nimm sie von einem der beiden",
				"Los lectores green-1 y purple-1 ven la misma carta: retírala de uno de ellos"}},
		{name: "cards that cannot be read",
			make: func(c *clumsy) { c.device.fields["SPI0.1"].Noise(0.5) },
			mend: func(c *clumsy) { c.device.fields["SPI0.1"].Noise(0) },
			own: [3]string{"reader purple-2 cannot tell its cards apart: lay them flat, one upon the other",
				"Kartenleser purple-2 kann seine Karten nicht unterscheiden: Leg sie flach aufeinander",
				"El lector purple-2 no distingue sus cartas: ponlas planas, una sobre otra"}},
		{name: "a reader without power, its card taken meanwhile and laid back",
			make: func(c *clumsy) { c.device.chips["SPI0.1"].Unplug(0xFF); c.lift("purple-2", "purple tower") },
			mend: func(c *clumsy) { c.place("purple-2", "purple tower"); c.device.chips["SPI0.1"].Plug(); c.settled() },
			own: [3]string{"reader purple-2 does not answer: check its cable; the game goes on",
				"Kartenleser purple-2 antwortet nicht: Prüf sein Kabel; das Spiel geht weiter",
				"El lector purple-2 no responde: revisa su cable; la partida continúa"}},
	}
}

// ofCards are those that concern cards.
func ofCards() []mistake {
	return []mistake{
		{name: "an unknown tag", reader: "purple-2", card: "nameless",
			own: [3]string{"reader purple-2: this card has no name yet; name it on a phone or take it away",
				"Kartenleser purple-2: Diese Karte hat noch keinen Namen; benenne sie auf einem Handy oder nimm sie weg",
				"Lector purple-2: esta carta aún no tiene nombre; ponle uno en un móvil o retírala"}},
		{name: "another seat's card", reader: "purple-3", card: "green tower",
			own: [3]string{"Purple: this card belongs to Green; give it back",
				"Violett: Diese Karte gehört Grün; gib sie zurück",
				"Morado: esta carta es de Verde; devuélvela"}},
		{name: "two cards in one field", reader: "purple-1", card: "purple colonize",
			own: [3]string{"Purple: Colonize cannot lie on the card on Field 1 (P1); take it into the hand",
				"Violett: „Siedeln“ darf nicht über der Karte auf Feld 1 (P1) liegen; nimm die obere Karte auf die Hand",
				"Morado: «Colonizar» no puede estar sobre la carta de Casilla 1 (P1); cógela en la mano"},
			public: [3]string{"Purple: there is one card too many on Field 1 (P1); take it into the hand",
				"Violett: Auf Feld 1 (P1) liegt eine Karte zu viel; nimm sie auf die Hand",
				"Morado: sobra una carta en Casilla 1 (P1); cógela en la mano"}},
		{name: "a card from the hand of nobody", reader: "purple-2", card: "blue discover",
			own: [3]string{"Purple: Discover does not belong on Field 2 (P1); take it away",
				"Violett: „Entdecken“ gehört nicht auf Feld 2 (P1); nimm die Karte weg",
				"Morado: «Descubrir» no corresponde a Casilla 2 (P1); retírala"},
			public: doesNotBelong},
		{name: "a card that nobody has bought", reader: "purple-2", card: "ai-07",
			own: [3]string{"Purple: Colony or survey does not belong on Field 2 (P1); take it away",
				"Violett: „Kolonie oder Erkundung“ gehört nicht auf Feld 2 (P1); nimm die Karte weg",
				"Morado: «Colonia o exploración» no corresponde a Casilla 2 (P1); retírala"},
			public: doesNotBelong},
	}
}

var doesNotBelong = [3]string{"Purple: the card on Field 2 (P1) does not belong there; take it away",
	"Violett: Die Karte auf Feld 2 (P1) gehört nicht dorthin; nimm sie weg",
	"Morado: la carta de Casilla 2 (P1) no corresponde ahí; retírala"}

// afterReady are mistakes with cards that may not be moved any more.
func afterReady() []mistake {
	return []mistake{
		{name: "a card moved after ready",
			make: func(c *clumsy) { c.move("purple discover", "purple-1", "purple-2") },
			mend: func(c *clumsy) { c.move("purple discover", "purple-2", "purple-1") },
			own: [3]string{"Purple: move Discover from Field 2 (P1) to Field 1 (P1)",
				"Violett: Leg „Entdecken“ von Feld 2 (P1) auf Feld 1 (P1)",
				"Morado: mueve «Descubrir» de Casilla 2 (P1) a Casilla 1 (P1)"},
			public: [3]string{"Purple: move the card from Field 2 (P1) to Field 1 (P1)",
				"Violett: Leg die Karte von Feld 2 (P1) auf Feld 1 (P1)",
				"Morado: mueve la carta de Casilla 2 (P1) a Casilla 1 (P1)"}},
		{name: "a card moved the other way after ready",
			make: func(c *clumsy) { c.move("purple harvest", "purple-3", "purple-2") },
			mend: func(c *clumsy) { c.move("purple harvest", "purple-2", "purple-3") },
			own: [3]string{"Purple: move Harvest from Field 2 (P1) to Field 3 (P1)",
				"Violett: Leg „Schürfen“ von Feld 2 (P1) auf Feld 3 (P1)",
				"Morado: mueve «Recolectar» de Casilla 2 (P1) a Casilla 3 (P1)"},
			public: [3]string{"Purple: move the card from Field 2 (P1) to Field 3 (P1)",
				"Violett: Leg die Karte von Feld 2 (P1) auf Feld 3 (P1)",
				"Morado: mueve la carta de Casilla 2 (P1) a Casilla 3 (P1)"}},
		{name: "cards swapped after ready",
			make: func(c *clumsy) {
				c.move("purple discover", "purple-1", "purple-2")
				c.move("purple tower", "purple-2", "purple-1")
			},
			mend: func(c *clumsy) {
				c.move("purple discover", "purple-2", "purple-1")
				c.move("purple tower", "purple-1", "purple-2")
			},
			own: [3]string{"Purple: swap the cards on Field 1 (P1) and Field 2 (P1)",
				"Violett: Vertausch die Karten auf Feld 1 (P1) und Feld 2 (P1)",
				"Morado: intercambia las cartas de Casilla 1 (P1) y Casilla 2 (P1)"}},
		{name: "a missing card",
			make: func(c *clumsy) { c.lift("purple-3", "purple harvest") },
			mend: func(c *clumsy) { c.place("purple-3", "purple harvest") },
			own: [3]string{"Purple: put Harvest on Field 3 (P1)",
				"Violett: Leg „Schürfen“ auf Feld 3 (P1)",
				"Morado: pon «Recolectar» en Casilla 3 (P1)"},
			public: [3]string{"Purple: a card is missing on Field 3 (P1)",
				"Violett: Auf Feld 3 (P1) fehlt eine Karte",
				"Morado: falta una carta en Casilla 3 (P1)"}},
	}
}
