package enginetest

import (
	"strings"
	"testing"

	"arbiter/engine"
)

// ajar is a state with a window that asks ana and bea.
type ajar struct {
	shelf
	window engine.Window
	legal  []engine.Command
	view   engine.View
}

type (
	knock   struct{ Seat engine.Seat }
	shut    struct{ Number int }
	heard   struct{ Seat engine.Seat }
	whisper struct{ Seat engine.Seat }
)

func (c knock) By() engine.Seat { return c.Seat }
func (shut) By() engine.Seat    { return engine.Table }

func (e whisper) Cover(seat engine.Seat) engine.Event {
	if seat != e.Seat {
		return nil
	}
	return e
}

func (s ajar) Window() engine.Window   { return s.window }
func (s ajar) Legal() []engine.Command { return s.legal }
func (s ajar) View() engine.View       { return s.view }

func (s ajar) Decide(c engine.Command) ([]engine.Event, error) {
	if k, ok := c.(knock); ok {
		return []engine.Event{whisper(k)}, nil
	}
	return []engine.Event{c}, nil
}

func (s ajar) Apply(e engine.Event) engine.State {
	switch e := e.(type) {
	case shut:
		s.window = engine.Window{}
	case whisper:
		s.legal = []engine.Command{knock{"bea"}, shut{1}}
		if e.Seat == "bea" {
			s.legal = []engine.Command{knock{"ana"}, shut{1}}
		}
	}
	return s
}

// talkative lets everybody hear of answers, and stuck does not end.
type (
	talkative struct{ ajar }
	stuck     struct{ ajar }
)

func (s talkative) Decide(c engine.Command) ([]engine.Event, error) {
	if k, ok := c.(knock); ok {
		return []engine.Event{heard(k)}, nil
	}
	return s.ajar.Decide(c)
}

func (s talkative) Apply(e engine.Event) engine.State {
	if h, ok := e.(heard); ok {
		e = whisper(h)
	}
	return s.ajar.Apply(e)
}

func (s stuck) Apply(engine.Event) engine.State { return s }

func opened() ajar {
	return ajar{
		window: engine.Window{Number: 1, Seats: []engine.Seat{"ana", "bea"}, About: engine.Say("a gain"), Close: shut{1}},
		legal:  []engine.Command{knock{"ana"}, knock{"bea"}, shut{1}},
		view:   engine.View{Seats: []engine.Place{{Seat: "ana"}, {Seat: "bea"}, {Seat: "cleo", Out: true}}},
	}
}

// A window that a program cannot keep for the seats is found out.
func TestWindowed(t *testing.T) {
	good := opened()
	if err := windowed(good, good); err != nil {
		t.Fatal(err)
	}
	other, asksOut, hasty, endless := opened(), opened(), opened(), opened()
	other.window.Seats = other.window.Seats[:1]
	asksOut.window.Seats = append(asksOut.window.Seats, "cleo")
	hasty.legal = append(hasty.legal, knock{"cleo"})
	endless.legal = endless.legal[:2]
	for want, c := range map[string][2]engine.State{
		"a seat knows of":  {good, other},
		"that is out":      {asksOut, asksOut},
		"is legal while":   {hasty, hasty},
		"nobody may end":   {endless, endless},
		"does not end":     {stuck{good}, stuck{good}},
		"hears of":         {talkative{good}, talkative{good}},
		"the window is {N": {ajar{window: engine.Window{Close: shut{}}}, ajar{window: engine.Window{Close: shut{}}}},
	} {
		if err := windowed(c[0], c[1]); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("nobody notices %q (%v)", want, err)
		}
	}
}

// Whoever is out and is still waited for is found out.
func TestGone(t *testing.T) {
	view, legal := opened().view, opened().legal
	if err := gone(view, legal); err != nil {
		t.Fatal(err)
	}
	turn, told := opened().view, opened().view
	turn.Seats[2].Turn = true
	told.Prompts = []engine.Prompt{{Seat: "cleo", Text: engine.Say("play")}}
	for _, err := range []error{gone(turn, nil), gone(told, nil), gone(view, []engine.Command{knock{"cleo"}})} {
		if err == nil || !strings.Contains(err.Error(), "cleo is out") {
			t.Errorf("nobody notices that cleo is out (%v)", err)
		}
	}
}
