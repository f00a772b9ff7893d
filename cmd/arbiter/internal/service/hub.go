package service

import (
	"context"
	"time"

	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/companion/outbox"
)

// A hub is told about the table as much as its owner allows.
type hub struct {
	*outbox.Client
	file datadir.HubFile
}

func newHub(e *Service) *hub {
	return &hub{outbox.New(outbox.Opts{Log: datadir.Outbox{DB: e.DB.DB, Dir: e.Dir}, Logger: e.Logger}), datadir.HubFile(e.Dir)}
}

// rereading is how often the service looks whether a command or a page has changed the hub.
const rereading = 2 * time.Second

// follow serves the hub in the file, also when that changes, until ctx ends.
func (b *hub) follow(ctx context.Context, e *Service) error {
	for read := (time.Time{}); ctx.Err() == nil; {
		if at := b.file.Changed(); at != read {
			if err := b.use(e); err != nil {
				e.Logger.Error("the hub cannot be used", "err", err)
			} else {
				read = at
			}
		}
		select {
		case <-time.After(rereading):
		case <-ctx.Done():
		}
	}
	return nil
}

func (b *hub) use(e *Service) error {
	h, err := b.file.Read()
	if err != nil {
		return err
	}
	if h.Fresh {
		if err := e.DB.HoldGames(); err != nil {
			return err
		}
		h.Fresh = false
		if err := b.file.Keep(h); err != nil {
			return err
		}
	}
	b.Use(h)
	return nil
}

// pictures tells the hub what other programs may see. A delay set for them applies here, too.
func (b *hub) pictures(ctx context.Context, e *Service) error {
	select {
	case <-b.Joined():
		return e.Server.Abroad(ctx, e.Lang, b.Tell)
	case <-ctx.Done():
		return nil
	}
}
