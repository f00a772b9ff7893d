package lobby

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"arbiter/companion"
	"arbiter/companion/web/session"
	"arbiter/companion/web/site"
	"arbiter/engine"
)

// start begins a game. Fields of the form: game and way (alone, friends, table or again), for alone bot and guide; or game,
// seat, name-SEAT, bot-SEAT and CHOICE-SEAT, learns (a seat), box, option, order, place-SEAT, all.
// A new game clears the seats; whoever starts it is its host. If a panel shows the code, the
// browser must have been let in; without a panel nobody could be. A page loaded earlier takes no
// seats from people in a lobby: it leads there.
func (s *Pages) start(w http.ResponseWriter, r *http.Request) (site.Outcome, error) {
	offer, ok := s.Offer(r.PostFormValue("game"))
	if !ok {
		return site.Outcome{}, fmt.Errorf("%w: no such game", site.ErrMalformed)
	}
	way := r.PostFormValue("way")
	if s.gathers(session.Token(r)) {
		if way == "friends" || way == "table" {
			return site.Outcome{Go: "/table"}, nil
		}
		return site.Outcome{}, engine.Refuse("others are taking their seats for a game; sit down with them, or have its host close it")
	}
	switch way {
	case "alone":
		return s.startAlone(w, r, offer)
	case "friends":
		return s.invites(w, r, offer, false)
	case "table":
		return s.invites(w, r, offer, true)
	case "again":
		return s.again(r, offer)
	}
	g := companion.NewGame{Game: offer.Game.Name, Box: r.PostFormValue("box"), Options: r.PostForm["option"]}
	if !slices.ContainsFunc(offer.Boxes, func(b companion.BoxChoice) bool { return b.Name == g.Box }) {
		g.Box = ""
	}
	seats, people := sits(r, offer, &g)
	g = offer.Filled(g)
	var err error
	if g.Order, err = s.order(r, offer, seats); err != nil {
		return site.Outcome{}, err
	}
	return s.begins(w, r, g, people)
}

// startAlone begins a game for one person; with the guide, hints are allowed, too.
func (s *Pages) startAlone(w http.ResponseWriter, r *http.Request, o companion.GameOffer) (site.Outcome, error) {
	bot := cmp.Or(r.PostFormValue("bot"), o.UsualBot())
	if bot != "" && !slices.Contains(o.Bots, bot) {
		return site.Outcome{}, fmt.Errorf("%w: no such bot", site.ErrMalformed)
	}
	g, seat := s.alone(o, bot)
	guided := r.PostFormValue("guide") != ""
	if guided {
		g.Learners = []engine.Seat{seat}
	}
	out, err := s.begins(w, r, g, []engine.Seat{seat})
	if err == nil && guided {
		out.Go = "/seat/" + string(seat) + "?" + session.PageGuide
	}
	return out, err
}

// sits adds the seats to a game from the form, and who may ask for hints.
func sits(r *http.Request, o companion.GameOffer, g *companion.NewGame) (seats, people []engine.Seat) {
	for _, seat := range o.Seats {
		if !slices.Contains(r.PostForm["seat"], string(seat)) {
			continue
		}
		s := sitting(r, o, seat)
		seats, g.Seats = append(seats, seat), append(g.Seats, s)
		if s.Bot != "" {
			continue
		}
		people = append(people, seat)
		if slices.Contains(r.PostForm["learns"], string(seat)) {
			g.Learners = append(g.Learners, seat)
		}
	}
	return seats, people
}

// alone returns a game for one person that needs no cardboard, against the game's robot or else
// bots of the same name, with default options.
func (s *Pages) alone(o companion.GameOffer, bot string) (companion.NewGame, engine.Seat) {
	g := companion.NewGame{Game: o.Game.Name, Box: known(o), Options: onScreen(o), Seats: []companion.Seating{{Seat: o.Seats[0]}}}
	all := []engine.Seat{o.Seats[0]}
	for i := 1; o.Robot == "" && len(o.Bots) > 0 && i < o.Counts[0]; i++ {
		g.Seats = append(g.Seats, companion.Seating{Seat: o.Seats[i], Bot: bot})
		all = append(all, o.Seats[i])
	}
	if o.Order != "" {
		g.Order = s.byChance(withRobot(o, all))
	}
	return g, o.Seats[0]
}

// onScreen returns the options of a game that needs no cardboard.
func onScreen(o companion.GameOffer) (names []string) {
	for _, p := range o.Options {
		if p.Screen {
			names = append(names, p.Name)
		}
	}
	return names
}

