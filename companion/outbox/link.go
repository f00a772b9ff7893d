package outbox

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/big"
	"net"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"arbiter/companion/spectator"
	"arbiter/engine"
)

// A Hub is where a table belongs, and what it gives away there. The zero Hub is none.
type Hub struct {
	URL    string `json:"url"`
	Seed   string `json:"seed"`   // the secret half of the device's key
	Ticket string `json:"ticket"` // what the hub has signed for that key: a JWT; "" until it has
	Share  Level  `json:"share"`
	Fresh  bool   `json:"fresh,omitempty"` // the games that were here before have not been held back yet
}

// NewSeed makes a key for a device.
func NewSeed() (string, error) {
	pair, err := nkeys.CreateUser()
	if err != nil {
		return "", err
	}
	seed, err := pair.Seed()
	return string(seed), err
}

// Key returns the public half of the device's key, "" if it has none.
func (h Hub) Key() string {
	pair, err := nkeys.FromSeed([]byte(h.Seed))
	if err != nil {
		return ""
	}
	key, err := pair.PublicKey()
	if err != nil {
		return ""
	}
	return key
}

// Table returns the name that the hub has given to the table, "" without a ticket for this key.
func (h Hub) Table() string {
	parts := strings.Split(h.Ticket, ".")
	if len(parts) != 3 {
		return ""
	}
	text, err := base64.RawURLEncoding.DecodeString(parts[1])
	var claims struct{ Name, Sub string }
	if err != nil || json.Unmarshal(text, &claims) != nil || claims.Sub != h.Key() || !ValidTable.MatchString(claims.Name) {
		return ""
	}
	return claims.Name
}

// Told says to whom what is told.
func (h Hub) Told() engine.Text {
	switch {
	case h.URL == "":
		return engine.Say("This device belongs to no hub.")
	case h.Table() == "":
		return engine.Say("Give this key to whoever runs the hub at %s, and join again with the ticket that comes back: %s", h.URL, h.Key())
	case h.Share == Nothing:
		return engine.Say("This device is %s at the hub %s, which is told nothing.", h.Table(), h.URL)
	case h.Share == Results:
		return engine.Say("This device is %s at the hub %s, which is told who has won.", h.Table(), h.URL)
	case h.Share == Records:
		return engine.Say("This device is %s at the hub %s, which is told games once they are over.", h.Table(), h.URL)
	}
	return engine.Say("This device is %s at the hub %s, which is told what a spectator sees, and games once they are over.", h.Table(), h.URL)
}

// A Status is how it goes with a Hub.
type Status struct {
	Table               string // "" if no hub is told anything
	Trying              bool   // nothing is known yet
	Wrong, Fix          engine.Text
	Waiting, Sent, Kept int // games
	Forks               int
}

// Opts are what a Client needs.
type Opts struct {
	Log    Log
	Logger *slog.Logger
	Wait   time.Duration // for each answer. Default 5 s
	Pause  time.Duration // before a second try; it doubles up to 50 times that. Default 100 ms
	Rest   time.Duration // between two looks at what is due. Default 1 min
}

// A Client tells a hub. Its methods may be called by any goroutine; only Run waits.
type Client struct {
	opts Opts
	boot string

	mu     sync.Mutex
	hub    Hub
	table  spectator.Table
	told   map[string]bool // games whose names were told by this program
	status Status

	joining             sync.Once
	anew, changed, left chan struct{} // of one place
	joined              chan struct{} // closed when there is a hub that is told something
}

// New returns a client, which does nothing until Run.
func New(o Opts) *Client {
	o.Wait, o.Pause, o.Rest = cmp.Or(o.Wait, 5*time.Second), cmp.Or(o.Pause, 100*time.Millisecond), cmp.Or(o.Rest, time.Minute)
	return &Client{opts: o, boot: rand.Text(), told: map[string]bool{}, anew: make(chan struct{}, 1), changed: make(chan struct{}, 1), left: make(chan struct{}, 1), joined: make(chan struct{})}
}

func wake(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// Use tells another hub from now on.
func (c *Client) Use(h Hub) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if h != c.hub {
		c.hub = h
		c.status = Status{Table: h.Table(), Trying: h.wants()}
		if h.wants() {
			c.joining.Do(func() { close(c.joined) })
		}
		wake(c.anew)
		wake(c.changed)
	}
}

