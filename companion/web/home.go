package web

import (
	"net/http"
	"slices"

	"arbiter/companion"
	"arbiter/companion/history"
	"arbiter/engine"
)

// home is what the first page shows besides the running game.
type home struct {
	Coming  *nextGame // how chance is fixed; nil if it is not
	Game    *game     // what may be started; nil if nothing
	Games   []game    // all of them, if there is a choice
	Past    []summary
	Older   bool // there are more past games
	Rig     string
	Program string
	Teaches bool   // the cards can be taught
	Broken  bool   // the past games cannot be read
	Damaged string // which past games are left out, in words; "" if none
}

// A game is one that may be started.
type game struct {
	Name, Title string
	Chosen      bool
	Seats       []place
	Counts      []int  // how many seats people may take
	HowMany     string // the same in words
	Robot       string
	Boxes       []option
	Box         string
	Options     []option
	Each        []each
	Bots        []option // that may play a seat; none if no bot plays this game
	Order       bool
}

// An each is what every seat chooses before the game.
type each struct {
	Name, Title string
	Values      []option
}

// A place is a seat before the game starts.
type place struct {
	seatBadge
	On bool
}

// How many past games the first page lists.
const mostPast = 5

// latest returns the newest past games and reports whether there are more.
func (s *Server) latest(lang string) (games []summary, more bool, err error) {
	if s.opts.History == nil {
		return nil, false, nil
	}
	list, found, err := s.opts.History.Find(history.Search{Most: mostPast})
	return s.summaries(lang, list), found > len(list), err
}

// Two seats are set at first: most tables are small.
const usual = 2

func (s *Server) home(w http.ResponseWriter, r *http.Request) {
	p := document{viewer: s.viewer(r, ""), Kind: "home", Path: "/"}
	snap, err := s.table.Snapshot(r.Context(), "")
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	p.Scene = s.scene(p.viewer, snap)
	p.Home = s.entrance(p, r.URL.Query().Get("game"))
	s.write(w, http.StatusOK, p)
}

func (s *Server) entrance(p document, chosen string) home {
	say := s.speaker(p.lang, nil)
	h := home{Program: s.opts.Program, Teaches: s.opts.Lessons != nil}
	if s.opts.Rig.Title != "" {
		h.Rig = say(engine.Say("%s", engine.Term(s.opts.Rig.Title)))
	}
	for _, o := range s.table.Offers() {
		g := offered(o, say)
		g.Chosen = g.Name == chosen || chosen == "" && len(h.Games) == 0
		h.Games = append(h.Games, g)
		if g.Chosen {
			h.Game, h.Coming = &g, s.nextGame(o, say)
		}
	}
	var err error
	h.Past, h.Older, err = s.latest(p.lang)
	if h.Damaged, err = s.omitted(p.lang, err); err != nil {
		s.logger.Error("web", "err", err)
		h.Broken = true
	}
	return h
}

func offered(o companion.GameOffer, say func(engine.Text) string) game {
	g := game{Name: o.Game.Name, Title: say(o.Game.Called()), Counts: o.Counts, HowMany: say(companion.HowMany(o.Counts)), Box: o.Box, Order: o.Order != ""}
	term := func(t engine.Term) string { return say(engine.Say("%s", t)) }
	on := o.Counts[len(o.Counts)-1] // as many as usual, or more if the game needs more
	if i := slices.IndexFunc(o.Counts, func(n int) bool { return n >= usual }); i >= 0 {
		on = o.Counts[i]
	}
	for i, seat := range o.Seats {
		c := seatBadge{Seat: string(seat), Name: term(engine.Term(seat)), Color: color(string(seat)), Shape: engine.Shape(i % 4)}
		g.Seats = append(g.Seats, place{c, i < on})
	}
	if o.Robot != "" {
		g.Robot = term(engine.Term(o.Robot))
	}
	for _, b := range o.Boxes {
		label := term(engine.Term(b.Name))
		if b.Own {
			label = say(engine.Say("my box: what is printed is asked for once"))
		}
		g.Boxes = append(g.Boxes, option{b.Name, label})
	}
	for _, b := range o.Bots {
		g.Bots = append(g.Bots, option{b, say(engine.Say("Bot of our own: %s", engine.Term(b)))})
	}
	for _, e := range o.Each {
		x := each{Name: e.Name, Title: say(e.Title)}
		for _, v := range e.Values {
			x.Values = append(x.Values, option{string(v), term(v)})
		}
		g.Each = append(g.Each, x)
	}
	for _, p := range o.Options {
		g.Options = append(g.Options, option{p.Name, say(p.Title)})
	}
	return g
}
