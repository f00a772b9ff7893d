package taglist

import (
	"encoding/csv"
	"encoding/json"
	"io"
	"strings"
	"time"

	"arbiter/companion/history"
)

const jsonFormat = "arbiter tags"

// An entry is a tag in a list of ours. Fields are added, never renamed.
type entry struct {
	UID    string `json:"uid"`
	Game   string `json:"game"` // several have a space between them; not read
	Card   string `json:"card"`
	Origin string `json:"origin"`
	Taught string `json:"taught"`
}

func (c Cards) entries(tags []history.Tag) []entry {
	all := make([]entry, 0, len(tags))
	for _, t := range tags {
		e := entry{UID: t.UID, Game: strings.Join(c.Games(t.Words), " "), Card: key(t.Words), Origin: t.Origin}
		if !t.At.IsZero() {
			e.Taught = t.At.UTC().Format(time.RFC3339)
		}
		all = append(all, e)
	}
	return all
}

// CSV writes a list with a line for each tag.
func (c Cards) CSV(w io.Writer, tags []history.Tag) error {
	out := csv.NewWriter(w)
	rows := [][]string{{"uid", "game", "card", "origin", "taught"}}
	for _, e := range c.entries(tags) {
		rows = append(rows, []string{e.UID, e.Game, e.Card, safe(e.Origin), e.Taught})
	}
	return out.WriteAll(rows)
}

// safe keeps a spreadsheet from taking a text for a formula.
func safe(text string) string {
	if text != "" && strings.ContainsRune("=+-@\t\r", rune(text[0])) {
		return "'" + text
	}
	return text
}

// JSON writes a list with a line for each tag.
func (c Cards) JSON(w io.Writer, tags []history.Tag) error {
	lines := []string{}
	for _, e := range c.entries(tags) {
		text, err := json.Marshal(e)
		if err != nil {
			return err
		}
		lines = append(lines, string(text))
	}
	_, err := io.WriteString(w, `{"format":"`+jsonFormat+`","version":1,"tags":[`+"\n"+strings.Join(lines, ",\n")+"\n]}\n")
	return err
}