// wants reports whether the hub is told anything.
func (h Hub) wants() bool { return h.Table() != "" && h.Share != Nothing }

// Joined is closed once there is a hub that is told something.
func (c *Client) Joined() <-chan struct{} { return c.joined }

// Status returns how it goes.
func (c *Client) Status() Status {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.status
}

// Tell takes what other programs may know of the table now.
func (c *Client) Tell(t spectator.Table) {
	c.mu.Lock()
	if c.table.ID != t.ID {
		wake(c.left)
	}
	c.table = t
	share := c.hub.Share
	var named []string
	for _, s := range t.Seats {
		if s.Named {
			named = append(named, s.Seat)
		}
	}
	ask := share != Nothing && t.Over && t.ID != "" && (len(named) > 0 || c.told[t.ID])
	if ask {
		c.told[t.ID] = true
	}
	c.mu.Unlock()
	if ask {
		if err := c.opts.Log.Agree(t.ID, named); err != nil {
			c.opts.Logger.Error("who agrees to a name being told cannot be kept", "err", err)
		}
	}
	wake(c.changed)
}

// Run tells the hub until ctx ends.
func (c *Client) Run(ctx context.Context) error {
	for ctx.Err() == nil {
		c.mu.Lock()
		h := c.hub
		c.mu.Unlock()
		pause := 50 * c.opts.Pause
		if !h.wants() {
			pause = never
		} else if err := c.serve(ctx, h); err != nil && ctx.Err() == nil {
			wrong, fix := words(err, h)
			c.mu.Lock()
			if c.hub == h {
				c.status.Trying, c.status.Wrong, c.status.Fix = false, wrong, fix
			}
			c.mu.Unlock()
			c.opts.Logger.Warn("the hub is not told", "err", err)
			if errors.As(err, new(*denied)) || errors.Is(err, errTwin) {
				pause = never // until somebody changes something
			}
		}
		select {
		case <-ctx.Done():
		case <-c.anew:
		case <-time.After(jitter(pause)):
		}
	}
	return nil
}

const never = 24 * time.Hour

// jitter returns a time around d, so that a thousand tables do not come back at once.
func jitter(d time.Duration) time.Duration {
	n, err := rand.Int(rand.Reader, big.NewInt(int64(d)))
	if err != nil {
		return d
	}
	return d/2 + time.Duration(n.Int64())
}

// denied says that the hub forbids the table a subject.
type denied struct{ error }

var errTwin = errors.New("another device uses the key of this table")

// serve connects and tells the hub until something is wrong or the hub is another one; the error is
// nil then.
func (c *Client) serve(ctx context.Context, h Hub) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	table := h.Table()
	nc, err := nats.Connect(h.URL,
		nats.Name("arbiter "+table), nats.CustomInboxPrefix("_INBOX_"+table), nats.ReconnectBufSize(-1), nats.MaxReconnects(-1),
		nats.ReconnectWait(time.Second), nats.ReconnectJitter(time.Second, 2*time.Second), nats.Timeout(c.opts.Wait),
		nats.UserJWT(func() (string, error) { return h.Ticket, nil }, func(nonce []byte) ([]byte, error) {
			pair, err := nkeys.FromSeed([]byte(h.Seed))
			if err != nil {
				return nil, err
			}
			return pair.Sign(nonce)
		}),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			if errors.Is(err, nats.ErrPermissionViolation) { // whoever waits for an answer would wait in vain
				cancel(&denied{err})
			}
		}),
		nats.ReconnectHandler(func(*nats.Conn) { wake(c.changed) }),
		nats.ClosedHandler(func(nc *nats.Conn) { cancel(cmp.Or(nc.LastError(), nats.ErrConnectionClosed)) }),
	)
	if err != nil {
		return err
	}
	defer nc.Close()
	if h.Share == Running {
		if _, err := nc.Subscribe(Subject(table, "live"), func(m *nats.Msg) {
			var p Picture
			if json.Unmarshal(m.Data, &p) == nil && p.Boot != c.boot {
				cancel(errTwin)
			}
		}); err != nil {
			return err
		}
	}
	c.opts.Logger.Info("the hub is told", "table", table)
	wake(c.changed)
	look, n, pause := time.NewTimer(0), 0, time.Duration(0)
	for {
		select {
		case <-ctx.Done():
			return cmp.Or(context.Cause(ctx), ctx.Err())
		case <-c.changed:
			if n++; h.Share == Running {
				c.picture(nc, table, n)
			}
		case <-c.left: // a game may have left the table
			look.Reset(0)
		case <-look.C:
			err := c.clear(ctx, nc, h)
			if ctx.Err() != nil {
				continue
			}
			c.mu.Lock()
			if c.hub == h {
				c.status.Trying = false
				c.status.Wrong, c.status.Fix = words(err, h)
			}
			c.mu.Unlock()
			next := c.opts.Rest
			if err != nil {
				pause = min(max(2*pause, c.opts.Pause), 50*c.opts.Pause)
				next = pause
			} else {
				pause = 0
			}
			look.Reset(jitter(next))
		}
		c.mu.Lock()
		same := c.hub == h
		c.mu.Unlock()
		if !same {
			return nil
		}
	}
}

