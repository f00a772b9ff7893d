package companion

import (
	"fmt"
	"slices"
	"strings"

	"arbiter/companion/clock"
	"arbiter/engine"
	"arbiter/setups"
)

// A GameOffer is a game and how it may start.
type GameOffer struct {
	Game    engine.Game   `json:"-"`
	Seats   []engine.Seat // in the order they sit
	Beyond  int           // how many of them, the last ones, need more than the base game
	Counts  []int         // how many seats people may take, rising
	Robot   engine.Seat   // joins when a single seat is taken; "" if none does
	Order   string        // the verb of a fact that gives a seat its place, such as "order"
	Boxes   []BoxChoice
	Box     string // used if NewGame.Box is ""
	Options []Option
	Each    []SeatOption
	Bots    []string // names of bots that can play seats of this game, the best first
	Bot     string   // the one that sits down if nobody chooses; "" for the first of Bots
	BotsAsk []string // names of options that are switched on when a bot plays

	// Deals reports whether a command is chance that the dealer supplies in this state. The dealer
	// acts as engine.Table, and people may not give such commands. Nil means that nothing is dealt.
	Deals func(engine.State, engine.Command) bool `json:"-"`
}

// BaseSeats returns the seats that need nothing beyond the base game.
func (o GameOffer) BaseSeats() []engine.Seat { return o.Seats[:len(o.Seats)-o.Beyond] }

// BaseCounts returns how many may play with the base game alone.
func (o GameOffer) BaseCounts() []int {
	return slices.DeleteFunc(slices.Clone(o.Counts), func(n int) bool { return n > len(o.BaseSeats()) })
}

// A Need is a way to start a game that may need values of the box: who plays, and the facts of the
// chosen options.
type Need struct {
	Seats []engine.Seat
	Lines []string
}

// Need returns the Need of a game that starts like this.
func (o GameOffer) Need(g NewGame) (n Need, err error) {
	if n.Seats, err = o.seats(g); err != nil {
		return n, err
	}
	for _, p := range o.Options {
		if slices.Contains(g.Options, p.Name) {
			n.Lines = append(n.Lines, p.Facts...)
		}
	}
	return n, nil
}

// Needs returns a Need for every number of seats of the base game, with every option switched on
// except rulings and those always in force.
func (o GameOffer) Needs() (all []Need) {
	for _, count := range o.BaseCounts() {
		g := NewGame{Game: o.Game.Name}
		for _, seat := range o.Seats[:count] {
			g.Seats = append(g.Seats, Seating{Seat: seat})
		}
		for _, p := range o.Options {
			if !p.Ruling() && !p.Usual {
				g.Options = append(g.Options, p.Name)
			}
		}
		if n, err := o.Need(g); err == nil {
			all = append(all, n)
		}
	}
	return all
}

// A BoxChoice is a choice of what is printed on the cardboard.
type BoxChoice struct {
	Name  string
	Lines []string `json:"-"` // all facts, as lines; later ones override earlier ones
	Own   bool     // the owner's box: what people tell at the table is added to it
}

// An Option is a choice that the table makes when the game starts.
type Option struct {
	Name   string
	Title  engine.Text
	Facts  []string
	Screen bool // chosen for a game without cardboard, on screens alone
	Usual  bool // always in force: accepted where it is named, and not offered
	Bots   bool // bots play the seats of the base game that nobody takes
}

// Filled returns the game with bots at the free seats of the base game, if an option says so.
func (o GameOffer) Filled(g NewGame) NewGame {
	if !slices.ContainsFunc(o.Options, func(p Option) bool { return p.Bots && slices.Contains(g.Options, p.Name) }) {
		return g
	}
	var all []Seating
	for i, seat := range o.Seats {
		switch n := slices.IndexFunc(g.Seats, func(s Seating) bool { return s.Seat == seat }); {
		case n >= 0:
			all = append(all, g.Seats[n])
		case i < len(o.BaseSeats()):
			all = append(all, Seating{Seat: seat, Bot: o.UsualBot()})
		}
	}
	g.Seats = all
	return g
}

// Ruling reports whether the option decides how an unclear rule is read.
func (o Option) Ruling() bool {
	return slices.ContainsFunc(o.Facts, func(f string) bool { return strings.HasPrefix(f, "ruling ") })
}

