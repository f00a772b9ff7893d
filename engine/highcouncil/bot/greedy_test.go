package bot

import (
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"testing"

	"arbiter/engine"
	"arbiter/engine/bot"
	"arbiter/engine/enginetest/tier"
	"arbiter/engine/highcouncil"
	"arbiter/engine/highcouncil/bot/bottest"
	"arbiter/engine/notation"
)

// A council tally is what many games of The High Council came to.
type councilTally struct {
	games   int
	turns   []int          // of each game
	wins    map[string]int // by side; "" counts the councils that adjourned
	returns int            // of turns to positions that they had left
}

// councils plays games of equal bots from the opening.
func councils(t *testing.T, seats string, b bot.Bot, first uint64, games int) councilTally {
	t.Helper()
	all := councilTally{games: games, wins: map[string]int{}}
	for i := range games {
		s := bottest.Position(t, seats, nil, nil)
		all.returns += bottest.Play(t, s, first+uint64(i), alike(s, b))
		all.add(s.State().View())
	}
	return all
}

// alike puts equal bots on all seats.
func alike(s *engine.Session, b bot.Bot) map[engine.Seat]bot.Bot {
	bots := map[engine.Seat]bot.Bot{}
	for _, p := range s.State().View().Seats {
		bots[p.Seat] = b
	}
	return bots
}

func (c *councilTally) add(v engine.View) {
	c.turns = append(c.turns, v.Round())
	winner := ""
	for _, p := range v.Seats {
		if p.Winner {
			winner = p.Who.String()
		}
	}
	c.wins[winner]++
}

// finishes tells whether at least 99.5 % of the games have a winner.
func (c *councilTally) finishes() bool { return c.wins[""]*1000 <= c.games*5 }

// even tells whether each side wins 45 to 55 % of the games: in fewer than 2,000, as
// far as chance explains it (two deviations).
func (c *councilTally) even() bool {
	within := 0.05
	if c.games < 2000 {
		within += 2 * math.Sqrt(0.25/float64(c.games))
	}
	share := func(side string) float64 { return float64(c.wins[side]) / float64(c.games) }
	return math.Abs(share("pro")-0.5) <= within && math.Abs(share("contra")-0.5) <= within
}

// log tells the figures.
func (c *councilTally) log(t *testing.T) {
	t.Helper()
	slices.Sort(c.turns)
	at := func(percent int) int { return c.turns[(len(c.turns)-1)*percent/100] }
	t.Logf("%d games: Pro won %d, Contra %d, %d adjourned; turns: %d to %d, median %d, 95 %% %d",
		c.games, c.wins["pro"], c.wins["contra"], c.wins[""], at(0), at(100), at(50), at(95))
}

// TestCouncilsDecide plays The High Council among equal greedy bots: a side wins, each
// as often as the other, and no turn comes back to a position that it had left.
func TestCouncilsDecide(t *testing.T) {
	t.Parallel()
	games, first := tier.Of(t, tier.Program, "games at each table", 10, 200, 2000), tier.Seed(t)
	for _, seats := range []string{"white red", "white red yellow blue"} {
		t.Run(seats, func(t *testing.T) {
			t.Parallel()
			all := councils(t, seats, Greedy{}, first, games)
			all.log(t)
			if !all.finishes() || !all.even() || all.returns > 0 {
				t.Errorf("want a winner in 99.5 %% of the games, each side in 45 to 55 %%; %d returns, want none", all.returns)
			}
		})
	}
}

// Conferring is greedy that would rather give its partner a useless card than do a
// little good itself.
type conferring struct{ Greedy }

func (b conferring) Choose(r bot.Dice, s bot.Seen, choices []engine.Command) engine.Command {
	best := b.Greedy.Choose(r, s, choices)
	d := positionOf(s, choices)
	for _, c := range choices {
		confer, ok := c.(highcouncil.Confer)
		if ok && d.worth(highcouncil.Play(confer)) <= ponderWorth && d.worth(best) < 10 {
			return c
		}
	}
	return best
}

// TestConferringCouncils is the control: partners who give useless cards back and
// forth adjourn, and the measure sees it.
func TestConferringCouncils(t *testing.T) {
	t.Parallel()
	all := councils(t, "white red yellow blue", conferring{}, 1, 10)
	all.log(t)
	if all.finishes() {
		t.Error("the councils decide although their bots confer for ever")
	}
}

// Whatever was played before, greedy comes to its action without going back and
// forth, and the game to its end.
func TestGreedyAnywhere(t *testing.T) {
	t.Parallel()
	positions, first := tier.Of(t, tier.Program, "positions", 10, 200, 2000), tier.Seed(t)
	open := 0
	for i := range positions {
		seed := first + uint64(i)
		r := rand.New(rand.NewPCG(seed, 10))
		s := bottest.Position(t, []string{"white red", "white red yellow blue"}[i%2], nil, nil)
		for range r.IntN(600) {
			if legal := s.State().Legal(); len(legal) > 0 {
				_, err := s.Do(legal[r.IntN(len(legal))])
				if err != nil {
					t.Fatal(err)
				}
			}
		}
		for _, z := range s.State().View().Zones {
			if z.Name == string(highcouncil.OnTable) && len(z.Cards) > 1 {
				open++
			}
		}
		if returns := bottest.Play(t, s, seed, alike(s, Greedy{})); returns > 0 || !s.State().View().Over {
			t.Errorf("seed %d: %d returns, over %t", seed, returns, s.State().View().Over)
		}
	}
	t.Logf("%d positions, %d of them with two open cards or three", positions, open)
}

// Stubborn is greedy that takes no card back as long as it can play one.
type stubborn struct{ Greedy }

