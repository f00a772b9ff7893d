package castingshadows_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"arbiter/engine"
	"arbiter/engine/castingshadows"
	"arbiter/engine/castingshadows/printed"
	"arbiter/engine/enginetest"
	"arbiter/engine/enginetest/tier"
	"arbiter/engine/notation"
)

// A clerk keeps the tracks book by what people say, as the rulebook and the rulings have it,
// and works out all that anybody may say next. It shares nothing with the rules but the names
// of cards and the words of commands.
type clerk struct {
	wrong string // the rule that a control breaks

	seats   []*sheet
	rulings map[string]string
	most    int // the last number of the dial
	turn    int
	phase   int // 2 or 3
	points  int
	quiet   int  // turns since somebody has hurt somebody else
	summons bool // the form has changed, and the companion has not been taken
	used    bool // the shadow ability, in this turn
	asked   bool // whether the game goes on
	over    bool
	free    map[string]bool // companions
	lines   map[engine.Command]string
}

func newClerk(seats []engine.Seat, facts []engine.Event) *clerk {
	c := &clerk{rulings: map[string]string{}, free: map[string]bool{}, lines: map[engine.Command]string{}}
	box := &printed.Facts{}
	for _, e := range facts {
		if f, ok := e.(printed.Fact); ok {
			box = box.With(f)
		} else if s := (said{e}); s.fact() == "ruling" {
			c.rulings[s.word("Name")] = s.word("Choice")
		}
	}
	c.most = int(box.MostHealth())
	for _, seat := range seats {
		c.seats = append(c.seats, &sheet{seat: string(seat), health: 18})
	}
	for _, card := range printed.Companions() {
		c.free[card.String()] = true
	}
	return c
}

func (c *clerk) begin(turn int) {
	c.turn, c.phase, c.points, c.used, c.summons = turn, 2, 4, false, false
	if c.quiet++; c.wrong == fivePoints {
		c.points = 5
	}
}

func (c *clerk) me() *sheet { return c.seats[c.turn] }

func (c *clerk) left() (all []*sheet) {
	for _, p := range c.seats {
		if !p.out {
			all = append(all, p)
		}
	}
	return all
}

// next ends the turn: the next who is in the game goes on, unless the table is asked whether
// anybody does.
func (c *clerk) next() {
	if c.quiet >= 30*len(c.left()) {
		c.asked = true
		return
	}
	at := (c.turn + 1) % len(c.seats)
	for c.seats[at].out {
		at = (at + 1) % len(c.seats)
	}
	c.begin(at)
}

// Which rules a control breaks.
const (
	sixPlaces     = "a book has six places"
	noTakenCards  = "a card may lie in two books"
	pastTheDial   = "healing goes past the dial"
	ownDamage     = "own crystals count as damage by another"
	fivePoints    = "a turn has five actions"
	changeAtFour  = "the form changes with 4 energy"
	anyEnergy     = "the ability is used with any energy"
	sameCompanion = "two may have the same companion"
	turnByItself  = "a turn ends with full energy"
	outPlays      = "who is out has a turn"
)

var wrongTracks = []string{sixPlaces, noTakenCards, pastTheDial, ownDamage, fivePoints, changeAtFour, anyEnergy, sameCompanion, turnByItself, outPlays}

// limit is the most energy of a form.
func (c *clerk) limit(p *sheet) int {
	if !p.shadow && c.wrong == changeAtFour {
		return 4
	}
	return p.limit()
}

// allowed are all the lines that may be said now.
func (c *clerk) allowed() (all []string) {
	say := func(format string, args ...any) { all = append(all, fmt.Sprintf(format, args...)) }
	p := c.me()
	switch {
	case c.over:
		return nil
	case c.asked:
		return []string{"table continue", "table adjourn"}
	case c.summons:
		for card := range c.free {
			say("%s summon %s", p.seat, card)
		}
		return all
	case c.phase == 2:
		c.actions(say)
	default:
		for n := 1; n <= c.limit(p)-p.energy; n++ {
			say("%s absorb %d", p.seat, n)
		}
		if !p.shadow && p.energy == 3 {
			say("%s transform", p.seat)
		}
	}
	say("%s finish", p.seat)
	for _, q := range c.left() {
		for n := 1; n <= min(q.health, 99); n++ {
			say("%s suffer %d", q.seat, n)
		}
		most := c.most - q.health
		if c.rulings["hp-cap"] == "none" || c.wrong == pastTheDial {
			most = 99
		}
		for n := 1; n <= most; n++ {
			say("%s heal %d", q.seat, n)
		}
		for _, card := range q.book {
			say("%s drop %s", q.seat, card)
		}
	}
	return all
}

