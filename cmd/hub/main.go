// Command hub is what a club runs: a server that takes games from many tables, a program that puts
// them into PostgreSQL, and pages that show them. README.md says how to begin.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"arbiter/cmd/hub/internal/keeper"
	"arbiter/cmd/hub/internal/node"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	err := run(ctx, os.Args[1:], os.Stdout)
	stop()
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "hub:", err)
		os.Exit(1)
	}
}

// A command does something with its arguments.
type command struct {
	args, help string
	run        func(ctx context.Context, c *call) error
}

// A call is a command line.
type call struct {
	*flag.FlagSet
	out    io.Writer
	logger *slog.Logger
	dir    string
	words  []string // what is no flag
	usage  string
}

var commands = map[string]command{
	"setup":    {"NAME [HOST...]", "make the keys and the configuration of a club's hub: one node, or three hosts", setup},
	"node":     {"", "run a node: --config FILE", runNode},
	"enroll":   {"TABLE KEY", "sign the key of a device, and tell its ticket", enroll},
	"forget":   {"TABLE", "take a table's rights away; its games stay", forget},
	"tables":   {"", "list the tables", listTables},
	"serve":    {"", "show boards, evenings, the league: --addr HOST:PORT --db URL", serve},
	"try":      {"", "start everything here, with simulated tables, until Ctrl-C", try},
	"simulate": {"", "let simulated tables play at this hub", simulated},
	"consume":  {"", "put games into PostgreSQL: --db URL", consume},
}

// run runs one command line.
func run(ctx context.Context, args []string, out io.Writer) error {
	name := ""
	if len(args) > 0 {
		name, args = args[0], args[1:]
	}
	do, ok := commands[name]
	if !ok {
		fmt.Fprintln(out, "hub COMMAND [--dir FOLDER] ...; hub COMMAND -h tells the flags")
		for _, name := range slices.Sorted(maps.Keys(commands)) {
			fmt.Fprintf(out, "  hub %-8s %-16s %s\n", name, commands[name].args, commands[name].help)
		}
		if name == "" {
			return nil
		}
		return fmt.Errorf("there is no command %q", name)
	}
	c := &call{FlagSet: flag.NewFlagSet("hub "+name, flag.ContinueOnError), out: out, logger: slog.New(slog.NewTextHandler(os.Stderr, nil)), usage: do.args}
	c.SetOutput(out)
	c.StringVar(&c.dir, "dir", "/var/lib/hub", "folder of the hub's keys")
	c.words = args
	return do.run(ctx, c)
}

// parse reads flags, wherever they stand, and checks how many words there are.
func (c *call) parse(least, most int) error {
	var words []string
	for rest := c.words; len(rest) > 0; rest = c.Args()[min(1, c.NArg()):] {
		if err := c.Parse(rest); err != nil {
			return err
		}
		words = append(words, c.Args()[:min(1, c.NArg())]...)
	}
	if c.words = words; len(words) < least || len(words) > most {
		return errors.New(strings.TrimSpace("write it so: " + c.Name() + " " + c.usage))
	}
	return nil
}

func setup(_ context.Context, c *call) error {
	var o node.Config
	c.StringVar(&o.Store, "store", "/var/lib/hub/store", "folder of the streams, on each node")
	c.IntVar(&o.Port, "port", 4222, "port for tables")
	c.IntVar(&o.RoutePort, "route-port", 6222, "port for the other nodes")
	c.StringVar(&o.Monitor, "monitor", "127.0.0.1:8222", "where a node tells how it is")
	c.StringVar(&o.Cert, "cert", "", "certificate (PEM) for TLS, on each node")
	c.StringVar(&o.Key, "key", "", "its key (PEM)")
	if err := c.parse(1, 4); err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(c.dir, "club.json")); err == nil {
		return fmt.Errorf("there is a hub in %s already; new keys would shut out all its tables", c.dir)
	}
	hosts := c.words[1:]
	if len(hosts) == 0 {
		hosts = []string{"localhost"}
	}
	club, err := node.NewClub(c.words[0], hosts, o)
	if err != nil {
		return err
	}
	if err := club.Save(c.dir); err != nil {
		return err
	}
	for i, host := range hosts {
		fmt.Fprintf(c.out, "on %s: hub node --config %s\n", host, filepath.Join(c.dir, fmt.Sprintf("node-%d.conf", i+1)))
	}
	return nil
}

func runNode(ctx context.Context, c *call) error {
	file := c.String("config", "", "the configuration that hub setup made; by default that of node 1")
	if err := c.parse(0, 0); err != nil {
		return err
	}
	if *file == "" {
		*file = filepath.Join(c.dir, "node-1.conf")
	}
	n, err := node.Start(*file, nil)
	if err != nil {
		return err
	}
	return n.Run(ctx, c.logger)
}

func enroll(_ context.Context, c *call) error {
	if err := c.parse(2, 2); err != nil {
		return err
	}
	club, err := node.Open(c.dir)
	if err != nil {
		return err
	}
	ticket, err := club.Enroll(c.words[0], c.words[1])
	if err != nil {
		return err
	}
	if err := club.Keep(c.dir); err != nil {
		return err
	}
	fmt.Fprintln(c.out, ticket)
	return nil
}

func forget(_ context.Context, c *call) error {
	if err := c.parse(1, 1); err != nil {
		return err
	}
	club, err := node.Open(c.dir)
	if err != nil {
		return err
	}
	if err := club.Forget(c.words[0], time.Now()); err != nil {
		return err
	}
	if err := club.Rewrite(c.dir); err != nil {
		return err
	}
	fmt.Fprintf(c.out, "%s is forgotten. Each node has to read its configuration again: copy it there, and send hub node SIGHUP there\n", c.words[0])
	return nil
}

func listTables(_ context.Context, c *call) error {
	if err := c.parse(0, 0); err != nil {
		return err
	}
	club, err := node.Open(c.dir)
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(club.Tables)) {
		fmt.Fprintln(c.out, name, club.Tables[name])
	}
	return nil
}

func consume(ctx context.Context, c *call) error {
	db := c.String("db", "postgres:///hub", "the database")
	urls := c.String("nodes", "", "addresses of the nodes, separated by commas; by default those of hub setup at port 4222")
	if err := c.parse(0, 0); err != nil {
		return err
	}
	nc, err := node.Connect(c.dir, "hub consume", split(*urls))
	if err != nil {
		return err
	}
	defer nc.Close()
	k := keeper.Keeper{DB: *db, NATS: nc, Logger: c.logger, Pause: time.Second, Batch: 500}
	return k.Run(ctx)
}

func split(list string) []string {
	if list == "" {
		return nil
	}
	return strings.Split(list, ",")
}
