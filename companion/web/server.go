package web

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"sync"
	"time"

	"arbiter/companion"
	"arbiter/companion/presence"
	"arbiter/companion/web/session"
	"arbiter/engine"
)

// A Catalogue puts texts into the language of the reader, as words.Catalogue
// does. Names tells what the player at a seat is called; "" is its color.
type Catalogue interface {
	With(lang string, names func(engine.Seat) string) func(engine.Text) string
}

// Opts is what a Server is made of. Table and Words are required.
type Opts struct {
	Table      *companion.Table
	Words      Catalogue
	Rig        Rig
	Readers    Readers           // the virtual readers; nil if the rig has none
	Phones     Phones            // phones that read tags; nil if they cannot
	History    History           // past games; nil if none are kept
	Records    Records           // records of past games; nil if none are given out or taken in
	Seals      Seals             // what chance will bring; nil if it is not sealed
	Coach      Coach             // judges past games; nil if nobody does
	Statistics Statistics        // names, notes and counts; nil if none are kept
	Seats      session.SeatStore // who holds which seat; nil keeps it in memory
	Lessons    Lessons           // teaches the cards; nil if nobody can be taught
	Faces      Faces             // names and pictures of cards; nil if none are kept
	Device     Device            // its settings; nil if they cannot be changed
	Rigs       Rigs              // makes rigs for the device; nil if that cannot be done
	Owner      session.Owner     // how somebody proves to own the device; zero: nobody can
	Lang       string            // for browsers that ask for no language of ours; default "en"
	Program    string            // name and version, at the foot of the page /more
	Logger     *slog.Logger

	// Host reports whether a request may call this device by that name (no port,
	// lower case, no trailing dot). Default: LocalHost.
	Host func(host string) bool

	// Address is where phones find this device, such as "http://192.168.1.20:8080";
	// "" while that is not known. Default: never known.
	Address func() string
	Trust   Trust            // how browsers come to trust this device; zero: it serves no HTTPS
	Open    bool             // nobody needs a code to take a seat: for a network that is trusted
	Panel   bool             // a panel in the room shows the Invitation
	Now     func() time.Time // default time.Now

	// Chance deals cards and start orders: a number from 0 up to n, n left out.
	// Any goroutine may call it. Default: nobody can foresee it, and cards are
	// drawn by Table.Draw.
	Chance func(n int) int

	// Draw draws what a panel shows, as a PNG, for whoever looks back at a game;
	// nil shows no pictures. Any goroutine may call it.
	Draw func(lang string, v engine.View, labels map[engine.Seat]string) ([]byte, error)

	// Health tells how the device is, in lines that everybody may read, and whether
	// a game can go on. Default: whether the table answers.
	Health func(context.Context) (report string, well bool)

	Heartbeat time.Duration // of event streams; default 15 s
	Retry     time.Duration // how long a browser waits before it asks for a lost stream again; default: as it likes, some seconds
	Slow      time.Duration // how long a client may take to accept an event; default 5 s
	Streams   int           // the most event streams at one time; default 200

	// StreamsEach is the most event streams of one address; default 50.
	StreamsEach int
}

// A Rig says which readers there are.
type Rig struct {
	Title   string // in English, as the file says
	Readers []Reader
}

// A Reader is a reader of the rig.
type Reader struct {
	presence.Reader
	Virtual bool // cards are laid on it in the browser
}

// Readers lays cards on virtual readers and takes them off. A card is the words
// of its tag, such as "purple" "discover". An unknown reader is an error; a card
// that lies or does not lie there already is none.
type Readers interface {
	Place(reader string, card []string) error
	Lift(reader string, card []string) error
	// Lying returns the cards on a reader in the order in which they were laid.
	Lying(reader string) [][]string
}

// A Server answers browsers. Its methods may be called by any goroutine.
type Server struct {
	opts        Opts
	table       *companion.Table
	logger      *slog.Logger
	pages       map[string]pages // by language
	seats       *session.Seats
	access      *session.Access
	owners      *session.Owners
	petitions   *session.Petitions // for seats that others hold
	browsers    *session.Browsers
	considering sync.Mutex // of consider: what is told comes in its order
	links       *session.Links
	lastQR      qrCache
	changes     broadcast // rings when something on pages has changed that is in no Snapshot
	streams     *session.Admission
	replies     replies
	scans       scans
	groups      streamGroups
	draws       func(ctx context.Context, deck []companion.LegalCommand, version int) (outcome, error) // plays one of them by chance
	lookups     queue
	lobby       lobby
	began       beginning
	closing     chan struct{}
	close       func()

	mu      sync.Mutex
	picture []byte // PNG, nil before the first
}

