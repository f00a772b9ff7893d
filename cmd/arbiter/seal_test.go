package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"arbiter/cmd/arbiter/internal/archive"
	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/games"
	"arbiter/cmd/arbiter/internal/service"
	"arbiter/companion"
	"arbiter/companion/seal"
	"arbiter/engine"
	"arbiter/engine/councilofshadows"
	"arbiter/engine/enginetest/tier"
	"arbiter/engine/notation"
)

// sealedRoom starts a game in which Arbiter deals.
func sealedRoom(t *testing.T, dir, game string) *room {
	t.Helper()
	r := virtualRoom(t, dir)
	n := companion.NewGame{Game: game, Options: []string{"dealt"}, Seats: []companion.Seating{{Seat: "white"}, {Seat: "red"}}}
	if game == "council-of-shadows" {
		n = companion.NewGame{
			Game: game, Box: "stand-in", Options: []string{"full-book", "dealt"},
			Seats: []companion.Seating{{Seat: "purple"}, {Seat: "green"}}, Order: []engine.Seat{"green", "purple"},
		}
	}
	must(t, r.Opts.Seals.Say(r.Opts.Seals.Coming().Hash(), n.Seats[1].Seat, "a word of mine"))
	_, err := r.Table.Start(t.Context(), n)
	must(t, err)
	return r
}

// sealFor seals a game as if it were about to begin.
func sealFor(t *testing.T, dir, game string) {
	t.Helper()
	_, err := datadir.NewSeals(dir, nil).Seal(game, nil)
	must(t, err)
}

// playOut plays so many steps of a game, each in its turn by a bot, and takes one of
// thirty back. It tells whether the game is over.
func (r *room) playOut(dice *rand.Rand, steps int) bool {
	r.Helper()
	public := r.see("")
	p, _ := games.Find(public.Game)
	var seats []engine.Seat
	for _, s := range public.View.Seats {
		seats = append(seats, s.Seat)
	}
	for range steps {
		if public = r.see(""); public.View.Over {
			return true
		}
		if dice.IntN(30) == 0 {
			for _, s := range seats {
				r.Table.Undo(r.Context(), s, public.Version) // at worst refused
			}
			continue
		}
		_, dealt, err := games.Dealer{Table: r.Table, Deals: drawable}.Deal(r.Context(), nil)
		must(r.T, err)
		if dealt {
			continue
		}
		for _, seat := range seats {
			if s := r.see(seat); len(s.Legal) > 0 {
				c := games.Choose(p.Demos[len(p.Demos)-1].Bot, dice, s, s.Legal)
				r.Table.Do(r.Context(), companion.Request{Seat: seat, Line: c.Line, Version: s.Version})
				break
			}
		}
	}
	return r.see("").View.Over
}

// drawable is what Arbiter deals, and the Automa's card at a virtual table.
func drawable(s companion.Snapshot, c engine.Command) bool {
	_, opens := c.(councilofshadows.Open)
	return opens || games.Deals(s, c)
}

// verify is a program of its own, beside one that may play there.
func verify(t *testing.T, dir, id string) (text string, err error) {
	t.Helper()
	args := []string{"games", "verify", "--lang", "en"}
	if dir != "" {
		args = append(args, "--data", dir)
	}
	if id != "" {
		args = append(args, id)
	}
	cmd := arbiter(t, args...)
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	if err = cmd.Run(); err != nil {
		err = fmt.Errorf("%w: %s", err, &said)
	}
	return out.String(), err
}

// What was sealed before a game is what was drawn in the whole of it, steps that
// were taken back, a backup and its restore elsewhere included; and the secret is shown at the end only.
func TestSealedGame(t *testing.T) {
	tier.Test(t, tier.Program, "a demo and a verifier of its own")
	t.Parallel()
	for _, game := range []string{"high-council", "council-of-shadows"}[:tier.Of(t, tier.Program, "games", 1, 2, 2)] {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			dir, dice := t.TempDir(), rand.New(rand.NewPCG(5, 6))
			r := sealedRoom(t, dir, game)
			id := r.see("").GameID
			r.playOut(dice, 40)
			before := service.OpenedSeals{DB: r.Opts.DB, Seals: r.Opts.Seals}.Hash(id)
			text, err := verify(t, dir, id)
			secret, ok, _ := r.Opts.Seals.Secret(id)
			if err != nil || !ok || !strings.Contains(text, before) || strings.Contains(text, secret.Open()) {
				t.Errorf("of a running game: %v, %s, want the hash %s alone", err, text, before)
			}
			if o, err := (service.OpenedSeals{DB: r.Opts.DB, Seals: r.Opts.Seals}).Opened(id); err != nil || o.Secret != "" {
				t.Errorf("a running game is opened: %+v, %v", o, err)
			}
			r.leave()
			elsewhere, copied := t.TempDir(), filepath.Join(t.TempDir(), "copy.db")
			output(t, "backup", "--data", dir, copied)
			output(t, "restore", "--data", elsewhere, copied)
			dir = elsewhere
			r = virtualRoom(t, dir)
			for n := 0; !r.playOut(dice, 100); n++ {
				if n > 50 {
					t.Fatal("the game does not end")
				}
			}
			must(t, r.Table.Finish(t.Context()))
			r.leave()
			checkSealed(t, dir, id, before, secret)
		})
	}
}

