package main

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"arbiter/cmd/arbiter/internal/archive"
	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/games"
	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/companion"
	"arbiter/companion/gamelog"
	gamerecord "arbiter/companion/record"
	"arbiter/engine"
	"arbiter/engine/enginetest/tier"
	"arbiter/engine/notation"
)

// Games of each kind in which something is drawn.
var drawnGames = map[string]companion.NewGame{
	"two":    {Game: "high-council", Options: []string{"dealt"}, Seats: sittings("white", "red")},
	"four":   {Game: "high-council", Options: []string{"dealt"}, Seats: sittings("white", "red", "yellow", "blue")},
	"full":   {Game: "council-of-shadows", Box: "stand-in", Options: []string{"full-book", "dealt"}, Seats: sittings("purple", "green"), Order: []engine.Seat{"green", "purple"}},
	"three":  {Game: "council-of-shadows", Box: "stand-in", Options: []string{"full-book", "dealt", "stations", "leaders"}, Seats: sittings("purple", "green", "red"), Order: []engine.Seat{"red", "green", "purple"}},
	"alone":  {Game: "council-of-shadows", Box: "stand-in", Options: []string{"full-book", "dealt", "advanced"}, Seats: sittings("purple"), Order: []engine.Seat{"purple", "automa"}},
	"duel":   {Game: "casting-shadows", Box: "stand-in", Options: []string{"dealt", "no-clock"}, Seats: sittings("frill", "haze")},
	"fight":  {Game: "casting-shadows", Box: "stand-in", Options: []string{"dealt", "no-clock"}, Seats: sittings("nuzzle", "kit", "haze", "frill")},
	"tracks": {Game: "council-of-shadows", Box: "stand-in", Seats: sittings("purple"), Order: []engine.Seat{"automa", "purple"}},
}

func sittings(seats ...engine.Seat) (all []companion.Seating) {
	for _, s := range seats {
		all = append(all, companion.Seating{Seat: s})
	}
	return all
}

// A program that was written from companion/seal/README.md alone, in another language, works out from
// a record what games verify does: games of each kind with steps that were taken back.
// Control: where a word, the secret or a draw was exchanged it does not.
func TestVerifierFromTheReadme(t *testing.T) {
	tier.Test(t, tier.Program, "node")
	t.Parallel()
	seeds, first := tier.Of(t, tier.Program, "games of each kind", 0, 1, 10), tier.Seed(t)
	kinds := slices.Sorted(maps.Keys(drawnGames)) // alone, duel, fight and four are all three games
	for _, kind := range kinds[:tier.Of(t, tier.Program, "kinds", 0, 4, len(kinds))] {
		n := drawnGames[kind]
		for seed := first; seed < first+uint64(seeds); seed++ {
			t.Run(fmt.Sprintf("%s-%d", kind, seed), func(t *testing.T) {
				t.Parallel()
				file := playedRecord(t, n, seed)
				want, err := verify(t, "", file)
				must(t, err)
				got, err := verifier(file)
				if err != nil || got != draws(want) || got == "" || !strings.Contains(want, "Told by people: 0.") {
					t.Fatalf("it works out\n%s, %v; games verify says\n%s", got, err, want)
				}
				text, err := os.ReadFile(file)
				must(t, err)
				for what, altered := range alterations(string(text), got) {
					must(t, os.WriteFile(file, []byte(altered), 0o600))
					if again, err := verifier(file); err == nil && again == got || altered == string(text) {
						t.Errorf("control: %s is not seen", what)
					}
				}
			})
		}
	}
}

// Games that were sealed before this program was made are verified as they were sealed: the
// piles of the rules are part of that, and a card more in one would accuse the device.
// The records are of playedRecord with the rules of November 2026, and are never made anew.
func TestOlderGamesAreVerified(t *testing.T) {
	tier.Unraced(t, "files that one goroutine reads")
	t.Parallel()
	for game, draws := range map[string]int{"casting-shadows": 54, "council-of-shadows": 82, "high-council": 93} {
		text, err := verify(t, "", filepath.Join("testdata", "sealed", game+".jsonl"))
		if want := fmt.Sprintf("Draws that follow from the secret: %d. Told by people: 0.", draws); err != nil || !strings.Contains(text, want) {
			t.Errorf("%s: %.300s, %v; want %q", game, text, err, want)
		}
	}
}

