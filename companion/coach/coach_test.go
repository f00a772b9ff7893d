package coach_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"arbiter/companion/coach"
	"arbiter/engine"
	"arbiter/engine/bot"
	"arbiter/engine/enginetest/tier"
	"arbiter/engine/highcouncil"
	councilbot "arbiter/engine/highcouncil/bot"
)

// kept keeps the entries of a game.
type kept struct{ entries []engine.Entry }

func (k *kept) Append(e engine.Entry) error {
	k.entries = append(k.entries, e)
	return nil
}

// played is a game of The High Council between bots in which a step was taken back.
func played(t *testing.T, white, red bot.Bot) coach.Game {
	t.Helper()
	g := coach.Game{Rules: highcouncil.Game, Setup: engine.Setup{Game: highcouncil.Game.Name, Seats: []engine.Seat{"white", "red"}}}
	for _, text := range []string{"hands dealt"} {
		e, err := highcouncil.Game.Words.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		g.Setup.Facts = append(g.Setup.Facts, e)
	}
	start, err := g.Rules.New(g.Setup.Seats, g.Setup.Facts)
	if err != nil {
		t.Fatal(err)
	}
	log := &kept{}
	s, err := engine.Resume(start, log)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 1))
	for len(s.State().Legal()) > 0 {
		legal := s.State().Legal()
		c := legal[r.IntN(len(legal))]
		if by := c.By(); by != engine.Table {
			b := map[engine.Seat]bot.Bot{"white": white, "red": red}[by]
			c = b.Choose(r, bot.Seen{Seat: by, State: s.Seen(by)}, engine.BySeat(by, legal))
		}
		if _, err := s.Do(c); err != nil {
			t.Fatal(err)
		}
	}
	g.Entries = log.entries
	return g
}

// watching is a judge that checks that it sees what the bot saw then.
type watching struct {
	councilbot.Searcher
	t     *testing.T
	shown map[string]bool
}

func (w watching) Judge(r bot.Dice, s bot.Seen, choices, done []engine.Command) (bot.Verdict, bool) {
	if !w.shown[fmt.Sprint(s.State.View())] {
		w.t.Errorf("%s is judged by something else than it knew", s.Seat)
	}
	return w.Searcher.Judge(r, s, choices, done)
}

// shown keeps what a bot was shown.
type shown struct {
	bot.Bot
	all map[string]bool
}

func (b shown) Choose(r bot.Dice, s bot.Seen, choices []engine.Command) engine.Command {
	b.all[fmt.Sprint(s.State.View())] = true
	return b.Bot.Choose(r, s, choices)
}

// A seat that chose well has a higher accuracy than one that left it to chance; turning points name
// decisions that were made, in words.
func TestLook(t *testing.T) {
	tier.Test(t, tier.Program, "two whole games that are judged")
	saw := map[string]bool{}
	g := played(t, shown{councilbot.Greedy{}, saw}, shown{bot.Random{Game: highcouncil.Game}, saw})
	report, err := coach.Look(context.Background(), g, watching{councilbot.Searcher{Iterations: 60}, t, saw}, 1)
	if err != nil {
		t.Fatal(err)
	}
	white, _ := report.Accuracy("white")
	red, _ := report.Accuracy("red")
	if white <= red+3 {
		t.Errorf("greedy has an accuracy of %d, chance one of %d", white, red)
	}
	if _, ok := report.Accuracy("nobody"); ok {
		t.Error("who is not there has decided well")
	}
	turned := report.Turned()
	if len(turned) != 3 {
		t.Fatalf("%d turning points", len(turned))
	}
	for _, d := range turned {
		w, err := g.Words(d)
		if err != nil || w.Done.IsZero() || w.Better.IsZero() || w.Done.Equal(w.Better) {
			t.Errorf("%+v: %+v, %v", d, w, err)
		}
	}
	if !slices.ContainsFunc(report.Decisions, func(d coach.Decision) bool { w, err := g.Words(d); return err == nil && w.Best != nil && w.Seen != nil }) {
		t.Error("of no decision it is told what the better command would have brought")
	}
	d := turned[0]
	d.Best = "no such thing"
	if _, err := g.Words(d); err == nil {
		t.Error("control: words that are no command are told")
	}
	if same, _ := coach.Look(context.Background(), g, councilbot.Searcher{Iterations: 60}, 1); len(same.Decisions) != len(report.Decisions) || same.Decisions[3] != report.Decisions[3] {
		t.Error("the same seed judges otherwise")
	}
}

