package web

import (
	"strconv"
	"strings"
	"time"

	"arbiter/companion"
	"arbiter/companion/history"
	"arbiter/engine"
)

// History keeps games that were played.
type History interface {
	// Find returns the games that a search looks for, newest first, and how many
	// there are in all; the running one may be among them. A *history.Damage comes
	// with the others.
	Find(history.Search) (games []history.Summary, found int, err error)
	// Summary returns one of them; the error is fs.ErrNotExist if there is none.
	Summary(id string) (history.Summary, error)
	// Saved returns what was played in it.
	Saved(id string) (history.Saved, error)
	// Times tells when its entries were written, the setup first. They are labels.
	Times(id string) ([]time.Time, error)
}

// A summary is a past game in words.
type summary struct {
	ID, Title, When string
	At              string // for machines
	Seats           string
	Result          string
	Goes            bool
	Note            string
	Rating          int
}

func (s *Server) summary(lang string, g history.Summary) summary {
	say := s.speaker(lang, g.Labels)
	sum := summary{
		ID: g.ID, Title: g.Game, Goes: g.Result == "", When: day(lang, g.Created), At: g.Created.UTC().Format(time.RFC3339),
		Note: g.Note, Rating: g.Rating,
	}
	if o, ok := s.offer(g.Game); ok {
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

// day writes a date as the language does.
func day(lang string, t time.Time) string {
	switch lang {
	case "de":
		return t.Local().Format("02.01.2006, 15:04")
	case "es":
		return t.Local().Format("02/01/2006, 15:04")
	}
	return t.Local().Format("2006-01-02 15:04")
}

// count writes a number as the language groups its digits: 12,345, 12.345 or,
// in Spanish from five digits on, 12 345.
func count(lang string, n int) string {
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

// A pause longer than this is not played.
const longestThought = 20 * time.Minute

// played adds up how long a game took, without its pauses. A clock that was set
// back counts nothing.
func played(times []time.Time) time.Duration {
	var sum time.Duration
	for i := 1; i < len(times); i++ {
		gap := times[i].Sub(times[i-1])
		if gap > 0 && gap <= longestThought && !times[i-1].IsZero() {
			sum += gap
		}
	}
	return sum
}
