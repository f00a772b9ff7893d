package owner

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"arbiter/companion/web/page"
	"arbiter/companion/web/page/ownerpage"
	"arbiter/companion/web/site"
	"arbiter/engine"
	"arbiter/setups"
)

// slowly lets a request take as long as a large file needs.
func slowly(w http.ResponseWriter) {
	c, late := http.NewResponseController(w), time.Now().Add(largeFile)
	_ = c.SetReadDeadline(late) // otherwise large files would be cut off
	_ = c.SetWriteDeadline(late)
}

const largeFile = 15 * time.Minute

// settingsPage shows the settings, and links to everything else the owner can do.
func (s *Pages) settingsPage(w http.ResponseWriter, r *http.Request) { s.settings(w, r, nil) }

func (s *Pages) settings(w http.ResponseWriter, r *http.Request, findings []site.DoctorLine) {
	p := site.Document{Viewer: s.Viewer(r, ""), Kind: "settings", Look: true, Path: "/settings"}
	now, err := s.Opts.Owner.Device.State(r.Context())
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	is, wrong := s.Opts.Owner.Device.Settings()
	say := s.Speaker(p.Lang, nil)
	d := ownerpage.Settings{
		Program: now.Program, Rig: say(engine.Say("%s", engine.Term(now.Rig))), Updated: now.Updated, Playing: now.Playing, May: now.Supervised && !now.Playing,
		Names: strings.Join(is.Names, " "), TLS: is.TLS, Tailnet: is.Tailnet, Calm: is.PanelCalm, Speak: is.Speak, Rigs: s.Opts.Owner.Rigs != nil, Tags: s.Opts.Owner.Tags != nil, Games: now.Games, Restored: r.URL.Query().Has("restored"), Saved: r.URL.Query().Has("saved"),
	}
	if !now.Mended.IsZero() {
		d.Mended = say(now.Mended)
	}
	if wrong != nil {
		d.Wrong = wrong.Error()
	}
	d.Languages = append(d.Languages, ownerpage.Pick{Label: say(engine.Say("that of the device")), On: is.Language == ""})
	for _, l := range site.Languages {
		d.Languages = append(d.Languages, ownerpage.Pick{Value: l.Code, Label: l.Name, On: l.Code == is.Language})
	}
	d.API = []ownerpage.Pick{
		{Value: "", Label: say(engine.Say("none of them")), On: is.API == ""},
		{Value: "network", Label: say(engine.Say("all in this network")), On: is.API == "network"},
		{Value: "token", Label: say(engine.Say("whoever has the link with its token")), On: is.API == "token"},
	}
	for _, n := range []int{0, 1, 2, 5, 10, 15, 20, 30} {
		label := engine.Say("by {%d minute|%d minutes}", n)
		if n == 0 {
			label = engine.Say("at once")
		}
		d.Delays = append(d.Delays, ownerpage.Pick{Value: strconv.Itoa(n), Label: say(label), On: strconv.Itoa(n) == is.APIDelay})
	}
	d.Delays = append(d.Delays, ownerpage.Pick{Value: "round", Label: say(engine.Say("when the round is over")), On: is.APIDelay == "round"})
	if d.APIOn = s.Opts.API.On; d.APIOn {
		at, with := s.Shown(r), ""
		if t := s.Opts.API.Token; t != "" {
			with = "?token=" + t
		}
		d.Overlay, d.TableAPI = at+"/overlay"+with, at+"/api/table"+with
	}
	if d.Broker = s.Opts.Owner.Broker != nil; d.Broker {
		d.BrokerWrong = say(s.Opts.Owner.Broker.Status().Wrong)
	}
	for _, o := range s.Table.Offers() {
		d.Labels = append(d.Labels, page.Link{Href: "/settings/print/labels.pdf?game=" + o.Game.Name, ID: "labels-" + o.Game.Name, Title: say(o.Game.Called())})
	}
	for _, f := range findings {
		d.Findings = append(d.Findings, ownerpage.DoctorLine(f))
	}
	part, err := s.Templates[p.Lang]().Fill("device", d)
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	p.Parts = site.Fragments{"device": part}
	s.Write(w, http.StatusOK, p)
}

// doctorPage shows the findings of the doctor.
func (s *Pages) doctorPage(w http.ResponseWriter, r *http.Request) {
	slowly(w)
	found, err := s.Opts.Owner.Device.Examine(r.Context(), s.LanguageOf(r))
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	s.settings(w, r, found)
}

