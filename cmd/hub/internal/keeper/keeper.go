// Package keeper puts the games of a hub's stream into PostgreSQL. How far it is stands in the same
// transaction as what it has put there, so it may be killed anywhere: nothing is lost and nothing is
// there twice.
package keeper

import (
	"context"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"arbiter/companion/outbox"
)

//go:embed schema.sql
var schema string

// A Keeper reads the stream into a database.
type Keeper struct {
	DB     string // URL
	NATS   *nats.Conn
	Logger *slog.Logger
	Pause  time.Duration // before a second try
	Batch  int           // messages in a transaction
}

// Prepare makes the tables.
func Prepare(ctx context.Context, db *pgx.Conn) error {
	_, err := db.Exec(ctx, schema)
	return err
}

// Run keeps games until ctx ends.
func (k *Keeper) Run(ctx context.Context) error {
	for ctx.Err() == nil {
		if err := k.session(ctx); err != nil && ctx.Err() == nil {
			k.Logger.Warn("games wait in the stream", "err", err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(k.Pause):
		}
	}
	return nil
}

// session works until something breaks.
func (k *Keeper) session(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	db, err := pgx.Connect(ctx, k.DB)
	if err != nil {
		return err
	}
	defer db.Close(context.Background())
	if err := Prepare(ctx, db); err != nil {
		return err
	}
	asked, err := pgx.Connect(ctx, k.DB)
	if err != nil {
		return err
	}
	defer asked.Close(context.Background())
	questions := make(chan *nats.Msg, 1000)
	for _, subject := range []string{"arb.v1.*.have", "arb.v1.*.names"} {
		s, err := k.NATS.ChanQueueSubscribe(subject, "hub", questions)
		if err != nil {
			return err
		}
		defer s.Unsubscribe()
	}
	done := make(chan struct{})
	defer func() { cancel(nil); <-done }()
	go func() {
		defer close(done)
		for {
			select {
			case <-ctx.Done():
				return
			case m := <-questions:
				if err := answer(ctx, asked, m); err != nil {
					cancel(err)
				}
			}
		}
	}()
	js, err := jetstream.New(k.NATS)
	if err != nil {
		return err
	}
	for {
		if err := k.read(ctx, js, db); err != nil {
			if why := context.Cause(ctx); why != nil {
				return why
			}
			return err
		}
	}
}

// read reads on from where the database is, until the stream is another one.
func (k *Keeper) read(ctx context.Context, js jetstream.JetStream, db *pgx.Conn) error {
	stream, err := js.Stream(ctx, outbox.Games)
	if err != nil {
		return err
	}
	made := stream.CachedInfo().Created
	var from uint64
	// A stream that was lost and made again begins with 1; what is here already is not put here twice.
	err = db.QueryRow(ctx, `SELECT seq FROM position WHERE stream = $1 AND made = $2`, outbox.Games, made).Scan(&from)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return err
	}
	c, err := js.OrderedConsumer(ctx, outbox.Games, jetstream.OrderedConsumerConfig{DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: from + 1})
	if err != nil {
		return err
	}
	for ctx.Err() == nil {
		some, err := c.Fetch(k.Batch, jetstream.FetchMaxWait(time.Second))
		if err != nil {
			return err
		}
		var list []jetstream.Msg
		for m := range some.Messages() {
			list = append(list, m)
		}
		if len(list) > 0 {
			if err := k.put(ctx, db, made, list); err != nil {
				return err
			}
		}
		if err := some.Error(); err != nil && !errors.Is(err, nats.ErrTimeout) {
			return err
		}
	}
	return ctx.Err()
}

