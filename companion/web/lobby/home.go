package lobby

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"

	"arbiter/companion"
	"arbiter/companion/history"
	"arbiter/companion/web/content"
	"arbiter/companion/web/page"
	"arbiter/companion/web/page/lobbypage"
	"arbiter/companion/web/site"
	"arbiter/engine"
)

// setup is the page on which everything about a new game can be chosen.
type setup struct {
	Coming *nextGame // how chance is sealed; nil if it is not
	Game   *game     // the game that may be started; nil if none
	Games  []game    // all games, if there is a choice
}

// A game is a game that may be started.
type game struct {
	Name, Title string
	Chosen      bool
	Seats       []place
	Counts      []int  // how many seats people may take
	HowMany     string // the same in words
	Robot       string
	Boxes       []content.Option
	Box         string
	Options     []content.Option
	Each        []each
	Bots        []content.Option // that may play a seat; empty if no bot plays this game
	Order       bool
}

// An each is a choice that every seat makes before the game.
type each struct {
	Name, Title string
	Values      []content.Option
}

// A place is a seat before the game starts.
type place struct {
	content.SeatBadge
	On bool
}

// Badge returns how parts of pages show the seat.
func (p place) Badge() page.Seat {
	return page.Seat{Key: p.Seat, Name: p.Name, Color: p.Color, Shape: p.Shape}
}

// usual is how many seats are set at first, as most tables are small.
const usual = 2

func (s *Pages) home(w http.ResponseWriter, r *http.Request) {
	p, ok := s.entrance(w, r, "home", "/")
	if !ok {
		return
	}
	p.Live = "/start/events?game=" + url.QueryEscape(r.URL.Query().Get("game"))
	var err error
	if p.Parts, err = s.startParts(p.Lang, p.Start); err != nil {
		s.Refuse(w, r, err)
		return
	}
	s.Write(w, http.StatusOK, p)
}

func (s *Pages) startParts(lang string, start lobbypage.Start) (site.Fragments, error) {
	part, err := s.Templates[lang]().Fill("part-start", start)
	return site.Fragments{"start": part}, err
}

// startEvents sends changes of the first page: somebody opens a lobby or sits down, a game begins
// or ends. Steps of the game itself change nothing there.
func (s *Pages) startEvents(w http.ResponseWriter, r *http.Request) {
	var seen string // what the parts were made from
	var version int
	var parts site.Fragments
	s.StreamOf(w, r, "start", site.Source{
		Changed: s.Changes.Wait,
		Parts: func(lang string) (int, site.Fragments, error) {
			snap, err := s.Table.Snapshot(r.Context(), "")
			if err != nil {
				return 0, nil, err
			}
			p := site.Document{Viewer: s.Viewer(r, "")}
			if now := fmt.Sprintf("%p %v %s %t %v %v", s.Changes.Wait(), p.Rights, snap.GameID, snap.View.Over, snap.View.Stage, snap.Notices); now != seen {
				seen, version = now, snap.Version
				parts, err = s.startParts(lang, s.begin(p, snap, r.URL.Query().Get("game")))
			}
			return version, parts, err
		},
	})
}

// newPage is where everything about a new game is chosen.
func (s *Pages) newPage(w http.ResponseWriter, r *http.Request) {
	if p, ok := s.entrance(w, r, "new", "/new"); ok {
		p.Home = s.setup(p, r.URL.Query().Get("game"))
		s.Write(w, http.StatusOK, p)
	}
}

// entrance prepares a page before a game, with the game that is waiting.
func (s *Pages) entrance(w http.ResponseWriter, r *http.Request, kind, path string) (site.Document, bool) {
	p := site.Document{Viewer: s.Viewer(r, ""), Kind: kind, Path: path, Look: true}
	snap, err := s.Table.Snapshot(r.Context(), "")
	if err != nil {
		s.Refuse(w, r, err)
		return p, false
	}
	p.Start = s.begin(p, snap, r.URL.Query().Get("game"))
	return p, true
}

// begin returns the first page. If nobody chooses, the game played last is selected.
func (s *Pages) begin(p site.Document, snap companion.Snapshot, name string) lobbypage.Start {
	c := s.Context(p.Viewer, snap)
	past, notes := s.latest(p.Lang)
	offer, ok := s.Offer(name)
	if !ok && len(past) > 0 {
		offer, ok = s.Offer(past[0].game)
	}
	if !ok {
		offer = s.Table.Offers()[0]
	}
	start := lobbypage.NewStart(c, offer, !s.Opts.Virtually())
	for _, n := range s.Notices(snap) {
		notes = append(notes, c.Say(n.Text))
	}
	start.Notes, start.Appeals = notes, s.Appeals(p.Viewer, c.Say)
	if i := slices.IndexFunc(past, func(g lastGame) bool { return !g.Goes }); i >= 0 {
		start.Past = &page.Link{Href: "/games", Title: past[i].Title, Words: past[i].When + " · " + past[i].Result}
	}
	if offers := s.Table.Offers(); len(offers) > 1 {
		for _, o := range offers {
			start.Games = append(start.Games, page.Link{Href: "/?game=" + o.Game.Name, Title: c.Say(o.Game.Called()), Here: o.Game.Name == offer.Game.Name})
		}
	}
	start.Digits = s.Opts.Coded() && !p.Inside
	if snap.GameID == "" {
		if start.Lobby = s.takers(p.Viewer, snap); start.Lobby != nil {
			start.Ways, start.Digits = nil, false // one game at a time; people who join type the digits there
		}
	}
	s.rule(p, snap, &start)
	return start
}

