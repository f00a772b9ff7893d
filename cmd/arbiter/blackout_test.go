package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/companion/gamelog"
	"arbiter/engine"
	"arbiter/hw/emu/picc"
)

// A blackout is the real program as a process of its own, with a PN532 on a
// pseudo-terminal under each of purple's fields, which goes on when the program is
// killed. Purple and green each have a phone.
type blackout struct {
	*served
	dir    string
	rig    string
	fields [3]*picc.Field
	tags   map[string]*picc.Tag
	purple *phone
	green  *phone
	public strings.Builder // all that others than purple could see before cards were shown
	own    strings.Builder // the same of purple's page
	drawn  string          // the last picture of the panel
	terms  func(string) string
}

func newBlackout(t *testing.T, cards []string) *blackout {
	b := &blackout{dir: t.TempDir(), tags: map[string]*picc.Tag{}}
	catalogue, err := i18n.Catalogue()
	must(t, err)
	b.terms = func(card string) string { return catalogue.Term("en", engine.Term(card)) }
	a := newAdapters(t, nil)
	for i := range b.fields {
		b.fields[i] = picc.NewField(uint64(i))
		a.add(t, fmt.Sprint("purple-", i+1), b.fields[i], `seat = "purple"`, fmt.Sprintf(`fields = ["%d"]`, i+1))
	}
	a.rig.WriteString("[[panel]]\nname = \"browser\"\ndriver = \"web\"\nsize = \"400x300\"\n")
	b.rig = a.write(t)
	db, err := datadir.Create(b.dir)
	must(t, err)
	for i, card := range cards {
		uid := []byte{4, 0xA2, 0x24, 0x1B, 0x5C, byte(i), 0x80}
		b.tags[card] = picc.New(uid...)
		must(t, db.Name(fmt.Sprintf("%X", uid), []string{"purple", card}))
	}
	must(t, db.Close())
	b.on(t)
	b.purple, b.green = b.served.phone("en"), b.served.phone("en")
	return b
}

// on starts the program.
func (b *blackout) on(t *testing.T) {
	t.Helper()
	b.served = start(t, "--patience", "10s", "--rig", b.rig, "--data", b.dir, "--open")
	for _, p := range []*phone{b.purple, b.green} {
		if p != nil {
			p.served = b.served
		}
	}
}

// off kills the program, as when somebody pulls the plug.
func (b *blackout) off() {
	b.Helper()
	must(b.T, b.cmd.Process.Kill())
	if err := b.cmd.Wait(); err == nil {
		b.Fatal("the program has ended by itself")
	}
	for line := range strings.Lines(b.errs.String()) {
		if !strings.Contains(line, " reader=purple-") { // they come and go in any order
			b.public.WriteString(passing.ReplaceAllString(line, ""))
		}
	}
}

var versionOfPage = regexp.MustCompile(`data-version="(\d+)"`)

// do sends a line of a seat, with the version of its page. It tells whether it was
// done.
func (p *phone) do(seat, line string) bool {
	p.Helper()
	_, page := p.ask(http.MethodGet, "seat/"+seat, "")
	m := versionOfPage.FindStringSubmatch(page)
	if m == nil {
		p.Fatalf("the page of %s has no version:\n%s", seat, page)
	}
	status, said := p.ask(http.MethodPost, "do", url.Values{"seat": {seat}, "line": {line}, "version": {m[1]}}.Encode())
	if status == http.StatusOK {
		return json.Valid([]byte(said))
	}
	p.Logf("%s: %s", line, said)
	return false
}

func (p *phone) all(seat string, lines ...string) {
	p.Helper()
	for _, line := range lines {
		if !p.do(seat, line) {
			p.Fatalf("%s was refused", line)
		}
	}
}

// begin starts a game and lays the cards.
func (b *blackout) begin(cards []string) {
	b.Helper()
	form := "game=council-of-shadows&box=stand-in&seat=purple&seat=green&order=chosen&place-purple=2&place-green=1"
	if status, said := b.purple.ask(http.MethodPost, "start", form); status != http.StatusOK {
		b.Fatalf("start: %d %s", status, said)
	}
	b.purple.ask(http.MethodPost, "claim", "seat=purple")
	b.green.ask(http.MethodPost, "claim", "seat=green")
	b.green.all("green", "green pass")
	b.purple.all("purple", "purple pass")
	for i, card := range cards {
		b.fields[i].Place(b.tags[card])
	}
	b.lie(cards)
	b.reads(nil, nil)
}

var fieldOfPage = regexp.MustCompile(`(?s)<li class="slot[^>]* data-thing="zone purple (\d)">(.*?)<span class="reach">`)

