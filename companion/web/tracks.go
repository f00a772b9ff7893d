package web

import (
	"fmt"
	"strings"

	"arbiter/engine"
)

// tracks are a row for each seat, in turn order.
type tracks struct {
	Lanes  []trackRow
	Ticks  []tick
	Racing bool
}

type trackRow struct {
	seatBadge
	Who          string
	Notes        []noted
	Turn, Winner bool
	Stats        []stat
	Ticks        []tick
	Energy       string // how far from the left, such as "40.0%"
	Goal         string
	Behind       bool   // the progress has not reached the goal
	Rank         string // the place in the order, "" if the game has none
}

// A noted text names the accounts of the numbers in it, with commas between them.
type noted struct{ Text, Of string }

type stat struct {
	Name  string
	Title string
	Value string
}

type tick struct {
	At string
	N  int
}

func (sc *scene) tracks(v engine.View) tracks {
	progress, goal := v.Track(engine.RoleProgress), v.Track(engine.RoleGoal)
	r := tracks{Racing: progress >= 0 && goal >= 0}
	far := 20
	if r.Racing {
		far = farthest(v.Tracks[progress].At, v.Tracks[goal].At)
	}
	for n := 0; n <= far; n += step(far) {
		r.Ticks = append(r.Ticks, tick{percent(n, far), n})
	}
	for i, p := range v.Seats {
		l := trackRow{seatBadge: sc.badge(v, p.Seat), Turn: p.Turn, Winner: p.Winner, Notes: sc.notes(p), Ticks: r.Ticks}
		if !p.Who.IsZero() {
			l.Who = sc.say(p.Who)
		}
		for _, t := range v.Tracks {
			if t.Role == engine.RoleRank {
				l.Rank = sc.marker(t, i)
				continue
			}
			l.Stats = append(l.Stats, stat{t.Name, sc.say(t.Title), sc.marker(t, i)})
		}
		if r.Racing {
			e, g := min(max(v.Tracks[progress].At[i], 0), far), min(max(v.Tracks[goal].At[i], 0), far)
			l.Energy, l.Goal, l.Behind = percent(e, far), percent(g, far), e < g
		}
		r.Lanes = append(r.Lanes, l)
	}
	return r
}

func (sc *scene) notes(p engine.Place) []noted {
	var all []noted
	for _, text := range p.Notes {
		all = append(all, noted{Text: sc.say(text)})
	}
	for _, c := range p.Counts {
		all[c.Note].Of = strings.Join(c.Of, ",")
	}
	return all
}

func (sc *scene) marker(t engine.Track, i int) string {
	if t.Roman {
		return sc.term(engine.Roman(t.At[i]))
	}
	return number(t.At[i])
}

// farthest is the end of the lanes: a round number beyond every marker.
func farthest(tracks ...[]int) int {
	most := 0
	for _, at := range tracks {
		for _, n := range at {
			most = max(most, n)
		}
	}
	s := step(most + 1)
	return (most/s + 1) * s
}

// step is the distance between two marks on the scale.
func step(far int) int {
	switch {
	case far <= 30:
		return 5
	case far <= 60:
		return 10
	}
	return 20
}

func percent(n, of int) string { return fmt.Sprintf("%.1f%%", 100*float64(n)/float64(of)) }
