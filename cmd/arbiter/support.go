package main

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"arbiter/cmd/arbiter/internal/address"
	"arbiter/cmd/arbiter/internal/archive"
	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/setups"
)

type support struct {
	datadir.Dir
	Rig string `default:"virtual" env:"ARBITER_RIG" placeholder:"NAME|FILE" help:"What is wired where: a rig that comes with the program, or a file (${default})."`
	URL string `name:"url" default:"http://localhost:8080/" placeholder:"URL" help:"Where the running arbiter answers, if it runs (${default})."`
	Out string `default:"arbiter-support.zip" placeholder:"FILE" type:"path" help:"The file to write (${default})."`
	i18n.Flag
}

// Help is the longer help.
func (support) Help() string {
	return `The file is for whoever helps you: which build this is and what it is made of, the rig, what the doctor finds, how the running service is, the sizes of files, the last lines of its log, and a line for each game: which one, how long, whether its log is in order.

There is no name of a player in it, no card, no number of a tag, no code and no token. Have a look: it is a zip file of texts. Nothing is sent anywhere.`
}

// Run writes the file.
func (s *support) Run(ctx context.Context, out io.Writer) error {
	return (*supportOpts)(s).run(ctx, out)
}

// supportOpts is what support was asked for.
type supportOpts struct {
	datadir.Dir
	Rig string
	URL string
	Out string
	i18n.Flag
}

// run writes the file.
func (s *supportOpts) run(ctx context.Context, out io.Writer) error {
	b, err := s.bundle(ctx)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	if err := b.zip(&text); err != nil {
		return err
	}
	if err := os.WriteFile(s.Out, text.Bytes(), 0o600); err != nil {
		return fmt.Errorf("support: %w; choose another file with --out FILE", err)
	}
	fmt.Fprintf(out, "%s holds:\n", s.Out)
	for _, l := range b.leaves {
		fmt.Fprintf(out, "  %-12s %6d bytes\n", l.name, len(l.text))
	}
	fmt.Fprintln(out, "No names, cards, tags, codes or tokens are in it. Nothing was sent anywhere.")
	return nil
}

// A bundle is texts for whoever helps.
type bundle struct {
	leaves  []leaf
	secrets []string // are blotted out wherever they stand
}

type leaf struct{ name, text string }

// add adds a text. Trouble with it is what stands there: a bundle is for devices
// where something is out of order.
func (b *bundle) add(name, text string, err error) {
	if err != nil {
		text += fmt.Sprintf("\n(%v)\n", err)
	}
	for _, secret := range b.secrets {
		text = strings.ReplaceAll(text, secret, "***")
	}
	b.leaves = append(b.leaves, leaf{name, text})
}

func (b *bundle) zip(out io.Writer) error {
	z := zip.NewWriter(out)
	for _, l := range b.leaves {
		w, err := z.CreateHeader(&zip.FileHeader{Name: "arbiter/" + l.name, Method: zip.Deflate, Modified: time.Now()})
		if err != nil {
			return err
		}
		if _, err := io.WriteString(w, l.text); err != nil {
			return err
		}
	}
	return z.Close()
}

// bundle gathers everything.
func (s *supportOpts) bundle(ctx context.Context) (*bundle, error) {
	dir, err := s.Path()
	if err != nil {
		return nil, err
	}
	b := &bundle{secrets: secretsIn(s.Dir, dir)}
	b.add("version.txt", build()+"\n", nil)
	text, err := written(writeBill)
	b.add("sbom.json", text, err)
	rig, err := setups.LoadRig(s.Rig)
	if err == nil {
		var toml []byte
		toml, err = rig.TOML()
		text = string(toml)
	}
	b.add("rig.toml", text, err)
	text, err = written(func(w io.Writer) error {
		return (&doctorOpts{Dir: datadir.Dir{Data: dir}, Rig: s.Rig, Within: time.Second, Patience: knocking, Flag: s.Flag}).run(ctx, w)
	})
	b.add("doctor.txt", text, err)
	text, err = s.healthz(ctx)
	b.add("healthz.txt", text, err)
	text, err = sizes(dir)
	b.add("sizes.txt", text, err)
	text, err = s.played()
	b.add("games.txt", text, err)
	text, err = lastLines(ctx)
	b.add("journal.txt", text, err)
	return b, nil
}

