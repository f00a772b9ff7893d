package web

import (
	"html/template"
	"slices"
	"strings"

	"arbiter/companion"
	"arbiter/companion/web/page"
	"arbiter/companion/web/session"
	"arbiter/engine"
)

// A scene is a moment of the game, ready to be written into a page: texts in
// the viewer's language, nothing that the viewer may not know.
type scene struct {
	Seat    string
	Version int
	Running bool                   // a game is on the table
	Sums    accountLinks           // where numbers tell how they came about
	bots    map[engine.Seat]string // seats that bots play
	Ended   string                 // the game that was ended and may go on; "" if there is none
	Kept    string                 // the id of the game among past games; "" if none are kept
	Again   string                 // the game, if the same seats may play it again; else ""
	Me      seatBadge
	Prompts []string // to this seat
	Table   []string // to anybody at the table
	Notices []notice
	Moves   []string
	Veiled  bool // cards lie face down here that the seat does not know
	Winners []seatBadge
	Readers readersPart
	Undo    undo
	Log     []line          // of a game that is looked back at
	Entries []template.HTML // of the log of this one, newest first
	Older   int             // lines of the log that are left out
	Seal    *sealed         // nil if chance is not sealed
	Doubt   *divergence     // nil unless the rules of the program have changed
	Chairs  []seatChoice
	Inside  bool          // the viewer may take a seat
	Host    bool          // the viewer is the host
	Coded   bool          // the host confirms with the code what touches others
	Open    bool          // nobody needs a code
	Appeals []page.Appeal // who asks for a seat
	Lobby   *page.Seating // where people take their seats; nil on the page of a seat
	Invite  *page.Invite  // how others come in; nil for who is not in
	News    []string
	Setup   []string    // how the cardboard is set up, while the game opens
	Fresh   bool        // no seat has done anything yet
	Noise   []level     // of virtual readers, as one may set it
	Display []pile      // what lies aside for everybody
	Areas   []area      // the board in words
	look    []page.Part // the parts of the page that package page makes

	say   func(engine.Text) string
	about func(any) string // what the game tells of things and commands; may be nil
	inRow bool             // the thing that commands are about has been told
}

// A seatBadge names a seat by shape, color and word.
type seatBadge struct {
	Seat, Name, Color string
	Shape             engine.Shape
	Robot             bool
}

type notice struct {
	Text string
	UID  string   // of a card that has no name yet
	Card []option // what it may be

	Accept []string // what the game would do if the seat takes the cards as they lie
}

// A seatChoice is a seat as one may take it.
type seatChoice struct {
	seatBadge
	Mine, Taken bool
}

type undo struct {
	Possible bool
	What     string // "" if the viewer may not know what is taken back
	Asked    bool   // everybody is asked: about taking that back, or about what is wanted
	Shown    bool   // cards were shown in it
	Wanted   string // in words; "" if it is to take back
	Line     string // the command that is wanted; "" if there is none
	Agree    bool   // the viewer has not agreed yet
	Agreed   []seatBadge
	Missing  []seatBadge
}

// newest is how many lines of the log a page shows.
const newest = 40

func (s *Server) scene(v viewer, snap companion.Snapshot) scene {
	return s.moment(v, snap, &logCache{}, snap.Version)
}

// moment is the scene for a viewer of whose log some lines are drawn already; stamp is the
// version in its forms.
func (s *Server) moment(v viewer, snap companion.Snapshot, known *logCache, stamp int) scene {
	sc := s.staged(v, snap, known)
	sc.Version = stamp
	if v.page == pageTable {
		sc.addTable(s.context(v, snap), s.room(v, snap, &sc))
	}
	if v.seat != session.Host {
		sc.look = s.play(v, snap, stamp, page.Room{Kept: sc.Kept, Again: sc.Again})
	}
	return sc
}

func (s *Server) staged(v viewer, snap companion.Snapshot, known *logCache) scene {
	sc := scene{Seat: string(v.seat), Version: snap.Version, Running: snap.GameID != "", say: s.speaker(v.lang, snap.Labels)}
	sc.Inside, sc.Host, sc.Coded, sc.Open = v.inside, v.host, s.opts.coded(), s.opts.Open
	for _, n := range s.notices(snap) {
		sc.Notices = append(sc.Notices, sc.note(v, snap, n))
	}
	sc.Appeals, sc.Lobby = s.appeals(v, sc.say), s.seating(v, snap)
	if !sc.Running {
		if snap.Ended.Open() {
			sc.Ended = snap.Ended.ID
		}
		return sc
	}
	sc.bots, sc.about = snap.Bots, s.about(&sc, snap)
	if snap.Start != nil {
		sc.Sums = s.inquire(snap.Game, "/sums", fromSeat(v.seat))
	}
	if s.opts.History != nil {
		sc.Kept = snap.GameID
	}
	sc.Again = s.repeats(v, snap)
	sc.Moves = sc.texts(snap.Moves)
	sc.ask(v, snap)
	sc.Doubt = sc.divergence(snap)
	sc.Setup, sc.Fresh = sc.texts(snap.Setup), !begun(snap)
	sc.Areas = sc.areas(snap.View)
	sc.Veiled = snap.Conceals
	sc.Entries, sc.Older = s.entries(v, &sc, snap, known)
	sc.Noise = s.noise(v, &sc)
	sc.Chairs, sc.Invite = s.chairs(v, sc, snap.View), s.invite(sc.Inside, sc.Seat)
	sc.News, sc.Seal = sc.news(s.context(v, snap)), s.sealed(snap.GameID, snap.Sealed, sc.say)
	if v.seat == "" {
		sc.Display = sc.piles(snap.View, engine.Table)
	} else {
		sc.Me = sc.badge(snap.View, v.seat)
		if !snap.View.Over { // then it does not matter any more how cards lie
			sc.Readers = s.onReaders(&sc, v.seat, snap)
		}
		sc.Undo = sc.undo(v, snap)
	}
	return sc
}

