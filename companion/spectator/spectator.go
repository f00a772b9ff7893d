// Package spectator is what a spectator may know of a table, for other programs: a spectator's View
// as JSON with a fixed schema, at once or later. It has no card that lies face down, no UID of a
// tag, no refusal, and only the names of players who agree to that.
package spectator

import (
	"slices"

	"arbiter/companion"
	"arbiter/engine"
)

// Version is the version of the schema. Fields may be added to it, and are never renamed or
// removed.
const Version = 1

// A Table is the game on a table, or none.
type Table struct {
	V       int      `json:"v"`
	ID      string   `json:"id"`    // of the game; "" while there is none
	Kind    string   `json:"kind"`  // the game, as files and commands call it
	Title   string   `json:"title"` // the game, for people
	Entry   int      `json:"entry"` // number of the latest entry of the log
	Stage   []string `json:"stage"` // from large to small: round, phase
	Round   int      `json:"round"` // 0 if the game does not count rounds
	Phase   string   `json:"phase"` // a word that is the same in every language
	Turn    *string  `json:"turn"`  // the seat that the game waits for; null if none or several
	Waiting []string `json:"waiting"`
	Prompts []Prompt `json:"prompts"`
	Tracks  []Track  `json:"tracks"`
	Seats   []Seat   `json:"seats"` // in turn order
	Zones   []Zone   `json:"zones"`
	Piles   []Pile   `json:"piles"`
	Last    []string `json:"last"` // what happened last
	Over    bool     `json:"over"`
	Winners []string `json:"winners"`
}

// A Prompt is what the game waits for.
type Prompt struct {
	Seat string `json:"seat"` // "table" is anybody
	Text string `json:"text"`
}

// A Track is a column of the score board.
type Track struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	Roman bool   `json:"roman"` // people write it 0, I, II, III
}

// A Seat is a player as everybody sees them.
type Seat struct {
	Seat   string         `json:"seat"`
	Color  string         `json:"color"`
	Shape  string         `json:"shape"`  // tells seats apart without color
	Called string         `json:"called"` // the player's name, if they agree to that, else the color in words
	Named  bool           `json:"named"`  // Called is the name
	Plays  string         `json:"plays"`  // whom the seat plays, such as a civilization; "" if nobody
	Bot    string         `json:"bot"`    // strength of the bot that plays the seat; "" if none does
	Robot  bool           `json:"robot"`  // the game's own opponent
	Ready  bool           `json:"ready"`  // it is waiting for others
	Out    bool           `json:"out"`
	Rank   int            `json:"rank"`   // 1 is the best; once the game is over
	Tracks map[string]int `json:"tracks"` // by names of Table.Tracks
	Purse  map[string]int `json:"purse"`  // what it has openly
	Notes  []string       `json:"notes"`  // what lies open in front of it
	Hidden int            `json:"hidden"` // how many cards it has that are not open
}

var shapes = map[engine.Shape]string{engine.Circle: "circle", engine.Square: "square", engine.Triangle: "triangle", engine.Diamond: "diamond"}

// A Zone is a place where cards lie.
type Zone struct {
	Seat  string `json:"seat"` // whose it is; "table" is nobody's
	Name  string `json:"name"`
	Title string `json:"title"`
	Cards []Card `json:"cards"` // from bottom to top
}

// A Card is a card in a Zone.
type Card struct {
	Card string `json:"card"` // a word that is the same in every language; "" if it is not open
	Name string `json:"name"`
}

// A Pile is a stack of cards face down.
type Pile struct {
	Seat   string `json:"seat"`
	Name   string `json:"name"`
	Title  string `json:"title"`
	Number int    `json:"number"`
}

// Of returns the table of a spectator's snapshot. say translates texts and calls seats by the names
// that may be told; named reports which seats have one.
func Of(snap companion.Snapshot, say func(engine.Text) string, named func(engine.Seat) bool) Table {
	v := snap.View
	t := Table{
		V: Version, ID: snap.GameID, Kind: snap.Game, Title: snap.Title, Entry: snap.Version, Stage: texts(v.Stage, say), Round: v.Round(), Phase: v.Phase,
		Waiting: []string{}, Prompts: []Prompt{}, Tracks: []Track{}, Seats: []Seat{}, Zones: []Zone{}, Piles: []Pile{}, Last: []string{}, Over: v.Over, Winners: []string{},
	}
	for _, tr := range v.Tracks {
		t.Tracks = append(t.Tracks, Track{tr.Name, say(tr.Title), tr.Roman})
	}
	for _, p := range v.Prompts {
		t.Prompts = append(t.Prompts, Prompt{string(p.Seat), say(p.Text)})
	}
	hidden := map[engine.Seat]int{}
	for _, z := range v.Zones {
		all := Zone{string(z.Seat), z.Name, say(z.Title), []Card{}}
		for _, c := range z.Cards {
			if c.Name == "" {
				hidden[z.Seat]++
				all.Cards = append(all.Cards, Card{})
				continue
			}
			all.Cards = append(all.Cards, Card{string(c.Name), say(engine.Say("%s", c.Name))})
		}
		t.Zones = append(t.Zones, all)
	}
	for _, p := range v.Piles {
		t.Piles = append(t.Piles, Pile{string(p.Seat), p.Name, say(p.Title), p.Number})
	}
	for i, p := range v.Seats {
		s := Seat{
			Seat: string(p.Seat), Color: p.Color, Shape: shapes[p.Shape], Called: say(engine.Say("%s", p.Seat)), Named: named(p.Seat), Plays: say(p.Who), Bot: snap.Bots[p.Seat], Robot: p.Robot,
			Ready: p.Ready, Out: p.Out, Rank: p.Rank, Tracks: map[string]int{}, Purse: map[string]int{}, Notes: texts(p.Notes, say), Hidden: hidden[p.Seat],
		}
		for _, tr := range v.Tracks {
			s.Tracks[tr.Name] = tr.At[i]
		}
		for _, a := range p.Purse {
			s.Purse[a.Of] = a.N
		}
		t.Seats = append(t.Seats, s)
		if p.Turn {
			t.Waiting = append(t.Waiting, string(p.Seat))
		}
		if p.Winner {
			t.Winners = append(t.Winners, string(p.Seat))
		}
	}
	if len(t.Waiting) == 1 {
		t.Turn = &t.Waiting[0]
	}
	if n := len(snap.Log); n > 0 {
		for _, e := range snap.Log[n-1].Events {
			t.Last = append(t.Last, say(e.Text))
		}
		t.Last = slices.DeleteFunc(t.Last, func(s string) bool { return s == "" })
	}
	return t
}

func texts(all []engine.Text, say func(engine.Text) string) []string {
	said := []string{}
	for _, t := range all {
		said = append(said, say(t))
	}
	return said
}
