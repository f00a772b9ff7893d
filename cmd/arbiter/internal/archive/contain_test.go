package archive

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/companion/companiontest/testgame"
	"arbiter/companion/history"
	"arbiter/companion/words"
	"arbiter/engine"
)

// If a game's third entry panics, the error names the game, that entry and a line of the program,
// in each language, but not what panicked; without a panic (control) there is no error.
func TestAGameThatPanics(t *testing.T) {
	catalogue, err := i18n.Catalogue()
	if err != nil {
		t.Fatal(err)
	}
	for _, where := range []string{"decide", "fold", "view", "tell"} {
		faults := &testgame.Faults{}
		rules := testgame.Faulty(faults)
		setup := engine.Setup{Game: rules.Name, Seats: []engine.Seat{"ana", "ben"}}
		start, err := rules.New(setup.Seats, nil)
		if err != nil {
			t.Fatal(err)
		}
		r := Game{Summary: history.Summary{ID: "g7"}, Rules: rules, Start: start, Setup: setup}
		for i, place := range []string{"nowhere", "nowhere", where} {
			r.Entries = append(r.Entries, engine.Entry{Seq: i + 1, By: "ana", Command: testgame.Fail{Seat: "ana", Where: place}, Events: []engine.Event{testgame.Failed{Where: place}}})
		}
		look := func() error {
			return r.Contain(func() error {
				session, err := r.Resumed()
				if err != nil {
					return err
				}
				session.State().View()
				for _, e := range r.Entries {
					for _, x := range slices.Concat([]any{e.Command}, anys(e.Events)) {
						r.Rules.Tell(x)
					}
				}
				r.Differences()
				return nil
			})
		}
		err = look()
		for _, lang := range words.Languages() {
			said := ""
			if err != nil {
				said = i18n.Failure(err, catalogue.With(lang, func(engine.Seat) string { return "" }))
			}
			if !strings.Contains(said, "g7") || !strings.Contains(said, " 3 ") || !strings.Contains(said, "fault.go:") || strings.Contains(said, "hidden") || strings.HasPrefix(said, "a fault") != (lang == words.English) {
				t.Errorf("%s: %s: it says %q", where, lang, said)
			}
		}
		faults.Disarmed.Store(true)
		if err := look(); err != nil {
			t.Errorf("control: %s: %v", where, err)
		}
	}
}

func anys[T any](list []T) (all []any) {
	for _, x := range list {
		all = append(all, x)
	}
	return all
}

// An ordinary error in a sound game is reported unchanged.
func TestContainKeepsErrors(t *testing.T) {
	want := errors.New("the disk is full")
	if err := (&Game{}).Contain(func() error { return want }); !errors.Is(err, want) || fmt.Sprint(err) != "the disk is full" {
		t.Errorf("it says %v, want %v", err, want)
	}
}