// A SeatOption is a choice that each seat makes. It becomes the fact SEAT NAME VALUE.
type SeatOption struct {
	Name   string // the verb
	Title  engine.Text
	Values []engine.Term
}

// A NewGame says how a game starts.
type NewGame struct {
	Game    string
	Seats   []Seating     // who plays; a robot seat may be named or joins by itself
	Box     string        // "" is GameOffer.Box
	Options []string      // names of the chosen options
	Order   []engine.Seat // the start order; nil if the game needs none

	Learners []engine.Seat // people who may ask for advice; everybody is told
	Clock    clock.Settings
}

// A Seating is a seat, the name of its player, and what the player has chosen.
type Seating struct {
	Seat    engine.Seat
	Name    string
	Bot     string // the bot that plays the seat; "" for a person
	Choices []Chosen
}

// A Chosen is the value that a seat has chosen for a SeatOption.
type Chosen struct {
	Name  string
	Value string
}

// setup checks g against the offer and orders the facts: box, what was told at the table, options,
// start order. The error is a Refusal if people chose something impossible.
func (o GameOffer) setup(g NewGame, learned []string) (engine.Setup, error) {
	seats, err := o.seats(g)
	if err != nil {
		return engine.Setup{}, err
	}
	lines, err := o.lines(g, learned)
	if err != nil {
		return engine.Setup{}, err
	}
	facts := make([]engine.Event, 0, len(lines))
	for _, line := range lines {
		fact, err := o.Game.Words.Parse(line)
		if err != nil {
			return engine.Setup{}, fmt.Errorf("setup of %s: %w", o.Game.Name, err)
		}
		facts = append(facts, fact)
	}
	return engine.Setup{Game: o.Game.Name, Seats: seats, Facts: facts}, nil
}

func (o GameOffer) seats(g NewGame) ([]engine.Seat, error) {
	var seats []engine.Seat
	people := 0
	if err := o.checkBots(g.Seats); err != nil {
		return nil, err
	}
	for _, s := range g.Seats {
		if !slices.Contains(o.Seats, s.Seat) && (s.Seat != o.Robot || o.Robot == "") {
			return nil, engine.Refuse("%s is no seat of this game", s.Seat)
		}
		if s.Seat != o.Robot {
			people++
		}
		seats = append(seats, s.Seat)
	}
	if !slices.Contains(o.Counts, people) {
		return nil, engine.Refuse("this game takes %s seats, not %d", HowMany(o.Counts), people)
	}
	if o.Robot != "" && people == 1 && !slices.Contains(seats, o.Robot) {
		seats = append(seats, o.Robot)
	}
	return seats, engine.CheckSeats(o.Game.Words, seats)
}

// HowMany puts a rising list of numbers, at least one, into words: "4", "2 to 4", "2 or 4".
func HowMany(counts []int) engine.Text {
	last := len(counts) - 1
	if last > 1 && counts[last]-counts[0] == last {
		return engine.Say("%d to %d", counts[0], counts[last])
	}
	text := engine.Say("%d", counts[0])
	for i, n := range counts[1:] {
		if i+1 == last {
			return engine.Say("%s or %d", text, n)
		}
		text = engine.Say("%s, %d", text, n)
	}
	return text
}

// UsualBot returns the bot that sits down if nobody chooses, or "" if no bot plays this game.
func (o GameOffer) UsualBot() string {
	if o.Bot == "" && len(o.Bots) > 0 {
		return o.Bots[0]
	}
	return o.Bot
}

// checkBots returns an error if bots cannot play at these seats. They do not play among themselves.
func (o GameOffer) checkBots(seats []Seating) error {
	persons := 0
	for _, s := range seats {
		switch {
		case s.Bot == "" && (s.Seat != o.Robot || o.Robot == ""):
			persons++
		case s.Bot != "" && s.Seat == o.Robot:
			return fmt.Errorf("bot %q: %s plays by the rules alone", s.Bot, s.Seat)
		case s.Bot != "" && !slices.Contains(o.Bots, s.Bot):
			return fmt.Errorf("bot %q: %s has none of that name", s.Bot, o.Game.Name)
		}
	}
	if persons == 0 && len(bots(seats)) > 0 {
		return engine.Refuse("somebody has to play with the bots")
	}
	return nil
}

