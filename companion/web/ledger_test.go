package web_test

import (
	"fmt"
	"testing"

	"arbiter/companion"
	"arbiter/companion/companiontest/chromium"
	"arbiter/engine"
	"arbiter/engine/enginetest/tier"
)

// rolling makes a page keep which moments it has shown, and for how long the film means each to
// be seen: what its timer for the next one says, once it has run out and the moment was still
// there. How late a busy machine shows the next one is nothing of the film's.
const rolling = `(() => {
	const show = step, later = setTimeout;
	window.shots = [];
	step = (news) => {
		show(news);
		shots.push({ version: news.version, seen: 0, told: document.querySelector("#film-told, #part-told")?.textContent.trim() ?? "" });
	};
	window.setTimeout = (what, long, ...rest) => {
		const shot = shots.at(-1);
		return later(what !== run ? what : () => {
			if (shot && shot.version === shots.at(-1).version) shot.seen += long;
			run();
		}, long, ...rest);
	};
	speed = 4;
	return true;
})()`

// overtaken tells how many moments wait to be seen where the answer to a wish came before the
// entry that it made, and an entry of others right after that.
const overtaken = `(() => {
	const at = reel.at(-1).version;
	busy = true;
	hurry(awaited = at + 1);
	take({ version: at + 1, parts: {} });
	busy = false;
	take({ version: at + 2, parts: {} });
	return moments.length;
})()`

// A shot of the film: a moment, for how many milliseconds it is meant to be seen before the next
// one, and what was told of it.
type filmShot struct {
	Version int
	Seen    float64
	Told    string
}

// A ledger is which entries of a log a film has to tell: those that others made.
type ledger struct{ entries []companion.LogLine }

// missing tells which entries of others the film did not tell, told twice, or showed too briefly
// for anybody to see them; most is for how many milliseconds one has to see each.
func (l ledger) missing(shots []filmShot, own engine.Seat, from int, most float64) (all []string) {
	seen, long := map[int]int{}, map[int]float64{}
	for i, s := range shots {
		if i == 0 || shots[i-1].Version != s.Version {
			seen[s.Version]++
		}
		if s.Told == "" {
			all = append(all, fmt.Sprintf("%d is shown without a word", s.Version))
		}
		long[s.Version] += s.Seen
	}
	for _, e := range l.entries {
		if e.Seq <= from || e.By == own || len(e.Events) == 0 {
			continue
		}
		switch what := e.Events[0].Text; {
		case seen[e.Seq] == 0:
			all = append(all, fmt.Sprintf("%d is not shown: %s", e.Seq, what))
		case seen[e.Seq] > 1:
			all = append(all, fmt.Sprintf("%d is shown %d times: %s", e.Seq, seen[e.Seq], what))
		case long[e.Seq] < most:
			all = append(all, fmt.Sprintf("%d is seen for %.0f ms: %s", e.Seq, long[e.Seq], what))
		}
	}
	return all
}

// The film tells each thing that the Automa, chance and the rules do, once, and long enough to be
// seen, also what comes within the same instant as the own last choice. The controls are a film
// from which one moment was taken, and a page that shows all at once.
func TestTheFilmTellsEachStep(t *testing.T) {
	t.Parallel()
	tier.Test(t, tier.Pages, "a browser")
	chrome := browse(t, true)
	alone := companion.NewGame{Game: "council-of-shadows", Seats: []companion.Seating{{Seat: "purple"}}, Order: []engine.Seat{"purple", "automa"}, Options: []string{"full-book", "dealt"}}
	const brief = 120
	for _, at := range []string{"as it is", "all at once"} {
		s := newScreens(t, true, alone)
		s.Page = chrome.Page(t, s.url, "en", 390, 844)
		s.Open("/table")
		s.Click("#claim-purple")
		s.Wait("#ask")
		s.Until(`reel.length > 0`)
		chromium.Ask[bool](s.Page, rolling)
		if at != "as it is" {
			chromium.Ask[bool](s.Page, `take = (news) => { moments.push(news); hurry(); clearTimeout(next); next = 0; }, true`)
		}
		from := atoi(t, s.version("purple"))
		for range tier.Of(t, tier.Pages, "taps", 25, 25, 150) {
			snap := s.asked()
			if snap.View.Over {
				break
			}
			s.Until(`moments.length === 0 && !next && !document.body.classList.contains("watching")`)
			s.tap(s.wanted(snap)...)
		}
		s.asked()
		s.Until(`moments.length === 0 && !next && document.body.dataset.version === "` + s.version("purple") + `"`)
		snap, err := s.table.Snapshot(t.Context(), "purple")
		check(t, err)
		shots := chromium.Ask[[]filmShot](s.Page, `shots`)
		l := ledger{snap.Log}
		missing := l.missing(shots, "purple", from, brief)
		if at != "as it is" {
			if len(missing) == 0 {
				t.Error("control: a page that shows all at once tells everything, so this proves nothing")
			}
			continue
		}
		for _, x := range missing {
			t.Error(x)
		}
		if waits := chromium.Ask[int](s.Page, overtaken); waits != 1 {
			t.Errorf("%d moments wait where an answer came before its entry, and what others did right after it; want 1", waits)
		}
		others := 0
		for i, e := range snap.Log {
			if e.Seq <= from || e.By == "purple" || len(e.Events) == 0 {
				continue
			}
			if others++; others == 3 {
				var cut []filmShot
				for _, x := range shots {
					if x.Version != snap.Log[i].Seq {
						cut = append(cut, x)
					}
				}
				if len(l.missing(cut, "purple", from, brief)) == 0 {
					t.Errorf("control: entry %d is left out of the film, and nobody misses it", e.Seq)
				}
			}
		}
		if others < 3 {
			t.Errorf("others made only %d entries, which proves nothing", others)
		}
		t.Logf("%d entries of others, %d moments shown", others, len(shots))
	}
}
