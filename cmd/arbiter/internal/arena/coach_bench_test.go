package arena

import (
	"context"
	"math/rand/v2"
	"syscall"
	"testing"
	"time"

	"arbiter/cmd/arbiter/internal/games"
	"arbiter/companion/coach"
	"arbiter/engine"
	"arbiter/engine/bot"
)

// BenchmarkCoach reports the processor time that the coach needs for a game of two greedy bots: by
// round, and by step with its decisions.
func BenchmarkCoach(b *testing.B) {
	looks := map[string]func(context.Context, coach.Game, bot.Judge, uint64) (coach.Report, error){"round": coach.Glance, "step": coach.Look}
	for _, p := range games.All() {
		for by, look := range looks {
			b.Run(p.Name+"/"+by, func(b *testing.B) {
				g := recorded(b, p.Name)
				j, _ := games.Judge(p.Name)
				before := processTime()
				for range b.N {
					if r, err := look(context.Background(), g, j, 1); err != nil || len(r.Rounds) == 0 {
						b.Fatal(r, err)
					}
				}
				b.ReportMetric((processTime()-before).Seconds()*1000/float64(b.N), "cpu-ms/op")
			})
		}
	}
}

// kept keeps the entries of a game.
type kept struct{ entries []engine.Entry }

func (k *kept) Append(e engine.Entry) error {
	k.entries = append(k.entries, e)
	return nil
}

// recorded is a game that two greedy bots have played.
func recorded(b *testing.B, game string) coach.Game {
	o := Opts{Game: game, Seats: 2, A: "greedy", B: "greedy", Games: 1, Seed: 1}
	if game == "council-of-shadows" {
		o.Book = "full"
	}
	all, err := o.matches()
	if err != nil {
		b.Fatal(err)
	}
	m, log := all[0], &kept{}
	start, err := m.game.New(m.seats, m.facts)
	if err != nil {
		b.Fatal(err)
	}
	s, err := engine.Resume(start, log)
	if err != nil {
		b.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 20))
	for legal := s.State().Legal(); len(legal) > 0; legal = s.State().Legal() {
		if _, err := s.Do(m.next(r, s, legal, &outcome{})); err != nil {
			b.Fatal(err)
		}
	}
	return coach.Game{Rules: m.game.Game, Setup: engine.Setup{Game: game, Seats: m.seats, Facts: m.facts}, Entries: log.entries}
}

// processTime returns the processor time of this process.
func processTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