// checkSealed checks the draws of a game that is over, and that the check finds what
// was altered.
func checkSealed(t *testing.T, dir, id, before string, secret seal.Secret) {
	t.Helper()
	text, err := verify(t, dir, id)
	if err != nil || !strings.Contains(text, secret.Open()) || !strings.Contains(text, before) {
		t.Errorf("of a game that is over: %v, %s", err, text)
	}
	db := openLog(t, dir)
	defer db.Close()
	r, err := archive.Open(db, id)
	must(t, err)
	p, _ := games.Find(r.Setup.Game)
	var draws []int
	undone := 0
	for i, e := range r.Entries {
		switch {
		case e.Undoes != 0:
			undone++
		case p.Deals(r.Start, e.Command) || slices.Contains([]string{"deal", "draw", "refill"}, notation.Words(e.Command)[1]):
			draws = append(draws, i)
		}
	}
	if got, want := len(r.Drawn(datadir.Mixed(secret, r.Setup.Sealed)).Draws), len(draws); got != want || got < 20 || undone == 0 {
		t.Errorf("%d draws follow from the secret, %d were made; %d were taken back", got, want, undone)
	}
	t.Logf("%d draws in %d entries, %d taken back", len(draws), len(r.Entries), undone)
	altered := r
	altered.Entries = slices.Clone(r.Entries)
	i := draws[len(draws)-1]
	other := anotherDraw(t, &r, i)
	altered.Entries[i].Command = other
	if c := altered.Drawn(datadir.Mixed(secret, r.Setup.Sealed)); len(c.Differ) != 1 || !strings.HasPrefix(c.Differ[0].String(), fmt.Sprintf("#%d: drawn was %s, ", r.Entries[i].Seq, notation.Format(other))) {
		t.Errorf("control: an altered draw is not found: %q", c.Differ)
	}
	if c := r.Drawn(seal.New()); len(c.Differ) < len(draws)/2 {
		t.Errorf("control: with another secret only %d of %d draws differ", len(c.Differ), len(draws))
	}
	refusedSecrets(t, dir, id)
}

// anotherDraw is something else that could have come as entry i.
func anotherDraw(t *testing.T, r *archive.Game, i int) engine.Command {
	t.Helper()
	session, err := engine.Resume(r.Start, archive.ReadOnlyLog{}, r.Entries[:i]...)
	must(t, err)
	p, _ := games.Find(r.Setup.Game)
	for _, c := range engine.BySeat(engine.Table, session.State().Legal()) {
		was := r.Draw(session.State(), r.Entries[i].Command, 0)
		if p.Deals(session.State(), c) && r.Draw(session.State(), c, 0).Thing != was.Thing {
			return c
		}
	}
	t.Skip("the last draw had no choice")
	return nil
}

// The secret lies where its owner alone reads it, before the game begins; without a
// place for it no game begins.
func TestSealIsKept(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	r := sealedRoom(t, dir, "high-council")
	id := r.see("").GameID
	for path, want := range map[string]fs.FileMode{"seals": 0o700 | fs.ModeDir, "seals/" + id: 0o600} {
		info, err := os.Stat(filepath.Join(dir, path))
		if err != nil || info.Mode() != want {
			t.Errorf("%s: %v, %v, want %v", path, info.Mode(), err, want)
		}
	}
	must(t, r.Table.Finish(t.Context()))
	must(t, os.RemoveAll(filepath.Join(dir, "seals")))
	must(t, os.WriteFile(filepath.Join(dir, "seals"), nil, 0o600))
	_, err := r.Table.Start(t.Context(), companion.NewGame{Game: "high-council", Seats: []companion.Seating{{Seat: "white"}, {Seat: "red"}}})
	if err == nil || r.see("").GameID != "" {
		t.Errorf("a game began without a seal: %v", err)
	}
	for _, name := range []string{"../x", "a/b", "..", ""} {
		if _, err := datadir.NewSeals(t.TempDir(), nil).Seal(name, nil); err == nil {
			t.Errorf("a game called %q was sealed", name)
		}
	}
}

// Where people shuffle, nothing is drawn, and it is said.
func TestNothingToSeal(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	r := virtualRoom(t, dir)
	r.sit()
	id := r.see("").GameID
	must(t, r.Table.Finish(t.Context()))
	r.leave()
	if text, err := verify(t, dir, id); err != nil || !strings.Contains(text, "who shuffles cards has nothing to seal") {
		t.Errorf("%v, %s", err, text)
	}
	must(t, os.RemoveAll(filepath.Join(dir, "seals")))
	if text, err := verify(t, dir, id); err == nil || strings.Contains(text, "nothing to seal") {
		t.Errorf("without the secret: %v, %s", err, text)
	}
}

