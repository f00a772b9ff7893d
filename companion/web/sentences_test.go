package web_test

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"arbiter/companion"
	"arbiter/engine"
	"arbiter/engine/enginetest/tier"
)

// doubled are full stops after what has ended a sentence already.
var doubled = regexp.MustCompile(`[!?][“”"»]?\.(\s|$)`)

// illformed tells what is wrong with how a sentence begins or ends; "" if nothing is.
func illformed(said string) string {
	first, _ := utf8.DecodeRuneInString(said)
	switch {
	case unicode.IsLower(first):
		return "begins with a small letter"
	case doubled.MatchString(said):
		return "has a full stop after its end"
	}
	return ""
}

// Whatever a game asks, offers, tells and refuses in random games begins as a sentence does and
// ends once, in each language. -v lists all of them, to be read aloud.
func TestSentencesBeginAndEnd(t *testing.T) {
	t.Parallel()
	states, said := tier.Of(t, tier.Pages, "states", 20, 60, 1000), map[string]map[string]bool{}
	for _, lang := range tongues {
		said[lang] = map[string]bool{}
	}
	for i, g := range meantTables {
		w := gather(t, g, uint64(i)+tier.Seed(t))
		for n := 0; n < states && (n == 0 || w.step()); n++ {
			for _, seat := range append(slices.Clone(w.seats), "") {
				snap, err := w.table.Snapshot(t.Context(), seat)
				check(t, err)
				for _, lang := range tongues {
					say := w.opts.Words.At(lang, func(seat engine.Seat) string { return snap.Labels[seat] }, snap.View.Called(nil))
					for _, x := range w.sentences(snap) {
						s := say(x)
						if said[lang][s] {
							continue
						}
						said[lang][s] = true
						if wrong := illformed(s); wrong != "" {
							t.Errorf("%s: %q of %q %s", lang, s, x.Format, wrong)
						}
					}
				}
			}
		}
	}
	for lang, all := range said {
		if len(all) < 200 {
			t.Errorf("%s: %d sentences, which is too few", lang, len(all))
		}
		t.Logf("%s: %d sentences", lang, len(all))
		if testing.Verbose() {
			t.Log(strings.Join(slices.Sorted(maps.Keys(all)), "\n"))
		}
	}
	for _, s := range []string{"deep survey is bought.", "Weg hier!.", "„Weg hier!“.", "What?."} {
		if illformed(s) == "" {
			t.Errorf("control: nothing is wrong with %q", s)
		}
	}
}

// sentences are what a page says of a moment as it is and as it may go on.
func (w *wanderer) sentences(snap companion.Snapshot) (all []engine.Text) {
	v := snap.View
	all = append(slices.Clone(v.Stage), v.Headline, v.Caveat)
	for _, p := range append(slices.Clone(v.Prompts), v.Remind...) {
		all = append(all, p.Text)
	}
	for _, c := range snap.Legal {
		e := w.effect(snap, c.Line)
		all = append(append(all, c.Text, e.Verb, e.Ask, e.Lapses), e.Then...)
	}
	for _, l := range snap.Log[max(0, len(snap.Log)-1):] {
		all = append(all, l.Command)
		for _, e := range l.Events {
			all = append(all, e.Text)
		}
	}
	return slices.DeleteFunc(all, engine.Text.IsZero)
}
