package pastpage

import (
	"html/template"
	"slices"
	"unicode"
	"unicode/utf8"

	"arbiter/companion/web/page"
	"arbiter/engine"
)

// A Game is the page of a past game: its result first, then how it came about, and what can be
// downloaded.
type Game struct {
	GameRow
	ID       string
	Headline string   // who won, or what else came of it
	Facts    []string // how far it went and how long it took
	Places   []Standing
	Columns  []Column
	Sources  *Sources // nil if the game does not tell where points came from
	Charts   []Drawn
	Thinking *Thinking // nil if nobody knows
	Coach    *Coach    // nil if nobody judges the game
	Areas    []Area    // the final board in words
	Remark   *Remark
	Log      string // address of the page that hands the play over; "" if there is none
	Shares   bool   // there is a picture of the result
	Files    Files
	Proof    Proof
	Program  string
}

// A Standing is a seat with its final place, and where its tracks ended.
type Standing struct {
	Sitting
	Place int    // 0 if nobody has one
	Who   string // whom it played, and what it had
	At    []Figure
}

// A Column is a number in the table of results; Icon is "" if it has no symbol.
type Column struct{ Name, Title, Icon string }

// A Figure is where a track of a seat ended, and the address that explains it.
type Figure struct {
	Name  string // of the track
	ID    string
	Value string
	Roman bool
	Ask   template.URL // "" if there is no explanation
	Why   string       // label of that link
	Title string       // what it is, if no column heading says so
	Count int          // the number itself
}

// Sources says where the points of each seat came from.
type Sources struct {
	Title string
	Seats []page.Seat
	Rows  []Source
	Total []string
	File  string // address of the picture
}

// A Source is a row of Sources.
type Source struct {
	Title string
	At    []Portion
}

// A Portion is a seat's share of a source; Width is relative to the largest.
type Portion struct{ Value, Width string }

// An Area is a part of the board in words.
type Area struct {
	Title string
	Lines []string
}

// A Remark is what people say of the game.
type Remark struct {
	Path   string // where it is sent; "" if the viewer may not
	Rating int
	Note   string
}

// Ratings returns the possible ratings.
func (Remark) Ratings() []int { return []int{0, 1, 2, 3, 4, 5} }

// Files are what can be downloaded.
type Files struct {
	Path   string
	Over   bool // the record is available
	Script bool
	Charts []Labelled
}

// A Proof says whether chance and rules were as they should have been.
type Proof struct {
	Hash    string // "" if chance was not sealed
	Words   []Labelled
	Secret  string
	Verdict string
	Differs []Divergence // what today's rules decide differently
	More    int          // how many more such lines are not listed
}

// A Divergence is a line that today's rules decide differently.
type Divergence struct {
	Seq         int
	Headline    string // "" if the viewer may not know the line
	Then, Today string
	Refused     bool // today's rules refuse it; Today says why
	Undone      bool
}

// columns returns the tracks that sum up a game, without ranks: in a game with a race or dials those
// that are derived and have no marker on the cardboard, else those that have one.
func columns(v engine.View) []engine.Track {
	race := slices.ContainsFunc(v.Tracks, func(t engine.Track) bool { return t.Role == engine.RoleProgress || t.Dial > 0 })
	var all []engine.Track
	for _, t := range v.Tracks {
		if t.Role != engine.RoleRank && t.Derived != race {
			all = append(all, t)
		}
	}
	return all
}