// rule says what this browser may do with the waiting game.
func (s *Pages) rule(p site.Document, snap companion.Snapshot, start *lobbypage.Start) {
	coded := s.Opts.Coded() && !p.Owner
	if snap.GameID == "" && snap.Ended.Open() && (p.Host || p.Owner) {
		start.Reopen = &lobbypage.Confirm{To: "/reopen", ID: "reopen", Coded: coded}
	}
	w := start.Waiting
	if w == nil {
		return
	}
	for _, seat := range snap.View.Seats {
		if p.Holds(seat.Seat) && site.Sits(snap, seat.Seat) {
			w.Href = "/seat/" + string(seat.Seat)
			break
		}
	}
	switch {
	case w.Over:
		return
	case p.Host || p.Owner:
		w.End = &lobbypage.Confirm{To: "/finish", ID: "finish", Coded: coded}
	case p.Inside:
		w.Host = true
	}
	start.Ways = nil // one game at a time
}

// A lastGame is a past game with the name of its rules.
type lastGame struct {
	content.Summary
	game string
}

// latest returns the games played last, one of which may go on, and what is wrong with the past
// games.
func (s *Pages) latest(lang string) (games []lastGame, notes []string) {
	if s.Opts.Past.History == nil {
		return nil, nil
	}
	list, _, err := s.Opts.Past.History.Find(history.Search{Most: 2})
	damaged, err := s.Omitted(lang, err)
	if damaged != "" {
		notes = append(notes, damaged)
	}
	if err != nil {
		s.Logger.Error("web", "err", err)
		notes = append(notes, s.Speaker(lang, nil)(engine.Say("The past games cannot be read; the device's log says why.")))
	}
	for _, g := range list {
		games = append(games, lastGame{s.Summary(lang, g), g.Game})
	}
	return games, notes
}

// morePage links to everything that is not needed to play.
func (s *Pages) morePage(w http.ResponseWriter, r *http.Request) {
	p := site.Document{Viewer: s.Viewer(r, ""), Kind: "more", Path: "/more", Look: true}
	say := s.Speaker(p.Lang, nil)
	p.More.Program = s.Opts.Program.Name
	if s.Opts.Rig.Title != "" {
		p.More.Rig = say(engine.Say("%s", engine.Term(s.Opts.Rig.Title)))
	}
	add := func(on bool, href, id string, title, words engine.Text) {
		if on {
			p.More.Links = append(p.More.Links, page.Link{Href: href, ID: id, Title: say(title), Words: say(words)})
		}
	}
	add(true, "/new", "choose", engine.Say("Choose everything yourself"), engine.Say("Seats, names, bots, start order, modules, printed values, words for chance."))
	add(true, "/rules", "to-rules", engine.Say("Rules"), engine.Say("Look up how a game is played, in our words."))
	add(s.Opts.Past.History != nil, "/games", "games", engine.Say("Past games"), engine.Say("Look back step by step, with charts, notes and records."))
	add(s.Opts.Past.Statistics != nil, "/games/statistics", "statistics", engine.Say("Statistics"), engine.Say("Who has played what, and who won."))
	add(s.Opts.Owner.Lessons != nil && p.Owner, "/learn", "to-learn", engine.Say("Teach Arbiter your cards"), engine.Say("Lay each card on a reader once, and Arbiter knows it."))
	add(s.Opts.Owner.Faces != nil && p.Owner, "/cards", "to-cards", engine.Say("Faces of cards"), engine.Say("A name and a photo for each card."))
	add(s.Opts.Owner.Device != nil && p.Owner, "/settings", "to-settings", engine.Say("Settings"), engine.Say("Language, names, HTTPS, backup, update, printing, what the doctor finds."))
	add(s.Opts.Owner.Rigs != nil && p.Owner, "/rig", "to-rig", engine.Say("Readers, panel, buttons"), engine.Say("From parts to a table that works, step by step; each part is tried."))
	add(s.Opts.Network.Trust.Port != 0, "/ca", "to-trust", engine.Say("Install Arbiter, keep the screen on"), engine.Say("What phones allow when they trust this device."))
	add(true, "/own", "to-own", engine.Say("The owner of this device"), engine.Say("Names, records, values of the cards and readers are the owner's."))
	s.Write(w, http.StatusOK, p)
}

func (s *Pages) setup(p site.Document, chosen string) setup {
	say := s.Speaker(p.Lang, nil)
	var h setup
	for _, o := range s.Table.Offers() {
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
		c := content.SeatBadge{Seat: string(seat), Name: term(engine.Term(seat)), Color: page.SeatColor(string(seat)), Shape: engine.Shape(i % 4)}
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
		g.Boxes = append(g.Boxes, content.Option{Value: b.Name, Label: label})
	}
	for _, b := range o.Bots {
		g.Bots = append(g.Bots, content.Option{Value: b, Label: say(engine.Say("Bot of our own: %s", engine.Term(b)))})
	}
	for _, e := range o.Each {
		x := each{Name: e.Name, Title: say(e.Title)}
		for _, v := range e.Values {
			x.Values = append(x.Values, content.Option{Value: string(v), Label: term(v)})
		}
		g.Each = append(g.Each, x)
	}
	for _, p := range o.Options {
		if !p.Usual {
			g.Options = append(g.Options, content.Option{Value: p.Name, Label: say(p.Title)})
		}
	}
	return g
}
