// Package node is the NATS server of a hub: its keys, its configuration, its streams.
package node

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"time"

	"github.com/nats-io/jwt/v2"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nkeys"

	"arbiter/companion/outbox"
)

// A Club is an account of tables at a hub, with the keys that make it. Its file is the hub's secret.
type Club struct {
	Name     string            `json:"name"`
	Nodes    []string          `json:"nodes"`    // hosts
	Operator string            `json:"operator"` // seeds of keys
	Root     string            `json:"root"`     // the operator's own word, made once: a node that runs takes no other
	System   string            `json:"system"`
	Account  string            `json:"account"`
	Signing  string            `json:"signing"` // signs tables, and can do nothing else
	Routes   string            `json:"routes"`  // the password among nodes
	Config   Config            `json:"config"`
	Tables   map[string]string `json:"tables"` // keys by names
	Revoked  map[string]int64  `json:"revoked,omitempty"`
}

// Names of files in the folder of a club.
const (
	clubFile  = "club.json"
	credsFile = "club.creds"
)

// NewClub makes keys for a club with one node or three.
func NewClub(name string, nodes []string, o Config) (c Club, err error) {
	if len(nodes) != 1 && len(nodes) != 3 {
		return c, fmt.Errorf("a hub has one node or three, not %d: two have no majority when one is away", len(nodes))
	}
	if !outbox.ValidTable.MatchString(name) {
		return c, fmt.Errorf("%q is no name of a club; write up to 32 small letters, digits and -", name)
	}
	for _, host := range nodes {
		if !validHost.MatchString(host) {
			return c, fmt.Errorf("%q is no name of a host", host)
		}
	}
	c = Club{Name: name, Nodes: nodes, Config: o, Tables: map[string]string{}}
	for prefix, seed := range map[nkeys.PrefixByte][]*string{nkeys.PrefixByteOperator: {&c.Operator}, nkeys.PrefixByteAccount: {&c.System, &c.Account, &c.Signing}, nkeys.PrefixByteUser: {&c.Routes}} {
		for _, s := range seed {
			pair, err := nkeys.CreatePair(prefix)
			if err != nil {
				return c, err
			}
			text, err := pair.Seed()
			if err != nil {
				return c, err
			}
			*s = string(text)
		}
	}
	c.Root, err = c.root()
	return c, err
}

// root returns the operator as nodes have to know it.
func (c Club) root() (string, error) {
	by, err := nkeys.FromSeed([]byte(c.Operator))
	if err != nil {
		return "", err
	}
	key, err := by.PublicKey()
	if err != nil {
		return "", err
	}
	o := jwt.NewOperatorClaims(key)
	o.Name = c.Name
	if o.SystemAccount, err = public(c.System); err != nil {
		return "", err
	}
	return o.Encode(by)
}

var validHost = regexp.MustCompile(`^[A-Za-z0-9.-]+$`)

// Open reads the club of a folder.
func Open(dir string) (c Club, err error) {
	text, err := os.ReadFile(filepath.Join(dir, clubFile))
	if errors.Is(err, os.ErrNotExist) {
		return c, fmt.Errorf("there is no hub in %s: hub setup makes one", dir)
	}
	if err == nil {
		err = json.Unmarshal(text, &c)
	}
	return c, err
}

// Save writes the club, the credentials of its programs, and the configuration of each node.
func (c Club) Save(dir string) error {
	err := os.MkdirAll(dir, 0o700)
	if err != nil {
		return err
	}
	creds, err := c.credentials()
	if err == nil {
		err = write(filepath.Join(dir, credsFile), creds)
	}
	if err != nil {
		return err
	}
	return c.Rewrite(dir)
}

// Rewrite writes the club and the configuration of each node.
func (c Club) Rewrite(dir string) error {
	err := c.Keep(dir)
	for i := range c.Nodes {
		if err != nil {
			return err
		}
		var text []byte
		if text, err = c.configuration(i); err == nil {
			err = write(filepath.Join(dir, fmt.Sprintf("node-%d.conf", i+1)), text)
		}
	}
	return err
}

// Keep writes the club alone.
func (c Club) Keep(dir string) error {
	text, err := json.MarshalIndent(c, "", "\t")
	if err == nil {
		err = write(filepath.Join(dir, clubFile), text)
	}
	return err
}

// write replaces a file that its owner alone may read.
func write(file string, text []byte) error {
	if err := os.WriteFile(file+".new", text, 0o600); err != nil {
		return err
	}
	return os.Rename(file+".new", file)
}

func public(seed string) (string, error) {
	pair, err := nkeys.FromSeed([]byte(seed))
	if err != nil {
		return "", err
	}
	return pair.PublicKey()
}

// Enroll signs the key of a table, which may then tell what is its own, and answers with the ticket.
// No node has to be told.
func (c Club) Enroll(table, key string) (ticket string, err error) {
	switch {
	case !outbox.ValidTable.MatchString(table):
		return "", fmt.Errorf("%q is no name of a table; write up to 32 small letters, digits and -", table)
	case !nkeys.IsValidPublicUserKey(key):
		return "", fmt.Errorf("%q is no key of a device; arbiter hub join tells it", key)
	case c.Tables[table] != "" && c.Tables[table] != key:
		return "", fmt.Errorf("%s is another device already: choose another name, or take it away with hub forget %s", table, table)
	}
	for name, k := range c.Tables {
		if k == key && name != table {
			return "", fmt.Errorf("that device is %s already", name)
		}
	}
	account, err := public(c.Account)
	if err != nil {
		return "", err
	}
	signing, err := nkeys.FromSeed([]byte(c.Signing))
	if err != nil {
		return "", err
	}
	claims := jwt.NewUserClaims(key)
	claims.Name, claims.IssuerAccount = table, account
	claims.SetScoped(true) // it may do what the signing key allows
	if ticket, err = claims.Encode(signing); err == nil {
		c.Tables[table] = key
	}
	return ticket, err
}