func (b stubborn) Choose(r bot.Dice, s bot.Seen, choices []engine.Command) engine.Command {
	rest := slices.DeleteFunc(slices.Clone(choices), func(c engine.Command) bool { _, ok := c.(highcouncil.TakeBack); return ok })
	if len(rest) == 0 {
		rest = choices
	}
	return b.Greedy.Choose(r, s, rest)
}

// The vote goes on when a field becomes free again, and greedy knows what that costs.
func TestGreedyKnowsTheVote(t *testing.T) {
	facts := []string{
		"seated 1 white follower", "seated 2 white follower", "seated 3 white follower", "seated 4 red follower", "seated 5 red follower",
		"white argued +2 green", "vote",
		"white dealt day-07", "white dealt day-08", "white dealt day-09", "red dealt night-01", "red dealt night-02", "red dealt night-03",
	}
	d := positionOf(bottest.Sees(bottest.Position(t, "white red", facts, nil), "white"))
	if got := d.Cost(3, 4); got != 1 {
		t.Errorf("a larger group convinces for %d arguments, want 1", got)
	}
}

// Two useless cards lie open, and a third one goes with them: greedy takes them back
// and ponders. The control goes round in circles.
func TestUselessOpenCards(t *testing.T) {
	facts := []string{
		"white argued +6 red", "seated 5 white follower", "seated 29 red follower",
		"white dealt day-05", "white dealt day-29", "white dealt day-30", "red dealt night-01", "red dealt night-02", "red dealt night-03",
	}
	for _, c := range []struct {
		bot  bot.Bot
		ends bool
	}{{Greedy{}, true}, {stubborn{}, false}} {
		s := bottest.Position(t, "white red", facts, []string{"white play day-29", "white play day-30"})
		returns := bottest.Play(t, s, 1, alike(s, c.bot))
		if ends := returns == 0 && s.State().View().Over; ends != c.ends {
			t.Errorf("%T: %d returns, over %t", c.bot, returns, s.State().View().Over)
		}
	}
}

// Each habit of the greedy bot in a position of its own.
func TestGreedy(t *testing.T) {
	hand := func(cards ...string) []string {
		var lines []string
		for _, c := range cards {
			lines = append(lines, "white dealt "+c)
		}
		for _, c := range []string{"night-01", "night-02", "night-03"} {
			lines = append(lines, "red dealt "+c)
		}
		return lines
	}
	seated := func(color string, fields ...int) (lines []string) {
		for _, n := range fields {
			lines = append(lines, fmt.Sprintf("seated %d %s follower", n, color))
		}
		return lines
	}
	for name, c := range map[string]struct {
		facts, played []string
		want          string // a regular expression of the command
	}{
		"completes a set of a color":      {hand("day-01", "day-07", "day-13"), []string{"white play day-01", "white play day-07"}, "white play day-13"},
		"uses a set":                      {hand("day-01", "day-07", "day-13"), []string{"white play day-01", "white play day-07", "white play day-13"}, "white discuss white"},
		"extends its largest block":       {append(hand("day-10", "day-20", "day-27"), seated("white", 6, 7, 8, 9, 26)...), nil, "white play day-10"},
		"blocks the largest enemy block":  {append(hand("day-10", "day-20", "day-27"), append(seated("red", 14, 15, 16, 17, 18, 19), seated("white", 26)...)...), nil, "white play day-20"},
		"takes the seat":                  {append(hand("day-10", "day-20", "day-27"), seated("white", 6, 7, 8, 9)...), []string{"white play day-10"}, "white take-seat 10 (white|yellow) (follower|speaker)"},
		"convinces when it is cheap":      {append(append(hand("day-02", "day-15", "day-28"), seated("white", 6, 7, 8)...), "seated 9 red follower", "white argued +2 blue"), nil, "white convince 8 9 blue (white|yellow)"},
		"does not convince for its hoard": {append(hand("day-02", "day-15", "day-28"), "seated 1 white follower", "white argued +1 white"), nil, "white play day-.*"},
		"ponders with useless cards": {append(append(hand("day-01", "day-07", "day-13"), seated("red", 1, 7, 13)...),
			"white argued +6 white"), nil, "white ponder"},
	} {
		t.Run(name, func(t *testing.T) {
			s := bottest.Position(t, "white red", c.facts, c.played)
			seen, choices := bottest.Sees(s, "white")
			for dice := range uint64(20) {
				got := notation.Format(Greedy{}.Choose(rand.New(rand.NewPCG(dice, 0)), seen, choices))
				if !regexp.MustCompile("^(" + c.want + ")$").MatchString(got) {
					t.Fatalf("it does %q, want %s", got, c.want)
				}
			}
		})
	}
}

// duel plays a game between two bots and returns who has won, "" if nobody.
func duel(t *testing.T, seed uint64, bots map[engine.Seat]bot.Bot) (winner engine.Seat, turns int) {
	t.Helper()
	s := bottest.Position(t, "white red", nil, nil)
	bottest.Play(t, s, seed, bots)
	v := s.State().View()
	for _, p := range v.Seats {
		if p.Winner {
			winner = p.Seat
		}
	}
	return winner, v.Round()
}

// Greedy beats random from either seat.
func TestGreedyAndRandom(t *testing.T) {
	t.Parallel()
	g, r := bot.Bot(Greedy{}), bot.Bot(bot.Random{Game: highcouncil.Game})
	for seed := range uint64(6) {
		seat := []engine.Seat{"white", "red"}[seed%2]
		bots := map[engine.Seat]bot.Bot{"white": r, "red": r}
		bots[seat] = g
		if got, turns := duel(t, seed, bots); got != seat {
			t.Errorf("seed %d: %q wins against greedy %s in %d turns", seed, got, seat, turns)
		}
	}
}