// bots returns the bots by their seats, or nil if there are none.
func bots(seats []Seating) map[engine.Seat]string {
	var bots map[engine.Seat]string
	for _, s := range seats {
		if s.Bot != "" {
			if bots == nil {
				bots = map[engine.Seat]string{}
			}
			bots[s.Seat] = s.Bot
		}
	}
	return bots
}

// options returns the chosen options and those that bots require.
func (o GameOffer) options(g NewGame) []string {
	options := slices.Clone(g.Options)
	if len(bots(g.Seats)) == 0 {
		return options
	}
	for _, name := range o.BotsAsk {
		if !slices.Contains(options, name) {
			options = append(options, name)
		}
	}
	return options
}

func (o GameOffer) lines(g NewGame, learned []string) ([]string, error) {
	box, err := o.box(g.Box)
	if err != nil {
		return nil, err
	}
	lines := slices.Clone(box.Lines)
	if box.Own {
		lines = append(lines, learned...)
	}
	for _, name := range o.options(g) {
		i := slices.IndexFunc(o.Options, func(p Option) bool { return p.Name == name })
		if i < 0 {
			return nil, fmt.Errorf("option %q: %s has none of that name", name, o.Game.Name)
		}
		lines = append(lines, o.Options[i].Facts...)
	}
	for _, s := range g.Seats {
		chosen, err := o.chosen(s)
		if err != nil {
			return nil, err
		}
		lines = append(lines, chosen...)
	}
	for i, seat := range g.Order {
		lines = append(lines, fmt.Sprintf("%s %s %d", seat, o.Order, i+1))
	}
	return lines, nil
}

// chosen returns what a seat has chosen, as lines.
func (o GameOffer) chosen(s Seating) ([]string, error) {
	var lines []string
	for _, c := range s.Choices {
		i := slices.IndexFunc(o.Each, func(e SeatOption) bool { return e.Name == c.Name })
		if i < 0 || !slices.Contains(o.Each[i].Values, engine.Term(c.Value)) {
			return nil, fmt.Errorf("%s %q: %s has no such choice", c.Name, c.Value, o.Game.Name)
		}
		lines = append(lines, fmt.Sprintf("%s %s %s", s.Seat, c.Name, c.Value))
	}
	return lines, nil
}

func (o GameOffer) box(name string) (BoxChoice, error) {
	if name == "" {
		name = o.Box
	}
	for _, b := range o.Boxes {
		if b.Name == name {
			return b, nil
		}
	}
	return BoxChoice{}, fmt.Errorf("box %q: %s has none of that name", name, o.Game.Name)
}

// Offers reads from the setups how games may start.
func Offers(games ...engine.Game) ([]GameOffer, error) {
	var offers []GameOffer
	for _, g := range games {
		t, err := setups.TableOf(g.Name)
		if err != nil {
			return nil, err
		}
		o := GameOffer{Game: g, Beyond: len(t.More), Counts: t.Counts, Robot: engine.Seat(t.Solo), Order: t.Order, Box: t.Box}
		for _, s := range t.All() {
			o.Seats = append(o.Seats, engine.Seat(s))
		}
		for _, p := range t.Options {
			o.Options = append(o.Options, Option{p.Name, engine.Text{Format: p.Title}, p.Facts, p.Screen, p.Usual, p.Bots})
		}
		for _, e := range t.Each {
			each := SeatOption{Name: e.Name, Title: engine.Text{Format: e.Title}}
			for _, v := range e.Values {
				each.Values = append(each.Values, engine.Term(v))
			}
			o.Each = append(o.Each, each)
		}
		for _, name := range setups.Boxes(g.Name) {
			facts, err := t.Facts(name)
			if err != nil {
				return nil, err
			}
			b := BoxChoice{Name: name, Own: slices.Contains(t.Boxes, name)}
			for _, f := range facts {
				b.Lines = append(b.Lines, f.Text)
			}
			o.Boxes = append(o.Boxes, b)
		}
		offers = append(offers, o)
	}
	return offers, nil
}