// actions are those of phase 2. The ability takes no point, and the printed energy, which
// people tell.
func (c *clerk) actions(say func(string, ...any)) {
	p := c.me()
	if p.shadow && (p.energy == 5 || c.wrong == anyEnergy) && (c.rulings["ability-once"] == "full" || !c.used) {
		for n := 1; n <= p.energy; n++ {
			say("%s spend %d", p.seat, n)
		}
	}
	if c.points == 0 {
		return
	}
	say("%s act", p.seat)
	if slots := map[bool]int{false: 5, true: 6}[c.wrong == sixPlaces]; len(p.book) >= slots {
		return
	}
	for _, card := range printed.MainDeck() {
		if c.wrong == noTakenCards || !slices.ContainsFunc(c.seats, func(q *sheet) bool { return slices.Contains(q.book, card.String()) }) {
			say("%s take %s", p.seat, card)
		}
	}
}

// hear takes down what was said.
func (c *clerk) hear(x engine.Command) {
	words := notation.Words(x)
	p, n := c.me(), said{x}.number("N")
	for _, q := range c.seats {
		if q.seat == words[0] {
			p = q
		}
	}
	switch words[1] {
	case "act":
		c.points--
	case "take":
		c.points--
		p.book = append(p.book, words[2])
	case "drop":
		p.book = slices.DeleteFunc(p.book, func(card string) bool { return card == words[2] })
	case "spend":
		p.energy, c.used = p.energy-n, true
	case "heal":
		p.health += n
	case "suffer":
		c.hurt(p, n)
	case "absorb":
		p.energy += n
		c.full(p)
	case "transform":
		c.change(p)
	case "summon":
		if p.companion, c.summons = words[2], false; c.wrong != sameCompanion {
			delete(c.free, words[2])
		}
	case "finish":
		if c.phase == 3 {
			c.next()
			return
		}
		c.phase = 3
		c.full(p)
	case "continue":
		c.asked, c.quiet = false, 0
		c.next()
	case "adjourn":
		c.asked, c.over = false, true
	}
}

// full: in base form the form changes at once with 3 energy, unless the table has chosen that
// it may; by the older reading the turn ends with full energy.
func (c *clerk) full(p *sheet) {
	switch {
	case p.energy < c.limit(p):
	case !p.shadow && c.rulings["transform"] != "may":
		c.change(p)
	case p.shadow && (c.rulings["end-order"] != "curse" || c.wrong == turnByItself):
		c.next()
	}
}

func (c *clerk) change(p *sheet) { p.shadow, p.energy, c.summons = true, 0, len(c.free) > 0 }

// hurt takes hit points; at 0 a character is out. In the own turn it is what one's own cursed
// crystals do.
func (c *clerk) hurt(p *sheet, n int) {
	if p != c.me() || c.wrong == ownDamage {
		c.quiet = 0
	}
	if p.health -= n; p.health > 0 {
		return
	}
	p.out = c.wrong != outPlays
	p.book, p.companion, p.energy = nil, "", 0
	switch left := c.left(); {
	case len(left) == 1:
		c.over, left[0].place = true, "winner"
	case p == c.me() && p.out:
		c.next()
	}
}

