package web_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"arbiter/companion"
	"arbiter/companion/companiontest"
	"arbiter/companion/learning"
	"arbiter/companion/web"
	"arbiter/engine/castingshadows"
	"arbiter/setups"
)

// What a new card does is told on the page of a phone, word by word; what the game cannot
// carry out is refused with what to do.
func TestAnEffectIsLearnedOnAPhone(t *testing.T) {
	t.Parallel()
	offers, err := companion.Offers(castingshadows.Game)
	check(t, err)
	deck, err := setups.CardListOf("casting-shadows")
	check(t, err)
	s := &school{book: &companiontest.TagStore{}}
	s.Lesson, err = learning.New(learning.Opts{Offer: offers[0], Deck: deck, Tags: s.book, Memory: bare{}})
	check(t, err)
	b := newHouse(t, func(o *web.Opts) { o.Owner.Lessons = desk{s} }).owner()
	say := func(status int, want string, pairs ...string) {
		t.Helper()
		all := append([]string{"game", "casting-shadows", "turn", fmt.Sprint(s.View().Turn)}, pairs...)
		if got, text := b.post("/learn", all...); got != status || !strings.Contains(text, want) {
			t.Errorf("%v: %d %s, want %d %s", pairs, got, text, status, want)
		}
	}
	effect := func(when string) []string {
		all := []string{"do", "tell"}
		for i, word := range []string{"1", when, "-", "-", "-", "reduce", "2", "-", "-", "-", "-"} {
			all = append(all, fmt.Sprint("w", i), word)
		}
		return all
	}
	s.lay(t, 1)
	say(http.StatusOK, "", "do", "name", "card", "pointed-shield-1")
	if _, page := b.get("/learn"); !strings.Contains(page, "What it does") {
		t.Error("the page does not ask what the card does")
	}
	say(http.StatusConflict, "damage is changed before it is dealt", effect("start")...)
	say(http.StatusOK, "", effect("attacked")...)
	say(http.StatusOK, "", "do", "enough")
	if got, want := s.book.Content(), "04010203040501 pointed-shield-1\neffect pointed-shield 1 attacked - - - reduce 2 - - - - owner"; got != want {
		t.Errorf("learned %q, want %q", got, want)
	}
}