// picture tells the running game. Without a connection it is left out: the next one is whole.
func (c *Client) picture(nc *nats.Conn, table string, n int) {
	c.mu.Lock()
	p := Picture{Version, c.boot, n, c.table}
	c.mu.Unlock()
	if text, err := json.Marshal(p); err == nil {
		_ = nc.Publish(Subject(table, "live"), text)
	}
}

// clear sends what is due, and asks what the database has. The error is the first one.
func (c *Client) clear(ctx context.Context, nc *nats.Conn, h Hub) error {
	all, err := c.opts.Log.Parcels()
	if err != nil {
		return err
	}
	var refused error // the others are not kept from the hub
	for i := range all {
		if all[i].State != Due {
			continue
		}
		switch err := c.post(ctx, nc, h, &all[i]); {
		case errors.As(err, new(*refusal)), errors.Is(err, nats.ErrMaxPayload):
			refused = cmp.Or(refused, err)
		case err != nil:
			return err
		}
	}
	if err := c.ask(ctx, nc, h.Table(), all); err != nil {
		return err
	}
	for i := range all {
		if err := c.names(ctx, nc, h.Table(), &all[i]); err != nil {
			return err
		}
	}
	var s Status
	for _, p := range all {
		switch p.State {
		case Due:
			s.Waiting++
		case Stored:
			s.Sent++
		case Safe:
			s.Kept++
		}
		if p.Fork {
			s.Forks++
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.status.Waiting, c.status.Sent, c.status.Kept, c.status.Forks = s.Waiting, s.Sent, s.Kept, s.Forks
	return refused
}

// post sends one game. A game that cannot be read is left out, so that the others are not kept from
// the hub.
func (c *Client) post(ctx context.Context, nc *nats.Conn, h Hub, p *Parcel) error {
	log, err := c.opts.Log.Whole(p.Game)
	if err != nil || !ValidGame.MatchString(p.Game) {
		c.opts.Logger.Error("a game cannot be told to the hub", "id", p.Game, "err", err)
		return nil
	}
	end := &log[len(log)-1]
	if end.End.Record = h.Share != Results; !end.End.Record {
		log = log[len(log)-1:]
	}
	send := func(subject string) error {
		ctx, done := context.WithTimeout(ctx, c.opts.Wait)
		defer done()
		return deliver(ctx, nc, Subject(h.Table(), subject), log)
	}
	err = send("game." + p.Game)
	if errors.Is(err, errFork) {
		p.Fork = true
		c.opts.Logger.Error("the hub has another game of this id: two devices have the same key", "id", p.Game)
		err = send("fork." + p.Game + "." + end.Hash[:16])
	}
	if p.State, p.Trouble = Stored, ""; err != nil {
		p.State, p.Trouble = Due, err.Error()
		p.Tries++
	}
	return errors.Join(err, c.opts.Log.Keep(*p))
}

// mostAsked is how many games a question names.
const mostAsked = 100

// ask asks which of the games that were sent are in the database.
func (c *Client) ask(ctx context.Context, nc *nats.Conn, table string, all []Parcel) error {
	var sent []*Parcel
	for i := range all {
		if all[i].State == Stored {
			sent = append(sent, &all[i])
		}
	}
	for some := range slices.Chunk(sent, mostAsked) {
		q := Asking{V: Version}
		for _, p := range some {
			q.Games = append(q.Games, p.Game)
		}
		var kept Kept
		if err := request(ctx, nc, c.opts.Wait, Subject(table, "have"), q, &kept); err != nil {
			return err
		}
		for _, p := range some {
			if len(kept.Games[p.Game]) == 0 {
				continue
			}
			log, err := c.opts.Log.Whole(p.Game)
			if err != nil || !slices.Contains(kept.Games[p.Game], log[len(log)-1].Hash) {
				continue
			}
			p.State = Safe
			if err := c.opts.Log.Keep(*p); err != nil {
				return err
			}
		}
	}
	return nil
}

// names tells the names of a game's players, if they are others than the hub knows.
func (c *Client) names(ctx context.Context, nc *nats.Conn, table string, p *Parcel) error {
	if len(p.Named) == 0 && p.Told == "" || p.State == Due {
		return nil
	}
	called := map[string]string{}
	for _, seat := range p.Named {
		if name := p.Names[seat]; name != "" {
			called[seat] = name
		}
	}
	text, err := json.Marshal(called)
	if err != nil || string(text) == p.Told {
		return err
	}
	if err := request(ctx, nc, c.opts.Wait, Subject(table, "names"), Names{Version, p.Game, called}, new(struct{})); err != nil {
		return err
	}
	p.Told = string(text)
	return c.opts.Log.Keep(*p)
}

// request asks what answers in the hub beside its streams.
func request(ctx context.Context, nc *nats.Conn, wait time.Duration, subject string, question, answer any) error {
	ctx, done := context.WithTimeout(ctx, wait)
	defer done()
	text, err := json.Marshal(question)
	if err != nil {
		return err
	}
	m, err := nc.RequestWithContext(ctx, subject, text)
	if errors.Is(err, nats.ErrNoResponders) {
		return errNoKeeper
	}
	if err != nil {
		return err
	}
	return json.Unmarshal(m.Data, answer)
}

var errNoKeeper = errors.New("nobody keeps the games in the hub's database")

// words says for people what is wrong with a hub, and what to do about it; nothing if all is well.
func words(err error, h Hub) (wrong, fix engine.Text) {
	var (
		unknown *net.DNSError
		no      *refusal
		barred  *denied
	)
	switch {
	case err == nil:
		return engine.Text{}, engine.Text{}
	case errors.As(err, &barred):
		return engine.Say("The hub does not let %s tell its games.", h.Table()), engine.Say("Ask whoever runs the hub for a new ticket, and join again.")
	case errors.Is(err, errTwin):
		return engine.Say("Another device uses the key of this table."), engine.Say("One of the two memory cards is a copy: leave the hub on one of them, and join again with a new ticket.")
	case errors.Is(err, nats.ErrAuthorization), errors.Is(err, nats.ErrAuthExpired), errors.Is(err, nats.ErrAuthRevoked), errors.Is(err, nats.ErrAccountAuthExpired):
		return engine.Say("The hub does not know this table."), engine.Say("Ask whoever runs the hub for a new ticket, and join again.")
	case errors.Is(err, errNoKeeper):
		return engine.Say("The hub has the games, but nobody puts them into its database."), engine.Say("Whoever runs the hub has to start hub consume. Nothing is lost meanwhile.")
	case errors.As(err, &unknown) && !unknown.IsTimeout:
		return engine.Say("Nobody here knows the name %s.", unknown.Name), engine.Say("Look for a slip in the address of the hub.")
	case errors.Is(err, syscall.EPERM):
		return engine.Say("The service may not reach the hub: it is outside the home network."), engine.Say("If that is what you want: sudo systemctl edit arbiter, [Service], IPAddressAllow= with the hub's number.")
	case errors.As(err, &no):
		return engine.Say("The hub refuses: %s.", no.Error()), engine.Say("It is tried again by itself. If that lasts, tell whoever runs the hub.")
	}
	return engine.Say("The hub does not answer."), engine.Say("It is tried again by itself; games wait here, and none is lost.")
}

// String keeps what is secret out of log lines.
func (h Hub) String() string { return fmt.Sprintf("hub %s as %s", h.URL, h.Table()) }
