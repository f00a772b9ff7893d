package companion_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"arbiter/companion"
	"arbiter/companion/companiontest"
	"arbiter/companion/companiontest/testgame"
	"arbiter/companion/menu"
	"arbiter/engine"
	"arbiter/hw"
)

// A patch is a state of Hush with changed rules: whoever gains gets one more, and nobody may gain
// nothing.
type patch struct{ engine.State }

// Apply keeps the state patched and applies facts as before.
func (p patch) Apply(e engine.Event) engine.State { return patch{p.State.Apply(e)} }

// Decide gives one more.
func (p patch) Decide(c engine.Command) ([]engine.Event, error) {
	g, gains := c.(testgame.Gain)
	if gains && g.N == 0 {
		return nil, engine.Refuse("whoever gains gains something")
	}
	events, err := p.State.Decide(c)
	for i, e := range events {
		if s, scored := e.(testgame.Scored); scored && gains {
			s.N++
			events[i] = s
		}
	}
	return events, err
}

func patched() engine.Game {
	game := testgame.Game(false)
	begin := game.New
	game.New = func(seats []engine.Seat, facts []engine.Event) (engine.State, error) {
		s, err := begin(seats, facts)
		return patch{s}, err
	}
	return game
}

// update reopens the table with a program whose rules have changed.
func update(t *testing.T, store *companiontest.Store, change ...func(*companion.Opts)) *stage {
	return open(t, store, append(change, func(o *companion.Opts) {
		o.Offers = []companion.GameOffer{offer(patched())}
		o.Settle = time.Millisecond
	})...)
}

// brokenOff is a game that an older program left in round 2, with a card laid in secret. Today's
// rules decide entry 9 differently.
func brokenOff(t *testing.T) *companiontest.Store {
	store := memory()
	s := open(t, store).seats("purple", "green")
	s.round("table tell moon 1", "table tell sun 1")
	s.play("purple", "purple gain 2", "purple slide")
	s.play("green", "green slide")
	s.play("purple", "purple plan 1 sun")
	s.leave()
	return store
}

const inDoubt = 9

func (s *stage) resolve(seat engine.Seat, r companion.Remedy) companion.Answer {
	s.Helper()
	a, err := s.Resolve(s.Context(), seat, r, s.see(seat).Version)
	if err != nil {
		s.Fatal(err)
	}
	return a
}

// If today's rules decide an old entry differently, everybody is told and nothing happens until
// people choose.
func TestPatchedRulesWait(t *testing.T) {
	store := brokenOff(t)
	before := store.Games()[0].Entries
	s := update(t, store)
	for _, seat := range []engine.Seat{"purple", "green", ""} {
		shot := s.see(seat)
		if shot.Divergence == nil || shot.Divergence.Seq != inDoubt || shot.Divergence.Back != 4 || len(shot.Legal) > 0 {
			t.Fatalf("%q: doubt %+v and %d choices, want entry %d, 4 to be taken back, no choice", seat, shot.Divergence, len(shot.Legal), inDoubt)
		}
		if got, want := s.notices(seat), "the rules of the program have changed: line 9 of this game would come out otherwise; choose on a phone how it goes on"; got != want {
			t.Errorf("%q reads %q, want %q", seat, got, want)
		}
	}
	first := "choose first how the game goes on: the rules of the program have changed"
	if got := s.refused(companion.Request{Seat: "purple", Line: "purple plan 2 star", Version: len(before)}); got != first {
		t.Errorf("a wish: %q", got)
	}
	_, err := s.Undo(t.Context(), "purple", len(before))
	if got := s.refusal(err); got != first {
		t.Errorf("undo: %q", got)
	}
	_, err = s.Accept(t.Context(), "purple", len(before))
	if got := s.refusal(err); got != first {
		t.Errorf("accept: %q", got)
	}
	s.tell(hw.Change{Kind: hw.Arrived, At: time.Now().Add(time.Hour), Reader: "purple-2", UID: uid("purple", "star")})
	s.tell(hw.Change{Kind: hw.Arrived, At: time.Now().Add(time.Hour), Reader: "purple-1", UID: uid("purple", "sun")})
	s.tell(hw.Change{Kind: hw.Left, At: time.Now().Add(time.Hour), Reader: "purple-1", UID: uid("purple", "sun")})
	_, err = s.Resolve(t.Context(), "red", companion.GoOn, len(before))
	s.refusal(err)
	_, err = s.Resolve(t.Context(), "purple", companion.GoOn, 3)
	s.refusal(err)
	if _, err = s.Resolve(t.Context(), "purple", "otherwise", len(before)); err == nil || errors.As(err, &engine.Refusal{}) {
		t.Errorf("an unknown remedy: %v", err)
	}
	if got := store.Games()[0].Entries; len(got) != len(before) {
		t.Errorf("%d entries, want %d: something was chosen without anybody's asking", len(got), len(before))
	}
	if text, _ := json.Marshal([]any{s.see("green"), s.see("")}); strings.Contains(string(text), "plan 1 sun") {
		t.Errorf("others read what purple has laid: %s", text)
	}
	s.resolve("purple", companion.GoOn)
	if got := store.Games()[0].Entries; len(got) != len(before) {
		t.Errorf("%d entries after going on, want %d: cards that were moved meanwhile ask for nothing", len(got), len(before))
	}
}