// lie waits until the cards lie on the fields of purple's page.
func (b *blackout) lie(cards []string) {
	b.Helper()
	page := ""
	for begin := time.Now(); time.Since(begin) < longestWait; time.Sleep(20 * time.Millisecond) { // until the page says so
		_, page = b.purple.ask(http.MethodGet, "seat/purple", "")
		found := fieldOfPage.FindAllStringSubmatch(page, -1)
		if slices.EqualFunc(cards, found, func(card string, f []string) bool { return strings.Contains(f[2], ">"+b.terms(card)+"<") }) {
			return
		}
	}
	b.Fatalf("the cards %q never lie on the fields:\n%s", cards, page)
}

// reads waits until purple reads the one list of notices, and green and everybody
// the other, and writes down what others see.
func (b *blackout) reads(own, public []string) {
	b.Helper()
	var got [3][]string
	for begin := time.Now(); time.Since(begin) < longestWait; time.Sleep(20 * time.Millisecond) { // until the page says so
		_, mine := b.purple.ask(http.MethodGet, "seat/purple", "")
		_, theirs := b.green.ask(http.MethodGet, "seat/green", "")
		_, table := b.green.ask(http.MethodGet, "table", "")
		got = [3][]string{noticesIn(mine), noticesIn(theirs), noticesIn(table)}
		if slices.Equal(got[0], own) && slices.Equal(got[1], public) && slices.Equal(got[2], public) {
			b.witness()
			return
		}
	}
	b.Fatalf("purple, green and the table read %q, want %q and %q", got, own, public)
}

// Of pages, what differs from start to start: the address to join, names of files,
// the seal of chance.
var passing = regexp.MustCompile(`(?s)<time .*?</time>|<div id="part-invite">.*?<div id="part-panel">|\d{8}-\d{6}-[a-z0-9]{6}|time=\S+|127\.0\.0\.1:\d+|<details class="card noise" id="seal">.*?</details>|\d{4}-\d\d-\d\d \d\d:\d\d`)

// witness writes down what others than purple can see now.
func (b *blackout) witness() {
	b.Helper()
	for _, path := range []string{"seat/green", "table", ""} {
		_, text := b.green.ask(http.MethodGet, path, "")
		b.public.WriteString(passing.ReplaceAllString(text, ""))
	}
	_, mine := b.purple.ask(http.MethodGet, "seat/purple", "")
	b.own.WriteString(passing.ReplaceAllString(mine, ""))
	b.public.WriteString(b.picture())
	for _, command := range []string{"show", "list", "replay"} {
		out, err := arbiter(b.T, "games", command, "--data", b.dir).CombinedOutput()
		must(b.T, err)
		b.public.WriteString(passing.ReplaceAllString(regexp.MustCompile(`\d{4}-\d\d-\d\d \d\d:\d\d`).ReplaceAllString(string(out), ""), ""))
	}
}

// picture waits for the picture on the panel: another one than before, for there is
// a notice more or less, and one that stays.
func (b *blackout) picture() string {
	b.Helper()
	last, same := "", 0
	for begin := time.Now(); time.Since(begin) < longestWait; time.Sleep(20 * time.Millisecond) { // until the page says so
		status, now := b.green.ask(http.MethodGet, "panel.png", "")
		if now != last || status != http.StatusOK || now == b.drawn {
			last, same = now, 0
		}
		if same++; same > 50 {
			b.drawn = now
			return now
		}
	}
	b.Fatal("the picture of the panel does not follow")
	return ""
}

// cut kills the program, moves cards while it is dead, and starts it: the log is as
// it was, the same cards lie locked in, and people are told what was moved.
func (b *blackout) cut(cards []string, move, back func(), own, public []string) {
	b.Helper()
	t, before := b.T, story(b.rows())
	b.off()
	move()
	b.on(t)
	b.lie(cards)
	b.reads(own, public)
	if after := story(b.rows()); !slices.Equal(after, before) {
		b.Errorf("the log was\n%q, is\n%q", before, after)
	}
	back()
	b.reads(nil, nil)
	b.lie(cards)
}

func (b *blackout) rows() []gamelog.Row {
	b.Helper()
	db := openLog(b.T, b.dir)
	defer db.Close()
	list, err := db.Games()
	must(b.T, err)
	rows, err := db.Rows(list[0].ID)
	must(b.T, err)
	return rows
}

// noticed waits until everybody reads one sentence, or none.
func (b *blackout) noticed(want string) {
	b.Helper()
	got := ""
	for begin := time.Now(); time.Since(begin) < longestWait; time.Sleep(20 * time.Millisecond) { // until the page says so
		_, table := b.green.ask(http.MethodGet, "table", "")
		if got = strings.Join(noticesIn(table), "; "); got == want {
			return
		}
	}
	b.Fatalf("everybody reads %q, want %q", got, want)
}
