package lobby

import (
	"cmp"
	"context"
	"fmt"
	"html/template"
	"maps"
	"net/http"
	"slices"
	"sync"

	"arbiter/companion"
	"arbiter/companion/clock"
	"arbiter/companion/web/content"
	"arbiter/companion/web/page"
	"arbiter/companion/web/page/lobbypage"
	"arbiter/companion/web/session"
	"arbiter/companion/web/site"
	"arbiter/engine"
)

// A lobby is a game before it starts: people take seats, and its host starts it with those who sit.
// session.Seats knows who sits where, as in a game.
type lobby struct {
	mu        sync.Mutex
	game      string // "" if there is none
	cardboard bool   // the game is played at a table
	box       string // "" for the default one
	options   []string
	names     map[engine.Seat]string
	bots      map[engine.Seat]string
	learners  []engine.Seat // who may ask for advice
	clock     clock.Settings
}

// now returns a copy of the lobby; false if there is none.
func (l *lobby) now() (companion.NewGame, bool, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	g := companion.NewGame{Game: l.game, Box: l.box, Options: slices.Clone(l.options), Learners: slices.Clone(l.learners), Clock: l.clock}
	for seat, name := range l.names {
		g.Seats = append(g.Seats, companion.Seating{Seat: seat, Name: name})
	}
	for seat, bot := range l.bots {
		g.Seats = append(g.Seats, companion.Seating{Seat: seat, Bot: bot})
	}
	return g, l.cardboard, l.game != ""
}

// change changes the lobby.
func (l *lobby) change(f func(*lobby)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	f(l)
}

// invites opens a lobby for a game, replacing a lobby that is open or a game that is over. The
// browser that asks becomes the host and gets the first seat.
func (s *Pages) invites(w http.ResponseWriter, r *http.Request, o companion.GameOffer, cardboard bool) (site.Outcome, error) {
	if err := s.cleared(r.Context()); err != nil {
		return site.Outcome{}, err
	}
	host, err := s.NewToken(w, r)
	if err != nil {
		return site.Outcome{}, err
	}
	if err := s.Seats.Clear(host); err != nil {
		return site.Outcome{}, err
	}
	s.Petitions.Clear()
	s.Consider()
	s.lobby.change(func(l *lobby) {
		l.game, l.cardboard, l.box, l.options, l.learners, l.clock = o.Game.Name, cardboard, "", nil, nil, clock.Settings{}
		l.names, l.bots = map[engine.Seat]string{}, map[engine.Seat]string{}
	})
	_, err = s.Seats.Claim(host, o.Seats[0])
	return site.Outcome{Go: "/table"}, err
}

// gathers reports whether there is a lobby that the browser with the token may not close.
func (s *Pages) gathers(token string) bool {
	_, _, open := s.lobby.now()
	return open && !s.Seats.Holds(session.Host, token) && !s.Owners.Owns(token)
}

// cleared takes a game that is over off the table; one that goes on stays.
func (s *Pages) cleared(ctx context.Context) error {
	snap, err := s.Table.Snapshot(ctx, "")
	switch {
	case err != nil || snap.GameID == "":
		return err
	case !snap.View.Over:
		return engine.Refuse("another game is still running; finish it first")
	}
	return s.Finish(ctx)
}

// waiting returns the game of the lobby, if there is one, as it would start now.
func (s *Pages) waiting() (o companion.GameOffer, g companion.NewGame, cardboard, ok bool) {
	l, cardboard, ok := s.lobby.now()
	if !ok {
		return o, g, false, false
	}
	if o, ok = s.Offer(l.Game); !ok {
		return o, g, false, false
	}
	g = companion.NewGame{Game: l.Game, Box: cmp.Or(l.Box, o.Box), Options: l.Options, Learners: l.Learners, Clock: l.Clock}
	if cardboard && l.Box == "" {
		if i := slices.IndexFunc(o.Boxes, func(b companion.BoxChoice) bool { return b.Own }); i >= 0 {
			g.Box = o.Boxes[i].Name
		}
	}
	if !cardboard {
		g.Box, g.Options = known(o), append(onScreen(o), g.Options...)
	}
	for _, seat := range o.Seats {
		i := slices.IndexFunc(l.Seats, func(p companion.Seating) bool { return p.Seat == seat })
		p := companion.Seating{Seat: seat}
		if i >= 0 {
			p = l.Seats[i]
		}
		if s.Seats.Taken(seat) {
			p.Bot = ""
		}
		if p.Bot != "" || s.Seats.Taken(seat) {
			g.Seats = append(g.Seats, p)
		}
	}
	if !cardboard {
		g = o.Filled(g)
	}
	return o, g, cardboard, true
}