// The control: if the rules have not changed, nobody is asked.
func TestSameRulesAskNothing(t *testing.T) {
	s := open(t, brokenOff(t))
	if shot := s.see(""); shot.Divergence != nil || s.notices("") != "" || len(s.see("purple").Legal) == 0 {
		t.Errorf("doubt %+v, notices %q", shot.Divergence, s.notices(""))
	}
}

// Going on keeps the old results, also after the next start; from then on the new rules apply.
func TestPatchedRulesGoOn(t *testing.T) {
	store := brokenOff(t)
	s := update(t, store)
	score := func() int { n, _ := s.see("").View.At("score", "purple"); return n }
	was := score()
	if got, want := s.resolve("green", companion.GoOn).Waiting, []engine.Seat{"purple"}; !slices.Equal(got, want) || s.see("").Divergence == nil {
		t.Fatalf("one seat alone decides for everybody: waiting for %v, want %v", got, want)
	}
	store.Fill(true)
	if _, err := s.Resolve(t.Context(), "purple", companion.GoOn, s.see("").Version); !errors.Is(err, companiontest.ErrFull) || s.see("").Divergence == nil {
		t.Errorf("a choice that cannot be kept: %v", err)
	}
	store.Fill(false)
	for range 2 {
		if s.see("").Divergence != nil {
			s.resolve("purple", companion.GoOn)
		}
		if shot := s.see("purple"); shot.Divergence != nil || len(shot.Legal) == 0 || score() != was {
			t.Fatalf("doubt %+v, %d choices, score %d, want %d", shot.Divergence, len(shot.Legal), score(), was)
		}
		s.leave()
		s = update(t, store)
		if s.see("").Divergence != nil {
			t.Fatal("the table is asked again after the next start")
		}
	}
	s.play("purple", "purple ready")
	s.play("green", "green plan 1 sun", "green ready")
	s.play("purple", "purple gain 2")
	if got, want := score(), was+3; got != want {
		t.Errorf("score %d, want %d: 2 and one more, as the rules say now", got, want)
	}
}

// Going back appends to the log, takes back everything from the entry in doubt, and says what to do
// with the cardboard.
func TestPatchedRulesGoBack(t *testing.T) {
	store := brokenOff(t)
	before := store.Games()[0].Entries
	s := update(t, store)
	s.resolve("green", companion.GoBack)
	s.resolve("purple", companion.GoBack)
	after := store.Games()[0].Entries
	if got, want := len(after), len(before)+4; got != want || !slices.EqualFunc(after[:len(before)], before, sameEntry) {
		t.Fatalf("%d entries, want %d, of which the first are as before", got, want)
	}
	if got, want := lastUndone(after), inDoubt; got != want {
		t.Errorf("entry %d was taken back last, want %d", got, want)
	}
	shot := s.see("purple")
	if shot.Divergence != nil || shot.View.Over || len(shot.Moves) == 0 {
		t.Errorf("doubt %+v, moves %v", shot.Divergence, shot.Moves)
	}
	s.play("purple", "purple gain 2")
	s.leave()
	if s = update(t, store); s.see("").Divergence != nil {
		t.Errorf("after the next start there is doubt again: %+v", s.see("").Divergence)
	}
}

func sameEntry(a, b engine.Entry) bool { return fmt.Sprint(a) == fmt.Sprint(b) }

