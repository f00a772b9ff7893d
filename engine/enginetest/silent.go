package enginetest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"

	"arbiter/engine"
)

// Silent plays a random game and returns an error if anything in it that holds hidden cards has a
// JSON form in which it could be sent by mistake: the JSON of a state or a session must say
// nothing, and an entry that not everybody may know must have none. It returns how many such
// entries there were.
func Silent(set Setting, seed uint64) (hidden int, err error) {
	r := rand.New(rand.NewPCG(seed, 2))
	start, err := set.Game.New(set.Seats, set.Facts)
	if err != nil {
		return 0, err
	}
	s, err := engine.Resume(start, engine.NoLog{})
	if err != nil {
		return 0, err
	}
	for n := range 400 {
		legal := s.State().Legal()
		if len(legal) == 0 {
			break
		}
		e, err := s.Do(set.choose(r, s.State(), legal))
		if err != nil {
			return hidden, err
		}
		if engine.Hidden(e, "") {
			hidden++
			if text, err := json.Marshal(e); err == nil {
				return hidden, fmt.Errorf("an entry that is hidden has a JSON form: %s", text)
			}
		}
		if n%16 == 0 {
			if err := speechless(s.State(), s, s.Seen(""), s.Seen(set.Seats[0])); err != nil {
				return hidden, err
			}
		}
	}
	return hidden, nil
}

// speechless returns an error if the JSON of something says more than that it exists.
func speechless(all ...any) error {
	for _, x := range all {
		if text, err := json.Marshal(x); err == nil && string(text) != "{}" {
			return fmt.Errorf("%T has a JSON form: %.200s", x, text)
		}
	}
	return nil
}