// A game of Casting Shadows is checked from its record alone, without a folder of games: its
// chain, what the rules decide, how the dice fell and what was drawn. Controls: a roll that was
// changed in the text breaks the chain; changed together with its event and the hashes it is not
// as sealed; an event that the rules would not decide is named.
func TestAGameIsCheckedFromItsRecordAlone(t *testing.T) {
	tier.Test(t, tier.Program, "a game that is played for its record")
	t.Parallel()
	file := playedRecord(t, drawnGames["fight"], tier.Seed(t))
	check := func(file string) (string, error) {
		var out bytes.Buffer
		err := (&gamesCheck{File: file, Flag: i18n.Flag{Lang: "en"}}).Run(&out)
		return out.String(), err
	}
	if said, err := check(file); err != nil || !strings.HasPrefix(said, "ok    ") {
		t.Fatalf("a sound record: %s, %v", said, err)
	}
	text, err := os.ReadFile(file)
	must(t, err)
	g, err := archive.ReadRecord(file)
	must(t, err)
	refused := func(what, text, want string) {
		t.Helper()
		altered := filepath.Join(t.TempDir(), "altered.jsonl")
		must(t, os.WriteFile(altered, []byte(text), 0o600))
		if said, err := check(altered); err == nil || !strings.Contains(err.Error(), want) || said != "" && want != "sealed was" {
			t.Errorf("%s: %s, %v, want %q", what, said, err, want)
		}
	}
	at := slices.IndexFunc(g.Entries, func(e engine.Entry) bool {
		return e.Undoes == 0 && strings.HasPrefix(notation.Format(e.Command), "table roll ")
	})
	rules, _ := games.Rules(g.Setup.Game)
	before, err := rules.New(g.Setup.Seats, g.Setup.Facts)
	must(t, err)
	for _, e := range g.Entries[:at] { // nothing is taken back before the first roll
		before = engine.Fold(before, e.Events...)
	}
	line := notation.Format(g.Entries[at].Command)
	var roll engine.Command
	for side := 0; roll == nil || notation.Format(roll) == line; side++ {
		roll = engine.RollOf(before).Command(func(engine.Die) int { return side })
	}
	events, err := before.Decide(roll)
	must(t, err)
	refused("another roll", strings.ReplaceAll(string(text), line, notation.Format(roll)), ".jsonl:")
	rewritten := func(change func(*engine.Entry)) string {
		h := g
		h.Entries, h.Result = slices.Clone(g.Entries[:at+1]), companion.Abandoned
		change(&h.Entries[at])
		var b bytes.Buffer
		must(t, gamerecord.Write(&b, h))
		return b.String()
	}
	refused("another roll with its event and hashes", rewritten(func(e *engine.Entry) { e.Command, e.Events = roll, events }), "sealed was")
	refused("a roll whose event tells others", rewritten(func(e *engine.Entry) { e.Events = events }), "today")
}

// playedRecord plays a game for 600 steps, or to its end, and returns its record.
func playedRecord(t *testing.T, n companion.NewGame, seed uint64) string {
	t.Helper()
	dir, dice := t.TempDir(), rand.New(rand.NewPCG(seed, 9))
	r := virtualRoom(t, dir)
	must(t, r.Opts.Seals.Say(r.Opts.Seals.Coming().Hash(), n.Seats[0].Seat, "grün & <ñ> 🎲"))
	_, err := r.Table.Start(t.Context(), n)
	must(t, err)
	id := r.see("").GameID
	r.playOut(dice, 600)
	must(t, r.Table.Finish(t.Context()))
	g := recordedIn(t, r.Opts.DB, r.Opts.Seals, id)
	r.leave()
	file := filepath.Join(dir, "game.jsonl")
	must(t, os.WriteFile(file, []byte(g), 0o600))
	return file
}

func recordedIn(t *testing.T, db *gamelog.DB, seals *datadir.Seals, id string) string {
	t.Helper()
	r, err := archive.Open(db, id)
	must(t, err)
	var b bytes.Buffer
	must(t, gamerecord.Write(&b, r.Recorded(seals)))
	return b.String()
}

// verifier is what the program prints of a record.
func verifier(file string) (string, error) {
	out, err := exec.Command("node", "testdata/verifier.js", file).Output()
	if e := new(exec.ExitError); errors.As(err, &e) {
		err = fmt.Errorf("%w: %s", err, e.Stderr)
	}
	return string(out), err
}

// draws are the lines of games verify about single draws.
func draws(text string) (all string) {
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "#") {
			all += line
		}
	}
	return all
}

// alterations are records that tell something else than what happened; last is what was
// drawn last.
func alterations(text, drawn string) map[string]string {
	lines := strings.Split(strings.TrimSpace(drawn), "\n")
	command, _, _ := strings.Cut(lines[len(lines)-1], ":")
	_, command, _ = strings.Cut(command, " ")
	card := command[strings.LastIndex(command, " ")+1:]
	other := card[:len(card)-1] + string('0'+('9'-card[len(card)-1])%10)
	return map[string]string{
		"another word":   strings.Replace(text, `grün`, `blau`, 1),
		"no word":        strings.Replace(text, `"words":`, `"said":`, 1),
		"another secret": strings.Replace(text, "arbiter seal 3 ", "arbiter seal 3 0", 1),
		"another draw":   strings.Replace(text, `"`+command+`"`, `"`+strings.TrimSuffix(command, card)+other+`"`, -1),
	}
}
