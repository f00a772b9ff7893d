package games

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"arbiter/engine"
	"arbiter/engine/councilofshadows"
)

// GalaxyBoard prints what the full book keeps besides the tracks: gems and cards of each seat, and
// galaxies with each seat's cubes. A line has at most 80 characters.
func GalaxyBoard(out io.Writer, s engine.State) {
	state, ok := s.(*councilofshadows.State)
	if !ok || !state.Full() {
		return
	}
	l := state.Observe()
	if l.Round == 1 {
		return // nothing has been settled yet
	}
	seats := slices.Clone(l.Seats)
	slices.SortStableFunc(seats, func(a, b councilofshadows.ObservedSeat) int { return a.Order - b.Order })
	fmt.Fprintf(out, "%-10s %8s %5s %5s %8s  %s\n", "holds", "gems", "bonus", "ai", "upgrades", "reach")
	for _, q := range seats {
		fmt.Fprintln(out, seatLine(q))
		if lies := powers(q); lies != "" {
			fmt.Fprintf(out, "%-10s %s\n", "", lies)
		}
	}
	fmt.Fprintf(out, "%-10s %7s %6s", "galaxy", "energy", "tiles")
	for _, q := range l.Seats {
		fmt.Fprintf(out, " %6s", q.Seat)
	}
	fmt.Fprintln(out, "  station")
	for i := range l.Galaxies {
		fmt.Fprintln(out, galaxyLine(l, i))
	}
}

// seatLine prints what belongs to a seat: gems (anthracite, gold, transparent), numbers of bonus
// cards, AI cards and upgrades, and the parsecs of its action fields.
func seatLine(q councilofshadows.ObservedSeat) string {
	if q.Robot {
		return fmt.Sprintf("%-10s %8s %5d", q.Seat, "", len(q.Bonus)+q.Unknown)
	}
	cards := 0
	for _, c := range slices.Concat(q.Hand, slices.Concat(q.Fields...)) {
		if c.IsAI() {
			cards++
		}
	}
	gems := fmt.Sprintf("%d/%d/%d", q.Gems.Anthracite, q.Gems.Gold, q.Gems.Crystal)
	reach := strings.Trim(fmt.Sprint(q.Reach), "[]")
	return fmt.Sprintf("%-10s %8s %5d %5d %8d  %s", q.Seat, gems, len(q.Bonus)+q.Unknown, cards, len(q.Upgrades), reach)
}

// powers lists the leader and the Dark Tech cards of a seat.
func powers(q councilofshadows.ObservedSeat) string {
	var words []string
	for _, i := range []councilofshadows.Item{q.Leader, q.Tech[0], q.Tech[1]} {
		if i != councilofshadows.None {
			words = append(words, i.String())
		}
	}
	return strings.Join(words, ", ")
}

// galaxyLine prints what is in a galaxy: what it brings with and without the majority (* with a
// light bonus card), its tiles, each seat's cubes, the station.
func galaxyLine(l councilofshadows.Observation, i int) string {
	g := l.Galaxies[i]
	laid, fields := 0, 0
	for _, s := range l.Sites {
		if s.Galaxy == i {
			fields++
			if s.Tile != councilofshadows.None {
				laid++
			}
		}
	}
	mark := map[councilofshadows.When][2]string{councilofshadows.OnMajority: {"*", ""}, councilofshadows.Always: {"*", "*"}}[g.Light]
	line := fmt.Sprintf("%-10s %7s %6s", g.Name, fmt.Sprintf("%d%s/%d%s", g.Majority, mark[0], g.Minority, mark[1]), fmt.Sprintf("%d/%d", laid, fields))
	for _, n := range g.Colonies {
		line += fmt.Sprintf(" %6s", count(n))
	}
	if g.Station != councilofshadows.None {
		line += fmt.Sprintf("  %s of %s", strings.TrimPrefix(g.Station.String(), "station-"), l.Seats[g.Owner].Seat)
	}
	return line
}

// count leaves out zeros, which would hide the rest.
func count(n int) string {
	if n == 0 {
		return "."
	}
	return fmt.Sprint(n)
}
