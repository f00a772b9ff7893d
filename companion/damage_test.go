package companion_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"arbiter/companion"
	"arbiter/companion/companiontest"
	"arbiter/companion/history"
	"arbiter/engine"
)

// hurt is a store whose unfinished game is damaged.
type hurt struct {
	*companiontest.Store
	damage error
}

func (h *hurt) Unfinished() (history.Saved, bool, error) { return history.Saved{}, false, h.damage }

func inEnglish(texts []engine.Text) (all []string) {
	for _, x := range texts {
		all = append(all, x.String())
	}
	return all
}

// Everybody is told of the damage, on panels too, until a new game begins; nothing else that people
// do clears the notice. Other store errors keep their usual notice.
func TestDamagedGameIsTold(t *testing.T) {
	remedy := "nothing in it was changed; a new game can begin; arbiter games check tells more, arbiter games export takes out what is sound, arbiter restore puts a backup in its place"
	for _, c := range []struct {
		damage error
		want   []string
	}{
		{&history.Damage{Games: []string{"g1"}, Sound: 11, Err: errors.New("x")},
			[]string{"the game that was played last is damaged from line 12 on and does not go on (g1); the lines before are sound", remedy}},
		{&history.Damage{Games: []string{"g1"}, Sound: -1, Err: errors.New("x")},
			[]string{"the game that was played last is damaged from its start and does not go on (g1)", remedy}},
		{fmt.Errorf("wrapped: %w", &history.Damage{Games: []string{"g1"}, Sound: 11, Beside: true, Err: errors.New("x")}),
			[]string{"the game that was played last does not go on (g1): what is kept beside its log is damaged, such as names; its log is sound up to line 11", remedy}},
		{errors.New("disk I/O error"), []string{"the unfinished game cannot be read; a new one can be started"}},
	} {
		frames := make(chan []string, 100)
		panel := companiontest.Panel(func(_ engine.View, notices []engine.Text) { frames <- inEnglish(notices) })
		s := open(t, &hurt{memory(), c.damage}, func(o *companion.Opts) { o.Panels = []companion.Panel{panel} })
		if got := <-frames; !slices.Equal(got, c.want) {
			t.Errorf("%v: the panel shows %q, want %q", c.damage, got, c.want)
		}
		for _, seat := range []engine.Seat{"", "purple"} {
			var texts []engine.Text
			for _, n := range s.see(seat).Notices {
				texts = append(texts, n.Text)
			}
			if got := inEnglish(texts); !slices.Equal(got, c.want) {
				t.Errorf("%v: seat %q reads %q, want %q", c.damage, seat, got, c.want)
			}
		}
		if err := errors.Join(s.Finish(t.Context()), s.Table.Name(t.Context(), "0A0B0C0D", []string{"purple", "moon"})); err != nil {
			t.Error(err) // the store works
		}
		if got := len(s.see("").Notices); len(c.want) > 1 && got != len(c.want) {
			t.Errorf("%v: %d notices after something was kept, want %d", c.damage, got, len(c.want))
		}
		s.seats("purple", "green")
		if got := s.see("purple").Notices; len(got) != 0 {
			t.Errorf("%v: in the new game there still is %v", c.damage, got)
		}
	}
}
