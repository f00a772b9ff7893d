package main

import (
	"slices"
	"strings"

	"arbiter/companion/web"
	"arbiter/engine"
	"arbiter/setups"
)

// An invite is what a panel tells phones.
type invite struct {
	url     string // "" if they cannot join
	typed   string // for who cannot scan it; "" is the URL
	playing bool   // during a game, too
	proof   string // the code for the owner; "" if nobody has asked for it
}

// An inviter says what a panel with some driver invites with, while it shows a
// view.
type inviter func(driver string) func(engine.View) invite

// inviter tells panels in the room the key and the code. A picture in a browser
// goes to everybody in the network: it has the address alone.
func (e *evening) inviter() inviter {
	if e.join == nil {
		return nil // no phone finds the pages
	}
	return func(driver string) func(engine.View) invite {
		switch {
		case driver == "web":
			return func(engine.View) invite { return invite{url: e.join()} }
		case e.free:
			return func(engine.View) invite { return invite{url: e.join(), proof: e.server.Proof()} }
		}
		return func(v engine.View) invite { return inviting(e.server, v) }
	}
}

// inRoom tells whether a rig has a panel that only those see who are in the room.
func inRoom(rig setups.Rig) bool {
	return slices.ContainsFunc(rig.Panels, func(p setups.Panel) bool { return p.Driver != "web" && p.Driver != "png" })
}

// inviting is for who is in the room. While a game begins the panel shows it until
// every seat is taken.
func inviting(s *web.Server, v engine.View) invite {
	i := s.Invitation()
	if i.URL == "" {
		return invite{proof: s.Proof()}
	}
	at, _, _ := strings.Cut(strings.TrimPrefix(i.URL, "http://"), "/")
	vacant := slices.ContainsFunc(v.Seats, func(p engine.Place) bool { return !p.Robot && !s.Taken(p.Seat) })
	return invite{url: i.URL, typed: at + " " + i.Code, playing: v.Opening && vacant, proof: s.Proof()}
}