// known returns a box whose printed values are all known: the default one, unless that is the
// owner's.
func known(o companion.GameOffer) string {
	for _, b := range o.Boxes {
		if b.Name == o.Box && b.Own {
			if i := slices.IndexFunc(o.Boxes, func(b companion.BoxChoice) bool { return !b.Own }); i >= 0 {
				return o.Boxes[i].Name
			}
		}
	}
	return o.Box
}

// begins starts a game with chosen seats; the browser that asks becomes its host.
func (s *Pages) begins(w http.ResponseWriter, r *http.Request, g companion.NewGame, people []engine.Seat) (site.Outcome, error) {
	a, err := s.launch(r.Context(), g)
	if err != nil {
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
	s.lobby.change(func(l *lobby) { l.game = "" })
	return s.seated(host, r, people, a.Version)
}

// sitting reads a seat from the form: name-SEAT, bot-SEAT, and CHOICE-SEAT for what each seat
// chooses.
func sitting(r *http.Request, o companion.GameOffer, seat engine.Seat) companion.Seating {
	s := companion.Seating{Seat: seat, Name: companion.PlayerName(r.PostFormValue("name-" + string(seat)))}
	s.Bot = r.PostFormValue("bot-" + string(seat))
	for _, e := range o.Each {
		if v := r.PostFormValue(e.Name + "-" + string(seat)); v != "" {
			s.Choices = append(s.Choices, companion.Chosen{Name: e.Name, Value: v})
		}
	}
	return s
}

// seated gives all seats to the browser that started the game, if it asks for that or there is only
// one player.
func (s *Pages) seated(host string, r *http.Request, people []engine.Seat, version int) (site.Outcome, error) {
	if len(people) > 1 && r.PostFormValue("all") == "" {
		return site.Outcome{Version: version, Go: "/table"}, nil
	}
	_, err := s.Seats.Claim(host, people...)
	return site.Outcome{Version: version, Go: "/seat/" + string(people[0])}, err
}

// order returns the start order: by chance, as the seats sit, or as chosen. A robot gets the place
// that is left.
func (s *Pages) order(r *http.Request, o companion.GameOffer, people []engine.Seat) ([]engine.Seat, error) {
	if o.Order == "" || len(people) == 0 {
		return nil, nil
	}
	all := withRobot(o, people)
	switch r.PostFormValue("order") {
	case "listed":
		return all, nil
	case "chosen":
		return chosen(r, all)
	}
	return s.byChance(all), nil
}

// withRobot returns the seats of a game, with the robot that joins a single player.
func withRobot(o companion.GameOffer, seats []engine.Seat) []engine.Seat {
	all := slices.Clone(seats)
	if len(seats) == 1 && o.Robot != "" {
		all = append(all, o.Robot)
	}
	return all
}

// byChance shuffles seats.
func (s *Pages) byChance(all []engine.Seat) []engine.Seat {
	for i := len(all) - 1; i > 0; i-- {
		j := s.Opts.Dealing.Chance(i + 1)
		all[i], all[j] = all[j], all[i]
	}
	return all
}

func chosen(r *http.Request, seats []engine.Seat) ([]engine.Seat, error) {
	order := make([]engine.Seat, len(seats))
	var rest []engine.Seat
	for _, seat := range seats {
		n, err := strconv.Atoi(r.PostFormValue("place-" + string(seat)))
		if err != nil {
			rest = append(rest, seat)
			continue
		}
		if n < 1 || n > len(seats) || order[n-1] != "" {
			return nil, engine.Refuse("give each seat a place of its own, from 1 to %d", len(seats))
		}
		order[n-1] = seat
	}
	for i, seat := range order {
		if seat == "" {
			order[i], rest = rest[0], rest[1:]
		}
	}
	return order, nil
}

// finish ends a running game without a result.
func (s *Pages) finish(_ http.ResponseWriter, r *http.Request) (site.Outcome, error) {
	return site.Outcome{Go: "/"}, s.Finish(r.Context())
}

// reopen resumes the game that was ended last.
func (s *Pages) reopen(_ http.ResponseWriter, r *http.Request) (site.Outcome, error) {
	return site.Outcome{Go: "/table"}, s.Table.Reopen(r.Context())
}

// shelve takes a game that is over off the table.
func (s *Pages) shelve(_ http.ResponseWriter, r *http.Request) (site.Outcome, error) {
	snap, err := s.Table.Snapshot(r.Context(), "")
	if err == nil && snap.GameID != "" && !snap.View.Over {
		err = engine.Refuse("this game is not over; its host can end it")
	}
	if err != nil {
		return site.Outcome{}, err
	}
	return site.Outcome{Go: "/"}, s.Finish(r.Context())
}
