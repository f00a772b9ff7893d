package main

import (
	"fmt"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"

	"arbiter/engine/enginetest/tier"
)

// An arrow says what the packages at a path may import. The first one that fits
// a package holds; what it does not name is forbidden. Tests are free.
type arrow struct {
	of      string   // pattern of path.Match, below the module
	ours    []string // patterns
	theirs  []string // modules, by the beginning of their paths
	pure    bool     // of the standard library only what knows no clock, chance, files, net
	because string
}

var arrows = []arrow{
	{of: "cmd/report", because: "a report reads what tests write, and imports nothing of ours"},
	{of: "cmd/figures", theirs: []string{"golang.org/x/tools"}, because: "figures are read off sources, and import nothing of ours"},
	{of: "cmd/hub", ours: []string{"cmd/hub/internal/*", "companion/outbox", "companion/words", "setups"}, theirs: []string{"github.com/nats-io", "github.com/jackc/pgx"}, because: "a hub is told by tables, and has no rules"},
	{of: "cmd/hub/internal/*", ours: []string{"cmd/hub/internal/*", "companion/outbox", "companion/spectator", "companion/words", "engine", "setups"}, theirs: []string{"github.com/nats-io", "github.com/jackc/pgx"}, because: "a hub is told by tables, and has no rules"},
	{of: "cmd/*", ours: []string{"*", "*/*", "*/*/*", inside + "*"}, theirs: []string{"github.com/alecthomas/kong"}, because: "commands wire, and need no other framework"},
	{of: inside + "address", ours: []string{"companion/web"}, because: "names and addresses know no game"},
	{of: inside + "home", ours: []string{inside + "i18n", "engine", "setups"}, because: "settings are data, and know no game"},
	{of: inside + "locks", because: "a lock knows nothing but its holder"},
	{of: inside + "control", ours: []string{inside + "home", inside + "locks"}, because: "commands ask the service, and know no game"},
	{of: inside + "logging", because: "a log line knows nothing"},
	{of: inside + "i18n", ours: []string{"companion/words", "engine", "setups"}, because: "languages know no game"},
	{of: inside + "monitor", ours: []string{"companion", "companion/history", "engine/contain", "engine", "hw", "setups"}, because: "counters know no game"},
	{of: inside + "device", ours: []string{inside + "address", inside + "locks", "display", "display/*", "engine", "hw", "hw/*", "setups"}, theirs: []string{"periph.io"}, because: "hardware is opened as the rig says, and knows no game"},
	{of: inside + "games", ours: []string{"companion", "engine/contain", "engine", "engine/bot", "engine/*", "engine/*/bot", "engine/*/commands", "setups"}, because: "games are named here, and nothing else is"},
	{of: inside + "arena", ours: []string{inside + "games", inside + "i18n", "engine", "engine/bot", "engine/notation", "setups"}, because: "bots play each other without a table"},
	{of: inside + "datadir", ours: []string{inside + "games", inside + "i18n", inside + "locks", "companion", "companion/clock", "companion/faces", "companion/history", "companion/gamelog", "companion/outbox", "companion/seal", "companion/web", "engine"}, because: "files know no screen and no reader"},
	{of: inside + "archive", ours: []string{inside + "datadir", inside + "games", inside + "home", inside + "i18n", "companion", "companion/*", "engine/contain", "engine", "engine/notation", "engine/scenario", "setups"}, because: "past games need no reader, no screen, and no game's name"},
	{of: inside + "lessons", ours: []string{inside + "control", inside + "datadir", inside + "device", inside + "games", inside + "home", inside + "i18n", inside + "locks", "companion", "companion/gamelog", "companion/learning", "engine", "hw", "hw/ntag", "hw/obstacle", "setups"}, because: "a lesson needs readers and the log alone"},
	{of: inside + "app", ours: []string{inside + "datadir", inside + "device", inside + "games", inside + "i18n", inside + "lessons", inside + "monitor", "companion", "companion/*", "engine/contain", "display", "engine", "engine/bot", "hw", "hw/*", "setups"}, theirs: []string{"periph.io"}, because: "a table at work names no game"},
	{of: inside + "build", because: "a build knows nothing but itself"},
	{of: inside + "boxes", ours: []string{inside + "datadir", inside + "games", inside + "i18n", "companion/gamelog", "companion/history", "companion/taglist", "companion/words", "engine", "engine/notation", "engine/scenario", "setups"}, because: "boxes are data"},
	{of: inside + "service", ours: []string{inside + "*", "companion", "companion/*", "companion/web/session", "engine/contain", "display", "engine", "hw", "hw/ntag", "setups"}, theirs: []string{"github.com/coreos/go-systemd"}, because: "a service names no game and no driver"},
	{of: inside + "demo", ours: []string{inside + "app", inside + "archive", inside + "build", inside + "datadir", inside + "device", inside + "games", inside + "i18n", "companion", "companion/history", "companion/gamelog", "engine", "engine/notation", "hw", "setups"}, because: "a demo needs no page"},
	{of: inside + "emulator", ours: []string{inside + "address", inside + "app", inside + "datadir", inside + "device", inside + "games", inside + "home", inside + "i18n", inside + "service", "companion", "companion/words", "display", "display/emu", "display/png", "engine", "hw", "hw/emu/*", "setups"}, theirs: []string{"periph.io"}, because: "an emulated table is a service on emulated chips"},
	{of: inside + "far", ours: []string{inside + "emulator", inside + "home", inside + "i18n", "display/emu"}, theirs: []string{"periph.io", "github.com/tarm/serial", "golang.org/x/sys"}, because: "the far ends of a real kernel's wires are an emulated table"},
	{of: inside + "doctor", ours: []string{inside + "control", inside + "datadir", inside + "device", inside + "home", inside + "i18n", inside + "locks", "display", "engine", "engine/notation", "hw", "hw/*", "setups", "setups/wiring"}, theirs: []string{"periph.io"}, because: "the doctor looks at the device and at no game"},
	{of: inside + "watch", ours: []string{"companion/spectator", "engine"}, because: "who watches asks the API, as any other program"},
	{of: inside + "prints", ours: []string{inside + "archive", inside + "games", inside + "home", inside + "i18n", "companion/gamelog", "companion/paper", "engine", "setups"}, because: "what is printed needs no reader"},
	{of: "companion/paper", ours: []string{"engine", "setups"}, theirs: []string{"codeberg.org/go-pdf/fpdf", "golang.org/x/image", "rsc.io/qr"}, because: "paper shows what the View tells"},
	{of: inside + "support", ours: []string{inside + "address", inside + "archive", inside + "build", inside + "control", inside + "datadir", inside + "doctor", inside + "home", inside + "i18n", inside + "service", "companion/gamelog", "companion/history", "engine"}, because: "a bundle is made of what others tell"},
	{of: "engine/enginetest", ours: []string{"engine", "engine/notation", "engine/scenario", "engine/search"}, theirs: []string{"github.com/google/go-cmp"}, because: "the laws hold for every game and name none"},
	{of: "engine/enginetest/mutants", ours: []string{"engine/enginetest/tier", "engine/scenario"}, because: "scripts show the rules of every game"},
	{of: "engine/enginetest/tier", because: "tests of all packages ask it"},
	{of: "engine/contain", because: "what panics may be anything"},
	{of: "engine/notation", pure: true, because: "the notation is the innermost package"},
	{of: "engine/scenario", ours: []string{"engine", "engine/notation"}, pure: true, because: "scripts run for every game and name none"},
	{of: "engine", ours: []string{"engine/notation"}, pure: true, because: "the engine knows no game and no world outside"},
	{of: "engine/bot", ours: []string{"engine", "engine/notation"}, pure: true, because: "a bot has no chance of its own"},
	{of: "engine/rule", ours: []string{"engine", "engine/notation"}, pure: true, because: "what rules are made of names no game"},
	{of: "engine/search", ours: []string{"engine", "engine/bot"}, pure: true, because: "search plays every game and names none"},
	{of: "engine/councilofshadows/bot", ours: []string{"engine", "engine/bot", "engine/councilofshadows", "engine/search"}, pure: true, because: "a bot knows its game alone and has no chance of its own"},
	{of: "engine/highcouncil/bot", ours: []string{"engine", "engine/bot", "engine/highcouncil", "engine/search"}, pure: true, because: "a bot knows its game alone and has no chance of its own"},
	{of: "engine/*/bot/bottest", ours: []string{"engine", "engine/bot", "engine/*", "setups"}, because: "tests play games between bots"},
	{of: "engine/castingshadows/printed", ours: []string{"engine", "engine/notation"}, pure: true, because: "what is printed has no rules"},
	{of: "engine/castingshadows/printed/printedtest", ours: []string{"engine/castingshadows/printed", "engine/notation"}, because: "for tests: effects out of the whole vocabulary"},
	{of: "engine/castingshadows/bot", ours: []string{"engine", "engine/bot", "engine/castingshadows", "engine/castingshadows/printed", "engine/search"}, pure: true, because: "a bot knows its game alone and has no chance of its own"},
	{of: "engine/castingshadows", ours: []string{"engine", "engine/castingshadows/printed", "engine/notation", "engine/rule"}, pure: true, because: "a game knows the engine and no other game"},
	{of: "engine/*", ours: []string{"engine", "engine/notation", "engine/rule"}, pure: true, because: "a game knows the engine and no other game"},
	{of: "setups", ours: []string{"engine/notation"}, theirs: []string{"github.com/pelletier/go-toml"}, because: "setups are data"},
	{of: "setups/wiring", ours: []string{"engine", "setups"}, because: "wires are drawn of rigs alone"},
	{of: "display", ours: []string{"engine/contain", "display/letters", "engine"}, theirs: []string{"golang.org/x/image", "rsc.io/qr"}, because: "pictures are drawn of the View alone"},
	{of: "display/*", ours: []string{"display", "display/ink"}, theirs: []string{"periph.io", "golang.org/x/image"}, because: "a panel shows pictures and knows no game"},
	{of: "hw", ours: []string{"engine/contain"}, because: "hardware knows no game"},
	{of: "hw/emu/*", ours: []string{"hw/emu/*"}, theirs: []string{"periph.io", "github.com/creack/pty", "github.com/tarm/serial"}, because: "an emulator judges the drivers and shares nothing with them"},
	{of: "hw/machine", because: "a machine is booted, and Arbiter's package in it"},
	{of: "hw/obstacle", ours: []string{"engine", "hw"}, because: "what is in the way is said in words"},
	{of: "hw/*", ours: []string{"hw", "hw/iso14443", "hw/ntag", "hw/serialport"}, theirs: []string{"periph.io", "github.com/tarm/serial"}, because: "a driver knows its chip and the contract of readers"},
	{of: "companion", ours: []string{"companion/clock", "companion/history", "companion/menu", "companion/presence", "engine/contain", "engine", "engine/notation", "hw", "display", "setups"}, because: "the table depends on no technology"},
	{of: "companion/learning", ours: []string{"companion", "engine/contain", "engine", "engine/notation", "hw", "setups"}, because: "a lesson asks the game, and opens no hardware"},
	{of: "companion/taglist", ours: []string{"companion/history", "engine", "hw", "setups"}, because: "a list of tags knows cards by their words, and no table"},
	{of: "companion/plays", ours: []string{"companion", "companion/history", "companion/record", "engine"}, because: "plays that people bring have no log and no rules"},
	{of: "companion/faces", theirs: []string{"golang.org/x/image"}, because: "a picture is made small, whatever is on it"},
	{of: "companion/assembly", ours: []string{"engine", "hw", "setups"}, because: "a rig in the making opens no hardware, and knows no game"},
	{of: "companion/menu", ours: []string{"engine"}, because: "menus hold texts and know no table"},
	{of: "companion/presence", ours: []string{"engine", "engine/notation", "hw", "hw/obstacle", "setups"}, because: "readers and game are compared by pure functions"},
	{of: "companion/clock", ours: []string{"engine"}, because: "a clock counts, and knows no game"},
	{of: "companion/history", ours: []string{"companion/clock", "engine"}, because: "types of past games do nothing"},
	{of: "companion/gamelog", ours: []string{"companion/gamelog/sqlitefile", "companion/history", "engine", "engine/notation"}, theirs: []string{sqlite}, because: "the log keeps lines of words"},
	{of: "companion/seal", because: "a seal knows no game"},
	{of: "companion/authority", because: "certificates know no game"},
	{of: "companion/gamelog/sqlitefile", theirs: []string{sqlite}, because: "files of SQLite hold anything"},
	{of: "companion/gamelog/crashtest", because: "power cuts are tried on any files"},
	{of: "companion/web/session", ours: []string{"engine"}, because: "seats and limits know no pages"},
	{of: "companion/web/commands", ours: []string{"companion", "engine"}, because: "how commands are alike depends on no page"},
	{of: "companion/web/page", ours: []string{"companion", "companion/chart", "companion/clock", "companion/web/commands", "companion/web/fragment", "engine", "engine/notation"}, because: "a part shows what it is given and answers nobody"},
	{of: "companion/web/page/lobbypage", ours: []string{"companion", "companion/web/page", "engine"}, because: "before a game there is none to show"},
	{of: "companion/web/page/ownerpage", ours: []string{"companion/assembly", "companion/web/page", "engine", "hw/obstacle", "setups", "setups/wiring"}, because: "the device is no game"},
	{of: "companion/web/page/pastpage", ours: []string{"companion", "companion/chart", "companion/clock", "companion/history", "companion/web/page", "engine"}, because: "past games need no table at work"},
	{of: "companion/web/page/tablepage", ours: []string{"companion", "companion/web/page", "engine"}, because: "who watches asks for nothing"},
	{of: "companion/web/fragment", because: "a drawing knows no page"},
	{of: "companion/web/content", ours: []string{"companion", "companion/web/page", "companion/web/page/lobbypage", "companion/web/page/tablepage", "companion/web/session", "engine"}, because: "words are made of what the table tells, and ask nobody"},
	{of: "companion/web/site", ours: []string{"companion", "companion/assembly", "companion/clock", "companion/coach", "companion/faces", "companion/history", "companion/learning", "companion/mqtt", "companion/outbox", "companion/plays", "companion/presence", "companion/record", "companion/seal", "companion/spectator", "companion/taglist", "companion/web/commands", "companion/web/content", "companion/web/fragment", "companion/web/page", "companion/web/page/lobbypage", "companion/web/page/ownerpage", "companion/web/page/pastpage", "companion/web/page/tablepage", "companion/web/session", "engine/contain", "engine", "setups"}, theirs: []string{"rsc.io/qr"}, because: "what all pages share knows none of them"},
	{of: "companion/web/lobby", ours: []string{"companion", "companion/clock", "companion/history", "companion/seal", "companion/web/content", "companion/web/page", "companion/web/page/lobbypage", "companion/web/session", "companion/web/site", "engine"}, because: "before a game there is no table"},
	{of: "companion/web/table", ours: []string{"companion", "companion/web/commands", "companion/web/content", "companion/web/fragment", "companion/web/lobby", "companion/web/page", "companion/web/page/tablepage", "companion/web/session", "companion/web/site", "engine/contain", "engine"}, because: "pages show what the table tells"},
	{of: "companion/web/past", ours: []string{"companion", "companion/bgstats", "companion/chart", "companion/clock", "companion/coach", "companion/history", "companion/plays", "companion/record", "companion/review", "companion/web/content", "companion/web/page", "companion/web/page/pastpage", "companion/web/session", "companion/web/site", "engine", "engine/notation"}, because: "past games need no table at work"},
	{of: "companion/web/owner", ours: []string{"companion/assembly", "companion/faces", "companion/history", "companion/learning", "companion/mqtt", "companion/taglist", "companion/web/content", "companion/web/page", "companion/web/page/ownerpage", "companion/web/session", "companion/web/site", "engine", "setups", "setups/wiring"}, because: "the device is no game"},
	{of: "companion/web", ours: []string{"companion", "companion/spectator", "companion/web/*", "engine"}, because: "a server puts pages together"},
	{of: "companion/coach", ours: []string{"engine/contain", "engine", "engine/bot", "engine/notation"}, because: "a coach judges what was played, and shows nothing"},
	{of: "companion/review", ours: []string{"companion", "companion/clock", "engine"}, because: "a film shows what the log tells"},
	{of: "companion/chart", ours: []string{"engine"}, because: "charts are drawn of numbers and know no game"},
	{of: "companion/bgstats", ours: []string{"engine"}, because: "a link is made of what the table knows at the end"},
	{of: "companion/spectator", ours: []string{"companion", "engine"}, because: "others are told what the table tells a spectator"},
	{of: "companion/mqtt", ours: []string{"companion/spectator", "engine"}, theirs: []string{"github.com/eclipse/paho.golang"}, because: "a broker is told what others are told, and tells nothing"},
	{of: "companion/outbox", ours: []string{"companion/spectator", "engine"}, theirs: []string{"github.com/nats-io/nats.go", "github.com/nats-io/nkeys"}, because: "a hub is told what is over and what others are told, and commands nothing"},
	{of: "companion/web/api", ours: []string{"companion", "companion/spectator", "companion/web/site"}, because: "other programs get what a spectator sees"},
	{of: "companion/words", ours: []string{"engine", "engine/notation"}, theirs: []string{"github.com/pelletier/go-toml"}, because: "translations know texts and no game"},
	{of: "companion/record", ours: []string{"engine", "engine/notation", "companion", "companion/review", "companion/seal"}, because: "exports are made of the log"},
	{of: "companion/companiontest", ours: []string{"companion", "companion/clock", "companion/history", "companion/learning", "engine"}, because: "a store in memory is all there is"},
	{of: "companion/companiontest/chromium", theirs: []string{"github.com/chromedp"}, because: "a browser knows what is on the page"},
	{of: "companion/companiontest/seatpage", ours: []string{"companion/companiontest/chromium"}, theirs: []string{"github.com/chromedp"}, because: "people play with what the page offers"},
	{of: "companion/companiontest/*", ours: []string{"engine", "engine/notation", "engine/rule"}, because: "it is a game like others"},
}

