package display

import (
	"image"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"arbiter/engine"
	"arbiter/engine/enginetest/tier"
)

func TestNothingOverlaps(t *testing.T) {
	tier.Unraced(t, "one goroutine draws")
	p := New()
	rapid.Check(t, func(t *rapid.T) {
		size := image.Pt(rapid.IntRange(200, 900).Draw(t, "width"), rapid.IntRange(120, 600).Draw(t, "height"))
		if rapid.IntRange(0, 3).Draw(t, "small") == 0 {
			size = image.Pt(rapid.IntRange(128, 199).Draw(t, "width"), rapid.IntRange(32, 130).Draw(t, "height"))
		}
		v, o := anyView(t)
		var bad []string
		for _, f := range p.Faults(v, size, o) {
			if !strings.HasPrefix(f, cutShort) { // these sentences are longer than any of a game's
				bad = append(bad, f)
			}
		}
		if len(bad) > 0 {
			t.Fatalf("%v: %s", size, strings.Join(bad, "; "))
		}
	})
}

// The control: the test above must notice what is wrong.
func TestFaultsAreSeen(t *testing.T) {
	sheet := image.Rect(0, 0, 100, 50)
	marks := []mark{{image.Rect(0, 0, 20, 10), "a"}, {image.Rect(19, 9, 30, 20), "b"}, {image.Rect(90, 0, 101, 5), "c"},
		{image.Rect(40, 20, 50, 30), field}, {image.Rect(48, 28, 58, 38), field}, {image.Rect(56, 32, 66, 42), field},
		{image.Rect(0, 30, 10, 40), figure}, {image.Rect(14, 30, 24, 40), figure}, {image.Rect(27, 30, 37, 40), figure}, {image.Rect(0, 45, 9, 50), cutShort + "to be"}}
	want := "b (19,9)-(30,20) lies over a (0,0)-(20,10), c leaves the sheet: (90,0)-(101,5), field (56,32)-(66,42) lies over field (48,28)-(58,38), " +
		"figures at (14,30)-(24,40) and (0,30)-(10,40) are nearer than half a digit, figures at (27,30)-(37,40) and (14,30)-(24,40) are nearer than half a digit, cut: to be"
	marks[7].box = image.Rect(13, 30, 24, 40)
	want = strings.ReplaceAll(want, "(14,30)", "(13,30)")
	if got := strings.Join(faults(marks, sheet), ", "); got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

var phrases = []string{"", "Ana", "Größe", "Müller-Lüdenscheidt", "Donaudampfschifffahrtsgesellschaft", "¿Qué haces ahora?",
	"Phase 3: Aktionen ausführen und Dunkle Technologien wählen", "the quick brown fox jumps over the lazy dog and away"}

func anyView(t *rapid.T) (engine.View, Opts) {
	phrase := rapid.SampledFrom(phrases)
	text := rapid.Custom(func(t *rapid.T) engine.Text { return engine.Say(phrase.Draw(t, "text")) })
	flag := rapid.Bool()
	seats := rapid.IntRange(0, 6).Draw(t, "seats")
	v := engine.View{Over: flag.Draw(t, "over"), Stage: rapid.SliceOfN(text, 0, 3).Draw(t, "stage")}
	names := []engine.Seat{"purple", "red", "green", "blue", "automa", "white", engine.Table}
	for i := range seats {
		v.Seats = append(v.Seats, engine.Place{Seat: names[i], Color: string(names[i]), Shape: engine.Shape(i % 4),
			Turn: flag.Draw(t, "turn"), Winner: flag.Draw(t, "winner"), Robot: flag.Draw(t, "robot"),
			Notes: rapid.SliceOfN(text, 0, 3).Draw(t, "notes")})
	}
	roles := map[string]engine.Role{"order": engine.RoleRank, "energy": engine.RoleProgress, "consumption": engine.RoleGoal}
	for _, name := range []string{"order", "level", "energy", "consumption", "distance", "gems", "cubes", "points"} {
		if flag.Draw(t, "track") {
			v.Tracks = append(v.Tracks, engine.Track{Name: name, Title: text.Draw(t, "title"), Roman: name == "level", Role: roles[name],
				Derived: name == "distance", At: rapid.SliceOfN(rapid.IntRange(-3, 120), seats, seats).Draw(t, "at")})
			if name == "order" {
				v.Tracks[len(v.Tracks)-1].At = rapid.SliceOfN(rapid.IntRange(0, 9), seats, seats).Draw(t, "order")
			}
		}
	}
	if flag.Draw(t, "board") {
		v.Board = anyRing(t)
	}
	v.Window = flag.Draw(t, "window")
	if flag.Draw(t, "headline") {
		v.Headline = text.Draw(t, "headline")
	}
	for i := range v.Seats {
		v.Seats[i].Rank = rapid.IntRange(0, seats).Draw(t, "rank")
		v.Seats[i].Shown = rapid.SliceOfN(rapid.IntRange(-9, 20), 0, 5).Draw(t, "shown")
		v.Seats[i].Moved = rapid.IntRange(-9, 60).Draw(t, "moved")
	}
	if seats > 0 && flag.Draw(t, "rise") {
		v.Rise = engine.Rise{Seat: names[0], Level: rapid.IntRange(0, 12).Draw(t, "level"), Before: 120, Left: 7}
	}
	if seats > 0 && flag.Draw(t, "steps") {
		v.InPlay = engine.InPlay{Seat: names[0], Card: engine.Term(phrase.Draw(t, "card"))}
		for range rapid.IntRange(1, 6).Draw(t, "steps") {
			v.InPlay.Steps = append(v.InPlay.Steps, engine.InPlayStep{Text: text.Draw(t, "step"), Progress: engine.Progress(rapid.IntRange(0, 3).Draw(t, "progress"))})
		}
	}
	prompt := rapid.Custom(func(t *rapid.T) engine.Prompt {
		return engine.Prompt{Seat: rapid.SampledFrom(names).Draw(t, "seat"), Text: text.Draw(t, "prompt")}
	})
	v.Prompts = rapid.SliceOfN(prompt, 0, 5).Draw(t, "prompts")
	v.Remind = rapid.SliceOfN(prompt, 0, 4).Draw(t, "remind")
	label := phrase.Draw(t, "label")
	join := rapid.SampledFrom([]string{"", "http://192.168.178.45:8080/", "http://arbiter.local/", "http://a-name-that-nobody-would-give-to-a-table.fritz.box:12345/"}).Draw(t, "join")
	return v, Opts{Label: func(engine.Seat) string { return label }, Join: join, Clock: rapid.SampledFrom([]string{"", "Paused", "Ana: under 5 min", "Müller-Lüdenscheidt: menos de 90 min"}).Draw(t, "clock"), ShowJoin: flag.Draw(t, "join now"), Calm: flag.Draw(t, "calm"), Asleep: flag.Draw(t, "asleep"), Notices: rapid.SliceOfN(phrase, 0, 3).Draw(t, "notices")}
}
