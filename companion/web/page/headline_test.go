package page

import (
	"slices"
	"testing"

	"arbiter/companion"
	"arbiter/engine"
)

// moment is a game of two, of which the last line of the log is known.
func moment(last companion.LogLine) Context {
	seats := []engine.Place{{Seat: "purple", Color: "purple"}, {Seat: "red", Color: "red", Shape: engine.Square}}
	names := map[engine.Seat]string{"purple": "Ana", "red": "Ben"}
	return Context{
		Snap: companion.Snapshot{GameID: "1", View: engine.View{Seats: seats}, Log: []companion.LogLine{last}},
		Say: func(t engine.Text) string {
			for i, a := range t.Args {
				if seat, ok := a.(engine.Seat); ok {
					t.Args[i] = engine.Term(names[seat])
				}
			}
			return t.String()
		},
	}
}

// Below the seats stand the last three lines of the log, the oldest first; those that say
// nothing are left out.
func TestWhatHappenedLately(t *testing.T) {
	c := moment(companion.LogLine{})
	for n := range 4 {
		c.Snap.Log = append(c.Snap.Log, companion.LogLine{By: "red", Events: []companion.EventLine{{Text: engine.Say("%s: energy %+d", engine.Seat("red"), n)}}})
	}
	var texts []string
	for _, told := range NewLately(c) {
		texts = append(texts, told.Who.Color+" "+told.Text)
	}
	if want := []string{"red Ben: energy +1", "red Ben: energy +2", "red Ben: energy +3"}; !slices.Equal(texts, want) {
		t.Errorf("%q, want %q", texts, want)
	}
	c.Snap.Log = c.Snap.Log[:2]
	if n := len(NewLately(c)); n != 1 {
		t.Errorf("%d lines, want the one that says something", n)
	}
}

