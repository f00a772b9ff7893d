package pages

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"arbiter/companion/outbox"
	"arbiter/companion/spectator"
)

// Boards are the latest pictures of all tables.
type Boards struct {
	mu    sync.Mutex
	all   map[string]*Board
	last  uint64
	moved chan struct{} // closed when a picture comes
}

// A Board is the latest picture of a table.
type Board struct {
	Name string // of the table
	spectator.Table
	At time.Time

	n uint64
}

// NewBoards returns none.
func NewBoards() *Boards { return &Boards{all: map[string]*Board{}, moved: make(chan struct{})} }

// mostPicture is how large a picture may be; that of any game has a few thousand bytes.
const mostPicture = 64 << 10

// Put takes a picture, if it is one.
func (b *Boards) Put(subject string, data []byte, at time.Time) {
	var p outbox.Picture
	if len(data) > mostPicture || json.Unmarshal(data, &p) != nil || p.V != outbox.Version {
		return
	}
	name := strings.Split(subject, ".")[2]
	b.mu.Lock()
	defer b.mu.Unlock()
	b.last++
	b.all[name] = &Board{Name: name, Table: p.Table, At: at, n: b.last}
	close(b.moved)
	b.moved = make(chan struct{})
}

// Since returns the boards that are newer than a number, by name, and the number of the newest.
func (b *Boards) Since(n uint64) (list []*Board, last uint64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, board := range b.all {
		if board.n > n {
			list = append(list, board)
		}
	}
	slices.SortFunc(list, func(x, y *Board) int { return cmp.Compare(x.Name, y.Name) })
	return list, b.last
}

// Wait is closed when the next picture comes.
func (b *Boards) Wait() <-chan struct{} {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.moved
}

// Follow takes pictures as tables tell them: at first those that the hub has, then whatever comes.
// Pictures that come meanwhile are newer.
func (b *Boards) Follow(ctx context.Context, nc *nats.Conn) error {
	sub, err := nc.Subscribe("arb.v1.*.live", func(m *nats.Msg) { b.Put(m.Subject, m.Data, time.Now()) })
	if err != nil {
		return err
	}
	js, err := jetstream.New(nc)
	if err != nil {
		return err
	}
	c, err := js.OrderedConsumer(ctx, outbox.Live, jetstream.OrderedConsumerConfig{DeliverPolicy: jetstream.DeliverLastPerSubjectPolicy})
	if err != nil {
		return errors.Join(err, sub.Unsubscribe())
	}
	for {
		some, err := c.Fetch(500, jetstream.FetchMaxWait(time.Second))
		if err != nil {
			return err
		}
		more := false
		for m := range some.Messages() {
			about, err := m.Metadata()
			if err != nil {
				return err
			}
			if more = about.NumPending > 0; !b.has(m.Subject()) {
				b.Put(m.Subject(), m.Data(), about.Timestamp)
			}
		}
		if !more {
			return some.Error()
		}
	}
}

func (b *Boards) has(subject string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.all[strings.Split(subject, ".")[2]] != nil
}
