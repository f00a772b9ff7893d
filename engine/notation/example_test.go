package notation_test

import (
	"fmt"

	"arbiter/engine/notation"
)

type (
	LayDown struct {
		Seat  string
		Field int
		Card  string
	}
	PickUp struct {
		Seat string
		Card string `word:"optional"`
	}
)

// The verbs of a game are its structs; the log is made of their lines.
func ExampleVocabulary() {
	words := notation.Of(LayDown{}, PickUp{})
	for _, verb := range words.Verbs() {
		fmt.Println(verb)
	}
	fmt.Println(notation.Format(LayDown{"ana", 2, "sun"}))

	x, err := words.Parse("ana pick-up")
	fmt.Printf("%#v %v\n", x, err)

	_, err = words.Parse("ana lay-down 02 sun")
	fmt.Println(err)
	// Output:
	// SEAT lay-down FIELD CARD
	// SEAT pick-up [CARD]
	// ana lay-down 2 sun
	// notation_test.PickUp{Seat:"ana", Card:""} <nil>
	// "ana lay-down 02 sun": write it "ana lay-down 2 sun"
}
