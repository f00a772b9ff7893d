package pages

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"arbiter/cmd/hub/internal/rating"
)

// A Game is one that is over.
type Game struct {
	Table, ID, Name string
	Finished        time.Time
	Entries         int
	Seats           []Seat
	Fork            bool // the hub was told two games of this id
}

// A Seat is who played in a Game.
type Seat struct {
	Seat   string
	Called string // "" if the name is not told
	Bot    string
	Won    bool
}

// games returns the games that fit a condition, newest first.
func (s *Server) games(ctx context.Context, where string, args ...any) ([]Game, error) {
	rows, err := s.db.Query(ctx, `SELECT e.tab, e.game, e.name, e.finished, e.entries, e.seats, e.bots, string_to_array(e.result, ' '),
		(SELECT jsonb_object_agg(c.seat, c.name) FROM called c WHERE c.tab = e.tab AND c.game = e.game),
		EXISTS (SELECT FROM fork f WHERE f.tab = e.tab AND f.game = e.game)
		FROM ending e WHERE `+where+` ORDER BY e.finished DESC, e.tab, e.game LIMIT 1000`, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (g Game, err error) {
		var seats, won []string
		var bots, called map[string]string
		err = row.Scan(&g.Table, &g.ID, &g.Name, &g.Finished, &g.Entries, &seats, &bots, &won, &called, &g.Fork)
		for _, seat := range seats {
			g.Seats = append(g.Seats, Seat{seat, called[seat], bots[seat], slices.Contains(won, seat)})
		}
		return g, err
	})
}

// lastDay returns the day of the newest game; today if there is none.
func (s *Server) lastDay(ctx context.Context) (day time.Time, err error) {
	var last *time.Time
	if err = s.db.QueryRow(ctx, `SELECT max(finished) FROM ending`).Scan(&last); err != nil {
		return day, err
	}
	at := s.now()
	if last != nil {
		at = *last
	}
	return midnight(at), nil
}

func midnight(at time.Time) time.Time {
	y, m, d := at.Local().Date()
	return time.Date(y, m, d, 0, 0, 0, 0, time.Local)
}

// lastPlayers returns who played on the last day.
func (s *Server) lastPlayers(ctx context.Context) ([]string, error) {
	day, err := s.lastDay(ctx)
	if err != nil {
		return nil, err
	}
	rows, err := s.db.Query(ctx, `SELECT DISTINCT c.name FROM called c JOIN ending e USING (tab, game) WHERE e.finished >= $1 AND e.finished < $2 ORDER BY c.name LIMIT 200`, day, day.AddDate(0, 0, 1))
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

// meetings tells how often two of these have sat in one game.
func (s *Server) meetings(ctx context.Context, names []string) (map[[2]string]int, error) {
	met := map[[2]string]int{}
	if len(names) == 0 {
		return met, nil
	}
	rows, err := s.db.Query(ctx, `SELECT a.name, b.name, count(*) FROM called a JOIN called b USING (tab, game)
		WHERE a.name COLLATE "C" < b.name COLLATE "C" AND a.name = ANY ($1) AND b.name = ANY ($1) GROUP BY 1, 2`, names)
	if err != nil {
		return nil, err
	}
	var a, b string
	var n int
	_, err = pgx.ForEachRow(rows, []any{&a, &b, &n}, func() error { met[[2]string{a, b}] = n; return nil })
	return met, err
}

// A Standing is a player in the league.
type Standing struct {
	Place       int
	Name        string
	Played, Won int
	rating.Player
}

// ranked works out the league: each day is a period. Two players of a game are compared if one of them
// has won, or both; losers say nothing of each other, and games of which the hub has two neither.
func (s *Server) ranked(ctx context.Context) ([]Standing, error) {
	rows, err := s.db.Query(ctx, `SELECT e.finished, c.name, c.seat = ANY (string_to_array(e.result, ' ')), e.tab, e.game FROM ending e JOIN called c USING (tab, game)
		WHERE NOT EXISTS (SELECT FROM fork f WHERE f.tab = e.tab AND f.game = e.game) ORDER BY e.finished, e.tab, e.game`)
	if err != nil {
		return nil, err
	}
	type played struct {
		at          time.Time
		name        string
		won         bool
		table, game string
	}
	list, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (p played, err error) {
		return p, row.Scan(&p.at, &p.name, &p.won, &p.table, &p.game)
	})
	if err != nil {
		return nil, err
	}
	all := map[string]*Standing{}
	period := map[string][]rating.Result{}
	close := func() {
		next := map[string]rating.Player{}
		for name, s := range all {
			next[name] = s.After(period[name])
		}
		for name, p := range next {
			all[name].Player = p
		}
		clear(period)
	}
	for i := 0; i < len(list); {
		n := i
		for n < len(list) && list[n].table == list[i].table && list[n].game == list[i].game {
			n++
		}
		if i > 0 && midnight(list[i].at) != midnight(list[i-1].at) {
			close()
		}
		for _, p := range list[i:n] {
			if all[p.name] == nil {
				all[p.name] = &Standing{Name: p.name, Player: rating.New}
			}
			all[p.name].Played++
			if p.won {
				all[p.name].Won++
			}
		}
		for _, p := range list[i:n] {
			for _, o := range list[i:n] {
				if p.name == o.name || !p.won && !o.won {
					continue
				}
				score := 0.5
				if p.won != o.won {
					score = map[bool]float64{true: 1}[p.won]
				}
				period[p.name] = append(period[p.name], rating.Result{Against: all[o.name].Player, Score: score})
			}
		}
		i = n
	}
	close()
	ranks := slices.SortedFunc(maps.Values(all), func(a, b *Standing) int {
		return cmp.Or(cmp.Compare(b.Rating, a.Rating), cmp.Compare(a.Name, b.Name))
	})
	out := make([]Standing, len(ranks))
	for i, r := range ranks {
		r.Place = i + 1
		out[i] = *r
	}
	return out, nil
}

// A cached value is worked out again when it is older than a few seconds, once for all who ask.
type cached[T any] struct {
	mu sync.Mutex
	at time.Time
	v  T
}

const fresh = 5 * time.Second

func (c *cached[T]) get(now time.Time, make func() (T, error)) (T, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if now.Sub(c.at) < fresh {
		return c.v, nil
	}
	v, err := make()
	if err == nil {
		c.v, c.at = v, now
	}
	return v, err
}

// Doubt is half of the range in which the rating lies nearly surely.
func (s Standing) Doubt() float64 { return 2 * s.Deviation }
