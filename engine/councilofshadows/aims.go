package councilofshadows

import (
	"fmt"
	"strconv"

	"arbiter/engine"
)

// What people touch to choose a command, in the words of the View.

func (i Item) cardAim() string { return engine.CardAim(i.term()) }

func (i Item) thingAim() string { return engine.ThingAim(i.term()) }

func fieldAim(seat engine.Seat, field uint8) string {
	return engine.ZoneAim(seat, strconv.Itoa(int(field)))
}

func siteAim(site uint8) string { return engine.SiteAim(strconv.Itoa(int(site))) }

func planetAim(site, planet uint8) string {
	return engine.PartAim(strconv.Itoa(int(site)), int(planet))
}

func galaxyAim(g GalaxyName) string { return engine.RegionAim(string(g)) }

func stackAim(parsec uint8) string { return engine.PileAim(engine.Table, stackName(parsec)) }

// stackName returns the name of the pile of tiles of a parsec.
func stackName(parsec uint8) string { return fmt.Sprint("stack ", parsec) }

// aimedCard returns a place and the card that lies there, if it has a name.
func aimedCard(place string, card Item) []string {
	if card == None {
		return []string{place}
	}
	return []string{place, card.thingAim()}
}
