//go:build !race

package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"arbiter/cmd/hub/internal/node"
	"arbiter/cmd/hub/internal/simulate"
	"arbiter/engine/enginetest/tier"
)

// The node and what puts games into the database are killed at any moment while tables play. Each game
// is there once and whole, with the hash that its table has.
func TestKilledHub(t *testing.T) {
	tier.Long(t, tier.Crash, "two programs that are killed for two minutes")
	const tables, games, steps = 60, 8, 60
	pg, dir := database(t), t.TempDir()
	bin := filepath.Join(dir, "hub")
	if out, err := exec.Command("go", "build", "-o", bin, ".").CombinedOutput(); err != nil {
		t.Fatalf("%s", out)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	at := l.Addr().(*net.TCPAddr)
	must(t, l.Close())
	must(t, run(t.Context(), []string{"setup", "club", "--dir", dir, "--store", filepath.Join(dir, "store"), "--port", strconv.Itoa(at.Port), "--monitor", "127.0.0.1:-1"}, io.Discard))
	club, err := node.Open(dir)
	must(t, err)
	hubs, err := enrolled(&club, "nats://"+at.String(), tables)
	must(t, err)
	ctx, stop := context.WithCancel(t.Context())
	var players, programs sync.WaitGroup
	kills := make([]int, 2)
	for i, args := range [][]string{{"node"}, {"consume", "--db", pg.URL, "--nodes", "nats://" + at.String()}} {
		programs.Go(func() {
			chance := rand.New(rand.NewPCG(tier.Seed(t), uint64(i)))
			for ; ctx.Err() == nil; kills[i]++ {
				again, done := context.WithTimeout(ctx, time.Duration(1000+chance.IntN(5000))*time.Millisecond)
				_ = exec.CommandContext(again, bin, append(args, "--dir", dir)...).Run() // it is killed
				done()
			}
		})
	}
	all := make([]*simulate.Table, tables)
	for i := range all {
		all[i] = &simulate.Table{Hub: hubs[i], Seed: uint64(i), Pace: 20 * time.Millisecond, Games: games, Steps: steps, Rest: 200 * time.Millisecond, Logger: quiet()}
		players.Go(func() { must(t, all[i].Run(t.Context())) })
	}
	players.Wait()
	stop()
	programs.Wait()
	db, err := pgx.Connect(t.Context(), pg.URL)
	must(t, err)
	defer db.Close(context.Background())
	for _, table := range all {
		for id, hash := range table.Ends() {
			if asked[int](t, db, `SELECT count(*) FROM ending WHERE game = $1 AND encode(hash, 'hex') = $2`, id, hash) != 1 {
				t.Errorf("%s is not there as its table has it", id)
			}
		}
	}
	found := asked[string](t, db, `SELECT (SELECT count(*) FROM ending) || ' games, ' || count(*) || ' entries' FROM entry`)
	if want := fmt.Sprintf("%d games, %d entries", tables*games, tables*games*(steps+1)); found != want {
		t.Errorf("there are %s, want %s", found, want)
	}
	if kills[0] < 5 || kills[1] < 5 {
		t.Errorf("killed %v times, so nothing is shown", kills)
	}
}
