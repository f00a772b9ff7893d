package web

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"arbiter/companion/web/page"
	"arbiter/engine"
	"arbiter/setups"
)

// A Device is what its owner does to it besides games. Errors that people can do something
// about are engine.Refusals.
type Device interface {
	Settings() (setups.Settings, error)
	Change(all ...setups.Setting) error
	State(ctx context.Context) (DeviceState, error)
	// Restart has the program started anew, unless a game is on.
	Restart(ctx context.Context) error
	// Examine tells what the doctor finds.
	Examine(ctx context.Context, lang string) ([]DoctorLine, error)
	// Support writes the file for whoever helps: a zip archive.
	Support(ctx context.Context, lang string, out io.Writer) error
	// Backup writes a copy of all games, unless one of them can go on.
	Backup(out io.Writer) error
	// Restore keeps a backup that is put in place with the next start, and tells how many
	// games are in it.
	Restore(ctx context.Context, in io.Reader) (games int, err error)
	// Print writes a PDF: labels of a game's cards, mats, state or guide. The error is
	// ErrNoPrint where there is nothing to print.
	Print(out io.Writer, what, game, lang string) error
}

// ErrNoPrint: there is nothing of that kind to print.
var ErrNoPrint = errors.New("there is nothing to print")

// A DeviceState is how a device is.
type DeviceState struct {
	Program, Rig string
	Games        int
	Playing      bool // a game is on
	Updated      bool // another program lies where this one was started from
	Supervised   bool // somebody starts the program anew when it ends
}

// A DoctorLine is one that the doctor says.
type DoctorLine struct {
	Text  string
	Fault bool
}

// slowly lets a request take as long as a large file needs.
func slowly(w http.ResponseWriter) {
	c, late := http.NewResponseController(w), time.Now().Add(largeFile)
	_ = c.SetReadDeadline(late) // without it large files are broken off
	_ = c.SetWriteDeadline(late)
}

const largeFile = 15 * time.Minute

// settingsPage shows the settings, and the way to all else that the owner does.
func (s *Server) settingsPage(w http.ResponseWriter, r *http.Request) { s.settings(w, r, nil) }

func (s *Server) settings(w http.ResponseWriter, r *http.Request, findings []DoctorLine) {
	p := document{viewer: s.viewer(r, ""), Kind: "settings", Look: true, Path: "/settings"}
	now, err := s.opts.Device.State(r.Context())
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	is, wrong := s.opts.Device.Settings()
	say := s.speaker(p.lang, nil)
	d := page.Settings{
		Program: now.Program, Rig: say(engine.Say("%s", engine.Term(now.Rig))), Updated: now.Updated, Playing: now.Playing, May: now.Supervised && !now.Playing,
		Names: strings.Join(is.Names, " "), TLS: is.TLS, Tailnet: is.Tailnet, Calm: is.PanelCalm, Speak: is.Speak, Rigs: s.opts.Rigs != nil, Games: now.Games, Restored: r.URL.Query().Has("restored"), Saved: r.URL.Query().Has("saved"),
	}
	if wrong != nil {
		d.Wrong = wrong.Error()
	}
	d.Languages = append(d.Languages, page.Pick{Label: say(engine.Say("that of the device")), On: is.Language == ""})
	for _, l := range languages {
		d.Languages = append(d.Languages, page.Pick{Value: l.Code, Label: l.Name, On: l.Code == is.Language})
	}
	for _, o := range s.table.Offers() {
		d.Labels = append(d.Labels, page.Link{Href: "/settings/print/labels.pdf?game=" + o.Game.Name, ID: "labels-" + o.Game.Name, Title: say(o.Game.Called())})
	}
	for _, f := range findings {
		d.Findings = append(d.Findings, page.DoctorLine(f))
	}
	part, err := s.pages[p.lang].fill("device", d)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	p.Parts = fragments{"device": part}
	s.write(w, http.StatusOK, p)
}

// doctorPage shows what the doctor finds.
func (s *Server) doctorPage(w http.ResponseWriter, r *http.Request) {
	slowly(w)
	found, err := s.opts.Device.Examine(r.Context(), s.languageOf(r))
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	s.settings(w, r, found)
}

