package gamelog

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"time"

	"arbiter/companion/history"
)

// remedy is what people can do about damage.
const remedy = "put a backup in its place with arbiter restore; arbiter games check tells which games are sound"

// Damage says that the log of a game is not as it was written. Everything before the entry Seq is
// sound.
type Damage struct {
	File string
	Game string
	Seq  int
	Why  string
}

// Error names the entry and says what to do.
func (d *Damage) Error() string {
	return fmt.Sprintf("game %q: log entry %d has been altered or damaged: %s; the file is %s: %s", d.Game, d.Seq, d.Why, d.File, remedy)
}

// FileDamage says that something besides a log is not as it was written.
type FileDamage struct {
	File  string
	Why   string
	Games []string // games it is limited to, newest first; empty: it may reach everything
}

// Error says what is damaged and what to do.
func (b *FileDamage) Error() string {
	return fmt.Sprintf("the file %s has been altered or damaged: %s; %s", b.File, b.Why, remedy)
}

// seed starts a game's chain of hashes, from what is known of the game when it begins.
func seed(id, name, created, program string) []byte {
	sum := sha256.Sum256(fmt.Appendf(nil, "game\n%s\n%s\n%s\n%s", id, name, created, program))
	return sum[:]
}

func seedOf(h history.Header) []byte {
	return seed(h.ID, h.Setup.Game, written(h.Created), h.Program)
}

// chain returns the hash of r, given the hash of the entry before. Only the last field can hold a
// line feed, so no two rows are hashed alike.
func (r Row) chain(previous []byte) []byte {
	h := sha256.New()
	fmt.Fprintf(h, "%x\n%d\n%s\n%s\n%s\n%d\n%s", previous, r.Seq, r.at, r.By, r.Command, r.Undoes, strings.Join(r.Events, "\n"))
	return h.Sum(nil)
}

// labelled returns r with a time.
func (r Row) labelled(at time.Time) Row {
	r.At, r.at = at, written(at)
	return r
}

// stamp is how times are written: UTC, always of the same length.
const stamp = "2006-01-02T15:04:05.000Z"

func written(t time.Time) string { return t.UTC().Format(stamp) }

func read(at string) time.Time {
	t, err := time.Parse(stamp, at)
	if err != nil {
		return time.Time{}
	}
	return t
}
