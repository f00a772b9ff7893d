package table

import (
	"net/http"
	"slices"

	"arbiter/companion"
	"arbiter/companion/web/page"
	"arbiter/companion/web/site"
	"arbiter/engine"
)

// A hint is what a seat that learns is advised to do, what that would bring, and by which rules.
type hint struct {
	Do    string
	Why   []string
	Rules []hintRule
	page.Meant
}

// A hintRule is a rule in words, and where it stands.
type hintRule struct{ Text, Source, Passage string }

// mostWhys is how many things that a command would bring are told, the most important first.
const mostWhys = 3

// hintPage advises a seat that learns, from what it knows: as a page or, if the query has part, as
// the part that the script shows over the board.
func (s *Pages) hintPage(w http.ResponseWriter, r *http.Request) {
	seat := engine.Seat(r.PathValue("seat"))
	p := site.Document{Viewer: s.Viewer(r, seat), Kind: "hint", Look: true, Path: "/seat/" + string(seat)}
	snap, err := s.Table.Snapshot(r.Context(), seat)
	switch {
	case err != nil:
	case s.Opts.Hint == nil || !slices.Contains(snap.Learners, seat):
		err = engine.Refuse("this seat plays without hints; they are switched on before a game")
	case snap.Conceals || len(snap.Legal) == 0:
		err = engine.Refuse("there is nothing to decide now")
	}
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	best, ok := s.Opts.Hint(r.Context(), snap)
	if !ok {
		s.Refuse(w, r, engine.Refuse("there are no hints where people hold the cards"))
		return
	}
	c := s.Context(p.Viewer, snap)
	told := hint{Do: c.Say(best.Text), Why: c.Brings(best.Command, mostWhys), Rules: rulesOf(c, best), Meant: c.Meant(best)}
	p.Hint = told
	if r.URL.Query().Has("part") {
		p.Kind = "hint-alone"
	}
	s.show(w, r, http.StatusOK, p)
}

// mostRules is how many rules are told that explain a command.
const mostRules = 2

// rulesOf returns the first rules that explain what would happen, as far as the seat can know.
func rulesOf(c page.Context, best companion.LegalCommand) (rules []hintRule) {
	state, passage := c.Snap.State, page.Passages(c.Game)
	events, err := state.Decide(best.Command)
	if err != nil {
		return nil // it depends on what is hidden from the seat
	}
	for _, e := range events {
		if why := state.Why(e); !why.Rule.IsZero() {
			rule := hintRule{c.Say(why.Rule), c.Say(why.Source), passage(why.Source)}
			if !slices.Contains(rules, rule) && len(rules) < mostRules {
				rules = append(rules, rule)
			}
		}
		state = state.Apply(e)
	}
	return rules
}