// inside is where the packages of the program lie that nobody else may import.
const inside = "cmd/arbiter/internal/"

const sqlite = "github.com/mattn/go-sqlite3"

// pure is the part of the standard library without a world outside.
var pure = []string{
	"embed",       // what a program was built with; no file is opened
	"sync/atomic", // what is remembered for speed, while several bots think
	"cmp", "encoding", "errors", "fmt", "iter", "maps", "math", "math/bits", "reflect", "slices", "sort", "strconv", "strings", "unicode", "unicode/utf8",
}

// Packages that one place alone may import, it and what is in it, and where.
var reserved = map[string]string{sqlite: "companion/gamelog", "database/sql": "companion/gamelog", "github.com/alecthomas/kong": "cmd/arbiter"}

// A listed package is one of go list.
type listed struct {
	path    string
	imports []string
}

// wrong tells what is wrong with the imports of a package.
func wrong(p listed) []string {
	name := strings.TrimPrefix(p.path, "arbiter/")
	i := slices.IndexFunc(arrows, func(a arrow) bool { return matches(a.of, name) })
	if i < 0 {
		return []string{name + " has no place in the architecture: give it one in the layout and in this table"}
	}
	var all []string
	for _, imported := range p.imports {
		if why := arrows[i].forbids(name, imported); why != "" {
			all = append(all, fmt.Sprintf("%s imports %s: %s", name, imported, why))
		}
	}
	return all
}

