package web

import (
	"net/http"
	"slices"

	"arbiter/companion/web/session"
	"arbiter/engine"
)

// Noisy readers can be made to work as badly as real ones may.
type Noisy interface {
	// Disturb sets of all virtual readers how many of a hundred looks at a card
	// miss it; at 100 the readers are gone, as if unplugged.
	Disturb(percent int)
	Disturbed() (percent int)
}

// A level of noise that people may choose.
type level struct {
	Percent int
	Label   engine.Text
	Chosen  bool
	Title   string
}

func levels() []level {
	return []level{
		{Percent: 0, Label: engine.Say("They see everything")},
		{Percent: 10, Label: engine.Say("As wired by a beginner: one look in ten misses the card")},
		{Percent: 60, Label: engine.Say("A card at the edge: most looks miss it")},
		{Percent: 100, Label: engine.Say("Unplugged")},
	}
}

// noise lists the levels for the owner; none where the readers cannot be
// disturbed.
func (s *Server) noise(v viewer, sc *scene) []level {
	n, ok := s.opts.Readers.(Noisy)
	if !ok || !v.owner || v.seat != session.Host {
		return nil
	}
	all, now := levels(), n.Disturbed()
	for i := range all {
		all[i].Title, all[i].Chosen = sc.say(all[i].Label), all[i].Percent == now
	}
	return all
}

// disturb lets people feel what real readers do: percent.
func (s *Server) disturb(_ http.ResponseWriter, r *http.Request) (outcome, error) {
	n, ok := s.opts.Readers.(Noisy)
	all := levels()
	i := slices.IndexFunc(all, func(l level) bool { return number(l.Percent) == r.PostFormValue("percent") })
	if !ok || i < 0 {
		return outcome{}, errMalformed
	}
	n.Disturb(all[i].Percent)
	return outcome{Go: "/table"}, nil
}
