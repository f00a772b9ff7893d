package page_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"arbiter/companion"
	"arbiter/companion/web/commands"
	"arbiter/companion/web/page"
	"arbiter/engine"
	"arbiter/engine/bot"
	"arbiter/engine/castingshadows"
	castingbot "arbiter/engine/castingshadows/bot"
	"arbiter/engine/councilofshadows"
	shadowsbot "arbiter/engine/councilofshadows/bot"
	"arbiter/engine/enginetest/tier"
	"arbiter/engine/highcouncil"
	councilbot "arbiter/engine/highcouncil/bot"
	"arbiter/engine/notation"
)

// taps is with how many taps a command is given: on things until one move is left or those that
// are stand on buttons, then on the button; one where it needs no thing, or is done at once.
func taps(c page.Context, line string) int {
	m := page.NewMoves(c)
	if p := page.NewPrompt(c, m); p.Main != nil && p.Main.Line == line || slices.ContainsFunc(p.Others, func(x page.Move) bool { return x.Line == line }) {
		return 1
	}
	if rows := page.NewRows(c, m); rows != nil {
		if i := slices.IndexFunc(rows.List, func(x page.Move) bool { return x.Line == line }); i >= 0 && rows.List[i].Free {
			return 1
		} else if i >= 0 {
			return 2
		}
	}
	var all []page.Move
	for _, g := range m.Groups {
		all = append(all, g.Moves...)
		for _, l := range g.Lists {
			all = append(all, l.Moves...)
		}
	}
	i := slices.IndexFunc(all, func(x page.Move) bool { return x.Line == line })
	if i < 0 {
		return counted(c, m, line)
	}
	answers := func(k page.Card) bool { return k.Answer.Line == line }
	if slices.ContainsFunc(page.NewOffers(c, m).Tabs, func(x page.Tab) bool { return slices.ContainsFunc(x.Cards, answers) }) ||
		slices.ContainsFunc(page.NewDock(c, m).Fields, func(x page.OwnField) bool { return slices.ContainsFunc(x.Cards, answers) }) {
		return 1
	}
	all = apart(c, all, i)
	i = slices.IndexFunc(all, func(x page.Move) bool { return x.Line == line })
	things, confirmed := strings.Split(all[i].Things, "|"), 1
	if all[i].Free {
		confirmed = 0
	}
	if at := slices.IndexFunc(c.Snap.Legal, func(x companion.LegalCommand) bool { return x.Line == line }); page.Lays(c.Snap.View, c.Seat(), c.Snap.Legal[at]) {
		return 1 // the field is assumed
	}
	const buttons = 8
	least := len(things) + confirmed
	for set := range 1 << len(things) {
		var picked []string
		for j, thing := range things {
			if set>>j&1 > 0 {
				picked = append(picked, thing)
			}
		}
		left, exact := 0, 0
		for _, x := range all {
			of := strings.Split(x.Things, "|")
			if !slices.ContainsFunc(picked, func(thing string) bool { return !slices.Contains(of, thing) }) {
				left++
				if len(of) == len(picked) {
					exact++
				}
			}
		}
		switch k := len(picked); {
		case k == 0:
		case left == 1:
			least = min(least, k+confirmed)
		case exact > 0 && left <= buttons || exact == 1 && k == len(things):
			least = min(least, k+1)
		}
	}
	return least
}

// counted is with how many taps a number is entered: the button of its control unless that is open,
// then its own button, or steps to it, and the button that enters it.
func counted(c page.Context, m page.Moves, line string) int {
	open := page.NewPrompt(c, m).Number
	for _, g := range m.Groups {
		for _, x := range g.Numbers {
			for n := x.Min; n <= x.Max; n++ {
				if strings.Replace(x.Line, commands.Hole, strconv.Itoa(n), 1) != line {
					continue
				}
				steps := 1
				if open == nil || open.Line != x.Line {
					steps = 2
				}
				has := func(n int) bool { return slices.ContainsFunc(x.Near, func(y page.Near) bool { return y.N == n }) }
				switch {
				case has(n) && x.Free || n == 0 && x.Min == 0:
					return steps
				case has(n) || x.Free && has(n/10*10) && has(n%10) && sums(c, x.Line, n/10*10, n%10):
					return steps + 1
				}
				return steps + 2
			}
		}
	}
	return 3
}

