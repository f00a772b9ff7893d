// Package support collects what a helper needs to know, without names, cards and codes.
package support

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"time"

	"arbiter/cmd/arbiter/internal/address"
	"arbiter/cmd/arbiter/internal/archive"
	"arbiter/cmd/arbiter/internal/build"
	"arbiter/cmd/arbiter/internal/control"
	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/doctor"
	"arbiter/cmd/arbiter/internal/home"
	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/cmd/arbiter/internal/service"
	"arbiter/companion/gamelog"
	"arbiter/companion/history"
	"arbiter/engine"
)

// Opts has the flags of the command support.
type Opts struct {
	datadir.Dir
	Rig string
	URL string
	Out string
	i18n.Flag
}

// Beside writes the support file of a running service, which has the games open.
func Beside(ctx context.Context, db *gamelog.DB, dir, rig, lang string, out io.Writer) error {
	b, err := (&Opts{Dir: datadir.Dir{Data: dir}, Rig: rig, Flag: i18n.Flag{Lang: lang}}).bundle(ctx, db, nil)
	if err != nil {
		return err
	}
	return b.zip(out)
}

// Run writes the file.
func (s *Opts) Run(ctx context.Context, out io.Writer) error {
	b, err := s.Bundle(ctx)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	if err := b.zip(&text); err != nil {
		return err
	}
	if err := os.WriteFile(s.Out, text.Bytes(), 0o600); err != nil {
		return i18n.Wrap(err, "support: %s; choose another file with --out FILE", err)
	}
	fmt.Fprintf(out, "%s holds:\n", s.Out)
	for _, l := range b.Leaves {
		fmt.Fprintf(out, "  %-12s %6d bytes\n", l.Name, len(l.Text))
	}
	fmt.Fprintln(out, "No names, cards, tags, codes or tokens are in it. Nothing was sent anywhere.")
	return nil
}

// Bundle collects everything.
func (s *Opts) Bundle(ctx context.Context) (*Bundle, error) {
	db, err := s.Look()
	if err != nil {
		return s.bundle(ctx, nil, err)
	}
	defer db.Close()
	return s.BundleOf(ctx, db)
}

// BundleOf collects everything in a program that has the games open.
func (s *Opts) BundleOf(ctx context.Context, db *gamelog.DB) (*Bundle, error) {
	return s.bundle(ctx, db, db.Check())
}

// bundle collects everything, with the open games or the reason why they are not.
func (s *Opts) bundle(ctx context.Context, db *gamelog.DB, unsound error) (*Bundle, error) {
	dir, err := s.Path()
	if err != nil {
		return nil, err
	}
	b := NewBundle(SecretsIn(db, dir))
	b.Add("version.txt", build.Name()+"\n", nil)
	text, err := written(build.WriteSBOM)
	b.Add("sbom.json", text, err)
	rig, err := home.LoadRig(s.Rig)
	if err == nil {
		var toml []byte
		toml, err = rig.TOML()
		text = string(toml)
	}
	b.Add("rig.toml", text, err)
	text, err = written(func(w io.Writer) error {
		return (&doctor.Opts{Dir: datadir.Dir{Data: dir}, Rig: s.Rig, Within: time.Second, Patience: doctor.Patience, Flag: s.Flag}).Run(ctx, w)
	})
	b.Add("doctor.txt", text, err)
	text, err = s.healthz(ctx, dir)
	b.Add("healthz.txt", text, err)
	text, err = sizes(dir)
	b.Add("sizes.txt", text, err)
	text = ""
	if err = unsound; err == nil {
		text, err = played(db)
	}
	b.Add("games.txt", text, err)
	text, err = LastLines(ctx)
	b.Add("journal.txt", text, err)
	return b, nil
}

func written(f func(io.Writer) error) (string, error) {
	var b strings.Builder
	err := f(&b)
	return b.String(), err
}

// asking is how long a question to the service or to the journal may take.
const asking = 5 * time.Second

