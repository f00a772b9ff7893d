package web_test

import (
	"encoding/json"
	"fmt"
	"html"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"arbiter/companion"
	"arbiter/companion/companiontest/chromium"
	"arbiter/companion/web"
	"arbiter/engine"
	"arbiter/engine/enginetest/tier"
)

// rolling makes a page keep which moments it has shown, and for how long the film means each to
// be seen: what its timer for the next one says, once it has run out and the moment was still
// there. How late a busy machine shows the next one is nothing of the film's.
const rolling = `(() => {
	const show = step, later = setTimeout;
	window.shots = [];
	let shown = [];
	step = (news) => {
		show(news);
		const told = document.querySelector("#film-told, #part-told")?.textContent.trim() ?? "", listed = tales(news).length > 1 ? tales(news) : [""];
		shown = listed.map((one) => ({ version: Number(one.match(/data-step="([0-9]+)/)?.[1] ?? Math.ceil(news.version)), seen: 0, told }));
		shots.push(...shown);
	};
	window.setTimeout = (what, long, ...rest) => {
		const now = shown;
		return later(what !== run ? what : () => {
			if (now === shown) for (const shot of now) shot.seen += long / now.length;
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
	for _, at := range []string{"as it is", "as a list", "all at once"} {
		s := newScreens(t, true, alone)
		s.Page = chrome.Page(t, s.url, "en", 390, 844)
		if at != "as a list" {
			s.Prefer("reduced-motion", "no-preference")
		}
		s.Open("/table")
		s.Click("#claim-purple")
		s.Wait("#ask")
		s.Until(`reel.length > 0`)
		chromium.Ask[bool](s.Page, rolling)
		if at == "all at once" {
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
		if at == "all at once" {
			if len(missing) == 0 {
				t.Error("control: a page that shows all at once tells everything, so this proves nothing")
			}
			continue
		}
		for _, x := range missing {
			t.Errorf("%s: %s", at, x)
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
		t.Logf("%s: %d entries of others, %d moments shown", at, others, len(shots))
	}
}

// filmTables are the tables at which each event is told: all books of all games, alone and together.
var filmTables = append([]companion.NewGame{
	{Game: "council-of-shadows", Box: "stand-in", Seats: []companion.Seating{{Seat: "purple"}}, Order: []engine.Seat{"purple", "automa"}, Options: []string{"full-book", "dealt"}},
}, meantTables...)

// A change is an event after which a viewer sees another number, or something elsewhere.
type change struct {
	entry int
	text  string
	brief string // as a headline tells it; "" if that is no different
}

// changesOf are those between two snapshots of one viewer, found in what it sees after each event
// that it knows, and the sentences of the other events.
func changesOf(before, after companion.Snapshot, say func(engine.Text) string) (all []change, others []string) {
	state, rest := before.State, after.Events[len(before.Events):]
	for _, l := range after.Log {
		if l.Seq <= before.Version {
			continue
		}
		for _, e := range l.Events {
			was := standing(state.View())
			state, rest = state.Apply(rest[0]), rest[1:]
			if now := state.View(); standing(now) != was && !slices.ContainsFunc(now.Stage, e.Text.Equal) { // which stands beside the headline
				c := change{entry: l.Seq, text: say(e.Text)}
				if !e.Brief.IsZero() {
					c.brief = say(e.Brief)
				}
				all = append(all, c)
			} else {
				others = append(others, say(e.Text))
			}
		}
	}
	return all, others
}

// standing is every number and place of a view.
func standing(v engine.View) string {
	var b strings.Builder
	pieces := func(all ...engine.Piece) {
		for _, p := range all {
			fmt.Fprint(&b, p.Color, p.Shape, p.Tall, p.Figure, ",")
		}
	}
	for _, t := range append(v.Tracks, v.Pieces...) {
		fmt.Fprintln(&b, t.Name, t.At)
	}
	for _, p := range v.Seats {
		fmt.Fprintln(&b, p.Seat, p.Purse, p.Dice)
	}
	for _, z := range append(v.Zones, v.Lying...) {
		fmt.Fprint(&b, z.Seat, z.Name)
		for _, k := range z.Cards {
			fmt.Fprint(&b, " ", k.Name, k.Down)
		}
		fmt.Fprintln(&b)
	}
	for _, p := range v.Piles {
		fmt.Fprintln(&b, p.Name, p.Number)
	}
	for _, f := range v.Board {
		fmt.Fprint(&b, f.Name)
		pieces(append(f.Pieces, f.Piece)...)
	}
	for _, s := range v.Map {
		fmt.Fprint(&b, s.Name, s.Lies)
		pieces(s.Pieces...)
		for _, p := range s.Parts {
			fmt.Fprint(&b, p.Kind)
			pieces(p.Pieces...)
		}
	}
	for _, r := range v.Regions {
		fmt.Fprintln(&b, r.Name, r.Leader, r.Shares, r.Piece.Color)
	}
	return b.String()
}

var (
	saidMain = regexp.MustCompile(`<span class="act">(.*?)</span>|<b>(.*?)</b>(?: <small>|</p>)`)
	saidMore = regexp.MustCompile(`<(?:span class="so"|small)>(.*?)</(?:span|small)>`)
	saidStep = regexp.MustCompile(`data-step="[0-9.]+"`)
	marked   = regexp.MustCompile(`<[^>]*>`)
)

// sentencesOf are what an event of a stream tells, in order. A headline that stands for a step which
// was told already, while more is told below it, tells nothing.
func sentencesOf(m toldMoment) (all []string) {
	told := map[string]bool{}
	for _, s := range append(m.Scenes, &m) {
		text := s.Parts["told"] + s.Parts["headline"]
		plain := func(at *regexp.Regexp) (words string) {
			if found := at.FindStringSubmatch(text); found != nil {
				words = html.UnescapeString(marked.ReplaceAllString(strings.Join(found[1:], ""), ""))
			}
			return words
		}
		main, more := plain(saidMain), plain(saidMore)
		if step := saidStep.FindString(text); main != "" && (step == "" || !told[step]) {
			all, told[step] = append(all, main), true
		}
		name, _, _ := strings.Cut(main, " ") // which what is told below leaves out
		for _, x := range strings.Split(more, " · ") {
			all = append(all, name+" "+x)
		}
	}
	return all
}

// lacking are the changes that are not told as often as they happened. Other events may be told, too.
func lacking(changes []change, others, said []string) (all []string) {
	for i, c := range changes {
		same := func(o change) bool { return o.text == c.text || c.brief != "" && o.brief == c.brief }
		if slices.IndexFunc(changes, same) < i {
			continue
		}
		want, got, words := 0, 0, []string{c.text, strings.Replace(c.text, ": ", " ", 1)}
		if c.brief != "" {
			words = append(words, c.brief)
		}
		for _, o := range changes {
			if same(o) {
				want++
				words = append(words, o.text)
			}
		}
		for _, s := range said {
			if slices.ContainsFunc(words, func(w string) bool { return s == w || strings.HasSuffix(s, " "+w) }) {
				got++
			}
		}
		more := 0
		for _, o := range others {
			if o == c.text {
				more++
			}
		}
		if got < want || got > want+more {
			all = append(all, fmt.Sprintf("entry %d, %q: told %d times of %d", c.entry, c.text, got, want))
		}
	}
	return all
}

// In games of all kinds the film tells a seat and the public page, once, each event that changes a
// number or a place that they may know: as it happens, and when the page comes back later. The control
// is a film from which one sentence was taken.
func TestTheFilmTellsEachEvent(t *testing.T) {
	t.Parallel()
	tier.Unraced(t, "pages that one goroutine draws")
	for n, g := range filmTables {
		t.Run(fmt.Sprint(g.Game, g.Options, len(g.Seats)), func(t *testing.T) {
			t.Parallel()
			w := gather(t, g, uint64(n)+tier.Seed(t))
			viewers := []engine.Seat{w.seat, ""}
			pages, lately, came := map[engine.Seat]*web.Page{}, map[engine.Seat][]companion.Snapshot{}, map[engine.Seat]map[string]string{}
			scenes, several, controls, cards := 0, 0, 0, 0
			commands := tier.Of(t, tier.Pages, "commands", 30, 60, 1500)
			for range commands {
				for _, seat := range viewers {
					snap, err := w.table.Snapshot(t.Context(), seat)
					check(t, err)
					if pages[seat] == nil {
						pages[seat], came[seat] = web.PageOf(w.web, "en", seat), map[string]string{}
					}
					event, err := pages[seat].Next(snap)
					check(t, err)
					known := lately[seat]
					lately[seat] = append(known[max(0, len(known)-12):len(known):len(known)], snap)
					if event == nil {
						continue
					}
					m := toldOf(t, event)
					if m.complete(came[seat]); int(m.Version) != snap.Version {
						t.Errorf("%q: the page shows entry %v instead of %d", seat, m.Version, snap.Version)
					}
					shown := strings.Contains(came[seat]["told"]+came[seat]["lanes"], `class="program"`)
					if robot := slices.ContainsFunc(snap.View.Seats, func(p engine.Place) bool { return p.Robot && p.Seat == snap.View.InPlay.Seat }); shown != robot {
						t.Errorf("%q, entry %d: the card of a seat that nobody sits at is shown: %t, want %t", seat, snap.Version, shown, robot)
					} else if robot {
						cards++
					}
					if len(known) == 0 {
						continue
					}
					was := known[len(known)-1]
					say := func(x engine.Text) string { return pages[seat].Say(snap, x) }
					changes, others := changesOf(was, snap, say)
					said := sentencesOf(m)
					for _, x := range lacking(changes, others, said) {
						t.Errorf("%q: %s\n%q", seat, x, said)
					}
					if scenes += len(m.Scenes); len(changes) > 1 {
						several++
					}
					for i := range said {
						if len(lacking(changes, others, slices.Delete(slices.Clone(said), i, i+1))) > 0 {
							controls++
						}
					}
				}
				if t.Failed() || !w.step() {
					break
				}
			}
			for _, seat := range viewers {
				snap, told := lately[seat][len(lately[seat])-1], 0
				say := func(x engine.Text) string { return pages[seat].Say(snap, x) }
				for _, first := range lately[seat] {
					m := toldOf(t, pages[seat].Past(snap, first.Version, 1<<30))
					if m.complete(map[string]string{}); len(m.Scenes) == 0 || len(m.Scenes) == 40 {
						continue // nothing, or more than a page is told
					}
					told += len(m.Scenes)
					m.Scenes = m.Scenes[1:] // the entry that the page has shown
					changes, others := changesOf(first, snap, say)
					said := sentencesOf(m)
					for _, x := range lacking(changes, others, said) {
						t.Errorf("%q comes back: %s\n%q", seat, x, said)
					}
					break
				}
				if told == 0 {
					t.Errorf("%q: a page that comes back is told nothing", seat)
				}
			}
			if controls == 0 {
				t.Error("control: a sentence was left out, and nobody misses it")
			}
			if alone := len(g.Seats) == 1; alone != (cards > 0) && commands >= 60 {
				t.Errorf("the card of a seat that nobody sits at is shown %d times", cards)
			}
			t.Logf("%d entries, %d scenes; %d updates with several changes, %d sentences that would be missed", lately[""][len(lately[""])-1].Version, scenes, several, controls)
		})
	}
}

func toldOf(t *testing.T, event []byte) (m toldMoment) {
	t.Helper()
	_, data, _ := strings.Cut(string(event), "data: ")
	check(t, json.Unmarshal([]byte(data), &m))
	return m
}

// A page that comes back is told what it missed, step by step: after a phone slept, and after another
// page was read. After a reload what a seat saw already is not shown, but can be looked at once more
// from its last choice on; as a list, if people want no motion. The control is a page that does not ask.
func TestAPageIsToldWhatItMissed(t *testing.T) {
	tier.Test(t, tier.Pages, "a browser")
	t.Parallel()
	h := newHouse(t)
	h.begin("Ana", "Ben")
	check(t, h.release("purple"))
	chrome := browse(t, true)
	p := chrome.Page(t, h.url, "en", 390, 844)
	p.Prefer("reduced-motion", "no-preference")
	p.Open("/table")
	p.Click("#claim-purple")
	p.Until(`location.pathname === "/seat/purple" && typeof step === "function" && reel.length > 0`)
	chromium.Ask[bool](p, `localStorage.setItem("film-speed", 50), speed = 50, true`)
	quiet := func() {
		t.Helper()
		p.Until(`reel.at(-1)?.version === ` + h.version("purple") + ` && moments.length === 0 && !next && document.querySelector("#film").hidden`)
	}
	// told are the entries after one that the reel holds, each once for each of its scenes.
	told := func(from int) (all []int) {
		t.Helper()
		for _, v := range chromium.Ask[[]float64](p, `reel.map((m) => m.version)`) {
			if n := int(math.Ceil(v)); n > from && (len(all) == 0 || all[len(all)-1] != n) {
				all = append(all, n)
			}
		}
		return all
	}
	since := func(from int) (all []int) {
		t.Helper()
		snap, err := h.table.Snapshot(t.Context(), "purple")
		check(t, err)
		for _, l := range snap.Log { // which has no line for what others laid face down
			if l.Seq > from {
				all = append(all, l.Seq)
			}
		}
		return all
	}
	h.play("purple pass", "red pass", "purple plan 1 gems", "purple plan 2 upgrade", "purple plan 3 colonize", "purple ready")
	quiet()
	chosen := atoi(t, h.version("purple"))
	h.play("red plan 1 discover", "red plan 2 tower", "red plan 3 harvest", "red ready")
	quiet()

	for _, asks := range []bool{false, true} {
		from := atoi(t, h.version("purple"))
		chromium.Ask[bool](p, fmt.Sprintf(`(() => { stream.close(); clearTimeout(waiting); window.asks ??= since; since = %t ? window.asks : () => null; return true; })()`, asks))
		if asks {
			h.play("red gain 3", "red gain 4")
		} else {
			h.play("red gain 1", "red gain 2")
		}
		chromium.Ask[bool](p, `wake(), true`)
		quiet()
		if got, want := told(from), since(from); slices.Equal(got, want) != asks {
			t.Errorf("after a sleep the page tells %v of %v, and asks: %t", got, want, asks)
		}
	}

	p.Open("/rules")
	from := atoi(t, h.version("purple"))
	h.play("red gain 5", "red slide")
	p.Open("/seat/purple")
	quiet()
	if got, want := told(from), since(from); !slices.Equal(got, want) {
		t.Errorf("after another page the page tells %v, want %v", got, want)
	}

	p.Open("/seat/purple")
	quiet()
	if got := told(0); len(got) != 1 {
		t.Errorf("after a reload %v are shown again", got)
	}
	again := func() {
		t.Helper()
		p.Click("#drawer-log > summary")
		p.Click("[data-film=replay]")
		p.Until(`!document.querySelector("#film").hidden`)
	}
	again()
	quiet()
	if got, want := told(chosen), since(chosen); !slices.Equal(got, want) {
		t.Errorf("once more: %v, want %v", got, want)
	}
	p.Keep("what happened")

	p.Prefer("reduced-motion", "reduce")
	p.Open("/seat/purple")
	quiet()
	again()
	p.Until(`document.querySelectorAll("#film-told li").length > 0`)
	if list, all := chromium.Ask[int](p, `document.querySelectorAll("#film-told li").length`), chromium.Ask[int](p, `reel.length`); list != all || all < len(since(chosen)) {
		t.Errorf("a list of %d of %d moments", list, all)
	}
	p.Keep("what happened as a list")
	p.Click("[data-film=skip]")
	quiet()
	if said := p.Console(); len(said) > 0 {
		t.Errorf("the browser complains: %v", said)
	}
	onTelevision(chrome.Page(t, h.url, "en", 1440, 900))
}

// onTelevision asks the public page to show the latest moments once more, which it does to their end,
// also if people want no motion.
func onTelevision(p *chromium.Page) {
	p.Helper()
	for _, motion := range []string{"no-preference", "reduce"} {
		p.Prefer("reduced-motion", motion)
		p.Open("/rules") // an address with another hash alone loads nothing
		p.Open("/table#rest")
		p.Until(`typeof step === "function" && reel.length === 1`)
		now := p.Text("#part-headline")
		chromium.Ask[bool](p, `speed = 50, window.lines = [], new MutationObserver(() => lines.push(document.querySelector("#part-headline").textContent)).observe(document.querySelector("#part-headline"), { childList: true, subtree: true, characterData: true }), true`)
		p.Click("#drawer-log > summary")
		p.Click("[data-film=replay]")
		p.Until(`reel.length > 1 && stands === 0 && !next && location.hash === "#main"`)
		if n := chromium.Ask[int](p, `new Set(lines).size`); n < 4 || p.Text("#part-headline") != now {
			p.Errorf("with motion %s the public page shows %d headlines once more and ends with %q, want %q", motion, n, p.Text("#part-headline"), now)
		}
	}
}
