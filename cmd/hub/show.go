package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats.go"

	"arbiter/cmd/hub/internal/keeper"
	"arbiter/cmd/hub/internal/node"
	"arbiter/cmd/hub/internal/pages"
	"arbiter/cmd/hub/internal/postgres"
	"arbiter/cmd/hub/internal/simulate"
	"arbiter/companion/outbox"
	"arbiter/companion/words"
	"arbiter/setups"
)

func serve(ctx context.Context, c *call) error {
	db := c.String("db", "postgres:///hub", "the database")
	addr := c.String("addr", ":8090", "where browsers find the pages")
	urls := c.String("nodes", "", "addresses of the nodes, separated by commas")
	if err := c.parse(0, 0); err != nil {
		return err
	}
	nc, err := node.Connect(c.dir, "hub serve", split(*urls))
	if err != nil {
		return err
	}
	defer nc.Close()
	l, err := net.Listen("tcp", *addr)
	if err != nil {
		return err
	}
	return c.pages(ctx, nc, *db, l)
}

// pages shows a hub until ctx ends.
func (c *call) pages(ctx context.Context, nc *nats.Conn, db string, l net.Listener) error {
	pool, err := pgxpool.New(ctx, db)
	if err != nil {
		return errors.Join(err, l.Close())
	}
	defer pool.Close()
	catalogue, err := words.Load(setups.Words())
	if err != nil {
		return errors.Join(err, l.Close())
	}
	boards := pages.NewBoards()
	s, err := pages.New(pool, boards, catalogue, c.logger)
	if err != nil {
		return errors.Join(err, l.Close())
	}
	var all sync.WaitGroup
	all.Go(func() {
		for ctx.Err() == nil {
			err := boards.Follow(ctx, nc)
			if err == nil {
				return // what comes is heard
			}
			c.logger.Warn("there are no boards yet", "err", err)
			select {
			case <-ctx.Done():
			case <-time.After(time.Second): // the hub may come
			}
		}
	})
	defer all.Wait()
	h := &http.Server{}
	return s.Serve(ctx, h, func() error { return h.Serve(l) })
}

// simulated lets tables play that it enrolls.
func simulated(ctx context.Context, c *call) error {
	n := c.Int("tables", 20, "how many tables play")
	pace := c.Duration("pace", 2*time.Second, "how long a step takes")
	urls := c.String("nodes", "", "addresses of the nodes, separated by commas")
	if err := c.parse(0, 0); err != nil {
		return err
	}
	if *urls == "" {
		*urls = "nats://localhost:4222"
	}
	club, err := node.Open(c.dir)
	if err != nil {
		return err
	}
	tables, err := enrolled(&club, *urls, *n)
	if err == nil {
		err = club.Keep(c.dir)
	}
	if err != nil {
		return err
	}
	c.play(ctx, tables, *pace)
	return nil
}

// enrolled returns the hubs of simulated tables, each with a key of its own.
func enrolled(club *node.Club, url string, n int) (list []outbox.Hub, err error) {
	for i := range n {
		h := outbox.Hub{URL: url, Share: outbox.Running}
		if h.Seed, err = outbox.NewSeed(); err != nil {
			return nil, err
		}
		name := "simulated-" + strconv.Itoa(i+1)
		delete(club.Tables, name)
		if h.Ticket, err = club.Enroll(name, h.Key()); err != nil {
			return nil, err
		}
		list = append(list, h)
	}
	return list, nil
}

func (c *call) play(ctx context.Context, tables []outbox.Hub, pace time.Duration) {
	var all sync.WaitGroup
	for i, h := range tables {
		all.Go(func() {
			t := simulate.Table{Hub: h, Seed: uint64(time.Now().UnixNano()) + uint64(i), Pace: pace, Steps: 30, Logger: c.logger} // #nosec G115 -- neither is negative
			if err := t.Run(ctx); err != nil {
				c.logger.Error("a simulated table ends", "err", err)
			}
		})
	}
	all.Wait()
}

// try starts everything in a folder that is gone afterwards.
func try(ctx context.Context, c *call) error {
	n := c.Int("tables", 20, "how many simulated tables play")
	pace := c.Duration("pace", 2*time.Second, "how long a step takes")
	addr := c.String("addr", "localhost:8090", "where browsers find the pages")
	if err := c.parse(0, 0); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "hub")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	database := filepath.Join(dir, "database")
	// PostgreSQL of another user goes through the folder, which it cannot read.
	if err := errors.Join(os.Mkdir(database, 0o700), os.Chmod(dir, 0o711)); err != nil { // #nosec G302 -- files in it are closed
		return err
	}
	pg, err := postgres.Start(database)
	if err != nil {
		return err
	}
	defer pg.Stop()
	club, err := node.NewClub("try", []string{"localhost"}, node.Config{Store: filepath.Join(dir, "store"), Port: -1, Monitor: "127.0.0.1:-1"})
	if err != nil {
		return err
	}
	if err := club.Save(dir); err != nil {
		return err
	}
	server, err := node.Start(filepath.Join(dir, "node-1.conf"), node.Quiet)
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var all sync.WaitGroup
	defer all.Wait()
	defer stop()
	all.Go(func() { _ = server.Run(ctx, c.logger) }) // it returns no error
	nc, err := node.Connect(dir, "hub try", []string{server.ClientURL()})
	if err != nil {
		return err
	}
	defer nc.Close()
	first, err := pgx.Connect(ctx, pg.URL)
	if err != nil {
		return err
	}
	if err := errors.Join(keeper.Prepare(ctx, first), first.Close(ctx)); err != nil {
		return err
	}
	k := keeper.Keeper{DB: pg.URL, NATS: nc, Logger: c.logger, Pause: time.Second, Batch: 500}
	all.Go(func() { _ = k.Run(ctx) }) // it returns no error
	tables, err := enrolled(&club, server.ClientURL(), *n)
	if err != nil {
		return err
	}
	all.Go(func() { c.play(ctx, tables, *pace) })
	l, err := net.Listen("tcp", *addr)
	if err != nil {
		return err
	}
	fmt.Fprintf(c.out, "%d simulated tables: http://%s/\nCtrl-C ends it, and nothing is left.\n", *n, l.Addr())
	return c.pages(ctx, nc, pg.URL, l)
}
