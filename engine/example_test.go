package engine_test

import (
	"fmt"

	"arbiter/engine"
	"arbiter/engine/highcouncil"
	"arbiter/engine/notation"
)

// memory is a log that is as safe as the program's life.
type memory []engine.Entry

func (m *memory) Append(e engine.Entry) error {
	*m = append(*m, e)
	return nil
}

// A session plays commands by the rules of a game and keeps every step in a log.
func ExampleSession() {
	game := highcouncil.Game
	start, err := game.New([]engine.Seat{"white", "red"}, []engine.Event{highcouncil.Hands{Mode: highcouncil.Named}})
	if err != nil {
		fmt.Println(err)
		return
	}
	var log memory
	session, err := engine.Resume(start, &log)
	if err != nil {
		fmt.Println(err)
		return
	}

	dealt, _ := session.Do(session.State().Legal()[0])
	fmt.Println(notation.Format(dealt.Command), "is told as:", game.Tell(dealt.Events[0]))

	_, err = session.Do(highcouncil.Ponder{Seat: "red"})
	fmt.Println("refused:", err)

	for _, seat := range []engine.Seat{"white", "red"} {
		fmt.Println(seat, "sees", notation.Format(engine.SeenBy(seat, dealt.Events[0])))
	}
	// Whoever gives the log to Resume is where this session is.
	fmt.Println("entries in the log:", len(log))
	// Output:
	// table deal white day-01 is told as: white draws day-01
	// refused: first a card is dealt to white
	// white sees white dealt day-01
	// red sees white dealt
	// entries in the log: 1
}

// Without a session there is no log and no way back: Step is for bots and for search.
func ExampleStep() {
	start, err := highcouncil.Game.New([]engine.Seat{"white", "red"}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	next, events, err := engine.Step(start, highcouncil.Ponder{Seat: "white"})
	for _, e := range events {
		fmt.Println(notation.Format(e))
	}
	fmt.Println("now", next.Legal()[0].By(), "acts;", err)
	// Output:
	// white pondered
	// white dealt
	// white dealt
	// white dealt
	// red turn
	// now red acts; <nil>
}

// A list is put together text by text; what says nothing leaves no comma.
func ExampleText_With() {
	var list engine.Text
	for _, seat := range []engine.Seat{"white", "red"} {
		list = list.With(engine.Text{}).With(engine.Say("%s", seat))
	}
	fmt.Println(list)
	fmt.Println(list.Then(engine.Text{}).Then(engine.Say("%s wins", engine.Seat("red"))))
	// Output:
	// white, red
	// white, red; red wins
}
