package web_test

import (
	"math/rand/v2"
	"testing"

	"arbiter/companion/companiontest/chromium"
	shadowsbot "arbiter/engine/councilofshadows/bot"
	"arbiter/engine/enginetest/tier"
)

// When all are ready the page of a seat shows what each has laid, below its chip, and what
// that comes to, until somebody touches the page. Before, nothing of it is there.
func TestRevealShowsAllCards(t *testing.T) {
	tier.Test(t, tier.Pages, "a browser")
	t.Parallel()
	h := bothGames(t)
	p := browse(t, true).Page(t, h.url, "en", 390, 844)
	e := &ensemble{house: h, page: p, bot: shadowsbot.Greedy{}, dice: rand.New(rand.NewPCG(7, 8)), seats: fourSeats[:2]}
	post(p, "/start", "game", "council-of-shadows", "way", "friends")
	for i, seat := range e.seats {
		post(p, "/claim", "seat", string(seat), "name", names[i])
	}
	post(p, "/lobby", "begin", "1")
	if !e.until("", 1, "plan") {
		t.Fatal("nobody plans")
	}
	p.Open("/seat/purple")
	p.Until(`reel.length > 0`)
	chromium.Ask[bool](p, `pace.reveal = 1e9, true`) // however slow this machine is
	for e.is("plan") {
		if p.Has(".shown") {
			t.Fatal("cards are shown before all are ready")
		}
		e.step()
	}
	p.Until(`document.querySelectorAll(".shown:not([hidden])").length === 2`)
	for _, fault := range chromium.Ask[[]string](p, `[...document.querySelectorAll(".shown")].flatMap((e) => {
		const all = [], r = e.getBoundingClientRect(), says = Number(e.querySelector("b").textContent.replace("−", "-"));
		const cards = [...e.querySelectorAll(".card:not(.down) .ring")].map((k) => Number(k.textContent.replace("−", "-")));
		const tops = [...e.children].map((x) => x.getBoundingClientRect().top);
		if (tops.some((y, n) => n > 0 && y < tops[n - 1] + 20)) all.push("lies over what is before it: " + tops);
		if ([...e.querySelectorAll(".nm")].some((x) => getComputedStyle(x).backgroundColor !== "rgba(0, 0, 0, 0)")) all.push("a name looks like the sum");
		if (cards.length < 3) all.push(cards.length + " cards");
		if (cards.reduce((a, b) => a + b, 0) !== says) all.push(cards + " come to " + says);
		e.style.pointerEvents = "auto";
		if (document.elementFromPoint(r.x + r.width / 2, r.bottom - 9)?.closest(".shown") !== e) all.push("lies below something");
		e.style.pointerEvents = "";
		if (r.left < 0 || r.right > innerWidth || r.bottom > innerHeight) all.push("not inside the window");
		return all;
	})`) {
		t.Error(fault)
	}
	p.Shot("reveal")
	p.Click("#part-where")
	p.Until(`!document.querySelector(".shown:not([hidden])")`)
}
