package mqtt

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"net"
	"net/url"
	"time"

	"github.com/eclipse/paho.golang/autopaho"
	"github.com/eclipse/paho.golang/packets"
	"github.com/eclipse/paho.golang/paho"

	"arbiter/companion/spectator"
)

// A link is a Client at one Broker. Only its own goroutine uses it, unless a comment says
// otherwise.
type link struct {
	*Client
	broker  Broker
	topics  topics
	manager *autopaho.ConnectionManager

	up, born chan struct{}  // of one place: a connection was made; Home Assistant has started
	found    chan announced // of one place: what the broker had retained when the connection was made

	entities map[string]component // at the broker; nil if unknown
	table    spectator.Table      // that they are made of
}

// announced is what was announced under the name of this device.
type announced struct {
	boot     string // by which program
	entities map[string]component
}

// goodbye is how long to wait for a broker when the program ends.
const goodbye = 2 * time.Second

// serve keeps a connection to a broker until ctx ends or another one is wanted.
func (c *Client) serve(ctx context.Context, b Broker) {
	l := &link{Client: c, broker: b, topics: topicsOf(b.Name), up: make(chan struct{}, 1), born: make(chan struct{}, 1), found: make(chan announced, 1)}
	c.mu.Lock()
	if c.broker == b {
		c.link = l
	}
	c.mu.Unlock()
	inner, cancel := context.WithCancel(context.WithoutCancel(ctx)) // so that goodbye can be said
	defer cancel()
	config, err := l.config()
	if err == nil {
		l.manager, err = autopaho.NewConnection(inner, config)
	}
	if err != nil {
		l.failed(err)
		select {
		case <-c.anew:
			wake(c.anew)
		case <-ctx.Done():
		}
		return
	}
	again := time.NewTimer(time.Hour)
	again.Stop()
	for {
		var err error
		select {
		case <-l.up:
			err = l.greet(inner)
		case <-l.born:
			err = l.tell(inner, true)
		case <-again.C:
			err = l.tell(inner, true)
		case <-c.changed:
			err = l.tell(inner, false)
		case <-c.anew:
			wake(c.anew)
			c.mu.Lock()
			next := c.broker
			c.mu.Unlock()
			l.leave(!next.sameAs(b))
			return
		case <-ctx.Done():
			l.leave(false)
			return
		}
		if err != nil && !errors.Is(err, autopaho.ConnectionDownError) { // after that one there is a new connection
			l.failed(err)
			again.Reset(5 * c.opts.Pause)
		}
	}
}

func (l *link) config() (autopaho.ClientConfig, error) {
	dial, err := l.broker.dialer()
	if err != nil {
		return autopaho.ClientConfig{}, err
	}
	return autopaho.ClientConfig{
		ServerUrls: []*url.URL{{Scheme: "mqtt", Host: l.broker.hostPort()}}, KeepAlive: uint16(max(1, l.opts.Alive/time.Second)),
		ReconnectBackoff: l.backoff, ConnectTimeout: l.opts.Wait, ConnectUsername: l.broker.User, ConnectPassword: []byte(l.broker.Password),
		WillMessage: &paho.WillMessage{Topic: l.topics.status, Payload: []byte("offline"), QoS: 1, Retain: true},
		ConnectPacketBuilder: func(c *paho.Connect, _ *url.URL) (*paho.Connect, error) {
			most := uint32(mostHeard)
			c.Properties = &paho.ConnectProperties{MaximumPacketSize: &most}
			return c, nil
		},
		OnConnectionUp: func(*autopaho.ConnectionManager, *paho.Connack) { wake(l.up) },
		OnConnectError: l.failed,
		AttemptConnection: func(ctx context.Context, _ autopaho.ClientConfig, _ *url.URL) (net.Conn, error) {
			ctx, done := context.WithTimeout(ctx, l.opts.Wait) // ConnectTimeout does not apply here
			defer done()
			conn, err := dial(ctx)
			if err != nil {
				return nil, &unconnected{err}
			}
			return packets.NewThreadSafeConn(&impatient{conn, l.opts.Wait}), nil
		},
		ClientConfig: paho.ClientConfig{
			ClientID: l.topics.id, PacketTimeout: l.opts.Wait,
			OnPublishReceived:  []func(paho.PublishReceived) (bool, error){l.heard},
			OnServerDisconnect: func(d *paho.Disconnect) { l.failed(disconnected(d.ReasonCode)) },
			OnClientError:      func(error) { l.failed(errBroken) },
		},
	}, nil
}

// backoff returns the pause before a try. Any goroutine may call it.
func (l *link) backoff(attempt int) time.Duration {
	switch now := l.Status(); {
	case now.Twin:
		return 300 * l.opts.Pause // or the two would keep throwing each other out
	case now.Trying && attempt == 0:
		return 0
	default:
		return min(l.opts.Pause<<min(attempt, 5), 30*l.opts.Pause)
	}
}