// preside changes what the next game is played with, or starts it. Fields of the form: one of
// option, box, bot (a seat, with the strength of its bot), learns (a seat), tell, begin, close.
func (s *Pages) preside(w http.ResponseWriter, r *http.Request) (site.Outcome, error) {
	o, g, cardboard, ok := s.waiting()
	if !ok {
		return site.Outcome{}, engine.Refuse("nobody waits for a game here")
	}
	seat, option, learner := engine.Seat(r.PostFormValue("bot")), r.PostFormValue("option"), engine.Seat(r.PostFormValue("learns"))
	switch {
	case r.PostFormValue("close") != "":
		s.lobby.change(func(l *lobby) { l.game = "" })
		return site.Outcome{Go: "/"}, s.Seats.Clear(session.Token(r))
	case r.PostFormValue("tell") != "" && s.Opts.Owner.Lessons != nil:
		return s.asks(o, g)
	case r.PostFormValue("begin") != "":
		return s.opens(r, o, g)
	case slices.ContainsFunc(o.Options, func(p companion.Option) bool { return p.Name == option }):
		s.lobby.change(func(l *lobby) { l.options = toggled(l.options, option) })
	case cardboard && slices.ContainsFunc(o.Boxes, func(b companion.BoxChoice) bool { return b.Name == r.PostFormValue("box") }):
		s.lobby.change(func(l *lobby) { l.box = r.PostFormValue("box") })
	case slices.Contains(o.Seats, learner) && len(o.Bots) > 0:
		s.lobby.change(func(l *lobby) { l.learners = toggled(l.learners, learner) })
	case slices.Contains(o.Seats, seat) && len(o.Bots) > 0:
		s.lobby.change(func(l *lobby) {
			switch bot := r.PostFormValue("strength"); {
			case slices.Contains(o.Bots, bot):
				l.bots[seat] = bot
			case l.bots[seat] != "":
				delete(l.bots, seat)
			default:
				l.bots[seat] = o.UsualBot()
			}
		})
	default:
		return site.Outcome{}, fmt.Errorf("%w: nothing to choose", site.ErrMalformed)
	}
	return site.Outcome{}, nil
}

// asks leads to the page that asks for what a game lacks of the owner's box.
func (s *Pages) asks(o companion.GameOffer, g companion.NewGame) (site.Outcome, error) {
	need, err := o.Need(g)
	if err != nil {
		return site.Outcome{}, err
	}
	l, err := s.Opts.Owner.Lessons.Lesson(g.Game)
	if err != nil {
		return site.Outcome{}, err
	}
	l.ByHand(need)
	return site.Outcome{Go: "/box?game=" + g.Game}, nil
}

// toggled adds a name to a list, or removes it.
func toggled[T comparable](list []T, name T) []T {
	if slices.Contains(list, name) {
		return slices.DeleteFunc(slices.Clone(list), func(x T) bool { return x == name })
	}
	return append(slices.Clone(list), name)
}

// opens starts the game of the lobby. People keep their seats.
func (s *Pages) opens(r *http.Request, o companion.GameOffer, g companion.NewGame) (site.Outcome, error) {
	if _, _, cardboard, _ := s.waiting(); len(g.Seats) < 2 && !cardboard {
		return site.Outcome{}, engine.Refuse("one more has to sit down first")
	}
	return s.lets(r, o, g)
}

