package main

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"arbiter/cmd/arbiter/internal/archive"
	"arbiter/cmd/arbiter/internal/build"
	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/device"
	"arbiter/cmd/arbiter/internal/emulator"
	"arbiter/cmd/arbiter/internal/games"
	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/cmd/arbiter/internal/service"
	"arbiter/companion"
	"arbiter/companion/history"
	"arbiter/display"
	"arbiter/display/emu"
	"arbiter/engine"
	"arbiter/engine/councilofshadows"
	shadowsbot "arbiter/engine/councilofshadows/bot"
	"arbiter/engine/enginetest/tier"
	"arbiter/hw"
	"arbiter/setups"
)

// How people and hardware do everything fifty times as fast as at a table: there
// somebody acts every five seconds, and a reader is out of order for a minute.
const (
	humanPause = 100 * time.Millisecond
	longFault  = time.Second
	stepTime   = 5 * time.Minute // until there is a new entry, at most: machines are busy
	cardTime   = 3 * time.Second // for a card, until somebody looks what is wrong
)

// A soak is a service as arbiter serve runs it, on ten emulated readers and a
// panel, with people who play one game after the other, and others who look on.
type soak struct {
	*testing.T
	*emulator.Console
	dir    string
	r      *rand.Rand // of the people; others have their own
	url    string
	seed   uint64        // chance of faults, phones, what is played
	pause  time.Duration // how long people think
	fault  time.Duration // how long something is out of order, at most
	people []*person
	owner  *person
	phones int    // of others, who look on or have a seat, too
	crowd  *crowd // asks for anything while a game goes on; nil: nobody does
	faults mishaps
	stop   func()

	games, broken, refused int
	slow                   int // cards that people waited for in vain
}

// TestSoak plays Council of Shadows, game after game, in the memory that the unit gives, while
// readers fail, twenty phones come and go, strangers ask for anything and the owner for
// backups: nothing grows, and each log leads to its result.
func TestSoak(t *testing.T) {
	tier.Long(t, tier.Soak, "half an hour of play with faults")
	lasts, phones := time.Duration(tier.Of(t, tier.Soak, "minutes", 0, 0, 30))*time.Minute, tier.Of(t, tier.Soak, "phones", 0, 0, 20)
	if inMemoryGroup(t, memoryMax) {
		return
	}
	service.Bound()
	dir := t.TempDir()
	setup, entries := longGame(t, "tracks", 850)
	shelve(t, dir, history.Header{ID: "over", Created: time.Now(), Setup: setup, Program: build.Name()}, entries)
	s := newSoak(t, dir, humanPause, longFault)
	s.broken++
	s.phones = phones - len(s.people)
	s.crowd = &crowd{url: s.url + "/", hosts: 6, people: 12, seed: s.seed}
	for range gamesInMemory { // which the log keeps, as they are on the disk
		s.evening(1)
	}
	begin := time.Now()
	var all []glance
	for time.Since(begin) < lasts || len(all) < leastGlances {
		if s.r.IntN(2) > 0 || s.games == 0 {
			s.evening(wholeGame)
		} else {
			s.evening(20 + s.r.IntN(60))
		}
		all = append(all, s.rest())
		t.Logf("%v: game %d: %v", time.Since(begin).Round(time.Second), len(all), all[len(all)-1])
	}
	if most := memoryNow(t, "VmHWM:"); most > mostMemory {
		t.Errorf("service and phones had %d MB, want at most %d MB", most>>20, mostMemory>>20)
	} else {
		t.Logf("at most %d MB; strangers had %d answers, %d of them refused", most>>20, s.crowd.asked.Load(), s.crowd.refused.Load())
	}
	s.close()
	for _, grown := range leaks(all) {
		t.Error(grown)
	}
	s.replay()
}

// The control: of evenings that each leave something behind, it is found what.
func TestWhatEveningsLeaveIsFound(t *testing.T) {
	tier.Long(t, tier.Soak, "evenings, eight for each thing that they leave")
	for _, c := range []struct {
		want  string
		leave func(*soak) any
	}{
		{"descriptors", func(s *soak) any { // a phone that never goes
			answer, err := http.Get(s.url + "/events")
			check(s.T, err)
			s.Cleanup(func() { answer.Body.Close() })
			return answer
		}},
		{"heap", func(*soak) any { return bytes.Repeat([]byte{1}, 2<<20) }},
	} {
		t.Run(c.want, func(t *testing.T) {
			s := newSoak(t, t.TempDir(), 0, longFault/20)
			var all []glance
			var kept []any
			for range leastGlances {
				s.evening(4)
				kept = append(kept, c.leave(s))
				all = append(all, s.rest())
			}
			if found := strings.Join(leaks(all), "; "); !strings.Contains(found, c.want) {
				t.Errorf("found %q, want %s, of %v", found, c.want, all)
			}
			runtime.KeepAlive(kept)
		})
	}
}

