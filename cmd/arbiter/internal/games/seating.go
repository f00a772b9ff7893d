package games

import (
	"fmt"
	"slices"

	"arbiter/companion"
	"arbiter/engine"
	"arbiter/setups"
)

// Seating returns the seats of so many people, and the facts that a game starts with: those of the
// box, "" being the default one, and of the options.
func (p Entry) Seating(count int, box string, options []string) ([]engine.Seat, []engine.Event, error) {
	table, err := setups.TableOf(p.Name)
	if err != nil {
		return nil, nil, err
	}
	if !slices.Contains(table.Counts, count) {
		return nil, nil, engine.Refuse("--seats %d: %s has %s seats", count, p.Title, companion.HowMany(table.Counts))
	}
	var seats []engine.Seat
	for _, seat := range table.All()[:count] {
		seats = append(seats, engine.Seat(seat))
	}
	if count == 1 && table.Solo != "" {
		seats = append(seats, engine.Seat(table.Solo))
	}
	lines, err := table.Facts(box, options...)
	if err != nil {
		return nil, nil, err
	}
	var facts []engine.Event
	for _, l := range lines {
		fact, err := p.Words.Parse(l.Text)
		if err != nil {
			return nil, nil, fmt.Errorf("%s:%d: %w", l.File, l.N, err)
		}
		facts = append(facts, fact)
	}
	return seats, facts, nil
}
