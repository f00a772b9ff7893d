package companion

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"arbiter/companion/presence"
	"arbiter/engine"
)

// A Button is one of the rig's.
type Button struct {
	Name string      // "confirm", "back", "undo" or "next"
	Seat engine.Seat // whose it is; "" is everybody's
}

// A Press is one press of a Button.
type Press struct {
	Button
	Err error // not nil: nobody has pressed it, but it cannot be read
}

// pad returns the one that a button belongs to, or nil.
func (t *Table) pad(b Button) *pad {
	for i := range t.pads {
		if t.pads[i].seat == b.Seat && slices.Contains(t.pads[i].names, b.Name) {
			return &t.pads[i]
		}
	}
	return nil
}

// A pad is the buttons of one seat, or of everybody, with what was done on them.
type pad struct {
	seat   engine.Seat
	names  []string
	broken []string
	menu   *menu       // nil: closed
	undo   bool        // asks whether the last step is to be taken back
	since  string      // the moment of undo and answer
	answer engine.Text // why the last press did nothing
}

// newPads sorts buttons by whose they are.
func newPads(buttons []Button) (pads []pad) {
	for _, b := range buttons {
		i := slices.IndexFunc(pads, func(p pad) bool { return p.seat == b.Seat })
		if i < 0 {
			i = len(pads)
			pads = append(pads, pad{seat: b.Seat})
		}
		pads[i].names = append(pads[i].names, b.Name)
	}
	return pads
}

// pressing tells whose buttons can choose: "" is everybody's.
func (t *Table) pressing() map[engine.Seat]bool {
	has := func(seat engine.Seat, name string) bool { return t.pad(Button{name, seat}) != nil }
	seats := map[engine.Seat]bool{}
	for _, p := range t.pads {
		seats[p.seat] = has(p.seat, "confirm") && (has(p.seat, "next") || has("", "next"))
	}
	return seats
}

// press does what a button asks for, and shows the outcome.
func (t *Table) press(b Press) {
	p := t.pad(b.Button)
	if p == nil {
		t.logger.Warn("a button that the rig does not have", "button", b.Name, "seat", b.Seat)
		return
	}
	was := len(p.broken)
	if p.broken = slices.DeleteFunc(p.broken, func(n string) bool { return n == b.Name }); len(p.broken) < was && b.Err == nil {
		t.logger.Info("a button works again", "button", b.Name, "seat", b.Seat)
	}
	if b.Err != nil {
		p.broken = append(p.broken, b.Name)
		t.logger.Warn("a button cannot be read", "button", b.Name, "seat", b.Seat, "err", b.Err)
		t.publish()
		return
	}
	p.answer = engine.Text{}
	err := t.pressed(p, b.Name)
	if refusal := (engine.Refusal{}); errors.As(err, &refusal) {
		p.answer, p.since = refusal.Text, t.moment()
	} else if err != nil {
		t.logger.Error("a button", "button", b.Name, "err", cause(err))
		p.answer, p.since = engine.Say("that did not work; the notices or the device's log say why"), t.moment()
	}
	t.publish()
}

func (t *Table) pressed(p *pad, name string) error {
	switch name {
	case "next":
		return t.next(p)
	case "confirm":
		return t.confirm(p)
	case "undo":
		return t.wantUndo(p)
	}
	t.back(p)
	return nil
}

func (t *Table) version() int {
	if t.game == nil {
		return 0
	}
	return t.game.session.Version()
}

// keepPads closes what the game has overtaken.
func (t *Table) keepPads() {
	for i := range t.pads {
		p := &t.pads[i]
		if p.since != t.moment() {
			p.undo, p.answer = false, engine.Text{}
		}
		if p.menu != nil && !t.current(p) {
			p.menu = nil
		}
	}
}

// current tells whether a pad's menu offers what can be chosen now.
func (t *Table) current(p *pad) bool {
	now := t.moment()
	if p.menu.since == now {
		return true
	}
	p.menu.since = now
	return same(p.menu.items, t.items(p))
}

// moment names all that decides what can be chosen: the game, how far it is, and
// which cards wait for an answer.
func (t *Table) moment() string {
	if t.game == nil {
		return ""
	}
	m := t.game.id + " " + strconv.Itoa(t.version())
	if d := t.game.doubt; d != nil {
		m += " doubt " + strconv.Itoa(len(d.Agreed))
	}
	for _, uid := range t.readers.Asked() {
		m += " " + uid
	}
	return m
}

// spoken is what the pads have to say, for everybody.
func (t *Table) spoken() (lines []presence.Notice) {
	say := func(seat engine.Seat, text engine.Text) {
		lines = append(lines, presence.Notice{Seat: seat, Own: text, Public: text})
	}
	asked := map[engine.Seat]bool{}
	for i := range t.pads {
		p := &t.pads[i]
		switch {
		case !p.answer.IsZero():
			say(p.seat, p.answer)
		case p.menu != nil:
			say(p.seat, p.menu.text())
		case p.undo:
			say(p.seat, engine.Say("take back the last step? Confirm, or just go on"))
		}
		if !slices.Contains(p.names, "confirm") {
			continue
		}
		if seat := t.waitingFor(p); seat != "" && !asked[seat] {
			asked[seat] = true
			ask := engine.Say("%s: do you agree to take back the last step? Confirm, or just go on", seat)
			if p := t.game.plea(); p.Line != "" {
				ask = engine.Say("%s: do you agree to this? %s. Confirm, or just go on", seat, p.Text)
			}
			say(seat, ask)
		}
		if seat := t.offeredTo(p); seat != "" && !asked[seat] {
			asked[seat] = true
			say(seat, engine.Say("%s: confirm, and the cards stay as they lie", seat))
		}
	}
	for _, p := range t.pads {
		for _, name := range p.broken {
			say("", engine.Say("the button %s does not work: check its wire", engine.Term(strings.TrimSpace(string(p.seat)+" "+name))))
		}
	}
	if len(t.pads) > 0 && t.game != nil {
		for _, m := range t.game.moves[""] {
			say("", m)
		}
	}
	return lines
}
