package service

import (
	"cmp"
	"context"
	"os"
	"sync"

	"arbiter/cmd/arbiter/internal/address"
	"arbiter/cmd/arbiter/internal/build"
	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/home"
	"arbiter/companion/mqtt"
	"arbiter/companion/web"
	"arbiter/engine"
	"arbiter/setups"
)

// A broker is told over MQTT what other programs may see of the table, and is changed by the owner.
type broker struct {
	*mqtt.Client
	dir string

	mu sync.Mutex
	is mqtt.Broker
}

var _ web.Broker = (*broker)(nil)

// newBroker returns the broker of a service, which uses it from the start.
func newBroker(e *Service, b mqtt.Broker) (*broker, error) {
	var err error
	if b.Password, err = datadir.PasswordFile(e.Dir).Read(); err != nil {
		return nil, err
	}
	b.Name = cmp.Or(b.Name, usualName())
	all := &broker{is: b, dir: e.Dir, Client: mqtt.New(mqtt.Opts{
		Program: build.Name(), Say: e.App.Catalogue.With(e.Lang, func(engine.Seat) string { return "" }), Page: address.Remembered(e.Join), Logger: e.Logger,
	})}
	all.Use(b)
	return all, nil
}

// usualName returns what this device is called if nobody says otherwise.
func usualName() string {
	host, _ := os.Hostname() // without one it has the name of the program
	return mqtt.NameOf(host)
}

// Broker returns what is set, without the password.
func (b *broker) Broker() (is mqtt.Broker, password bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	is, password = b.is, b.is.Password != ""
	is.Password = ""
	return is, password
}

// Change keeps what is set, and tells that broker from now on.
func (b *broker) Change(next mqtt.Broker) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	next.Name = cmp.Or(next.Name, usualName())
	// A password is sent only to the broker that it was typed for.
	if asked := b.is; next.Password == "" && next.Address == asked.Address && next.User == asked.User && next.TLS == asked.TLS && next.CA == asked.CA {
		next.Password = asked.Password
	}
	if next.Address == "" {
		next.Password = ""
	}
	list := []setups.Setting{{Key: "mqtt-tls"}}
	if next.TLS {
		list[0].Value = true
	}
	for key, value := range map[string]string{"mqtt": next.Address, "mqtt-user": next.User, "mqtt-ca": next.CA, "mqtt-name": next.Name} {
		s := setups.Setting{Key: key}
		if value != "" && (key != "mqtt-name" || value != usualName()) {
			s.Value = value
		}
		list = append(list, s)
	}
	if err := home.Change(list...); err != nil {
		return unwritten(err)
	}
	if err := datadir.PasswordFile(b.dir).Keep(next.Password); err != nil {
		return err
	}
	b.is = next
	b.Use(next)
	return nil
}

// Again reconnects.
func (b *broker) Again() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.Use(b.is)
}

// follow tells the broker about the table, once there is one.
func (b *broker) follow(ctx context.Context, e *Service) error {
	if !b.Wanted(ctx) {
		return nil
	}
	return e.Server.Abroad(ctx, e.Lang, b.Tell)
}