// The Automa's card that a phone draws at a virtual table follows from the seal.
func TestSealedAutoma(t *testing.T) {
	tier.Unraced(t, "goroutines of a service meet in TestServe")
	t.Parallel()
	dir := t.TempDir()
	s := start(t, "--data", dir, "--open")
	p := s.phone("en")
	if status, text := p.ask("POST", "start", "game=council-of-shadows&box=stand-in&seat=purple&order=listed"); status != 200 {
		t.Fatalf("start: %d %s", status, text)
	}
	p.all("purple", "purple pass", "purple plan 1 discover", "purple plan 2 tower", "purple plan 3 harvest", "purple ready")
	if status, text := p.ask("POST", "deal", "seat=purple&version=5&deck=table+open+%7B%7D"); status != 200 {
		t.Fatalf("deal: %d %s", status, text)
	}
	if status, text := p.ask("POST", "finish", ""); status != 200 {
		t.Fatalf("finish: %d %s", status, text)
	}
	text, err := verify(t, dir, "")
	if err != nil || !regexp.MustCompile(`#6 table open automa-\d\d: automa-0-0 automa-\d\d\nDraws that follow from the secret: 1\. Told by people: 0\.`).MatchString(text) {
		t.Errorf("%v, %s", err, text)
	}
}

// Pages show the hash while the game goes on, and the secret when it is over.
func TestSealOnPages(t *testing.T) {
	tier.Test(t, tier.Program, "a whole game and its pages")
	t.Parallel()
	dir := t.TempDir()
	r := sealedRoom(t, dir, "high-council")
	r.playOut(rand.New(rand.NewPCG(7, 8)), 30)
	id := r.see("").GameID
	secret, _, _ := r.Opts.Seals.Secret(id)
	r.leave()
	s := start(t, "--data", dir, "--open")
	key := secret.Open()[len(secret.Open())-64:]
	p := s.phone("de")
	p.ask("POST", "claim", "seat=red")
	for _, path := range []string{"", "table", "seat/red", "sums", "healthz", "games.csv", "games", "b/" + id, "games/statistics", "games/" + id, "games/" + id + "?all=1", "games/" + id + "/replay?all=1",
		"games/" + id + "/whatif?at=3", "games/" + id + "/tracks.csv", "games/" + id + "/record.jsonl", "games/" + id + "/script.txt"} {
		if _, text := p.ask("GET", path, ""); strings.Contains(text, key) {
			t.Errorf("/%s shows the secret of a running game", path)
		}
	}
	for _, args := range [][]string{{"games", "verify"}, {"games", "show"}, {"games", "list"}, {"games", "replay"}, {"games", "export", "--as", "csv"}, {"games", "export", "--as", "record"}, {"games", "export"}} {
		text, _ := arbiter(t, append(args, "--data", dir)...).CombinedOutput() // some are refused
		if len(text) == 0 || strings.Contains(string(text), key) {
			t.Errorf("arbiter %s tells the secret of a running game: %s", strings.Join(args, " "), text)
		}
	}
	if text, err := os.ReadFile(filepath.Join(dir, datadir.LogFile)); err != nil || bytes.Contains(text, []byte(key)) {
		t.Errorf("the log holds the secret of a running game: %v", err)
	}
	holds(t, "table", string(s.get("table")), secret.Hash(), "Chance is sealed", seal.Short(secret.Hash()))
	holds(t, "game", string(s.get("games/"+id)), secret.Hash(), "The secret is shown when the game is over.")
	p.proves(s)
	if status, text := p.ask("POST", "finish", ""); status != 200 {
		t.Fatalf("finish: %d %s", status, text)
	}
	if _, page := p.ask("GET", "games/"+id, ""); strings.Contains(page, secret.Open()) {
		t.Error("the secret is shown of a game that may go on")
	}
	if status, text := p.ask("POST", "start", "game=council-of-shadows&box=stand-in&seat=purple&order=listed"); status != 200 {
		t.Fatalf("start: %d %s", status, text)
	}
	_, page := p.ask("GET", "games/"+id, "")
	holds(t, "game that is over", page, secret.Open(), secret.Hash(), "Der Zufall ist versiegelt", "a word of mine")
	if _, text := p.ask("GET", "games/"+id+"/record.jsonl", ""); !strings.Contains(text, secret.Open()) || !strings.Contains(text, `"words":{"red":"a word of mine"}`) {
		t.Errorf("the record does not carry the secret and the words: %.2000s", text)
	}
	if m := regexp.MustCompile(`Gezogenes, das aus dem Geheimnis folgt: (\d+)`).FindStringSubmatch(page); m == nil || m[1] == "0" {
		t.Errorf("the page does not tell what was drawn: %v", m)
	}
}
