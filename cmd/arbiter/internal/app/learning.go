package app

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"arbiter/cmd/arbiter/internal/games"
	"arbiter/cmd/arbiter/internal/lessons"
	"arbiter/companion"
	"arbiter/companion/gamelog"
	"arbiter/companion/history"
	"arbiter/companion/learning"
	"arbiter/companion/web"
	"arbiter/hw"
)

// Lessons teach the cards of a box at the table.
type Lessons struct {
	book    learning.TagStore
	chip    learning.TagMemory
	playing func() bool
	logger  *slog.Logger

	Mu      sync.Mutex
	lessons map[string]*learning.Lesson
	now     *learning.Lesson // the lesson that gets the cards
	Until   time.Time
}

var _ web.Lessons = (*Lessons)(nil)

// attention is how long a lesson gets the cards after somebody last looked at it.
const attention = 2 * time.Minute

// Lesson returns the lesson for a game, the first game for "".
func (s *Lessons) Lesson(game string) (*learning.Lesson, error) {
	if game == "" {
		game = games.List()[0].Name
	}
	s.Mu.Lock()
	defer s.Mu.Unlock()
	l := s.lessons[game]
	if l == nil {
		var err error
		if l, err = lessons.New(game, s.book, s.chip, s.playing, s.logger); err != nil {
			return nil, err
		}
		s.lessons[game] = l
	}
	s.now, s.Until = l, time.Now().Add(attention)
	return l, nil
}

// change passes an arriving card to the lesson that somebody looks at. A card that leaves is passed
// to all.
func (s *Lessons) change(c hw.Change) {
	s.Mu.Lock()
	var listen []*learning.Lesson
	for _, l := range s.lessons {
		if c.Kind == hw.Left || l == s.now && time.Now().Before(s.Until) {
			listen = append(listen, l)
		}
	}
	s.Mu.Unlock()
	for _, l := range listen {
		l.Change(c)
	}
}

// reload lets all lessons know that names of tags were changed.
func (s *Lessons) reload() error {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	var errs []error
	for _, l := range s.lessons {
		errs = append(errs, l.Reload())
	}
	return errors.Join(errs...)
}

// close waits for tags that are being written.
func (s *Lessons) close() {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	for _, l := range s.lessons {
		l.Close()
	}
}

// A tableTagStore is the log; names of tags are passed to the table, too.
type tableTagStore struct {
	*gamelog.DB
	table *companion.Table
}

var _ learning.TagStore = tableTagStore{}

// Name says what a tag is; no words forget it.
func (b tableTagStore) Name(uid string, words []string) error {
	if len(words) == 0 {
		return b.table.Unname(context.Background(), uid)
	}
	return b.table.Name(context.Background(), uid, words)
}

// NameTags names tags, or removes the names of those without words, for the log, the table and the
// lessons: all of them or none.
func (h *App) NameTags(ctx context.Context, tags []history.Tag) error {
	names := map[string][]string{}
	for _, t := range tags {
		names[t.UID] = t.Words
	}
	if err := h.Table.NameAll(ctx, names, func() error { return h.Opts.DB.NameTags(tags) }); err != nil {
		return err
	}
	return h.Lessons.reload()
}

// newLessons returns the lessons of the table. Without tags, cards cannot be recognized.
func (h *App) newLessons(tags bool) *Lessons {
	s := &Lessons{
		book: tableTagStore{h.Opts.DB, h.Table}, logger: h.Opts.Logger, lessons: map[string]*learning.Lesson{},
		playing: func() bool {
			shot, err := h.Table.Snapshot(context.Background(), "")
			return err != nil || shot.GameID != "" && !shot.View.Over
		},
	}
	if tags {
		s.chip = lessons.TagMemory{Buses: h.buses, Maker: h.Opts.Maker}
	}
	return s
}

// A tokenCheck checks the tokens of tags that arrive, if tags have any, and tells the table about
// copies. A tag that cannot be read counts as no copy.
type tokenCheck struct {
	db     *gamelog.DB
	chip   learning.TagMemory
	table  *companion.Table
	logger *slog.Logger
	came   chan hw.Change
}

// How many tags may wait to be checked, and how long a check takes at most.
const (
	sentryQueue = 64
	sentryLook  = 2 * time.Second
)

func newTokenCheck(h *App) *tokenCheck {
	return &tokenCheck{h.Opts.DB, lessons.TagMemory{Buses: h.buses, Maker: h.Opts.Maker}, h.Table, h.Opts.Logger, make(chan hw.Change, sentryQueue)}
}

// change queues an arriving tag without blocking; if too many wait it is not checked.
func (s *tokenCheck) change(c hw.Change) {
	if c.Kind != hw.Arrived {
		return
	}
	select {
	case s.came <- c:
	default:
	}
}

// run checks tags until ctx ends.
func (s *tokenCheck) run(ctx context.Context) {
	for {
		select {
		case c := <-s.came:
			if err := s.look(ctx, c); err != nil && ctx.Err() == nil {
				s.logger.Debug("nobody knows whether a card is a copy", "reader", c.Reader) // the error names the tag, so it is not logged
			}
		case <-ctx.Done():
			return
		}
	}
}

func (s *tokenCheck) look(ctx context.Context, c hw.Change) error {
	kept, err := s.db.Tokens()
	if err != nil || len(kept) == 0 {
		return err
	}
	looking, done := context.WithTimeout(ctx, sentryLook)
	defer done()
	token, err := s.chip.Token(looking, c.Reader, c.UID)
	if err != nil {
		return err
	}
	return s.table.Suspect(ctx, c.UID, learning.Suspicion(c.UID, token, kept))
}