// begun reports whether a seat has done something: until then the table is set up.
func begun(snap companion.Snapshot) bool {
	return slices.ContainsFunc(snap.Log, func(l companion.LogLine) bool { return l.By != engine.Table })
}

// speaker returns what puts texts into words: seats are called by their player.
func (s *Server) speaker(lang string, labels map[engine.Seat]string) func(engine.Text) string {
	return s.opts.Words.With(lang, func(seat engine.Seat) string { return labels[seat] })
}

func (sc *scene) texts(list []engine.Text) []string {
	var all []string
	for _, t := range list {
		all = append(all, sc.say(t))
	}
	return all
}

func (sc *scene) term(t engine.Term) string { return sc.say(engine.Say("%s", t)) }

func (sc *scene) seat(seat engine.Seat) string { return sc.say(engine.Say("%s", seat)) }

// badge returns how to show a seat; one that does not play has no color.
func (sc *scene) badge(v engine.View, seat engine.Seat) seatBadge {
	for _, p := range v.Seats {
		if p.Seat == seat {
			return seatBadge{string(seat), sc.seat(seat), color(p.Color), p.Shape, p.Robot || sc.bots[seat] != ""}
		}
	}
	return seatBadge{Seat: string(seat), Name: sc.seat(seat)}
}

func (sc *scene) badges(v engine.View, seats []engine.Seat) []seatBadge {
	var all []seatBadge
	for _, seat := range seats {
		all = append(all, sc.badge(v, seat))
	}
	return all
}

// color is a word for a class name.
func color(word string) string {
	if word == "" || strings.ContainsFunc(word, func(r rune) bool { return (r < 'a' || r > 'z') && r != '-' }) {
		return "grey"
	}
	return word
}

// ask sorts what the game waits for by who is asked.
func (sc *scene) ask(v viewer, snap companion.Snapshot) {
	for _, p := range snap.View.Prompts {
		switch p.Seat {
		case v.seat:
			sc.Prompts = append(sc.Prompts, sc.say(p.Text))
		case engine.Table:
			sc.Table = append(sc.Table, sc.say(p.Text))
		}
	}
	for _, p := range snap.View.Seats {
		if p.Winner {
			sc.Winners = append(sc.Winners, sc.badge(snap.View, p.Seat))
		}
	}
}

// undo says what the seat would take back. The last line that it knows is the
// last one standing only if nothing came after it.
func (sc *scene) undo(v viewer, snap companion.Snapshot) undo {
	u := undo{Possible: snap.Version > 0, Asked: snap.Proposal != nil}
	if n := len(snap.Log); n > 0 && snap.Log[n-1].Seq == snap.Version && snap.Log[n-1].Undoes == 0 {
		u.What = sc.logLine(snap.Log[n-1]).Headline()
	}
	if u.Asked {
		p := snap.Proposal
		u.Agree, u.Shown, u.Line, u.Wanted = slices.Contains(p.Waiting, v.seat), p.Shown, p.Line, sc.say(p.Text)
		u.Agreed, u.Missing = sc.badges(snap.View, p.Agreed), sc.badges(snap.View, p.Waiting)
	}
	return u
}

// invite is for who may invite: a page that is in shows how others come in.
func (s *Server) invite(inside bool, seat string) *page.Invite {
	if !inside || seat != "" {
		return nil
	}
	i := s.Invitation()
	out := &page.Invite{QR: s.qr(i.URL)}
	if at := s.opts.Address(); at != "" {
		out.At = plain(at) + "/join"
	}
	if !s.opts.Open {
		half := len(i.Code) / 2
		out.Code = i.Code[:half] + " " + i.Code[half:]
	}
	return out
}

// plain is an address as people type it.
func plain(at string) string { return strings.TrimPrefix(at, "http://") }

func (s *Server) chairs(v viewer, sc scene, view engine.View) []seatChoice {
	var all []seatChoice
	for _, p := range view.Seats {
		if !p.Robot && sc.bots[p.Seat] == "" {
			c := seatChoice{seatBadge: sc.badge(view, p.Seat), Mine: v.holds(p.Seat), Taken: s.seats.Taken(p.Seat)}
			all = append(all, c)
		}
	}
	slices.SortStableFunc(all, func(a, b seatChoice) int { return int(a.Shape) - int(b.Shape) })
	return all
}

// news is what a screen reader says when the page changes: what the seat is
// asked, and what came last.
func (sc *scene) news(c page.Context) []string {
	news := slices.Concat(sc.Prompts, sc.Table)
	if said := page.Happened(c); said != "" {
		news = append(news, said)
	}
	return news
}