// put puts messages into the database. What PostgreSQL cannot keep is kept as it is, so that it holds
// up nothing.
func (k *Keeper) put(ctx context.Context, db *pgx.Conn, made time.Time, list []jetstream.Msg) error {
	err := k.together(ctx, db, made, list, "")
	if wrong := (*pgconn.PgError)(nil); !errors.As(err, &wrong) || wrong.Code[:2] != "22" && wrong.Code[:2] != "54" {
		return err
	}
	for i := range list {
		one := list[i : i+1]
		if err = k.together(ctx, db, made, one, ""); err != nil {
			err = k.together(ctx, db, made, one, err.Error())
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// together puts messages into the database, all or none; as they are, if why says what is wrong with
// them.
func (k *Keeper) together(ctx context.Context, db *pgx.Conn, made time.Time, list []jetstream.Msg, why string) error {
	tx, err := db.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback(context.Background()) // does nothing after Commit
	b := batch{tx: tx, known: map[string]string{}}
	var seq uint64
	for _, m := range list {
		about, err := m.Metadata()
		if err != nil {
			return err
		}
		seq = about.Sequence.Stream
		var taken error = &strange{why}
		if why == "" {
			taken = b.take(ctx, m.Subject(), m.Data())
		}
		if err := taken; err != nil {
			if !errors.As(err, new(*strange)) {
				return err
			}
			k.Logger.Warn("a message is kept as it is", "subject", m.Subject(), "seq", seq, "why", err)
			b.queue.Queue(`INSERT INTO odd (made, seq, subject, why, raw) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`, made, seq, m.Subject(), err.Error(), m.Data())
		}
	}
	b.queue.Queue(`INSERT INTO position (stream, made, seq) VALUES ($1, $2, $3) ON CONFLICT (stream) DO UPDATE SET made = excluded.made, seq = excluded.seq`, outbox.Games, made, seq)
	if err := tx.SendBatch(ctx, &b.queue).Close(); err != nil {
		return err
	}
	return tx.Commit(ctx)
}

// strange is a message that is no game as this program knows it.
type strange struct{ why string }

// Error says why.
func (s *strange) Error() string { return s.why }

// A batch collects what is to be put into the database.
type batch struct {
	tx    pgx.Tx
	queue pgx.Batch
	known map[string]string // the last hash of a log, by its subject
}

// take queues a message.
func (b *batch) take(ctx context.Context, subject string, data []byte) error {
	words := strings.Split(subject, ".") // arb.v1.TABLE.game.ID or arb.v1.TABLE.fork.ID.HASH
	var m outbox.Message
	var v struct{ V int }
	switch err := json.Unmarshal(data, &v); {
	case err != nil:
		return &strange{"it is no JSON"}
	case v.V != outbox.Version:
		return &strange{fmt.Sprintf("version %d is newer than this hub", v.V)}
	}
	if err := json.Unmarshal(data, &m); err != nil {
		return &strange{"it is no message of a game"}
	}
	hash, err := hex.DecodeString(m.Hash)
	if err != nil || len(hash) != 32 {
		return &strange{"it has no hash"}
	}
	// PostgreSQL has no text with a zero byte, and would refuse the whole transaction for ever.
	if strings.Contains(string(data), `\u0000`) || m.Seq < 0 || m.Seq >= 1<<20 || m.Undoes < 0 || m.Undoes >= 1<<20 {
		return &strange{"it has what no log has"}
	}
	table, game := words[2], words[4]
	if m.End != nil {
		e := m.End
		created, err1 := time.Parse(time.RFC3339, e.Created)
		finished, err2 := time.Parse(time.RFC3339, e.Finished)
		if err1 != nil || err2 != nil || e.Game != game {
			return &strange{"it is the end of no game"}
		}
		bots, err := json.Marshal(e.Bots)
		if err != nil {
			return err
		}
		b.queue.Queue(`INSERT INTO ending (tab, game, hash, name, seats, bots, result, created, finished, entries, record)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (tab, game, hash) DO UPDATE SET record = ending.record OR excluded.record`,
			table, game, hash, e.Name, orNone(e.Seats), bots, e.Result, created, finished, m.Seq, e.Record)
		return nil
	}
	if (m.Seq == 0) != (m.Game != nil) || m.Game != nil && m.Game.ID != game {
		return &strange{"it is the start of no game"}
	}
	if err := b.follows(ctx, subject, table, game, m); err != nil {
		return err
	}
	var start []byte
	if m.Game != nil {
		if start, err = json.Marshal(m.Game); err != nil {
			return err
		}
	}
	b.queue.Queue(`INSERT INTO entry (tab, game, seq, hash, at, by, command, events, undoes, start) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING`,
		table, game, m.Seq, hash, m.At, m.By, m.Command, orNone(m.Events), m.Undoes, start)
	b.known[subject] = m.Hash
	return nil
}

func orNone(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

// follows returns an error if the hash of an entry does not go on from an entry before it.
func (b *batch) follows(ctx context.Context, subject, table, game string, m outbox.Message) error {
	before := []string{b.known[subject]}
	if m.After(before[0]) == m.Hash {
		return nil
	}
	rows, err := b.tx.Query(ctx, `SELECT encode(hash, 'hex') FROM entry WHERE tab = $1 AND game = $2 AND seq = $3`, table, game, m.Seq-1)
	if err == nil {
		before, err = pgx.CollectRows(rows, pgx.RowTo[string])
	}
	if err != nil {
		return err
	}
	for _, hash := range before {
		if m.After(hash) == m.Hash {
			return nil
		}
	}
	return &strange{fmt.Sprintf("entry %d does not fit the one before", m.Seq)}
}

// mostAsked is how many games a table may ask about at once.
const mostAsked = 1000

// answer answers a table. A question that nobody can understand has no answer.
func answer(ctx context.Context, db *pgx.Conn, m *nats.Msg) error {
	words := strings.Split(m.Subject, ".")
	table := words[2]
	if words[3] == "names" {
		var n outbox.Names
		if json.Unmarshal(m.Data, &n) != nil || n.V != outbox.Version || len(n.Names) > 12 {
			return nil
		}
		err := rename(ctx, db, table, n)
		if wrong := (*pgconn.PgError)(nil); err == nil || errors.As(err, &wrong) && wrong.Code[:2] == "22" { // what it says cannot be kept: it need not ask again
			return errors.Join(m.Respond([]byte("{}")))
		}
		return err
	}
	var q outbox.Asking
	if json.Unmarshal(m.Data, &q) != nil || q.V != outbox.Version || len(q.Games) > mostAsked {
		return nil
	}
	for _, id := range q.Games {
		if !outbox.ValidGame.MatchString(id) {
			return nil
		}
	}
	rows, err := db.Query(ctx, `SELECT game, encode(hash, 'hex') FROM ending WHERE tab = $1 AND game = ANY ($2)`, table, orNone(q.Games))
	if err != nil {
		return err
	}
	kept := outbox.Kept{V: outbox.Version, Games: map[string][]string{}}
	var game, hash string
	if _, err := pgx.ForEachRow(rows, []any{&game, &hash}, func() error {
		kept.Games[game] = append(kept.Games[game], hash)
		return nil
	}); err != nil {
		return err
	}
	text, err := json.Marshal(kept)
	if err != nil {
		return err
	}
	return m.Respond(text)
}

// rename replaces the names of a game.
func rename(ctx context.Context, db *pgx.Conn, table string, n outbox.Names) error {
	return pgx.BeginFunc(ctx, db, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `DELETE FROM called WHERE tab = $1 AND game = $2`, table, n.Game); err != nil {
			return err
		}
		for seat, name := range n.Names {
			if len(seat) > longest || len(name) > longest || name == "" {
				continue
			}
			if _, err := tx.Exec(ctx, `INSERT INTO called (tab, game, seat, name) VALUES ($1, $2, $3, $4)`, table, n.Game, seat, name); err != nil {
				return err
			}
		}
		return nil
	})
}

// longest is how many bytes a name has at most.
const longest = 160
