package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"arbiter/cmd/arbiter/internal/emulator"
	"arbiter/engine"
	"arbiter/hw"
)

// A person is the phone of a seat.
type person struct {
	url    string
	seat   engine.Seat
	client *http.Client
}

func newPerson(url string, seat engine.Seat) *person {
	jar, err := cookiejar.New(nil)
	if err != nil {
		panic(err) // it has no options that could be wrong
	}
	return &person{url, seat, &http.Client{Jar: jar, Transport: &http.Transport{}, Timeout: 5 * time.Minute}}
}

// ask sends a form as the script of a page does, and tells whether it was accepted.
func (p *person) ask(path string, pairs ...string) bool {
	form := url.Values{"seat": {string(p.seat)}, "wish": {fmt.Sprint(time.Now().UnixNano())}}
	if path == "/start" {
		form.Del("seat")
	}
	for i := 0; i < len(pairs); i += 2 {
		form.Add(pairs[i], pairs[i+1])
	}
	r, err := http.NewRequest(http.MethodPost, p.url+path, strings.NewReader(form.Encode()))
	if err != nil {
		return false
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Accept", "application/json")
	answer, err := p.client.Do(r)
	if err != nil {
		return false
	}
	defer answer.Body.Close()
	_, err = io.Copy(io.Discard, answer.Body)
	return err == nil && answer.StatusCode == http.StatusOK
}

// post sends a form that must be accepted.
func (p *person) post(t *testing.T, path string, pairs ...string) {
	t.Helper()
	if !p.ask(path, pairs...) {
		t.Fatalf("%s of %s was refused", path, p.seat)
	}
}

// passersBy is one phone after the other: each looks at a page and follows it for a
// while, then goes. Half of them belong to a seat, and some look around.
func (s *soak) passersBy(ctx context.Context, i int, r *rand.Rand) {
	for ctx.Err() == nil {
		p := &person{s.url, "", &http.Client{Transport: from(byte(10 + i))}}
		page, events := "/table", "/events"
		if i%2 == 0 {
			seat := s.people[i/2%2]
			p.client.Jar, p.seat = seat.client.Jar, seat.seat
			page, events = "/seat/"+string(p.seat), "/events?seat="+string(p.seat)
		}
		lang := []string{"de", "en", "es"}[r.IntN(3)]
		stay, leave := context.WithTimeout(ctx, time.Duration(50+r.IntN(1000))*time.Millisecond)
		p.get(stay, page, lang)
		if r.IntN(3) == 0 {
			p.get(stay, []string{"/", "/games", "/statistics", "/healthz", "/panel.png", "/static/look.js", "/join"}[r.IntN(7)], lang)
		}
		p.get(stay, events, lang)
		leave()
		p.client.CloseIdleConnections()
	}
}

// exports is the owner, who takes a file with games, or prints something, now and then.
func (s *soak) exports(ctx context.Context, r *rand.Rand) {
	files := append(slices.Clone(ownersPages), "settings/backup.db", "games.csv")
	for hw.Pause(ctx, time.Duration(r.Int64N(int64(2*time.Second)))) == nil {
		s.owner.get(ctx, "/"+files[r.IntN(len(files))], "en")
	}
}

// from is a way to the service from an address of its own, 127.0.0.HOST.
func from(host byte) *http.Transport {
	dial := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, host)}}
	return &http.Transport{DialContext: dial.DialContext}
}

// get reads a page, or a stream until the phone goes.
func (p *person) get(ctx context.Context, path, lang string) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, p.url+path, nil)
	if err != nil {
		return
	}
	r.Header.Set("Accept-Language", lang)
	answer, err := p.client.Do(r)
	if err != nil {
		return // it has gone
	}
	defer answer.Body.Close()
	_, _ = bufio.NewReader(answer.Body).WriteTo(io.Discard)
}

// Mishaps counts what went wrong, by names.
type mishaps struct {
	mu sync.Mutex
	n  map[string]int
}

func (t *mishaps) add(name string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.n[name]++
}

// String lists what was counted.
func (t *mishaps) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	var all []string
	for _, name := range slices.Sorted(maps.Keys(t.n)) {
		all = append(all, fmt.Sprintf("%s %d", name, t.n[name]))
	}
	return strings.Join(all, ", ")
}

// sabotage lets one thing after the other go wrong for a while, cables included. In
// the end everything is whole.
func (s *soak) sabotage(ctx context.Context, r *rand.Rand) {
	readers := slices.Sorted(maps.Keys(s.Top.Slots))
	for hw.Pause(ctx, time.Duration(r.Int64N(int64(s.fault)))) == nil {
		lasts := time.Duration(r.Int64N(int64(s.fault)))
		name := readers[r.IntN(len(readers))]
		switch place := s.Top.Slots[name]; r.IntN(6) {
		case 0:
			s.faults.add("unplugged")
			_ = place.Unplug()
			_ = hw.Pause(ctx, lasts)
			if err := place.Plug(); err != nil {
				s.Errorf("%s cannot be plugged in again: %v", name, err)
			}
		case 1:
			f := s.Top.PanelFaults("panel")[0]
			s.suffer(ctx, f, lasts)
		default:
			all := place.Faults()
			s.suffer(ctx, all[r.IntN(len(all))], lasts)
		}
	}
}

func (s *soak) suffer(ctx context.Context, f emulator.Fault, lasts time.Duration) {
	s.faults.add(f.Name)
	f.Do(f.Value)
	_ = hw.Pause(ctx, lasts)
	f.Undo()
}
