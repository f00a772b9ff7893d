package web

import (
	"net/http"
	"slices"

	"arbiter/companion"
	"arbiter/companion/history"
	"arbiter/companion/web/page"
	"arbiter/engine"
)

// A beforeGame is what pages show before a game.
type beforeGame struct {
	Start page.Start
	More  page.More
	Home  setup
	Waits bool // people wait for a game
}

// setup is what the page shows on which everything about a new game is chosen.
type setup struct {
	Coming *nextGame // how chance is fixed; nil if it is not
	Game   *game     // what may be started; nil if nothing
	Games  []game    // all of them, if there is a choice
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

// Badge is the seat as parts of pages draw it.
func (p place) Badge() page.Seat {
	return page.Seat{Key: p.Seat, Name: p.Name, Color: p.Color, Shape: p.Shape}
}

// Two seats are set at first: most tables are small.
const usual = 2

func (s *Server) home(w http.ResponseWriter, r *http.Request) {
	if p, ok := s.entrance(w, r, "home", "/"); ok {
		s.write(w, http.StatusOK, p)
	}
}

// newPage is where everything about a new game is chosen.
func (s *Server) newPage(w http.ResponseWriter, r *http.Request) {
	if p, ok := s.entrance(w, r, "new", "/new"); ok {
		p.Home = s.setup(p, r.URL.Query().Get("game"))
		s.write(w, http.StatusOK, p)
	}
}

// entrance is a page before a game, with the game that waits.
func (s *Server) entrance(w http.ResponseWriter, r *http.Request, kind, path string) (document, bool) {
	p := document{viewer: s.viewer(r, ""), Kind: kind, Path: path, Look: true}
	snap, err := s.table.Snapshot(r.Context(), "")
	if err != nil {
		s.refuse(w, r, err)
		return p, false
	}
	p.Start = s.begin(p, snap, r.URL.Query().Get("game"))
	return p, true
}

// begin is the first page: the game that was played last is chosen, if nobody chooses.
func (s *Server) begin(p document, snap companion.Snapshot, name string) page.Start {
	c := s.context(p.viewer, snap)
	past, notes := s.latest(p.lang)
	offer, ok := s.offer(name)
	if !ok && len(past) > 0 {
		offer, ok = s.offer(past[0].game)
	}
	if !ok {
		offer = s.table.Offers()[0]
	}
	start := page.NewStart(c, offer, !s.opts.virtually())
	for _, n := range s.notices(snap) {
		notes = append(notes, c.Say(n.Text))
	}
	start.Notes, start.Appeals = notes, s.appeals(p.viewer, c.Say)
	if i := slices.IndexFunc(past, func(g lastGame) bool { return !g.Goes }); i >= 0 {
		start.Past = &page.Link{Href: "/games", Title: past[i].Title, Words: past[i].When + " · " + past[i].Result}
	}
	if offers := s.table.Offers(); len(offers) > 1 {
		for _, o := range offers {
			start.Games = append(start.Games, page.Link{Href: "/?game=" + o.Game.Name, Title: c.Say(o.Game.Called()), Here: o.Game.Name == offer.Game.Name})
		}
	}
	start.Digits = s.opts.coded() && !p.inside
	s.rule(p, snap, &start)
	return start
}

// rule says what this browser may do with the game that waits.
func (s *Server) rule(p document, snap companion.Snapshot, start *page.Start) {
	coded := s.opts.coded() && !p.owner
	if snap.GameID == "" && snap.Ended.Open() && (p.host || p.owner) {
		start.Reopen = &page.Confirm{To: "/reopen", ID: "reopen", Coded: coded}
	}
	w := start.Waiting
	if w == nil {
		return
	}
	for _, seat := range snap.View.Seats {
		if p.holds(seat.Seat) && sits(snap, seat.Seat) {
			w.Href = "/seat/" + string(seat.Seat)
			break
		}
	}
	switch {
	case w.Over:
		w.Close = p.inside
		return
	case p.host || p.owner:
		w.End = &page.Confirm{To: "/finish", ID: "finish", Coded: coded}
	case p.inside:
		w.Host = true
	}
	start.Ways = nil // one game at a time
}

// A lastGame is a past one, with the name of its game.
type lastGame struct {
	summary
	game string
}

// latest are the games that were played last, of which one may go on, and what is wrong
// with the past games.
func (s *Server) latest(lang string) (games []lastGame, notes []string) {
	if s.opts.History == nil {
		return nil, nil
	}
	list, _, err := s.opts.History.Find(history.Search{Most: 2})
	damaged, err := s.omitted(lang, err)
	if damaged != "" {
		notes = append(notes, damaged)
	}
	if err != nil {
		s.logger.Error("web", "err", err)
		notes = append(notes, s.speaker(lang, nil)(engine.Say("The past games cannot be read; the device's log says why.")))
	}
	for _, g := range list {
		games = append(games, lastGame{s.summary(lang, g), g.Game})
	}
	return games, notes
}

// morePage leads to all that is not needed to play.
func (s *Server) morePage(w http.ResponseWriter, r *http.Request) {
	p := document{viewer: s.viewer(r, ""), Kind: "more", Path: "/more", Look: true}
	say := s.speaker(p.lang, nil)
	p.More.Program = s.opts.Program
	if s.opts.Rig.Title != "" {
		p.More.Rig = say(engine.Say("%s", engine.Term(s.opts.Rig.Title)))
	}
	add := func(on bool, href, id string, title, words engine.Text) {
		if on {
			p.More.Links = append(p.More.Links, page.Link{Href: href, ID: id, Title: say(title), Words: say(words)})
		}
	}
	add(true, "/new", "choose", engine.Say("Choose everything yourself"), engine.Say("Seats, names, bots, start order, modules, printed values, words for chance."))
	add(s.opts.History != nil, "/games", "games", engine.Say("Past games"), engine.Say("Look back step by step, with charts, notes and records."))
	add(s.opts.Statistics != nil, "/games/statistics", "statistics", engine.Say("Statistics"), engine.Say("Who has played what, and who won."))
	add(s.opts.Lessons != nil && p.owner, "/learn", "to-learn", engine.Say("Teach Arbiter your cards"), engine.Say("Lay each card on a reader once, and Arbiter knows it."))
	add(s.opts.Faces != nil && p.owner, "/cards", "to-cards", engine.Say("Faces of cards"), engine.Say("A name and a photo for each card."))
	add(s.opts.Device != nil && p.owner, "/settings", "to-settings", engine.Say("Settings"), engine.Say("Language, names, HTTPS, backup, update, printing, what the doctor finds."))
	add(s.opts.Rigs != nil && p.owner, "/rig", "to-rig", engine.Say("Readers, panel, buttons"), engine.Say("From parts to a table that works, step by step; each part is tried."))
	add(s.opts.Trust.Port != 0, "/ca", "to-trust", engine.Say("Install Arbiter, keep the screen on"), engine.Say("What phones allow when they trust this device."))
	add(true, "/own", "to-own", engine.Say("The owner of this device"), engine.Say("Names, records, values of the cards and readers are the owner's."))
	s.write(w, http.StatusOK, p)
}

func (s *Server) setup(p document, chosen string) setup {
	say := s.speaker(p.lang, nil)
	var h setup
	for _, o := range s.table.Offers() {
		g := offered(o, say)
		g.Chosen = g.Name == chosen || chosen == "" && len(h.Games) == 0
		h.Games = append(h.Games, g)
		if g.Chosen {
			h.Game, h.Coming = &g, s.nextGame(o, say)
		}
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
