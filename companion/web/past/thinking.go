package past

import (
	"cmp"
	"maps"
	"slices"
	"sync"
	"time"

	"arbiter/companion"
	"arbiter/companion/clock"
	"arbiter/companion/history"
	"arbiter/companion/review"
	"arbiter/companion/web/page"
	"arbiter/companion/web/page/pastpage"
	"arbiter/companion/web/site"
	"arbiter/engine"
)

// thinking counts how long each seat of a game thought.
func (s *Pages) thinking(g *replay) clock.Count {
	times, err := s.Opts.Past.History.Times(g.ID)
	if err != nil {
		return clock.Count{}
	}
	return g.film.Thinking(times, s.ClockOf(g.ID), func(seat engine.Seat) bool { return g.Bots[seat] == "" })
}

// A thought is how long a player thought in a game.
type thought struct {
	name    string
	all     time.Duration
	longest time.Duration
}

// thoughts are those of games that are over, which do not change, as long as the program runs.
type thoughts struct {
	mu  sync.Mutex
	all map[string][]thought
}

// atOnce is how many games are replayed for one page.
const atOnce = 12

// pondered returns how long players think in games of these rules, or one of them; more is how many
// games are not counted yet.
func (s *Pages) pondered(lang string, game engine.Game, player string) (out *pastpage.Pondered, more int) {
	if s.Opts.Past.History == nil {
		return nil, 0
	}
	games, _, err := s.Opts.Past.History.Find(history.Search{Game: game.Name, Player: player, Not: []string{"", companion.Abandoned}})
	if _, err = s.Omitted(lang, err); err != nil {
		return nil, 0
	}
	sums := map[string]*struct {
		games        int
		all, longest time.Duration
	}{}
	replays := 0
	for _, g := range games {
		known, ok := s.thought.of(g.ID)
		if !ok && replays == atOnce {
			more++
			continue
		}
		if !ok {
			replays++
			known = s.ponder(game, g)
		}
		for _, t := range known {
			if player != "" && t.name != player {
				continue
			}
			if sums[t.name] == nil {
				sums[t.name] = &struct {
					games        int
					all, longest time.Duration
				}{}
			}
			x := sums[t.name]
			x.games, x.all, x.longest = x.games+1, x.all+t.all, max(x.longest, t.longest)
		}
	}
	names := slices.SortedFunc(maps.Keys(sums), func(a, b string) int { return cmp.Or(sums[b].games-sums[a].games, cmp.Compare(a, b)) })
	if len(names) == 0 {
		return nil, more
	}
	out = &pastpage.Pondered{}
	for _, name := range names {
		x, href := sums[name], ""
		if player == "" {
			href = statisticsOf(game.Name, name)
		}
		out.Rows = append(out.Rows, pastpage.Ponderer{Name: name, Href: href, Games: site.Count(lang, x.games), Each: page.Minutes(x.all / time.Duration(x.games)), Longest: page.Minutes(x.longest)})
	}
	return out, more
}

func (t *thoughts) of(id string) ([]thought, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	all, ok := t.all[id]
	return all, ok
}

// ponder replays a game and remembers how long its players thought. A game that cannot be replayed
// has nobody who thought.
func (s *Pages) ponder(game engine.Game, g history.Summary) (all []thought) {
	r := &replay{Summary: g, rules: game}
	saved, err := s.Opts.Past.History.Saved(g.ID)
	if err == nil {
		r.film, err = review.New(game, saved.Setup, saved.Entries, review.Spectator)
	}
	if err == nil {
		count := s.thinking(r)
		for _, seat := range g.Seats {
			if name := g.Labels[seat]; name != "" && count.Of(seat) > 0 {
				all = append(all, thought{name, count.Of(seat), count.Longest(seat).Time})
			}
		}
	}
	s.thought.mu.Lock()
	defer s.thought.mu.Unlock()
	if s.thought.all == nil {
		s.thought.all = map[string][]thought{}
	}
	s.thought.all[g.ID] = all
	return all
}
