package service

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"arbiter/cmd/arbiter/internal/archive"
	"arbiter/cmd/arbiter/internal/build"
	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/home"
	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/cmd/arbiter/internal/prints"
	"arbiter/companion/web"
	"arbiter/engine"
	"arbiter/setups"
)

// settings are the settings of this device and its owner's other actions, for the pages.
type settings struct {
	*Service
	updated func() bool
}

var _ web.Device = settings{}

func newSettings(e *Service) settings { return settings{e, replaced()} }

// Settings returns the settings in the file; missing ones are zero.
func (settings) Settings() (setups.Settings, error) {
	h, err := home.Load()
	return h.Settings, err
}

// Change changes settings.
func (settings) Change(all ...setups.Setting) error { return unwritten(home.Change(all...)) }

// State returns the state of the device.
func (s settings) State(ctx context.Context) (web.DeviceState, error) {
	snap, err := s.App.Table.Snapshot(ctx, "")
	if err != nil {
		return web.DeviceState{}, err
	}
	games, err := s.DB.IDs()
	return web.DeviceState{
		Program: build.Name(), Rig: s.Rig.Title, Games: len(games), Updated: s.updated(), Supervised: supervised(), Mended: s.DB.Mended(),
		Playing: snap.GameID != "" && !snap.View.Over,
	}, err
}

// supervised reports whether something restarts the program when it ends.
func supervised() bool { return os.Getenv("NOTIFY_SOCKET") != "" }

// Restart ends the program, which is then restarted.
func (s settings) Restart(ctx context.Context) error {
	switch now, err := s.State(ctx); {
	case err != nil:
		return err
	case now.Playing:
		return engine.Refuse("a game is on; that is done when it is over")
	case !now.Supervised:
		return engine.Refuse("nobody starts the program anew here: end it with Ctrl-C, and start it again")
	}
	s.Logger.Info("the owner has the program started anew")
	s.leave()
	return nil
}

// Examine returns the findings of the doctor, line by line.
func (s settings) Examine(ctx context.Context, lang string) (all []web.DoctorLine, err error) {
	var b bytes.Buffer
	if err := s.Service.Examine(ctx, s.used(), lang, &b); err != nil {
		return nil, err
	}
	for d := json.NewDecoder(&b); ; {
		var l web.DoctorLine
		if err := d.Decode(&l); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, err
		}
		all = append(all, l)
	}
}

// Support writes the support file.
func (s settings) Support(ctx context.Context, lang string, out io.Writer) error {
	return s.Service.Support(ctx, s.DB.DB, s.Dir, s.Rig.Name, lang, out)
}

// Backup writes a copy of all games, unless one of them is unfinished: it would reveal what lies
// face down and what will be drawn.
func (s settings) Backup(out io.Writer) error {
	open, err := s.open()
	if err != nil {
		return err
	}
	if open {
		return engine.Refuse("a game can still go on, and a backup would tell its hidden cards; it can be had when the game is over, or at the device: arbiter backup")
	}
	beside, err := archive.Gather(s.Dir)
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp(s.Dir, datadir.BackupFolder)
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	file := filepath.Join(folder, "games.db")
	if err := s.DB.Backup(file, beside); err != nil {
		return err
	}
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = io.Copy(out, f)
	return err
}

// open reports whether a game can still go on.
func (s *Service) open() (bool, error) {
	snap, err := s.App.Table.Snapshot(context.Background(), "")
	if err != nil {
		return false, err
	}
	list, err := s.DB.Games()
	if err != nil {
		return false, err
	}
	open := snap.GameID != "" && !snap.View.Over || snap.Ended.Open()
	for _, g := range list {
		open = open || g.Finished.IsZero()
	}
	return open, nil
}

// mostOfTheDisk limits an incoming backup to one part in so many of the free space: it is copied
// again when it is restored.
const mostOfTheDisk = 4

// Restore stores a backup, which replaces the games when the program is restarted.
func (s settings) Restore(ctx context.Context, in io.Reader) (games int, err error) {
	if now, err := s.State(ctx); err != nil || now.Playing {
		return 0, errors.Join(err, engine.Refuse("a game is on; that is done when it is over"))
	}
	var disk syscall.Statfs_t
	if err := syscall.Statfs(s.Dir, &disk); err != nil {
		return 0, err
	}
	games, err = archive.Stage(s.Dir, in, int64(disk.Bavail)*int64(disk.Bsize)/mostOfTheDisk)
	if err != nil {
		s.Logger.Warn("a backup is refused", "err", err)
		return 0, engine.Refuse("that is no sound backup of Arbiter, or there is no room for it; nothing was changed")
	}
	return games, nil
}

// Print writes a PDF: labels, mats, state or guide.
func (s settings) Print(out io.Writer, what, game, lang string) error {
	in := i18n.Flag{Lang: lang}
	write := map[string]func(io.Writer) error{
		"labels": (&prints.Labels{Game: game, Size: "45x20", Flag: in}).Write,
		"mats":   (&prints.Mats{Rig: s.Rig.Name, Card: "63x88", Flag: in}).Write,
		"state":  func(w io.Writer) error { return (&prints.State{Flag: in}).WriteFrom(s.DB.DB, w) },
		"guide":  (&prints.Guide{Address: s.page(), Flag: in}).Write,
	}[what]
	if write == nil {
		return fmt.Errorf("%w: %s", web.ErrNoPrint, what)
	}
	var b bytes.Buffer
	if err := write(&b); err != nil {
		s.Logger.Info("nothing is printed", "what", what, "err", err)
		return fmt.Errorf("%w: %w", web.ErrNoPrint, err)
	}
	_, err := b.WriteTo(out)
	return err
}

// page returns where phones find the pages.
func (s settings) page() string {
	if s.Join != nil {
		if url := s.Join(); url != "" {
			return strings.TrimSuffix(url, "/") + "/"
		}
	}
	return "http://arbiter.local/"
}
