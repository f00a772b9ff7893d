package site

import (
	"context"
	"errors"
	"io"
	"time"

	"arbiter/companion"
	"arbiter/companion/assembly"
	"arbiter/companion/coach"
	"arbiter/companion/history"
	"arbiter/companion/learning"
	"arbiter/companion/record"
	"arbiter/companion/web/content"
	"arbiter/engine"
	"arbiter/setups"
)

// Coach judges games that are over, while nobody plays; *coach.Queue does.
type Coach interface {
	// Judged reports whether games of these rules are.
	Judged(game string) bool
	// Report is what is known of a game; false if it is still to be judged, which then
	// happens as soon as there is time.
	Report(id string, g coach.Game) (coach.Report, bool)
	// Chances are those of the seats from a position of a game that is over, from 0 to 1, in
	// the order of Setup.Seats; none if nobody can tell.
	Chances(game string, s engine.State, seats []engine.Seat) []float64
}

// A Hinter tells what the seat of a snapshot had better do, of what it may; false if nobody
// can tell.
type Hinter func(context.Context, companion.Snapshot) (companion.LegalCommand, bool)

// A Face is what the owner has given to a card.
type Face struct {
	Name    string // "" is that of the game
	Picture string // by which Faces.Picture finds it; "" is none
}

// Faces are kept beside the box, for this device alone.
type Faces interface {
	// Face is that of a card, as engine.Card names it.
	Face(game, card string) Face
	Name(game, card, name string) error
	Show(game, card string, picture []byte) error
	// Picture is a JPEG; the error is fs.ErrNotExist if no card has it.
	Picture(picture string) ([]byte, error)
}

// Address is where a picture lies. Its address does not tell the card.
func (f Face) Address() string {
	if f.Picture == "" {
		return ""
	}
	return "/faces/" + f.Picture
}

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

// A Lessons teaches Arbiter the cards of a box.
type Lessons interface {
	// Lesson returns the lesson for a game, which gets the cards on the readers
	// from now on and for some minutes; "" is the usual game.
	Lesson(game string) (*learning.Lesson, error)
}

// Noisy readers can be made to work as badly as real ones may.
type Noisy interface {
	// Disturb sets of all virtual readers how many of a hundred looks at a card
	// miss it; at 100 the readers are gone, as if unplugged.
	Disturb(percent int)
	Disturbed() (percent int)
}

// Phones are readers that people carry: a phone that can read tags stands for a
// reader of its seat.
type Phones interface {
	// Lay lays a tag, by its number, on the reader of a seat, which it names.
	// What is no number is an engine.Refusal.
	Lay(seat engine.Seat, tag string) (reader string, err error)
	// Lift takes it off; one that does not lie there is left alone.
	Lift(seat engine.Seat, tag string)
}

// Records gives games out of the device and takes them in.
type Records interface {
	// Script writes a game that is over as a script, unless ctx ends before.
	Script(ctx context.Context, w io.Writer, id string) error
	// Import keeps a game whose record was checked. The error is fs.ErrExist if it
	// is here already.
	Import(record.Game) error
}

// Rigs make a rig for this device, and try its parts.
type Rigs interface {
	// Assembly returns the rig in the making, whose parts are tried for some minutes from
	// now on, unless a game is on.
	Assembly() *assembly.Assembly
	Playing() bool
	// Keep writes a rig that was made, has the settings name it, and returns its file. The
	// error is an engine.Refusal where this device cannot.
	Keep(rig setups.Rig) (file string, err error)
	// Adapters are the serial adapters that are plugged in, by names that stay.
	Adapters() []string
	// Staying is the rig of the device with such names in place of those that go from one
	// adapter to another at a restart; false if it has none of these.
	Staying() (setups.Rig, bool)
	// Trouble is what the computer lacks for a rig: devices, lines of config.txt, a serial
	// port without a console.
	Trouble(rig setups.Rig) []engine.Text
}

// Seals tells how chance was sealed before a game. Its methods may be called by any
// goroutine.
type Seals interface {
	// Hash is what was shown before a game whose log does not tell it: a SHA-256 in
	// hexadecimal digits; "" if nothing was sealed.
	Hash(game string) string
	// Opened shows the secret of a game that is over, and what came of it; the zero
	// Opening of any other game.
	Opened(game string) (content.Opening, error)
	// Secret is that of a game that is over and was fixed like that; "" if there is none.
	Secret(game string, how engine.Sealed) string
	// Next is the hash that is fixed for the next game, and what seats have added.
	Next() (hash string, said map[engine.Seat]string)
	// Say adds a word of a seat to the next game, in place of its last one; "" takes it
	// back. The error is an engine.Refusal if another hash is fixed by now.
	Say(hash string, seat engine.Seat, word string) error
}

// A Device is what its owner does to it besides games. Errors that people can do something
// about are engine.Refusals.
type Device interface {
	Settings() (setups.Settings, error)
	Change(all ...setups.Setting) error
	State(ctx context.Context) (DeviceState, error)
	// Restart has the program started anew, unless a game is on.
	Restart(ctx context.Context) error
	// Examine tells what the doctor finds.
	Examine(ctx context.Context, lang string) ([]DoctorLine, error)
	// Support writes the file for whoever helps: a zip archive.
	Support(ctx context.Context, lang string, out io.Writer) error
	// Backup writes a copy of all games, unless one of them can go on.
	Backup(out io.Writer) error
	// Restore keeps a backup that is put in place with the next start, and tells how many
	// games are in it.
	Restore(ctx context.Context, in io.Reader) (games int, err error)
	// Print writes a PDF: labels of a game's cards, mats, state or guide. The error is
	// ErrNoPrint where there is nothing to print.
	Print(out io.Writer, what, game, lang string) error
}

// ErrNoPrint is returned where there is nothing of that kind to print.
var ErrNoPrint = errors.New("there is nothing to print")

// A DeviceState is how a device is.
type DeviceState struct {
	Program, Rig string
	Games        int
	Playing      bool        // a game is on
	Updated      bool        // another program lies where this one was started from
	Supervised   bool        // somebody starts the program anew when it ends
	Mended       engine.Text // what was done when it began with files that were damaged or lost; zero is the usual case
}

// A DoctorLine is one that the doctor says.
type DoctorLine struct {
	Text  string
	Fault bool
}

// A Statistics keeps what stands beside the logs: what players are called, notes and
// ratings, and what is counted over many games. No entry of a log changes by it.
type Statistics interface {
	// Remark keeps a note on a game and a rating from 1 to 5, or 0.
	SetNote(id, note string, rating int) error
	// RenamePlayer changes a name in all games; "" forgets it. It returns how many
	// seats it concerned.
	RenamePlayer(from, to string) (seats int, err error)
	// Players counts the games of each player that were played to the end. A
	// *history.Damage, here and below, comes with what was counted without those games.
	Players(game string) ([]history.Tally, error)
	// Tallies counts a kind of trait of a game, such as its leaders. More tells how
	// many games could not be counted yet.
	Tallies(game, kind string) (counts []history.Tally, more int, err error)
}
