package session

import (
	"fmt"
	"testing"
	"time"
)

// Nobody guesses the code: over a day of guessing as fast as may be, from ever
// new addresses or from one, the chance within an hour stays below 1 in 10,000.
func TestCodesAreNotGuessed(t *testing.T) {
	for name, address := range map[string]func(i int) string{
		"ever new addresses": func(i int) string { return fmt.Sprintf("10.%d.%d.%d:1000", i>>16&255, i>>8&255, i&255) },
		"networks of IPv6":   func(i int) string { return fmt.Sprintf("[2001:db8:%x:%x::1]:1000", i>>16, i&0xffff) },
		"one address":        func(int) string { return "10.0.0.1:1000" },
		"one IPv6 household": func(i int) string { return fmt.Sprintf("[2001:db8::%x]:1000", i) },
		"no address":         func(int) string { return "" },
	} {
		t.Run(name, func(t *testing.T) {
			now := time.Date(2026, 11, 21, 20, 0, 0, 0, time.UTC)
			judged, most, long := guessesJudged(func() time.Time { return now }, address, 24*60*60, func() { now = now.Add(time.Second) })
			if chance := float64(most)/1e6 + float64(1000*long)/1e12; chance >= 1e-4 { // as if a thousand times as many came in a second
				t.Errorf("%d guesses of six digits and %d of more were judged within an hour: the chance is %v", most, long, chance)
			}
			if judged < 24 {
				t.Errorf("only %d guesses in a day were judged: nobody comes in who mistypes", judged)
			}
			if name == "one address" && most > 30 {
				t.Errorf("one address may guess %d times an hour, want 30 at most", most)
			}
		})
	}
	// The control: without limits a day of guesses is far too many.
	if judged, most := guessesWithoutLimit(24 * 60 * 60); float64(most)/1e6 < 1e-4 || judged != 24*60*60 {
		t.Errorf("without limits %d guesses an hour are judged, so this test proves nothing", most)
	}
}

// guessesJudged guesses a code so often, each time from an address. It returns how many
// guesses were judged, and how many at most within an hour, of six digits and of more.
func guessesJudged(now func() time.Time, address func(int) string, times int, next func()) (judged, most, mostLong int) {
	d := NewAccess(now)
	var at, long []time.Time
	for i := range times {
		_, code := d.Shown()
		if _, err := d.Guess(AddressOf(address(i)), "none", false); err == ErrGuesses {
		} else if len(code) == shortCode {
			at = append(at, now())
		} else {
			long = append(long, now())
		}
		next()
	}
	return len(at) + len(long), dense(at), dense(long)
}

// guessesWithoutLimit is the same where every guess is judged.
func guessesWithoutLimit(times int) (judged, most int) {
	var at []time.Time
	for i := range times {
		at = append(at, time.Unix(int64(i), 0))
	}
	return len(at), dense(at)
}

// dense is how many moments lie within an hour, at most.
func dense(at []time.Time) (most int) {
	from := 0
	for i, t := range at {
		for t.Sub(at[from]) >= time.Hour {
			from++
		}
		most = max(most, i-from+1)
	}
	return most
}
