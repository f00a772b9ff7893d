package table

import (
	"net/http"
	"slices"

	"arbiter/companion/web/content"
	"arbiter/companion/web/page"
	"arbiter/companion/web/session"
	"arbiter/companion/web/site"
	"arbiter/engine"
)

func levels() []content.Level {
	return []content.Level{
		{Percent: 0, Label: engine.Say("They see everything")},
		{Percent: 10, Label: engine.Say("As wired by a beginner: one look in ten misses the card")},
		{Percent: 60, Label: engine.Say("A card at the edge: most looks miss it")},
		{Percent: 100, Label: engine.Say("Unplugged")},
	}
}

// noise returns the levels for the owner; nil if the readers cannot be disturbed.
func (s *Pages) noise(v session.Viewer, sc *content.Content) []content.Level {
	n, ok := s.Opts.Rig.Cards.(site.Noisy)
	if !ok || !v.Owner || v.Seat != session.Host {
		return nil
	}
	all, now := levels(), n.Disturbed()
	for i := range all {
		all[i].Title, all[i].Chosen = sc.Say(all[i].Label), all[i].Percent == now
	}
	return all
}

// disturb makes virtual readers as unreliable as real ones. Fields of the form: percent.
func (s *Pages) disturb(_ http.ResponseWriter, r *http.Request) (site.Outcome, error) {
	n, ok := s.Opts.Rig.Cards.(site.Noisy)
	all := levels()
	i := slices.IndexFunc(all, func(l content.Level) bool { return page.Numeral(l.Percent) == r.PostFormValue("percent") })
	if !ok || i < 0 {
		return site.Outcome{}, site.ErrMalformed
	}
	n.Disturb(all[i].Percent)
	return site.Outcome{Go: "/table"}, nil
}