func lastUndone(entries []engine.Entry) int { return entries[len(entries)-1].Undoes }

// If cards have been shown since, everybody has to agree to go back as well, and to the same
// remedy: asking for another one starts the count again.
func TestPatchedRulesGoBackOverCardsShown(t *testing.T) {
	store := brokenOff(t)
	s := open(t, store)
	s.play("purple", "purple ready")
	s.play("green", "green plan 1 sun", "green ready")
	s.leave()
	s = update(t, store)
	n := s.see("").Version
	if got, want := s.resolve("green", companion.GoBack).Waiting, []engine.Seat{"purple"}; !slices.Equal(got, want) {
		t.Fatalf("waiting for %v, want %v", got, want)
	}
	if shot := s.see(""); shot.Version != n || !slices.Equal(shot.Divergence.Agreed, []engine.Seat{"green"}) {
		t.Errorf("version %d, want %d; %+v", shot.Version, n, shot.Divergence)
	}
	if got, want := s.resolve("purple", companion.PutAside).Waiting, []engine.Seat{"green"}; !slices.Equal(got, want) {
		t.Fatalf("another wish: waiting for %v, want %v", got, want)
	}
	s.resolve("green", companion.GoBack)
	s.resolve("purple", companion.GoBack)
	if shot := s.see(""); shot.Version != n+7 || shot.Divergence != nil {
		t.Errorf("version %d, want %d; doubt %+v", shot.Version, n+7, shot.Divergence)
	}
}

// A game that is put aside ends without a result, and another one can begin.
func TestPatchedRulesPutAside(t *testing.T) {
	store := brokenOff(t)
	s := update(t, store)
	s.resolve("purple", companion.PutAside)
	if got := store.Games()[0].Result; got != "" {
		t.Fatalf("one seat alone puts everybody's game aside: %q", got)
	}
	s.resolve("green", companion.PutAside)
	if got, want := store.Games()[0].Result, companion.Abandoned; got != want {
		t.Errorf("result %q, want %q", got, want)
	}
	s.seats("purple", "green")
	if s.see("").Divergence != nil {
		t.Error("a new game is in doubt")
	}
}

// Buttons can choose too, for a table without phones.
func TestPatchedRulesWithButtons(t *testing.T) {
	for name, want := range map[string]struct {
		press   string
		shows   string
		entries int
		done    bool
	}{
		"on":    {"next, confirm", "› Go on with the game as it is in the log (1/3)", 0, false},
		"back":  {"next, next, confirm", "› Go back to before line 9 (2/3)", 4, false},
		"aside": {"next, next, next, confirm", "› Put this game aside (3/3)", 0, true},
	} {
		t.Run(name, func(t *testing.T) {
			store := brokenOff(t)
			before := len(store.Games()[0].Entries)
			presses := make(chan menu.Press)
			d := deskful{presses: presses, stage: update(t, store, func(o *companion.Opts) {
				o.Presses = presses
				for n := range strings.SplitSeq(all, ", ") {
					o.Buttons = append(o.Buttons, button(n))
				}
			})}
			chosen := strings.TrimSuffix(want.press, ", confirm")
			d.push(chosen)
			if got := d.panel(); !strings.HasPrefix(got, want.shows) || !strings.Contains(got, "or with the buttons how it goes on") {
				t.Errorf("the panel shows %q, want %q first", got, want.shows)
			}
			d.push("confirm")
			g := store.Games()[0]
			if d.see("").Divergence != nil || len(g.Entries) != before+want.entries || g.Done != want.done {
				t.Errorf("doubt %+v, %d entries, over: %t", d.see("").Divergence, len(g.Entries)-before, g.Done)
			}
		})
	}
}

// Nothing can be played in a game that is over, so nobody is asked.
func TestPatchedRulesOfAGameThatIsOver(t *testing.T) {
	store := brokenOff(t)
	s := open(t, store)
	s.play("purple", "purple ready")
	s.play("green", "green plan 1 sun", "green ready")
	s.play("purple", "purple slide")
	s.play("green", "green slide")
	if !s.see("").View.Over {
		t.Fatal("the game is not over")
	}
	s.leave()
	if s = update(t, store); s.see("").Divergence != nil || !s.see("").View.Over {
		t.Errorf("doubt %+v", s.see("").Divergence)
	}
}
