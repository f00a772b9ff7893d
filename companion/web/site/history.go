package site

import (
	"errors"
	"strconv"
	"strings"
	"time"

	"arbiter/companion"
	"arbiter/companion/clock"
	"arbiter/companion/history"
	"arbiter/companion/web/content"
	"arbiter/engine"
)

// Omitted names, in words, the damaged games that were left out. If err is about anything else it
// is returned as other.
func (s *Server) Omitted(lang string, err error) (words string, other error) {
	var d *history.Damage
	if !errors.As(err, &d) {
		return "", err
	}
	text := engine.Say("Damaged and left out: %s. They are kept as they are; arbiter games check tells more.", engine.Term(strings.Join(d.Games, ", ")))
	return s.Speaker(lang, nil)(text), nil
}

func (s *Server) Summary(lang string, g history.Summary) content.Summary {
	say := s.Speaker(lang, g.Labels)
	sum := content.Summary{
		ID: g.ID, Title: g.Game, Goes: g.Result == "", When: Day(lang, g.Created), At: g.Created.UTC().Format(time.RFC3339),
		Note: g.Note, Rating: g.Rating,
	}
	if o, ok := s.Offer(g.Game); ok {
		sum.Title = say(o.Game.Called())
	}
	sum.Seats = list(say, g.Seats)
	if sum.Result = say(companion.Outcome(g.Result)); g.Damaged {
		sum.Result = say(engine.Say("damaged"))
	}
	return sum
}

func list(say func(engine.Text) string, seats []engine.Seat) string {
	var names []string
	for _, seat := range seats {
		names = append(names, say(engine.Say("%s", seat)))
	}
	return strings.Join(names, ", ")
}

// Day formats a date as in the language.
func Day(lang string, t time.Time) string {
	switch lang {
	case "de":
		return t.Local().Format("02.01.2006, 15:04")
	case "es":
		return t.Local().Format("02/01/2006, 15:04")
	}
	return t.Local().Format("2006-01-02 15:04")
}

// OnlyDay is Day without the time, of a date that no time belongs to.
func OnlyDay(lang string, t time.Time) string {
	return t.Format(map[string]string{"de": "02.01.2006", "es": "02/01/2006", English: "2006-01-02"}[lang])
}

// Count formats a number with the language's grouping of digits: 12,345, 12.345 or, in Spanish from
// five digits on, 12 345.
func Count(lang string, n int) string {
	digits := strconv.Itoa(n)
	mark := map[string]string{"de": ".", "es": "\u00a0"}[lang]
	if mark == "" {
		mark = ","
	}
	if lang == "es" && n < 10000 {
		return digits
	}
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + mark + digits[i:]
	}
	return digits
}

// Took returns how long a game took, in words; "" if that is nothing or unknown.
func (s *Server) Took(lang, id string) string {
	if s.Opts.Past.History == nil {
		return ""
	}
	times, err := s.Opts.Past.History.Times(id)
	n := int(Played(times, s.ClockOf(id)) / time.Minute)
	say := s.Speaker(lang, nil)
	switch {
	case err != nil || n == 0:
		return ""
	case n < 120:
		return say(engine.Say("%d min", n))
	}
	return say(engine.Say("%d h %d min", n/60, n%60))
}

// ClockOf returns what is stored of the clock of a game, which says what times count for nobody.
func (s *Server) ClockOf(id string) clock.Kept {
	if s.Opts.Past.Clocks == nil {
		return clock.Kept{}
	}
	return s.Opts.Past.Clocks.Clock(id)
}

// Played adds up how long a game took: without pauses, without what is too long for one step, and
// without times that go back, as the clock of the device may have been set.
func Played(times []time.Time, k clock.Kept) time.Duration {
	var c clock.Count
	for i := 1; i < len(times); i++ {
		if !times[i-1].IsZero() {
			c.Add(i-1, clock.Moment{}, times[i].Sub(times[i-1])-k.AwayAfter(i-1))
		}
	}
	return c.Played
}
