package main

import (
	"flag"
	"fmt"
	"image"
	"image/png"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"arbiter/cmd/arbiter/internal/demo"
	"arbiter/cmd/arbiter/internal/games"
	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/companion/words"
	"arbiter/display"
	"arbiter/engine"
	"arbiter/engine/enginetest/tier"
	"arbiter/setups"
)

var pictures = flag.String("pictures", "", "folder into which TestEveryPhaseHasAPicture writes a sheet for each game and size")

// panelSizes are those of all panels.
var panelSizes = []image.Point{{X: 128, Y: 32}, {X: 128, Y: 64}, {X: 200, Y: 200}, {X: 250, Y: 122}, {X: 296, Y: 128}, {X: 264, Y: 176}, {X: 296, Y: 152}, {X: 400, Y: 300}, {X: 648, Y: 480}, {X: 800, Y: 480}}

// captioned puts a picture into words, with names for the players.
func captioned(c *words.Catalogue, lang string, names map[engine.Seat]string) display.Opts {
	say := c.With(lang, func(s engine.Seat) string { return names[s] })
	return display.Opts{
		Say:   say,
		Term:  func(t engine.Term) string { return c.Term(lang, t) },
		Label: func(s engine.Seat) string { return say(engine.Say("%s", s)) },
		Join:  "http://192.168.178.45:8080/",
	}
}

// phases plays a game by chance and returns what everybody sees in each of its
// phases, in the order in which they come.
func phases(t *testing.T, game, box string, seats []engine.Seat, more ...string) (all []engine.View) {
	t.Helper()
	return moments(t, func(v engine.View) string { return fmt.Sprint(v.Stage[len(v.Stage)-1].Format, v.Over) }, game, box, seats, more...)
}