// The headline says who did what, and what came of it: a sum, the number that came
// after, what decided an order.
func TestHeadlines(t *testing.T) {
	compares := []engine.Addend{{Name: engine.Say("%s", engine.Seat("red")), N: 16}, {Name: engine.Say("%s", engine.Seat("purple")), N: 8}}
	energy := companion.EventLine{Text: engine.Say("%s: energy %+d", engine.Seat("purple"), 6), Reason: engine.Reason{Addends: []engine.Addend{{N: 6}}}}
	for _, c := range []struct {
		name string
		line companion.LogLine
		want string
	}{
		{"an event", companion.LogLine{By: "purple", Events: []companion.EventLine{{Text: engine.Say("%s founds a colony", engine.Seat("purple"))}}}, "Ana founds a colony"},
		{"a number after it", companion.LogLine{By: "purple", Events: []companion.EventLine{{Text: engine.Say("%s scores", engine.Seat("purple"))}, energy}}, "Ana scores: energy +6"},
		{"a sum", companion.LogLine{By: "purple", Events: []companion.EventLine{{Text: engine.Say("%s uses %d", engine.Seat("purple"), 4), Reason: engine.Reason{Addends: []engine.Addend{{N: 6}, {N: -2}}}}}}, "Ana uses 4: 6 − 2"},
		{"an order", companion.LogLine{By: "purple", Events: []companion.EventLine{{Text: engine.Say("%s is ready", engine.Seat("purple"))}, {Text: engine.Say("%s acts first", engine.Seat("red")), Reason: engine.Reason{Compares: compares}}}}, "Ben acts first: 16 beats 8"},
		{"a goal", companion.LogLine{By: "purple", Events: []companion.EventLine{{Text: engine.Say("%s rises", engine.Seat("purple")), Reason: engine.Reason{Compares: []engine.Addend{{Name: engine.Say("energy"), N: 40}, {Name: engine.Say("consumption"), N: 32}}}}}}, "Ana rises"},
		{"a price", companion.LogLine{By: "purple", Events: []companion.EventLine{{Text: engine.Say("%s pays %d", engine.Seat("purple"), 3), Price: true}, {Text: engine.Say("%s takes a seat", engine.Seat("purple"))}}}, "Ana takes a seat: pays 3"},
		{"a small event before it", companion.LogLine{By: "purple", Events: []companion.EventLine{{Text: engine.Say("%s plays a card, step %d", engine.Seat("purple"), 1), Minor: true}, {Text: engine.Say("%s discovers", engine.Seat("purple"))}}}, "Ana discovers"},
		{"a small price", companion.LogLine{By: "purple", Events: []companion.EventLine{{Text: engine.Say("%s spends a point", engine.Seat("purple")), Price: true, Minor: true}, {Text: engine.Say("%s travels", engine.Seat("purple"))}}}, "Ana travels"},
		{"a small event alone", companion.LogLine{By: "purple", Events: []companion.EventLine{{Text: engine.Say("%s is ready", engine.Seat("purple")), Minor: true}}}, ""},
		{"a command alone", companion.LogLine{By: "purple", Command: engine.Say("Done")}, "Ana: Done"},
		{"chance for a seat", companion.LogLine{By: engine.Table, Events: []companion.EventLine{{Text: engine.Say("%s draws a card", engine.Seat("purple"))}}}, "Ana draws a card"},
		{"chance alone", companion.LogLine{By: engine.Table, Events: []companion.EventLine{{Text: engine.Say("Tile %d is drawn", 8)}}}, ""},
	} {
		if got := NewHeadline(moment(c.line)).Sentence(); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// Chance that concerns no seat, such as a card that fills a gap, does not take the headline from what
// somebody did.
func TestHeadlinesPassOverChance(t *testing.T) {
	c := moment(companion.LogLine{By: "purple", Events: []companion.EventLine{{Text: engine.Say("%s buys a card", engine.Seat("purple"))}}})
	c.Snap.Log = append(c.Snap.Log, companion.LogLine{By: engine.Table, Events: []companion.EventLine{{Text: engine.Say("Card %d lies on place %d", 23, 2)}}})
	if got := NewHeadline(c).Sentence(); got != "Ana buys a card" {
		t.Errorf("the headline is %q", got)
	}
	c.Snap.Log = c.Snap.Log[1:]
	c.Snap.View.Prompts = []engine.Prompt{{Seat: "red", Text: engine.Say("Buy something")}}
	if got := NewHeadline(c).Sentence(); got != "Buy something" {
		t.Errorf("where only chance has happened the headline is %q", got)
	}
}

// A step that is too small for a headline, such as whose turn it is, leaves what was told before; the
// controls are one that is not, and one by which a number changes.
func TestSmallStepsKeepTheHeadline(t *testing.T) {
	turn := companion.EventLine{Text: engine.Say("It is %s's turn", engine.Seat("red")), Minor: true}
	c := moment(companion.LogLine{Seq: 1, By: "purple", Events: []companion.EventLine{{Text: engine.Say("%s buys a card", engine.Seat("purple"))}}})
	c.Snap.Log = append(c.Snap.Log, companion.LogLine{Seq: 2, By: "purple", Command: engine.Say("Done")})
	for _, is := range []struct {
		minor, moves bool
		want         string
	}{{true, false, "Ana buys a card"}, {true, true, "It is Ben's turn"}, {false, false, "It is Ben's turn"}} {
		turn.Minor, turn.Moves = is.minor, is.moves
		c.Snap.Log[1].Events = []companion.EventLine{turn}
		c.Snap.Step = c.Snap.Log[1]
		if got := NewHeadline(c).Sentence(); got != is.want {
			t.Errorf("after %+v the headline is %q", is, got)
		}
	}
}

// Where the last that happened is a new phase, which stands beside it, the headline says what
// everybody is asked, in brief where that differs.
func TestHeadlineOfAPhaseAsks(t *testing.T) {
	c := moment(companion.LogLine{Events: []companion.EventLine{{Text: engine.Say("Phase 2: plan")}}})
	c.Snap.View.Stage = []engine.Text{engine.Say("Round 3"), engine.Say("Phase 2: plan")}
	brief := engine.Say("Plan your cards")
	c.Snap.View.Prompts = []engine.Prompt{{Seat: "purple", Text: engine.Say("Two cards"), Brief: brief}, {Seat: "red", Text: engine.Say("One card"), Brief: brief}}
	if h := NewHeadline(c); h.Sentence() != "Plan your cards" || len(h.Who) != 2 {
		t.Errorf("%q of %d seats, want what both are asked", h.Sentence(), len(h.Who))
	}
	c.Snap.View.Prompts[1].Brief = engine.Say("Pass")
	if h := NewHeadline(c); h.Sentence() != "Two cards" || len(h.Who) != 1 {
		t.Errorf("%q of %d seats, want what the first is asked", h.Sentence(), len(h.Who))
	}
}

// Several things that the table is asked at once are sentences of their own.
func TestPromptsStandApart(t *testing.T) {
	c := moment(companion.LogLine{})
	c.Snap.View.Prompts = nil
	for _, of := range []string{"Purple takes a light bonus card", "Is anything left?", "Red takes a light bonus card"} {
		c.Snap.View.Prompts = append(c.Snap.View.Prompts, engine.Prompt{Seat: engine.Table, Text: engine.Text{Format: of}})
	}
	const want = "Purple takes a light bonus card · Is anything left? Red takes a light bonus card"
	if got := NewPrompt(c, NewMoves(c)).Say; got != want {
		t.Errorf("the prompt says %q, want %q", got, want)
	}
}

// The prompt reminds the seat that is asked of what it forgets, and nobody else.
func TestPromptReminds(t *testing.T) {
	c := moment(companion.LogLine{})
	c.Snap.Seat = "purple"
	c.Snap.View.Remind = []engine.Prompt{{Seat: "purple", Text: engine.Say("It is cheaper now.")}, {Seat: "red", Text: engine.Say("It is dearer now.")}}
	if got := NewPrompt(c, Moves{}).Then; got != "It is cheaper now." {
		t.Errorf("the prompt says %q", got)
	}
}

// Damage is dealt when all have answered: the line is nobody's, and the arc begins at whose thing
// it is.
func TestBlowsHaveAnAttacker(t *testing.T) {
	for from, by := range map[engine.Seat]string{"purple": "purple", "": "red"} {
		c := moment(companion.LogLine{Seq: 1, By: engine.Table, Events: []companion.EventLine{
			{Text: engine.Say("All have answered"), Minor: true},
			{Text: engine.Say("%s takes %d damage", engine.Seat("red"), 6), From: from},
		}})
		c.Say = engine.Text.String
		if told := NewTold(c); told.By != by || told.Who.Key != "red" {
			t.Errorf("from %q: told by %q of %q, want %q of red", from, told.By, told.Who.Key, by)
		}
		if h := NewHeadline(c); h.By != by || len(h.Who) != 1 || h.Who[0].Key != "red" {
			t.Errorf("from %q: the headline is by %q of %v", from, h.By, h.Who)
		}
	}
}