// A few short evenings leave no goroutine and no descriptor behind, which the first one
// had not; and each log leads to where its game was left.
func TestEveningsLeaveNothing(t *testing.T) {
	steps := tier.Of(t, tier.Soak, "steps", 4, 20, 20)
	s := newSoak(t, t.TempDir(), 0, longFault/20)
	s.evening(steps)
	first := s.rest()
	evenings := tier.Of(t, tier.Soak, "evenings", 2, 2, 4)
	for range evenings {
		s.evening(steps)
	}
	// A port that is opened anew in the moment of the first look is one that the last
	// look has more; what evenings leave behind is one for each.
	last, stays := s.rest(), func(g glance) bool {
		return g.goroutines > first.goroutines+comeAndGo || g.handles >= first.handles+evenings
	}
	for end := time.Now().Add(stepTime); stays(last) && time.Now().Before(end); last = s.rest() {
	}
	if stays(last) {
		t.Errorf("after the first evening %v, after the last %v", first, last)
	}
	s.close()
	s.replay()
}

func newSoak(t *testing.T, dir string, pause, fault time.Duration) *soak {
	seed := tier.Seed(t)
	rig, err := setups.LoadRig(filepath.Join("testdata", "ten-readers.toml"))
	check(t, err)
	top, err := emulator.New(rig, t.TempDir(), seed, emu.Opts{})
	check(t, err)
	catalogue, err := i18n.Catalogue()
	check(t, err)
	s := &soak{T: t, dir: dir, r: rand.New(rand.NewPCG(seed, 1)), seed: seed, pause: pause, fault: fault, phones: 8, faults: mishaps{n: map[string]int{}}}
	db, err := datadir.Create(s.dir)
	check(t, err)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	check(t, err)
	e := &service.Service{
		Rig: service.InBrowser(top.Rig), DB: db, Dir: s.dir, Lang: "de", Pins: top, Free: true,
		Logger: slog.New(slog.DiscardHandler), Join: device.JoinAt(listener.Addr()),
		Timing: service.Timing{
			Scans:    hw.Pace{Pause: 5 * time.Millisecond, RetryMin: 10 * time.Millisecond, RetryMax: 100 * time.Millisecond},
			Evidence: hw.Opts{LeaveMisses: 3, LeaveAfter: 50 * time.Millisecond, DownAfter: 100 * time.Millisecond},
			Ink:      display.Pace{Interval: 100 * time.Millisecond, Retry: 200 * time.Millisecond},
			Bots:     time.Millisecond, Settle: time.Millisecond,
		},
	}
	check(t, e.Open())
	s.Console = &emulator.Console{Top: top, App: e.App, Lang: "en", Words: catalogue, Names: map[string][]string{}, Cards: map[string]*emulator.LaidCard{}, Broken: map[string][]string{}}
	s.url = "http://" + listener.Addr().String()
	for _, seat := range []engine.Seat{"purple", "green"} {
		s.people = append(s.people, newPerson(s.url, seat))
	}
	s.owner = newPerson(s.url, "")
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- e.Run(ctx, listener) }()
	s.owner.post(t, "/own", "code", e.Code)
	s.stop = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error("the end of the service:", err)
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
		check(t, top.Close())
	})
	t.Cleanup(s.stop)
	return s
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// close ends the service.
func (s *soak) close() {
	s.Logf("seed %d; %d games to their end, %d broken off; %d wishes refused, %d cards slow; faults: %v", s.seed, s.games, s.broken, s.refused, s.slow, &s.faults)
	s.stop()
}

// gamesInMemory is how many games the log keeps in memory: as many begin before memory is
// looked at.
const gamesInMemory = 8

// wholeGame is more steps than a game has.
const wholeGame = 1 << 30