// set changes what a form says: do is save or restart.
func (s *Server) set(_ http.ResponseWriter, r *http.Request) (outcome, error) {
	switch do := r.PostFormValue("do"); do {
	case "save":
		if err := s.opts.Device.Change(changes(r)...); err != nil {
			return outcome{}, err
		}
		s.logger.Info("the owner has changed settings")
		return outcome{Go: "/settings?saved#restart"}, nil
	case "restart":
		return outcome{Go: "/"}, s.opts.Device.Restart(r.Context())
	default:
		return outcome{}, fmt.Errorf("%w: nobody can %q a device", errMalformed, do)
	}
}

// changes are the settings of a form; what is empty is not said.
func changes(r *http.Request) []setups.Setting {
	list := []setups.Setting{{Key: "language"}, {Key: "names"}}
	if lang := r.PostFormValue("language"); lang != "" {
		list[0].Value = lang
	}
	if names := strings.FieldsFunc(r.PostFormValue("names"), func(c rune) bool { return c == ' ' || c == ',' || c == '\n' || c == '\r' }); len(names) > 0 {
		list[1].Value = names
	}
	for _, key := range []string{"tls", "tailnet", "panel-calm", "speak"} {
		c := setups.Setting{Key: key}
		if r.PostFormValue(key) != "" {
			c.Value = true
		}
		list = append(list, c)
	}
	return list
}

// restoreBackup takes in a backup.
func (s *Server) restoreBackup(w http.ResponseWriter, r *http.Request) (outcome, error) {
	slowly(w)
	file, err := sent(r, "backup")
	if err != nil {
		return outcome{}, err
	}
	if _, err = s.opts.Device.Restore(r.Context(), file); err != nil {
		return outcome{}, unreadUnless(err)
	}
	s.logger.Info("the owner has sent a backup, which is put in place with the next start")
	return outcome{Go: "/settings?restored#restart"}, nil
}

// unreadUnless keeps refusals; what else is wrong is the browser's fault.
func unreadUnless(err error) error {
	if errors.As(err, new(engine.Refusal)) {
		return err
	}
	return unread(err)
}

// download sends a file that a device makes. What is refused is told as a page: nothing has
// been sent then.
func (s *Server) download(name, kind string, write func(r *http.Request, w io.Writer) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		slowly(w)
		begun := &late{ResponseWriter: w, name: name, kind: kind}
		err := write(r, begun)
		switch {
		case err == nil:
		case begun.sent:
			panic(http.ErrAbortHandler) // so that nobody takes it for whole
		case errors.Is(err, ErrNoPrint):
			http.NotFound(w, r)
		default:
			s.refuse(w, r, err)
		}
	}
}

// late sends headers with the first bytes.
type late struct {
	http.ResponseWriter
	name, kind string
	sent       bool
}

// Write sends bytes.
func (l *late) Write(b []byte) (int, error) {
	if !l.sent {
		l.Header().Set("Content-Type", l.kind)
		l.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", l.name))
		l.sent = true
	}
	return l.ResponseWriter.Write(b)
}

// printed sends a PDF.
func (s *Server) printed(w http.ResponseWriter, r *http.Request) {
	file := r.PathValue("file")
	what, pdf := strings.CutSuffix(file, ".pdf")
	if !pdf || !slices.Contains([]string{"labels", "mats", "state", "guide"}, what) {
		http.NotFound(w, r)
		return
	}
	s.download("arbiter-"+file, "application/pdf", func(r *http.Request, w io.Writer) error {
		return s.opts.Device.Print(w, what, r.URL.Query().Get("game"), s.languageOf(r))
	})(w, r)
}

// deviceRoutes are what the owner does to the device.
func (s *Server) deviceRoutes(mux *routes) {
	s.private(mux, "/settings", owning, s.settingsPage)
	s.private(mux, "/settings/doctor", owning, s.doctorPage)
	s.private(mux, "/settings/backup.db", owning, s.download("arbiter-games.db", "application/octet-stream", func(_ *http.Request, w io.Writer) error { return s.opts.Device.Backup(w) }))
	s.private(mux, "/settings/support.zip", owning, s.download("arbiter-support.zip", "application/zip", func(r *http.Request, w io.Writer) error {
		return s.opts.Device.Support(r.Context(), s.languageOf(r), w)
	}))
	s.private(mux, "/settings/print/{file}", owning, s.printed)
	s.act(mux, "/settings", s.set)
	s.act(mux, "/settings/restore", s.restoreBackup)
}
