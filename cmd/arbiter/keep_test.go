package main

import (
	"bytes"
	"errors"
	"io/fs"
	"maps"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"arbiter/cmd/arbiter/internal/address"
	"arbiter/cmd/arbiter/internal/archive"
	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/demo"
	"arbiter/companion"
	"arbiter/companion/history"
	"arbiter/companion/web"
	"arbiter/engine"
	"arbiter/engine/enginetest/tier"
)

func TestSeatFile(t *testing.T) {
	f := datadir.SeatFile(t.TempDir())
	if marks, err := f.Seats(); err != nil || len(marks) != 0 {
		t.Errorf("without a file: %v, %v", marks, err)
	}
	want := map[engine.Seat]string{"purple": "a1", "red": "b2"}
	if err := f.KeepSeats(want); err != nil {
		t.Fatal(err)
	}
	if got, err := f.Seats(); err != nil || !maps.Equal(got, want) {
		t.Errorf("seats %v, %v, want %v", got, err, want)
	}
	if info, err := os.Stat(f.Name()); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("file of seats: %v, %v", info, err)
	}
	if err := os.WriteFile(f.Name(), []byte(`{"purple":`), 0o600); err != nil {
		t.Fatal(err)
	}
	if marks, err := f.Seats(); err != nil || len(marks) != 0 {
		t.Errorf("half a file: %v, %v, want no seats", marks, err)
	}
	if _, err := datadir.SeatFile("/dev/null").Seats(); err == nil {
		t.Error("a folder that is none has seats")
	}
}

// Ticks of the setup stay with their game over a restart; a file that is half there, says
// something else or is a folder is no reason not to start, and is replaced by the next tick.
func TestTicksFile(t *testing.T) {
	dir := t.TempDir()
	f, path := datadir.TicksFile(dir), filepath.Join(dir, "setup.json")
	stands := func(what, game string, steps ...int) {
		t.Helper()
		if g, s, err := f.Ticks(); err != nil || g != game || !slices.Equal(s, steps) {
			t.Errorf("%s: %q %v, %v, want %q %v", what, g, s, err, game, steps)
		}
	}
	stands("without a file", "")
	if err := f.KeepTicks("one", []int{0, 2}); err != nil {
		t.Fatal(err)
	}
	stands("kept", "one", 0, 2)
	for _, text := range []string{"", `{"game":"one","ste`, "null", "[1,2]", `{"game":7,"steps":"all"}`, "\x00\x00\x00"} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		stands(strconv.Quote(text), "")
	}
	if err := f.KeepTicks("two", []int{1}); err != nil {
		t.Fatal(err)
	}
	stands("after wrong ones", "two", 1)
	if _, _, err := datadir.TicksFile("/dev/null").Ticks(); err == nil {
		t.Error("a folder that is none has ticks")
	}
}