// sums reports whether a number that is entered in two parts is the same as their sum.
func sums(c page.Context, line string, a, b int) bool {
	enter := func(s engine.State, n int) engine.State {
		for _, x := range s.Legal() {
			if notation.Format(x) == strings.Replace(line, commands.Hole, strconv.Itoa(n), 1) {
				events, err := s.Decide(x)
				if err != nil {
					return nil
				}
				for _, e := range events {
					s = s.Apply(e)
				}
				return s
			}
		}
		return nil
	}
	parts, whole := enter(c.Snap.State, a), enter(c.Snap.State, a+b)
	if parts != nil {
		parts = enter(parts, b)
	}
	return parts != nil && whole != nil && reflect.DeepEqual(parts.View(), whole.View())
}

// apart leaves out moves that differ from another one only in which of several like things they
// mean, as the script of the page does, and keeps the one at i.
func apart(c page.Context, all []page.Move, i int) []page.Move {
	m := page.NewMap(c)
	if m == nil {
		return all
	}
	like := map[string]string{}
	for _, region := range m.Regions {
		for _, site := range region.Sites {
			if site.Like != "" {
				like[engine.SiteAim(site.Name)] = engine.SiteAim(site.Like)
			}
			for _, p := range site.Planets {
				if p.Like > 0 {
					like[engine.PartAim(site.Name, p.N)] = engine.PartAim(site.Name, p.Like)
				}
			}
		}
	}
	about := func(x page.Move) string {
		things := strings.Split(x.Things, "|")
		for k, thing := range things {
			things[k] = cmp.Or(like[thing], thing)
		}
		return strings.Join(things, "|")
	}
	same := func(x, y page.Move) bool {
		a, b, differ := strings.Fields(x.Line), strings.Fields(y.Line), 0
		for k := range min(len(a), len(b)) {
			if a[k] != b[k] {
				differ++
			}
		}
		return x.Things != y.Things && about(x) == about(y) && len(a) == len(b) && differ == 1
	}
	kept := []page.Move{all[i]}
	for _, x := range all {
		if x.Line != all[i].Line && !slices.ContainsFunc(kept, func(y page.Move) bool { return same(x, y) }) {
			kept = append(kept, x)
		}
	}
	return kept
}

// A pastime is a game that bots play while their taps are counted.
type pastime struct {
	game    engine.Game
	bot     bot.Bot
	seats   []engine.Seat
	options []string
	most    int            // taps of a seat in a round or a turn, at the median
	by      map[string]int // all taps of the games, by phase and verb
}

// page is that of a seat; a book that keeps tracks alone is played with cardboard.
func (x pastime) page(s engine.State, seat engine.Seat, legal []engine.Command) page.Context {
	c := seen(x.game, s, seat, legal)
	c.Snap.Virtual = x.game.Name != councilofshadows.Game.Name || slices.Contains(x.options, "full-book")
	return c
}

