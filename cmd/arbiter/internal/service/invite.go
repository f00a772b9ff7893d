package service

import (
	"slices"
	"strings"

	"arbiter/cmd/arbiter/internal/app"
	"arbiter/companion/web"
	"arbiter/engine"
	"arbiter/setups"
)

// Inviter gives panels in the room the key and the code. A picture in a browser can be seen by
// everybody on the network, so it gets only the address.
func (e *Service) Inviter() app.Inviter {
	if e.Join == nil {
		return nil // no phone can find the pages
	}
	return func(driver string) func(engine.View) app.Invitation {
		switch {
		case driver == "web":
			return func(engine.View) app.Invitation { return app.Invitation{URL: e.Join()} }
		case e.Free:
			return func(engine.View) app.Invitation { return app.Invitation{URL: e.Join(), Proof: e.Server.Proof()} }
		}
		return func(v engine.View) app.Invitation { return inviting(e.Server, v) }
	}
}

// inRoom reports whether a rig has a panel that can only be seen in the room.
func inRoom(rig setups.Rig) bool {
	return slices.ContainsFunc(rig.Panels, func(p setups.Panel) bool { return p.Driver != "web" && p.Driver != "png" })
}

// inviting returns the Invitation for people in the room. While a game begins the panel shows it
// until every seat is taken.
func inviting(s *web.Server, v engine.View) app.Invitation {
	i := s.Invitation()
	if i.URL == "" {
		return app.Invitation{Proof: s.Proof()}
	}
	at, _, _ := strings.Cut(strings.TrimPrefix(i.URL, "http://"), "/")
	vacant := slices.ContainsFunc(v.Seats, func(p engine.Place) bool { return !p.Robot && !s.Taken(p.Seat) })
	return app.Invitation{URL: i.URL, Typed: at + " " + i.Code, Playing: v.Opening && vacant, Proof: s.Proof()}
}