// lets starts a game whose seats people hold already, and leads to the seat of the browser that
// asks.
func (s *Pages) lets(r *http.Request, o companion.GameOffer, g companion.NewGame) (site.Outcome, error) {
	if o.Order != "" {
		var seats []engine.Seat
		for _, p := range g.Seats {
			seats = append(seats, p.Seat)
		}
		g.Order = s.byChance(withRobot(o, seats))
	}
	a, err := s.launch(r.Context(), g)
	if err != nil {
		return site.Outcome{}, err
	}
	s.lobby.change(func(l *lobby) { l.game = "" })
	to := "/table"
	for _, p := range slices.Backward(g.Seats) {
		if s.Seats.Holds(p.Seat, session.Token(r)) {
			to = "/seat/" + string(p.Seat)
		}
	}
	return site.Outcome{Version: a.Version, Go: to}, nil
}

// sitDown takes a seat in a lobby. Fields of the form: seat, name.
func (s *Pages) sitDown(w http.ResponseWriter, r *http.Request, o companion.GameOffer, seat engine.Seat) (site.Outcome, error) {
	if !slices.Contains(o.Seats, seat) {
		return site.Outcome{}, engine.Refuse("nobody sits there in this game")
	}
	if err := s.take(w, r, seat); err != nil {
		return site.Outcome{}, err
	}
	s.lobby.change(func(l *lobby) {
		delete(l.bots, seat)
		l.names[seat] = companion.PlayerName(r.PostFormValue("name"))
	})
	return site.Outcome{}, nil
}

// Seating returns the part of the page where people take seats, before a game or during one; nil if
// nobody may.
func (s *Pages) Seating(v session.Viewer, snap companion.Snapshot) *lobbypage.Seating {
	if v.Seat != session.Host {
		return nil
	}
	l := s.takers(v, snap)
	if l == nil {
		return nil
	}
	c := s.Context(v, snap)
	for _, n := range s.Notices(snap) {
		l.Notes = append(l.Notes, c.Say(n.Text))
	}
	l.Appeals = s.Appeals(v, c.Say)
	return l
}

// takers is Seating without what every page tells.
func (s *Pages) takers(v session.Viewer, snap companion.Snapshot) *lobbypage.Seating {
	c := s.Context(v, snap)
	invite := s.Invite(v.Inside, string(v.Seat))
	if snap.GameID != "" {
		l := lobbypage.Seated(c, v.Holds, s.Seats.Taken, invite)
		if v.Host && !s.Opts.Network.Open {
			l.Renew = &lobbypage.Confirm{To: "/renew", ID: "renew", Coded: s.Opts.Coded()}
		}
		return l
	}
	o, g, cardboard, ok := s.waiting()
	if !ok {
		return nil
	}
	w := lobbypage.Waits{Offer: o, Mine: v.Holds, Taken: s.Seats.Taken, Box: g.Box, Options: g.Options, Learners: g.Learners, Cardboard: cardboard, Names: map[engine.Seat]string{}, Bots: map[engine.Seat]string{}}
	for _, p := range g.Seats {
		w.Names[p.Seat], w.Bots[p.Seat] = p.Name, p.Bot
	}
	maps.DeleteFunc(w.Bots, func(_ engine.Seat, bot string) bool { return bot == "" })
	if cardboard {
		w.Without = s.Opts.Without
		w.Checklist = s.Table.Checklist(context.Background(), g)
		if s.Opts.Owner.Lessons != nil {
			w.Lacks = len(s.Table.Lacking(context.Background(), g))
		}
	}
	l := lobbypage.NewSeating(c, w, invite)
	if c.Host {
		timing := page.NewTiming(c, g.Clock, "/table")
		l.Timing = &timing
	}
	return l
}

// LobbyPage is the page /table or /join while no game is running.
func (s *Pages) LobbyPage(w http.ResponseWriter, r *http.Request, status int, p site.Document) {
	snap, err := s.Table.Snapshot(r.Context(), "")
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	p.Kind, p.Look, p.Live, p.Waits = "seating", true, "/events", snap.GameID == ""
	var html template.HTML
	sc := content.Content{Lobby: s.Seating(p.Viewer, snap), Found: s.Found(), Say: s.Speaker(p.Lang, snap.Labels)}
	for _, n := range s.Notices(snap) {
		sc.Notices = append(sc.Notices, sc.Note(p.Viewer, snap, n))
	}
	if html, err = s.Templates[p.Lang]().Fill("part-lobby", sc); err != nil {
		s.Refuse(w, r, err)
		return
	}
	p.Parts = map[string]template.HTML{"lobby": html}
	s.Write(w, status, p)
}
