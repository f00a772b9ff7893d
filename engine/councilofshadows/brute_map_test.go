package councilofshadows_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strconv"
	"testing"

	"arbiter/engine"
	council "arbiter/engine/councilofshadows"
)

// The map that screens draw, as the ledger works it out.

// compareMap sets the galaxies and fields of a view against the ledger, and what is
// said of fields against one another: each sentence is of one field.
func (l *ledger) compareMap(v engine.View) error {
	var all []error
	fields, said := map[string]int{}, map[string]bool{}
	for _, site := range v.Map {
		all = append(all, l.compareSite(v, site))
		fields[site.Region]++
		if said[site.Title.String()] {
			all = append(all, fmt.Errorf("two fields are %q", site.Title))
		}
		said[site.Title.String()] = true
	}
	for _, r := range v.Regions {
		if fields[r.Name] == 0 {
			all = append(all, fmt.Errorf("galaxy %s has no field", r.Name))
		}
		delete(fields, r.Name)
		all = append(all, l.compareRegion(v, r))
	}
	if len(fields) > 0 {
		all = append(all, fmt.Errorf("no galaxy has the fields of %v", fields))
	}
	return errors.Join(all...)
}

func (l *ledger) compareRegion(v engine.View, r engine.Region) error {
	galaxy := council.GalaxyName(r.Name)
	want, at := l.rewards[galaxy], l.stations[galaxy]
	var shares []engine.Share
	leader := engine.Seat("")
	for _, place := range v.Seats {
		if n := l.strength(galaxy, place.Seat); n > 0 {
			shares = append(shares, engine.Share{Seat: place.Seat, N: n})
		}
		if l.standingIn(galaxy, place.Seat) == most {
			leader = place.Seat
		}
	}
	cards := map[council.When]int{council.OnMajority: 1, council.Always: 2}[want.Light]
	switch {
	case !reflect.DeepEqual(r.Rewards, []int{int(want.Majority), int(want.Minority)}) || r.Cards != cards:
		return fmt.Errorf("galaxy %s brings %v and %d cards, not %+v", galaxy, r.Rewards, r.Cards, want)
	case !reflect.DeepEqual(r.Shares, shares) || r.Leader != leader:
		return fmt.Errorf("galaxy %s: %v, led by %q, not %v by %q", galaxy, r.Shares, r.Leader, shares, leader)
	case (at.What != council.None) != (r.Piece.Color != "") || at.What != council.None && r.Piece.Color != colorOf(v, at.Seat):
		return fmt.Errorf("galaxy %s: station %+v is drawn %+v", galaxy, at, r.Piece)
	}
	return nil
}

func (l *ledger) compareSite(v engine.View, site engine.Site) error {
	n, err := strconv.Atoi(site.Name)
	if err != nil {
		return err
	}
	tile, free := l.systems[l.tile[n]], l.free(n)
	switch {
	case site.Region != string(l.galaxyOf[n]) || site.Sign.String() != fmt.Sprint("P", l.parsecOf[n]):
		return fmt.Errorf("field %d is in %s, %s", n, site.Region, site.Sign)
	case free && (site.Lies != "" || len(site.Yield)+len(site.Parts) > 0):
		return fmt.Errorf("something lies on field %d: %+v", n, site)
	case free:
		return nil
	case string(site.Lies) != l.tile[n].String():
		return fmt.Errorf("on field %d lies %s, not %s", n, site.Lies, l.tile[n])
	}
	yield := map[string]int{}
	for _, a := range site.Yield {
		yield[a.Of] = a.N
	}
	want := map[string]int{"anthracite": int(tile.Gems.Anthracite), "gold": int(tile.Gems.Gold), "crystal": int(tile.Gems.Crystal), "energy": int(tile.Energy)}
	for of, n := range want {
		if n == 0 {
			delete(want, of)
		}
	}
	if !reflect.DeepEqual(yield, want) {
		return fmt.Errorf("field %d brings %v, not %v", n, yield, want)
	}
	for planet := 1; planet <= max(4, len(site.Parts)); planet++ {
		if err := l.comparePlanet(v, spot{n, planet}, site.Parts); err != nil {
			return err
		}
	}
	return nil
}

func (l *ledger) comparePlanet(v engine.View, at spot, parts []engine.Part) error {
	kind, stands := "", map[string]int{}
	if at.planet <= len(parts) {
		kind = string(parts[at.planet-1].Kind)
		for _, p := range parts[at.planet-1].Pieces {
			stands[p.Color]++
		}
	}
	want := map[string]int{}
	for seat, n := range l.cubes[at] {
		if n > 0 {
			want[colorOf(v, seat)] = n
		}
	}
	if kind != string(l.planet(at)) || !reflect.DeepEqual(stands, want) {
		return fmt.Errorf("planet %d of field %d is %q with %v, not %q with %v", at.planet, at.site, kind, stands, l.planet(at), want)
	}
	return nil
}

func colorOf(v engine.View, seat engine.Seat) string {
	for _, p := range v.Seats {
		if p.Seat == seat {
			return p.Color
		}
	}
	return ""
}

// TestMapControl: a map that is wrong in one thing is found out.
func TestMapControl(t *testing.T) {
	set := fullSettings(t)[2]
	s, r, l := set.Begin(t), rand.New(rand.NewPCG(1, 5)), newLedger(set.Seats, set.Facts)
	for range 100 {
		events, err := s.Decide(set.Weigh(r, s, s.Legal()))
		if err != nil {
			t.Fatal(err)
		}
		if err := l.follow(events); err != nil {
			t.Fatal(err)
		}
		s = engine.Fold(s, events...)
	}
	for wrong, change := range map[string]func(v *engine.View){
		"a reward":       func(v *engine.View) { v.Regions[1].Rewards[1]++ },
		"a bonus card":   func(v *engine.View) { v.Regions[0].Cards++ },
		"a leader":       func(v *engine.View) { v.Regions[0].Leader += "x" },
		"a share":        func(v *engine.View) { v.Regions[0].Shares = append(v.Regions[0].Shares, engine.Share{}) },
		"a station":      func(v *engine.View) { v.Regions[0].Piece.Color += "x" },
		"a galaxy":       func(v *engine.View) { v.Regions = v.Regions[1:] },
		"a field's side": func(v *engine.View) { v.Map[0].Region = "red" },
		"a yield":        func(v *engine.View) { v.Map[0].Yield[0].N++ },
		"a planet":       func(v *engine.View) { v.Map[0].Parts[0].Kind = "gas" },
		"a cube":         func(v *engine.View) { v.Map[1].Parts[0].Pieces = append(v.Map[1].Parts[0].Pieces, engine.Piece{}) },
		"a sentence":     func(v *engine.View) { v.Map[1].Title = v.Map[0].Title },
	} {
		v := s.View()
		if err := l.compareMap(v); err != nil {
			t.Fatal(err)
		}
		if change(&v); l.compareMap(v) == nil {
			t.Errorf("nobody minds %s that is wrong", wrong)
		}
	}
}
