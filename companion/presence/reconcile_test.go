package presence

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"arbiter/companion/companiontest/testgame"
	"arbiter/engine"
	"arbiter/engine/notation"
	"arbiter/hw"
	"arbiter/setups"
)

// lay and friends say what lies on a reader as a list such as "purple moon, old purple sun,
// purple": cards are separated by commas, and a mark comes first.
func lay(cards string) []laidCard {
	var all []laidCard
	for i, spec := range strings.Split(cards, ",") {
		words := strings.Fields(spec)
		if len(words) == 0 {
			continue
		}
		k := laidCard{uid: string(rune('a' + i))}
		marks := map[string]outcome{"old": spent, "refused": refused, "rested": rested}
		if m, ok := marks[words[0]]; ok {
			k.outcome, words = m, words[1:]
		}
		if words[0] != "unknown" {
			k.words = words
		}
		all = append(all, k)
	}
	return all
}

// A situation is one row of the table test. Readers f1 and f2 are purple's fields, f3 a field that
// the game does not have, g1 is green's field 1, r1 is a field of red, who does not play; shared
// shows purple's cards one after the other, all is a reader for everything, market belongs to
// nobody.
type situation struct {
	name  string
	play  string            // lines of Hush, separated by semicolons
	lying map[string]string // reader -> cards
	gone  map[string]string
	asked map[string]string
	other func([]readerState, *Input)

	do     string
	own    []string // what purple reads
	public []string // what green and spectators read; nil: the same
	marks  string   // "f1 a spent"
}

func readers() []Reader {
	return []Reader{
		{Name: "f1", Seat: "purple", Fields: []string{"1"}},
		{Name: "f2", Seat: "purple", Fields: []string{"2"}},
		{Name: "f3", Seat: "purple", Fields: []string{"3"}},
		{Name: "g1", Seat: "green", Fields: []string{"1"}},
		{Name: "r1", Seat: "red", Fields: []string{"1"}},
		{Name: "shared", Seat: "purple", Fields: []string{"1", "2"}},
		{Name: "seat", Seat: "purple"},
		{Name: "all", Seat: "purple", Fields: []string{"1", "2"}, Role: setups.RoleTable},
		{Name: "market", Role: setups.RoleMarket},
	}
}