func (a arrow) forbids(name, imported string) string {
	first, _, _ := strings.Cut(imported, "/")
	place, taken := reserved[imported]
	own := strings.TrimPrefix(imported, "arbiter/")
	switch {
	case taken && place != name && place != path.Dir(name):
		return "only " + place + " may"
	case imported == "C":
		return "no C of our own"
	case first == "arbiter":
		if slices.ContainsFunc(a.ours, func(o string) bool { return matches(o, own) }) {
			return ""
		}
		return a.because
	case strings.Contains(first, "."):
		if slices.ContainsFunc(a.theirs, func(t string) bool { return strings.HasPrefix(imported, t) }) {
			return ""
		}
		return a.because
	case a.pure && !slices.Contains(pure, imported):
		return "nothing below engine/ knows a clock, chance, files, a network or goroutines"
	}
	return ""
}

func matches(pattern, name string) bool {
	ok, err := path.Match(pattern, name)
	return err == nil && ok
}

func TestArrowsPointInward(t *testing.T) {
	tier.Unraced(t, "reads sources")
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "arbiter/...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	seen := 0
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		for _, w := range wrong(listed{words[0], words[1:]}) {
			t.Error(w)
		}
		seen++
	}
	if seen < 15 {
		t.Errorf("only %d packages were looked at", seen)
	}
}

