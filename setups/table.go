package setups

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"arbiter/engine/notation"
)

// A Table says how a game may start.
type Table struct {
	Game    string   `toml:"-"`      // the name of the file
	Seats   []string `toml:"seats"`  // in the order they sit
	More    []string `toml:"more"`   // seats that come after them, with what a box holds beyond the base game
	Fields  []string `toml:"fields"` // places of each seat for open cards, which a reader can stand for
	Counts  []int    `toml:"counts"` // how many people may play, in ascending order
	Solo    string   `toml:"solo"`   // the robot that joins a single person; "" for none
	Boxes   []string `toml:"boxes"`  // read before the chosen box; later facts replace earlier ones
	Box     string   `toml:"box"`    // the box if nobody chooses one
	Order   string   `toml:"order"`  // the verb that deals the start order: SEAT ORDER N; "" for none
	Options []Option `toml:"option"`
	Each    []Each   `toml:"each"` // what each seat chooses

	file string
	text []byte
}

// An Option is something that a table may choose to play with.
type Option struct {
	Name   string   `toml:"name"`
	Title  string   `toml:"title"`  // English, the key of its translations
	Screen bool     `toml:"screen"` // for games on the screen, without cardboard
	Bots   bool     `toml:"bots"`   // bots play the seats that nobody takes
	Usual  bool     `toml:"usual"`  // now holds without being chosen: accepted if it is named, but not offered
	Facts  []string `toml:"facts"`  // facts that hold with it
}

// An Each is a choice that each seat makes before the game. It is a fact: SEAT
// NAME VALUE.
type Each struct {
	Name   string   `toml:"name"`  // the verb
	Title  string   `toml:"title"` // English, the key of its translations
	Values []string `toml:"values"`
}

// Tables lists the games that have a table.
func Tables() []string { return names(files, "tables", ".toml") }

// TableOf returns how a game may start.
func TableOf(game string) (Table, error) { return TableIn(files, game) }

// TableIn is TableOf for files other than the embedded ones: tables/GAME.toml in f.
func TableIn(f fs.FS, game string) (Table, error) {
	text, file, err := open(f, "table", "tables", game, ".toml")
	if err != nil {
		return Table{}, err
	}
	t := Table{Game: game, file: file, text: text}
	if err := decode(file, text, &t); err != nil {
		return Table{}, err
	}
	if err := t.check(); err != nil {
		return Table{}, err
	}
	return t, nil
}

// All lists the seats, those beyond the base game last.
func (t Table) All() []string { return slices.Concat(t.Seats, t.More) }

// seatsOfGames returns the seats of all games, each with its fields in any of them.
func seatsOfGames() (map[string][]string, error) {
	seats := map[string][]string{}
	for _, game := range Tables() {
		t, err := TableOf(game)
		if err != nil {
			return nil, err
		}
		for _, s := range t.All() {
			seats[s] = append(seats[s], t.Fields...)
		}
	}
	for s := range seats {
		slices.Sort(seats[s])
		seats[s] = slices.Compact(seats[s])
	}
	return seats, nil
}

// Facts returns the lines that a game starts with: those of the boxes that are always read, then
// those of the chosen box ("" for the usual one), then those of the options.
func (t Table) Facts(box string, options ...string) ([]Line, error) {
	return t.FactsIn(files, box, options...)
}

// FactsIn is Facts for files other than the embedded ones.
func (t Table) FactsIn(f fs.FS, box string, options ...string) ([]Line, error) {
	if box == "" {
		box = t.Box
	}
	var lines []Line
	for _, b := range append(slices.DeleteFunc(slices.Clone(t.Boxes), func(b string) bool { return b == box }), box) {
		more, err := BoxIn(f, t.Game, b)
		if err != nil {
			return nil, err
		}
		lines = append(lines, more...)
	}
	for _, name := range options {
		more, err := t.option(name)
		if err != nil {
			return nil, err
		}
		lines = append(lines, more...)
	}
	return lines, nil
}

func (t Table) option(name string) ([]Line, error) {
	var known []string
	for n, o := range t.Options {
		if o.Name == name {
			at, _ := find(t.text, "option", n, "facts")
			var lines []Line
			for _, fact := range o.Facts {
				lines = append(lines, Line{t.file, at, fact})
			}
			return lines, nil
		}
		known = append(known, o.Name)
	}
	return nil, fmt.Errorf("%s has no option %q; there is %s", t.Game, name, either(known))
}

func (t Table) check() error {
	c := tableCheck{table: t}
	c.seats()
	if t.Box == "" {
		c.fault("box", "a table needs the box that is usually chosen, such as box = \"stand-in\"")
	}
	for n, o := range t.Options {
		if !notation.Plain(o.Name) || o.Title == "" || len(o.Facts) == 0 {
			c.faultIn("option", n, "an option needs a name of one word, a title and facts")
		}
		if slices.ContainsFunc(t.Options[:n], func(p Option) bool { return p.Name == o.Name }) {
			c.faultIn("option", n, "there are two options named %q: rename one", o.Name)
		}
	}
	for n, e := range t.Each {
		if !notation.Plain(e.Name) || e.Title == "" || len(e.Values) == 0 || slices.ContainsFunc(e.Values, func(v string) bool { return !notation.Plain(v) }) {
			c.faultIn("each", n, "a choice of each seat needs a name of one word, a title and values of one word each")
		}
	}
	return errors.Join(c.faults...)
}

// A tableCheck collects what is wrong with a table.
type tableCheck struct {
	table  Table
	faults []error
}

// fault records a mistake at a key at the top of the file.
func (c *tableCheck) fault(key, format string, args ...any) {
	line, column := findTop(c.table.text, key)
	c.faults = append(c.faults, &Fault{c.table.file, line, column, fmt.Sprintf(format, args...)})
}

// faultIn records a mistake in the n-th table of a kind.
func (c *tableCheck) faultIn(kind string, n int, format string, args ...any) {
	line, column := find(c.table.text, kind, n, "name")
	c.faults = append(c.faults, &Fault{c.table.file, line, column, fmt.Sprintf(format, args...)})
}

func (c *tableCheck) seats() {
	t := c.table
	if len(t.Seats) == 0 {
		c.fault("seats", "a table needs seats, such as seats = [\"red\", \"blue\"]")
	}
	all := t.All()
	for i, s := range all {
		if !notation.Plain(s) || slices.Contains(all[:i], s) {
			c.fault("seats", "seat %q must be one word and stand there once", s)
		}
	}
	for i, f := range t.Fields {
		if !notation.Plain(f) || slices.Contains(t.Fields[:i], f) {
			c.fault("fields", "field %q must be one word and stand there once", f)
		}
	}
	if !rising(t.Counts, len(all)) {
		c.fault("counts", "counts says how many people may sit: rising numbers from 1 to %d, such as counts = [1, 2]", len(all))
	}
	if t.Solo != "" && (!notation.Plain(t.Solo) || slices.Contains(all, t.Solo)) {
		c.fault("solo", "the robot %q must be one word and not a seat for people", t.Solo)
	}
}

// rising reports whether the list has numbers from 1 to most in ascending order.
func rising(numbers []int, most int) bool {
	before := 0
	for _, n := range numbers {
		if n <= before || n > most {
			return false
		}
		before = n
	}
	return before > 0
}

// findTop returns the place of a key above the first table of text.
func findTop(text []byte, key string) (line, column int) {
	line, column = find(append([]byte("[[top]]\n"), text...), "top", 0, key)
	return max(line-1, 1), column
}