// New returns a server. An error is a mistake in o or in the templates, or the
// seats cannot be read.
func New(o Opts) (*Server, error) {
	if o.Table == nil || o.Words == nil {
		return nil, errors.New("web: a server needs a table and words")
	}
	fair := o.Chance == nil
	o = o.withDefaults()
	s := &Server{
		opts: o, table: o.Table, logger: o.Logger, pages: map[string]pages{},
		streams: session.NewAdmission(o.Streams, o.StreamsEach), groups: streamGroups{all: map[viewer]*streamGroup{}}, closing: make(chan struct{}), lookups: newQueue(),
		access: session.NewAccess(o.Now), links: session.NewLinks(o.Now), replies: replies{now: o.Now},
		petitions: session.NewPetitions(o.Now), browsers: session.NewBrowsers(),
	}
	if s.draws = s.byTable; !fair {
		s.draws = s.draw
	}
	s.close = sync.OnceFunc(func() { close(s.closing) })
	s.changes.init()
	for _, l := range languages {
		p, err := parse(o.Words.With(l.Code, unnamed), &drawings{})
		if err != nil {
			return nil, err
		}
		s.pages[l.Code] = p
	}
	var err error
	if s.owners, err = session.NewOwners(o.Owner, o.Now); err != nil {
		return nil, err
	}
	s.seats, err = session.NewSeats(o.Seats)
	return s, err
}

func (o Opts) withDefaults() Opts {
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Host == nil {
		o.Host = LocalHost
	}
	if !speaks(o.Lang) {
		o.Lang = english
	}
	if o.Chance == nil {
		o.Chance = func(n int) int { return rand.N(n) }
	}
	if o.Address == nil {
		o.Address = func() string { return "" }
	}
	if o.Health == nil {
		o.Health = answering(o.Table)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Heartbeat == 0 {
		o.Heartbeat = 15 * time.Second
	}
	if o.Slow == 0 {
		o.Slow = 5 * time.Second
	}
	if o.Streams == 0 {
		o.Streams = 200
	}
	if o.StreamsEach == 0 {
		o.StreamsEach = 50
	}
	return o
}

// HTTP returns an http.Server for the handler, with limits for slow and large
// requests. Its Shutdown ends the event streams, for good.
func (s *Server) HTTP(addr string) *http.Server {
	h := &http.Server{
		Addr: addr, Handler: s.Handler(),
		ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second,
		WriteTimeout: 15 * time.Second, IdleTimeout: time.Minute,
		MaxHeaderBytes: 16 << 10, DisableGeneralOptionsHandler: true, // it would answer before guard does
		ConnContext: session.WithConn,
		ErrorLog:    slog.NewLogLogger(s.logger.Handler(), slog.LevelDebug),
	}
	h.RegisterOnShutdown(s.close)
	return h
}

// Handler answers every request, checks included.
func (s *Server) Handler() http.Handler { return s.guard(s.routes()) }

// routes are the pages and what can be done on them, with the patterns in their
// order.
type routes struct {
	*http.ServeMux
	patterns []string
}

// HandleFunc is that of the ServeMux.
func (m *routes) HandleFunc(pattern string, f http.HandlerFunc) {
	m.patterns = append(m.patterns, pattern)
	m.ServeMux.HandleFunc(pattern, f)
}

func (s *Server) routes() *routes {
	mux := &routes{ServeMux: http.NewServeMux()}
	mux.HandleFunc("GET /{$}", s.home)
	mux.HandleFunc("GET /new", s.newPage)
	mux.HandleFunc("GET /more", s.morePage)
	mux.HandleFunc("GET /table", s.publicPage)
	mux.HandleFunc("GET /join", s.joinPage)
	mux.HandleFunc("GET /j/{key}", s.byKey)
	mux.HandleFunc("GET /s/{key}", s.sharedPage)
	s.private(mux, "/seat/{seat}/share", holding, s.sharePage)
	mux.HandleFunc("GET /seat/{seat}", s.seatPage)
	s.pastRoutes(mux)
	mux.HandleFunc("GET /sums", s.livingSums)
	s.trusted(mux)
	s.installable(mux)
	mux.HandleFunc("GET /events", s.events)
	mux.HandleFunc("GET /panel.png", s.panel)
	mux.HandleFunc("GET /healthz", s.health)
	mux.HandleFunc("GET /static/{file}", static)
	s.ownersRoutes(mux)
	mux.HandleFunc("GET /own", s.ownPage)
	mux.HandleFunc("GET /o/{key}", s.ownByKey)
	s.commands(mux)
	for path, do := range map[string]handler{
		"/start": s.start, "/word": s.word, "/finish": s.finish, "/reopen": s.reopen, "/close": s.shelve, "/claim": s.claim, "/free": s.free, "/lobby": s.preside, "/own": s.own, "/proof": s.prove,
		"/join": s.join, "/ask": s.petition, "/answer": s.answer, "/renew": s.renew, "/second": s.second, "/noise": s.disturb,
		"/accept": s.accept, "/resolve": s.resolve, "/name": s.name, "/lay": s.lay, "/place": s.place, "/lift": s.lift, "/anew": s.anew, "/tap": s.tap, "/deal": s.deal, "/tidy": s.tidy, "/scan": s.scan,
	} {
		s.act(mux, path, s.seen(do))
	}
	mux.HandleFunc("POST /lang", s.chooseLanguage)
	return mux
}

// ShowPicture is what the panel shows now: a PNG, which is not changed afterward.
func (s *Server) ShowPicture(png []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.picture = png
}

func (s *Server) panel(w http.ResponseWriter, _ *http.Request) {
	s.mu.Lock()
	png := s.picture
	s.mu.Unlock()
	if png == nil {
		http.Error(w, "no picture has been drawn yet", http.StatusNotFound)
		return
	}
	w.Header().Set("Content-Type", "image/png")
	w.Write(png)
}