// shelf keeps reports in memory, and announces each one.
type shelf struct {
	mu   sync.Mutex
	all  map[string][]byte
	kept chan string
}

func (s *shelf) Read(id string) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if data, ok := s.all[id]; ok {
		return data, nil
	}
	return nil, fs.ErrNotExist
}

func (s *shelf) Write(id string, report []byte) error {
	s.put(id, report)
	s.kept <- id
	return nil
}

func (s *shelf) put(id string, report []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all[id] = report
}

// A queue judges while nobody plays, and only once, but again if the stored report cannot be read.
// A request at the very moment in which a report is stored is not lost.
func TestQueue(t *testing.T) {
	g := played(t, councilbot.Greedy{}, councilbot.Greedy{})
	s := &shelf{all: map[string][]byte{}, kept: make(chan string)}
	plays, asked := make(chan struct{}), make(chan struct{}, 1)
	var judged atomic.Int32
	q := &coach.Queue{
		Store: s, Load: func(id string) (coach.Game, error) {
			if id == "lost" {
				return coach.Game{}, errors.New("it is not there")
			}
			return g, nil
		},
		Judges: func(string) (bot.Judge, bool) {
			judged.Add(1)
			return fond{Searcher: councilbot.Searcher{Iterations: 1}}, true
		},
		Busy: func() bool {
			select {
			case <-plays:
				return false
			default:
			}
			select {
			case asked <- struct{}{}:
			default:
			}
			return true
		},
	}
	ctx, stop := context.WithTimeout(context.Background(), time.Minute)
	defer stop()
	over, lost := make(chan struct{}), make(chan error, 1)
	go func() {
		defer close(over)
		q.Work(ctx, func(_ string, err error) { lost <- err })
	}()
	if _, ok := q.Report("one", g); ok {
		t.Error("a game is judged before anybody looked")
	}
	arrives(t, ctx, asked)
	if _, err := s.Read("one"); err == nil {
		t.Error("a game is judged while somebody plays")
	}
	close(plays)
	q.Report("one", g) // while it is judged
	if id := arrives(t, ctx, s.kept); id != "one" {
		t.Errorf("%s is judged", id)
	}
	if r, ok := q.Report("one", g); !ok || len(r.Rounds) == 0 {
		t.Error("chances by round are not there before the rest")
	}
	arrives(t, ctx, s.kept)
	if r, ok := q.Report("one", g); !ok || !r.Whole || len(r.Decisions) == 0 {
		t.Error("there is no report")
	}
	s.put("one", []byte("torn"))
	if _, ok := q.Report("one", g); ok {
		t.Error("a torn report is told")
	}
	arrives(t, ctx, s.kept)
	arrives(t, ctx, s.kept)
	if _, ok := q.Report("lost", g); ok || arrives(t, ctx, lost) == nil {
		t.Error("a game that is lost is judged")
	}
	if n := judged.Load(); n != 2 {
		t.Errorf("a game was judged %d times, not once and once more when its report was torn", n)
	}
	stop()
	<-over
}

// arrives returns what comes through a channel; it fails if nothing does before ctx ends.
func arrives[T any](t *testing.T, ctx context.Context, from <-chan T) (v T) {
	t.Helper()
	select {
	case v = <-from:
	case <-ctx.Done():
		t.Fatal("nothing arrives within a minute")
	}
	return v
}