// Result lists the seats by place, with what the game says of its end, or else with their tracks.
// ask is the address that explains numbers, "" if there is none.
func Result(c page.Context, b engine.Scoreboard, ranks []engine.Rank, had func(engine.Seat) string, ask string) ([]Column, []Standing) {
	tracks := columns(c.Snap.View)
	if len(b.Rows) > 0 {
		tracks = scored(c.Snap.View, b)
	}
	var heads []Column
	for _, t := range tracks {
		heads = append(heads, Column{t.Name, c.Say(t.Title), page.Symbol(t.Name)})
	}
	var all []Standing
	for i, p := range c.Snap.View.Seats {
		s := Standing{Sitting: Sitting{c.Badge(p.Seat), p.Winner}, Who: had(p.Seat)}
		if n := slices.IndexFunc(ranks, func(r engine.Rank) bool { return r.Seat == p.Seat }); n >= 0 {
			s.Place = ranks[n].Place
		}
		for n, t := range tracks {
			why := ask
			if _, told := c.Snap.View.At(t.Name, p.Seat); !told {
				why = ""
			}
			s.At = append(s.At, newFigure(c, t, i, heads[n].Title, s.Key, why))
		}
		all = append(all, s)
	}
	slices.SortStableFunc(all, func(a, b Standing) int { return a.Place - b.Place })
	return heads, all
}

// scored returns the final numbers as tracks. What is added up in them has a table of its own.
func scored(v engine.View, b engine.Scoreboard) (all []engine.Track) {
	for n, x := range b.Columns {
		if x.Adds {
			continue
		}
		t := engine.Track{Name: x.Of, Title: x.Title, Roman: x.Roman, At: make([]int, len(v.Seats))}
		for _, r := range b.Rows {
			t.At[slices.IndexFunc(v.Seats, func(p engine.Place) bool { return p.Seat == r.Seat })] = r.At[n]
		}
		all = append(all, t)
	}
	return all
}

func newFigure(c page.Context, t engine.Track, i int, title, seat, ask string) Figure {
	f := Figure{Name: t.Name, ID: seat + "-" + t.Name, Title: title, Value: page.Numeral(t.At[i]), Count: t.At[i], Roman: t.Roman}
	if t.Roman {
		f.Value = c.Term(engine.Roman(t.At[i]))
	}
	if ask != "" {
		f.Ask = template.URL(ask + "who=" + seat + "&of=" + t.Name) // an address of ours
		f.Why = c.Say(engine.Say("%s %s: why?", engine.Term(title), engine.Term(f.Value)))
	}
	return f
}

// NewSources turns a chart of bars into a table with a column for each seat.
func NewSources(c page.Context, x engine.Chart, file string) *Sources {
	s := &Sources{Title: c.Say(x.Title), File: file}
	most, totals := 1, make([]int, len(x.Steps))
	for _, t := range x.Steps {
		seat, _ := slices.Concat(t.Args, []any{""})[0].(engine.Seat)
		s.Seats = append(s.Seats, c.Badge(seat))
	}
	for _, row := range x.Series {
		most = max(most, slices.Max(append([]int{0}, row.At...)))
	}
	for _, row := range x.Series {
		r := Source{Title: c.Say(row.Title)}
		for i, n := range row.At {
			totals[i] += n
			r.At = append(r.At, Portion{page.Numeral(n), place(float64(max(0, n)) / float64(most))})
		}
		s.Rows = append(s.Rows, r)
	}
	for _, n := range totals {
		s.Total = append(s.Total, page.Numeral(n))
	}
	return s
}

// Headline says who has won, or else what came of the game.
func Headline(c page.Context, seats []Standing, otherwise string) string {
	var winners []page.Seat
	for _, s := range seats {
		if s.Wins {
			winners = append(winners, s.Seat)
		}
	}
	switch len(winners) {
	case 0:
		first, size := utf8.DecodeRuneInString(otherwise)
		return string(unicode.ToUpper(first)) + otherwise[size:]
	case 1:
		return c.Say(engine.Say("%s wins", engine.Term(winners[0].Name)))
	}
	return c.Say(engine.Say("%s win together", engine.Term(c.And(winners))))
}

// A Handover is a play for the app BG Stats: what is handed over, and the link that does it.
type Handover struct {
	Back     string // address of the game
	QR       template.HTML
	Game     string
	Date     string
	Players  []Handed
	Comments string
	Link     template.URL
}

// A Handed player is a player as the app gets it.
type Handed struct {
	Name string
	Rank int // 0 if there is none
	Role string
	Team string
	Wins bool
}
