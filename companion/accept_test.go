package companion_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"arbiter/companion"
	"arbiter/engine"
	"arbiter/hw"
)

// offered returns what a seat may accept.
func offered(s companion.Snapshot) string {
	var all []string
	for _, n := range s.Notices {
		for _, x := range n.Accept {
			all = append(all, x.String())
		}
	}
	return strings.Join(all, "; ")
}

// A card lies where the game does not have it, and the rules would allow it there.
func TestAccept(t *testing.T) {
	for _, c := range []struct {
		name   string
		do     func(*stage)
		reads  string // before
		offer  string
		after  string // what is still to be done
		finish func(*stage)
	}{
		{name: "an undone card", do: func(s *stage) {
			s.lie(hw.Arrived, "purple-1", "purple", "moon")
			if _, err := s.undo("purple"); err != nil {
				s.Fatal(err)
			}
		}, reads: "purple: take moon from field 1 into the hand", offer: "purple plan 1 moon"},
		{name: "two cards in one field", do: func(s *stage) {
			s.lie(hw.Arrived, "purple-1", "purple", "moon")
			s.lie(hw.Arrived, "purple-1", "purple", "sun")
		}, reads: "purple: sun cannot lie on the card on field 1; take it into the hand",
			offer: "purple take-back 1 moon; purple plan 1 sun",
			after: "purple: take moon from field 1 into the hand",
			finish: func(s *stage) {
				s.lie(hw.Left, "purple-1", "purple", "moon")
			}},
		{name: "swapped", do: func(s *stage) {
			s.play("purple", "purple plan 1 sun", "purple plan 2 moon")
			s.lie(hw.Arrived, "purple-1", "purple", "moon")
			s.lie(hw.Arrived, "purple-2", "purple", "sun")
		}, reads: "purple: swap the cards on field 1 and field 2",
			offer: "purple take-back 1 sun; purple take-back 2 moon; purple plan 1 moon; purple plan 2 sun"},
		{name: "moved", do: func(s *stage) {
			s.play("purple", "purple plan 1 moon")
			s.lie(hw.Arrived, "purple-2", "purple", "moon")
		}, reads: "purple: move moon from field 2 to field 1", offer: "purple take-back 1 moon; purple plan 2 moon"},
		{name: "missing", do: func(s *stage) {
			s.lie(hw.Arrived, "purple-1", "purple", "moon")
			s.play("purple", "purple plan 2 sun")
		}, reads: "purple: put sun on field 2", offer: "purple take-back 2 sun"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := open(t, memory()).seats("purple", "green")
			c.do(s)
			shot := s.see("purple")
			if got := s.notices("purple"); got != c.reads {
				t.Errorf("purple reads %q, want %q", got, c.reads)
			}
			if got := offered(shot); got != c.offer {
				t.Errorf("purple is offered %q, want %q", got, c.offer)
			}
			for _, seat := range []engine.Seat{"green", ""} {
				if got := offered(s.see(seat)); got != "" {
					t.Errorf("%q is told about the offer: %q", seat, got)
				}
			}
			before := len(s.lines())
			answer, err := s.Accept(t.Context(), "purple", shot.Version)
			if err != nil {
				t.Fatal(err)
			}
			if got, want := answer.Version, s.see("").Version; got != want {
				t.Errorf("the answer says version %d, it is %d", got, want)
			}
			if got := strings.Join(s.lines()[before:], "; "); got != c.offer {
				t.Errorf("played %q, want %q", got, c.offer)
			}
			if got := s.notices("purple"); got != c.after {
				t.Errorf("afterward purple reads %q, want %q", got, c.after)
			}
			if c.finish != nil {
				c.finish(s)
				if got := s.notices("purple"); got != "" {
					t.Errorf("at the end purple reads %q", got)
				}
			}
		})
	}
}

// What the rules forbid is not offered, and is refused in words if somebody asks for it anyway.
func TestAcceptIsRefused(t *testing.T) {
	const never = "purple: the rules do not allow the cards as they lie; do what the notice says"
	for _, c := range []struct {
		name string
		do   func(*stage)
		want string
	}{
		{"nothing lies wrong", func(*stage) {}, "purple: the cards lie as the game has them"},
		{"after ready", func(s *stage) {
			s.lie(hw.Arrived, "purple-1", "purple", "moon")
			s.lie(hw.Arrived, "purple-2", "purple", "sun")
			s.play("purple", "purple ready")
			s.lie(hw.Left, "purple-1", "purple", "moon")
			s.lie(hw.Arrived, "purple-2", "purple", "moon")
		}, never},
		{"another seat's card", func(s *stage) { s.lie(hw.Arrived, "purple-1", "green", "moon") }, never},
		{"another seat's card upon one's own", func(s *stage) {
			s.lie(hw.Arrived, "purple-1", "purple", "moon")
			s.lie(hw.Arrived, "purple-1", "green", "moon")
		}, never},
		{"a reader that is down", func(s *stage) {
			s.lie(hw.Arrived, "purple-1", "purple", "moon")
			if _, err := s.undo("purple"); err != nil {
				s.Fatal(err)
			}
			s.tell(hw.Change{Kind: hw.ReaderDown, At: time.Now(), Reader: "purple-1", Err: hw.ErrNoReader})
		}, never},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := open(t, memory()).seats("purple", "green")
			c.do(s)
			shot := s.see("purple")
			if got := offered(shot); got != "" {
				t.Errorf("purple is offered %q", got)
			}
			_, err := s.Accept(t.Context(), "purple", shot.Version)
			if got := s.refusal(err); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
			if got, want := s.see("purple").Version, shot.Version; got != want {
				t.Errorf("%d entries, want %d", got, want)
			}
		})
	}
}

// Who may accept, and when.
func TestAcceptByWhomAndWhen(t *testing.T) {
	s := open(t, memory())
	_, err := s.Accept(t.Context(), "purple", 0)
	if got, want := s.refusal(err), "no game is running"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	s.seats("purple", "green")
	s.lie(hw.Arrived, "purple-1", "purple", "moon")
	if _, err := s.undo("purple"); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		seat engine.Seat
		old  int
		want string
	}{
		{"green", 0, "green: the cards lie as the game has them"},
		{"red", 0, "whoever only watches cannot act"},
		{"purple", 1, "the game has moved on meanwhile; look again"},
	} {
		_, err := s.Accept(t.Context(), c.seat, s.see("").Version-c.old)
		if got := s.refusal(err); got != c.want {
			t.Errorf("%s: %q, want %q", c.seat, got, c.want)
		}
	}
	if got, want := s.lines(), []string{"purple plan 1 moon"}; !slices.Equal(got[:1], want) {
		t.Errorf("the log is %q, want %q at first", got, want)
	}
}