// Forget takes the name and the rights of a table away. The nodes have to read their configuration
// again.
func (c *Club) Forget(table string, now time.Time) error {
	key := c.Tables[table]
	if key == "" {
		return fmt.Errorf("there is no table %s", table)
	}
	if c.Revoked == nil {
		c.Revoked = map[string]int64{}
	}
	c.Revoked[key] = now.Unix()
	delete(c.Tables, table)
	return nil
}

// credentials returns what the hub's own programs connect with.
func (c Club) credentials() ([]byte, error) {
	account, err := nkeys.FromSeed([]byte(c.Account))
	if err != nil {
		return nil, err
	}
	pair, err := nkeys.CreateUser()
	if err != nil {
		return nil, err
	}
	key, err := pair.PublicKey()
	if err != nil {
		return nil, err
	}
	seed, err := pair.Seed()
	if err != nil {
		return nil, err
	}
	claims := jwt.NewUserClaims(key)
	claims.Name = "hub"
	text, err := claims.Encode(account)
	if err != nil {
		return nil, err
	}
	return jwt.FormatUserConfig(text, seed)
}

// tables are the rights of a table.
func tables(signing string) *jwt.UserScope {
	s := jwt.NewUserScope()
	s.Key, s.Role = signing, "table"
	own := func(rest string) string { return "arb.v1.{{name()}}." + rest }
	s.Template.Permissions = jwt.Permissions{
		Pub: jwt.Permission{Allow: jwt.StringList{own("live"), own("have"), own("names"), own("game.*"), own("fork.*.*"), "$JS.API.DIRECT.GET." + outbox.Games + "." + own(">")}},
		Sub: jwt.Permission{Allow: jwt.StringList{"_INBOX_{{name()}}.>", own("live")}},
	}
	return s
}

// accounts returns the accounts by their keys, as nodes have to know them.
func (c Club) accounts() (system string, all map[string]string, err error) {
	by, err := nkeys.FromSeed([]byte(c.Operator))
	if err != nil {
		return
	}
	if system, err = public(c.System); err != nil {
		return
	}
	signing, err := public(c.Signing)
	if err != nil {
		return
	}
	account, err := public(c.Account)
	if err != nil {
		return
	}
	club := jwt.NewAccountClaims(account)
	club.Name = c.Name
	club.Limits.JetStreamLimits = jwt.JetStreamLimits{MemoryStorage: jwt.NoLimit, DiskStorage: jwt.NoLimit, Streams: jwt.NoLimit, Consumer: jwt.NoLimit}
	club.SigningKeys.AddScopedSigner(tables(signing))
	for key, at := range c.Revoked {
		club.RevokeAt(key, time.Unix(at, 0))
	}
	sys := jwt.NewAccountClaims(system)
	sys.Name = "SYS"
	all = map[string]string{}
	for _, a := range []*jwt.AccountClaims{club, sys} {
		if all[a.Subject], err = a.Encode(by); err != nil {
			return
		}
	}
	return
}

// Connect connects a program of the hub to its nodes.
func Connect(dir, name string, urls []string, more ...nats.Option) (*nats.Conn, error) {
	c, err := Open(dir)
	if err != nil {
		return nil, err
	}
	if len(urls) == 0 {
		for _, host := range c.Nodes {
			urls = append(urls, "nats://"+host+":4222")
		}
	}
	o := nats.GetDefaultOptions()
	o.Servers, o.Name, o.MaxReconnect, o.ReconnectWait, o.RetryOnFailedConnect = urls, name, -1, time.Second, true
	for _, set := range append([]nats.Option{nats.UserCredentials(filepath.Join(dir, credsFile))}, more...) {
		if err := set(&o); err != nil {
			return nil, err
		}
	}
	return o.Connect()
}

// mostBytes is how much the stream of games may take: about three million entries. Then it takes no
// more, rather than lose one; games wait at the tables.
const mostBytes = 1 << 30

// Streams makes the streams, or changes them to be as they have to be.
func Streams(ctx context.Context, nc *nats.Conn, replicas int) error {
	js, err := jetstream.New(nc)
	if err != nil {
		return err
	}
	for _, s := range []jetstream.StreamConfig{
		{
			Name: outbox.Games, Subjects: []string{"arb.v1.*.game.*", "arb.v1.*.fork.*.*"}, Replicas: replicas, AllowAtomicPublish: true, AllowDirect: true,
			DenyDelete: true, Discard: jetstream.DiscardNew, MaxBytes: mostBytes, MaxAge: 90 * 24 * time.Hour,
		},
		{Name: outbox.Live, Subjects: []string{"arb.v1.*.live"}, Replicas: replicas, AllowDirect: true, MaxMsgsPerSubject: 1, MaxAge: 24 * time.Hour},
	} {
		if _, err := js.CreateOrUpdateStream(ctx, s); err != nil {
			return fmt.Errorf("stream %s: %w", s.Name, err)
		}
	}
	return nil
}