func written(f func(io.Writer) error) (string, error) {
	var b strings.Builder
	err := f(&b)
	return b.String(), err
}

// asking is how long a question to the service or to the journal may take.
const asking = 5 * time.Second

// healthz is what the running service says of itself.
func (s *supportOpts) healthz(ctx context.Context) (string, error) {
	ctx, done := context.WithTimeout(ctx, asking)
	defer done()
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

// rounding of sizes: what was played must not be read off them.
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
	free, trouble := thisMachine().space(dir)
	fmt.Fprintf(&b, "free %.1f MB\n", float64(free/rounding)/10)
	return b.String(), errors.Join(err, trouble)
}

// played is a line for each game: no names, and no more of it than that its log is
// in order.
func (s *supportOpts) played() (string, error) {
	db, err := s.Look()
	if err != nil {
		return "", err
	}
	defer db.Close()
	if err := db.Check(); err != nil {
		return "", err
	}
	list, err := db.Games()
	var b strings.Builder
	for i, g := range list {
		state := "over"
		if g.Finished.IsZero() {
			state = "goes on"
		}
		fmt.Fprintf(&b, "%d. %s, %d seats, %d bots, %d entries, %s, written by %q: %s\n",
			len(list)-i, g.Game, len(g.Seats), len(g.Bots), g.Entries, state, g.Program, s.verdict(g.ID))
	}
	return b.String(), err
}

// verdict tells whether the log of a game is in order.
func (s *supportOpts) verdict(id string) string {
	r, err := (&archive.Selection{Dir: s.Dir, ID: id}).Read()
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

// lastLines are the last ones that the service has logged, if there is a journal,
// without the codes that it told at its start.
func lastLines(ctx context.Context) (string, error) {
	ctx, done := context.WithTimeout(ctx, asking)
	defer done()
	cmd := exec.CommandContext(ctx, "journalctl", "--unit=arbiter", "--lines=500", "--no-pager", "--quiet", "--output=short-iso", "--no-hostname")
	text, err := cmd.Output()
	code := regexp.MustCompile(`(` + regexp.QuoteMeta(codeIs) + `|` + regexp.QuoteMeta(ownerIs) + `|` + regexp.QuoteMeta(address.OwnerPath) + `)[A-Z0-9]+`)
	return code.ReplaceAllString(string(text), "$1***"), err
}

// secretsIn lists what never goes into a bundle, whatever wrote it there: names of
// players, numbers and words of tags, marks of seats, the name of the home folder.
func secretsIn(f datadir.Dir, dir string) (all []string) {
	keep := func(s string) {
		if len(s) > 2 {
			all = append(all, s)
		}
	}
	if home, err := os.UserHomeDir(); err == nil && filepath.Dir(home) != home {
		keep(home)
	}
	if code, err := datadir.OwnerFile(dir).Read(); err == nil {
		keep(code)
	}
	if marks, err := datadir.OwnersFile(dir).Owners(); err == nil {
		for _, m := range marks {
			keep(m)
		}
	}
	if marks, err := datadir.SeatFile(dir).Seats(); err == nil {
		for _, m := range marks {
			for mark := range strings.FieldsSeq(m) {
				keep(mark)
			}
		}
	}
	db, err := f.Look()
	if err != nil {
		return all
	}
	defer db.Close()
	if tags, err := db.Tags(); err == nil {
		for uid := range tags {
			keep(uid)
		}
	}
	list, _ := db.Games() // those that are sound, whatever others are
	for _, g := range list {
		for _, name := range g.Labels {
			keep(name)
		}
		keep(g.Note)
	}
	return all
}