// set saves the settings in a form, or restarts. Fields of the form: do, which is save or restart.
func (s *Pages) set(_ http.ResponseWriter, r *http.Request) (site.Outcome, error) {
	switch do := r.PostFormValue("do"); do {
	case "save":
		if err := s.Opts.Owner.Device.Change(changes(r)...); err != nil {
			return site.Outcome{}, err
		}
		s.Logger.Info("the owner has changed settings")
		return site.Outcome{Go: "/settings?saved#restart"}, nil
	case "restart":
		return site.Outcome{Go: "/"}, s.Opts.Owner.Device.Restart(r.Context())
	default:
		return site.Outcome{}, fmt.Errorf("%w: nobody can %q a device", site.ErrMalformed, do)
	}
}

// changes returns the settings in a form, without those left empty.
func changes(r *http.Request) []setups.Setting {
	list := []setups.Setting{{Key: "language"}, {Key: "names"}}
	if lang := r.PostFormValue("language"); lang != "" {
		list[0].Value = lang
	}
	for _, key := range []string{"api", "api-delay"} {
		c := setups.Setting{Key: key}
		if v := r.PostFormValue(key); v != "" && v != "0" {
			c.Value = v
		}
		list = append(list, c)
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

// restoreBackup takes a backup.
func (s *Pages) restoreBackup(w http.ResponseWriter, r *http.Request) (site.Outcome, error) {
	slowly(w)
	file, err := site.Sent(r, "backup")
	if err != nil {
		return site.Outcome{}, err
	}
	err = s.Alone(func() error {
		_, err := s.Opts.Owner.Device.Restore(r.Context(), file)
		return err
	})
	if err != nil {
		return site.Outcome{}, unreadUnless(err)
	}
	s.Logger.Info("the owner has sent a backup, which is put in place with the next start")
	return site.Outcome{Go: "/settings?restored#restart"}, nil
}

// unreadUnless keeps refusals; any other error is the client's fault.
func unreadUnless(err error) error {
	if errors.As(err, new(engine.Refusal)) {
		return err
	}
	return site.Unread(err)
}

// download sends a file made by the device. A refusal is shown as a page, since nothing has been
// sent by then.
func (s *Pages) download(name, kind string, write func(r *http.Request, w io.Writer) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		slowly(w)
		begun := &late{ResponseWriter: w, name: name, kind: kind}
		err := s.Alone(func() error { return write(r, begun) })
		switch {
		case err == nil:
		case begun.sent:
			panic(http.ErrAbortHandler) // so that nobody takes it for complete
		case errors.Is(err, site.ErrNoPrint):
			http.NotFound(w, r)
		default:
			s.Refuse(w, r, err)
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
		site.SendAtOnce(l.ResponseWriter)
		l.Header().Set("Content-Type", l.kind)
		l.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", l.name))
		l.sent = true
	}
	return l.ResponseWriter.Write(b)
}

// printed sends a PDF.
func (s *Pages) printed(w http.ResponseWriter, r *http.Request) {
	file := r.PathValue("file")
	what, pdf := strings.CutSuffix(file, ".pdf")
	if !pdf || !slices.Contains([]string{"labels", "mats", "state", "guide"}, what) {
		http.NotFound(w, r)
		return
	}
	s.download("arbiter-"+file, "application/pdf", func(r *http.Request, w io.Writer) error {
		return s.Opts.Owner.Device.Print(w, what, r.URL.Query().Get("game"), s.LanguageOf(r))
	})(w, r)
}

// deviceRoutes registers what the owner does to the device.
func (s *Pages) deviceRoutes(mux *site.Routes) {
	s.Private(mux, "/settings", site.Owning, s.settingsPage)
	s.Private(mux, "/settings/doctor", site.Owning, s.doctorPage)
	s.Private(mux, "/settings/backup.db", site.Owning, s.download("arbiter-games.db", "application/octet-stream", func(_ *http.Request, w io.Writer) error { return s.Opts.Owner.Device.Backup(w) }))
	s.Private(mux, "/settings/support.zip", site.Owning, s.download("arbiter-support.zip", "application/zip", func(r *http.Request, w io.Writer) error {
		return s.Opts.Owner.Device.Support(r.Context(), s.LanguageOf(r), w)
	}))
	s.Private(mux, "/settings/print/{file}", site.Owning, s.printed)
	s.Act(mux, "/settings", s.set)
	if s.Opts.Owner.Broker != nil {
		s.Private(mux, "/settings/mqtt", site.Owning, s.brokerPage)
		s.Act(mux, "/settings/mqtt", s.setBroker)
	}
	s.Act(mux, "/settings/restore", s.restoreBackup)
}