// disagree is what a position shows otherwise.
func (c *clerk) disagree(s engine.State, commands []engine.Command) error {
	legal := make([]string, len(commands))
	for i, x := range commands {
		if c.lines[x] == "" {
			c.lines[x] = notation.Format(x)
		}
		legal[i] = c.lines[x]
	}
	allowed := c.allowed()
	slices.Sort(allowed)
	slices.Sort(legal)
	if !slices.Equal(allowed, legal) {
		only := func(a, b []string) []string {
			return slices.DeleteFunc(slices.Clone(a), func(x string) bool { return slices.Contains(b, x) })
		}
		return fmt.Errorf("offered and not allowed: %v; allowed and not offered: %v", only(legal, allowed), only(allowed, legal))
	}
	v := engine.Plain(s)
	if v.Over != c.over {
		return fmt.Errorf("over: %t, not %t", v.Over, c.over)
	}
	for i, p := range c.seats {
		health, _ := v.At("health", engine.Seat(p.seat))
		energy, _ := v.At("energy", engine.Seat(p.seat))
		place := v.Seats[slices.IndexFunc(v.Seats, func(at engine.Place) bool { return at.Seat == engine.Seat(p.seat) })]
		shown := fmt.Sprint(health, energy, cardsIn(v, p.seat, "book"), cardsIn(v, p.seat, "companion"), place.Out, place.Winner, place.Turn)
		want := fmt.Sprint(p.health, p.energy, listed(p.book, 0), listed(some(p.companion), 0), p.out, p.place == "winner", i == c.turn && !c.over && !c.asked)
		if shown != want {
			return fmt.Errorf("%s has %s, not %s", p.seat, shown, want)
		}
	}
	return nil
}

// tracksSettings are tables of the tracks book by today's rulings, by older ones, and with what
// the table may choose.
func tracksSettings(tb testing.TB) (all []enginetest.Setting) {
	tb.Helper()
	for _, rulings := range []string{today, "", "ruling transform may, " + today, "ruling transform may, ruling hp-cap none", "dial 25 owner, " + today} {
		for _, seats := range []string{"kit frill", "kit frill nuzzle", "kit frill nuzzle haze", "kit lucky frill nuzzle haze", "kit frill nuzzle haze frost talon"} {
			lines := strings.FieldsFunc("book tracks,"+rulings, func(r rune) bool { return r == ',' })
			all = append(all, enginetest.Setting{Game: castingshadows.Game, Seats: enginetest.Seats(seats), Facts: enginetest.Facts(tb, castingshadows.Game, lines...)})
		}
	}
	return all
}

// clerked plays a random game with a clerk beside it; damage is mostly little, so that games
// last.
func clerked(t *testing.T, set enginetest.Setting, seed uint64, wrong string) error {
	t.Helper()
	s, r := set.Begin(t), rand.New(rand.NewPCG(seed, 23))
	c := newClerk(set.Seats, set.Facts)
	c.wrong = wrong
	c.begin(0)
	hurts := []int{1, 2, 4, 60}[r.IntN(4)] // where people seldom hurt each other the table is asked
	for n := 0; ; n++ {
		legal := s.Legal()
		if err := c.disagree(s, legal); err != nil {
			return fmt.Errorf("after %d commands: %w", n, err)
		}
		if len(legal) == 0 || n > 1200 {
			return nil
		}
		x := choose(r, legal)
		for seldom(x, r, hurts) {
			x = choose(r, legal)
		}
		next, _, err := engine.Step(s, x)
		if err != nil {
			return err
		}
		c.hear(x)
		s = next
	}
}

// seldom reports whether something else is said: much damage, and healing, come seldom.
func seldom(x engine.Command, r *rand.Rand, hurts int) bool {
	switch (said{x}).verb() {
	case "suffer":
		return said{x}.number("N") > 6 && r.IntN(8) > 0 || r.IntN(hurts) > 0
	case "heal":
		return r.IntN(12) > 0
	}
	return false
}

// TestTracksReferee: in random games of the tracks book exactly that may be said which a second
// reading of the rulebook allows, and everybody has what it works out.
func TestTracksReferee(t *testing.T) {
	tier.Unraced(t, "no goroutines meet in a game")
	games, first := tier.Of(t, tier.Referees, "games of the tracks book", 1, 1, 1000), tier.Seed(t)
	for i, set := range tracksSettings(t) {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			for n := range games {
				if err := clerked(t, set, first+uint64(n), ""); err != nil {
					t.Fatalf("seed %d: %v", first+uint64(n), err)
				}
			}
		})
	}
}

// TestTracksRefereeControl: a clerk that has a rule wrong is found out.
func TestTracksRefereeControl(t *testing.T) {
	all := tracksSettings(t)
	for _, rule := range wrongTracks {
		t.Run(rule, func(t *testing.T) {
			t.Parallel()
			for n := range uint64(60) {
				if clerked(t, all[n%uint64(len(all))], n, rule) != nil {
					return
				}
			}
			t.Error("nobody minds")
		})
	}
}