// evening plays one game: to its end, or for so many steps.
func (s *soak) evening(limit int) {
	s.Helper()
	ctx, over := context.WithCancel(s.Context())
	defer over()
	s.begin(ctx)
	var others sync.WaitGroup
	for i := range s.phones {
		r := rand.New(rand.NewPCG(s.r.Uint64(), uint64(i)))
		others.Go(func() { s.passersBy(ctx, i, r) })
	}
	r := rand.New(rand.NewPCG(s.r.Uint64(), 99))
	others.Go(func() { s.sabotage(ctx, r) })
	leave := func() {}
	if s.crowd != nil {
		s.crowd.on = s.look(ctx, "").GameID
		leave = s.crowd.visit(s.T)
		r := rand.New(rand.NewPCG(s.r.Uint64(), 98))
		others.Go(func() { s.exports(ctx, r) })
	}
	last, since := 0, time.Now()
	for n := 0; n < limit && s.step(ctx); n++ {
		s.wait(ctx)
		if now := s.look(ctx, "").Version; now != last {
			last, since = now, time.Now()
		}
		if time.Since(since) > stepTime {
			s.stalled()
		}
	}
	over()
	leave()
	others.Wait()
	if limit == wholeGame {
		s.games++
	} else {
		s.broken++
	}
	s.people[0].post(s.T, "/finish")
}

// stalled tells where a game stands that does not go on.
func (s *soak) stalled() {
	s.Helper()
	shot := s.look(s.Context(), "")
	s.Fatalf("no entry for %v; seed %d, entry %d of %v, %d wishes refused, %d cards slow, faults: %v, notices: %v, on the readers %v, in the game %v",
		stepTime, s.seed, shot.Version, shot.View.Stage, s.refused, s.slow, &s.faults, shot.Notices, s.App.Watcher.Lying(), shot.View.Zones)
}

func (s *soak) begin(ctx context.Context) {
	s.Helper()
	s.people[0].post(s.T, "/start", "game", "council-of-shadows", "seat", "purple", "seat", "green", "order", "listed", "box", "stand-in",
		"name-purple", "Ada", "name-green", "Björn")
	for _, p := range s.people {
		p.post(s.T, "/claim", "seat", string(p.seat))
	}
	if s.look(ctx, "").GameID == "" {
		s.Fatal("no game has begun")
	}
}

func (s *soak) look(ctx context.Context, seat engine.Seat) companion.Snapshot {
	s.Helper()
	shot, err := s.App.Table.Snapshot(ctx, seat)
	if err != nil && ctx.Err() == nil {
		s.Fatal(err)
	}
	return shot
}

// wait is how long people think.
func (s *soak) wait(ctx context.Context) {
	if s.pause > 0 {
		_ = hw.Pause(ctx, time.Duration(s.r.Int64N(int64(2*s.pause))))
	}
}

// step lets somebody do one thing, and tells whether the game goes on.
func (s *soak) step(ctx context.Context) bool {
	s.Helper()
	s.arrange(ctx)
	for _, i := range s.r.Perm(len(s.people)) {
		p := s.people[i]
		shot := s.look(ctx, p.seat)
		if shot.View.Over || ctx.Err() != nil {
			return false
		}
		if len(shot.Legal) == 0 {
			continue
		}
		c := games.Choose(shadowsbot.Casual{}, s.r, shot, shot.Legal)
		switch k := c.Command.(type) {
		case councilofshadows.Plan:
			s.card(ctx, shot, "lay", p.seat, k.Card.String(), games.FieldReader(p.seat, k.Field))
		case councilofshadows.TakeBack:
			s.card(ctx, shot, "lift", p.seat, k.Card.String())
		default:
			if s.r.IntN(60) == 0 {
				s.undo(ctx, shot.Version)
			} else if !p.ask("/do", "line", c.Line, "version", fmt.Sprint(shot.Version)) {
				s.refused++ // a reader was quicker: somebody else's card has come or gone
			}
		}
		return true
	}
	if err := hw.Pause(ctx, device.LookAgain); err != nil {
		return false
	}
	return true
}

// undo takes the last step back, with everybody's consent.
func (s *soak) undo(ctx context.Context, version int) {
	for _, p := range s.people {
		if !p.ask("/undo", "version", fmt.Sprint(version)) {
			s.refused++
		}
	}
}