// moments plays a game by chance and returns what everybody sees when it is first of
// a kind.
func moments(t *testing.T, kind func(engine.View) string, game, box string, seats []engine.Seat, more ...string) (all []engine.View) {
	t.Helper()
	p, _ := games.Find(game)
	table, err := setups.TableOf(game)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := table.Facts(box)
	if err != nil {
		t.Fatal(err)
	}
	var told []engine.Event
	for _, l := range lines {
		more = append(more, l.Text)
	}
	for _, text := range more {
		e, err := p.Game.Words.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		told = append(told, e)
	}
	start, err := p.Game.New(seats, told)
	if err != nil {
		t.Fatal(err)
	}
	s, err := engine.Resume(start, engine.NoLog{})
	if err != nil {
		t.Fatal(err)
	}
	r, seen := rand.New(rand.NewPCG(7, 7)), map[string]bool{}
	for range 6000 {
		v := s.Seen("").View()
		if k := kind(v); !seen[k] {
			seen[k] = true
			all = append(all, v)
		}
		legal := s.State().Legal()
		if len(legal) == 0 {
			return all
		}
		if _, err := s.Do(legal[r.IntN(len(legal))]); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

var playerNames = map[engine.Seat]string{"purple": "Ana", "white": "Ana", "red": "Darío", "green": "Cecilia", "yellow": "Cecilia", "blue": "Müller-Lüdenscheidt"}

// Whatever the phase, the size and the language: the picture shows something, and
// it does not show it in another language.
func TestEveryPhaseHasAPicture(t *testing.T) {
	tier.Test(t, tier.Program, "a thousand pictures")
	t.Parallel()
	catalogue, err := i18n.Catalogue()
	if err != nil {
		t.Fatal(err)
	}
	four := []engine.Seat{"purple", "red", "green", "blue"}
	for name, views := range map[string][]engine.View{
		"tracks":  phases(t, "council-of-shadows", demo.StandIn, four, "book tracks"),
		"full":    phases(t, "council-of-shadows", demo.StandIn, four, "book full", "stacks device"),
		"council": phases(t, "high-council", "", []engine.Seat{"white", "red", "yellow", "blue"}),
		"start":   {{}},
	} {
		if got, least := len(views), 2; got < least && name != "start" {
			t.Errorf("%s: %d phases, want at least %d", name, got, least)
		}
		for _, size := range panelSizes {
			if sheet := phaseSheet(t, catalogue, views, size); *pictures != "" {
				savePicture(t, filepath.Join(*pictures, fmt.Sprintf("%s-%dx%d.png", name, size.X, size.Y)), sheet)
			}
		}
	}
}

// asked is what a panel says of a view: a kind of moment for each sentence.
func asked(v engine.View) string {
	kind := v.Stage[len(v.Stage)-1].Format + v.Headline.Format + v.Phase + string(v.InPlay.Card)
	for _, q := range v.Prompts {
		kind += q.Text.Format + q.Brief.Format
	}
	return kind
}

// Whatever a game asks, in each language and on each sheet, with short names and long
// ones: no word is cut, nothing leaves the sheet or lies over something else, and no
// figures are nearer than half a digit.
func TestNothingOnPanelsIsCut(t *testing.T) {
	tier.Test(t, tier.Program, "some thousand pictures")
	t.Parallel()
	catalogue, err := i18n.Catalogue()
	if err != nil {
		t.Fatal(err)
	}
	painter := display.New()
	short := map[engine.Seat]string{"purple": "A", "white": "A", "red": "Bo"}
	for name, views := range map[string][]engine.View{
		"tracks":  moments(t, asked, "council-of-shadows", demo.StandIn, []engine.Seat{"purple", "red", "green", "blue"}, "book tracks"),
		"full":    moments(t, asked, "council-of-shadows", demo.StandIn, []engine.Seat{"purple", "red", "blue"}, "book full", "stacks device"),
		"solo":    moments(t, asked, "council-of-shadows", demo.StandIn, []engine.Seat{"purple", "automa"}, "book full", "stacks device"),
		"council": moments(t, asked, "high-council", "", []engine.Seat{"white", "red"}),
		"casting": moments(t, asked, "casting-shadows", demo.StandIn, []engine.Seat{"purple", "red", "green", "blue"}, "book full"),
	} {
		for _, v := range views {
			for _, size := range panelSizes {
				for _, lang := range []string{"de", "en", "es"} {
					for _, names := range []map[engine.Seat]string{playerNames, short} {
						if faults := painter.Faults(v, size, captioned(catalogue, lang, names)); len(faults) > 0 {
							t.Errorf("%s, %v in %s, %s: %s", name, size, lang, asked(v), strings.Join(faults, "; "))
						}
					}
				}
			}
		}
		for _, size := range append(panelSizes[:2:2], panelSizes[7:]...) { // those between have figures alone
			for control, v := range map[string]engine.View{
				"a stage":  {Seats: views[0].Seats, Stage: []engine.Text{engine.Say("A game"), engine.Say(strings.Repeat("never ending ", 20))}},
				"a prompt": {Seats: views[0].Seats, Prompts: []engine.Prompt{{Seat: views[0].Seats[0].Seat, Text: engine.Say(strings.Repeat("never ending ", 20))}}},
			} {
				if faults := painter.Faults(v, size, captioned(catalogue, "en", short)); len(faults) == 0 {
					t.Errorf("%s, %v: the control, %s without an end, has no fault", name, size, control)
				}
			}
		}
	}
}

// notices are the longest ones that everybody is told.
var notices = []engine.Text{
	engine.Say("reader %s does not answer: check its cable; the game goes on", engine.Term("purple-12")),
	engine.Say("reader %s cannot tell its cards apart: lay them flat, one upon the other", engine.Term("purple-12")),
	engine.Say("reader %s tells only the beginning of its card's number: set it to whole numbers", engine.Term("purple-12")),
	engine.Say("readers %s and %s see the same card: take it off one of them", engine.Term("purple-11"), engine.Term("purple-12")),
	engine.Say("%s: there is one card too many on %s; take it into the hand", engine.Seat("blue"), engine.Term("purple-12")),
	engine.Say("%s: reader %s stands for no field of this game now; take the card away", engine.Seat("red"), engine.Term("purple-12")),
	engine.Say("%s: the card can mean several things; choose one on a phone or with the buttons", engine.Seat("red")),
}

// Small panels say what people should look after, whole or up to the end of a clause, and
// beside it whose turn it is and what to do.
func TestNoticesHaveRoomOnSmallPanels(t *testing.T) {
	t.Parallel()
	catalogue, err := i18n.Catalogue()
	if err != nil {
		t.Fatal(err)
	}
	painter := display.New()
	views := moments(t, asked, "high-council", "", []engine.Seat{"white", "red", "yellow", "blue"})
	for _, size := range panelSizes[:2] {
		for _, lang := range []string{"de", "en", "es"} {
			o := captioned(catalogue, lang, playerNames)
			for _, v := range views {
				for _, n := range notices {
					o.Notices = []string{o.Say(n), "another one"}
					if faults := painter.Faults(v, size, o); len(faults) > 0 {
						t.Errorf("%v in %s: %s", size, lang, strings.Join(faults, "; "))
					}
				}
			}
			o.Notices = []string{strings.Repeat("never ending ", 20)}
			if len(painter.Faults(views[0], size, o)) == 0 {
				t.Errorf("%v: the control, a notice without an end, has no fault", size)
			}
		}
	}
}

// phaseSheet draws a row for each phase, a column for each language.
func phaseSheet(t *testing.T, c *words.Catalogue, views []engine.View, size image.Point) *display.Bitmap {
	t.Helper()
	painter, b := display.New(), display.NewBitmap(size)
	sheet := display.NewBitmap(image.Pt(3*(size.X+4), len(views)*(size.Y+4)))
	for row, v := range views {
		shown := map[string]int{}
		for col, lang := range []string{"de", "en", "es"} {
			painter.Draw(b, v, captioned(c, lang, playerNames))
			black := 0
			at := image.Pt(col*(size.X+4), row*(size.Y+4))
			for y := range size.Y {
				for x := range size.X {
					if b.Black(x, y) {
						black++
					}
					sheet.Set(at.X+x, at.Y+y, b.Black(x, y))
				}
			}
			sheet.Fill(image.Rect(at.X+size.X+1, at.Y, at.X+size.X+2, at.Y+size.Y), true)
			sheet.Fill(image.Rect(at.X, at.Y+size.Y+1, at.X+size.X, at.Y+size.Y+2), true)
			shown[fmt.Sprint(black)]++
			if black < size.X {
				t.Errorf("%v, %s, phase %d: %d black pixels", size, lang, row, black)
			}
		}
	}
	return sheet
}

func savePicture(t *testing.T, file string, b *display.Bitmap) {
	t.Helper()
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := png.Encode(f, b); err != nil {
		t.Error(err)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
}