// The control: each of these must be caught, with its reason.
func TestWrongArrowsAreCaught(t *testing.T) {
	tier.Unraced(t, "reads sources")
	for _, c := range []struct{ from, imported, why string }{
		{"engine", "time", "a clock"},
		{"engine/councilofshadows", "math/rand/v2", "chance"},
		{"engine/councilofshadows", "sync", "goroutines"},
		{"engine/scenario", "os", "files"},
		{"engine/highcouncil", "arbiter/engine/councilofshadows", "no other game"},
		{"engine", "arbiter/engine/councilofshadows", "knows no game"},
		{"engine/bot", "arbiter/engine/highcouncil", "no chance"},
		{"engine/councilofshadows/bot", "math/rand/v2", "chance"},
		{"engine/councilofshadows/bot", "arbiter/companion", "its game alone"},
		{"engine/highcouncil/bot", "arbiter/engine/councilofshadows", "its game alone"},
		{"engine", "arbiter/companion", "knows no game"},
		{"engine/enginetest", "arbiter/engine/councilofshadows", "name none"},
		{"companion", "arbiter/engine/councilofshadows", "no technology"},
		{"companion", "arbiter/companion/gamelog", "no technology"},
		{"companion/web", "github.com/mattn/go-sqlite3", "only companion/gamelog"},
		{"companion/web", "database/sql", "only companion/gamelog"},
		{"companion/web", "arbiter/companion/gamelog", "puts pages together"},
		{"cmd/arbiter", "github.com/mattn/go-sqlite3", "only companion/gamelog"},
		{"hw/rc522", "arbiter/engine", "the contract of readers"},
		{"hw", "arbiter/companion", "hardware knows no game"},
		{"hw/rc522", "github.com/alecthomas/kong", "only cmd/arbiter"},
		{"hw/emu/mfrc522", "arbiter/hw/rc522", "shares nothing"},
		{"display", "arbiter/companion", "View alone"},
		{"display/waveshare", "arbiter/engine", "knows no game"},
		{"setups", "arbiter/engine", "setups are data"},
		{"cmd/arbiter", "github.com/spf13/cobra", "no other framework"},
		{inside + "datadir", "github.com/alecthomas/kong", "only cmd/arbiter"},
		{inside + "datadir", "arbiter/engine/highcouncil", "no screen and no reader"},
		{inside + "device", "arbiter/" + inside + "games", "knows no game"},
		{"companion/companiontest/chromium", "arbiter/companion/web", "what is on the page"},
		{"companion/companiontest/testgame", "github.com/chromedp/chromedp", "like others"},
		{"helpers", "fmt", "no place"},
	} {
		got := wrong(listed{"arbiter/" + c.from, []string{c.imported}})
		if len(got) != 1 || !strings.Contains(got[0], c.why) {
			t.Errorf("%s imports %s: %q, want something about %q", c.from, c.imported, got, c.why)
		}
	}
	if got := wrong(listed{"arbiter/engine/highcouncil", []string{"fmt", "arbiter/engine", "arbiter/engine/notation"}}); len(got) != 0 {
		t.Errorf("a good package is blamed: %q", got)
	}
}
