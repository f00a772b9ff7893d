package page

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"arbiter/companion"
	"arbiter/engine"
)

// things returns what people touch to mean a command: what it aims at, or else whatever its line
// names that lies on the table.
func (c Context) things(x companion.LegalCommand) []string {
	if a, ok := x.Command.(engine.Aimed); ok {
		return a.Aims()
	}
	var all []string
	add := func(thing string) {
		if !slices.Contains(all, thing) {
			all = append(all, thing)
		}
	}
	if at, ok := x.Command.(engine.Located); ok && at.Where() != "" {
		add(engine.SiteAim(at.Where()))
	}
	for _, w := range strings.Fields(x.Line)[1:] {
		for _, thing := range c.named(x, w) {
			add(thing)
		}
	}
	if len(all) > 0 {
		return all
	}
	for _, w := range strings.Fields(x.Line)[1:] { // what is not in sight is offered as a card
		if slices.ContainsFunc(x.Text.Args, func(a any) bool { return a == engine.Term(w) }) {
			add(engine.ThingAim(engine.Term(w)))
		}
	}
	return all
}

// named returns the things that a word of a command names.
func (c Context) named(x companion.LegalCommand, w string) (all []string) {
	v := c.Snap.View
	for _, z := range v.Zones {
		if z.Seat == x.By && z.Name == w && z.Name != engine.Hand && !z.Aside && c.lays(x) {
			all = append(all, thingOf(z))
		}
		if slices.ContainsFunc(z.Cards, func(k engine.Card) bool { return string(k.Name) == w }) && !c.onBoard(z) {
			all = append(all, engine.CardAim(engine.Term(w)))
		}
	}
	if slices.ContainsFunc(v.Board, func(f engine.Field) bool { return f.Name == w }) {
		all = append(all, engine.FieldAim(w))
	}
	if slices.ContainsFunc(v.Regions, func(r engine.Region) bool { return r.Name == w }) {
		all = append(all, engine.RegionAim(w))
	}
	return all
}

// onBoard reports whether a zone is a field of the board, where pieces stand.
func (c Context) onBoard(z engine.Zone) bool {
	_, err := strconv.Atoi(z.Name)
	return err == nil && z.Seat == engine.Table
}

// lays reports whether a command moves one of the actor's cards between a field and the hand.
func (c Context) lays(x companion.LegalCommand) bool { return Lays(c.Snap.View, x.By, x) }

// Lays reports whether a command moves one of the seat's cards between a field and the hand: it
// names the field, and a card that lies in either of them.
func Lays(v engine.View, seat engine.Seat, x companion.LegalCommand) bool {
	if x.By != seat {
		return false
	}
	words := strings.Fields(x.Line)
	hand, _ := v.Zone(seat, engine.Hand)
	for _, z := range v.Zones {
		if z.Seat != seat || z.Name == engine.Hand || z.Aside || !slices.Contains(words, z.Name) {
			continue
		}
		names := func(k engine.Card) bool { return k.Name != "" && slices.Contains(words, string(k.Name)) }
		if slices.ContainsFunc(z.Cards, names) || slices.ContainsFunc(hand.Cards, names) {
			return true
		}
	}
	return false
}

// thingOf returns a zone as commands aim at it.
func thingOf(z engine.Zone) string { return engine.ZoneAim(z.Seat, z.Name) }

// drawn reports whether one of the things of a move is on the page.
func (c Context) drawn(things string) bool {
	v := c.Snap.View
	return slices.ContainsFunc(strings.Split(things, "|"), func(thing string) bool {
		kind, _, _ := strings.Cut(thing, " ")
		switch kind {
		case "card", "thing", "seat":
			return true
		case "zone":
			return slices.ContainsFunc(v.Zones, func(z engine.Zone) bool { return z.Seat == c.Seat() && !z.Aside && thingOf(z) == thing })
		case "site", "part", "region":
			return len(v.Map) > 0
		case "field":
			return len(v.Board) > 0
		}
		return false
	})
}

// A Denial is a reason why some things cannot be had now.
type Denial struct {
	Things string // separated by |
	Text   string
}

// denials returns why the seat cannot have what it may want, as far as it knows: for each thing
// that no move is about, the first reason.
func (c Context) denials() (all []Denial) {
	w, ok := c.Snap.State.(engine.Wisher)
	if !ok || c.Seat() == "" || c.Snap.Conceals || c.Snap.Divergence != nil {
		return nil
	}
	said := map[string]bool{}
	for _, x := range c.Snap.Legal {
		for _, thing := range c.things(x) {
			said[thing] = true
		}
	}
	for _, x := range w.Wishes(c.Seat()) {
		things := slices.DeleteFunc(slices.Clone(engine.Aims(x)), func(thing string) bool { return said[thing] })
		if len(things) == 0 {
			continue
		}
		var no engine.Refusal
		if _, err := c.Snap.State.Decide(x); !errors.As(err, &no) {
			continue
		}
		for _, thing := range things {
			said[thing] = true
		}
		all = because(all, strings.Join(things, "|"), c.Say(no.Text))
	}
	return all
}

// because adds things to those that cannot be had for a reason.
func because(all []Denial, things, text string) []Denial {
	if i := slices.IndexFunc(all, func(y Denial) bool { return y.Text == text }); i >= 0 {
		all[i].Things += "|" + things
		return all
	}
	return append(all, Denial{things, text})
}