// played plays a game and returns the taps of each seat in each round, or turn, but the first and
// the last.
func (x pastime) played(t *testing.T, seed uint64) (rounds []int) {
	t.Helper()
	s := x.begun(t)
	r := rand.New(rand.NewPCG(seed, 9))
	count, order := map[string]int{}, []string(nil)
	var sum entered
	for range 3000 {
		v, legal := s.View(), s.Legal()
		if v.Over || len(legal) == 0 {
			break
		}
		by := legal[0].By()
		mine := engine.BySeat(by, legal)
		if by == engine.Table || len(mine) == 1 {
			s = after(t, s, mine[r.IntN(len(mine))])
			continue
		}
		at := string(by) + " " + v.Stage[0].String()
		if count[at] == 0 {
			order = append(order, at)
		}
		c := x.chosen(r, s, mine)
		page := x.page(s, by, mine)
		if all := x.allRows(t, r, s, page); all != nil {
			count[at]++
			x.by["all rows"]++
			s = all
			continue
		}
		n := sum.taps(page, notation.Format(c))
		count[at] += n
		x.by[fmt.Sprintf("%s %s", v.Phase, strings.Fields(notation.Format(c))[1])] += n
		s = after(t, s, c)
	}
	for _, at := range order[min(len(order), len(x.seats)):max(len(order)-len(x.seats), min(len(order), len(x.seats)))] {
		rounds = append(rounds, count[at])
	}
	return rounds
}

// An entered number is one that a bot enters in several parts. People enter the sum at once, which is
// counted where both lead to an equal view.
type entered struct {
	by   string // the line without the number; "" after another command
	page page.Context
	n    int
	took int // taps of the sum so far
}

// taps returns how many more taps a command takes.
func (e *entered) taps(c page.Context, line string) int {
	words := strings.Fields(line)
	n, err := strconv.Atoi(words[len(words)-1])
	by := strings.TrimSuffix(line, words[len(words)-1]) + commands.Hole
	if err != nil || !slices.ContainsFunc(page.NewMoves(c).Groups, func(g page.Group) bool {
		return slices.ContainsFunc(g.Numbers, func(x page.Number) bool { return x.Line == by && x.Free })
	}) {
		*e = entered{}
		return taps(c, line)
	}
	if e.by == by && sums(e.page, by, e.n, n) {
		before := e.took
		e.n += n
		e.took = taps(e.page, strings.Replace(by, commands.Hole, strconv.Itoa(e.n), 1))
		return e.took - before
	}
	*e = entered{by, c, n, taps(c, line)}
	return e.took
}

// chosen is what the bot does.
func (x pastime) chosen(r *rand.Rand, s engine.State, mine []engine.Command) engine.Command {
	if c := x.bot.Choose(r, bot.Seen{Seat: mine[0].By(), State: s}, mine); c != nil {
		return c
	}
	return mine[0]
}

// after is the state to which a command leads.
func after(t *testing.T, s engine.State, c engine.Command) engine.State {
	t.Helper()
	events, err := s.Decide(c)
	if err != nil {
		t.Fatalf("%s: %v", notation.Format(c), err)
	}
	for _, e := range events {
		s = s.Apply(e)
	}
	return s
}

// allRows is the state to which one tap leads that does all rows of a list, as far as the seat is
// asked nothing else meanwhile; nil unless the bot would do each of them, in whatever order.
func (x pastime) allRows(t *testing.T, r *rand.Rand, s engine.State, c page.Context) engine.State {
	t.Helper()
	rows := page.NewRows(c, page.NewMoves(c))
	if rows == nil || rows.All == "" {
		return nil
	}
	lines := strings.Split(rows.All, page.Next)
	left := slices.Clone(lines)
	for ahead, peek := s, rand.New(rand.NewPCG(1, 2)); len(left) > 0; {
		legal := ahead.Legal()
		mine := engine.BySeat(legal[0].By(), legal)
		does := mine[peek.IntN(len(mine))]
		if does.By() != engine.Table {
			does = x.chosen(peek, ahead, mine)
		}
		i := slices.Index(left, notation.Format(does))
		if i >= 0 {
			left = slices.Delete(left, i, i+1)
		} else if does.By() == c.Seat() && page.NewRows(x.page(ahead, c.Seat(), mine), page.NewMoves(x.page(ahead, c.Seat(), mine))) != nil {
			return nil // it wants something else
		}
		ahead = after(t, ahead, does)
	}
	for _, line := range lines {
		legal := s.Legal()
		for legal[0].By() == engine.Table {
			s = after(t, s, legal[r.IntN(len(legal))])
			legal = s.Legal()
		}
		i := slices.IndexFunc(legal, func(x engine.Command) bool { return notation.Format(x) == line })
		if i < 0 {
			break
		}
		s = after(t, s, legal[i])
	}
	return s
}

