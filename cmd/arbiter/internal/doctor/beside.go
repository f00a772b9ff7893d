package doctor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"

	"arbiter/cmd/arbiter/internal/control"
	"arbiter/cmd/arbiter/internal/device"
	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/engine"
)

// A told line is one that the doctor of a running table says.
type told struct {
	Text  string
	Fault bool
}

// Beside examines a running table, without touching its readers and panels, and writes lines of
// JSON.
func Beside(ctx context.Context, t device.Used, lang string, out io.Writer) error {
	say, err := i18n.Flag{Lang: lang}.Say(nil)
	if err != nil {
		return err
	}
	to := json.NewEncoder(out)
	x := check{rig: t.Rig, dir: t.Dir, pins: t.Pins, machine: ThisMachine()}
	x.tell = func(f finding) { err = errors.Join(err, to.Encode(told{f.line(say), f.level == ill})) }
	x.ask = func(s engine.Text) { err = errors.Join(err, to.Encode(told{Text: "         " + say(s)})) }
	x.host()
	x.usedReaders(ctx, t.Readers)
	x.usedPanels(t.Panels)
	x.usedButtons(ctx)
	return err
}

// usedReaders judges readers by what the table has seen of them.
func (x *check) usedReaders(ctx context.Context, all map[string]device.Health) {
	x.mute = map[string]bool{}
	for _, r := range x.rig.Readers {
		h, wired := all[r.Name]
		p, shut := answeringReader{Reader: r}, device.Unopened{}
		switch {
		case !wired:
		case h.Scans == 0:
			x.warn(engine.Say("reader %s was not scanned yet", r.Name), engine.Say("ask again"))
		case h.Failed == h.Scans && errors.As(h.Err, &shut):
			x.unopened(r, shut.Err)
		case h.Failed == h.Scans && h.Err != nil:
			x.unanswered(p, h.Err)
		default:
			x.tellModel(p, h.Model)
			x.judge(p, scans{failed: h.Failed, unread: h.Unread})
		}
	}
	x.tellSilent(ctx)
}

// usedPanels says what is wrong with panels that show the game.
func (x *check) usedPanels(troubles map[string]engine.Text) {
	for _, p := range x.rig.Panels {
		switch trouble := troubles[p.Name]; {
		case p.Driver == "web" || p.Driver == "png":
		case !trouble.IsZero():
			x.fault(trouble, engine.Say("the log says more: journalctl -u arbiter"))
		default:
			x.ok(engine.Say("panel %s shows the game", p.Name))
		}
	}
}

// usedButtons checks that buttons are up. They are read as the table has set them up.
func (x *check) usedButtons(ctx context.Context) {
	for _, b := range x.rig.Buttons {
		name := strings.TrimSpace(b.Seat + " " + b.Name)
		if b.Pin == "" || ctx.Err() != nil || x.lacks("button", name) {
			continue
		}
		pin, err := x.pins.In(b.Pin)
		switch {
		case err != nil:
			x.unreadable(name, b.Pin, err)
		case down(ctx, pin):
			x.stuck(name, b.Pin)
		default:
			x.ok(engine.Say("button %s at %s is up", name, b.Pin))
		}
	}
}

// ask has the doctor of a running service examine it.
func (d *Opts) ask(ctx context.Context, out io.Writer, s *control.Service) error {
	say, err := d.Say(nil)
	if err != nil {
		return err
	}
	if d.Cards || d.Presses {
		return errors.New(say(engine.Say("--cards and --presses need the readers and buttons, which are in use by %s; first: %s", inFull(s.Holder()), s.Holder().Stop())))
	}
	fmt.Fprintln(out, "         "+say(engine.Say("Examined beside the table that is running: %s, rig %s.", inFull(s.Holder()), s.Rig)))
	answer, err := s.Ask(ctx, control.Doctor+"?lang="+url.QueryEscape(d.Lang))
	if err != nil {
		return err
	}
	defer answer.Close()
	faults := 0
	for lines := json.NewDecoder(answer); ; {
		var l told
		switch err := lines.Decode(&l); {
		case errors.Is(err, io.EOF):
			return verdict(faults, say)
		case err != nil:
			return fmt.Errorf("the running service: %w", err)
		}
		if fmt.Fprintln(out, l.Text); l.Fault {
			faults++
		}
	}
}
