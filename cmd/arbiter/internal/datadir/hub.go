package datadir

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"arbiter/companion"
	"arbiter/companion/gamelog"
	"arbiter/companion/history"
	"arbiter/companion/outbox"
	"arbiter/engine"
)

// A HubFile stores in a folder which hub its table belongs to. It holds the key of the device, so a
// backup leaves it out: two devices with one key would be one table.
type HubFile string

func (f HubFile) name() string { return filepath.Join(string(f), hubName) }

// Read returns the hub, the zero one if there is none.
func (f HubFile) Read() (outbox.Hub, error) {
	h, err := recall[outbox.Hub](f.name())
	if err != nil {
		err = fmt.Errorf("the hub: %w", err)
	}
	return h, err
}

// Changed returns when the file was written last; zero if there is none.
func (f HubFile) Changed() time.Time {
	info, err := os.Stat(f.name())
	if err != nil {
		return time.Time{}
	}
	return info.ModTime()
}

// Keep replaces the file atomically.
func (f HubFile) Keep(h outbox.Hub) error {
	if err := memorize(f.name(), h); err != nil {
		return fmt.Errorf("the hub: %w", err)
	}
	return nil
}

// Join makes the table belong to the hub at an address, with the ticket that the hub has signed for
// the key of this device; without a ticket it creates the key for the hub to sign.
func (f HubFile) Join(address, ticket string) (outbox.Hub, error) {
	h, err := f.Read()
	if err != nil {
		return h, err
	}
	at, err := url.Parse(address)
	if err != nil || at.Scheme != "nats" && at.Scheme != "tls" || at.Host == "" || at.User != nil || at.Path != "" {
		return h, engine.Refuse("%s is no address of a hub; it is such as tls://hub.example.org:4222", engine.Term(address))
	}
	if h.Seed == "" {
		if h.Seed, err = outbox.NewSeed(); err != nil {
			return h, err
		}
	}
	if h.URL = address; ticket != "" {
		if h.Ticket = strings.TrimSpace(ticket); h.Table() == "" {
			return h, engine.Refuse("that ticket is not for this device, whose key is %s", engine.Term(h.Key()))
		}
	}
	if err := Make(string(f)); err != nil {
		return h, Unmade(string(f), err)
	}
	return h, f.Keep(h)
}

// Share changes what the hub is told from now on. Nobody is told of games that are here already.
func (f HubFile) Share(l outbox.Level) (outbox.Hub, error) {
	h, err := f.Read()
	switch {
	case err != nil:
		return h, err
	case h.URL == "":
		return h, engine.Refuse("this device belongs to no hub")
	}
	h.Fresh = h.Fresh || h.Share == outbox.Nothing && l != outbox.Nothing
	h.Share = l
	return h, f.Keep(h)
}

// Leave makes the table belong to no hub, and forgets the key.
func (f HubFile) Leave() error { return f.Keep(outbox.Hub{}) }

// An Outbox has the games of a folder for a hub.
type Outbox struct {
	*gamelog.DB
	Dir string
}

var _ outbox.Log = Outbox{}

// Parcels returns the games that were played to their end here and have left the table.
func (o Outbox) Parcels() (list []outbox.Parcel, err error) {
	all, err := o.Sendable(companion.Abandoned)
	for _, s := range all {
		p := outbox.Parcel{Game: s.Game, State: s.State, Fork: s.Fork, Tries: s.Tries, Trouble: s.Trouble, Named: s.Named, Told: s.Told, Names: map[string]string{}}
		for seat, label := range s.Labels {
			p.Names[string(seat)] = label
		}
		list = append(list, p)
	}
	on := endedFile(o.Dir).read() // its end may yet be taken back
	return slices.DeleteFunc(list, func(p outbox.Parcel) bool { return on.Stays && p.Game == on.ID }), err
}

var errOnTable = errors.New("a game that is on the table is told to nobody")

// Whole returns a game that is over as messages.
func (o Outbox) Whole(id string) ([]outbox.Message, error) {
	g, err := o.Summary(id)
	if err != nil {
		return nil, err
	}
	if on := endedFile(o.Dir).read(); g.Result == "" || g.Result == companion.Abandoned || on.Stays && on.ID == id {
		return nil, errOnTable
	}
	rows, err := o.Rows(id)
	if err != nil {
		return nil, err
	}
	return messages(g, rows), nil
}

// stamp is how the log writes times.
const stamp = "2006-01-02T15:04:05.000Z"

// messages returns the rows of a game and its end.
func messages(g history.Summary, rows []gamelog.Row) []outbox.Message {
	list := make([]outbox.Message, 0, len(rows)+1)
	for _, r := range rows {
		at, hash := r.Sum()
		list = append(list, outbox.Message{V: outbox.Version, Seq: r.Seq, At: at, By: string(r.By), Command: r.Command, Events: r.Events, Undoes: r.Undoes, Hash: fmt.Sprintf("%x", hash)})
	}
	created := g.Created.UTC().Format(stamp)
	list[0].Game = &outbox.Game{ID: g.ID, Name: g.Game, Created: created, Program: g.Program}
	last := list[len(list)-1]
	end := &outbox.End{Game: g.ID, Name: g.Game, Result: g.Result, Created: created, Finished: g.Finished.UTC().Format(stamp), Bots: map[string]string{}}
	for _, seat := range g.Seats {
		end.Seats = append(end.Seats, string(seat))
	}
	for seat, bot := range g.Bots {
		end.Bots[string(seat)] = bot
	}
	return append(list, outbox.Message{V: outbox.Version, Seq: last.Seq, Hash: last.Hash, End: end})
}

// Keep stores what the hub has been told.
func (o Outbox) Keep(p outbox.Parcel) error {
	return o.KeepSent(gamelog.Sent{Game: p.Game, State: p.State, Fork: p.Fork, Tries: p.Tries, Trouble: p.Trouble, Told: p.Told})
}

// Agree stores which seats agree to their names being told.
func (o Outbox) Agree(game string, seats []string) error { return o.KeepNamed(game, seats) }
