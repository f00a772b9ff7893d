package session_test

import (
	"context"
	"net/netip"
	"testing"
	"testing/synctest"
	"time"

	"arbiter/companion/web/session"
)

var (
	one   = netip.MustParseAddr("192.168.1.1")
	other = netip.MustParseAddr("192.168.1.2")
)

// begins tells who gets turns of a line, in their order, by the numbers in which they came;
// each ends as soon as it has begun.
func begins(l *session.Line, all ...netip.Addr) <-chan int {
	order := make(chan int, len(all))
	for i, from := range all {
		go func() {
			if n := l.Take(context.Background(), from); n != nil {
				order <- i
				n.Leave()
			}
		}()
		synctest.Wait()
	}
	return order
}

// An address that asks for much does not keep another one waiting.
func TestAddressesHaveTheirTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := session.NewTurns(1, 1).Line(1)
		held := l.Take(t.Context(), one)
		order := begins(l, one, one, one, other, other)
		held.Leave()
		for n, want := range []int{0, 3, 1, 4, 2} {
			if got := <-order; got != want {
				t.Errorf("turn %d has who came as number %d, want %d", n, got, want)
			}
		}
	})
}

// What was made and not taken yet keeps its address waiting, and all when it is much; who
// plays does not wait for it. What is sent or left makes room.
func TestUnsentAnswersKeepOthersWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turns := session.NewTurns(100, 60)
		l, first := turns.Line(5), turns.First(5)
		may := func(when string, l *session.Line, from netip.Addr, want bool) {
			t.Helper()
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			n := l.Take(ctx, from)
			if (n != nil) != want {
				t.Errorf("%s: %s has a turn: %t, want %t", when, from, n != nil, want)
			}
			if n != nil {
				n.Leave()
			}
		}
		a, b := l.Take(t.Context(), one), l.Take(t.Context(), other)
		a.Made(60)
		may("60 bytes of one", l, one, false)
		may("60 bytes of one", l, other, true)
		b.Made(59)
		may("119 bytes of two", l, other, false)
		may("119 bytes of two", first, one, true)
		b.Sent(30)
		may("30 were sent", l, other, true)
		may("30 were sent", l, one, false)
		a.Leave()
		a.Leave()
		may("it was left", l, one, true)
		b.Leave()
	})
}

// As many have a turn as a line allows, and who goes takes none.
func TestLinesAreLimited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := session.NewTurns(1, 1).Line(2)
		a, b := l.Take(t.Context(), one), l.Take(t.Context(), one)
		ctx, leave := context.WithCancel(t.Context())
		gone := make(chan *session.Turn)
		go func() { gone <- l.Take(ctx, other) }()
		order := begins(l, one)
		leave()
		if n := <-gone; n != nil {
			t.Error("who has gone has a turn")
		}
		select {
		case <-order:
			t.Error("three have a turn at one time, want two")
		default:
		}
		a.Made(0)
		if got := <-order; got != 0 {
			t.Errorf("the next turn has %d", got)
		}
		a.Leave() // gives back no second one
		b.Leave()
		c, d := l.Take(t.Context(), one), l.Take(t.Context(), one)
		order = begins(l, one)
		select {
		case <-order:
			t.Error("a turn was given back twice")
		default:
		}
		c.Leave()
		d.Leave()
		<-order
	})
}

// A line that rests begins no turn until it has, apart from what it may rest later; others go on.
func TestLinesRest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turns := session.NewTurns(1, 1)
		l, other := turns.Line(1), turns.Line(1)
		waits := func(what string, l *session.Line, want time.Duration) {
			t.Helper()
			began := time.Now()
			l.Take(t.Context(), one).Leave()
			if got := time.Since(began); got != want {
				t.Errorf("%s: a turn begins after %v, want %v", what, got, want)
			}
		}
		l.Rest(2*time.Second, 3*time.Second)
		waits("some rest is owed", l, 0)
		l.Rest(2*time.Second, 3*time.Second)
		waits("too much is owed", other, 0)
		waits("too much is owed", l, time.Second)
		l.Rest(time.Hour, 3*time.Second)
		waits("one has taken an hour", l, 3*time.Second)
		time.Sleep(time.Hour) // of the bubble
		l.Rest(4*time.Second, 3*time.Second)
		waits("nothing was owed for an hour", l, time.Second)
	})
}
