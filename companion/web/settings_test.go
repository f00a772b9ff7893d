package web_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"

	"arbiter/companion/web"
	"arbiter/engine"
	"arbiter/setups"
)

// A device keeps what it is told.
type device struct {
	is       setups.Settings
	state    web.DeviceState
	changed  []setups.Setting
	restored string
	restarts int
	refuse   error
}

func (d *device) Settings() (setups.Settings, error) { return d.is, nil }

func (d *device) Change(all ...setups.Setting) error {
	d.changed = append(d.changed, all...)
	return d.refuse
}

func (d *device) State(context.Context) (web.DeviceState, error) { return d.state, nil }

func (d *device) Restart(context.Context) error {
	d.restarts++
	return d.refuse
}

func (d *device) Examine(context.Context, string) ([]web.DoctorLine, error) {
	return []web.DoctorLine{{Text: "ok the clock is right"}, {Text: "fault: no <reader>", Fault: true}}, nil
}

func (d *device) Support(_ context.Context, lang string, w io.Writer) error {
	_, err := io.WriteString(w, "zip "+lang)
	return err
}

func (d *device) Backup(w io.Writer) error {
	if d.refuse != nil {
		return d.refuse
	}
	_, err := io.WriteString(w, "games")
	return err
}

func (d *device) Restore(_ context.Context, in io.Reader) (int, error) {
	text, err := io.ReadAll(in)
	d.restored = string(text)
	return 3, errors.Join(err, d.refuse)
}

func (d *device) Print(w io.Writer, what, game, lang string) error {
	if what == "mats" {
		return web.ErrNoPrint
	}
	_, err := fmt.Fprint(w, "%PDF ", what, game, lang)
	return err
}

// The owner changes settings, asks the doctor, takes files and gives one back; what is
// refused is told, and no half of a file is sent.
func TestSettings(t *testing.T) {
	t.Parallel()
	d := &device{state: web.DeviceState{Program: "arbiter 1.2", Updated: true, Supervised: true}, is: setups.Settings{Names: []string{"a.lan"}, TLS: true}}
	h := newHouse(t, func(o *web.Opts) { o.Owner.Device = d })
	owner := h.owner()
	_, text := owner.get("/settings")
	for _, want := range []string{"arbiter 1.2", "An update is installed.", `value="a.lan"`, `id="tls" checked`, `id="restart-now"`, "labels.pdf?game=council-of-shadows"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page does not say %q:\n%s", want, text)
		}
	}
	if _, text := owner.get("/settings/doctor"); !strings.Contains(text, `<li class="bad">fault: no &lt;reader&gt;</li>`) {
		t.Errorf("the doctor: %s", text)
	}
	owner.ok("/settings", "do", "save", "language", "es", "names", "b.lan, c.lan", "speak", "1")
	if got := fmt.Sprint(d.changed); got != "[{language es} {names [b.lan c.lan]} {api <nil>} {api-delay <nil>} {tls <nil>} {tailnet <nil>} {panel-calm <nil>} {speak true}]" {
		t.Errorf("changed: %s", got)
	}
	for path, want := range map[string]string{"/settings/backup.db": "games", "/settings/support.zip": "zip en", "/settings/print/guide.pdf": "%PDF guideen", "/settings/print/labels.pdf?game=x": "%PDF labelsxen"} {
		if status, got := owner.get(path); status != http.StatusOK || got != want {
			t.Errorf("%s: %d %q", path, status, got)
		}
	}
	for _, path := range []string{"/settings/print/mats.pdf", "/settings/print/other.pdf", "/settings/print/guide.exe"} {
		if status, _ := owner.get(path); status != http.StatusNotFound {
			t.Errorf("%s: %d", path, status)
		}
	}
	if status := owner.upload("/settings/restore", "backup", strings.Repeat("x", 100_000)); status != http.StatusOK || len(d.restored) != 100_000 {
		t.Errorf("a backup comes in: %d, %d bytes", status, len(d.restored))
	}
	d.refuse = engine.Refuse("a game is on; that is done when it is over")
	owner.no(http.StatusConflict, "/settings", "do", "restart")
	if status, text := owner.get("/settings/backup.db"); status != http.StatusConflict || !strings.Contains(text, "a game is on") {
		t.Errorf("a backup that is refused: %d %.200s", status, text)
	}
	if status := owner.upload("/settings/restore", "backup", "x"); status != http.StatusConflict {
		t.Errorf("a backup that is refused comes in: %d", status)
	}
}

// Nobody else changes anything, or gets a file; what is larger than a form is not read of
// others.
func TestSettingsAreTheOwners(t *testing.T) {
	t.Parallel()
	d := &device{state: web.DeviceState{Supervised: true}}
	h := newHouse(t, func(o *web.Opts) { o.Owner.Device = d })
	host := h.host()
	for _, b := range []*browser{h.browser(), host} {
		for _, path := range []string{"/settings", "/settings/doctor", "/settings/backup.db", "/settings/support.zip", "/settings/print/guide.pdf"} {
			if status, text := b.get(path); status != http.StatusForbidden || !strings.Contains(text, "own-code") {
				t.Errorf("%s: %d %.200s", path, status, text)
			}
		}
		b.no(http.StatusForbidden, "/settings", "do", "restart")
		b.no(http.StatusForbidden, "/settings", "do", "save", "language", "es")
		if status := b.upload("/settings/restore", "backup", strings.Repeat("x", 100_000)); status != http.StatusForbidden && status != http.StatusRequestEntityTooLarge {
			t.Errorf("a backup of somebody else: %d", status)
		}
	}
	if d.restarts+len(d.changed)+len(d.restored) > 0 {
		t.Errorf("somebody else has changed %+v", d)
	}
	h.owner().ok("/settings", "do", "restart")
	if d.restarts != 1 {
		t.Error("the control: the owner did not start it anew")
	}
}

// uploaded sends a file in a form, and returns the answer.
func (b *browser) uploaded(path, name, text string) (status int, answer string) {
	b.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	w, err := form.CreateFormFile(name, "file")
	check(b.t, err)
	_, err = io.WriteString(w, text)
	check(b.t, errors.Join(err, form.Close()))
	r := b.request(http.MethodPost, path, nil)
	r.Body, r.ContentLength = io.NopCloser(&body), int64(body.Len())
	r.Header.Set("Content-Type", form.FormDataContentType())
	r.Header.Set("Accept", "application/json")
	status, answer, _ = b.do(r)
	return status, answer
}

// upload is uploaded without the answer.
func (b *browser) upload(path, name, text string) int {
	b.t.Helper()
	status, _ := b.uploaded(path, name, text)
	return status
}