// begun is the game as it begins, with the stand-in box where there are several.
func (x pastime) begun(t *testing.T) engine.State {
	t.Helper()
	offers, err := companion.Offers(x.game)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, b := range offers[0].Boxes {
		if b.Name == "stand-in" || len(offers[0].Boxes) == 1 {
			lines = append(lines, b.Lines...)
		}
	}
	for _, o := range offers[0].Options {
		if slices.Contains(x.options, o.Name) {
			lines = append(lines, o.Facts...)
		}
	}
	var facts []engine.Event
	for _, line := range lines {
		e, err := x.game.Words.Parse(line)
		if err != nil {
			t.Fatal(err)
		}
		facts = append(facts, e.(engine.Event))
	}
	s, err := x.game.New(x.seats, facts)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// seen is the page of a seat that acts on the screen.
func seen(g engine.Game, s engine.State, seat engine.Seat, legal []engine.Command) page.Context {
	c := page.Context{
		Lang: "en", Game: g, Say: engine.Text.String, Virtual: true, Screens: true, Lays: true,
		Snap: companion.Snapshot{GameID: "1", Game: g.Name, Seat: seat, View: s.View(), State: s, Virtual: true},
	}
	for _, x := range legal {
		c.Snap.Legal = append(c.Snap.Legal, companion.LegalCommand{By: seat, Line: notation.Format(x), Text: g.Tell(x), Command: x})
	}
	return c
}

// A round takes few taps: those of games that bots play on the screen, as their commands would be
// tapped, at the median over all rounds and seats. What leaves no choice is not counted, for it
// happens by itself.
func TestRoundsTakeFewTaps(t *testing.T) {
	t.Parallel()
	tier.Unraced(t, "one game after the other, in one goroutine")
	games := tier.Of(t, tier.Screens, "games", 2, 2, 20)
	for _, x := range []pastime{
		{councilofshadows.Game, shadowsbot.Greedy{}, []engine.Seat{"purple", "red"}, []string{"full-book", "dealt"}, 14, nil},
		{councilofshadows.Game, shadowsbot.Greedy{}, []engine.Seat{"purple", "red"}, []string{"dealt"}, 9, nil},
		{highcouncil.Game, councilbot.Greedy{}, []engine.Seat{"white", "red"}, []string{"dealt"}, 4, nil},
		{castingshadows.Game, castingbot.Greedy{}, []engine.Seat{"kit", "frill"}, []string{"dealt", "no-clock"}, 10, nil},
	} {
		var all []int
		x.by = map[string]int{}
		for n := range games {
			all = append(all, x.played(t, uint64(n)+tier.Seed(t))...)
		}
		slices.Sort(all)
		if len(all) < 8 {
			t.Errorf("%s: only %d rounds, which proves nothing", x.game.Name, len(all))
			continue
		}
		median := all[len(all)/2]
		var kinds []string
		for asked := range x.by {
			kinds = append(kinds, asked)
		}
		slices.SortFunc(kinds, func(a, b string) int { return cmp.Or(x.by[b]-x.by[a], strings.Compare(a, b)) })
		for _, asked := range kinds {
			t.Logf("%5.2f %s", float64(x.by[asked])/float64(len(all)), asked)
		}
		t.Logf("%s %v: %d rounds of a seat in %d games take %d taps at the median, %d at nine of ten, %d at most", x.game.Name, x.options, len(all), games, median, all[len(all)*9/10], all[len(all)-1])
		if median > x.most {
			t.Errorf("%s: a round takes %d taps at the median, want at most %d", x.game.Name, median, x.most)
		}
	}
}