// card moves a card, and waits until something has happened in the game, or until
// people would look what is wrong with the reader.
func (s *soak) card(ctx context.Context, shot companion.Snapshot, verb string, seat engine.Seat, card string, reader ...string) {
	s.Helper()
	line := strings.Join(append([]string{verb, string(seat), card}, reader...), " ")
	if err := s.Obey(ctx, line); err != nil && ctx.Err() == nil && verb == "lay" {
		s.Fatalf("%s: %v", line, err)
	}
	for end := time.Now().Add(cardTime); time.Now().Before(end) && ctx.Err() == nil && s.look(ctx, seat).Version == shot.Version; {
		_ = hw.Pause(ctx, 2*time.Millisecond)
	}
	if s.look(ctx, seat).Version == shot.Version {
		s.slow++
	}
}

// arrange lays the cards as the game has them, as people do who read what the
// device says.
func (s *soak) arrange(ctx context.Context) {
	s.Helper()
	for _, p := range s.people {
		shot := s.look(ctx, p.seat)
		lies := map[string]string{} // reader by card, as the game has it
		for f := range uint8(5) {
			z, _ := shot.View.Zone(p.seat, fmt.Sprint(f+1))
			for _, k := range z.Cards {
				lies[string(p.seat)+" "+string(k.Name)] = games.FieldReader(p.seat, f+1)
			}
		}
		for key, c := range s.Cards {
			if strings.HasPrefix(key, string(p.seat)+" ") && c.At != "" && lies[key] != c.At {
				s.obeyed(ctx, "lift "+key)
			}
		}
		for key, reader := range lies {
			if c := s.Cards[key]; c == nil || c.At != reader {
				s.obeyed(ctx, "lay "+key+" "+reader)
			}
		}
	}
	for end := time.Now().Add(cardTime); !s.Told() && time.Now().Before(end) && ctx.Err() == nil; {
		_ = hw.Pause(ctx, 2*time.Millisecond)
	}
}

func (s *soak) obeyed(ctx context.Context, line string) {
	s.Helper()
	if err := s.Obey(ctx, line); err != nil && ctx.Err() == nil {
		s.Fatalf("%s: %v", line, err)
	}
}

// rest waits until everything works and nothing lies anywhere, and then looks what
// the process holds.
func (s *soak) rest() glance {
	s.Helper()
	for key, c := range s.Cards {
		if c.At != "" {
			s.obeyed(s.Context(), "lift "+key)
		}
	}
	for end := time.Now().Add(stepTime); !s.Told() || len(s.look(s.Context(), "").Notices) > 0; time.Sleep(device.LookAgain) { // until the table says so
		if time.Now().After(end) {
			s.Fatalf("everything is mended, and the table says %v", s.look(s.Context(), "").Notices)
		}
	}
	for _, p := range append(s.people, s.owner) {
		p.client.CloseIdleConnections()
	}
	return glanceAt(s.T)
}

// shelve puts a game that was broken off into a data directory.
func shelve(t *testing.T, dir string, head history.Header, entries []engine.Entry) {
	t.Helper()
	db := openLog(t, dir)
	must(t, db.Import(head, entries, nil, companion.Abandoned))
	must(t, db.Close())
}

// replay checks every game of the evening: its log leads to its result, and the
// rules decide every entry as it was decided.
func (s *soak) replay() {
	s.Helper()
	db, err := datadir.Create(s.dir)
	check(s.T, err)
	defer db.Close()
	list, err := db.Games()
	check(s.T, err)
	ended := 0
	for _, g := range list {
		r, err := archive.Read(db.DB, g)
		if err != nil {
			s.Errorf("game %s: %v", g.ID, err)
			continue
		}
		differs, undone := r.Differences()
		for _, wrong := range append(differs, undone...) {
			s.Errorf("game %s: %s", g.ID, wrong)
		}
		v := engine.Fold(r.Start).View()
		if session, err := r.Resumed(); err != nil {
			s.Errorf("game %s: %v", g.ID, err)
		} else {
			v = session.State().View()
		}
		won := slices.ContainsFunc(v.Seats, func(p engine.Place) bool {
			return p.Winner && slices.Contains(strings.Fields(g.Result), string(p.Seat))
		})
		if v.Over != won || v.Over == (g.Result == companion.Abandoned) {
			s.Errorf("game %s: over %v, result %q", g.ID, v.Over, g.Result)
		}
		if v.Over {
			ended++
		}
	}
	if ended < s.games || len(list) != s.games+s.broken {
		s.Errorf("%d games in the log, %d of them over; %d were played to their end, %d broken off", len(list), ended, s.games, s.broken)
	}
}
