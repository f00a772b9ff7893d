package lobby

import (
	"slices"

	"arbiter/companion/web/content"
	"arbiter/companion/web/page"
	"arbiter/companion/web/session"
	"arbiter/engine"
)

// Found returns where phones find the table: its address, which whoever sees this page has, and
// nothing that lets anybody in. It is nil if the address is unknown.
func (s *Pages) Found() *page.Invite {
	at := s.Opts.Network.Address()
	if at == "" {
		return nil
	}
	return &page.Invite{QR: s.Qr(at + "/"), At: content.Plain(at)}
}

// Invite returns how others come in, for the page of a browser that may invite them.
func (s *Pages) Invite(inside bool, seat string) *page.Invite {
	if !inside || seat != "" {
		return nil
	}
	i := s.Invitation()
	out := &page.Invite{QR: s.Qr(i.URL)}
	if at := s.Opts.Network.Address(); at != "" {
		out.At = content.Plain(at) + "/join"
	}
	if !s.Opts.Network.Open {
		half := len(i.Code) / 2
		out.Code = i.Code[:half] + " " + i.Code[half:]
	}
	return out
}

func (s *Pages) Chairs(v session.Viewer, sc content.Content, view engine.View) []content.SeatChoice {
	var all []content.SeatChoice
	for _, p := range view.Seats {
		if !p.Robot && sc.Bots[p.Seat] == "" {
			c := content.SeatChoice{SeatBadge: sc.Badge(view, p.Seat), Mine: v.Holds(p.Seat), Taken: s.Seats.Taken(p.Seat)}
			all = append(all, c)
		}
	}
	slices.SortStableFunc(all, func(a, b content.SeatChoice) int { return int(a.Shape) - int(b.Shape) })
	return all
}
