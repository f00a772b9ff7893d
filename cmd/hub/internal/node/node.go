package node

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"path/filepath"
	"slices"
	"text/template"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// A Config is what of a node's configuration one may choose.
type Config struct {
	Store     string `json:"store"` // folder of the streams
	Port      int    `json:"port"`  // for tables
	RoutePort int    `json:"routePort"`
	Monitor   string `json:"monitor"`        // HOST:PORT where a node tells how it is
	Cert      string `json:"cert,omitempty"` // files (PEM) for TLS
	Key       string `json:"key,omitempty"`
}

// configuration returns the configuration of a node as the stock nats-server reads it, too.
func (c Club) configuration(i int) ([]byte, error) {
	system, accounts, err := c.accounts()
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = configurations.Execute(&out, map[string]any{
		"Club": c, "N": i + 1, "Config": c.Config, "Operator": c.Root, "System": system, "Accounts": accounts, "Keys": slices.Sorted(maps.Keys(accounts)), "Many": len(c.Nodes) > 1,
	})
	return out.Bytes(), err
}

var configurations = template.Must(template.New("").Parse(`# Made by hub setup. The stock nats-server (2.14 or later) reads it, too.
server_name: {{printf "%q" (printf "%s-%d" .Club.Name .N)}}
port: {{.Config.Port}}
http: {{printf "%q" .Config.Monitor}} # /healthz, /jsz

jetstream {
	store_dir: {{printf "%q" .Config.Store}}
	sync_interval: always # an answer says that it is on the disk: a power cut loses nothing
}
{{if .Config.Cert}}
tls {
	cert_file: {{printf "%q" .Config.Cert}}
	key_file: {{printf "%q" .Config.Key}}
}
{{end}}{{if .Many}}
cluster {
	name: {{printf "%q" .Club.Name}}
	port: {{.Config.RoutePort}}
	authorization { user: node, password: {{printf "%q" .Club.Routes}} }{{if .Config.Cert}}
	tls {
		cert_file: {{printf "%q" .Config.Cert}}
		key_file: {{printf "%q" .Config.Key}}
	}{{end}}
	routes: [{{range .Club.Nodes}}
		{{printf "\"nats-route://node:%s@%s:%d\"" $.Club.Routes . $.Config.RoutePort}}{{end}}
	]
}
{{end}}
operator: {{.Operator}}
system_account: {{.System}}
resolver: MEMORY
resolver_preload {
{{range .Keys}}	{{.}}: {{index $.Accounts .}}
{{end}}}
`))

// A Node is a server in this program.
type Node struct {
	*server.Server
	replicas int
	dir      string
}

// Start starts the node of a configuration file, which lies in the folder of its club.
func Start(file string, change func(*server.Options)) (*Node, error) {
	o, err := server.ProcessConfigFile(file)
	if err != nil {
		return nil, err
	}
	switch {
	case o.JetStream && !o.SyncAlways:
		return nil, errors.New("sync_interval must be always: without it a power cut loses games that tables were told are safe")
	case !o.JetStream:
		return nil, errors.New("the configuration has no jetstream")
	}
	if change != nil {
		change(o)
	}
	dir := filepath.Dir(file)
	c, err := Open(dir)
	if err != nil {
		return nil, err
	}
	s, err := server.NewServer(o)
	if err != nil {
		return nil, err
	}
	s.ConfigureLogger()
	s.Start()
	if !s.ReadyForConnections(time.Minute) {
		s.Shutdown()
		return nil, fmt.Errorf("the node does not start; its log says why")
	}
	return &Node{s, len(c.Nodes), dir}, nil
}

// Quiet has a node leave log lines and signals to the program around it.
func Quiet(o *server.Options) { o.NoSigs, o.NoLog = true, true }

// Run makes the streams, and ends the node with ctx.
func (n *Node) Run(ctx context.Context, logger *slog.Logger) error {
	defer n.WaitForShutdown()
	defer n.Shutdown()
	for {
		err := n.prepare(ctx)
		if err == nil {
			logger.Info("the hub takes games", "address", n.ClientURL(), "nodes", n.replicas)
			break
		}
		if ctx.Err() != nil {
			return nil
		}
		logger.Warn("the streams are not there yet; with three nodes, two have to run", "err", err)
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(2 * time.Second): // other nodes may come
		}
	}
	<-ctx.Done()
	return nil
}

func (n *Node) prepare(ctx context.Context) error {
	nc, err := Connect(n.dir, "hub node", nil, nats.InProcessServer(n))
	if err != nil {
		return err
	}
	defer nc.Close()
	ctx, done := context.WithTimeout(ctx, 10*time.Second)
	defer done()
	return Streams(ctx, nc, n.replicas)
}
