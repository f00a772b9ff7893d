package companion

import (
	"errors"
	"slices"
	"strconv"

	"arbiter/companion/menu"
	"arbiter/companion/presence"
	"arbiter/engine"
)

// press carries out a press of a button and shows the outcome.
func (t *Table) press(p menu.Press) {
	if !t.buttons.Has(p.Button) {
		t.logger.Warn("a button that the rig does not have", "button", p.Name, "seat", p.Seat)
		return
	}
	if t.buttons.Read(p) {
		t.logger.Info("a button works again", "button", p.Name, "seat", p.Seat)
	}
	if p.Err != nil {
		t.logger.Warn("a button cannot be read", "button", p.Name, "seat", p.Seat, "err", p.Err)
		t.publish()
		return
	}
	if t.buttons.Doubled(p) {
		return
	}
	action, err := t.buttons.Press(p.Button, t.choosing())
	if err == nil {
		err = t.act(action)
	}
	if refusal := (engine.Refusal{}); errors.As(err, &refusal) {
		t.buttons.Answer(p.Button, refusal.Text, t.choosing())
	} else if err != nil {
		t.logger.Error("a button", "button", p.Name, "err", cause(err))
		t.buttons.Answer(p.Button, engine.Say("that did not work; the notices or the device's log say why"), t.choosing())
	}
	t.publish()
}

// choosing returns what the buttons need to know of the table now.
func (t *Table) choosing() menu.Input {
	in := menu.Input{Moment: t.situation(), Items: t.items, Alone: t.alone}
	if g := t.game; g != nil {
		in.Running, in.People, in.Waiting = true, g.acting, g.waiting()
		if p := g.proposal(); p != nil {
			in.Wanted = p.Text
		}
	}
	for _, n := range t.notices {
		if len(n.Accept) > 0 {
			in.Accepting = append(in.Accepting, n.Seat)
		}
	}
	return in
}

// situation returns a string that changes whenever the choices do: it names the game, how far it
// has come, and which cards wait for an answer.
func (t *Table) situation() string {
	if t.game == nil {
		return ""
	}
	m := t.game.id + " " + strconv.Itoa(t.version())
	if d := t.game.divergence; d != nil {
		m += " doubt " + strconv.Itoa(len(d.Agreed))
	}
	if k := t.game.kept; k != nil {
		for _, seat := range t.speaking(t.game.window()) {
			m += " " + strconv.FormatBool(k.answers[seat] != nil)
		}
	}
	for _, uid := range t.readers.Asked() {
		m += " " + uid
	}
	return m
}

func (t *Table) version() int {
	if t.game == nil {
		return 0
	}
	return t.game.session.Version()
}

// act does what was chosen with a button.
func (t *Table) act(a menu.Action) (err error) {
	switch a.Kind {
	case menu.Choose:
		return t.carryOut(a.Item)
	case menu.Agree:
		return t.agreed(a.Seat)
	case menu.Accept:
		_, err = t.accept(a.Seat, t.version())
	case menu.Decline:
		t.game.wanted, t.game.consent = "", nil
	}
	return err
}

// agreed agrees for a seat to what everybody is being asked, or else takes the last step back.
func (t *Table) agreed(seat engine.Seat) error {
	if line := t.game.wanted; line != "" {
		_, err := t.do(viewer{seat: seat}, Request{Seat: seat, Line: line, Version: t.version()})
		return err
	}
	_, err := t.undo(seat, t.version())
	return err
}

func (t *Table) carryOut(x menu.Item) error {
	if x.Do != nil {
		return x.Do()
	}
	for _, seat := range t.game.people {
		a := viewer{seat: seat}
		listed := slices.ContainsFunc(t.game.choices(a), func(c LegalCommand) bool { return c.Line == x.Line })
		if listed || t.game.roll(a).Open() {
			_, err := t.do(a, Request{Seat: seat, Line: x.Line, Version: t.version()})
			return err
		}
	}
	return stale()
}

// spoken returns what the buttons show, as notices for everybody.
func (t *Table) spoken() (all []presence.Notice) {
	if !t.buttons.Any() {
		return nil
	}
	for _, l := range t.buttons.Lines(t.choosing()) {
		all = append(all, presence.Notice{Seat: l.Seat, Own: l.Text, Public: l.Text})
	}
	if t.game != nil {
		for _, m := range t.game.moves[""] {
			all = append(all, presence.Notice{Own: m, Public: m})
		}
	}
	return all
}

// alone reports whether the game waits for one person only.
func (t *Table) alone() bool {
	turns := 0
	for _, p := range t.game.session.Seen("").View().Seats {
		if p.Turn && slices.Contains(t.game.acting, p.Seat) {
			turns++
		}
	}
	return turns == 1 || len(t.game.acting) == 1
}