// failed notes why the broker cannot be told. Any goroutine may call it.
func (l *link) failed(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.link != l || l.status.Twin {
		return // a name that two devices have explains whatever else goes wrong
	}
	s := Status{Address: l.broker.Address, Twin: errors.Is(err, errTwin)}
	s.Wrong, s.Fix = l.broker.words(err)
	l.set(s)
}

// heard handles what the broker sends: that Home Assistant has started, and what was announced
// under this name before. It ignores everything else. Any goroutine may call it.
func (l *link) heard(p paho.PublishReceived) (bool, error) {
	switch m := p.Packet; {
	case m.Topic == birth && bytes.Equal(m.Payload, []byte("online")):
		wake(l.born)
	case m.Topic == l.topics.config && m.Retain && m.Properties != nil:
		var was discovery
		if json.Unmarshal(m.Payload, &was) != nil || len(was.Components) > mostEntities {
			break
		}
		select {
		case l.found <- announced{m.Properties.User.Get(bootKey), was.Components}:
		default:
		}
	}
	return true, nil
}

// mostHeard is how many bytes a message to us may have: all but our own are one word.
const mostHeard = 256 << 10

// mostEntities is more than any table has.
const mostEntities = 1000

// bootKey is the property of an announcement that tells which program has made it.
const bootKey = "boot"

// greet publishes everything over a new connection.
func (l *link) greet(ctx context.Context) error {
	select {
	case <-l.found: // of an earlier connection
	default:
	}
	// A broker that allows no subscriptions can still be told.
	answer, err := l.manager.Subscribe(ctx, &paho.Subscribe{Subscriptions: []paho.SubscribeOptions{{Topic: l.topics.config, QoS: 1, NoLocal: true}, {Topic: birth, QoS: 1}}})
	if err != nil && answer == nil {
		return waited(err)
	}
	l.entities = nil
	select {
	case was := <-l.found:
		l.entities = was.entities
		l.mu.Lock()
		l.status.Twin = l.shown && was.boot != l.boot
		l.mu.Unlock()
	case <-time.After(l.opts.Pause): // there is nothing
	}
	if err := l.tell(ctx, true); err != nil {
		return err
	}
	l.mu.Lock()
	l.shown = true
	l.mu.Unlock()
	return nil
}

// tell publishes the present table, and the announcement if all is set or it has changed.
func (l *link) tell(ctx context.Context, all bool) error {
	l.mu.Lock()
	t := l.Client.table
	l.mu.Unlock()
	if len(t.Seats) > 0 {
		l.table = t // without a game, seats stay as they were
	}
	if now := l.topics.entities(l.table, l.opts.Say); all || !maps.Equal(now, l.entities) {
		with := maps.Clone(now)
		for key, was := range l.entities {
			if _, stays := now[key]; !stays {
				with[key] = component{Platform: was.Platform}
			}
		}
		if len(with) > len(now) { // first marking what is gone as removed, then without it
			if err := l.discover(ctx, with); err != nil {
				return err
			}
		}
		if err := l.discover(ctx, now); err != nil {
			return err
		}
		l.entities = now
	}
	if all {
		if err := l.publish(ctx, l.topics.status, []byte("online"), nil); err != nil {
			return err
		}
	}
	if err := l.publish(ctx, l.topics.state, encoded(StateOf(t)), nil); err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	switch s := (Status{Address: l.broker.Address, Twin: l.status.Twin}); {
	case l.link != l:
	case s.Twin:
		s.Wrong, s.Fix = l.broker.words(errTwin)
		l.set(s)
	default:
		l.set(s)
	}
	return nil
}

func (l *link) discover(ctx context.Context, entities map[string]component) error {
	mine := &paho.PublishProperties{}
	mine.User.Add(bootKey, l.boot)
	return l.publish(ctx, l.topics.config, encoded(l.topics.discovery(entities, l.opts.Program, l.opts.Page())), mine)
}

// publish has the broker keep a message, and waits until it says that it does.
func (l *link) publish(ctx context.Context, topic string, text []byte, properties *paho.PublishProperties) error {
	ctx, done := context.WithTimeout(ctx, l.opts.Wait)
	defer done()
	answer, err := l.manager.Publish(ctx, &paho.Publish{Topic: topic, QoS: 1, Retain: true, Payload: text, Properties: properties})
	if answer != nil && answer.ReasonCode >= refused {
		return &denial{answer.ReasonCode, topic}
	}
	return waited(err)
}

// leave ends the connection. Home Assistant is told that the device is gone or, to forget it, that
// there never was one.
func (l *link) leave(forget bool) {
	ctx, done := context.WithTimeout(context.Background(), goodbye)
	defer done()
	last := []string{l.topics.status}
	if forget && !l.Status().Twin {
		last = []string{l.topics.config, l.topics.state, l.topics.status}
	}
	for _, topic := range last {
		var text []byte
		if len(last) == 1 {
			text = []byte("offline")
		}
		if l.publish(ctx, topic, text, nil) != nil {
			break // the will says so
		}
	}
	_ = l.manager.Disconnect(ctx) // an error only means that it takes too long
}