func (c situation) scene(t *testing.T, game engine.Game) ([]readerState, Input) {
	t.Helper()
	state, err := game.New([]engine.Seat{"purple", "green"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.SplitSeq(c.play, ";") {
		if strings.TrimSpace(line) == "" {
			continue
		}
		x, err := game.Words.Parse(line)
		if err != nil {
			t.Fatal(err)
		}
		events, err := state.Decide(x.(engine.Command))
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		state = engine.Fold(state, events...)
	}
	s := Input{View: state.View(), Legal: state.Legal()}
	var places []readerState
	for _, p := range New(readers(), nil).states {
		p.lying, p.gone = lay(c.lying[p.Name]), lay(c.gone[p.Name])
		if _, ok := p.field(); ok && len(p.lying)+len(p.gone) > 0 {
			s.Laying = append(s.Laying, p.Seat)
		}
		if asked := lay(c.asked[p.Name]); len(asked) > 0 {
			p.asked = &asked[0]
		}
		places = append(places, p)
	}
	if c.other != nil {
		c.other(places, &s)
	}
	return places, s
}

func (c situation) check(t *testing.T, game engine.Game) {
	places, s := c.scene(t, game)
	a := reconcile(places, s)
	do := ""
	if a.Do != nil {
		do = notation.Format(a.Do)
	}
	if got, want := do, c.do; got != want {
		t.Errorf("plays %q, want %q", got, want)
	}
	if c.public == nil {
		c.public = c.own
	}
	if got, want := texts(a.Notices, "purple"), c.own; !slices.Equal(got, want) {
		t.Errorf("purple reads\n%q, want\n%q", got, want)
	}
	for _, seat := range []engine.Seat{"green", ""} {
		if got, want := texts(a.Notices, seat), c.public; !slices.Equal(got, want) {
			t.Errorf("%q reads\n%q, want\n%q", seat, got, want)
		}
	}
	var marks []string
	for _, m := range a.marks {
		marks = append(marks, places[m.reader].Name+" "+m.uid+" "+[]string{"fresh", "spent", "refused", "rested"}[m.outcome])
	}
	if got, want := strings.Join(marks, ", "), c.marks; got != want {
		t.Errorf("marks %q, want %q", got, want)
	}
}

func texts(notices []Notice, seat engine.Seat) []string {
	var texts []string
	for _, n := range notices {
		text, _ := n.For(seat)
		texts = append(texts, text.String())
	}
	return texts
}

const (
	planned  = "purple plan 1 moon; purple plan 2 sun; "
	readied  = planned + "purple ready; "
	revealed = readied + "green plan 1 moon; green plan 2 sun; green ready; "
	acting   = revealed + "table tell moon 1; table tell sun 2; "
	slid     = acting + "purple slide; "
	others   = "purple plan 1 star; purple plan 2 sun; purple ready; green plan 1 moon; green plan 2 sun; green ready; "
	round2   = slid + "green slide; "
)

func TestReconcile(t *testing.T) {
	for _, c := range []situation{
		{name: "nothing lies anywhere"},
		{name: "the right card", lying: map[string]string{"f1": "purple moon"}, do: "purple plan 1 moon"},
		{name: "two right cards, one after the other",
			lying: map[string]string{"f1": "purple moon", "f2": "purple sun"}, do: "purple plan 1 moon"},
		{name: "the second of them", play: "purple plan 1 moon",
			lying: map[string]string{"f1": "old purple moon", "f2": "purple sun"}, do: "purple plan 2 sun"},
		{name: "cards that lie where the game has them", play: planned,
			lying: map[string]string{"f1": "purple moon", "f2": "purple sun"}, marks: "f1 a spent, f2 a spent"},
		{name: "another seat's card", lying: map[string]string{"f1": "green moon"},
			own: []string{"purple: this card belongs to green; give it back"}},
		{name: "a card that this game does not have", lying: map[string]string{"f1": "ai-07"},
			own:    []string{"purple: ai-07 does not belong on field 1; take it away"},
			public: []string{"purple: the card on field 1 does not belong there; take it away"}},
		{name: "a card of a color that nobody plays, with a word that lies there", play: planned,
			lying:  map[string]string{"f1": "blue moon, old purple moon", "f2": "purple sun"},
			marks:  "f2 a spent",
			own:    []string{"purple: moon does not belong on field 1; take it away"},
			public: []string{"purple: the card on field 1 does not belong there; take it away"}},
		{name: "a card without a name", lying: map[string]string{"f1": "unknown"},
			own: []string{"reader f1: this card has no name yet; name it on a phone or take it away"}},
		{name: "a second card in round 1", play: "purple plan 1 moon",
			lying:  map[string]string{"f1": "old purple moon, purple sun"},
			own:    []string{"purple: sun cannot lie on the card on field 1; take it into the hand"},
			public: []string{"purple: there is one card too many on field 1; take it into the hand"}},
		{name: "a second card in round 1, and the first may be leaving", play: "purple plan 1 moon",
			lying: map[string]string{"f1": "old purple moon, purple sun"}, other: func(places []readerState, _ *Input) { places[0].lying[0].quiet = true }},
		{name: "a field that nobody has", lying: map[string]string{"f3": "purple moon"},
			own: []string{"purple: reader f3 stands for no field of this game now; take the card away"}},
		{name: "a field of nobody who plays", lying: map[string]string{"r1": "purple moon"}},
		{name: "covering in round 2: the new card counts", play: round2 + "purple plan 1 sun",
			lying: map[string]string{"f1": "old purple sun", "f2": "old purple moon, purple star"}, do: "purple plan 2 star"},
		{name: "a covered card falls silent", play: round2 + "purple plan 1 sun; purple plan 2 star",
			lying: map[string]string{"f1": "old purple sun", "f2": "old purple star"}, gone: map[string]string{"f2": "purple moon"}},
		{name: "a card is taken back", play: planned,
			lying: map[string]string{"f1": "old purple moon"}, gone: map[string]string{"f2": "purple sun"}, do: "purple take-back 2 sun"},
		{name: "a card leaves after ready", play: readied,
			lying:  map[string]string{"f1": "old purple moon"},
			gone:   map[string]string{"f2": "purple sun"},
			own:    []string{"purple: put sun on field 2"},
			public: []string{"purple: a card is missing on field 2"}},
		{name: "a card moves after ready", play: readied,
			lying:  map[string]string{"f2": "purple moon, old purple sun"},
			gone:   map[string]string{"f1": "purple moon"},
			own:    []string{"purple: move moon from field 2 to field 1"},
			public: []string{"purple: move the card from field 2 to field 1"}},
		{name: "a card moves the other way after ready: it is moved back, and did not slide", play: readied,
			lying:  map[string]string{"f1": "old purple moon, purple sun"},
			gone:   map[string]string{"f2": "purple sun"},
			own:    []string{"purple: move sun from field 1 to field 2"},
			public: []string{"purple: move the card from field 1 to field 2"}},
		{name: "the only card that is left has moved after ready", play: readied,
			lying:  map[string]string{"f2": "purple moon"},
			gone:   map[string]string{"f1": "purple moon", "f2": "purple sun"},
			own:    []string{"purple: move moon from field 2 to field 1", "purple: put sun on field 2"},
			public: []string{"purple: move the card from field 2 to field 1", "purple: a card is missing on field 2"}},
		{name: "a card was moved while the program was off", play: readied,
			lying:  map[string]string{"f1": "rested purple moon, rested purple sun"},
			marks:  "f1 a spent",
			own:    []string{"purple: move sun from field 1 to field 2"},
			public: []string{"purple: move the card from field 1 to field 2"}},
		{name: "the slide, and the program was off meanwhile", play: slid,
			lying: map[string]string{"f1": "rested purple moon", "f2": "rested purple sun"}, marks: "f1 a spent, f2 a spent",
			own: []string{"purple: slide the cards one field to the right"}},
		{name: "cards swapped after ready", play: readied, lying: map[string]string{"f1": "purple sun", "f2": "purple moon"},
			own: []string{"purple: swap the cards on field 1 and field 2"}},
		{name: "a wrong phase", play: acting, lying: map[string]string{"f1": "old purple moon, purple star", "f2": "old purple sun"},
			own:    []string{"purple: star cannot lie on the card on field 1; take it into the hand"},
			public: []string{"purple: there is one card too many on field 1; take it into the hand"}},
		{name: "a wrong phase, on an empty field", play: slid, lying: map[string]string{"f1": "purple star", "f2": "old purple moon"},
			own:    []string{"purple: star cannot be played on field 1 now; take it into the hand"},
			public: []string{"purple: no card can be played on field 1 now; take it into the hand"}},
		{name: "the slide, cardboard not touched", play: slid, lying: map[string]string{"f1": "old purple moon", "f2": "old purple sun"},
			own: []string{"purple: slide the cards one field to the right"}},
		{name: "the slide, last card taken", play: slid, lying: map[string]string{"f1": "old purple moon"},
			gone: map[string]string{"f2": "purple sun"}, marks: "",
			own: []string{"purple: slide the cards one field to the right"}},
		{name: "the slide, done", play: slid, lying: map[string]string{"f2": "purple moon"}, marks: "f2 a spent"},
		{name: "the slide, last card forgotten", play: slid, lying: map[string]string{"f2": "purple moon, old purple sun"}, marks: "f2 a spent",
			own:    []string{"purple: take sun from field 2 into the hand"},
			public: []string{"purple: take the card from field 2 into the hand"}},
		{name: "the slide, card in somebody's hand", play: slid, gone: map[string]string{"f1": "purple moon", "f2": "purple sun"},
			own:    []string{"purple: put moon on field 2"},
			public: []string{"purple: a card is missing on field 2"}},
		{name: "the slide, never done: nothing is played in the next round", play: round2,
			lying: map[string]string{"f1": "old purple moon", "f2": "old purple sun"},
			own:   []string{"purple: slide the cards one field to the right"}},
		{name: "an undone card is not played again", lying: map[string]string{"f1": "old purple moon"},
			own:    []string{"purple: take moon from field 1 into the hand"},
			public: []string{"purple: take the card from field 1 into the hand"}},
		{name: "a card that lay there before the start", lying: map[string]string{"f1": "rested purple moon"},
			own:    []string{"purple: lift moon from field 1 and lay it down again"},
			public: []string{"purple: lift the card from field 1 and lay it down again"}},
		{name: "missing, but the reader is down", play: planned, lying: map[string]string{"f1": "old purple moon"},
			other: func(places []readerState, _ *Input) { places[1].down = true },
			own:   []string{"reader f2 does not answer: check its cable; the game goes on"}},
		{name: "the system keeps a reader from us", play: planned, lying: map[string]string{"f1": "old purple moon"},
			other: func(places []readerState, _ *Input) { places[1].down, places[1].obstacle = true, hw.InUse },
			own:   []string{"reader f2: its port is in use: end the other program; the game goes on"}},
		{name: "missing, but the program has just started", play: planned, lying: map[string]string{"f1": "old purple moon"},
			other: func(_ []readerState, s *Input) { s.StartingUp = true }},
		{name: "missing, but the seat plays by phone", play: planned},
		{name: "missing, and the seat lays cards", play: planned, lying: map[string]string{"f1": "old purple moon"},
			own:    []string{"purple: put sun on field 2"},
			public: []string{"purple: a card is missing on field 2"}},
		{name: "cut short", play: planned, lying: map[string]string{"f1": "old purple moon"},
			other: func(places []readerState, _ *Input) { places[1].unreadable, places[1].cut = true, true },
			own:   []string{"reader f2 tells only the beginning of its card's number: set it to whole numbers"}},
		{name: "unreadable", play: planned, lying: map[string]string{"f1": "old purple moon"},
			other: func(places []readerState, _ *Input) { places[1].unreadable = true },
			own:   []string{"reader f2 cannot tell its cards apart: lay them flat, one upon the other"}},
		{name: "the same card on two readers", play: planned, lying: map[string]string{"f1": "old purple moon", "f2": "old purple sun"},
			other: func(places []readerState, _ *Input) {
				places[1].conflicts, places[1].rivals = []string{"a"}, []string{"f1"}
			},
			own: []string{"readers f2 and f1 see the same card: take it off one of them"}},
		{name: "a green card and a purple one with the same word", play: "green plan 1 moon",
			lying: map[string]string{"f1": "purple moon", "g1": "green moon"}, do: "purple plan 1 moon", marks: "g1 a spent"},
	} {
		t.Run(c.name, func(t *testing.T) { c.check(t, testgame.Game(false)) })
	}
}

func TestReconcileShared(t *testing.T) {
	for _, c := range []situation{
		{name: "the first empty field", lying: map[string]string{"shared": "purple moon"}, do: "purple plan 1 moon", marks: "shared a spent"},
		{name: "the next empty field", play: "purple plan 1 moon", lying: map[string]string{"shared": "old purple moon, purple sun"},
			do: "purple plan 2 sun", marks: "shared b spent"},
		{name: "a card that has been read", play: planned, lying: map[string]string{"shared": "old purple moon"}},
		{name: "a card that the game has there", play: planned, lying: map[string]string{"shared": "purple moon"}, marks: "shared a spent"},
		{name: "a card that lay there before the start", lying: map[string]string{"shared": "rested purple moon"}},
		{name: "no field is empty, two may be covered", play: round2 + "purple plan 1 sun", lying: map[string]string{"shared": "purple star"},
			own:    []string{"purple: which field is star for? Choose on a phone"},
			public: []string{"purple: which field is the card for? Choose on a phone"}, marks: "shared a spent"},
		{name: "the question stays when the card is lifted", play: round2 + "purple plan 1 sun", asked: map[string]string{"shared": "purple star"},
			own:    []string{"purple: which field is star for? Choose on a phone"},
			public: []string{"purple: which field is the card for? Choose on a phone"}},
		{name: "the question is answered", play: round2 + "purple plan 1 sun; purple plan 2 star", asked: map[string]string{"shared": "purple star"}},
		{name: "of no use now", play: acting, lying: map[string]string{"shared": "purple star"}, marks: "shared a refused",
			own:    []string{"purple: star is of no use now; take it off the reader"},
			public: []string{"purple: the card is of no use now; take it off the reader"}},
		{name: "refused, and of use meanwhile: it must be shown again", lying: map[string]string{"shared": "refused purple star"},
			own:    []string{"purple: star is of no use now; take it off the reader"},
			public: []string{"purple: the card is of no use now; take it off the reader"}},
		{name: "another seat's card", lying: map[string]string{"shared": "green moon"}, marks: "shared a refused",
			own: []string{"purple: this card belongs to green; give it back"}},
		{name: "no name", lying: map[string]string{"shared": "unknown"},
			own: []string{"reader shared: this card has no name yet; name it on a phone or take it away"}},
		{name: "a reader that means the seat: many", lying: map[string]string{"seat": "purple moon"}, marks: "seat a spent",
			own:    []string{"purple: moon can mean several things; choose one on a phone"},
			public: []string{"purple: the card can mean several things; choose one on a phone"}},
		{name: "a reader that means the seat: one", play: "purple plan 1 moon; purple plan 2 star; purple take-back 2 star",
			lying: map[string]string{"seat": "purple sun"}, do: "purple plan 2 sun", marks: "seat a spent"},
		{name: "a reader for everything: what the table may say", play: others, lying: map[string]string{"all": "moon 2"},
			do: "table tell moon 2", marks: "all a spent"},
		{name: "the same at a reader of the seat alone", play: others, lying: map[string]string{"shared": "ai-07 moon"}, marks: "shared a refused",
			own:    []string{"purple: moon is of no use now; take it off the reader"},
			public: []string{"purple: the card is of no use now; take it off the reader"}},
		{name: "the market: one", play: revealed, lying: map[string]string{"market": "moon 2"}, do: "table tell moon 2", marks: "market a spent"},
		{name: "the market: many", play: revealed, lying: map[string]string{"market": "moon"}, marks: "market a spent",
			own: []string{"moon can mean several things; choose one on a phone"}},
		{name: "the market: none", play: acting, lying: map[string]string{"market": "ai-07"}, marks: "market a refused",
			own: []string{"ai-07 is of no use now; take it off the reader"}},
	} {
		t.Run(c.name, func(t *testing.T) { c.check(t, testgame.Game(false)) })
	}
}

func TestReconcileIsPure(t *testing.T) {
	c := situation{play: slid, lying: map[string]string{"f1": "purple moon", "f2": "purple sun, unknown", "shared": "purple star"}}
	places, s := c.scene(t, testgame.Game(false))
	before := fmt.Sprintf("%+v %+v", places, s)
	first, second := fmt.Sprintf("%+v", reconcile(places, s)), fmt.Sprintf("%+v", reconcile(places, s))
	if got, want := fmt.Sprintf("%+v %+v", places, s), before; got != want {
		t.Errorf("the input became %s, was %s", got, want)
	}
	if first != second {
		t.Errorf("two results for the same input:\n%s\n%s", first, second)
	}
}

// opened and numbered are commands about a card: what laying it means, and what people say of it.
type (
	opened   struct{ Seat, Card string }
	numbered struct {
		Seat, Card string
		N          int
	}
)

func (c opened) By() engine.Seat   { return engine.Seat(c.Seat) }
func (c opened) Aims() []string    { return []string{engine.ThingAim(engine.Term(c.Card))} }
func (c numbered) By() engine.Seat { return engine.Seat(c.Seat) }
func (numbered) Aims() []string    { return nil }

// A laid card means only what a card can mean, though people may also state a number about it.
func TestCardsSayNoNumbers(t *testing.T) {
	legal := []engine.Command{numbered{"table", "moon", 1}, opened{"table", "moon"}, numbered{"table", "moon", 2}, numbered{"table", "sun", 1}}
	d := reconciler{Input: Input{Legal: legal}, readers: []readerState{{Reader: Reader{Name: "all", Role: setups.RoleTable}}}}
	for card, want := range map[string]int{"moon": 1, "sun": 0} {
		if m := d.meant(0, lay(card)[0]); len(m) != want {
			t.Errorf("%s may mean %v, want %d command(s)", card, m, want)
		}
	}
}
