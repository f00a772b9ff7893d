package words

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"testing"
)

// glossary lists, for each language, words that screens do not use, and what they use instead: one
// word for one thing, the rulebook's if it has one.
var glossary = map[string][]entry{
	English: {
		{`(?i)\bso be it\b`, "what happens", ""},
		{`(?i)\banother color\b`, "the tenth galaxy, or Indigo", ""},
		{`(?i)\bthe galaxy %`, "the name of the galaxy", ""},
		{`(?i)\b(say|says|said) (done|ready)\b|\bthen say\b`, "what to do", ""},
		{`(?i)\breport(s|ed)?\b`, "enter", ""},
		{`(?i)\bcarr(y|ies|ied) out\b`, "play, do", ""},
		{`%d times`, "{once|%d times}", ""},
		{`(?i)\bfinish the turn\b`, "end your turn", ""},
		{`(?i)\bsmartphone|\bmobile\b`, "phone", ""},
	},
	"de": {
		{`\b[Ww]ürfeln?\b`, "Cube", `(?i)\b(die|dice|roll|rolled|reroll)\b`},
		{`\b([Ee]rnten?|[Ee]rntest|[Ee]rntet)\b`, "schürfen", ""},
		{`\b([Tt]elefone?n?s?|[Ss]martphone)\b`, "Handy", ""},
		{`(^|\s)Lesern?s?\b`, "Kartenleser", ""},
		{`\b(Etiketts?|Etiketten|Tags)\b`, "Chip", ""},
		{`\bPartien?\b`, "Spiel", ""},
		{`\b[Vv]erdrahtung\b`, "Aufbau", ""},
		{`\bAutomakarten?\b`, "Automa-Karte", ""},
		{`durchsichtig`, "transparent", ""},
		{`[Mm]eldet? („fertig“|dich bereit)`, "what to do", ""},
		{`\bSie (können|müssen|dürfen|haben)\b|\bIhnen\b`, "du", ""},
		{`„fertig“`, "weiter", ""},
	},
	"es": {
		{`\b[Cc]osech`, "recolectar", ""},
		{`\b[Aa]paratos?\b`, "dispositivo", ""},
		{`\b[Tt]eléfonos?\b`, "móvil", ""},
		{`\bboca abajo\b`, "bocabajo", ""},
		{`[Pp]ársec`, "parsec", ""},
		{`\b[Ee]scog`, "elegir", ""},
		{`\bpuestos?\b`, "asiento", ""},
		{`\bfacci(ón|ones)\b`, "bando", ""},
		{`bonificación`, "carta bonus", ""},
		{`[Cc]artas? de Automa`, "carta Automa", ""},
		{`\busted(es)?\b`, "tú", ""},
		{`\b[Cc]elular\b`, "móvil", ""},
	},
}

// An entry is a word that is not used, and what is used instead, except in sentences and terms
// whose English is about something else.
type entry struct{ not, but, unless string }

// allowed are sentences that use a listed word in another sense.
var allowed = map[string]bool{
	"the clock says %s, and nothing says that it was set": true, // puesto en hora
	"harvest up to %d times %s":                           true, // from two on
	"take its yield %d times":                             true, // from three on
}

// misworded lists where a catalogue violates the glossary.
func misworded(c *Catalogue) (faults []string) {
	for lang, list := range glossary {
		for _, entry := range list {
			not, unless := regexp.MustCompile(entry.not), regexp.MustCompile(cmp.Or(entry.unless, `^$`))
			for key, translation := range all(c) {
				text := translation.in(lang)
				if _, sentence := c.sentences[key]; lang == English && sentence {
					text = key
				}
				if text = regexp.MustCompile(`\{[^}]*\}`).ReplaceAllString(text, ""); not.MatchString(text) && !allowed[key] && !unless.MatchString(key) {
					faults = append(faults, fmt.Sprintf("%s: %q says %s; the word is: %s", lang, key, not.FindString(text), entry.but))
				}
			}
		}
	}
	slices.Sort(faults)
	return faults
}

func TestOneWordForOneThing(t *testing.T) {
	for _, fault := range misworded(shipped(t)) {
		t.Error(fault)
	}
}

// Each entry of the glossary catches what it is meant for, and nothing in a good sentence.
func TestWrongWordsAreSeen(t *testing.T) {
	bad := map[string][]string{
		English: {"So be it", "in another color", "the galaxy %s", "then say done", "report it", "carry it, carry out", "%s %d times", "Finish the turn", "your smartphone"},
		"de":    {"ein Würfel", "schnell ernten", "das Telefon", "der Leser", "das Etikett", "eine Partie", "die Verdrahtung", "die Automakarte", "durchsichtig", "melde dich bereit", "Sie können", "„fertig“"},
		"es":    {"cosecha", "el aparato", "el teléfono", "boca abajo", "Pársec", "escoge", "el puesto", "la facción", "bonificación", "carta de Automa", "usted", "celular"},
	}
	for lang, sentences := range bad {
		if len(sentences) != len(glossary[lang]) {
			t.Errorf("%s: %d sentences for %d entries", lang, len(sentences), len(glossary[lang]))
		}
		for i, text := range sentences {
			c := &Catalogue{sentences: map[string]translations{"fine": {De: text}}}
			switch lang {
			case "es":
				c.sentences["fine"] = translations{Es: text}
			case English:
				c.sentences = map[string]translations{text: {}}
			}
			if faults := misworded(c); len(faults) == 0 {
				t.Errorf("%s: entry %d does not see %q", lang, i, text)
			}
		}
	}
	good := catalogue(t, map[string]string{"b.toml": "[\"roll a die\"]\nde = \"wirf einen Würfel\"\nes = \"tira un dado\"\n", "a.toml": "[\"{once|%d times}, on a phone\"]\nde = \"{einmal|%d-mal}, auf einem Handy\"\nes = \"{1 vez|%d veces}, en un móvil\"\n"})
	if faults := misworded(good); len(faults) > 0 {
		t.Errorf("good sentences are blamed: %q", faults)
	}
	if languages := slices.Sorted(maps.Keys(glossary)); !slices.Equal(languages, slices.Sorted(slices.Values(Languages()))) {
		t.Errorf("the glossary has %v, and Languages %v: give each an entry", languages, Languages())
	}
}
