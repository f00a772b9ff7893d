package councilofshadows_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"arbiter/engine"
	council "arbiter/engine/councilofshadows"
)

// What a view tells of a seat that rises is what has happened and what will: the level,
// what was handed over and left, and the gems of the others.
func TestRisesOnScreens(t *testing.T) {
	rises, bounties := 0, 0
	_, once := onceSettings(t)
	for seed := range uint64(14) {
		set := slices.Concat(settings(t)[3:5], fullSettings(t)[12:16], once[1:])[seed%7]
		s, r := set.Begin(t), rand.New(rand.NewPCG(seed, 4))
		var due engine.Rise
		for legal := s.Legal(); len(legal) > 0; legal = s.Legal() {
			next, events, err := engine.Step(s, set.Weigh(r, s, legal))
			if err != nil {
				t.Fatal(err)
			}
			if got, done := received(events); done && due.Seat != "" {
				if !reflect.DeepEqual(got, due.Others) {
					t.Fatalf("seed %d: %+v is said, but the others get %+v", seed, due, got)
				}
				bounties, due = bounties+len(got), engine.Rise{}
			}
			s = next
			v := s.View()
			if v.Rise.Seat == "" || v.Rise.Seat == due.Seat {
				continue
			}
			due = v.Rise
			rises++
			costs := council.Energy{Seat: due.Seat, By: council.Delta(-due.Costs), Cause: council.LevelUp}
			if due.Costs == 0 { // the marker went back before
				if due.Before != 0 || due.Left != 0 || seed%7 != 6 {
					t.Fatalf("seed %d: %+v is said", seed, due)
				}
				continue
			}
			level := council.Level{Seat: due.Seat, To: uint8(due.Level)}
			left, _ := v.At("energy", due.Seat)
			if !slices.Contains(events, engine.Event(costs)) || !slices.Contains(events, engine.Event(level)) ||
				left != due.Left || due.Before-due.Costs != due.Left {
				t.Fatalf("seed %d: %+v is said, but this happened: %v", seed, due, events)
			}
		}
	}
	if rises == 0 || bounties == 0 {
		t.Errorf("%d rises, %d bounties", rises, bounties)
	}
}

// received lists what seats get once somebody has done what was due.
func received(events []engine.Event) (all []engine.Bounty, done bool) {
	for _, e := range events {
		got, is := e.(council.Receives)
		switch _, over := e.(council.Done); {
		case over:
			done = true
		case !done:
		case !is:
			return all, true
		default:
			all = add(all, got)
		}
	}
	return all, done
}

func add(all []engine.Bounty, got council.Receives) []engine.Bounty {
	a := engine.Amount{Of: got.Gem.String(), N: int(got.Number)}
	if n := len(all); n > 0 && all[n-1].Seat == got.Seat {
		all[n-1].Gets = append(all[n-1].Gets, a)
		return all
	}
	return append(all, engine.Bounty{Seat: got.Seat, Gets: []engine.Amount{a}})
}