// healthz returns what the running service says of itself.
func (s *Opts) healthz(ctx context.Context, dir string) (string, error) {
	ctx, done := context.WithTimeout(ctx, asking)
	defer done()
	if s.URL == "" {
		return ofService(ctx, dir)
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimSuffix(s.URL, "/")+"/healthz", nil)
	if err != nil {
		return "", err
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(io.LimitReader(answer.Body, 64<<10))
	return answer.Status + "\n" + string(text), err
}

// ofService returns what the service that keeps its games in a folder says.
func ofService(ctx context.Context, dir string) (string, error) {
	service, err := control.Find(ctx, dir)
	if err != nil {
		return "", err
	}
	if service == nil {
		return "", engine.Refuse("no service runs here, or none that this user may ask")
	}
	answer, err := service.Ask(ctx, "/healthz")
	if err != nil {
		return "", err
	}
	defer answer.Close()
	text, err := io.ReadAll(io.LimitReader(answer, 64<<10))
	return service.Holder().String() + "\n" + string(text), err
}

// rounding is how sizes are rounded, so that they do not reveal what was played.
const rounding = 100_000

// sizes lists the files of a folder, and how much room there is.
func sizes(dir string) (string, error) {
	list, err := os.ReadDir(dir)
	var b strings.Builder
	for _, e := range list {
		info, err := e.Info()
		if err != nil {
			continue // it has just gone
		}
		fmt.Fprintf(&b, "%-24s %s %5.1f MB\n", e.Name(), info.Mode(), float64(info.Size()/rounding+1)/10)
	}
	free, trouble := doctor.ThisMachine().Space(dir)
	fmt.Fprintf(&b, "free %.1f MB\n", float64(free/rounding)/10)
	return b.String(), errors.Join(err, trouble)
}

// readingTime is how long games are read for the file, since somebody is waiting for it.
const readingTime = time.Minute

// played writes a line for each game: no names, and only whether its log is in order. The newest
// come first; what does not fit into the time is left out.
func played(db *gamelog.DB) (string, error) {
	list, err := db.Games()
	var b strings.Builder
	end := time.Now().Add(readingTime)
	for i, g := range list {
		state, verdict := "over", "not read: there are too many"
		if g.Finished.IsZero() {
			state = "goes on"
		}
		if time.Now().Before(end) {
			verdict = verdictOn(db, g)
		}
		fmt.Fprintf(&b, "%d. %s, %d seats, %d bots, %d entries, %s, written by %q: %s\n",
			len(list)-i, g.Game, len(g.Seats), len(g.Bots), g.Entries, state, g.Program, verdict)
	}
	return b.String(), err
}

// verdictOn returns whether the log of a game is in order, in words.
func verdictOn(db *gamelog.DB, g history.Summary) string {
	r, err := archive.Read(db, g)
	if err != nil {
		return "its log cannot be read"
	}
	if _, err := r.Resumed(); err != nil {
		return "its log cannot be followed"
	}
	if differs, _ := r.Differences(); len(differs) > 0 {
		return fmt.Sprintf("the rules decide %d entries otherwise today", len(differs))
	}
	return "in order"
}

// LastLines returns the last lines that the service has logged, if there is a journal, without the
// codes that it printed at its start.
func LastLines(ctx context.Context) (string, error) {
	ctx, done := context.WithTimeout(ctx, asking)
	defer done()
	cmd := exec.CommandContext(ctx, "journalctl", "--unit=arbiter", "--lines=500", "--no-pager", "--quiet", "--output=short-iso", "--no-hostname")
	text, err := cmd.Output()
	code := regexp.MustCompile(`(` + regexp.QuoteMeta(service.CodeIs) + `|` + regexp.QuoteMeta(service.OwnerIs) + `|` + regexp.QuoteMeta(address.OwnerPath) + `)[A-Z0-9]+`)
	return code.ReplaceAllString(string(text), "$1***"), err
}
