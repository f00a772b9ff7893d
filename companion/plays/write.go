package plays

import (
	"encoding/xml"
	"io"
	"slices"
	"strconv"

	"arbiter/companion"
	"arbiter/companion/history"
	"arbiter/companion/record"
)

type (
	bggPlays struct {
		XMLName xml.Name  `xml:"plays"`
		Plays   []bggPlay `xml:"play"`
	}
	bggPlay struct {
		Date       string      `xml:"date,attr"`
		Quantity   int         `xml:"quantity,attr"`
		Length     int         `xml:"length,attr"`
		Incomplete int         `xml:"incomplete,attr"`
		NowInStats int         `xml:"nowinstats,attr"`
		Location   string      `xml:"location,attr"`
		Item       bggItem     `xml:"item"`
		Comments   string      `xml:"comments,omitempty"`
		Players    []bggPlayer `xml:"players>player"`
	}
	bggItem struct {
		Name string `xml:"name,attr"`
		Type string `xml:"objecttype,attr"`
	}
	bggPlayer struct {
		Name  string `xml:"name,attr"`
		Start int    `xml:"startposition,attr"`
		Color string `xml:"color,attr"`
		Score string `xml:"score,attr"`
		Win   int    `xml:"win,attr"`
	}
)

// XML writes a play of a game of that title with the elements of BoardGameGeek's own list. Its number
// there is left out: no public source that we found tells it.
func XML(w io.Writer, p history.Play, title string) error {
	x := bggPlay{Date: p.At.Format(date), Quantity: 1, Length: p.Minutes, Incomplete: one(p.Result == companion.Abandoned), Location: p.Place, Item: bggItem{title, "thing"}, Comments: p.Note}
	for i, y := range p.Players {
		x.Players = append(x.Players, bggPlayer{y.Name, i + 1, y.Role, y.Score, one(y.Won)})
	}
	text, err := xml.MarshalIndent(bggPlays{Plays: []bggPlay{x}}, "", "  ")
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, xml.Header+string(text)+"\n")
	return err
}

// CSV writes a play as a table with a row for each player.
func CSV(w io.Writer, p history.Play, title string) error {
	rows := [][]string{{"date", "game", "length", "location", "player", "color", "score", "win", "incomplete", "comments"}}
	for _, x := range p.Players {
		rows = append(rows, []string{p.At.Format(date), title, strconv.Itoa(p.Minutes), p.Place, x.Name, x.Role, x.Score, strconv.Itoa(one(x.Won)), strconv.Itoa(one(p.Result == companion.Abandoned)), p.Note})
	}
	return record.CSV(w, slices.Values(rows))
}

// one is 1 for true, as BoardGameGeek writes it.
func one(is bool) int {
	if is {
		return 1
	}
	return 0
}