func TestHistory(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	output(t, "demo", "--data", dir)
	db, err := datadir.Create(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var h web.History = db.DB
	list, found, err := h.Find(history.Search{})
	if err != nil || len(list) != 1 || found != 1 {
		t.Fatalf("games %v of %d, %v", list, found, err)
	}
	saved, err := h.Saved(list[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := len(saved.Entries), list[0].Entries; got != want {
		t.Errorf("%d entries, want %d", got, want)
	}
	if _, err := h.Saved("nonsense"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a game that is none: %v, want %v", err, fs.ErrNotExist)
	}
}

func TestAddresses(t *testing.T) {
	if got, want := address.URLs(&net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8081}), []string{"http://127.0.0.1:8081/"}; !slices.Equal(got, want) {
		t.Errorf("addresses %q, want %q", got, want)
	}
	asked := 0
	a := address.Remembered(func() string { asked++; return "http://192.168.0.9:80/" })
	if got, want := a()+a(), "http://192.168.0.9:80http://192.168.0.9:80"; got != want || asked != 1 {
		t.Errorf("asked %d times for %s, want %s", asked, got, want)
	}
	if got, want := address.URLs(&net.TCPAddr{IP: net.IPv6unspecified, Port: 8080})[0], "http://localhost:8080/ on this device"; got != want {
		t.Errorf("first address %q, want %q", got, want)
	}
	ours := address.Ours([]string{"Table.Example."}, false)
	name, err := os.Hostname()
	must(t, err)
	if short, _, _ := strings.Cut(strings.ToLower(name), "."); !ours(short+".lan") || ours("evil-"+short+".lan") {
		t.Errorf("a router calls this device %s.lan", short)
	}
	for host, want := range map[string]bool{
		"localhost": true, "table.local": false, "table.example": true, "127.0.0.1": true, "192.168.1.7": true, "example.com": false, "8.8.8.8": false, "": false, "100.100.1.2": false, "table.tail1234.ts.net": false,
	} {
		if got := ours(host); got != want {
			t.Errorf("host %q: %t, want %t", host, got, want)
		}
	}
}

// A name under .local is ours only if it is the device's own: whoever is in the
// network may give another one to any address.
func TestNamesOfTheDevice(t *testing.T) {
	for name, hosts := range map[string]map[string]bool{
		"Arbiter": {"arbiter": true, "arbiter.local": true, "arbiter-2.local": true, "evil.local": false, "arbiter-x.local": false, "arbiter-.local": false, "arbiter-2": false, "arbiter.lan": false, "": false, ".local": false},
		"pi.lan":  {"pi": true, "pi.lan": true, "pi.local": true, "pi.lan.evil.example": false, "lan": false},
		"":        {"": false, ".local": false, "-2.local": false},
	} {
		for host, want := range hosts {
			if got := address.GoesBy(name, nil)(host); got != want {
				t.Errorf("device %q, host %q: %t, want %t", name, host, got, want)
			}
		}
	}
}

// A running game's entries are shown as a spectator may know them, and it is not
// exported.
func TestRunningGameKeepsItsSecrets(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	r := virtualRoom(t, dir)
	r.sit()
	r.say("purple plan 1 discover")
	r.leave()
	text := output(t, "games", "show", "--data", dir)
	if got, want := text, "#3 Purple: (hidden)\n"; !strings.Contains(got, want) || strings.Contains(got, "iscover") {
		t.Errorf("a running game is shown as\n%swant %q and nothing of the card", got, want)
	}
	out, err := arbiter(t, "games", "export", "--data", dir).CombinedOutput()
	if err == nil || strings.Contains(string(out), "discover") || !strings.Contains(string(out), "goes on, and a script would tell its secrets; finish it first") {
		t.Errorf("export of a running game: %v, %s", err, out)
	}
	output(t, "games", "replay", "--data", dir)
}

// A council that adjourns is over without a winner, and the list says so.
func TestAdjournedCouncil(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	r := virtualRoom(t, dir)
	_, err := r.Table.Start(t.Context(), companion.NewGame{Game: "high-council", Seats: []companion.Seating{{Seat: "white"}, {Seat: "red"}}})
	if err != nil {
		t.Fatal(err)
	}
	r.say("white ponder")
	for range 30 {
		r.say("red ponder")
		r.say("white ponder")
	}
	if err := r.Table.Finish(t.Context()); err != nil {
		t.Fatal(err)
	}
	r.leave()
	if got, want := output(t, "games", "list", "--data", dir), "ended without a winner\n"; !strings.HasSuffix(got, want) {
		t.Errorf("games list:\n%swant %q", got, want)
	}
	for lang, want := range map[string]string{
		"en": "The High Council, White and Red: ended without a winner", "de": "Der Hohe Rat, Weiß und Rot: ohne Sieger beendet", "es": "The High Council, Blanco y Rojo: terminada sin ganador",
	} {
		got, _, _ := strings.Cut(output(t, "games", "show", "--data", dir, "--lang", lang), "\n")
		if !strings.HasSuffix(got, ", "+want) {
			t.Errorf("games show in %s: %q, want %q at its end", lang, got, want)
		}
	}
}

// What the rules decide otherwise is told, and is a failure.
func TestReplayTellsDifferences(t *testing.T) {
	tier.Test(t, tier.Program, "whole commands")
	t.Parallel()
	dir := t.TempDir()
	output(t, "demo", "--data", dir)
	r, err := (&archive.Selection{Dir: datadir.Dir{Data: dir}}).Read()
	if err != nil {
		t.Fatal(err)
	}
	if differs, _ := r.Differences(); len(differs) != 0 {
		t.Fatalf("a fresh log differs: %q", differs)
	}
	i := slices.IndexFunc(r.Entries, func(e engine.Entry) bool { return len(e.Events) > 1 })
	r.Entries[i].Events = r.Entries[i].Events[:1:1]
	if differs, _ := r.Differences(); len(differs) == 0 {
		t.Error("an entry that lacks an event is not noticed")
	}
	r.Entries = append(r.Entries[:i+1:i+1], engine.Entry{Seq: i + 2, By: "purple", Undoes: i + 1})
	if differs, undone := r.Differences(); len(differs) != 0 || len(undone) != 1 {
		t.Errorf("of an entry that was taken back: %q, %q", differs, undone)
	}
}

// A log that goes on and is no demo's is left alone by the demo.
func TestDemoLeavesRealGamesAlone(t *testing.T) {
	tier.Unraced(t, "commands, each by itself")
	t.Parallel()
	dir := t.TempDir()
	r := virtualRoom(t, dir)
	r.sit()
	r.leave()
	out, err := arbiter(t, "demo", "--data", dir).CombinedOutput()
	if got, want := string(out), "arbiter: a game that is no demo goes on here; choose another folder with --data DIR\n"; err == nil || got != want {
		t.Errorf("demo: %v, %q, want %q", err, got, want)
	}
	db, err := datadir.Create(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for program, want := range map[string]bool{
		"arbiter 1; demo with seed 7": true, "arbiter 1": false, "arbiter 1; demo with seed x": false, "arbiter 1; demo with seed 99999999999999999999": false,
	} {
		if _, got := demo.CastOf(history.Header{Setup: engine.Setup{Game: "council-of-shadows"}, Program: program}); got != want {
			t.Errorf("%q is a demo: %t, want %t", program, got, want)
		}
	}
}

// With the owner's box, what people tell is learned once, and an exported game
// holds all that it needs.
func TestOwnBox(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	r := virtualRoom(t, dir)
	for _, learned := range []bool{false, true} {
		r.sitWith("rulebook")
		r.say("purple plan 1 discover", "purple plan 2 tower", "purple plan 3 harvest", "purple ready",
			"green plan 1 discover", "green plan 2 tower", "green plan 3 harvest", "green ready")
		if asks := r.see("purple").View.Phase == "reveal"; asks == learned {
			t.Fatalf("it asks for what is printed: %t; all was learned: %t", asks, learned)
		} else if asks {
			r.say("table card discover 3", "table card tower 6", "table card harvest 3")
		}
		if got, _ := r.see("").View.At("consumption", "purple"); got != 32 {
			t.Errorf("consumption %d, want 32", got)
		}
		if err := r.Table.Finish(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	r.leave()
	if got, want := output(t, "box", "list", "--data", dir), "(learned)  0         0       3      0"; !strings.Contains(got, want) {
		t.Errorf("boxes\n%swant %q", got, want)
	}
	text := output(t, "games", "export", "--data", dir)
	for _, want := range []string{"box rulebook\n", "given printed tower 6 owner\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("the export lacks %q:\n%s", want, text)
		}
	}
	file := filepath.Join(dir, "game.txt")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	output(t, "script", file)
}

// What people ticked at a service is ticked after its restart.
func TestTicksOfAService(t *testing.T) {
	tier.Test(t, tier.Program, "a whole service, twice")
	tier.Unraced(t, "one request after the other, in a process of its own")
	t.Parallel()
	dir, ticked := t.TempDir(), []byte(`aria-checked="true" value="2 open"`)
	s := start(t, "--data", dir, "--open", "--rig", "virtual")
	p := s.phone("en")
	for _, ask := range [][2]string{{"start", "game=council-of-shadows&seat=purple&seat=red&box=stand-in"}, {"setup", "step=2+done"}} {
		if status, said := p.ask(http.MethodPost, ask[0], ask[1]); status != http.StatusOK {
			t.Fatalf("%v: %d %s", ask, status, said)
		}
	}
	s.end(syscall.SIGTERM)
	s = start(t, "--data", dir, "--open", "--rig", "virtual")
	if page := s.get("setup"); !bytes.Contains(page, ticked) {
		t.Errorf("after a restart the page is\n%s", page)
	}
	s.end(syscall.SIGTERM)
}
